"""From the directions of a leg to the steps it may take (B5, B12, B20)."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.atoms import Atom
from wazir.notations.betza.dialects import ORIGINAL, XBETZA
from wazir.notations.betza.geometry import (
    SIGNS,
    Places,
    Shape,
    longer_way,
    place,
    read_signs,
    relative_shape,
    step,
)
from wazir.notations.betza.modifiers import Words
from wazir.notations.betza.report import Report
from wazir.piece.model import Leg, Vector, Way, Ways
from wazir.text import Edit, Span

StepsByHeading = dict[Vector, tuple[Vector, ...]]

ALL = SIGNS[Shape.EIGHT]["a"]
_OBLIQUE = SIGNS[Shape.OBLIQUE]["a"]


def first_ways(words: Words, atom: Atom, dialect: str, report: Report) -> tuple[Vector, ...]:
    """The first steps of a move. In the original dialect K and Q are plain sums (B5)."""
    if dialect == ORIGINAL:
        parts = [Atom(atom.text, atom.span, (leap,), atom.least, atom.most, atom.ranged) for leap in atom.leaps]
    else:
        parts = [atom]
    steps: list[Vector] = []
    for part in parts:
        places = select(words, part.shape(), atom, dialect, report)
        steps += _steps(part.leaps, places if places is not None else SIGNS[part.shape()]["a"])
    return tuple(steps)


def chained_ways(words: Words, atom: Atom, headings: Iterable[Vector], dialect: str, report: Report) -> StepsByHeading:
    """The steps after each heading, directions counting from it; straight on by default (B12)."""
    own = frozenset(at for leap in atom.leaps for at in range(16) if step(leap, at))
    table = {}
    for heading in headings:
        here = place(heading)
        if not own <= _OBLIQUE:
            here = longer_way(here)
        shape = relative_shape(own, here)
        places = select(words, shape, atom, dialect, report)
        table[heading] = _steps(atom.leaps, _from(places if places is not None else SIGNS[shape]["f"], here))
    return table


def turned_ways(words: Words, atom: Atom, headings: Iterable[Vector], report: Report) -> StepsByHeading:
    """The steps after each heading, directions counting in eighths of a turn (B20).

    By default every way but straight back; a four-way atom then keeps to the kind of its heading.
    """
    four_ways = len(atom.leaps) == 1 and atom.shape() is not Shape.OBLIQUE
    default = frozenset({0, 4, 12}) if four_ways else ALL - {8}
    family = _family(atom)
    table = {}
    for heading in headings:
        places = select(words, Shape.EIGHT, atom, XBETZA, report)
        table[heading] = _steps(family, _from(places if places is not None else default, place(heading)))
    return table


def _family(atom: Atom) -> tuple[Vector, ...]:
    """The leaps of an atom with those that a turn by an eighth makes of them: W and F, D and A, H and G."""
    if len(atom.leaps) > 1 or atom.shape() is Shape.OBLIQUE:
        return atom.leaps
    far = max(atom.leaps[0])
    return ((0, far), (far, far))


def _from(places: Places, heading: int) -> Places:
    return frozenset((at + heading) % 16 for at in places)


def _steps(leaps: tuple[Vector, ...], places: Places) -> tuple[Vector, ...]:
    return tuple(found for at in sorted(places) for leap in leaps if (found := step(leap, at)))


def select(words: Words, shape: Shape, atom: Atom, dialect: str, report: Report) -> Places | None:
    """The places that the directions of a leg select; None if it has none."""
    if not words.runs:
        return None
    places: Places = frozenset()
    for run in words.runs:
        for sign in read_signs("".join(token.text for token in run), shape, chiral=dialect == XBETZA):
            if sign.places is not None:
                places |= sign.places
                continue
            span = Span(run[sign.start].start, run[sign.start + len(sign.text) - 1].end)
            report(
                rules.NO_DIRECTION,
                span,
                f"`{sign.text}` is no direction of `{atom.text}`, which has {shape.value}: {_allowed(shape, dialect)}.",
                fixes=(Fix(f"Remove `{sign.text}`", (Edit(span, ""),), safe=False),),
            )
    return places


def _allowed(shape: Shape, dialect: str) -> str:
    """The signs of a shape, as a list in words."""
    signs = [sign for sign in SIGNS[shape] if sign not in ("hl", "hr") or dialect == XBETZA]
    return ", ".join(f"`{sign}`" for sign in sorted(signs, key=lambda sign: (len(sign), sign)))


def headings_of(leg: Leg) -> tuple[Vector, ...]:
    """Every last step that a leg may end with."""
    return tuple(dict.fromkeys(vector for _, ways in leg.ways for way in ways for vector in way))


def straight(steps: Iterable[Vector]) -> tuple[Way, ...]:
    """Rides that keep to their first step."""
    return tuple((vector,) for vector in steps)


def crooked(steps: Iterable[Vector]) -> tuple[Way, ...]:
    """Rides that turn a quarter to one side and back in turn, both ways round (`z`, B8)."""
    return tuple(way for x, y in steps for way in (((x, y), (y, -x)), ((x, y), (-y, x))))


def circular(steps: Iterable[Vector], atom: Atom) -> tuple[Way, ...]:
    """Rides that turn by an eighth at each step, always to the same side (`q`, B22)."""
    family = _family(atom)
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


def by_heading(table: StepsByHeading) -> Ways:
    """A table of steps as the ways of a leg; one entry where the heading does not matter."""
    kinds = {frozenset(steps) for steps in table.values()}
    if len(kinds) == 1:
        return ((None, straight(next(iter(table.values())))),)
    return tuple((heading, straight(steps)) for heading, steps in table.items())
