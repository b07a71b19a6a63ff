"""The part of a plane or of a board that a diagram shows (M11, M12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from wazir.piece.model import Lattice
from wazir.piece.squares import Square, length

ROW = sqrt(3) / 2
"""How far apart the rows of hexagons are, in widths of one."""
HEXAGON = 2 / sqrt(3)
"""How high a hexagon that stands on a corner is, in widths of it."""


class Window(Protocol):
    """The squares that a diagram shows, as the mover sees them."""

    @property
    def lattice(self) -> Lattice:
        """Whether it shows squares or hexagons."""

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high it is, in widths of a square."""

    def __contains__(self, square: Square) -> bool:
        """Whether the square is shown."""

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""

    def middle(self, square: Square) -> tuple[float, float]:
        """How far the middle of a square is from the left and from the top, in widths of a square."""

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """For each side of the frame the direction to it from the middle, and how far away it is."""

    def holds(self, distance: int) -> bool:
        """Whether all squares are shown that are so many single steps from the square (0, 0)."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Rows of squares."""

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
        """How far the middle of a square is from the left and from the top."""
        return square[0] - self.left + 0.5, self.top - square[1] + 0.5

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """Left and right, above and below."""
        across, along = self.width / 2, self.height / 2
        return (-1, 0, across), (1, 0, across), (0, -1, along), (0, 1, along)

    def holds(self, distance: int) -> bool:
        """Whether all squares are shown that are so far from the square (0, 0)."""
        return (-distance, -distance) in self and (distance, distance) in self


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon of hexagons around the square (0, 0), with a corner to the left and to the right."""

    side: int
    """How many hexagons each of its six sides has."""

    @property
    def lattice(self) -> Lattice:
        """Hexagons."""
        return Lattice.HEX

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high it is, in widths of a hexagon."""
        rows = 2 * self.side - 1
        return rows, (rows - 1) * ROW + HEXAGON

    def __contains__(self, square: Square) -> bool:
        return length(Lattice.HEX, square) < self.side

    def row(self, rank: int) -> range:
        """The first numbers of the squares whose second number is *rank*, from the left; none beyond the board."""
        far = self.side - 1
        if abs(rank) > far:
            return range(0)
        return range(max(-far, -far - rank), min(far, far - rank) + 1)

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""
        for rank in range(self.side - 1, -self.side, -1):
            yield tuple((x, rank) for x in self.row(rank))

    def middle(self, square: Square) -> tuple[float, float]:
        """How far the middle of a hexagon is from the left and from the top."""
        x, y = square
        return self.side - 0.5 + x + y / 2, (self.side - 1 - y) * ROW + HEXAGON / 2

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """Through the corners of the hexagons along each edge."""
        far = (self.side - 1) * ROW + HEXAGON / 2
        return tuple((x, y, far) for x, y in ((0, 1), (0, -1), (ROW, 0.5), (ROW, -0.5), (-ROW, 0.5), (-ROW, -0.5)))

    def holds(self, distance: int) -> bool:
        """Whether all squares are shown that are so far from the middle."""
        return distance < self.side
