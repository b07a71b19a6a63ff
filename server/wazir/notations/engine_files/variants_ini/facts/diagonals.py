"""Which pieces move along marked diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import plural
from wazir.notations.engine_files.variants_ini.reading import Squares
from wazir.notations.variant import ResolvedPiece
from wazir.notations.wording import join_words

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def _diagonal_movers(view: View) -> str:
    """The pieces that also move along marked diagonals; empty if there are no such moves."""
    squares = view.squares("diagonalLines")
    has_steps, has_lines = _has_steps(squares), _has_lines(squares)
    movers = [
        piece
        for piece in view.pieces_in_play
        if (has_steps and _is_stepper(piece)) or (has_lines and _is_slider(piece))
    ]
    return join_words(plural(view.noun(mover.letter)) for mover in movers)


def _has_steps(squares: Squares) -> bool:
    """Whether two of some squares touch at a corner."""
    return any((file + 1, rank + way) in squares for file, rank in squares for way in (1, -1))


def _has_lines(squares: Squares) -> bool:
    """Whether two of some squares are on the same diagonal."""
    rising = {file - rank for file, rank in squares}
    falling = {file + rank for file, rank in squares}
    return min(len(rising), len(falling)) < len(squares)


def _is_stepper(piece: ResolvedPiece) -> bool:
    """Whether a piece steps along marked diagonals: a king only if it moves like a wazir."""
    is_orthogonal_king = piece.key == "king" and piece.betza == "W"
    return is_orthogonal_king or piece.key in ("wazir", "soldier")


def _is_slider(piece: ResolvedPiece) -> bool:
    """Whether a piece slides or jumps along marked diagonals."""
    return piece.key in ("rook", "janggiCannon")


FACTS = named(
    _diagonal_movers,
)
