"""The score sheet of a game: its actions as written and in words."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.ben39.actions import Game, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import write
from wazir.ben39.position import OPENING, turn
from wazir.ben39.rules import in_check
from wazir.ben39.words import describe, standing, title


def score_sheet(name: str, game: Game, result: str = "") -> str:
    """The score sheet as lines of plain text.

    Args:
        name: The name of the game.
        game: The game.
        result: The end of the game as a sentence, if it did not end on the board.
    """
    return "\n".join((name, "", *_start(game), *_lines(game), "", result or standing(facts(game.state)))) + "\n"


def _start(game: Game) -> Iterator[str]:
    if game.start != OPENING:
        yield from (f"From {write(game.start)}", "")


def _lines(game: Game) -> Iterator[str]:
    """A line for each action, with a number for each two of White and Black."""
    spelled = [spell(action) for action in game.actions]
    room, first = max(map(len, spelled), default=0), int(turn(game.start))
    for at, action in enumerate(game.actions):
        state, after = game.states[at], game.states[at + 1]
        number, is_black = divmod(at + first, 2)
        shown = "" if is_black and at else f"{number + 1}."
        check = " Check." if in_check(after, turn(after)) else ""
        yield f"{shown:>4} {title(turn(state))}  {spelled[at]:{room}}  {describe(state, action)}{check}"
