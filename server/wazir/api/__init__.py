"""The Python API: pieces of all notations, positions of Ben39, and the files that have them."""

from wazir.api.files import File, read
from wazir.api.piece import Move, Moves, Piece, Problem
from wazir.api.position import Line, Position

__all__ = ["File", "Line", "Move", "Moves", "Piece", "Position", "Problem", "read"]
