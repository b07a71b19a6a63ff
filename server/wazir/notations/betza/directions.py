"""Directions and leaps as places on a circle, and the steps that they select (B3, B5, B12, B20,
B22, B25).

All directions lie on a circle of sixteen places, clockwise from straight forward: 0, 4, 8, 12 are
orthogonal, 2, 6, 10, 14 diagonal, and the odd ones oblique, each between an orthogonal and a
diagonal way. What a sign selects is a set of places relative to the heading, by the shape of the
places to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from wazir.piece.board import place
from wazir.piece.model import Vector, Way, Ways

Places = frozenset[int]


KEPT = 8192
"""As many answers are kept of each kind."""


class Shape(Enum):
    """The places that an atom has to choose from, relative to the heading."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

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
        ff 14 2 | rr 2 6 | bb 6 10 | ll 10 14 | fs 14 2 | bs 6 10 | lv 10 14 | rv 2 6
        rl 2 6 10 14 | lr 2 6 10 14
        fl 14 | lf 14 | fr 2 | rf 2 | bl 10 | lb 10 | br 6 | rb 6
    """,
    Shape.OBLIQUE: """
        f 15 1 | r 3 5 | b 7 9 | l 11 13 | v 15 1 7 9 | s 3 5 11 13 | a 1 3 5 7 9 11 13 15
        ff 15 1 | rr 3 5 | bb 7 9 | ll 11 13 | fs 13 3 | bs 5 11 | lv 9 15 | rv 1 7
        rl 3 5 11 13 | lr 3 5 11 13
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
"""The selection of each sign from each shape."""

CHIRAL = frozenset({"hl", "hr"})
"""The signs that only xbetza has: the leaps that turn left, or right."""

OLD_SIDEWAYS = frozenset({"rl", "lr"})
"""Older spellings of `s`."""

DIRECTION_LETTERS = frozenset("fblrvsha")


class Sign(NamedTuple):
    """A direction as it is read: a pair or a single letter, by its place among the letters
    given.
    """

    text: str
    start: int
    places: Places | None
    """Its selection; None if the shape has no such sign."""


def read_signs(letters: str, shape: Shape, chiral: bool) -> list[Sign]:
    """Direction letters as signs, from the left, a pair before a single letter (B5)."""
    table = SIGNS[shape]
    signs, at = [], 0
    while at < len(letters):
        pair = letters[at : at + 2]
        text = pair if pair in table and (chiral or pair not in CHIRAL) else letters[at]
        signs.append(Sign(text, at, table.get(text)))
        at += len(text)
    return signs


