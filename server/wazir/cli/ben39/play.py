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
from collections.abc import Iterable
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic

from wazir.ben39.actions import Game, spell
from wazir.ben39.clocks import TimeControl, shown, time_control
from wazir.ben39.position import OPENING, Side, turn
from wazir.ben39.reading import read
from wazir.ben39.rules import actions
from wazir.ben39.words import (
    describe,
    title,
)
from wazir.cli.ben39.commands import INPUTS, commands_of
from wazir.cli.ben39.records import (
    NamedGame,
    add_limits,
    add_records,
    limits,
    records,
    written,
)
from wazir.cli.ben39.table import (
    Table,
    save_at_end,
    show,
    tell,
    tell_why,
    thought,
    with_action,
)
from wazir.cli.command import Status, UsageError
from wazir.cli.console import safe
from wazir.cli.files import STDIN
from wazir.features.game.evaluation import best
from wazir.system import complete, interrupted

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


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    _require_valid(options)
    table = _table(options)
    who = f"You are {title(table.side)}." if table.side is not None else _TWO_PEOPLE
    print(f"{who}\nEnter an action, such as `X@e5` or `Rj4-j8`, or `help`.\n")
    show(table)
    status = Status.CLEAN
    try:
        while not table.left:
            table = _step(table)
    except KeyboardInterrupt:
        print()
        status = Status.INTERRUPTED
    is_saved = options.save is None or save_at_end(table, options.save.expanduser())
    is_lost = options.save is None and table.text != table.kept
    if is_lost or not is_saved:
        print("\nThe game as a .ben39 file:\n")
        print("\n".join(map(safe, table.text.rstrip("\n").split("\n"))))
    return status if is_saved else Status.USAGE_ERROR


_TWO_PEOPLE = "Two people play, White and Black in turn."


def _require_valid(options: Namespace) -> None:
    """Nothing, if the options go together.

    Raises:
        UsageError: They do not, or the file to save exists.
    """
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


def _table(options: Namespace) -> Table:
    """The game at its beginning."""
    record = _record(options)
    name, game = record.name or "game", record.game
    side = None
    if options.against == "program":
        side = next((side for side in Side if str(side) == options.side), turn(game.state))
    return Table(
        name=name,
        game=game,
        side=side,
        limits=limits(options, SECONDS),
        kept=written(name, game),
        control=options.clock,
        spent=(None,) * len(game.actions),
        since=monotonic(),
    )


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
    if is_of_program and (action := best(state, thought(table))):
        tell(f"{title(turn(state))} plays {spell(action)}. {describe(state, action)}")
        print()
        after = with_action(table, action)
        show(after)
        return after
    line = _line(table)
    if not table.is_over and (end := table.clocks) and end.result:
        tell(end.result)
        table = replace(table, spent=(*table.spent, inf), result=end.result)
    if line is None:
        return replace(table, left=True)
    word, _, rest = line.partition(" ")
    if command := INPUTS.get(word.lower()):
        return command.answer(table, rest.strip()) or table
    return _acted(table, line) if line else table


def _line(table: Table) -> str | None:
    """A line of input, empty if the flag of the user falls before; None at the end of the input."""
    state, now = table.game.state, table.clocks
    words = [*commands_of(table), *map(spell, actions(state))]
    name = title(turn(state))
    if now is None:
        return _asked(f"{name}> ", words)
    left = now.left[turn(state)]
    prompt = f"{name} {shown(left)}> "
    if table.is_over:
        return _asked(prompt, words)
    try:
        with interrupted(max(left, _SHORTEST)):
            return _asked(prompt, words)
    except TimeoutError:
        print()
        return ""


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
        tell("The game has ended.")
        return table
    reading = read(table.game.state, text)
    action = reading.action or reading.meant
    if action is None:
        tell_why(reading)
        return table
    for warning in reading.warnings:
        tell(warning)
    if reading.meant:
        tell(f"You play {spell(action)}. {describe(table.game.state, action)}")
    after = with_action(table, action)
    if table.side is None or not actions(after.game.state):
        show(after)
    return after
