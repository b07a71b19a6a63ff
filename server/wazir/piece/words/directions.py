"""Directions on squares and hexagons from the point of view of the mover, and those of later legs
after headings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from wazir.piece.board import CIRCLE, Lattice, Vector, inner, length, place, unit
from wazir.piece.words import join_phrases, number_word

_ORTHOGONAL: Mapping[frozenset[Vector], str] = {
    frozenset({(0, 1), (0, -1), (1, 0), (-1, 0)}): "orthogonally",
    frozenset({(1, 0), (-1, 0)}): "sideways",
    frozenset({(0, 1), (0, -1)}): "forward or backward",
    frozenset({(0, 1), (1, 0), (-1, 0)}): "forward or sideways",
    frozenset({(0, -1), (1, 0), (-1, 0)}): "backward or sideways",
}
_DIAGONAL: Mapping[frozenset[Vector], str] = {
    frozenset({(1, 1), (-1, 1), (1, -1), (-1, -1)}): "diagonally",
    frozenset({(1, 1), (-1, 1)}): "diagonally forward",
    frozenset({(1, -1), (-1, -1)}): "diagonally backward",
    frozenset({(1, 1), (1, -1)}): "diagonally to the right",
    frozenset({(-1, 1), (-1, -1)}): "diagonally to the left",
}
_SINGLE: Mapping[Vector, str] = {
    (0, 1): "forward",
    (0, -1): "backward",
    (1, 0): "to the right",
    (-1, 0): "to the left",
    (1, 1): "forward right",
    (-1, 1): "forward left",
    (1, -1): "backward right",
    (-1, -1): "backward left",
}
_EIGHT: Mapping[frozenset[Vector], str] = {
    frozenset({(0, 1), (1, 1), (-1, 1)}): "straight or diagonally forward",
    frozenset({(0, -1), (1, -1), (-1, -1)}): "straight or diagonally backward",
    frozenset(_SINGLE): "in any direction",
    **{
        frozenset(_SINGLE)
        - {step}: f"in any direction but {'straight' if 0 in step else 'diagonally'} {words}"
        for step, words in _SINGLE.items()
    },
}
_ASIDE = {1: "to the right", -1: "to the left"}
_AHEAD = {1: "forward", -1: "backward"}

_MANY_PARTS = 3
"""The minimum number of missing directions for listing the present ones."""


def square_size(vector: Vector) -> tuple[int, int]:
    """The two components of a step, the smaller first; 0 if it is straight or diagonal."""
    near, far = sorted((abs(vector[0]), abs(vector[1])))
    return (0 if near == far else near), far


def square_lines(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight and diagonal steps: "forward or sideways", "diagonally backward".

    Two phrases if one would be ambiguous.
    """
    if units in _EIGHT:
        return (_EIGHT[units],)
    straight = frozenset(v for v in units if 0 in v)
    diagonal = units - straight
    names = []
    if straight:
        names.append(
            _ORTHOGONAL.get(straight) or join_phrases(_SINGLE[v] for v in _clockwise(straight))
        )
    if diagonal:
        names.append(
            _DIAGONAL.get(diagonal)
            or f"diagonally {join_phrases(_SINGLE[v] for v in _clockwise(diagonal))}"
        )
    return tuple(names)


def square_obliques(vectors: frozenset[Vector]) -> str:
    """The directions of oblique leaps of one size; empty if all eight are present."""
    everything = square_family(next(iter(vectors)))
    if vectors == everything:
        return ""
    named, missing = _named(vectors, everything), _named(everything - vectors, everything)
    if len(missing) < len(named) and len(named) > _MANY_PARTS:
        return f"in any direction but {join_phrases(missing)}"
    return join_phrases(named)


_Parts = tuple[tuple[str, Callable[[int, int], bool]], ...]
"""Sets of directions, each with its name; the largest first."""


def _whole_parts(
    vectors: frozenset[Vector], everything: frozenset[Vector], parts: _Parts
) -> tuple[list[str], set[Vector]]:
    """The names of the sets that some leaps of one size fill, and the leaps that are left."""
    left, names = set(vectors), []
    for words, test in parts:
        part = {v for v in everything if test(*v)}
        if part and part <= left:
            left -= part
            names.append(words)
    return names, left


