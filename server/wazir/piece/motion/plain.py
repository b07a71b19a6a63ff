"""The results of moves of one ordinary leg, which most are, without trails: the same as by a walk, in less time."""

from __future__ import annotations

from functools import lru_cache

from wazir.piece.model import Act, Count, Leg, Move, Over, Result, Square
from wazir.piece.motion.walk import ways_from
from wazir.piece.motion.world import EMPTY, FOE, FRIEND, Budget, Trail, World

_ENDS = {Act.STOP: EMPTY, Act.CAPTURE: FOE, Act.DESTROY: FRIEND}
"""The contents of a square on which a leg may end, by its act."""


def is_plain(move: Move) -> bool:
    """Whether *plain_results* finds the results of a move."""
    return len(move.legs) == 1 and not (move.fragments or move.guards) and _contents(move.legs[0]) > 0


def plain_results(world: World, move: Move, square: Square, budget: Budget) -> list[Result]:
    """The results of a plain move in a world whose squares have one content each."""
    leg, ends, found = move.legs[0], _contents(move.legs[0]), list[Result]()
    least, most, wraps, joined = leg.least, leg.most, leg.wraps, world.board.joined
    when = tuple(sorted({*move.labels}))
    begin = Trail(square, path=(square,))
    for ((x, y),) in ways_from(world, leg, begin, square, square) if budget.left >= 0 else ():
        at, path, count, content = square, begin.path, 0, EMPTY
        while content == EMPTY and count != most:
            at = joined((at[0] + x, at[1] + y), wraps)
            budget.left -= 1
            if budget.left < 0 or at == square:
                break
            path, content = (*path, at), world.content(at)
            count += 1
            if content & ends and count >= least:
                takes = () if content == EMPTY else (at,)
                found.append(Result(None if move.vanishes else at, takes, (), move.becomes, when, path))
    return [] if budget.spent else found


@lru_cache(maxsize=4096)
def _contents(leg: Leg) -> int:
    """The contents of a square on which a leg may end; 0 if it is not plain."""
    tested = leg.victim or leg.victim_virgin or leg.guards or leg.squares or leg.on_edge_file or leg.elsewhere
    odd = leg.skips or leg.back or leg.stays or leg.again or leg.circles or leg.over is not Over.ANYTHING
    crooked = any(len(way) > 1 for _, ways in leg.ways for way in ways)
    if tested or odd or crooked or leg.counts is not Count.OWN or any(act not in _ENDS for act in leg.acts):
        return 0
    return sum(_ENDS[act] for act in leg.acts)
