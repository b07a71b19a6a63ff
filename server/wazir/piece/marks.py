"""The mark of a square: in which of the ways of M11 it can be reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache

from wazir.piece.model import Arrival, Kind, Square

HERE: Square = (0, 0)
"""The square of the mover, as it sees itself."""


class Mark(Enum):
    """A sign on a square of a diagram, in the order in which the first that fits is taken (M11).

    `z` is ours: the range in which a piece immobilizes others, which S12 has marked.
    """

    BOTH = "X", "moves or captures"
    CANNON = "M", "moves, but captures only with a hop"
    MOVE = "m", "moves without capturing"
    CAPTURE = "c", "only captures"
    DESTROY = "d", "takes a friend"
    HOP = "h", "only with a hop"
    FIRST = "i", "only as its first move"
    RIFLE = "r", "takes without landing there"
    CONDITION = "?", "only under a condition"
    EDGE = "/", "must lie over the edge"
    FREEZE = "z", "pieces there cannot move"

    def __init__(self, sign: str, words: str) -> None:
        self.sign = sign
        """The one character that stands for it in text."""
        self.words = words
        """What it means, for a legend."""


_HOW = Kind.HOP | Kind.FIRST | Kind.CONDITION
_QUIET = frozenset({Kind.QUIET})
_HOP_CAPTURE = Kind.CAPTURE | Kind.HOP
_PLAIN = {
    Mark.BOTH: frozenset({Kind.QUIET, Kind.CAPTURE}),
    Mark.MOVE: _QUIET,
    Mark.CAPTURE: frozenset({Kind.CAPTURE}),
    Mark.DESTROY: frozenset({Kind.DESTROY}),
    Mark.RIFLE: frozenset({Kind.RIFLE}),
}
"""The marks of squares that are reached without any hop, haste or condition."""
_QUALIFIED = {Mark.HOP: Kind.HOP, Mark.FIRST: Kind.FIRST, Mark.CONDITION: Kind.CONDITION}


def _easiest(kinds: frozenset[Kind]) -> frozenset[Kind]:
    """The kinds without those that another one makes redundant: what needs no hop needs none."""
    return frozenset(kind for kind in kinds if not any(other != kind and other & kind == other for other in kinds))


def _covered(mark: Mark, kinds: frozenset[Kind]) -> frozenset[Kind]:
    """What a mark says of these kinds; nothing if it does not apply."""
    if mark in _PLAIN:
        return _PLAIN[mark] if _PLAIN[mark] <= kinds else frozenset()
    if mark is Mark.CANNON:
        hops = {kind for kind in kinds if kind & _HOP_CAPTURE == _HOP_CAPTURE}
        return _QUIET | hops if hops and kinds >= _QUIET and Kind.CAPTURE not in kinds else frozenset()
    how = _QUALIFIED.get(mark, Kind(0))
    return frozenset(kind for kind in kinds if how and kind & how)


def _exactly(mark: Mark, kinds: frozenset[Kind]) -> bool:
    """Whether a mark says all that there is to say: the qualified ones only where nothing else qualifies."""
    if _covered(mark, kinds) != kinds:
        return False
    return mark not in _QUALIFIED or all(kind & _HOW == _QUALIFIED[mark] for kind in kinds)


def mark_of(kinds: Iterable[Kind]) -> Mark | None:
    """The mark of a square that is reached in these ways; None if there are none.

    The first mark of the list that says it all, else the first that applies (M11).
    """
    return _mark_of(frozenset(kinds))


@lru_cache(maxsize=4096)
def _mark_of(kinds: frozenset[Kind]) -> Mark | None:
    easiest = _easiest(kinds)
    applying = [mark for mark in Mark if _covered(mark, easiest)]
    return next((mark for mark in applying if _exactly(mark, easiest)), applying[0] if applying else None)


def marks_of(arrivals: Iterable[Arrival], over_edge: Iterable[Square] = ()) -> Mapping[Square, Mark]:
    """The mark of each square, in order of squares."""
    ways: dict[Square, set[Kind]] = {}
    for arrival in arrivals:
        ways.setdefault(arrival.square, set()).add(arrival.kind)
    found = dict.fromkeys(over_edge, Mark.EDGE)
    for square, kinds in ways.items():
        found[square] = mark_of(kinds - {Kind.FREEZE}) or Mark.FREEZE
    return dict(sorted(found.items()))
