"""`wazir play`: a game in the terminal against the search."""

from __future__ import annotations

import io
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from wazir.ben39.actions import Action, Game, spell
from wazir.ben39.diagram import draw
from wazir.ben39.evaluation import facts
from wazir.ben39.position import OPENING, Side, turn
from wazir.ben39.reading import read
from wazir.ben39.rules import actions
from wazir.ben39.search import Limits
from wazir.ben39.words import describe, listed, standing, title
from wazir.cli import writing
from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import Progress, columns, safe
from wazir.cli.files import STDIN
from wazir.cli.records import Record, add_records, records, written
from wazir.cli.searching import WIDEST, add_limits, followed, limits
from wazir.encoding import encode
from wazir.features.boards.text import beside
from wazir.features.evaluation import Said, summary
from wazir.system import complete

SECONDS = 2.0
"""So long the program thinks about an action where nothing else is said."""


def _arguments(parser: ArgumentParser) -> None:
    add_records(parser)
    sides = [str(side) for side in Side]
    parser.add_argument("--as", dest="side", choices=sides, help="your side (default: the one to move)")
    add_limits(parser, SECONDS)


@dataclass(frozen=True, slots=True)
class Table:
    """A game that is being played."""

    name: str
    game: Game
    side: Side
    """The user's."""
    limits: Limits
    """Of what the program thinks about."""
    kept: tuple[Action, ...]
    """The actions that are in a file."""
    file: Path | None = None
    """Where the user has saved it."""
    left: bool = False
    """The user has ended it."""


def _run(options: Namespace) -> int:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    record = _record(options)
    game = record.game
    side = next((side for side in Side if str(side) == options.side), turn(game.state))
    table = Table(record.name or "game", game, side, limits(options, SECONDS), game.actions)
    print(f"You are {title(side)}. Write an action, such as `X@e5` or `Rj4-j8`; `help` tells what else.\n")
    _show(table)
    status = Status.CLEAN
    try:
        while not table.left:
            table = _step(table)
    except KeyboardInterrupt:
        print()
        status = Status.INTERRUPTED
    if table.game.actions != table.kept:
        print("\nThe game as it would stand in a .ben39 file:\n")
        print("\n".join(map(safe, written(table.name, table.game).rstrip("\n").split("\n"))))
    return status


def _record(options: Namespace) -> Record:
    if options.file is None and options.fen is None:
        if options.record is not None:
            raise UsageError("Of which file is that record?")
        return Record(None, Game(OPENING))
    if options.file == STDIN:
        raise UsageError("Your actions come from standard input, so the record must come from a file.")
    found = records(options).records
    if len(found) != 1:
        what = f"this file has {len(found):,}. Choose one with --record." if found else "there is none to start from."
        raise UsageError(f"A game starts from one record, and {what}")
    return found[0]


def _step(table: Table) -> Table:
    """What happens next: the program acts, or the user says something."""
    state = table.game.state
    if turn(state) is not table.side and actions(state):
        return _answered(table)
    line = _asked(f"{title(turn(state))}> ", [*SAYINGS, *map(spell, actions(state))])
    if line is None:
        return replace(table, left=True)
    word, _, rest = line.partition(" ")
    if word in SAYINGS:
        return SAYINGS[word].answer(table, rest.strip())
    return _acted(table, line) if line else table


def _asked(prompt: str, words: Iterable[str]) -> str | None:
    """A line from the user, who can complete words on a terminal; None at the end of the input."""
    at_terminal = sys.stdin.isatty()
    if at_terminal:
        complete(sorted(words))
    try:
        return input(prompt if at_terminal else "").strip()
    except EOFError:
        return None


def _acted(table: Table, text: str) -> Table:
    """The user acts, if that is legal."""
    reading = read(table.game.state, text)
    if reading.action is None:
        if reading.reason:
            _tell(f"{reading.reason.text} {reading.reason.way_out}")
        if reading.nearest:
            _tell(f"Near to that are {listed(map(spell, reading.nearest))}.")
        return table
    for warning in reading.warnings:
        _tell(warning)
    after = _with(table, reading.action)
    if not actions(after.game.state):
        _show(after)
    return after


