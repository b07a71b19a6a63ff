"""Plays a game of Ben39 in the terminal against the program, or between two people at one terminal.
Actions are written as in a .ben39 file. Ctrl-C during a search makes the program act at once. Input
can come from a pipe. With --clock a side whose time runs out has lost; undo gives the time back.

examples:
  wazir ben39 play                                as White
  wazir ben39 play --as black --time 5            five seconds per action
  wazir ben39 play puzzles.ben39 --record second  from a position of a file
  wazir ben39 play --against human --clock 10+5   two people at one terminal
"""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from wazir.ben39.actions import Action, Game, Kind, spell
from wazir.ben39.clocks import Clocks, TimeControl, clocks, shown, time_control
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import draw, write
from wazir.ben39.position import OPENING, Side, turn
from wazir.ben39.reading import Reading, read
from wazir.ben39.rules import actions
from wazir.ben39.search import Limits
from wazir.ben39.words import (
    action_count,
    describe,
    join_words,
    occurred,
    sentences,
    standing,
    title,
)
from wazir.cli import writing
from wazir.cli.ben39.records import (
    NamedGame,
    add_limits,
    add_records,
    followed,
    limits,
    records,
    written,
)
from wazir.cli.command import Status, UsageError, wrapped
from wazir.cli.console import Progress, columns, complain, safe
from wazir.cli.files import STDIN
from wazir.features.game.evaluation import JsonReport, best, summary
from wazir.features.game.page import score_page, score_sheet
from wazir.features.game.position import beside
from wazir.notations.ben39.codes import advice
from wazir.notations.ben39.places import is_on_board, place_note
from wazir.system import complete, encode, interrupted

