"""What there is to know of a position without looking ahead (G26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from wazir.ben39.actions import Action, Kind
from wazir.ben39.board import RING, SQUARES, places
from wazir.ben39.position import HAND, SIDE_WORDS, STORE, Piece, Side, State, count, fields, turn
from wazir.ben39.rules import Status, actions, immobilized, king_takers, status
from wazir.ben39.scene import scene
from wazir.ben39.travel import Control, control

WORTH: Mapping[Piece, int] = {
    Piece.QUEEN: 900,
    Piece.ROOK: 500,
    Piece.NIGHTRIDER: 450,
    Piece.BISHOP: 400,
    Piece.GOLD: 300,
    Piece.SILVER: 250,
    Piece.PAWN: 100,
}
"""What pieces that can be taken are worth, in hundredths of a pawn; nobody has measured it, for nobody has played."""


@dataclass(frozen=True)
class Facts:
    """A position at a glance."""

    turn: Side
    status: Status
    winner: Side | None
    """Who has taken the king, or has mated."""
    takers: tuple[Action, ...]
    """By which actions the opponent could take the king of the side to move, if it were its turn."""
    threats: tuple[Action, ...]
    """By which actions the side to move can take the king now."""
    immobilized: tuple[str, ...]
    """The squares with pieces that cannot move."""
    control: Mapping[str, Control]
    """Of each movable square."""
    kinds: Mapping[Kind, int]
    """How many legal actions there are of each kind; kinds without any are there too."""
    material: tuple[int, int]
    """What White and Black have on squares and in hand, in hundredths of a pawn."""

    @property
    def actions(self) -> int:
        """How many legal actions there are."""
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
    """What a side has on squares and in hand, in hundredths of a pawn. A queen in hand is a pawn (G8)."""
    words = fields(state)[side * SIDE_WORDS :]
    total = sum(worth * words[piece].bit_count() for piece, worth in WORTH.items())
    in_hand = {piece.letter: worth for piece, worth in WORTH.items() if piece.letter in HAND}
    return total + sum(worth * count(words[STORE], letter) for letter, worth in in_hand.items())
