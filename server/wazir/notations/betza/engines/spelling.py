"""A piece written in the letters that all programs read alike."""

from __future__ import annotations

from wazir.notations.betza.directions import SIGNS, shape_of, shortest
from wazir.notations.betza.engines.fairy_stockfish import REGION
from wazir.notations.betza.legs import COMMON_LETTERS
from wazir.notations.betza.lowering import EN_PASSANT
from wazir.notations.betza.spelling import with_range
from wazir.piece.model import CLEARS, Act, Count, Leg, Move, Over, Piece, Vector
from wazir.piece.squares import place

_MODES = {Act.STOP | Act.CAPTURE: "", Act.STOP: "m", Act.CAPTURE: "c"}


def spell(piece: Piece, longest: int) -> str | None:
    """The piece in atoms with directions, a mode and a number; None if they cannot say it.

    Args:
        piece: The piece.
        longest: No ride is longer on the board.
    """
    steps: dict[tuple[str, str, str], dict[Vector, None]] = {}
    passing = ""
    for move in piece.moves:
        found = _spelled(move, longest)
        if found is None:
            return None
        if move.labels:
            passing = "e"
            continue
        start, number, vectors = found
        for vector in vectors:
            near, far = sorted(map(abs, vector))
            letter = COMMON_LETTERS.get(((near, far),))
            if letter is None:
                return None
            steps.setdefault((start, letter, number), {})[vector] = None
    groups = [_group(*key, tuple(vectors)) for key, vectors in steps.items()]
    return None if None in groups else "".join(filter(None, groups)) + passing


def _spelled(move: Move, longest: int) -> tuple[str, str, tuple[Vector, ...]] | None:
    """The modifiers besides directions, the number, and the steps of a move."""
    first, *then = move.legs or (Leg(()),)
    if move.fragments or move.vanishes or move.becomes or set(move.labels) - {EN_PASSANT} or len(then) > 1:
        return None
    vectors = tuple(way[0] for _, ways in first.ways for way in ways if len(way) == 1)
    last = then[0] if then else first
    plain = first._replace(
        ways=(), least=1, most=1, acts=Act.STOP, ranged=False, over=Over.ANYTHING, mover_virgin=False
    )
    acts, bare = _MODES.get(last.acts), Leg((), acts=Act.STOP)
    if plain != bare or acts is None or len(vectors) != sum(len(ways) for _, ways in first.ways):
        return None
    if first.over is not Over.ANYTHING and first.over not in CLEARS:
        return None
    virgin = "i" if first.mover_virgin or move.guards == (REGION,) else ""
    if move.guards not in ((), (REGION,)):
        return None
    hop, most = "", first.most
    if then:
        straight_on = all({way[0] for way in ways} == {heading} for heading, ways in last.ways)
        if first.acts is not Act.HOP or not straight_on or first.least != 1:
            return None
        hop, most = ("p", last.most) if last.counts is Count.SHARED else ("g", first.most and first.most + 1)
        if last.counts is Count.OWN and (last.least, last.most) != (1, 1):
            return None
    elif first.acts is not last.acts or first.least != 1:
        return None
    lame = "n" if first.over in CLEARS else ""
    number = "0" if most is None or most >= longest > 1 else "" if most == 1 else str(most)
    return virgin + acts + lame + hop, number, vectors


def _group(start: str, letter: str, number: str, vectors: tuple[Vector, ...]) -> str | None:
    """One atom with its modifiers."""
    virgin, rest = ("i", start[1:]) if start.startswith("i") else ("", start)
    shape = shape_of(((abs(vectors[0][0]), abs(vectors[0][1])),))
    places = frozenset(map(place, vectors))
    signs = "" if places == SIGNS[shape]["a"] else shortest((shape,), (places,), dialect_has_a=False, chiral=False)
    return None if signs is None else virgin + signs + rest + with_range(letter, 1, int(number or 1) or None)
