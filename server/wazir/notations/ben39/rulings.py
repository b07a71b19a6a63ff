"""The rulings that refused actions go against."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wazir.ben39.intents import ReasonKind

_REASONS: Mapping[str, tuple[ReasonKind, ...]] = {
    "places": (ReasonKind.UNKNOWN_PLACE, ReasonKind.WRONG_GROUND, ReasonKind.NOT_ON_BOARD),
    "moves-of-pieces": (
        ReasonKind.DOES_NOT_MOVE_SO,
        ReasonKind.DOES_NOT_CAPTURE_SO,
        ReasonKind.BLOCKED,
        ReasonKind.OCCUPIED,
    ),
    "promotion": (ReasonKind.WRONG_PROMOTION,),
    "hands": (ReasonKind.NEVER_IN_HAND, ReasonKind.NOT_IN_HAND),
    "drops": (ReasonKind.PAWN_WITHOUT_MOVE,),
    "king-rule": (ReasonKind.KING_RULE_FROM, ReasonKind.KING_RULE_TO),
    "check": (ReasonKind.GAME_ENDED, ReasonKind.LEAVES_KING),
    "reserves": (ReasonKind.NOT_IN_RESERVE,),
    "immobilizer": (ReasonKind.IMMOBILIZED, ReasonKind.IMMOBILIZES_AT_ONCE),
    "castle-steps": (ReasonKind.CASTLE_STEP,),
    "teleport": (
        ReasonKind.NO_SUCH_WIZARD,
        ReasonKind.ONE_WIZARD,
        ReasonKind.NOT_AROUND,
        ReasonKind.WRONG_GOAL,
        ReasonKind.WRONG_SIGN,
    ),
    "rotation": (ReasonKind.NO_SUCH_SPIDER, ReasonKind.NO_FRIEND_AROUND, ReasonKind.KING_OFF_BOARD),
    "control": (ReasonKind.NOT_CONTROLLED,),
    "ring": (ReasonKind.NO_MOVABLE_SQUARE, ReasonKind.NOT_NEXT_IN_RING, ReasonKind.LOCATION_TAKEN),
    "travel": (ReasonKind.NO_TRAVELLER, ReasonKind.TWO_ON_ONE),
    "turns": (ReasonKind.NO_PIECE_THERE, ReasonKind.ENEMY_PIECE, ReasonKind.CHANGES_NOTHING),
    "spelling": (ReasonKind.UNREADABLE, ReasonKind.WRONG_LETTER),
}

RULING_OF: Mapping[ReasonKind, str] = MappingProxyType(
    {kind: name for name, kinds in _REASONS.items() for kind in kinds}
)
"""The ruling that a refused action goes against."""


def advice(kind: ReasonKind) -> str:
    """A sentence that leads to the page of a ruling."""
    return f"`wazir explain {RULING_OF[kind]}` tells what is assumed."
