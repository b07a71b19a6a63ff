"""The facts of a position, and its static evaluation (G26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from wazir.ben39.actions import LAST_ROWS, Action, Kind
from wazir.ben39.board import RING, ROWS, SQUARES, around, mask, places, way
from wazir.ben39.motion import ALL, ONCE, Control, control, move_patterns
from wazir.ben39.position import (
    ARMY,
    HAND,
    LINE_PIECES,
    PIECE_OF,
    SIDE_WORDS,
    STORE,
    Piece,
    Scene,
    Side,
    State,
    count,
    fields,
    opposite,
    scene,
    turn,
)
from wazir.ben39.rules import Status, actions, immobilized, king_takers, status

WORTH: Mapping[Piece, int] = {
    Piece.QUEEN: 900,
    Piece.ROOK: 500,
    Piece.NIGHTRIDER: 450,
    Piece.BISHOP: 400,
    Piece.GOLD: 300,
    Piece.SILVER: 250,
    Piece.PAWN: 100,
}
"""The values of pieces in centipawns. They are estimates; no games exist to measure them."""


@dataclass(frozen=True)
class Facts:
    """A summary of a position."""

    turn: Side
    status: Status
    winner: Side | None
    """The side that took the king, or mated."""
    takers: tuple[Action, ...]
    """The actions by which the opponent could take the king of the side to move."""
    threats: tuple[Action, ...]
    """The actions by which the side to move can take the king."""
    immobilized: tuple[str, ...]
    """The squares with pieces that cannot move."""
    control: Mapping[str, Control]
    """The control of each movable square."""
    kinds: Mapping[Kind, int]
    """The number of legal actions of each kind, including kinds without any."""
    material: tuple[int, int]
    """The material of White and of Black on squares and in hand, in centipawns."""

    @property
    def actions(self) -> int:
        """The number of legal actions."""
        return sum(self.kinds.values())


def facts(state: State) -> Facts:
    """The facts of a position."""
    side, stands = turn(state), status(state)
    legal = actions(state)
    counted = Counter(action.kind for action in legal)
    seen = scene(state)
    return Facts(
        side,
        stands,
        side.other if stands in (Status.ENDED, Status.MATE) else None,
        tuple(king_takers(state, side.other)),
        tuple(action for action in legal if Piece.KING in action.taken),
        tuple(SQUARES[square] for square in places(immobilized(state))),
        {SQUARES[square]: control(seen, square) for square in RING if seen.movable >> square & 1},
        {kind: counted[kind] for kind in Kind},
        (material(state, Side.WHITE), material(state, Side.BLACK)),
    )


def material(state: State, side: Side) -> int:
    """The material of a side on squares and in hand, in centipawns. A queen in hand is a pawn (G8)."""
    words = fields(state)[side * SIDE_WORDS :]
    total = sum(worth * words[piece].bit_count() for piece, worth in WORTH.items())
    in_hand = {piece.letter: worth for piece, worth in WORTH.items() if piece.letter in HAND}
    return total + sum(worth * count(words[STORE], letter) for letter, worth in in_hand.items())


# Terms of the evaluation, in centipawns

IN_HAND = 20
"""For each piece in hand, which can be dropped anywhere."""
WORKING = {
    Piece.CHAD_ROOK: 6,
    Piece.IMMOBILIZER: 60,
    Piece.WIZARD: 20,
    Piece.SPIDER: 20,
    Piece.CASTLE_STRAIGHT: 20,
    Piece.CASTLE_DIAGONAL: 20,
    Piece.CASTLE_EITHER: 20,
}
"""For each piece on an intersection, compared with the reserve."""
FREEDOM = 3
"""For each square on which a piece can capture."""
SIEGE = 15
"""For each such square on or next to the enemy king."""
GUARD = 6
"""For each such square on or next to the own king."""
FROZEN = 4
"""An immobilized piece loses the share 1/n of its value and of its squares."""
REFUGE = 12
"""For each empty square to which the king can step, by its castles (G10)."""
CONTROL = 20
"""For each movable square that the side controls (G17)."""
ADVANCE = 8
"""For each rank that a pawn has advanced."""
CARRIED = 5
"""For each own piece next to a spider, or next to one of two wizards, which can move it."""


def evaluate(state: State) -> int:
    """The evaluation of a position for the side to move."""
    seen = scene(state)
    return judge(seen, opposite(seen))


def judge(seen: Scene, other: Scene) -> int:
    """The evaluation of a scene for the side to move."""
    return _own(seen) - _own(other) + CONTROL * _controlled(seen)


def _own(seen: Scene) -> int:
    """The terms of one side."""
    mine = seen.mine
    score = _hand(mine[STORE]) + _working(mine[Piece.QUEEN + 1 : STORE]) + _advanced(seen.side, mine[Piece.PAWN])
    score += _fighting(
        seen.side,
        mine[: Piece.QUEEN + 1],
        seen.theirs[Piece.KING],
        seen.layout.squares,
        seen.blocked,
        seen.frozen & seen.own,
    )
    spiders, wizards = mine[Piece.SPIDER], mine[Piece.WIZARD]
    if spiders:
        score += CARRIED * (around(spiders) & seen.own).bit_count()
    if wizards.bit_count() == ARMY["W"]:
        score += CARRIED * (around(wizards) & seen.own).bit_count()
    king = mine[Piece.KING]
    if king & seen.castled:
        score += REFUGE * (_beside(king) & seen.castled & ~seen.blocked).bit_count()
    return score


@lru_cache(maxsize=8192)
def _fighting(side: int, pieces: tuple[int, ...], enemy_king: int, board: int, blocked: int, frozen: int) -> int:
    """The terms of the pieces on squares: values and attacked squares."""
    siege, guard = _beside(enemy_king), _beside(pieces[Piece.KING])
    score = 0
    for piece, worth in WORTH.items():
        for place in places(pieces[piece]):
            score += worth
            if frozen >> place & 1:
                score -= worth // FROZEN
                continue
            for ways, reach in move_patterns(side, piece, place):
                takes = reach[ways & blocked][2] & board
                score += FREEDOM * takes.bit_count()
                score += SIEGE * (takes & siege).bit_count() + GUARD * (takes & guard).bit_count()
    return score


def _controlled(seen: Scene) -> int:
    """The number of controlled movable squares, less those of the opponent."""
    found = 0
    for square in places(seen.movable):
        side = control(seen, square).side
        if side is not None:
            found += 1 if side is seen.side else -1
    return found


@lru_cache(maxsize=4096)
def _beside(kings: int) -> int:
    """The squares on and next to each king."""
    return kings | mask(one for king in places(kings) for step in ALL for one in way(king, step, ROWS, ONCE))


@lru_cache(maxsize=4096)
def _hand(store: int) -> int:
    return sum((WORTH[PIECE_OF[letter]] + IN_HAND) * count(store, letter) for letter in HAND)


@lru_cache(maxsize=4096)
def _working(words: tuple[int, ...]) -> int:
    return sum(WORKING[piece] * word.bit_count() for piece, word in zip(LINE_PIECES, words, strict=True))


@lru_cache(maxsize=4096)
def _advanced(side: int, pawns: int) -> int:
    last = LAST_ROWS[1 - side]
    return ADVANCE * sum(abs(pawn // ROWS - last) for pawn in places(pawns))
