"""What notations cannot say, in words (Q14)."""

from __future__ import annotations

from collections.abc import Callable

from wazir.piece.model import CLEARS, JUMPS, Act, Count, Leg, Move, Over, Piece
from wazir.piece.patterns import Bend, Hop, Part, Pattern
from wazir.piece.squares import Lattice


def refuse_more_than_moves(piece: Piece, title: str) -> None:
    """Raise ValueError if a piece has more than moves on squares, which a notation of this title cannot say."""
    more = ["a piece on hexagons"] if piece.lattice is Lattice.HEX else []
    more += [f"the property “{name}”" for name in piece.properties]
    more += ["a promotion"] if piece.promotions else []
    more += ["immobilization"] if piece.freezes else []
    if more:
        raise ValueError(f"{title} has no way to say {more[0]}.")


def cannot_say(title: str, part: Part) -> ValueError:
    """The refusal to write a part in a notation of a title."""
    return ValueError(f"{title} has no way to say {obstacle(part)}.")


def obstacle(part: Part) -> str:
    """The feature of a part that is hard to express, as the object of a sentence: "a ride that bends"."""
    if isinstance(part, Move):
        some = "a move of several legs" if len(part.legs) > 1 else "a move"
        return next((words for holds, words in _OF_MOVES if holds(part)), f"{some} like this")
    if part.labels:
        return f"the condition “{part.labels[0]}”"
    return next((words for holds, words in _OF_PATTERNS if holds(part)), "the leap ({},{})".format(*part.leap))


def _any_leg(holds: Callable[[Leg], object]) -> Callable[[Move], bool]:
    return lambda move: any(holds(leg) for leg in move.legs)


_OF_MOVES: tuple[tuple[Callable[[Move], object], str], ...] = (
    (lambda move: move.fragments, "a move that burns"),
    (lambda move: move.vanishes, "a mover that is removed"),
    (lambda move: move.becomes, "a promotion"),
    (lambda move: move.labels or move.guards, "a condition"),
    (_any_leg(lambda leg: leg.on_edge_file), "castling"),
    (_any_leg(lambda leg: leg.guards or leg.squares), "a condition on the position"),
    (_any_leg(lambda leg: leg.victim), "a capture of pieces of one name"),
    (_any_leg(lambda leg: leg.acts & Act.UNLOAD), "putting down a piece that was taken"),
    (_any_leg(lambda leg: leg.acts & Act.CROSS), "a path beyond the edge"),
    (_any_leg(lambda leg: leg.stays or leg.back), "a capture without moving"),
    (_any_leg(lambda leg: leg.anywhere), "a leap to any square"),
    (_any_leg(lambda leg: leg.wraps), "a path round a cylinder"),
    (_any_leg(lambda leg: leg.counts is Count.AS_LONG), "a ride as long as the one before it"),
    (_any_leg(lambda leg: leg.over in JUMPS), "a leap over exactly one piece"),
    (_any_leg(lambda leg: leg.over in CLEARS), "a lame leap"),
    (_any_leg(lambda leg: leg.victim_virgin), "a capture of a piece that has not moved"),
)
_OF_PATTERNS: tuple[tuple[Callable[[Pattern], object], str], ...] = (
    (lambda part: part.wraps, "a ride round a cylinder"),
    (lambda part: part.bend is not Bend.STRAIGHT, "a ride that bends"),
    (lambda part: part.skips, "a ride that skips its first square"),
    (lambda part: part.over in (Over.ONE, Over.ONE_STRAIGHT_FIRST), "a leap over exactly one piece"),
    (lambda part: part.over is not Over.ANYTHING, "a lame leap"),
    (lambda part: part.victim_virgin, "a capture of a piece that has not moved"),
    (lambda part: part.hop is not Hop.NONE, "this hop"),
    (lambda part: part.least > 1, "a ride of a least length"),
    (lambda part: part.mover_virgin, "this first move"),
    (lambda part: Act.DESTROY in part.acts, "a capture of a friend"),
)
