"""The direction of a later leg relative to its heading, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from wazir.piece.board import CIRCLE, Lattice, Vector, inner, unit
from wazir.piece.words import join_phrases
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
    return join_phrases(_composed(turns, "straight on", names, back="straight back", whole=whole))


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
        return join_phrases(_composed(turns, ahead, names, back=back))
    if turns == frozenset(range(8)) - {4}:
        return "in any direction but straight back"
    names = {1: "turned about 45°", 2: "at a right angle", 3: "turned about 135°"}
    return join_phrases(_composed(turns, "straight on", names, back="straight back"))


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
