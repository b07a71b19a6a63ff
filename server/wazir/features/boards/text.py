"""A position as text: the drawing of its inventor, what that does not show, and a sentence about all of it."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.ben39.diagram import draw
from wazir.ben39.facts import Facts, facts
from wazir.ben39.position import CASTLES, LETTERS, Side, State, unpack
from wazir.ben39.words import balance, controlled, listed, standing


def drawing(state: State) -> str:
    """The position in signs (G23), with whose turn it is, and what is beside the board, below."""
    known = facts(state)
    return "\n".join((*draw(state), "", *beside(state), *_controlled(known), standing(known)))


def beside(state: State) -> Iterator[str]:
    """What a drawing does not show, as lines of a record: hands, reserves, and the next steps of the castles."""
    position = unpack(state)
    for key, held in (("hand", position.hands), ("reserve", position.reserves)):
        yield from (f"{side} {key}: {' '.join(held[side])}" for side in Side if held[side])
    steps = [f"{place}{LETTERS[piece][1:]}" for place, (_, piece) in position.intersections.items() if piece in CASTLES]
    if steps:
        yield f"castles: {' '.join(steps)}"


def _controlled(known: Facts) -> Iterator[str]:
    """Of each movable square, who may move it; and what cannot move."""
    yield from (f"{place}: {controlled(control)}" for place, control in known.control.items() if any(control.counts))
    if known.immobilized:
        yield f"immobilized: {listed(known.immobilized)}"


def sentence(state: State) -> str:
    """A sentence or two for those who do not see the board: whose turn it is, check, and material."""
    known = facts(state)
    pieces = f"Material: {balance(known.material)}."
    frozen = f" Immobilized: {listed(known.immobilized)}." if known.immobilized else ""
    return f"{standing(known)} {pieces}{frozen}"
