"""Which pieces move along marked diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import plural
from wazir.notations.variant import ResolvedPiece
from wazir.notations.wording import join_words

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def _diagonal_movers(view: View) -> str:
    """The pieces that also move along marked diagonals; empty if there are no such moves."""
    squares = view.squares("diagonalLines")
    is_near = any((file + 1, rank + way) in squares for file, rank in squares for way in (1, -1))
    is_long = len({file + rank for file, rank in squares}) < len(squares) or len(
        {file - rank for file, rank in squares}
    ) < len(squares)
    names = [
        plural(view.noun(piece.letter))
        for piece in view.variant.pieces
        if piece.letter in view.in_play
        and (
            (is_near and (piece.key in ("wazir", "soldier") or _is_orthogonal_king(piece)))
            or (is_long and piece.key in ("rook", "janggiCannon"))
        )
    ]
    return join_words(names)


def _is_orthogonal_king(piece: ResolvedPiece) -> bool:
    """Whether a king moves like a wazir."""
    return piece.key == "king" and piece.betza == "W"


FACTS = named(
    _diagonal_movers,
)
