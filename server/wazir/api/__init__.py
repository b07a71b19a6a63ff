"""The Python API: pieces of all notations, positions of Ben39, and the files that have them."""

from wazir.api.piece import File, Move, Moves, Piece, PieceError, Problem, read
from wazir.api.position import Line, Position

__all__ = ["File", "Line", "Move", "Moves", "Piece", "PieceError", "Position", "Problem", "read"]
