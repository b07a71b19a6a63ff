"""Describes the direction of a later leg relative to its heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from wazir.piece.model import Lattice, Vector
from wazir.piece.squares import inner
from wazir.piece.words import listed
from wazir.piece.words.directions import COMPASSES

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
    straight = _straight(after)
    if straight:
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
    words = _WORDS[heading_is_line.pop(), step_is_line.pop()]
    return words(after, lattice)


def _straight(after: Turning) -> str | None:
    """Straight on or straight back."""
    for words, sign in (("straight on", 1), ("straight back", -1)):
        if all(len(steps) == 1 and _is_along(heading, steps, sign) for heading, steps in after.items()):
            return words
    return None


def _is_along(heading: Vector, steps: Iterable[Vector], sign: int) -> bool:
    """Whether all steps are in the line of the heading."""
    x, y = heading
    return all(x * b == y * a and (a * x + b * y) * sign > 0 for a, b in steps)


def _outward(after: Turning, lattice: Lattice) -> str | None:
    """Away from or back towards the start, among steps of one kind."""
    for kind, belongs in _kinds(after, lattice):
        for words, sign in (("outward", 1), ("inward", -1)):
            family = COMPASSES[lattice].family
            if all(
                steps == {s for s in family(next(iter(steps))) if belongs(s) and inner(lattice, heading, s) * sign > 0}
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
    return None if turns is None else _degrees(turns, compass.neighbours)


def _turns(after: Turning, lattice: Lattice, parts: int) -> frozenset[int] | None:
    """The turns after every heading, clockwise in parts of the circle; None if they differ."""
    place, circle = COMPASSES[lattice].place, COMPASSES[lattice].circle
    turn_sets = {frozenset((place(s) - place(heading)) % circle for s in steps) for heading, steps in after.items()}
    if len(turn_sets) > 1 or any(turn % parts for turns in turn_sets for turn in turns):
        return None
    return frozenset(turn // parts for turn in turn_sets.pop())


def _degrees(turns: frozenset[int], whole: int) -> str:
    """Turns between straight and diagonal directions."""
    if turns == frozenset(range(whole)):
        return "in any direction"
    if turns == frozenset(range(whole)) - {whole // 2}:
        return "in any direction but straight back"
    names = {
        turn: "at a right angle" if 4 * turn == whole else f"turned {360 * turn // whole}°" for turn in range(whole)
    }
    return listed(_composed(turns, "straight on", names, "straight back", whole, "to"))


def _composed(
    turns: frozenset[int], ahead: str, names: Mapping[int, str], back: str, whole: int = 8, before: str = "on"
) -> Iterator[str]:
    """Turns from ahead to back, with their side if it is not both."""
    if 0 in turns:
        yield ahead
    for turn in range(1, (whole + 1) // 2):
        sides = turn in turns, (whole - turn) in turns
        if any(sides):
            right_angle = all(sides) and names[turn] == "at a right angle"
            yield names[turn] if right_angle else f"{names[turn]} {before} {_SIDES[sides]}"
    if whole // 2 in turns:
        yield back


def _oblique_to_line(after: Turning, lattice: Lattice) -> str | None:
    """Turns in degrees from the orthogonal direction of the leap's longer component."""
    if lattice is Lattice.HEX:
        return None
    along = {_longer(heading): steps for heading, steps in after.items()}
    if any(along[_longer(heading)] != steps for heading, steps in after.items()):
        return None
    straight = _straight(along)
    if straight:
        return f"{straight} along the long side of the leap"
    turned = _line_to_line(along, lattice)
    return None if turned is None else f"{turned} from the long side of the leap"


def _mixed_to_line(after: Turning, lattice: Lattice) -> str | None:
    """Turns in degrees after straight, diagonal and oblique steps."""
    is_oblique = {heading: bool(COMPASSES[lattice].size(heading)[0]) for heading in after}
    lines = {heading: steps for heading, steps in after.items() if not is_oblique[heading]}
    oblique = {_longer(heading): steps for heading, steps in after.items() if is_oblique[heading]}
    if any(lines.get(heading, steps) != steps for heading, steps in oblique.items()):
        return None
    turned = _straight(lines) or _line_to_line(lines, lattice)
    return None if turned is None else f"{turned} (from the long side of an oblique leap)"


def _longer(leap: Vector) -> Vector:
    x, y = leap
    return ((x > 0) - (x < 0), 0) if abs(x) > abs(y) else (0, (y > 0) - (y < 0))


def _oblique_to_oblique(after: Turning, lattice: Lattice) -> str | None:
    """Turns between the eight leaps of one size."""
    sizes = {COMPASSES[lattice].size(v) for heading, steps in after.items() for v in (heading, *steps)}
    turns = _turns(after, lattice, 2) if lattice is Lattice.SQUARE else None
    if turns is None:
        return None
    if turns == frozenset(range(8)) - {4} and len(sizes) == 1:
        return "in any direction but straight back"
    if len(sizes) == 1:
        names = {1: "in the next direction", 2: "at a right angle", 3: "in the third direction"}
        return listed(_composed(turns, "straight on", names, "straight back"))
    names = {1: "in the next direction", 2: "in the second direction", 3: "in the third direction"}
    return listed(_composed(turns, "in the direction most like it", names, "in the direction most unlike it"))


def _line_to_oblique(after: Turning, lattice: Lattice) -> str | None:
    """Turns by the angle of a leap to the heading."""
    turns = _turns(after, lattice, 1) if lattice is Lattice.SQUARE else None
    if turns is None or not all(turn % 2 for turn in turns):
        return None
    names = []
    for turn, words in _NEARNESS.items():
        sides = turn in turns, 16 - turn in turns
        if any(sides):
            names.append(f"{words} on {_SIDES[sides]}")
    return listed(names)


_NEARNESS = {
    1: "nearest to straight ahead",
    3: "second nearest to straight ahead",
    5: "second nearest to straight back",
    7: "nearest to straight back",
}

_WORDS: Mapping[tuple[bool, bool], Callable[[Turning, Lattice], str | None]] = {
    (True, True): _line_to_line,
    (False, True): _oblique_to_line,
    (False, False): _oblique_to_oblique,
    (True, False): _line_to_oblique,
}
"""The functions by whether headings and steps have named directions."""