def _named(vectors: frozenset[Vector], everything: frozenset[Vector]) -> list[str]:
    """The directions of some oblique leaps, half circles and pairs first."""
    near, far = square_size(next(iter(everything)))
    parts, left = _whole_parts(vectors, everything, _OBLIQUE)
    names = [words.format(near=number_word(near), far=number_word(far)) for words in parts]
    for x, y in _clockwise(left):
        ahead, aside = _AHEAD[unit((x, y))[1]], _ASIDE[unit((x, y))[0]]
        names.append(f"{number_word(abs(y))} {ahead} and {number_word(abs(x))} {aside}")
    return names


_QUADRANTS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""The signs of the two parts of a step."""


def square_family(vector: Vector) -> frozenset[Vector]:
    """All steps of the same size; straight and diagonal ones of one length together."""
    near, far = square_size(vector)
    if not near:
        return frozenset((x * far, y * far) for x, y in _SINGLE)
    return frozenset((x * a, y * b) for a, b in ((near, far), (far, near)) for x, y in _QUADRANTS)


_OBLIQUE: _Parts = (
    ("forward", lambda x, y: y > 0),
    ("backward", lambda x, y: y < 0),
    ("to the right", lambda x, y: x > 0),
    ("to the left", lambda x, y: x < 0),
    ("{far} forward or backward and {near} aside", lambda x, y: abs(y) > abs(x)),
    ("{far} aside and {near} forward or backward", lambda x, y: abs(x) > abs(y)),
    ("{far} forward and {near} aside", lambda x, y: y > abs(x)),
    ("{far} backward and {near} aside", lambda x, y: -y > abs(x)),
    ("{near} forward and {far} aside", lambda x, y: 0 < y < abs(x)),
    ("{near} backward and {far} aside", lambda x, y: 0 < -y < abs(x)),
    ("{far} to the right and {near} forward or backward", lambda x, y: x > abs(y)),
    ("{far} to the left and {near} forward or backward", lambda x, y: -x > abs(y)),
)


def _clockwise(vectors: Iterable[Vector]) -> list[Vector]:
    """Steps in clockwise order from straight forward."""
    return sorted(vectors, key=lambda v: (place(v), v))


# Hexagons


_HEX_SINGLE: Mapping[Vector, str] = {
    (0, 1): "forward right",
    (1, 0): "to the right",
    (1, -1): "backward right",
    (0, -1): "backward left",
    (-1, 0): "to the left",
    (-1, 1): "forward left",
}
"""The six neighbours, clockwise."""
_NEIGHBOURS = tuple(_HEX_SINGLE)
_PAIRS = tuple(zip(_NEIGHBOURS, (*_NEIGHBOURS[1:], _NEIGHBOURS[0]), strict=True))
_IN_WORDS = ((-1, 1), (0, 1), (-1, 0), (1, 0), (0, -1), (1, -1))
"""The order in which they are listed."""
_HEX_SETS: Mapping[frozenset[Vector], str] = {
    frozenset(_HEX_SINGLE): "in any direction",
    frozenset({(1, 0), (-1, 0)}): "sideways",
    frozenset(_HEX_SINGLE) - {(1, 0), (-1, 0)}: "in any direction but sideways",
    frozenset(_HEX_SINGLE) - {(0, -1), (1, -1)}: "in any direction but backward",
    frozenset(_HEX_SINGLE) - {(0, 1), (-1, 1)}: "in any direction but forward",
    **{
        frozenset(_HEX_SINGLE) - {step}: f"in any direction but {words}"
        for step, words in _HEX_SINGLE.items()
    },
}
HEX_CIRCLE = 24
"""The number of parts of the circle for `hex_place`."""


def hex_parts(vector: Vector) -> tuple[tuple[int, Vector], ...]:
    """A step as single steps in one direction and in the next one clockwise."""
    for (ax, ay), (bx, by) in _PAIRS:
        turned = ax * by - ay * bx
        a = (vector[0] * by - vector[1] * bx) // turned
        b = (ax * vector[1] - ay * vector[0]) // turned
        if a > 0 and b >= 0:
            return ((a, (ax, ay)), (b, (bx, by))) if b else ((a, (ax, ay)),)
    return ()


def hex_size(vector: Vector) -> tuple[int, int]:
    """The components in two neighbouring directions, the smaller first; 0 if it is straight."""
    numbers = sorted(number for number, _ in hex_parts(vector))
    return (0, length(Lattice.HEX, vector)) if len(numbers) < 2 else (numbers[0], numbers[1])


def hex_lines(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight steps: "forward left or to the left"."""
    return (
        _HEX_SETS.get(units)
        or join_phrases(_HEX_SINGLE[unit] for unit in _IN_WORDS if unit in units),
    )


