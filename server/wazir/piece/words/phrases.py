"""Phrases of legs: how a leg moves, and to which squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from wazir.piece.board import MAX_NUMBER, length, unit
from wazir.piece.model import JUMPS, Lattice, Leg, Over, Vector, Way
from wazir.piece.words import number_word
from wazir.piece.words.directions import COMPASSES


class Verb(Enum):
    """The verbs for motion and for captures."""

    STEP = "moves", "captures"
    SLIDE = "slides", "captures by sliding"
    LEAP = "leaps", "captures by leaping"
    RIDE = "makes", "captures with"
    HOP = "hops", "captures by hopping"
    JUMP = "jumps", "captures by jumping"

    def __init__(self, goes: str, captures: str) -> None:
        self.goes = goes
        self.captures = captures


@dataclass(frozen=True, slots=True)
class Phrase:
    """Moves of one kind in words."""

    verb: Verb
    words: str
    """The words after a verb: "(1,2) like a knight"."""
    noun: str
    """The words without a verb: "a (1,2) leap"."""
    after: str = ""
    """A common suffix: " over exactly one piece"."""
    condition: str = ""
    """A condition: " if the way is clear"."""
    is_absolute: bool = True
    """Its directions are those of the board, not of an earlier leg."""
    squares: int = 0
    """The length of a straight leap; 0 for other moves."""
    directions: str = ""
    """The directions of a straight leap."""


class Bend(Enum):
    """How a ride changes direction."""

    STRAIGHT = ""
    ZIGZAG = "in a zigzag"
    CIRCLE = "round a circle"


@dataclass(frozen=True, slots=True)
class LegKind:
    """A leg without its directions and acts."""

    least: int
    most: int | None
    over: Over = Over.ANYTHING
    skips: int = 0
    wraps: bool = False
    anywhere: bool = False
    bend: Bend = Bend.STRAIGHT
    lattice: Lattice = Lattice.SQUARE


ANYWHERE = LegKind(least=1, most=1, anywhere=True)


def is_possible(leg: Leg, way: Way, lattice: Lattice) -> bool:
    """Whether a leg along one of its ways has a length, and squares to jump over if it must."""
    if leg.over in JUMPS and length(lattice, way[0]) == 1:
        return False
    return leg.most is None or leg.most >= _least(leg)


def _least(leg: Leg) -> int:
    """The smallest number of steps of a leg."""
    return max(leg.least, leg.skips + 1)


def leg_kind(leg: Leg, way: Way, lattice: Lattice) -> LegKind | None:
    """The kind of a leg along one of its ways; None if it is impossible."""
    if not is_possible(leg, way, lattice):
        return None
    least, over = _least(leg), leg.over
    if over is not Over.ANYTHING and length(lattice, way[0]) == 1:
        over = Over.ANYTHING
    most = leg.most
    if most is not None and most >= MAX_NUMBER:
        most = None  # the text has this number or a larger one, which is longer than any board
    return LegKind(
        least=least,
        most=most,
        over=over,
        skips=leg.skips,
        wraps=leg.wraps,
        anywhere=leg.anywhere,
        bend=_bend(leg, way),
        lattice=lattice,
    )


def _bend(leg: Leg, way: Way) -> Bend:
    """How a leg changes direction along a way, which repeats its steps."""
    if leg.most == 1 or len(way) == 1:
        return Bend.STRAIGHT
    return Bend.ZIGZAG if len(way) == 2 else Bend.CIRCLE


_LIKE_SLIDES = {
    "in any direction": " like a queen",
    "orthogonally": " like a rook",
    "diagonally": " like a bishop",
}
_LIKE_LEAPS = {
    (1, 2): " like a knight",
    (1, 3): " like a camel",
    (2, 3): " like a zebra",
    (1, 4): " like a giraffe",
}
_LIKE_RIDES = {
    (1, 2): "nightrider",
    (1, 3): "camel-rider",
    (2, 3): "zebra-rider",
    (1, 4): "giraffe-rider",
}
_BLOCKED = ", blocked by a piece orthogonally adjacent"
"""The condition of a leap whose only square on the way is beside the mover."""
_OVER = {
    Over.ANYTHING: "",
    Over.CLEAR: " if a shortest way is clear",
    Over.CLEAR_STRAIGHT_FIRST: " if the way, straight first and then diagonally, is clear",
    Over.ONE: " if a shortest way has exactly one piece on it",
    Over.ONE_STRAIGHT_FIRST: (
        " if the way, straight first and then diagonally, has exactly one piece on it"
    ),
    Over.CLEAR_HALFWAY: " if the square halfway is empty",
    Over.ONE_HALFWAY: " if the square halfway has a piece on it",
}
_OVER_LINE = _OVER | {
    **dict.fromkeys((Over.CLEAR, Over.CLEAR_STRAIGHT_FIRST), " if the way is clear"),
    **dict.fromkeys((Over.ONE, Over.ONE_STRAIGHT_FIRST), " over exactly one piece"),
}
WHATEVER = ", whatever stands"
"""The beginning of an aside, which a comma ends before other words of its phrase."""
_SKIPS = ("", f"{WHATEVER} on the first square", f"{WHATEVER} on the first {{}} squares")


def phrases(kind: LegKind, steps: Iterable[Vector], names: bool = True) -> Iterator[Phrase]:
    """The phrases of a kind of leg in some directions, one for each size of step.

    Args:
        kind: The kind of leg.
        steps: The first step of each way.
        names: Whether to name well-known pieces with these moves.
    """
    if kind.anywhere:
        yield Phrase(Verb.LEAP, "to any other square", "a leap to any other square")
        return
    compass = COMPASSES[kind.lattice]
    sizes: dict[tuple[int, int], list[Vector]] = {}
    for step in steps:
        sizes.setdefault(compass.size(step), []).append(step)
    plain = names and kind == LegKind(kind.least, kind.most)
    for step_size, vectors in sizes.items():
        near, _ = step_size
        among = frozenset(vectors if near else map(unit, vectors))
        for directions in (compass.obliques(among),) if near else compass.lines(among):
            yield phrase(kind, step_size, directions, names=plain)


def phrase(
    kind: LegKind, step_size: tuple[int, int], directions: str, *, names: bool = False
) -> Phrase:
    """The phrase for steps of one size in directions given as words."""
    near, far = step_size
    over = (_OVER if near else _OVER_LINE)[kind.over]
    if (
        (near, far) == (1, 2)
        and kind.over in (Over.CLEAR_STRAIGHT_FIRST, Over.CLEAR_HALFWAY)
        and kind.most == 1
    ):
        over = _BLOCKED
    after = over if over.startswith(" over ") else ""
    after += " as on a cylindrical board" if kind.wraps else ""
    after += _SKIPS[min(kind.skips, 2)].format(number_word(kind.skips))
    names = names or over == _BLOCKED
    if near:
        phrase = _oblique(kind, near, far, directions=directions, names=names)
    else:
        phrase = _line(kind, far, directions, names=names)
    return replace(phrase, after=after, condition=over.removeprefix(after))


def _line(kind: LegKind, far: int, directions: str, names: bool) -> Phrase:
    """The phrase for straight and diagonal steps of one length."""
    if far > 1 and directions == "in any direction" and kind.lattice is Lattice.SQUARE:
        directions = "orthogonally or diagonally"
    way = (
        directions if kind.bend is Bend.STRAIGHT else f"{kind.bend.value} setting out {directions}"
    )
    if far == 1 and kind.most == 1:
        like = " like a king" if names and directions == "in any direction" else ""
        return Phrase(Verb.STEP, f"one step {directions}{like}", f"one step {directions}")
    if far == 1:
        slide = f"{distance(kind)} {way}"
        if names and (kind.least, kind.most) == (1, None):
            like = _LIKE_SLIDES.get(directions, "")
        else:
            like = ""
        exact = kind.least == kind.most and kind.bend is Bend.STRAIGHT
        words = f"{distance(kind)} in a straight line {way}" if exact else slide + like
        return Phrase(Verb.SLIDE, words, slide)
    if kind.most == 1:
        return Phrase(
            Verb.LEAP,
            f"{number_word(far)} squares {directions}",
            f"a leap of {number_word(far)} squares {directions}",
            squares=far,
            directions=directions,
        )
    line = " in a line" if kind.bend is Bend.STRAIGHT else ""
    ride = f"{repeats(kind)} leaps of {number_word(far)} squares {way}{line}"
    return Phrase(Verb.RIDE, ride, ride)


def _oblique(kind: LegKind, near: int, far: int, directions: str, names: bool) -> Phrase:
    """The phrase for oblique leaps of one size."""
    size = f"({near},{far})"
    if kind.most == 1:
        like = _LIKE_LEAPS.get((near, far), "") if names and not directions else ""
        return Phrase(
            Verb.LEAP, f"{size} {directions}".strip() + like, f"a {size} leap {directions}".strip()
        )
    rider = _LIKE_RIDES.get((near, far), "") if (kind.least, kind.most) == (1, None) else ""
    if kind.bend is Bend.STRAIGHT:
        way = f"{directions} in a line".strip()
    else:
        way = f"{kind.bend.value} setting out {directions}" if directions else kind.bend.value
    ride = f"{repeats(kind)} {size} leaps {way}"
    return Phrase(
        Verb.RIDE, f"{ride} like a {rider}" if rider and names and not directions else ride, ride
    )


def distance(kind: LegKind) -> str:
    """The range of a slide: "any distance", "up to three steps"."""
    return "any distance" if kind.most is None and kind.least <= 1 else f"{repeats(kind)} steps"


def repeats(kind: LegKind) -> str:
    """The range of a ride of leaps: "any number of", "up to three"."""
    if kind.most is None:
        return "any number of" if kind.least <= 1 else f"{number_word(kind.least)} or more"
    least, most = number_word(kind.least), number_word(kind.most)
    if kind.least >= kind.most:
        return f"exactly {most}"
    if kind.least <= 1:
        return f"up to {most}"
    between = "or" if kind.most == kind.least + 1 else "to"
    return f"{least} {between} {most}"
