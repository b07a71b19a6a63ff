"""A position as text: the drawing of its inventor, what that does not show, and a sentence about all of it."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.ben39.diagram import draw
from wazir.ben39.evaluation import facts
from wazir.ben39.position import CASTLES, LETTERS, Side, State, turn, unpack
from wazir.ben39.words import balance, listed, standing


def drawing(state: State) -> str:
    """The position in signs (G23), and below it what they do not show."""
    return "\n".join((*draw(state), "", f"turn: {turn(state)}", *beside(state)))


def beside(state: State) -> Iterator[str]:
    """What stands beside the board, as lines of a record: hands, reserves, and the next steps of the castles."""
    position = unpack(state)
    for key, held in (("hand", position.hands), ("reserve", position.reserves)):
        yield from (f"{side} {key}: {' '.join(held[side])}" for side in Side if held[side])
    steps = [f"{place}{LETTERS[piece][1:]}" for place, (_, piece) in position.intersections.items() if piece in CASTLES]
    if steps:
        yield f"castles: {' '.join(steps)}"


def sentence(state: State) -> str:
    """A sentence or two for those who do not see the board: whose turn it is, check, and material."""
    known = facts(state)
    frozen = f" Immobilized: {listed(known.immobilized)}." if known.immobilized else ""
    return f"{standing(known)} Material: {balance(known.material)}.{frozen}"
