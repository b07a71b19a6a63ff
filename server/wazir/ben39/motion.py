"""How pieces move by themselves: move patterns (G6, G12, G14)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final, NamedTuple

from wazir.ben39.actions import Action, move, slide
from wazir.ben39.board import DIAGONAL, KNIGHT, ORTHOGONAL, ROWS, Step, mask, way
from wazir.ben39.position import SIDES, Piece, Side

ALL = ORTHOGONAL + DIAGONAL
ONCE, FAR = 1, ROWS


class Reach(dict[int, tuple[tuple[Action, ...], int, int]]):
    """The result for an occupancy of a line: the actions to open places, the set of first blocked places, and the set
    of places where the piece captures.

    The last set includes open places. Both sets are empty for pieces that do not capture. Results are computed on
    demand; there are few, because a line has at most seven places.
    """

    def __init__(self, ways: tuple[tuple[int, ...], ...], goes: Callable[[int], Action] | None, takes: bool) -> None:
        super().__init__()
        self._ways, self._goes, self.takes = ways, goes, takes

    def __missing__(self, blocked: int) -> tuple[tuple[Action, ...], int, int]:
        open_places: list[int] = []
        stops = 0
        for way_places in self._ways:
            for place in way_places:
                if blocked >> place & 1:
                    stops |= 1 << place
                    break
                open_places.append(place)
        goes = self._goes
        result = self[blocked] = (
            tuple(map(goes, open_places)) if goes else (),
            stops if self.takes else 0,
            stops | mask(open_places) if self.takes else 0,
        )
        return result


class Pattern(NamedTuple):
    """A set of lines from a place."""

    mask: int
    """All places on the lines."""
    reach: Reach


_FORWARD = ((0, 1), (0, -1))
_GOLD = tuple((*ORTHOGONAL, (1, up), (-1, up)) for up in (1, -1))
_SILVER = tuple((*DIAGONAL, (0, up)) for up in (1, -1))


class _Part(NamedTuple):
    """A part of a piece's move: its steps for each side, their maximum number, and its purpose."""

    steps: tuple[tuple[Step, ...], tuple[Step, ...]]
    most: int = ONCE
    goes: bool = True
    takes: bool = True


def _both(steps: tuple[Step, ...], most: int, **rest: bool) -> _Part:
    return _Part((steps, steps), most, **rest)


PARTS: dict[Piece, tuple[_Part, ...]] = {
    Piece.KING: (_both(ALL, ONCE),),
    Piece.ROOK: (_both(ORTHOGONAL, FAR),),
    Piece.BISHOP: (_both(DIAGONAL, FAR), _both(ORTHOGONAL, ONCE, takes=False)),
    Piece.NIGHTRIDER: (_both(KNIGHT, FAR),),
    Piece.GOLD: (_Part((_GOLD[0], _GOLD[1])),),
    Piece.SILVER: (_Part((_SILVER[0], _SILVER[1])),),
    Piece.PAWN: (
        _Part(((_FORWARD[0],), (_FORWARD[1],)), takes=False),
        _Part((((1, 1), (-1, 1)), ((1, -1), (-1, -1))), goes=False),
    ),
    Piece.QUEEN: (_both(ALL, FAR),),
    Piece.CHAD_ROOK: (_both(ORTHOGONAL, FAR, takes=False),),
    Piece.IMMOBILIZER: (_both(ALL, FAR, takes=False),),
    Piece.WIZARD: (_both(ALL, ONCE, takes=False),),
    Piece.SPIDER: (_both(KNIGHT, ONCE, takes=False),),
    Piece.CASTLE_STRAIGHT: (_both(ORTHOGONAL, ONCE, takes=False),),
    Piece.CASTLE_DIAGONAL: (_both(DIAGONAL, ONCE, takes=False),),
    Piece.CASTLE_EITHER: (_both(ORTHOGONAL, ONCE, takes=False), _both(DIAGONAL, ONCE, takes=False)),
}
"""The parts of each piece's move."""


class MovePatterns(dict[int, tuple[Pattern, ...]]):
    """The move patterns of a piece by place, computed on demand.

    Opposite directions share one, to limit the number of occupancies.
    """

    def __init__(self, side: Side, piece: Piece) -> None:
        super().__init__()
        self._side, self._piece = side, piece

    def __missing__(self, place: int) -> tuple[Pattern, ...]:
        side, piece = self._side, self._piece
        patterns: list[Pattern] = []
        for part in PARTS[piece]:
            for steps in _lines(part.steps[side]) if part.most == FAR else (part.steps[side],):
                ways = tuple(way(place, step, piece.width, part.most) for step in steps)
                goes = partial(_action, side, piece, place, steps[0]) if part.goes else None
                patterns.append(
                    Pattern(mask(reached for places in ways for reached in places), Reach(ways, goes, part.takes))
                )
        result = self[place] = tuple(pattern for pattern in patterns if pattern.mask)
        return result


class CapturePatterns(dict[int, tuple[Pattern, ...]]):
    """Those of the move patterns of a piece that capture, by place."""

    def __init__(self, side: Side, piece: Piece) -> None:
        super().__init__()
        self._moves = MOVE_PATTERNS[side][piece]

    def __missing__(self, place: int) -> tuple[Pattern, ...]:
        result = self[place] = tuple(pattern for pattern in self._moves[place] if pattern.reach.takes)
        return result


MOVE_PATTERNS: Final = tuple(tuple(MovePatterns(side, piece) for piece in Piece) for side in SIDES)
CAPTURE_PATTERNS: Final = tuple(tuple(CapturePatterns(side, piece) for piece in Piece) for side in SIDES)
"""Both by side, piece and place."""


def _lines(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], ...]:
    """Pairs of opposite directions."""
    return tuple((step, (-step[0], -step[1])) for step in steps if step > (0, 0))


def _action(side: int, piece: Piece, origin: int, step: Step, target: int) -> Action:
    if piece.on_squares:
        return move(side, piece, origin, target)
    becomes = piece
    if piece >= Piece.CASTLE_STRAIGHT:
        becomes = Piece.CASTLE_DIAGONAL if 0 in step else Piece.CASTLE_STRAIGHT
    return slide(side, piece, becomes, origin, target)


@cache
def attacks(side: int, piece: Piece) -> tuple[int, ...]:
    """The squares from which a leaper of a side attacks each square."""
    takers = [0] * (ROWS * ROWS)
    steps = [step for part in PARTS[piece] if part.takes for step in part.steps[side]]
    for square in range(ROWS * ROWS):
        for step in steps:
            for target in way(square, step, ROWS, ONCE):
                takers[target] |= 1 << square
    return tuple(takers)