def hex_obliques(vectors: frozenset[Vector]) -> str:
    """The directions of leaps of one size that are not straight; empty if all are present."""
    everything = hex_family(next(iter(vectors)))
    if vectors == everything:
        return ""
    names, left = _whole_parts(vectors, everything, _HEX_OBLIQUE)
    for vector in sorted(left, key=lambda vector: (hex_place(vector), vector)):
        longer_first = sorted(hex_parts(vector), key=lambda part: -part[0])
        names.append(
            " and ".join(
                f"{number_word(number)} {_HEX_SINGLE[unit]}" for number, unit in longer_first
            )
        )
    return join_phrases(names)


def hex_family(vector: Vector) -> frozenset[Vector]:
    """All steps of the same size."""
    near, far = hex_size(vector)
    sizes = ((near, far), (far, near))
    return frozenset(
        (ax * a + bx * b, ay * a + by * b) for (ax, ay), (bx, by) in _PAIRS for a, b in sizes
    )


_HEX_OBLIQUE: _Parts = (
    ("forward", lambda _, y: y > 0),
    ("backward", lambda _, y: y < 0),
    ("to the right", lambda x, y: 2 * x + y > 0),
    ("to the left", lambda x, y: 2 * x + y < 0),
    ("straight forward", lambda x, y: y > 0 and 2 * x + y == 0),
    ("straight backward", lambda x, y: y < 0 and 2 * x + y == 0),
)


def hex_place(vector: Vector) -> int:
    """The direction of a step in parts of the circle, clockwise from straight forward. Some
    directions share a part.
    """
    components = hex_parts(vector)
    if not components:
        return 0
    number = 4 * _NEIGHBOURS.index(components[0][1]) + 2
    if len(components) == 2:
        first, second = components[0][0], components[1][0]
        if first == second:
            number += 2
        elif first > second:
            number += 1
        else:
            number += 3
    return number % HEX_CIRCLE


# Both


@dataclass(frozen=True, slots=True)
class Compass:
    """The directions of a lattice."""

    size: Callable[[Vector], tuple[int, int]]
    """The two components of a step, the smaller first; 0 if it has a named direction."""
    family: Callable[[Vector], frozenset[Vector]]
    """All steps of the same size."""
    lines: Callable[[frozenset[Vector]], tuple[str, ...]]
    """The directions of steps with a named direction; two phrases if one would be ambiguous."""
    obliques: Callable[[frozenset[Vector]], str]
    """The directions of other leaps of one size; empty if all are present."""
    neighbours: int
    """The number of named directions."""
    place: Callable[[Vector], int]
    """The direction of a step in parts of the circle, clockwise from straight forward."""
    circle: int
    """The number of parts."""


COMPASSES: Mapping[Lattice, Compass] = {
    Lattice.SQUARE: Compass(
        size=square_size,
        family=square_family,
        lines=square_lines,
        obliques=square_obliques,
        neighbours=8,
        place=place,
        circle=CIRCLE,
    ),
    Lattice.HEX: Compass(
        size=hex_size,
        family=hex_family,
        lines=hex_lines,
        obliques=hex_obliques,
        neighbours=6,
        place=hex_place,
        circle=HEX_CIRCLE,
    ),
}


