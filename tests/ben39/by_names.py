"""Positions by the names of pieces and places, for tests that are about few of them, and by their
one-line form.
"""

from __future__ import annotations

from functools import cache

from wazir.ben39 import fen
from wazir.ben39.position import (
    HAND,
    PIECE_OF,
    RESERVE,
    Owned,
    Position,
    Rule,
    Side,
    State,
    pack,
    under,
)


def standing(pieces: str, turn: Side = Side.WHITE) -> State:
    """A position with `Rd4` and `C+g3` on the board, and `R@` and `X@` in hand and reserve; black
    after an asterisk.
    """
    on_board: dict[str, Owned] = {}
    stored = {Side.WHITE: "", Side.BLACK: ""}
    for token in pieces.split():
        side, name = Side(token[0] == "*"), token.removeprefix("*")
        letters = name[: 2 if name[0] == "C" and name[1] in "+x?" else 1]
        place = name.removeprefix(letters)
        if place == "@":
            stored[side] += letters
        else:
            on_board[place] = Owned(side, PIECE_OF[letters])
    hands, reserves = (
        tuple("".join(letter * stored[side].count(letter) for letter in letters) for side in Side)
        for letters in (HAND, RESERVE)
    )
    return pack(Position(on_board, ("d14", "l2"), turn, hands, reserves))


@cache
def state_of(form: str) -> State:
    """The position of a one-line form that is good, `under` some rules."""
    line, _, rules = form.partition(" under ")
    reading = fen.read(line)
    assert reading.state is not None, reading.faults
    return under(reading.state, frozenset(map(Rule, rules.split())))
