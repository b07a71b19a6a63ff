"""The Python API: pieces of all notations, positions of Ben39, variants, and the files that have them."""

from wazir.api.piece import File, Move, Moves, Piece, PieceError, Problem, read
from wazir.api.position import Line, Position
from wazir.api.variant import variant
from wazir.notations.results import ResolvedPiece, ResolvedRule, ResolvedVariant, RuleOrigin

__all__ = [
    "File",
    "Line",
    "Move",
    "Moves",
    "Piece",
    "PieceError",
    "Position",
    "Problem",
    "ResolvedPiece",
    "ResolvedRule",
    "ResolvedVariant",
    "RuleOrigin",
    "read",
    "variant",
]
