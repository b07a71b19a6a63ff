"""The part of a plane or board that a diagram shows (M11, M12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from wazir.piece.model import Lattice
from wazir.piece.squares import Square, length

ROW = sqrt(3) / 2
"""The distance of rows of hexagons, in widths of a hexagon."""
HEXAGON = 2 / sqrt(3)
"""The height of a hexagon on its corner, in its width."""


class Window(Protocol):
    """The squares of a diagram, from the point of view of the mover."""

    @property
    def lattice(self) -> Lattice:
        """The kind of squares."""

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, in widths of a square."""

    def __contains__(self, square: Square) -> bool:
        """Whether the square is shown."""

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""

    def middle(self, square: Square) -> tuple[float, float]:
        """The centre of a square, from the left and the top, in widths of a square."""

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """The outward normal of each side of the frame, and its distance from the centre."""

    def holds(self, distance: int) -> bool:
        """Whether all squares at a number of single steps from (0, 0) are shown."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangular window."""

    left: int
    bottom: int
    width: int
    height: int

    @property
    def lattice(self) -> Lattice:
        """Squares."""
        return Lattice.SQUARE

    @property
    def right(self) -> int:
        """The last file shown."""
        return self.left + self.width - 1

    @property
    def top(self) -> int:
        """The last rank shown."""
        return self.bottom + self.height - 1

    @property
    def size(self) -> tuple[float, float]:
        """The number of files and of ranks."""
        return self.width, self.height

    def __contains__(self, square: Square) -> bool:
        x, y = square
        return self.left <= x < self.left + self.width and self.bottom <= y < self.bottom + self.height

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""
        for y in range(self.top, self.bottom - 1, -1):
            yield tuple((x, y) for x in range(self.left, self.right + 1))

    def middle(self, square: Square) -> tuple[float, float]:
        """The centre of a square, from the left and the top."""
        return square[0] - self.left + 0.5, self.top - square[1] + 0.5

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """The left, right, upper and lower side."""
        across, along = self.width / 2, self.height / 2
        return (-1, 0, across), (1, 0, across), (0, -1, along), (0, 1, along)

    def holds(self, distance: int) -> bool:
        """Whether all squares at a distance from (0, 0) are shown."""
        return (-distance, -distance) in self and (distance, distance) in self


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagonal window around (0, 0), with corners at the left and right."""

    side: int
    """The number of hexagons along each side."""

    @property
    def lattice(self) -> Lattice:
        """Hexagons."""
        return Lattice.HEX

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, in widths of a hexagon."""
        rows = 2 * self.side - 1
        return rows, (rows - 1) * ROW + HEXAGON

    def __contains__(self, square: Square) -> bool:
        return length(Lattice.HEX, square) < self.side

    def row(self, rank: int) -> range:
        """The first coordinates of the squares of a rank, from the left; empty outside the window."""
        far = self.side - 1
        if abs(rank) > far:
            return range(0)
        return range(max(-far, -far - rank), min(far, far - rank) + 1)

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""
        for rank in range(self.side - 1, -self.side, -1):
            yield tuple((x, rank) for x in self.row(rank))

    def middle(self, square: Square) -> tuple[float, float]:
        """The centre of a hexagon, from the left and the top."""
        x, y = square
        return self.side - 0.5 + x + y / 2, (self.side - 1 - y) * ROW + HEXAGON / 2

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """The lines through the corners of the hexagons along each edge."""
        far = (self.side - 1) * ROW + HEXAGON / 2
        return tuple((x, y, far) for x, y in ((0, 1), (0, -1), (ROW, 0.5), (ROW, -0.5), (-ROW, 0.5), (-ROW, -0.5)))

    def holds(self, distance: int) -> bool:
        """Whether all squares at a distance from the middle are shown."""
        return distance < self.side
