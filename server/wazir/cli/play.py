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

from wazir.ben39.actions import Action, Game, Kind, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import draw, write
from wazir.ben39.position import OPENING, Side, turn
from wazir.ben39.reading import Reading, read
from wazir.ben39.rules import actions
from wazir.ben39.search import Limits
from wazir.ben39.words import counted, describe, listed, occurred, sentences, standing, title
from wazir.cli import writing
from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import Progress, columns, safe
from wazir.cli.files import STDIN
from wazir.cli.records import WIDEST, Record, add_limits, add_records, followed, limits, records, written
from wazir.features.game.evaluation import Said, summary
from wazir.features.game.position import beside
from wazir.notations.ben39.places import is_on_board, place_note
from wazir.system import complete, encode

SECONDS = 2.0
"""The default time for an action of the program."""


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
    """The side of the user."""
    limits: Limits
    """The limits of the program's search."""
    kept: tuple[Action, ...]
    """The actions that are saved in a file."""
    file: Path | None = None
    """The file in which the user has saved the game."""
    left: bool = False
    """The user has left the game."""


def _run(options: Namespace) -> int:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    record = _record(options)
    game = record.game
    side = next((side for side in Side if str(side) == options.side), turn(game.state))
    table = Table(record.name or "game", game, side, limits(options, SECONDS), game.actions)
    print(f"You are {title(side)}. Enter an action, such as `X@e5` or `Rj4-j8`, or `help`.\n")
    _show(table)
    status = Status.CLEAN
    try:
        while not table.left:
            table = _step(table)
    except KeyboardInterrupt:
        print()
        status = Status.INTERRUPTED
    if table.game.actions != table.kept:
        print("\nThe game as a .ben39 file:\n")
        print("\n".join(map(safe, written(table.name, table.game).rstrip("\n").split("\n"))))
    return status


def _record(options: Namespace) -> Record:
    if options.file is None and options.fen is None:
        if options.record is not None:
            raise UsageError("--record needs a file.")
        return Record(None, Game(OPENING))
    if options.file == STDIN:
        raise UsageError("Standard input is used for your actions. Name a file.")
    found = records(options).records
    if len(found) != 1:
        what = f"The file has {len(found):,} records. Choose one with --record." if found else "No valid record."
        raise UsageError(what)
    return found[0]


def _step(table: Table) -> Table:
    """The next step: an action of the program, or an input of the user."""
    state = table.game.state
    if turn(state) is not table.side and actions(state):
        return _answered(table)
    line = _asked(f"{title(turn(state))}> ", [*COMMANDS, *map(spell, actions(state))])
    if line is None:
        return replace(table, left=True)
    word, _, rest = line.partition(" ")
    if command := COMMANDS.get(word.lower()):
        return command.answer(table, rest.strip())
    return _acted(table, line) if line else table


def _asked(prompt: str, words: Iterable[str]) -> str | None:
    """A line of input, with completion on a terminal; None at the end of the input."""
    at_terminal = sys.stdin.isatty()
    if at_terminal:
        complete(sorted(words))
    try:
        return input(prompt if at_terminal else "").strip()
    except EOFError:
        return None


def _acted(table: Table, text: str) -> Table:
    """Play an action of the user, if it is legal."""
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
    if not actions(after.game.state):
        _show(after)
    return after


def _tell_why(reading: Reading) -> None:
    """Print the reason why a text is not a legal action, and similar ones."""
    if reading.reason:
        _tell(f"{reading.reason.text} {reading.reason.way_out}")
    if reading.nearest:
        _tell(f"Similar legal actions: {listed(map(spell, reading.nearest))}.")


def _answered(table: Table) -> Table:
    """Play an action of the program."""
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
    """The last report of a search. An interrupt ends the search with the best line so far, if there is one."""
    said: Said = {}
    try:
        for report in followed(table.game, table.limits, Progress()):
            said = report
    except KeyboardInterrupt:
        if not said or not said["lines"]:
            raise
    return said


def _with(table: Table, action: Action) -> Table:
    return replace(table, game=Game(table.game.start, (*table.game.actions, action)))


def _show(table: Table) -> None:
    """Print the board, the hands and reserves, and the side to move."""
    state = table.game.state
    known = occurred(table.game.repetitions)
    print("\n".join((*draw(state), "", *beside(state), standing(facts(state)), *filter(None, [known]))))


def _tell(text: str) -> None:
    print(safe(text.strip()))


# Commands of the user


class PlayCommand(NamedTuple):
    """An input that is not an action."""

    usage: str
    help: str
    answer: Callable[[Table, str], Table]


