"""From the directions of a leg to the steps it may take (B5, B12, B20, B22).

Directions come as runs: letters that stand together, so that two of them may be a pair. The answers depend on nothing
else than the arguments, and are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from wazir.notations.betza.meaning.geometry import (
    OLD_SIDEWAYS,
    SIGNS,
    Places,
    Shape,
    longer_way,
    place,
    read_signs,
    relative_shape,
    shape_of,
    step,
)
from wazir.piece.model import Leg, Vector, Way, Ways

KEPT = 8192
"""As many answers are kept of each kind."""

Leaps = tuple[Vector, ...]
Runs = tuple[str, ...]

_ALL = SIGNS[Shape.EIGHT]["a"]
_OBLIQUE = SIGNS[Shape.OBLIQUE]["a"]


class Refused(NamedTuple):
    """A sign that the places to choose from do not have."""

    shape: Shape
    run: int
    """The run in which it stands."""
    start: int
    """Where it begins in its run."""
    text: str


class Old(NamedTuple):
    """`rl` or `lr`, read as a pair whatever the heading."""

    run: int
    """The run in which it stands."""
    start: int
    """Where it begins in its run."""


class Steps(NamedTuple):
    """The ways of a leg, all straight, with the signs that could not be read and those of an older spelling."""

    ways: Ways
    refused: tuple[Refused, ...] = ()
    old: tuple[Old, ...] = ()

    @property
    def first(self) -> tuple[Vector, ...]:
        """The first step of every way."""
        return tuple(way[0] for _, ways in self.ways for way in ways)


@lru_cache(KEPT)
def first_steps(runs: Runs, leaps: Leaps, sums: bool, chiral: bool) -> Steps:
    """The steps of a first leg. In the original dialect K and Q are *sums* of parts with their own directions (B5)."""
    parts = [(leap,) for leap in leaps] if sums else [leaps]
    steps: list[Vector] = []
    for part in parts:
        shape = shape_of(part)
        places = _select(runs, shape, chiral)
        steps += _steps(part, SIGNS[shape]["a"] if places is None else places)
    shapes = [shape_of(part) for part in parts]
    return Steps(((None, straight(steps)),), _refused(runs, shapes, chiral), _old(runs, shapes, chiral))


@lru_cache(KEPT)
def chained_steps(runs: Runs, leaps: Leaps, headings: tuple[Vector, ...], chiral: bool) -> Steps:
    """The steps after each heading, directions counting from it; straight on by default (B12)."""
    own = frozenset(at for leap in leaps for at in range(16) if step(leap, at))
    table: dict[Vector, tuple[Vector, ...]] = {}
    shapes: dict[Shape, None] = {}
    for heading in headings:
        here = place(heading)
        if not own <= _OBLIQUE:
            here = longer_way(here)
        shape = relative_shape(own, here)
        places = _select(runs, shape, chiral)
        table[heading] = _steps(leaps, _from(SIGNS[shape]["f"] if places is None else places, here))
        shapes[shape] = None
    possible = _POSSIBLE[shape_of(leaps)]
    return Steps(_by_heading(table), _refused(runs, shapes, chiral), _old(runs, possible, chiral))


@lru_cache(KEPT)
def turned_steps(runs: Runs, leaps: Leaps, headings: tuple[Vector, ...]) -> Steps:
    """The steps after each heading, directions counting in eighths of a turn (B20).

    By default every way but straight back; a four-way atom then keeps to the kind of its heading.
    """
    four_ways = len(leaps) == 1 and shape_of(leaps) is not Shape.OBLIQUE
    default = frozenset({0, 4, 12}) if four_ways else _ALL - {8}
    places = _select(runs, Shape.EIGHT, chiral=True)
    turns = default if places is None else places
    table = {heading: _steps(_family(leaps), _from(turns, place(heading))) for heading in headings}
    eight = (Shape.EIGHT,)
    return Steps(_by_heading(table), _refused(runs, eight, chiral=True), _old(runs, eight, chiral=True))


_POSSIBLE = {
    Shape.ORTHOGONAL: (Shape.ORTHOGONAL, Shape.DIAGONAL),
    Shape.DIAGONAL: (Shape.DIAGONAL, Shape.ORTHOGONAL),
    Shape.OBLIQUE: (Shape.OBLIQUE, Shape.EIGHT),
    Shape.EIGHT: (Shape.EIGHT,),
}
"""The shapes that a later leg of each shape may have, relative to its heading: paths that fork bring several."""


def _select(runs: Runs, shape: Shape, chiral: bool) -> Places | None:
    """The places that directions select; None without any."""
    signs = (sign for run in runs for sign in read_signs(run, shape, chiral))
    return frozenset[int]().union(*(sign.places or () for sign in signs)) if runs else None


def _refused(runs: Runs, shapes: Iterable[Shape], chiral: bool) -> tuple[Refused, ...]:
    """The signs that some of the shapes do not have."""
    found = (
        Refused(shape, number, sign.start, sign.text)
        for shape in shapes
        for number, run in enumerate(runs)
        for sign in read_signs(run, shape, chiral)
        if sign.places is None
    )
    return tuple(dict.fromkeys(found))


def _old(runs: Runs, shapes: Iterable[Shape], chiral: bool) -> tuple[Old, ...]:
    """The pairs `rl` and `lr`, where all of the shapes read them as pairs."""
    found = [
        {
            Old(number, sign.start)
            for number, run in enumerate(runs)
            for sign in read_signs(run, shape, chiral)
            if sign.text in OLD_SIDEWAYS
        }
        for shape in shapes
    ]
    return tuple(sorted(set.intersection(*found)))


def _family(leaps: Leaps) -> Leaps:
    """The leaps of an atom with those that a turn by an eighth makes of them: W and F, D and A, H and G."""
    if len(leaps) > 1 or shape_of(leaps) is Shape.OBLIQUE:
        return leaps
    far = max(leaps[0])
    return ((0, far), (far, far))


def _from(places: Places, heading: int) -> Places:
    return frozenset((at + heading) % 16 for at in places)


def _steps(leaps: Leaps, places: Places) -> tuple[Vector, ...]:
    return tuple(found for at in sorted(places) for leap in leaps if (found := step(leap, at)))


def _by_heading(table: dict[Vector, tuple[Vector, ...]]) -> Ways:
    """A table of steps as the ways of a leg; one entry where the heading does not matter."""
    if len({frozenset(steps) for steps in table.values()}) == 1:
        return ((None, straight(next(iter(table.values())))),)
    return tuple((heading, straight(steps)) for heading, steps in table.items())


def headings_of(leg: Leg) -> tuple[Vector, ...]:
    """Every last step that a leg may end with."""
    return tuple(dict.fromkeys(vector for _, ways in leg.ways for way in ways for vector in way))


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
            ways.append(tuple(found for at in places for leap in family if (found := step(leap, at))))
    return tuple(ways)


def going_on(ways: Iterable[Way]) -> Ways:
    """The ways that keep to a ride: after each of its steps, the rest of it."""
    table: dict[Vector, dict[Way, None]] = {}
    for way in ways:
        for number, vector in enumerate(way):
            rest = way[number + 1 :] + way[: number + 1]
            table.setdefault(vector, {})[rest] = None
    return tuple((vector, tuple(rests)) for vector, rests in table.items())
