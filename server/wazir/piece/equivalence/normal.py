"""The normal form of a piece: its moves split into paths of single ways and acts (Q2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice, product
from typing import NamedTuple

from wazir.budget import MAX_PATHS_OF_MOVE, spend
from wazir.piece.board import PlayingBoard, inner, length
from wazir.piece.model import CLEARS, Act, Count, Lattice, Leg, Move, Over, Piece, Towards, Way
from wazir.piece.motion.lame import shortest_paths
from wazir.piece.motion.walk import leads

MAX_LAME_STEPS = 8
"""The maximum length of a lame leap that is split into single steps."""
MAX_SKIPPED = 3
"""The maximum number of skipped squares whose contents are split."""

_SQUARE = Lattice.SQUARE
_OF_ONE_PATH = {Over.CLEAR_STRAIGHT_FIRST: Over.CLEAR, Over.ONE_STRAIGHT_FIRST: Over.ONE}
_TAKES = Act.CAPTURE | Act.DESTROY | Act.UNLOAD
_PASSES = Act.PASS_FRIEND | Act.PASS_FOE

Legs = tuple[Leg, ...]
Bounds = tuple[int, float]


def equal_normal_forms(a: Piece, b: Piece, board: PlayingBoard | None = None) -> bool:
    """Whether normal forms and properties are equal, which proves equivalence. False proves
    nothing.

    *board* is as in `normal_form`.
    """
    return a == b or (rest(a) == rest(b) and normal_form(a, board) == normal_form(b, board))


def rest(piece: Piece) -> tuple[object, ...]:
    """What a piece has besides its moves."""
    return piece.properties, frozenset(piece.freezes), piece.lattice


def normal_form(piece: Piece, board: PlayingBoard | None = None) -> frozenset[object]:
    """The promotions, and the moves split into paths of single ways and acts, without redundant
    ones.

    Args:
        piece: The piece.
        board: The board; None for all boards. Only joined edges matter: without them more pieces
            have equal forms.
    """
    flat = board is not None and not board.cylinder
    elements: dict[object, set[Bounds]] = {}
    for move in piece.moves:
        for element, bounds in _elements(move, piece.lattice, flat):
            elements.setdefault(element, set()).add(bounds)
    return frozenset(
        (*piece.promotions, *((element, *_joined(bounds)) for element, bounds in elements.items()))
    )


@lru_cache(maxsize=2048)
def _elements(move: Move, lattice: Lattice, flat: bool) -> tuple[tuple[object, Bounds], ...]:
    """The paths of a move with what else it has, and the ranges of their last legs."""
    labels, guards = frozenset(move.labels), frozenset(move.guards)
    kind = (move.is_first, move.fragments, move.vanishes, move.becomes, labels, guards)
    return tuple(
        ((path, kind), bounds) for path, bounds in map(_ranged, paths(move, lattice, flat=flat))
    )


def _ranged(legs: Legs) -> tuple[Legs, Bounds]:
    """A path with the range of its last leg separated, if the range alone determines its length."""
    if not legs or legs[-1].skips or legs[-1].counts is not Count.OWN or _is_odd(legs[-1]):
        return legs, (0, 0)
    last = legs[-1]
    if last.least == last.most == 1:
        return legs, (1, 1)
    return (*legs[:-1], last._replace(least=1, most=1)), (
        last.least,
        float("inf") if last.most is None else last.most,
    )


def _joined(bounds: Iterable[Bounds]) -> list[Bounds]:
    """Merge overlapping or adjacent ranges: one to three and two to five are one to five."""
    joined: list[Bounds] = []
    for least, most in sorted(bounds):
        if joined and least <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], most))
        else:
            joined.append((least, most))
    return joined


class _Path(NamedTuple):
    """The first legs of a path."""

    legs: Legs = ()
    """Each has one way, whatever the heading, and one act."""
    last: Leg | None = None
    """The last leg, before it was split into single steps or merged."""


class _Unsplit(Exception):  # noqa: N818
    """A move cannot be split."""


def paths(move: Move, lattice: Lattice, *, flat: bool) -> list[Legs]:
    """The paths of a move, which together have its results. A move that cannot be split is one
    path.

    Args:
        move: The move.
        lattice: The unit of its steps.
        flat: Whether no edges of the board are joined.
    """
    longer = [_Path()]
    if move.fragments or any(map(_is_odd, move.legs)):
        return [move.legs]
    try:
        for leg, further in zip(move.legs, (*move.legs[1:], None), strict=False):
            more = (
                after
                for path in longer
                for after in _longer(path, leg, further, lattice=lattice, flat=flat)
            )
            longer = list(islice(more, MAX_PATHS_OF_MOVE + 1))
            spend(sum(len(path.legs) for path in longer))
            if len(longer) > MAX_PATHS_OF_MOVE:
                return [move.legs]
    except _Unsplit:
        return [move.legs]
    return [path.legs for path in longer]


def _is_odd(leg: Leg) -> bool:
    """Whether the next leg depends on more than the end and the last step of a leg, or on less."""
    return (
        leg.again or bool(leg.back) or leg.stays or leg.keeps_heading or leg.counts is Count.AS_LONG
    )


def _longer(
    path: _Path, leg: Leg, further: Leg | None, lattice: Lattice, flat: bool
) -> Iterator[_Path]:
    """The paths with one more leg, which has no properties without effect."""
    flat = flat and not leg.wraps
    bare = leg._replace(
        least=max(leg.least, 1),
        ranged=False,
        mover_virgin=False,
        circles=leg.circles and not flat,
    )
    if leg.anywhere:
        yield from (_Path((*path.legs, last), last) for last in _acting(bare))
        return
    for way in _ways(leg, path.last):
        if leg.towards is not None and not _leads(leg.towards, path.legs, way, lattice=lattice):
            continue
        single = bare._replace(
            ways=((None, (way,)),),
            over=over_of(leg.over, way, lattice),
            towards=None,
            continues=leg.continues and not (flat and len(way) == 1),
        )
        for counted in _counted(single, path.last, further, flat=flat):
            for last in _acting(counted):
                if not flat:
                    yield _Path((*path.legs, last), last)
                    continue
                for legs in _stepped(last, lattice):
                    yield _Path(_merged(path.legs, legs), last)


def _way(leg: Leg) -> Way:
    """The only way of a leg."""
    if leg.anywhere:
        raise _Unsplit
    ((_, (way,)),) = leg.ways
    return way


def _ways(leg: Leg, last: Leg | None) -> tuple[Way, ...]:
    """The ways of a leg after another one."""
    if last is None or [heading for heading, _ in leg.ways] == [None]:
        return leg.after(None)
    way = _way(last)
    if len(way) > 1 and last.least != last.most:
        raise _Unsplit
    return leg.after(way[(last.least - 1) % len(way)])


def over_of(over: Over, way: Way, lattice: Lattice) -> Over:
    """What a leg passes; a straight or diagonal step has one path only."""
    if over in CLEARS and all(length(lattice, step) == 1 for step in way):
        return Over.ANYTHING
    has_one_path = lattice is _SQUARE and all(
        0 in step or abs(step[0]) == abs(step[1]) for step in way
    )
    return _OF_ONE_PATH.get(over, over) if has_one_path else over


def _leads(towards: Towards, legs: Legs, way: Way, lattice: Lattice) -> bool:
    """Whether a leg may begin with a way, if the direction of the path so far is known."""
    steps = [_way(leg)[0] for leg in legs]
    signs = [inner(lattice, step, way[0]) for step in steps]
    is_exact = len(legs) <= 1 or all(leg.least == leg.most for leg in legs)
    if any(len(_way(leg)) > 1 for leg in legs) or not (
        is_exact or min(signs) > 0 or max(signs) < 0
    ):
        raise _Unsplit
    along = sum(leg.least * x for leg, (x, _) in zip(legs, steps, strict=True))
    ahead = sum(leg.least * y for leg, (_, y) in zip(legs, steps, strict=True))
    return (along, ahead) == (0, 0) or leads(towards, inner(lattice, (along, ahead), way[0]))


def _counted(leg: Leg, last: Leg | None, further: Leg | None, flat: bool) -> Iterator[Leg]:
    """A leg that counts its own steps; with one number of steps if the next leg counts them too."""
    if leg.counts is Count.SHARED:
        if last is None or not flat or len(_way(leg)) > 1 or _way(leg) != _way(last):
            raise _Unsplit
        if leg.most is None and leg.least > 1 + last.least:
            raise _Unsplit
        most = None if leg.most is None else leg.most - last.least
        leg = leg._replace(least=max(1, leg.least - last.least), most=most, counts=Count.OWN)
    if further and further.counts is Count.SHARED and further.most is not None:
        most = further.most - 1 if leg.most is None else min(leg.most, further.most - 1)
        yield from (leg._replace(least=count, most=count) for count in range(leg.least, most + 1))
    elif leg.most is None or leg.most >= leg.least:
        yield leg


def _acting(leg: Leg) -> Iterator[Leg]:
    """A leg with each of its acts."""
    return (
        leg._replace(acts=act) if takes else _quiet(leg, act)
        for act, takes in _single_acts(leg.acts)
    )


@cache
def _single_acts(acts: Act) -> tuple[tuple[Act, bool], ...]:
    """Single acts, and whether each captures the piece there. Passing friends and foes is one
    act.
    """
    single = (*(acts & ~_PASSES & ~Act.HOP), Act.HOP) if _PASSES in acts else acts
    return tuple((act, bool(act & _TAKES)) for act in single)


def _quiet(leg: Leg, act: Act = Act.STOP) -> Leg:
    """A leg with an act that takes nothing, without what matters for captures only."""
    return leg._replace(acts=act, victim=None, victim_virgin=False, leaves_standing=False)


def _is_plain(leg: Leg) -> bool:
    """Whether a leg has nothing but its ways, range, capture and passed squares, and conditions on
    where it ends.
    """
    return _quiet(leg)._replace(elsewhere=False, on_edge_file=False) == Leg(
        leg.ways, leg.least, leg.most, acts=Act.STOP, over=leg.over
    )


def _stepped(leg: Leg, lattice: Lattice) -> Iterator[Legs]:
    """A lame leap as single steps, for each way to pass; a ride with the contents of skipped
    squares; else the leg.
    """
    way, over = _way(leg), leg.over
    if 0 < leg.skips <= MAX_SKIPPED and len(way) == 1 and _is_plain(leg._replace(skips=0)):
        rest = leg._replace(
            skips=0, least=max(leg.least - leg.skips, 1), most=leg.most and leg.most - leg.skips
        )
        for acts in (
            product((Act.STOP, Act.HOP), repeat=leg.skips)
            if rest.most is None or rest.most > 0
            else ()
        ):
            yield (*(Leg(leg.ways, acts=act) for act in acts), rest)
        return
    is_lame = (
        over in (Over.CLEAR, Over.CLEAR_STRAIGHT_FIRST)
        and length(lattice, way[0]) <= MAX_LAME_STEPS
    )
    if not is_lame or leg.least != 1 or leg.most != 1 or not _is_plain(leg):
        yield (leg,)
        return
    for steps in shortest_paths(way[0], over, lattice):
        legs = [leg._replace(ways=((None, ((each,),)),), over=Over.ANYTHING) for each in steps]
        yield (*(Leg(step_leg.ways, acts=Act.STOP) for step_leg in legs[:-1]), legs[-1])


def _merged(legs: Legs, more: Legs) -> Legs:
    """A path with more legs; rides over empty squares that continue straight are one ride."""
    for leg in more:
        before = legs[-1] if legs else Leg(())
        goes_on = before == Leg(leg.ways, before.least, before.most, acts=Act.STOP)
        if goes_on and leg.over is Over.ANYTHING and len(_way(leg)) == 1 and _is_plain(leg):
            most = None if leg.most is None or before.most is None else leg.most + before.most
            legs = (*legs[:-1], leg._replace(least=leg.least + before.least, most=most))
        else:
            legs = (*legs, leg)
    return legs
