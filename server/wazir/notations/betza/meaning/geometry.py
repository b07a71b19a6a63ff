"""Directions and leaps as places on a circle (B3, B5, B12, B20).

All directions lie on a circle of sixteen places, clockwise from straight forward: 0, 4, 8, 12 are orthogonal, 2, 6, 10,
14 diagonal, and the odd ones oblique, each between an orthogonal and a diagonal way. What a sign selects is a set of
places relative to the heading, by the shape of the places to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from wazir.piece.model import Vector

Places = frozenset[int]


class Shape(Enum):
    """The places that an atom has to choose from, relative to the heading."""

    ORTHOGONAL = "four orthogonal ways"
    DIAGONAL = "four diagonal ways"
    OBLIQUE = "eight oblique leaps"
    EIGHT = "eight ways"


_SIGNS = {
    Shape.ORTHOGONAL: """
        f 0 | r 4 | b 8 | l 12 | v 0 8 | s 4 12 | a 0 4 8 12 | rl 4 12 | lr 4 12
    """,
    Shape.DIAGONAL: """
        f 14 2 | r 2 6 | b 6 10 | l 10 14 | v 2 6 10 14 | s 2 6 10 14 | a 2 6 10 14
        ff 14 2 | rr 2 6 | bb 6 10 | ll 10 14 | fs 14 2 | bs 6 10 | lv 10 14 | rv 2 6 | rl 2 6 10 14 | lr 2 6 10 14
        fl 14 | lf 14 | fr 2 | rf 2 | bl 10 | lb 10 | br 6 | rb 6
    """,
    Shape.OBLIQUE: """
        f 15 1 | r 3 5 | b 7 9 | l 11 13 | v 15 1 7 9 | s 3 5 11 13 | a 1 3 5 7 9 11 13 15
        ff 15 1 | rr 3 5 | bb 7 9 | ll 11 13 | fs 13 3 | bs 5 11 | lv 9 15 | rv 1 7 | rl 3 5 11 13 | lr 3 5 11 13
        lf 15 | rf 1 | fr 3 | br 5 | rb 7 | lb 9 | bl 11 | fl 13
        fh 13 15 1 3 | rh 1 3 5 7 | bh 5 7 9 11 | lh 9 11 13 15 | hr 1 5 9 13 | hl 3 7 11 15
    """,
    Shape.EIGHT: """
        f 0 | r 4 | b 8 | l 12 | v 0 8 | s 4 12 | a 0 2 4 6 8 10 12 14
        ff 0 | rr 4 | bb 8 | ll 12 | fs 14 2 | bs 6 10 | lv 10 14 | rv 2 6 | rl 4 12 | lr 4 12
        fl 14 | lf 14 | fr 2 | rf 2 | bl 10 | lb 10 | br 6 | rb 6
        fh 14 0 2 | rh 2 4 6 | bh 6 8 10 | lh 10 12 14
    """,
}
SIGNS: dict[Shape, dict[str, Places]] = {
    shape: {
        sign: frozenset(map(int, places))
        for entry in text.replace("\n", "|").split("|")
        if entry.strip()
        for sign, *places in [entry.split()]
    }
    for shape, text in _SIGNS.items()
}
"""What each sign selects from each shape."""

CHIRAL = frozenset({"hl", "hr"})
"""The signs that only xbetza has: the leaps that turn left, or right."""

OLD_SIDEWAYS = frozenset({"rl", "lr"})
"""Older spellings of `s`."""

DIRECTION_LETTERS = frozenset("fblrvsha")


class Sign(NamedTuple):
    """A direction as it is read: a pair or a single letter, by its place among the letters given."""

    text: str
    start: int
    places: Places | None
    """What it selects; None if the shape has no such sign."""


def read_signs(letters: str, shape: Shape, chiral: bool) -> list[Sign]:
    """Direction letters as signs, from the left, a pair before a single letter (B5)."""
    table = SIGNS[shape]
    signs, at = [], 0
    while at < len(letters):
        pair = letters[at : at + 2]
        text = pair if len(pair) == 2 and pair in table and (chiral or pair not in CHIRAL) else letters[at]
        signs.append(Sign(text, at, table.get(text)))
        at += len(text)
    return signs


def place(vector: Vector) -> int:
    """The place of a step on the circle."""
    x, y = vector
    quarter = next(q for q in range(4) if _turn((x, y), -q)[0] >= 0 and _turn((x, y), -q)[1] > 0)
    x, y = _turn((x, y), -quarter)
    inside = 0 if x == 0 else 1 if x < y else 2 if x == y else 3
    return (4 * quarter + inside) % 16


def _turn(vector: Vector, quarters: int) -> Vector:
    """A step turned clockwise by so many quarter turns."""
    x, y = vector
    for _ in range(quarters % 4):
        x, y = y, -x
    return (x, y)


def step(leap: Vector, at: int) -> Vector | None:
    """The step of a leap, such as (1, 2), at a place of the circle; None if it has none there."""
    near, far = sorted(leap)
    inside = {0: near == 0, 1: 0 < near < far, 2: near == far, 3: 0 < near < far}[at % 4]
    if not inside:
        return None
    first = (far, near) if at % 4 == 3 else (near, far)
    return _turn(first, at // 4)


def longer_way(at: int) -> int:
    """The orthogonal place nearest to an oblique one: the way of its longer part (B12)."""
    return at if at % 2 == 0 else (at + 2) // 4 * 4 % 16


def shape_of(leaps: Sequence[Vector]) -> Shape:
    """The places that leaps have, as a first leg sees them."""
    if len(leaps) > 1:
        return Shape.EIGHT
    near, far = sorted(leaps[0])
    return Shape.ORTHOGONAL if near == 0 else Shape.DIAGONAL if near == far else Shape.OBLIQUE


def relative_shape(places: Iterable[int], heading: int) -> Shape:
    """The shape of the places, all absolute, as they look from a heading."""
    kinds = {(at - heading) % 4 for at in places}
    if kinds == {0}:
        return Shape.ORTHOGONAL
    if kinds == {2}:
        return Shape.DIAGONAL
    return Shape.OBLIQUE if kinds <= {1, 3} else Shape.EIGHT