def _answered(table: Table) -> Table:
    """The program acts."""
    state = table.game.state
    said = _thought(table)
    best = said["lines"][0]["pv"][:1] if said["lines"] else []
    legal = {spell(action): action for action in actions(state)}
    action = legal[best[0] if best else min(legal)]
    _tell(f"{title(turn(state))} plays {spell(action)}. {describe(state, action)}")
    print()
    after = _with(table, action)
    _show(after)
    return after


def _thought(table: Table) -> Said:
    """The last report of a search. An interrupt ends it with what is known by then, if anything is."""
    said: Said = {}
    try:
        for report in followed(table.game.state, table.limits, Progress()):
            said = report
    except KeyboardInterrupt:
        if not said or not said["lines"]:
            raise
    return said


def _with(table: Table, action: Action) -> Table:
    return replace(table, game=Game(table.game.start, (*table.game.actions, action)))


def _show(table: Table) -> None:
    """The board, what stands beside it, and whose turn it is."""
    state = table.game.state
    print("\n".join((*draw(state), "", *beside(state), standing(facts(state)))))


def _tell(text: str) -> None:
    print(safe(text.strip()))


# What else the user can say


class Saying(NamedTuple):
    """Something that is no action."""

    usage: str
    help: str
    answer: Callable[[Table, str], Table]


def _help(table: Table, _: str) -> Table:
    room = max(len(one.usage) for one in SAYINGS.values())
    print("\n".join(f"{one.usage:{room}}  {one.help}" for one in SAYINGS.values()))
    return table


def _board(table: Table, _: str) -> Table:
    _show(table)
    return table


def _actions(table: Table, start: str) -> Table:
    found = sorted(spelled for spelled in map(spell, actions(table.game.state)) if spelled.startswith(start))
    room = columns(sys.stdout, WIDEST)
    print(textwrap.fill(" ".join(found), room, break_on_hyphens=False) if found else "There is none.")
    return table


def _hint(table: Table, _: str) -> Table:
    if actions(table.game.state):
        _tell(summary(_thought(table)))
    else:
        _tell("Nobody can act any more.")
    return table


def _undo(table: Table, _: str) -> Table:
    """Takes back the last own action, with what came after it."""
    game = table.game
    own = [number for number, state in enumerate(game.states[:-1]) if turn(state) is table.side]
    if not own:
        _tell("You have not acted yet.")
        return table
    after = replace(table, game=Game(game.start, game.actions[: own[-1]]))
    _show(after)
    return after


def _save(table: Table, name: str) -> Table:
    file = Path(name).expanduser() if name else table.file
    if file is None:
        _tell("Where to? Name a file: save game.ben39")
        return table
    try:
        if file != table.file and file.exists():
            _tell(f"There is a file `{file}` already. Choose another name.")
            return table
        writing.write(file, encode(written(table.name, table.game)))
    except (OSError, ValueError) as error:
        _tell(f"{file}: {getattr(error, 'strerror', None) or error}")
        return table
    _tell(f"The game is in {file}.")
    return replace(table, kept=table.game.actions, file=file)


def _resign(table: Table, _: str) -> Table:
    if actions(table.game.state):
        _tell(f"{title(table.side)} resigns, and {title(table.side.other)} has won.")
    return replace(table, left=True)


def _quit(table: Table, _: str) -> Table:
    return replace(table, left=True)


SAYINGS = {
    "board": Saying("board", "show the board again", _board),
    "actions": Saying("actions [START]", "list your legal actions, or those that are written so: actions X@", _actions),
    "hint": Saying("hint", "let the program search for you", _hint),
    "undo": Saying("undo", "take back your last action and the answer to it", _undo),
    "save": Saying("save FILE", "write the game to a .ben39 file", _save),
    "resign": Saying("resign", "give up", _resign),
    "quit": Saying("quit", "leave; a game that is not saved is printed as a record", _quit),
    "help": Saying("help", "this list", _help),
}
"""What can be said in place of an action, by its first word."""


COMMAND = Command(
    description="A game of Ben39 in the terminal, against the program. Actions are written as in a .ben39 file.\n"
    "Ctrl-C while the program thinks makes it act at once. What is said can come from a pipe too.",
    examples=(
        "wazir play                                a game from the start, as White",
        "wazir play --as black --time 5            the program begins, and takes five seconds",
        "wazir play puzzles.ben39 --record second  from a position of a file",
    ),
    arguments=_arguments,
    run=_run,
)
