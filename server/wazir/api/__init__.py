"""The Python API: pieces of all notations, positions of Ben39, variants, and the files that have
them.
"""

from wazir.api.file import File, read
from wazir.api.piece import Move, Moves, Piece, PieceError, Problem
from wazir.api.playing import playtest
from wazir.api.position import Line, Position
from wazir.features.game.playtest.report import Report
from wazir.features.variants import built_in
from wazir.notations.variant import ResolvedPiece, ResolvedRule, ResolvedVariant, RuleOrigin

__all__ = [
    "File",
    "Line",
    "Move",
    "Moves",
    "Piece",
    "PieceError",
    "Position",
    "Problem",
    "Report",
    "ResolvedPiece",
    "ResolvedRule",
    "ResolvedVariant",
    "RuleOrigin",
    "playtest",
    "read",
    "variant",
]


def variant(name: str) -> ResolvedVariant:
    """A variant that is built into Fairy-Stockfish.

    >>> variant("crazyhouse").rules["capturesToHand"].value
    True

    Raises:
        KeyError: No built-in variant has this name.
    """
    found = built_in(name)
    if found is None:
        raise KeyError(f"There is no built-in variant `{name}`.")
    return found.variant
