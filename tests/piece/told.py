"""What clauses tell, and the moves that they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from piece.bearings import EVERYWHERE, Directions, Size, clockwise, family, octants, size_of
from wazir.piece.conditions import Guard, Who
from wazir.piece.model import Act, Count, Leg, Move, Over, Vector, Victim, Way

ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]


@dataclass(frozen=True)
class Pace:
    """How far it goes."""

    size: Size
    least: int = 1
    most: int | None = 1
    as_far: str | None = None


@dataclass(frozen=True)
class Noun:
    """One way of covering ground."""

    pace: Pace
    directions: Directions = EVERYWHERE
    bend: str = ""
    anywhere: bool = False

    def ways(self, heading: Vector | None) -> tuple[Way, ...]:
        steps = sorted(self.directions.steps(heading, self.pace.size))
        return tuple(way for step in steps for way in BENDS[self.bend](step))


def zigzag(step: Vector) -> tuple[Way, ...]:
    """A quarter turn to one side and to the other."""
    x, y = step
    return (step, (y, -x)), (step, (-y, x))


def circle(step: Vector) -> tuple[Way, ...]:
    """Round the eight leaps, either way."""
    ring = (
        octants(size_of(step)) if size_of(step)[0] else sorted(family(size_of(step)), key=clockwise)
    )
    start = ring.index(step)
    return tuple(tuple(ring[(start + sign * k) % 8] for k in range(8)) for sign in (1, -1))


BENDS: dict[str, Callable[[Vector], tuple[Way, ...]]] = {
    "": lambda step: ((step,),),
    "zigzag": zigzag,
    "circle": circle,
}


@dataclass
class Stage:
    """A leg as a sentence tells it: any of its nouns, and what happens at the end."""

    nouns: list[Noun]
    acts: Act | None = None
    over: Over = Over.ANYTHING
    wraps: bool = False
    skips: int = 0
    stays: bool = False
    again: bool = False
    counting: bool = False
    start: int | None = None
    """The leg where its steps count from, by number."""
    back: bool = False
    victim: Who | None = None
    unmoved: bool = False
    guards: list[Guard] = field(default_factory=list)
    ending: Guard | None = None


@dataclass
class Clause:
    """What one clause says; the paths are alternatives."""

    paths: list[list[Stage]]
    terms: list[Callable[[Move], Move]] = field(default_factory=list)
    continues: bool = False
    moves: list[Move] = field(default_factory=list)
    """Moves that are no paths of stages."""


DEFAULT = Act.STOP | Act.CAPTURE


def moves_of(path: list[Stage], headings: Iterable[Vector] = ()) -> Iterator[Move]:
    """The moves that a path means, one for each choice of nouns; *headings* may come before it."""
    for nouns in product(*(stage.nouns for stage in path)):
        legs: list[Leg] = []
        ranged = [False] * len(path)
        for number, noun in enumerate(nouns):
            if noun.pace.as_far:
                of = (
                    number - 1
                    if noun.pace.as_far == "before"
                    else ORDINALS.index(noun.pace.as_far.split()[2])
                )
                ranged[of] = True
        for number, (stage, noun) in enumerate(zip(path, nouns, strict=True)):
            if stage.back:
                legs.append(
                    Leg(((None, (((0, 0),),)),), acts=Act.STOP, back=number - (stage.start or 0))
                )
                continue
            if noun.anywhere:
                ways: Any = ()
            elif noun.directions.relative:
                ways = tuple((heading, noun.ways(heading)) for heading in sorted(headings))
            else:
                ways = ((None, noun.ways(None)),)
            at_end = number == len(path) - 1
            acts = stage.acts if stage.acts is not None else DEFAULT if at_end else Act.STOP
            from_afar = stage.start is not None
            legs.append(
                Leg(
                    ways,
                    noun.pace.least,
                    noun.pace.most,
                    acts,
                    Count.AS_LONG
                    if noun.pace.as_far
                    else Count.SHARED
                    if stage.counting
                    else Count.OWN,
                    ranged[number],
                    stage.over,
                    stage.skips,
                    stage.wraps,
                    noun.anywhere,
                    number - stage.start if stage.start is not None else 0,
                    stage.stays,
                    from_afar and stage.stays,
                    stage.again,
                    noun.directions.towards,
                    victim_virgin=stage.unmoved,
                    victim=Victim(stage.victim, "a name") if stage.victim else None,
                    guards=tuple(stage.guards),
                    squares=stage.ending,
                )
            )
            if not (from_afar and stage.stays):
                headings = {step for _, path in ways for way in path for step in way}
        yield Move(tuple(legs))


def whole(clauses: Iterable[Clause]) -> Iterator[Move]:
    """The moves of a sentence; a clause may go on from where the one before it ends."""
    before = Clause([])
    for clause in clauses:
        paths, terms = clause.paths, clause.terms
        if clause.continues:
            paths = [
                [*(replace(stage, acts=Act.STOP) for stage in path), *paths[0]]
                for path in before.paths
            ]
            terms = terms or before.terms
        for move in [*clause.moves, *(move for path in paths for move in moves_of(path))]:
            made = [move]
            for term in terms:
                changed = [term(variant) for variant in made]
                made = [
                    variant
                    for some in changed
                    for variant in (some if isinstance(some, list) else [some])
                ]
            yield from made
        before = clause