# The direction of a later leg relative to its heading

Turning = Mapping[Vector, frozenset[Vector]]
"""The steps after each heading, all of one size."""

_SIDES = {(True, True): "either side", (True, False): "the right", (False, True): "the left"}


def turn_of(after: Turning, lattice: Lattice, *, from_start: bool) -> str | None:
    """The words for the steps after each heading; None if there are no exact ones.

    Args:
        after: The steps after each heading.
        lattice: The kind of squares.
        from_start: Whether the heading is the direction from the start of the move.
    """
    if (0, 0) in after:
        return None
    if straight := _straight(after):
        return straight
    if from_start and (outward := _outward(after, lattice)):
        return outward
    compass = COMPASSES[lattice]
    heading_is_line = {not compass.size(heading)[0] for heading in after}
    step_is_line = {not compass.size(step)[0] for steps in after.values() for step in steps}
    if heading_is_line == {True, False} and step_is_line == {True} and lattice is Lattice.SQUARE:
        return _mixed_to_line(after, lattice)
    if len(heading_is_line) > 1 or len(step_is_line) > 1:
        return None
    return _WORDS[heading_is_line.pop(), step_is_line.pop()](after, lattice)


def _straight(after: Turning) -> str | None:
    """Straight on or straight back."""
    if any(len(steps) != 1 for steps in after.values()):
        return None
    pairs = [(heading, step) for heading, steps in after.items() for step in steps]
    for words, sign in (("straight on", 1), ("straight back", -1)):
        if all(x * b == y * a and (a * x + b * y) * sign > 0 for (x, y), (a, b) in pairs):
            return words
    return None


def _outward(after: Turning, lattice: Lattice) -> str | None:
    """Away from or back towards the start, among steps of one kind."""
    for kind, belongs in _kinds(after, lattice):
        for words, sign in (("outward", 1), ("inward", -1)):
            family = COMPASSES[lattice].family
            if all(
                steps
                == {
                    s
                    for s in family(next(iter(steps)))
                    if belongs(s) and inner(lattice, heading, s) * sign > 0
                }
                for heading, steps in after.items()
            ):
                return f"{kind} {words}".strip()
    return None


def _kinds(after: Turning, lattice: Lattice) -> Iterator[tuple[str, Callable[[Vector], bool]]]:
    """The sets of steps of a size that a word may mean."""
    oblique = any(COMPASSES[lattice].size(step)[0] for steps in after.values() for step in steps)
    if lattice is Lattice.SQUARE and not oblique:
        yield "orthogonally", lambda step: 0 in step
        yield "diagonally", lambda step: 0 not in step
    yield "", lambda _: True


