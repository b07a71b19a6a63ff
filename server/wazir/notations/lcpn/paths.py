"""Paths: what an array does, what functions choose of it, and how chains go on (L8, L12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from wazir.budget import MAX_LEGS_OF_LCPN_PATH
from wazir.piece.conditions import Guard
from wazir.piece.model import Act, Count, Leg, Move, Over, Way, Ways

TAKES = Act.CAPTURE | Act.DESTROY
_BACK: Ways = ((None, (((0, 0),),)),)


@dataclass(frozen=True, slots=True)
class Path:
    """A way of moving that may still be selected, continued, or put under a condition."""

    legs: tuple[Leg, ...]
    whole: bool = False
    """It is the result of `move`, `capture`, `destroy` or `igui`, so that a chain continues from
    its end.
    """
    jumps: int = 0
    """The number of jumped pieces, inside `cannon` and `grasshopper`."""
    jumps_last: bool = False
    """The jumped square is the last before the end."""
    single: bool = True
    """It is one step."""
    becomes: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()
    deeds: frozenset[tuple[str, str]] = frozenset()
    """The labels that tell what happens at the end, each with a phrase around it."""
    guards: tuple[Guard, ...] = ()

    def move(self) -> Move:
        """The path as a move."""
        labels, deeds = tuple(sorted(self.labels)), tuple(sorted(self.deeds))
        return Move(self.legs, becomes=self.becomes, labels=labels, guards=self.guards, deeds=deeds)


Paths = tuple[Path, ...]


def merged(paths: Iterable[Path]) -> Paths:
    """The distinct paths; those of one leg that differ only in their steps are merged."""
    together: dict[Path, list[Way]] = {}
    for path in paths:
        if len(path.legs) == 1:
            bare = replace(path, legs=(path.legs[0]._replace(ways=()),))
            together.setdefault(bare, []).extend(path.legs[0].ways[0][1])
        else:
            together.setdefault(path, [])
    distinct = []
    for path, ways in together.items():
        every_way = ((None, tuple(dict.fromkeys(ways))),)
        distinct.append(
            replace(path, legs=(path.legs[0]._replace(ways=every_way),)) if ways else path
        )
    return tuple(distinct)


# What a single array does


def ridden(leg: Leg, *, last_square: bool) -> Iterator[Path]:
    """The paths of a step or a ride over no piece, and over one.

    Args:
        leg: The step or ride.
        last_square: Whether only jumps over the last square before the end are of interest.
    """
    yield Path((leg,), single=leg.most == 1)
    if leg.most == 1:
        return
    if last_square and leg.least <= 1:
        yield Path((leg._replace(most=1),))
    to_hurdle = leg._replace(acts=Act.HOP, least=1, most=leg.most and leg.most - 1)
    straight_on = tuple((way[0], (way,)) for way in leg.ways[0][1])
    onward = leg._replace(ways=straight_on, counts=Count.SHARED, towards=None)
    if last_square:
        to_hurdle = to_hurdle._replace(least=max(1, leg.least - 1))
        onward = onward._replace(least=1, most=1, counts=Count.OWN, continues=True)
    yield Path((to_hurdle, onward), jumps=1, jumps_last=last_square, single=False)


# What functions choose


def quiet(path: Path) -> Iterator[Path]:
    """`move`: the paths without captures."""
    legs = tuple(leg._replace(acts=leg.acts & ~TAKES) for leg in path.legs)
    if all(leg.acts for leg in legs):
        yield replace(path, legs=legs, whole=True)


def taking(path: Path, acts: Act) -> Iterator[Path]:
    """The paths with a capture, for each leg that may be the first to capture."""
    before: list[Leg] = []
    for number, leg in enumerate(path.legs):
        if leg.acts & acts:
            yield replace(
                path, legs=(*before, leg._replace(acts=leg.acts & acts), *path.legs[number + 1 :])
            )
        if not leg.acts & ~acts:
            return
        before.append(leg._replace(acts=leg.acts & ~acts))


def from_afar(path: Path) -> Iterator[Path]:
    """`igui`: the paths with a capture that end where they begin."""
    returning = Leg(_BACK, acts=Act.STOP, back=len(path.legs))
    for captured in taking(path, TAKES):
        yield replace(captured, legs=(*captured.legs, returning), whole=True, single=False)


def without_jumping(path: Path) -> Iterator[Path]:
    """`no-jump`: each leap needs a free way."""
    yield replace(
        path, legs=tuple(leg if leg.back else leg._replace(over=Over.CLEAR) for leg in path.legs)
    )


def first_move(path: Path) -> Iterator[Path]:
    """`initial`: as the first move only."""
    yield replace(path, legs=(path.legs[0]._replace(mover_virgin=True), *path.legs[1:]))


CHOICES: dict[str, Callable[[Path], Iterable[Path]]] = {
    "move": quiet,
    "capture": lambda path: (replace(taken, whole=True) for taken in taking(path, Act.CAPTURE)),
    "destroy": lambda path: (replace(path, whole=True),),  # the part that takes a friend is made so
    "no-jump": without_jumping,
    "cannon": lambda path: (path,) if path.jumps == 1 else (),
    "grasshopper": lambda path: (path,) if path.jumps == 1 and path.jumps_last else (),
    "igui": from_afar,
    "initial": first_move,
}
"""The paths that each function selects from a path."""


# How a chain goes on


def passed(path: Path, *, jumps: bool, counted: bool) -> Iterator[Path]:
    """The paths of a chain after its left part.

    Args:
        path: The left part.
        jumps: Whether that is `->`, which goes on whatever stands there.
        counted: Whether it is inside `cannon` or `grasshopper`, where a jump is told from other
            ways.
    """
    if path.whole:
        yield path
        return
    *before, last = path.legs
    free, over = last.acts, Act(0)
    if not last.back:
        free = Act.STOP | Act.CAPTURE if jumps else Act.STOP
        over = Act.HOP if jumps or counted else over
    yield replace(path, legs=(*before, last._replace(acts=free if counted else free | over)))
    if counted and over and path.jumps == 0:
        yield replace(path, legs=(*before, last._replace(acts=over)), jumps=1, jumps_last=True)


def chained(left: Path, right: Path) -> Path | None:
    """A path followed by another; None if it is impossible or too long."""
    jumps = left.jumps + right.jumps
    if jumps > 1 or len(left.legs) + len(right.legs) > MAX_LEGS_OF_LCPN_PATH:
        return None
    at_joint = left.legs[-1].acts == Act.HOP
    return Path(
        left.legs + right.legs,
        whole=right.whole,
        jumps=jumps,
        jumps_last=right.jumps_last if right.jumps else at_joint and right.single,
        single=False,
        becomes=right.becomes or left.becomes,
        labels=left.labels | right.labels,
        deeds=left.deeds | right.deeds,
        guards=left.guards + right.guards,
    )


def labelled(paths: Iterable[Path], labels: Iterable[str]) -> Paths:
    """The paths with more conditions in words."""
    more = frozenset(labels)
    return tuple(replace(path, labels=path.labels | more) for path in paths)