def _help(table: Table, _: str) -> Table:
    room = max(len(one.usage) for one in COMMANDS.values())
    print("\n".join(f"{one.usage:{room}}  {one.help}" for one in COMMANDS.values()))
    return table


def _board(table: Table, _: str) -> Table:
    _show(table)
    return table


def _actions(table: Table, start: str) -> Table:
    """Print the legal actions by kind."""
    room = columns(sys.stdout, WIDEST)
    kinds: dict[Kind, list[str]] = {kind: [] for kind in Kind}
    for action in actions(table.game.state):
        kinds[action.kind].append(spell(action))
    is_any = False
    for kind, spelled in kinds.items():
        if found := sorted(one for one in spelled if one.lower().startswith(start.lower())):
            is_any = True
            print(f"{counted(kind, len(found))}:")
            print(
                textwrap.fill(
                    " ".join(found), room, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
                )
            )
    if not is_any:
        print("No such action.")
    return table


def _fen(table: Table, _: str) -> Table:
    print(write(table.game.state))
    return table


def _eval(table: Table, _: str) -> Table:
    """Print the facts of the position."""
    room = columns(sys.stdout, WIDEST)
    for sentence in sentences(facts(table.game.state)):
        print(textwrap.fill(sentence, room, subsequent_indent="  ", break_on_hyphens=False))
    return table


def _why(table: Table, text: str) -> Table:
    """Print what is to be said about a place, or why an action is not legal."""
    state = table.game.state
    place = text.lower()
    if is_on_board(state, place):
        note = place_note(state, place)
        room = columns(sys.stdout, WIDEST)
        for said in (f"{note.title}. {note.text}", *note.notes):
            print(textwrap.fill(said, room, subsequent_indent="  ", break_on_hyphens=False))
        return table
    reading = read(state, text)
    if reading.action:
        _tell(f"{reading.spelling} is legal. {describe(state, reading.action)}")
    else:
        _tell_why(reading)
    return table


def _hint(table: Table, _: str) -> Table:
    if actions(table.game.state):
        _tell(summary(_thought(table)))
    else:
        _tell("The game has ended.")
    return table


def _undo(table: Table, _: str) -> Table:
    """Take back the last action of the user and those after it."""
    game = table.game
    own = [number for number, state in enumerate(game.states[:-1]) if turn(state) is table.side]
    if not own:
        _tell("There is no action to take back.")
        return table
    after = replace(table, game=Game(game.start, game.actions[: own[-1]]))
    _show(after)
    return after


def _save(table: Table, name: str) -> Table:
    file = Path(name).expanduser() if name else table.file
    if file is None:
        _tell("Name a file: save game.ben39")
        return table
    try:
        if file != table.file and file.exists():
            _tell(f"`{file}` already exists. Choose another name.")
            return table
        writing.write(file, encode(written(table.name, table.game)))
    except (OSError, ValueError) as error:
        _tell(f"{file}: {getattr(error, 'strerror', None) or error}")
        return table
    _tell(f"Saved the game to {file}.")
    return replace(table, kept=table.game.actions, file=file)


def _resign(table: Table, _: str) -> Table:
    if actions(table.game.state):
        _tell(f"{title(table.side)} resigns. {title(table.side.other)} wins.")
    return replace(table, left=True)


def _quit(table: Table, _: str) -> Table:
    return replace(table, left=True)


COMMANDS = {
    "board": PlayCommand("board", "show the board again", _board),
    "actions": PlayCommand(
        "actions [START]", "list the legal actions by kind, or those that start so: actions X@", _actions
    ),
    "why": PlayCommand("why PLACE", "what stands there and can do, or why an action is not legal: why Rj4-j6", _why),
    "eval": PlayCommand("eval", "show checks, control, and material", _eval),
    "fen": PlayCommand("fen", "show the position in its one-line form", _fen),
    "hint": PlayCommand("hint", "search for the best action", _hint),
    "undo": PlayCommand("undo", "take back your last action and the answer to it", _undo),
    "save": PlayCommand("save FILE", "write the game to a .ben39 file", _save),
    "resign": PlayCommand("resign", "give up", _resign),
    "quit": PlayCommand("quit", "leave the game; a game that is not saved is printed as a record", _quit),
    "help": PlayCommand("help", "show this list", _help),
}
"""The commands by their names."""


PLAY = Command(
    description="Plays a game of Ben39 in the terminal against the program. Actions are written as in a .ben39 file.\n"
    "Ctrl-C during a search makes the program act at once. Input can come from a pipe.",
    examples=(
        "wazir play                                play from the start, as White",
        "wazir play --as black --time 5            play Black; the program takes five seconds per action",
        "wazir play puzzles.ben39 --record second  start from a position of a file",
    ),
    arguments=_arguments,
    run=_run,
)