def _line_to_line(after: Turning, lattice: Lattice) -> str | None:
    """Turns in degrees."""
    compass = COMPASSES[lattice]
    parts = compass.circle // compass.neighbours
    turns = _turns(after, lattice, parts)
    if turns is None:
        return None
    whole = compass.neighbours
    if turns == frozenset(range(whole)):
        return "in any direction"
    if turns == frozenset(range(whole)) - {whole // 2}:
        return "in any direction but straight back"
    names = {
        turn: "at a right angle" if 4 * turn == whole else f"turned {360 * turn // whole}°"
        for turn in range(whole)
    }
    return join_phrases(_composed(turns, "straight on", names, "straight back", whole))


def _turns(after: Turning, lattice: Lattice, parts: int) -> frozenset[int] | None:
    """The turns after every heading, clockwise in parts of the circle; None if they differ."""
    place, circle = COMPASSES[lattice].place, COMPASSES[lattice].circle
    turn_sets = {
        frozenset((place(s) - place(heading)) % circle for s in steps)
        for heading, steps in after.items()
    }
    if len(turn_sets) > 1 or any(turn % parts for turns in turn_sets for turn in turns):
        return None
    return frozenset(turn // parts for turn in turn_sets.pop())


def _composed(
    turns: frozenset[int],
    ahead: str,
    names: Mapping[int, str],
    back: str,
    whole: int = 8,
) -> Iterator[str]:
    """Turns from ahead to back, with their side if it is not both."""
    if 0 in turns:
        yield ahead
    for turn in range(1, (whole + 1) // 2):
        sides = turn in turns, (whole - turn) in turns
        if any(sides):
            right_angle = all(sides) and names[turn] == "at a right angle"
            yield names[turn] if right_angle else f"{names[turn]} to {_SIDES[sides]}"
    if whole // 2 in turns:
        yield back


def _oblique_to_line(after: Turning, lattice: Lattice) -> str | None:
    """Turns in degrees from the orthogonal direction of the leap's longer component."""
    along = _along(after) if lattice is Lattice.SQUARE else None
    if along is None:
        return None
    if straight := _straight(along):
        return f"{straight} along the long side of the leap"
    turned = _line_to_line(along, lattice)
    return None if turned is None else f"{turned} from the long side of the leap"


def _mixed_to_line(after: Turning, lattice: Lattice) -> str | None:
    """Turns in degrees after straight, diagonal and oblique steps."""
    turned = (along := _along(after)) and _line_to_line(along, lattice)
    return None if turned is None else f"{turned} (from the long side of an oblique leap)"


def _along(after: Turning) -> Turning | None:
    """The steps after each heading, or the long side of an oblique one; None if several differ."""
    along = {_line(heading): steps for heading, steps in after.items()}
    return (
        along if all(along[_line(heading)] == steps for heading, steps in after.items()) else None
    )


def _line(heading: Vector) -> Vector:
    """The single step in the direction of a heading, or of its long side."""
    x, y = heading
    return unit((x * (abs(x) >= abs(y)), y * (abs(y) >= abs(x))))


def _oblique_to_oblique(after: Turning, lattice: Lattice) -> str | None:
    """Turns among the eight directions of oblique leaps, which are about 45° apart."""
    turns = _turns(after, lattice, 2) if lattice is Lattice.SQUARE else None
    if turns is None:
        return None
    size = COMPASSES[lattice].size
    sizes = {size(vector) for heading, steps in after.items() for vector in (heading, *steps)}
    if len(sizes) > 1:
        names = {turn: f"turned about {45 * turn}°" for turn in range(1, 4)}
        ahead, back = "in nearly the same direction", "in nearly the opposite direction"
        return join_phrases(_composed(turns, ahead, names, back))
    if turns == frozenset(range(8)) - {4}:
        return "in any direction but straight back"
    names = {1: "turned about 45°", 2: "at a right angle", 3: "turned about 135°"}
    return join_phrases(_composed(turns, "straight on", names, "straight back"))


def _line_to_oblique(after: Turning, lattice: Lattice) -> str | None:
    """Turns to the oblique leaps of one size, one in each of the eight octants round the
    heading.
    """
    turns = _turns(after, lattice, 1) if lattice is Lattice.SQUARE else None
    if turns is None or not all(turn % 2 for turn in turns):
        return None
    along: dict[tuple[bool, str], list[str]] = {}
    for turn, (is_longer, way) in _OCTANTS.items():
        sides = turn in turns, CIRCLE - turn in turns
        if any(sides):
            along.setdefault((is_longer, _ASIDE_OF[sides]), []).append(way)
    return join_phrases(
        f"more {join_phrases(ways)} than {aside}"
        if is_longer
        else f"more {aside} than {join_phrases(ways)}"
        for (is_longer, aside), ways in along.items()
    )


_OCTANTS = {1: (True, "ahead"), 3: (False, "ahead"), 5: (False, "back"), 7: (True, "back")}
"""The turns to one side: whether the leap is longer along the heading than across, and which way
along it.
"""
_ASIDE_OF = {(True, True): "sideways", (True, False): "to the right", (False, True): "to the left"}

_WORDS: Mapping[tuple[bool, bool], Callable[[Turning, Lattice], str | None]] = {
    (True, True): _line_to_line,
    (False, True): _oblique_to_line,
    (False, False): _oblique_to_oblique,
    (True, False): _line_to_oblique,
}
"""The functions by whether headings and steps have named directions."""
