"""The commands of the user during a game of Ben39 at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from wazir.ben39.actions import Game, Kind, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import write
from wazir.ben39.position import turn
from wazir.ben39.reading import read
from wazir.ben39.rules import actions
from wazir.ben39.words import (
    action_count,
    describe,
    sentences,
    title,
)
from wazir.cli.ben39.table import (
    Table,
    print_wrapped,
    put,
    show,
    tell,
    tell_why,
    thought,
    times_in_words,
)
from wazir.cli.console import safe
from wazir.features.game.evaluation import summary
from wazir.features.game.page import score_page, score_sheet
from wazir.notations.ben39.codes import advice
from wazir.notations.ben39.places import is_on_board, place_note


class PlayCommand(NamedTuple):
    """An input that is not an action."""

    usage: str
    """The word of the command, and what follows it."""
    help: str
    answer: Callable[[Table, str], Table | None]
    """Does it, given the text after the word, and returns the table if it changes."""


def _help(table: Table, _: str) -> None:
    offered = commands_of(table).values()
    room = max(len(command.usage) for command in offered) + 2
    for command in offered:
        print_wrapped(command.help, f"{command.usage:{room}}", " " * room)


def commands_of(table: Table) -> dict[str, PlayCommand]:
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
            print_wrapped(" ".join(spelled), "  ", "  ")
    if not legal:
        print("No such action.")


def _eval(table: Table, _: str) -> None:
    """Print the facts of the position."""
    for sentence in sentences(facts(table.game.state)):
        print_wrapped(sentence)


def _why(table: Table, text: str) -> None:
    """Print a description of a place, or why an action is not legal."""
    state, place = table.game.state, text.lower()
    if is_on_board(state, place):
        note = place_note(state, place)
        for answer in (f"{note.title}. {note.text}", *note.notes):
            print_wrapped(answer)
        return
    reading = read(state, text)
    if reading.action:
        tell(f"{reading.spelling} is legal. {describe(state, reading.action)}")
    else:
        tell_why(reading)
        tell(advice(reading.reason.kind) if reading.reason else "")


def _hint(table: Table, _: str) -> None:
    if table.side is None:
        tell("Hints are off in a game between two people.")
    elif actions(table.game.state):
        tell(summary(thought(table)))
    else:
        tell("The game has ended.")


def _undo(table: Table, _: str) -> Table | None:
    """Take back the last action of the user and those after it, with their time; None without
    one.
    """
    game = table.game
    own = [ply for ply, state in enumerate(game.states[:-1]) if table.side in (None, turn(state))]
    if not own:
        tell("There is no action to take back.")
        return None
    done, spent = game.actions[: own[-1]], table.spent[: own[-1]]
    after = replace(table, game=Game(game.start, done), spent=spent, since=monotonic(), result="")
    show(after)
    return after


def _sheet(table: Table, name: str) -> None:
    """Print the score sheet, or write it to a file."""
    file = Path(name).expanduser()
    form = score_page if file.suffix.lower() in (".html", ".htm") else score_sheet
    text = form(table.name, table.game, table.result)
    if not name:
        print("\n".join(map(safe, text.splitlines())))
    elif put(file, text):
        tell(f"Saved the score sheet to {file}.")


def _save(table: Table, name: str) -> Table | None:
    file = Path(name).expanduser() if name else table.file
    if file is None:
        tell("Name a file: save game.ben39")
        return None
    if not put(file, table.text, replaces=file == table.file):
        return None
    tell(f"Saved the game to {file}.")
    return replace(table, kept=table.text, file=file)


def _resign(table: Table, _: str) -> Table:
    if table.is_over:
        return replace(table, left=True)
    side = turn(table.game.state) if table.side is None else table.side
    result = f"{title(side)} resigns. {title(side.other)} wins."
    tell(result)
    return replace(table, result=result, left=True)


def _leave(table: Table, _: str) -> Table:
    return replace(table, left=True)


def _show_times(table: Table, _: str) -> None:
    tell(times_in_words(table) or "There are no clocks; the option --clock adds them.")


_COMMANDS = (
    PlayCommand("board", "show the board again", lambda table, _: show(table)),
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
