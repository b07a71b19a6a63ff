"""Wazir: language server and tools for notations of chess variants.

The Python API, imported on first use:

- `Piece`, the piece of a text, with its moves, pictures, names and figures;
- `Position`, a position of Ben39 with its rules and its search;
- `variant`, a variant that is built into Fairy-Stockfish, with all its rules;
- `playtest`, a report on a variant that plays itself;
- `read`, the pieces, positions, variants and problems of a file.

>>> import wazir
>>> wazir.Piece("BN").names[0]
'Archbishop'
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wazir.api import ResolvedPiece, ResolvedRule, ResolvedVariant, RuleOrigin, variant
    from wazir.api.file import File, read
    from wazir.api.piece import Move, Moves, Piece, PieceError, Problem
    from wazir.api.playing import playtest
    from wazir.api.position import Line, Position
    from wazir.features.game.playtest.report import Report

__version__ = "0.1.0"
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
    "__version__",
    "playtest",
    "read",
    "variant",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'wazir' has no attribute {name!r}")
    from wazir import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return __all__
