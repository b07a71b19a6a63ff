"""Describes single legs: steps, slides, leaps and rides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from wazir.piece.model import JUMPS, Lattice, Leg, Over, Vector, Way
from wazir.piece.squares import length, unit
from wazir.piece.words.plain import counted
from wazir.piece.words.turns import COMPASSES


class Verb(Enum):
    """The verbs for motion and for captures."""

    STEP = "moves", "captures"
    SLIDE = "slides", "captures by sliding"
    LEAP = "leaps", "captures by leaping"
    RIDE = "makes", "captures with"
    HOP = "hops", "captures by hopping"

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
    given: str = ""
    """A condition: " if the way is clear"."""


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
    over: Over
    skips: int
    wraps: bool
    anywhere: bool
    bend: Bend
    lattice: Lattice = Lattice.SQUARE


ANYWHERE = LegKind(1, 1, Over.ANYTHING, 0, False, True, Bend.STRAIGHT)


def bend_of(way: Way) -> Bend:
    """The change of direction of a ride."""
    return Bend.STRAIGHT if len(way) == 1 else Bend.ZIGZAG if len(way) == 2 else Bend.CIRCLE


def leg_kind(leg: Leg, way: Way, lattice: Lattice) -> LegKind | None:
    """The kind of a leg along one of its ways; None if it is impossible."""
    least, over = max(leg.least, 1), leg.over
    if length(lattice, way[0]) == 1 and over is not Over.ANYTHING:
        if over in JUMPS:
            return None
        over = Over.ANYTHING
    if leg.skips:
        least = max(least, leg.skips + 1)
    if leg.most is not None and leg.most < least:
        return None
    bend = Bend.STRAIGHT if leg.most == 1 else bend_of(way)
    return LegKind(least, leg.most, over, leg.skips, leg.wraps, leg.anywhere, bend, lattice)


_LIKE_SLIDES = {
    "in any direction": " like a queen",
    "orthogonally": " like a rook",
    "diagonally": " like a bishop",
}
_LIKE_LEAPS = {(1, 2): " like a knight", (1, 3): " like a camel", (2, 3): " like a zebra", (1, 4): " like a giraffe"}
_OVER = {
    Over.ANYTHING: "",
    Over.CLEAR: " if a shortest way is clear",
    Over.CLEAR_STRAIGHT_FIRST: " if the way, straight first and then diagonally, is clear",
    Over.ONE: " if a shortest way has exactly one piece on it",
    Over.ONE_STRAIGHT_FIRST: " if the way, straight first and then diagonally, has exactly one piece on it",
    Over.CLEAR_HALFWAY: " if the square halfway is empty",
    Over.ONE_HALFWAY: " if the square halfway has a piece on it",
}
_OVER_LINE = {
    Over.ANYTHING: "",
    Over.CLEAR: " if the way is clear",
    Over.CLEAR_STRAIGHT_FIRST: " if the way is clear",
    Over.ONE: " over exactly one piece",
    Over.ONE_STRAIGHT_FIRST: " over exactly one piece",
    Over.CLEAR_HALFWAY: " if the square halfway is empty",
    Over.ONE_HALFWAY: " if the square halfway has a piece on it",
}

_SKIPS = ("", " whatever stands on the first square", " whatever stands on the first {} squares")


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
    plain = names and kind == LegKind(kind.least, kind.most, Over.ANYTHING, 0, False, False, Bend.STRAIGHT)
    for step_size, vectors in sizes.items():
        near, _ = step_size
        among = frozenset(vectors if near else map(unit, vectors))
        for directions in (compass.obliques(among),) if near else compass.lines(among):
            yield phrase(kind, step_size, directions, names=plain)


def phrase(kind: LegKind, step_size: tuple[int, int], directions: str, *, names: bool = False) -> Phrase:
    """The phrase for steps of one size in directions given as words."""
    near, far = step_size
    over = (_OVER if near else _OVER_LINE)[kind.over]
    after = "" if over.startswith(" if ") else over
    after += _SKIPS[min(kind.skips, 2)].format(counted(kind.skips))
    after += " and on round the side edges" if kind.wraps else ""
    said = _oblique(kind, near, far, directions, names) if near else _line(kind, far, directions, names)
    return Phrase(said.verb, said.words, said.noun, after, over.removeprefix(after))


def _line(kind: LegKind, far: int, directions: str, names: bool) -> Phrase:
    """The phrase for straight and diagonal steps of one length."""
    if far > 1 and directions == "in any direction" and kind.lattice is Lattice.SQUARE:
        directions = "orthogonally or diagonally"
    way = directions if kind.bend is Bend.STRAIGHT else f"{kind.bend.value} setting out {directions}"
    if far == 1 and kind.most == 1:
        like = " like a king" if names and directions == "in any direction" else ""
        return Phrase(Verb.STEP, f"one step {directions}{like}", f"one step {directions}")
    if far == 1:
        slide = f"{distance(kind)} {way}"
        like = _LIKE_SLIDES.get(directions, "") if names and (kind.least, kind.most) == (1, None) else ""
        return Phrase(Verb.SLIDE, slide + like, slide)
    if kind.most == 1:
        return Phrase(
            Verb.LEAP, f"{counted(far)} squares {directions}", f"a leap of {counted(far)} squares {directions}"
        )
    line = " in a line" if kind.bend is Bend.STRAIGHT else ""
    ride = f"{repeats(kind)} leaps of {counted(far)} squares {way}{line}"
    return Phrase(Verb.RIDE, ride, ride)


def _oblique(kind: LegKind, near: int, far: int, directions: str, names: bool) -> Phrase:
    """The phrase for oblique leaps of one size."""
    size = f"({near},{far})"
    if kind.most == 1:
        like = _LIKE_LEAPS.get((near, far), "") if names and not directions else ""
        return Phrase(Verb.LEAP, f"{size} {directions}".strip() + like, f"a {size} leap {directions}".strip())
    like = " like a nightrider" if (near, far, kind.least, kind.most) == (1, 2, 1, None) else ""
    if kind.bend is Bend.STRAIGHT:
        way = f"{directions} in a line".strip()
    else:
        way = f"{kind.bend.value} setting out {directions}" if directions else kind.bend.value
    ride = f"{repeats(kind)} {size} leaps {way}"
    return Phrase(Verb.RIDE, ride + (like if names and not directions else ""), ride)


def distance(kind: LegKind) -> str:
    """The range of a slide: "any distance", "up to three steps"."""
    if kind.most is None:
        return "any distance" if kind.least <= 1 else f"{counted(kind.least)} or more steps"
    return f"{_between(kind.least, kind.most)} step{'' if kind.most == 1 else 's'}"


def repeats(kind: LegKind) -> str:
    """The range of a ride of leaps: "any number of", "up to three"."""
    if kind.most is None:
        return "any number of" if kind.least <= 1 else f"{counted(kind.least)} or more"
    return _between(kind.least, kind.most)


def _between(least: int, most: int) -> str:
    if least >= most:
        return f"exactly {counted(most)}" if most > 1 else counted(most)
    return f"up to {counted(most)}" if least <= 1 else f"{counted(least)} to {counted(most)}"