SECONDS = 2.0
"""The default time for an action of the program."""
_SHORTEST = 0.001
"""A timer of 0 seconds would never end."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_records(parser)
    sides = [str(side) for side in Side]
    parser.add_argument(
        "--against", choices=("program", "human"), default="program", help="the opponent"
    )
    parser.add_argument(
        "--as", dest="side", choices=sides, help="your side (default: the one to move)"
    )
    add_limits(parser, SECONDS)
    clock = "two people: minutes for each, and seconds for each action: 10+5"
    parser.add_argument("--clock", type=_clock, metavar="TIME", help=clock)
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="write the game to this .ben39 file at the end"
    )


def _clock(text: str) -> TimeControl:
    if control := time_control(text):
        return control
    raise ArgumentTypeError(f"{safe(text[:40])!r} is not a time, such as 10 or 10+5")


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
        return clocks(self.control, turn(self.game.start), self.spent, thinking)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    of_program = {
        "--as": options.side,
        "--depth": options.depth,
        "--nodes": options.nodes,
        "--time": options.time,
    }
    if options.against == "human":
        for option, value in of_program.items():
            if value is not None:
                raise UsageError(f"{option} cannot be combined with --against human.")
    elif options.clock:
        raise UsageError("--clock needs --against human.")
    if options.save and options.save.expanduser().exists():
        raise UsageError(f"`{options.save}` already exists. Choose another name.")
    record = _record(options)
    name, game = record.name or "game", record.game
    side = None
    if options.against == "program":
        side = next((side for side in Side if str(side) == options.side), turn(game.state))
    text, spent = written(name, game), (None,) * len(game.actions)
    table = Table(
        name=name,
        game=game,
        side=side,
        limits=limits(options, SECONDS),
        kept=text,
        control=options.clock,
        spent=spent,
        since=monotonic(),
    )
    if side is not None:
        who = f"You are {title(side)}."
    else:
        who = "Two people play, White and Black in turn."
    print(f"{who}\nEnter an action, such as `X@e5` or `Rj4-j8`, or `help`.\n")
    _show(table)
    status = Status.CLEAN
    try:
        while not table.left:
            table = _step(table)
    except KeyboardInterrupt:
        print()
        status = Status.INTERRUPTED
    is_saved = options.save is None or _is_saved(table, options.save.expanduser())
    if not is_saved or (options.save is None and table.text != table.kept):
        print("\nThe game as a .ben39 file:\n")
        print("\n".join(map(safe, table.text.rstrip("\n").split("\n"))))
    return status if is_saved else Status.USAGE_ERROR


def _record(options: Namespace) -> NamedGame:
    if options.file is None and options.fen is None:
        if options.record is not None:
            raise UsageError("--record needs a file.")
        return NamedGame(None, Game(OPENING))
    if options.file == STDIN:
        raise UsageError("Standard input is used for your actions. Name a file.")
    match records(options).records:
        case [record]:
            return record
        case []:
            raise UsageError("No valid record.")
        case several:
            raise UsageError(f"The file has {len(several):,} records. Choose one with --record.")


def _step(table: Table) -> Table:
    """The next step: an action of the program, or an input of the user."""
    state = table.game.state
    is_of_program = table.side not in (None, turn(state)) and bool(actions(state))
    if is_of_program and (action := best(state, _thought(table))):
        _tell(f"{title(turn(state))} plays {spell(action)}. {describe(state, action)}")
        print()
        after = _with(table, action)
        _show(after)
        return after
    now = table.clocks
    left = now.left[turn(state)] if now else 0.0
    prompt = f"{title(turn(state))} {shown(left)}" if now else title(turn(state))
    try:
        with interrupted(max(left, _SHORTEST)) if now and not table.is_over else nullcontext():
            line = _asked(f"{prompt}> ", [*_commands(table), *map(spell, actions(state))])
    except TimeoutError:
        line = ""
        print()
    if not table.is_over and (end := table.clocks) and end.result:
        _tell(end.result)
        table = replace(table, spent=(*table.spent, inf), result=end.result)
    if line is None:
        return replace(table, left=True)
    word, _, rest = line.partition(" ")
    if command := INPUTS.get(word.lower()):
        return command.answer(table, rest.strip()) or table
    return _acted(table, line) if line else table


def _asked(prompt: str, words: Iterable[str]) -> str | None:
    """A line of input, with completion on a terminal; None at the end of the input."""
    if at_terminal := sys.stdin.isatty():
        complete(sorted(words))
    try:
        return input(prompt if at_terminal else "").strip()
    except EOFError:
        return None


def _acted(table: Table, text: str) -> Table:
    """Play an action of the user, if it is legal."""
    if table.result:
        _tell("The game has ended.")
        return table
    reading = read(table.game.state, text)
    action = reading.action or reading.meant
    if action is None:
        _tell_why(reading)
        return table
    for warning in reading.warnings:
        _tell(warning)
    if reading.meant:
        _tell(f"You play {spell(action)}. {describe(table.game.state, action)}")
    after = _with(table, action)
    if table.side is None or not actions(after.game.state):
        _show(after)
    return after


def _tell_why(reading: Reading) -> None:
    """Print the reason why a text is not a legal action, and similar ones."""
    if reading.reason:
        _tell(str(reading.reason))
    if reading.nearest:
        _tell(f"Similar legal actions: {join_words(map(spell, reading.nearest))}.")


def _thought(table: Table) -> JsonReport:
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


def _with(table: Table, action: Action) -> Table:
    """The table after an action."""
    now, game = monotonic(), Game(table.game.start, (*table.game.actions, action))
    return replace(table, game=game, spent=(*table.spent, now - table.since), since=now)


def _show(table: Table) -> None:
    """Print the board, the hands and reserves, the side to move, and the clocks."""
    state = table.game.state
    more = (occurred(table.game.repetitions), _times(table))
    print(
        "\n".join((*draw(state), "", *beside(state), standing(facts(state)), *filter(None, more)))
    )


def _times(table: Table) -> str:
    """The clocks as a sentence; empty without clocks."""
    now = table.clocks
    if now:
        return f"Clocks: {join_words(f'{title(side)} {shown(now.left[side])}' for side in Side)}."
    return ""


def _tell(text: str) -> None:
    print(safe(text.strip()))


def _print_wrapped(text: str, first_indent: str = "", indent: str = "  ") -> None:
    print("\n".join(wrapped(text, columns(sys.stdout), first_indent, indent)))


# Commands of the user


class PlayCommand(NamedTuple):
    """An input that is not an action."""

    usage: str
    """The word of the command, and what follows it."""
    help: str
    answer: Callable[[Table, str], Table | None]
    """Does it, given the text after the word, and returns the table if it changes."""


def _help(table: Table, _: str) -> None:
    offered = _commands(table).values()
    room = max(len(command.usage) for command in offered) + 2
    for command in offered:
        _print_wrapped(command.help, f"{command.usage:{room}}", " " * room)


def _commands(table: Table) -> dict[str, PlayCommand]:
    """The commands of a table: `hint` only against the program, `clock` only with clocks."""
    left_out = ["hint" if table.side is None else "", "" if table.control else "clock"]
    return {name: command for name, command in INPUTS.items() if name not in left_out}


def _actions(table: Table, start: str) -> None:
    """Print the legal actions by kind."""
    legal = [
        action
        for action in actions(table.game.state)
        if spell(action).lower().startswith(start.lower())
    ]
    for kind in Kind:
        if spelled := sorted(spell(action) for action in legal if action.kind == kind):
            print(f"{action_count(kind, len(spelled))}:")
            _print_wrapped(" ".join(spelled), "  ", "  ")
    if not legal:
        print("No such action.")


def _eval(table: Table, _: str) -> None:
    """Print the facts of the position."""
    for sentence in sentences(facts(table.game.state)):
        _print_wrapped(sentence)


def _why(table: Table, text: str) -> None:
    """Print a description of a place, or why an action is not legal."""
    state, place = table.game.state, text.lower()
    if is_on_board(state, place):
        note = place_note(state, place)
        for answer in (f"{note.title}. {note.text}", *note.notes):
            _print_wrapped(answer)
        return
    reading = read(state, text)
    if reading.action:
        _tell(f"{reading.spelling} is legal. {describe(state, reading.action)}")
    else:
        _tell_why(reading)
        _tell(advice(reading.reason.kind) if reading.reason else "")


def _hint(table: Table, _: str) -> None:
    if table.side is None:
        _tell("Hints are off in a game between two people.")
    elif actions(table.game.state):
        _tell(summary(_thought(table)))
    else:
        _tell("The game has ended.")


def _undo(table: Table, _: str) -> Table | None:
    """Take back the last action of the user and those after it, with their time; None without
    one.
    """
    game = table.game
    if not (
        own := [
            ply for ply, state in enumerate(game.states[:-1]) if table.side in (None, turn(state))
        ]
    ):
        _tell("There is no action to take back.")
        return None
    done, spent = game.actions[: own[-1]], table.spent[: own[-1]]
    after = replace(table, game=Game(game.start, done), spent=spent, since=monotonic(), result="")
    _show(after)
    return after


def _sheet(table: Table, name: str) -> None:
    """Print the score sheet, or write it to a file."""
    file = Path(name).expanduser()
    form = score_page if file.suffix.lower() in (".html", ".htm") else score_sheet
    text = form(table.name, table.game, table.result)
    if not name:
        print("\n".join(map(safe, text.splitlines())))
    elif _put(file, text):
        _tell(f"Saved the score sheet to {file}.")


def _save(table: Table, name: str) -> Table | None:
    file = Path(name).expanduser() if name else table.file
    if file is None:
        _tell("Name a file: save game.ben39")
        return None
    if not _put(file, table.text, replaces=file == table.file):
        return None
    _tell(f"Saved the game to {file}.")
    return replace(table, kept=table.text, file=file)


def _is_saved(table: Table, file: Path) -> bool:
    """Whether the game could be saved in a file at its end. Complains if not."""
    if refusal := _refusal(file, table.text, replaces=True):
        complain(refusal)
        return False
    _tell(f"Saved the game to {file}.")
    return True


def _put(file: Path, text: str, *, replaces: bool = False) -> bool:
    """Write a file, and say why if that is not done. An existing one is replaced only if *replaces*
    is true.
    """
    refusal = _refusal(file, text, replaces=replaces)
    if refusal:
        _tell(refusal)
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


def _resign(table: Table, _: str) -> Table:
    if table.is_over:
        return replace(table, left=True)
    side = turn(table.game.state) if table.side is None else table.side
    result = f"{title(side)} resigns. {title(side.other)} wins."
    _tell(result)
    return replace(table, result=result, left=True)


def _leave(table: Table, _: str) -> Table:
    return replace(table, left=True)


def _show_times(table: Table, _: str) -> None:
    _tell(_times(table) or "There are no clocks; the option --clock adds them.")


_COMMANDS = (
    PlayCommand("board", "show the board again", lambda table, _: _show(table)),
    PlayCommand(
        "actions [START]",
        "list the legal actions by kind, or those that start so: actions X@",
        _actions,
    ),
    PlayCommand(
        "why PLACE", "what stands there and can do, or why an action is not legal: why Rj4-j6", _why
    ),
    PlayCommand("eval", "show checks, control, and material", _eval),
    PlayCommand(
        "fen",
        "show the position in its one-line form",
        lambda table, _: print(write(table.game.state)),
    ),
    PlayCommand("hint", "search for the best action", _hint),
    PlayCommand(
        "undo",
        "take back the last action; against the program, your last one and the answer",
        _undo,
    ),
    PlayCommand(
        "sheet [FILE]",
        "show the score sheet in words, or write it as .txt, or as .html to print",
        _sheet,
    ),
    PlayCommand("clock", "show the clocks", _show_times),
    PlayCommand("save FILE", "write the game to a .ben39 file", _save),
    PlayCommand("resign", "give up", _resign),
    PlayCommand("quit", "leave the game; a game that is not saved is printed as a record", _leave),
    PlayCommand("help", "show this list", _help),
)
INPUTS = {command.usage.split()[0]: command for command in _COMMANDS}
"""The commands by their words."""
