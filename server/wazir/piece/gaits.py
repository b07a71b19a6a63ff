"""How a leg covers ground, in plain words: steps, slides, leaps and rides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from wazir.piece.compass import COMPASSES
from wazir.piece.directions import unit
from wazir.piece.model import Lattice, Leg, Over, Vector, Way
from wazir.piece.words import counted


class Verb(Enum):
    """The ways to say that something moves, and that it captures."""

    STEP = "moves", "captures"
    SLIDE = "slides", "captures by sliding"
    LEAP = "leaps", "captures by leaping"
    RIDE = "makes", "captures with"
    HOP = "hops", "captures by hopping"
    GO = "goes", "captures by going"

    def __init__(self, goes: str, captures: str) -> None:
        self.goes = goes
        self.captures = captures


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some moves of one kind in words."""

    verb: Verb
    words: str
    """After the verb: "(1,2) like a knight"."""
    noun: str
    """Without it: "a (1,2) leap"."""


class Bend(Enum):
    """How a ride changes its direction."""

    STRAIGHT = ""
    ZIGZAG = "in a zigzag setting out"
    CIRCLE = "round a circle setting out"


@dataclass(frozen=True, slots=True)
class Gait:
    """All about a leg but its directions and what happens at its end."""

    least: int
    most: int | None
    over: Over
    skips_first: bool
    wraps: bool
    anywhere: bool
    bend: Bend
    lattice: Lattice = Lattice.SQUARE


def bend_of(way: Way) -> Bend:
    """How a ride along *way* bends."""
    return Bend.STRAIGHT if len(way) == 1 else Bend.ZIGZAG if len(way) == 2 else Bend.CIRCLE


def gait_of(leg: Leg, way: Way, lattice: Lattice) -> Gait:
    """How a leg goes along one of its ways."""
    return Gait(leg.least, leg.most, leg.over, leg.skips_first, leg.wraps, leg.anywhere, bend_of(way), lattice)


_LIKE_SLIDES = {
    "in any direction": " like a queen",
    "orthogonally": " like a rook",
    "diagonally": " like a bishop",
}
_LIKE_LEAPS = {(1, 2): " like a knight", (1, 3): " like a camel", (2, 3): " like a zebra", (1, 4): " like a giraffe"}
_OVER = {
    Over.ANYTHING: "",
    Over.CLEAR: " if the way is clear",
    Over.CLEAR_STRAIGHT_FIRST: " if the way, straight first and then diagonally, is clear",
    Over.ONE: " over exactly one piece",
    Over.ONE_STRAIGHT_FIRST: " over exactly one piece on the way, which is straight first and then diagonal",
}
_OVER_LINE = {
    **_OVER,
    Over.CLEAR_STRAIGHT_FIRST: _OVER[Over.CLEAR],
    Over.ONE_STRAIGHT_FIRST: _OVER[Over.ONE],
}


def phrases(gait: Gait, steps: Iterable[Vector], names: bool = True) -> Iterator[Phrase]:
    """What a gait does in some directions, a phrase for each size of step.

    Args:
        gait: How it goes.
        steps: The first step of each way.
        names: Whether well-known pieces that move so are named.
    """
    if gait.anywhere:
        yield Phrase(Verb.LEAP, "to any other square", "a leap to any other square")
        return
    sizes: dict[tuple[int, int], set[Vector]] = {}
    for x, y in steps:
        sizes.setdefault(COMPASSES[gait.lattice].size((x, y)), set()).add((x, y))
    plain = names and gait == Gait(gait.least, gait.most, Over.ANYTHING, False, False, False, Bend.STRAIGHT)
    for (near, far), vectors in sizes.items():
        after = (_OVER if near else _OVER_LINE)[gait.over] + (" and on round the side edges" if gait.wraps else "")
        found = [_oblique(gait, near, far, frozenset(vectors), plain)] if near else _lines(gait, far, vectors, plain)
        for phrase in found:
            yield Phrase(phrase.verb, phrase.words + after, phrase.noun + after)


def _lines(gait: Gait, far: int, vectors: set[Vector], names: bool) -> Iterator[Phrase]:
    """Straight and diagonal steps of one length."""
    for directions in COMPASSES[gait.lattice].lines(frozenset(map(unit, vectors))):
        yield _line(gait, far, directions, names)


def _line(gait: Gait, far: int, directions: str, names: bool) -> Phrase:
    if far > 1 and directions == "in any direction" and gait.lattice is Lattice.SQUARE:
        directions = "orthogonally or diagonally"
    way = f"{gait.bend.value} {directions}".strip()
    if far == 1 and gait.most == 1:
        like = " like a king" if names and directions == "in any direction" else ""
        return Phrase(Verb.STEP, f"one step {directions}{like}", f"one step {directions}")
    if far == 1:
        slide = f"{distance(gait)} {way}" + (", past whatever stands on the first square" if gait.skips_first else "")
        like = _LIKE_SLIDES.get(directions, "") if names and (gait.least, gait.most) == (1, None) else ""
        return Phrase(Verb.SLIDE, slide + like, slide)
    if gait.most == 1:
        return Phrase(
            Verb.LEAP, f"{counted(far)} squares {directions}", f"a leap of {counted(far)} squares {directions}"
        )
    ride = f"{repeats(gait)} leaps of {counted(far)} squares {way}" + (
        " in a line" if gait.bend is Bend.STRAIGHT else ""
    )
    return Phrase(Verb.RIDE, ride, ride)


def _oblique(gait: Gait, near: int, far: int, vectors: frozenset[Vector], names: bool) -> Phrase:
    """Oblique leaps of one size."""
    directions, size = COMPASSES[gait.lattice].obliques(vectors), f"({near},{far})"
    told = " and " in directions
    if gait.most == 1:
        like = _LIKE_LEAPS.get((near, far), "") if names and not directions else ""
        words = directions if told else f"{size} {directions}".strip() + like
        return Phrase(Verb.LEAP, words, f"a leap of {directions}" if told else f"a {size} leap {directions}".strip())
    like = (
        " like a nightrider"
        if names and not directions and (near, far, gait.least, gait.most) == (1, 2, 1, None)
        else ""
    )
    bend = gait.bend.value.replace(" setting out", "") or "in a line"
    ride = f"{repeats(gait)} {size} leaps {bend}" + (f", {'each ' if told else ''}{directions}" if directions else like)
    return Phrase(Verb.RIDE, ride, ride)


def distance(gait: Gait) -> str:
    """How far a slide goes: "any distance", "up to three steps"."""
    if gait.most is None:
        return "any distance" if gait.least <= 1 else f"{counted(gait.least)} or more steps"
    return f"{_between(gait.least, gait.most)} step{'' if gait.most == 1 else 's'}"


def repeats(gait: Gait) -> str:
    """How many leaps a ride makes: "any number of", "up to three"."""
    if gait.most is None:
        return "any number of" if gait.least <= 1 else f"{counted(gait.least)} or more"
    return _between(gait.least, gait.most)


def _between(least: int, most: int) -> str:
    if least >= most:
        return f"exactly {counted(most)}" if most > 1 else counted(most)
    return f"up to {counted(most)}" if least <= 1 else f"{counted(least)} to {counted(most)}"
