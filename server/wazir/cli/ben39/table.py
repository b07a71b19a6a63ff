"""A game of Ben39 at a terminal, and what is printed and saved of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from wazir.ben39.actions import Action, Game, spell
from wazir.ben39.clocks import Clocks, TimeControl, clocks, shown
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import draw
from wazir.ben39.position import Side, turn
from wazir.ben39.reading import Reading
from wazir.ben39.rules import actions
from wazir.ben39.search import Limits
from wazir.ben39.words import (
    join_words,
    occurred,
    standing,
    title,
)
from wazir.cli import writing
from wazir.cli.ben39.records import (
    followed,
    written,
)
from wazir.cli.command import wrapped
from wazir.cli.console import Progress, columns, complain, safe
from wazir.features.game.evaluation import JsonReport
from wazir.features.game.position import beside
from wazir.system import encode


@dataclass(frozen=True, slots=True)
class Table:
    """A game that is being played."""

    name: str
    game: Game
    side: Side | None
    """The side of the user; None in a game between two people."""
    limits: Limits
    """The limits of the program's search."""
    kept: str
    """The text that is saved in a file."""
    control: TimeControl | None = None
    spent: tuple[float | None, ...] = ()
    """The seconds of each action; None for those of the record from which the game began, infinity
    if the flag fell."""
    since: float = 0.0
    """The time of the last action."""
    file: Path | None = None
    """The file in which the user has saved the game."""
    result: str = ""
    """The end of the game as a sentence, if it did not end on the board."""
    left: bool = False
    """The user has left the game."""

    @property
    def text(self) -> str:
        """The game as the text of a file."""
        return written(self.name, self.game, self.result)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.result) or not actions(self.game.state)

    @property
    def clocks(self) -> Clocks | None:
        """The clocks now; None without clocks."""
        if self.control is None:
            return None
        thinking = 0.0 if self.is_over else monotonic() - self.since
        return clocks(self.control, turn(self.game.start), self.spent, thinking=thinking)


def with_action(table: Table, action: Action) -> Table:
    """The table after an action."""
    now = monotonic()
    game = Game(table.game.start, (*table.game.actions, action))
    return replace(table, game=game, spent=(*table.spent, now - table.since), since=now)


def thought(table: Table) -> JsonReport:
    """The last report of a search. An interrupt ends the search with the best line so far, if there
    is one.
    """
    report: JsonReport = {}
    try:
        for current in followed(table.game, table.limits, Progress()):
            report = current
    except KeyboardInterrupt:
        if not report or not report["lines"]:
            raise
    return report


# What is printed


def show(table: Table) -> None:
    """Print the board, the hands and reserves, the side to move, and the clocks."""
    state = table.game.state
    lines = [*draw(state), "", *beside(state), standing(facts(state))]
    lines += filter(None, (occurred(table.game.repetitions), times_in_words(table)))
    print("\n".join(lines))


def times_in_words(table: Table) -> str:
    """The clocks as a sentence; empty without clocks."""
    now = table.clocks
    if now:
        return f"Clocks: {join_words(f'{title(side)} {shown(now.left[side])}' for side in Side)}."
    return ""


def tell(text: str) -> None:
    """Print a sentence."""
    print(safe(text.strip()))


def print_wrapped(text: str, first_indent: str = "", indent: str = "  ") -> None:
    """Print a text in lines that fit the terminal."""
    print("\n".join(wrapped(text, columns(sys.stdout), first_indent, others=indent)))


def tell_why(reading: Reading) -> None:
    """Print the reason why a text is not a legal action, and similar ones."""
    if reading.reason:
        tell(str(reading.reason))
    if reading.nearest:
        tell(f"Similar legal actions: {join_words(map(spell, reading.nearest))}.")


# Files


def save_at_end(table: Table, file: Path) -> bool:
    """Whether the game could be saved in a file at its end. Complains if not."""
    if refusal := _refusal(file, table.text, replaces=True):
        complain(refusal)
        return False
    tell(f"Saved the game to {file}.")
    return True


def put(file: Path, text: str, *, replaces: bool = False) -> bool:
    """Write a file, and say why if that is not done. An existing one is replaced only if *replaces*
    is true.
    """
    refusal = _refusal(file, text, replaces=replaces)
    if refusal:
        tell(refusal)
    return not refusal


def _refusal(file: Path, text: str, *, replaces: bool) -> str:
    """Write a file. The reason if it is not written, or an empty text."""
    try:
        if not replaces and file.exists():
            return f"`{file}` already exists. Choose another name."
        writing.write(file, encode(text))
    except (OSError, ValueError) as error:
        return f"{file}: {getattr(error, 'strerror', None) or error}"
    return ""