@lru_cache(KEPT)
def step(leap: Vector, at: int) -> Vector | None:
    """The step of a leap, such as (1, 2), at a place of the circle; None if it has none there."""
    near, far = sorted(leap)
    inside = {0: near == 0, 1: 0 < near < far, 2: near == far, 3: 0 < near < far}[at % 4]
    if not inside:
        return None
    x, y = (far, near) if at % 4 == 3 else (near, far)
    for _ in range(at // 4):
        x, y = y, -x
    return x, y


def shape_of(leaps: Sequence[Vector]) -> Shape:
    """The places that leaps have, as a first leg sees them."""
    if len(leaps) > 1:
        return Shape.EIGHT
    near, far = sorted(leaps[0])
    if near == 0:
        return Shape.ORTHOGONAL
    if near == far:
        return Shape.DIAGONAL
    return Shape.OBLIQUE


# Steps. Directions come as runs: letters that stand together, so that two of them may be a pair

Leaps = tuple[Vector, ...]
Runs = tuple[str, ...]

_OBLIQUE = SIGNS[Shape.OBLIQUE]["a"]


class Steps(NamedTuple):
    """The ways of a leg, all straight, and the shapes from which its directions select."""

    ways: Ways
    shapes: tuple[Shape, ...]
    possible: tuple[Shape, ...]
    """The shapes that such a leg may have on other paths too."""

    @property
    def first(self) -> tuple[Vector, ...]:
        """The first step of every way."""
        return tuple(way[0] for _, ways in self.ways for way in ways)


@lru_cache(KEPT)
def first_steps(runs: Runs, leaps: Leaps, sums: bool, chiral: bool) -> Steps:
    """The steps of a first leg. In the original dialect K and Q are *sums* of parts with their own
    directions (B5).
    """
    parts = [(leap,) for leap in leaps] if sums else [leaps]
    steps: list[Vector] = []
    for part in parts:
        shape = shape_of(part)
        steps += _steps(part, select(runs, shape, chiral) if runs else SIGNS[shape]["a"])
    shapes = tuple(map(shape_of, parts))
    return Steps(((None, straight(steps)),), shapes, shapes)


@lru_cache(KEPT)
def later_steps(
    runs: Runs, leaps: Leaps, headings: tuple[Vector, ...], is_chained: bool, chiral: bool
) -> Steps:
    """The steps after each heading: of a chain, directions count from it (B12), else in eighths of
    a turn (B20).
    """
    family = leaps if is_chained else _family(leaps)
    table: dict[Vector, tuple[Vector, ...]] = {}
    shapes: dict[Shape, None] = {}
    for heading in headings:
        shape, at = seen_from(heading, leaps) if is_chained else (Shape.EIGHT, place(heading))
        default = unwritten(shape, leaps, first=False, is_chained=is_chained)
        turns = select(runs, shape, chiral) if runs else default
        table[heading] = _steps(family, frozenset((turn + at) % 16 for turn in turns))
        shapes[shape] = None
    ways: Ways = tuple((heading, straight(steps)) for heading, steps in table.items())
    if len({frozenset(steps) for steps in table.values()}) == 1:  # the heading does not matter
        ways = ((None, ways[0][1]),)
    return Steps(ways, tuple(shapes), _POSSIBLE[shape_of(leaps)] if is_chained else (Shape.EIGHT,))


def seen_from(heading: Vector, leaps: Leaps) -> tuple[Shape, int]:
    """The shape of the places of leaps as they look from a heading, and the place that directions
    count from (B12).

    From an oblique heading, directions of leaps that are not oblique count from the way of its
    longer part.
    """
    own = frozenset(at for leap in leaps for at in range(16) if step(leap, at))
    at = place(heading)
    if at % 2 and not own <= _OBLIQUE:
        at = (at + 2) // 4 * 4 % 16
    kinds = frozenset((each - at) % 4 for each in own)
    straight = {frozenset({0}): Shape.ORTHOGONAL, frozenset({2}): Shape.DIAGONAL}
    return straight.get(kinds) or (Shape.OBLIQUE if kinds <= {1, 3} else Shape.EIGHT), at


def unwritten(shape: Shape, leaps: Leaps, *, first: bool, is_chained: bool) -> Places:
    """The places that a leg without directions selects: all on a first leg, straight on in a chain
    (B5, B12).

    Else every way but straight back; a four-way atom then keeps to the kind of its heading (B20).
    """
    if first or is_chained:
        return SIGNS[shape]["a" if first else "f"]
    is_four_way = len(leaps) == 1 and shape_of(leaps) is not Shape.OBLIQUE
    return frozenset({0, 4, 12}) if is_four_way else SIGNS[shape]["a"] - {8}


_POSSIBLE = {
    Shape.ORTHOGONAL: (Shape.ORTHOGONAL, Shape.DIAGONAL),
    Shape.DIAGONAL: (Shape.DIAGONAL, Shape.ORTHOGONAL),
    Shape.OBLIQUE: (Shape.OBLIQUE, Shape.EIGHT),
    Shape.EIGHT: (Shape.EIGHT,),
}
"""The shapes that a later leg of each shape may have, relative to its heading: paths that fork
bring several.
"""


@lru_cache(KEPT)
def select(runs: Runs, shape: Shape, chiral: bool) -> Places:
    """The places that directions select."""
    signs = (sign for run in runs for sign in read_signs(run, shape, chiral))
    return frozenset[int]().union(*(sign.places or () for sign in signs))


def _family(leaps: Leaps) -> Leaps:
    """The leaps of an atom with those that a turn by an eighth makes of them: W and F, D and A, H
    and G.
    """
    if len(leaps) > 1 or shape_of(leaps) is Shape.OBLIQUE:
        return leaps
    far = max(leaps[0])
    return ((0, far), (far, far))


def _steps(leaps: Leaps, places: Places) -> tuple[Vector, ...]:
    """The steps of leaps at some places."""
    vectors = (step(leap, at) for at in sorted(places) for leap in leaps)
    return tuple(vector for vector in vectors if vector)


@lru_cache(KEPT)
def headings_of(ways: Ways) -> tuple[Vector, ...]:
    """Every last step that a leg with these ways may end with."""
    all_rides = chain.from_iterable(rides for _, rides in ways)
    return tuple(dict.fromkeys(chain.from_iterable(all_rides)))


def straight(steps: Iterable[Vector]) -> tuple[Way, ...]:
    """Rides that keep to their first step."""
    return tuple((vector,) for vector in steps)


def crooked(steps: Iterable[Vector]) -> tuple[Way, ...]:
    """Rides that turn a quarter to one side and back in turn, both ways round (`z`, B8)."""
    return tuple(way for x, y in steps for way in (((x, y), (y, -x)), ((x, y), (-y, x))))


def circular(steps: Iterable[Vector], leaps: Leaps) -> tuple[Way, ...]:
    """Rides that turn by an eighth at each step, always to the same side (`q`, B22)."""
    family = _family(leaps)
    ways = []
    for first in steps:
        for turn in (2, -2):
            places = ((place(first) + turn * n) % 16 for n in range(8))
            vectors = (step(leap, at) for at in places for leap in family)
            ways.append(tuple(vector for vector in vectors if vector))
    return tuple(ways)


def going_on(ways: Iterable[Way]) -> Ways:
    """The ways that keep to a ride: after each of its steps, the rest of it."""
    table: dict[Vector, dict[Way, None]] = {}
    for way in ways:
        for number, vector in enumerate(way):
            rest = way[number + 1 :] + way[: number + 1]
            table.setdefault(vector, {})[rest] = None
    return tuple((vector, tuple(rests)) for vector, rests in table.items())


# The shortest directions that select given places (B25)

LETTERS = "fblrvsh"
"""Direction letters in the order in which equally short ones are preferred; `a` comes last."""

Shapes = tuple[Shape, ...]
"""The shapes from which the same letters select: K of the original dialect is W and F."""

_State = tuple[Places, str]
"""The places so far, and the letter that may still become a pair."""


def shortest(
    shapes: Shapes, selected: Iterable[Places], dialect_has_a: bool, chiral: bool
) -> str | None:
    """The shortest letters that select these places from each shape; None if no letters do, and for
    no places.
    """
    return _texts(shapes, dialect_has_a, chiral).get(tuple(selected))


@cache
def selections(
    shape: Shape, dialect_has_a: bool = False, chiral: bool = True
) -> Mapping[Places, str]:
    """All selections from a shape, with the shortest spelling of each; by default with the letters
    of XBetza.
    """
    return {places: text for (places,), text in _texts((shape,), dialect_has_a, chiral).items()}


@lru_cache(maxsize=64)
def _texts(shapes: Shapes, dialect_has_a: bool, chiral: bool) -> Mapping[tuple[Places, ...], str]:
    """The first letters found for each selection, breadth first: letter by letter, as they are read
    (B5).
    """
    start: tuple[_State | None, ...] = tuple((frozenset(), "") for _ in shapes)
    texts: dict[tuple[Places, ...], str] = {}
    seen, front = {start}, [(start, "")]
    while front:
        following = []
        for states, text in front:
            for letter in LETTERS + "a" * dialect_has_a:
                after = tuple(
                    _read(*pair, letter, chiral) for pair in zip(shapes, states, strict=True)
                )
                if None in after or after in seen:
                    continue
                seen.add(after)
                following.append((after, text + letter))
                ended = tuple(_read(*pair, "", chiral) for pair in zip(shapes, after, strict=True))
                if None not in ended:
                    texts.setdefault(tuple(state[0] for state in ended if state), text + letter)
        front = following
    return texts


def _read(shape: Shape, state: _State | None, letter: str, chiral: bool) -> _State | None:
    """The state after one more letter, or at the end of the text; None if the shape has no such
    sign.
    """
    places, pending = state or (frozenset(), "")
    signs = read_signs(pending + letter, shape, chiral)
    is_open = bool(letter) and len(signs[-1].text) == 1
    for sign in signs[:-1] if is_open else signs:
        if sign.places is None:
            return None
        places |= sign.places
    return places, letter if is_open else ""
