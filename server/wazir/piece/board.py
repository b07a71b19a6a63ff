"""Squares, steps, boards and windows on them, and their geometry (M1 to M3, M11, M12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, Flag, auto
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import ClassVar, TypeAlias

Vector = tuple[int, int]
"""A step from the point of view of the mover: (right, forward); on hexagons (right, forward-right)
(M1).
"""

Square = tuple[int, int]
"""(file, rank) from 0, from White's point of view; may be off the board."""


class Content(Flag):
    """The contents of a square in a position."""

    EMPTY = auto()
    FRIEND = auto()
    FOE = auto()


class Lattice(Enum):
    """The unit of steps."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    SQUARE = auto()
    """Squares to the right and forward."""
    HEX = auto()
    """Hexagons to the right and forward right."""


_SQUARE, _HEX = Lattice
"""Bound, because Python 3.11 takes long to find members of enumerations."""


def length(lattice: Lattice, step: Vector) -> int:
    """The length of a step in single steps."""
    x, y = step
    if lattice is _HEX and (x < 0) == (y < 0):
        return abs(x + y)
    return max(abs(x), abs(y))


def inner(lattice: Lattice, a: Vector, b: Vector) -> int:
    """The inner product of two steps, or twice that on hexagons; only its sign is meaningful."""
    straight = a[0] * b[0] + a[1] * b[1]
    return straight if lattice is _SQUARE else 2 * straight + a[0] * b[1] + a[1] * b[0]


def steps_of(path: Sequence[Square]) -> list[Vector]:
    """The steps from square to square."""
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]


CIRCLE = 16
"""The number of parts of the circle for `place`."""
_QUARTER: tuple[Vector, ...] = ((0, 1), (1, 2), (1, 1), (2, 1))
HEADINGS: tuple[Vector, ...] = (
    *_QUARTER,
    *((y, -x) for x, y in _QUARTER),
    *((-x, -y) for x, y in _QUARTER),
    *((-y, x) for x, y in _QUARTER),
)
"""A step in each of these directions."""


def unit(vector: Vector) -> Vector:
    """The king's step in the direction of a straight or diagonal step."""
    return (vector[0] > 0) - (vector[0] < 0), (vector[1] > 0) - (vector[1] < 0)


_PLACES = {step: number for number, step in enumerate(HEADINGS)}


@lru_cache(maxsize=4096)
def place(vector: Vector) -> int:
    """The direction of a step in sixteenths of a circle, clockwise from straight forward; oblique
    ones are odd.
    """
    x, y = map(abs, vector)
    right, forward = unit(vector)
    return _PLACES.get((right * (1 + (x > y > 0)), forward * (1 + (y > x > 0))), 0)


class Geometry:
    """What boards and windows have of their lattice."""

    __slots__ = ()

    @property
    def lattice(self) -> Lattice:
        """The unit of steps."""
        raise NotImplementedError

    def length(self, step: Vector) -> int:
        """The length of a step in single steps."""
        return length(self.lattice, step)

    def inner(self, a: Vector, b: Vector) -> int:
        """The inner product of two steps; only its sign is meaningful."""
        return inner(self.lattice, a, b)

    def joined(self, square: Square, wraps: bool) -> Square:
        """The square itself, if no edges are joined."""
        return square

    def place(self, square: Square) -> tuple[int, int]:
        """The square itself, if it counts files and ranks."""
        return square


# Windows

ROW = sqrt(3) / 2
"""The distance of rows of hexagons, in widths of a hexagon."""
HEXAGON = 2 / sqrt(3)
"""The height of a hexagon on its corner, in its width."""


@dataclass(frozen=True, slots=True)
class Rectangle(Geometry):
    """A rectangular window."""

    left: int
    bottom: int
    width: int
    height: int

    lattice: ClassVar[Lattice] = Lattice.SQUARE

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
        return (
            self.left <= x < self.left + self.width and self.bottom <= y < self.bottom + self.height
        )

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""
        for y in range(self.top, self.bottom - 1, -1):
            yield tuple((x, y) for x in range(self.left, self.left + self.width))

    def middle(self, square: Square) -> tuple[float, float]:
        """The centre of a square, from the left and the top."""
        return square[0] - self.left + 0.5, self.top - square[1] + 0.5

    @property
    def sides(self) -> tuple[tuple[float, float, float], ...]:
        """The left, right, upper and lower side."""
        across, along = self.width / 2, self.height / 2
        return (-1, 0, across), (1, 0, across), (0, -1, along), (0, 1, along)


@dataclass(frozen=True, slots=True)
class Hexagon(Geometry):
    """A hexagonal window around (0, 0), with corners at the left and right."""

    side: int
    """The number of hexagons along each side."""

    lattice: ClassVar[Lattice] = Lattice.HEX

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, in widths of a hexagon."""
        rows = 2 * self.side - 1
        return rows, (rows - 1) * ROW + HEXAGON

    def __contains__(self, square: Square) -> bool:
        return length(Lattice.HEX, square) < self.side

    def row(self, rank: int) -> range:
        """The first coordinates of the squares of a rank, from the left; empty outside the
        window.
        """
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
        return tuple(
            (x, y, far)
            for x, y in ((0, 1), (0, -1), (ROW, 0.5), (ROW, -0.5), (-ROW, 0.5), (-ROW, -0.5))
        )


Window: TypeAlias = Rectangle | Hexagon
"""The squares of a diagram, from the point of view of the mover."""

MAX_BOARD_SIDE = 26
"""The maximum number of files and of ranks, so that each file has a letter."""
MAX_HEXAGON_SIDE = 13
"""The maximum side of a hexagon. Its widest row is twice as long, less one."""

MAX_NUMBER = 999
"""Notations read larger numbers as this one, because no board has as many squares in a row."""


def read_number(digits: str) -> int:
    """The number of some digits with a sign, clamped to `MAX_NUMBER`."""
    unsigned = digits.lstrip("+-").lstrip("0")
    is_small = len(unsigned) <= len(str(MAX_NUMBER))
    number = int(unsigned or "0") if is_small else MAX_NUMBER
    return -number if digits.startswith("-") else number


DEFAULT = "8x8"

HORIZON = 7
"""The horizon of rides on the plane: the edge of the largest diagram (M12)."""
FARTHEST = 60
"""The plane ends at this distance."""


@dataclass(frozen=True, slots=True)
class SquareBoard(Geometry):
    """A rectangle of squares, with its side edges joined on a cylinder."""

    files: int = 8
    ranks: int = 8
    cylinder: bool = False

    lattice: ClassVar[Lattice] = Lattice.SQUARE

    @property
    def middle(self) -> Square:
        """The middle square, or the one before it."""
        return (self.files - 1) // 2, (self.ranks - 1) // 2

    @property
    def longest(self) -> int:
        """More king steps than there are between any two squares."""
        return max(self.files, self.ranks)

    @property
    def around(self) -> PlayingBoard:
        """A board that is almost twice as large in each direction."""
        return SquareBoard(2 * self.files - 1, 2 * self.ranks - 1)

    @property
    def window(self) -> Window:
        """The whole board."""
        return Rectangle(left=0, bottom=0, width=self.files, height=self.ranks)

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks

    def joined(self, square: Square, wraps: bool) -> Square:
        """The square itself; on a cylinder, the square on the opposite side for a leg that
        wraps.
        """
        if wraps or self.cylinder:
            return (square[0] % self.files, square[1])
        return square

    def squares(self) -> Iterator[Square]:
        """All squares, file by file."""
        return ((file, rank) for file in range(self.files) for rank in range(self.ranks))

    def on_edge_file(self, square: Square) -> bool:
        """Whether the square is on the first or the last file; a cylinder has no edge."""
        return not self.cylinder and square[0] in (0, self.files - 1)

    def file(self, square: Square, white: bool) -> int:
        """The number of the file, from 1 at the left of the mover."""
        return square[0] + 1 if white else self.files - square[0]

    def rank(self, square: Square, white: bool) -> int:
        """The number of the rank, from 1 at the side of the mover."""
        return square[1] + 1 if white else self.ranks - square[1]

    def square_at(self, file: int, rank: int) -> Square | None:
        """The square of a place; None beyond the board."""
        return (file, rank) if (file, rank) in self else None

    def room(self, step: Vector) -> int:
        """The number of squares from which a step stays on the board."""
        return max(0, self.files - abs(step[0])) * max(0, self.ranks - abs(step[1]))

    def describe(self) -> str:
        """Such as "a board of 8 files and 8 ranks"."""
        joined = ", whose left and right edges are joined" if self.cylinder else ""
        return f"a board of {self.files} files and {self.ranks} ranks{joined}"

    def __str__(self) -> str:
        return f"{'cylinder ' if self.cylinder else ''}{self.files}x{self.ranks}"


@dataclass(frozen=True, slots=True)
class HexBoard(Geometry):
    """A hexagonal board of hexagons in rows, *side* of them along each edge.

    Coordinates count from the middle, (0, 0), to the right and forward right. The six neighbours
    are right (1, 0), forward-right (0, 1), forward-left (-1, 1), left (-1, 0), backward-left (0,
    -1) and backward-right (1, -1). The rank is the row from the bottom, the file the place in it
    from the left.
    """

    side: int = 6
    cylinder: ClassVar[bool] = False

    lattice: ClassVar[Lattice] = Lattice.HEX

    @property
    def middle(self) -> Square:
        """The middle square."""
        return 0, 0

    @property
    def longest(self) -> int:
        """More steps than there are between any two squares."""
        return 2 * self.side - 1

    @property
    def around(self) -> PlayingBoard:
        """A hexagon that is almost twice as large."""
        return HexBoard(2 * self.side - 1)

    @property
    def window(self) -> Hexagon:
        """The whole board."""
        return Hexagon(self.side)

    def __contains__(self, square: Square) -> bool:
        return length(Lattice.HEX, square) < self.side

    def squares(self) -> Iterator[Square]:
        """All squares, file by file."""
        return iter(
            sorted((square for row in self.window.rows() for square in row), key=self.place)
        )

    def on_edge_file(self, square: Square) -> bool:
        """Whether the square is at the left or right end of its row."""
        row = self.window.row(square[1])
        return bool(row) and square[0] in (row[0], row[-1])

    def file(self, square: Square, white: bool) -> int:
        """The place in the row, from 1 at the left of the mover."""
        row = self.window.row(square[1])
        return square[0] - row.start + 1 if white else row.stop - square[0]

    def rank(self, square: Square, white: bool) -> int:
        """The number of the row, from 1 at the side of the mover."""
        return self.side + (square[1] if white else -square[1])

    def place(self, square: Square) -> tuple[int, int]:
        """(file, rank) from 0, as White sees the board."""
        return self.file(square, white=True) - 1, self.rank(square, white=True) - 1

    def square_at(self, file: int, rank: int) -> Square | None:
        """The square of a place; None if its row is shorter."""
        row = self.window.row(rank - self.side + 1)
        square = row.start + file, rank - self.side + 1
        return square if square in self else None

    def room(self, step: Vector) -> int:
        """The number of squares from which a step stays on the board."""
        rows = (
            (self.window.row(rank), self.window.row(rank + step[1]))
            for rank in range(1 - self.side, self.side)
        )
        return sum(
            max(0, min(a.stop, b.stop - step[0]) - max(a.start, b.start - step[0])) for a, b in rows
        )

    def describe(self) -> str:
        """A description of the board."""
        return (
            f"a hexagon of {sum(1 for _ in self.squares())} hexagons, {self.side} along each side"
        )

    def __str__(self) -> str:
        return f"hex{self.side}"


@dataclass(frozen=True, slots=True)
class Plane(Geometry):
    """A board without edges, up to its horizon."""

    horizon: int = HORIZON
    lattice: Lattice = Lattice.SQUARE

    def __contains__(self, square: Square) -> bool:
        return self.length(square) <= FARTHEST

    def file(self, square: Square, white: bool) -> int:
        """The distance to the right."""
        return square[0]

    def rank(self, square: Square, white: bool) -> int:
        """The distance forward."""
        return square[1]

    def squares(self) -> Iterator[Square]:
        """The squares within the horizon."""
        span = range(-self.horizon, self.horizon + 1)
        return ((x, y) for x in span for y in span if self.length((x, y)) <= self.horizon)

    def on_edge_file(self, _square: Square) -> bool:
        """Always true."""
        return True


PlayingBoard: TypeAlias = SquareBoard | HexBoard
"""A board with edges, whose squares have names."""
Board: TypeAlias = PlayingBoard | Plane
"""A geometry. Squares are pairs of integers; the board decides which pairs are squares."""


def flat(board: PlayingBoard) -> PlayingBoard:
    """The board without joined edges."""
    return replace(board, cylinder=False) if isinstance(board, SquareBoard) else board


_BOARD = re.compile(r"(cylinder\s+)?(\d{1,4})\s*[xX×]\s*(\d{1,4})|hex\s*(\d{1,4})")


def parse_board(text: str) -> PlayingBoard:
    """The board of a text such as `10x8`, `cylinder 8x8` or `hex5`.

    Raises:
        ValueError: The text is not a board. The message is a sentence about valid boards.
    """
    match = _BOARD.fullmatch(text.strip())
    if not match:
        raise ValueError(
            "A board is written as FILESxRANKS, such as `10x8`, or `cylinder 8x8`, or `hex5`."
        )
    if match[4]:
        side = int(match[4])
        if not 1 <= side <= MAX_HEXAGON_SIDE:
            raise ValueError(
                f"The side of a hexagonal board has from 1 to {MAX_HEXAGON_SIDE} squares, "
                f"not {side}."
            )
        return HexBoard(side)
    files, ranks = int(match[2]), int(match[3])
    if not (1 <= files <= MAX_BOARD_SIDE and 1 <= ranks <= MAX_BOARD_SIDE):
        raise ValueError(
            f"A board has from 1 to {MAX_BOARD_SIDE} files and from 1 to {MAX_BOARD_SIDE} ranks, "
            f"not {files}x{ranks}."
        )
    return SquareBoard(files, ranks, bool(match[1]))


def square_name(square: Square, board: PlayingBoard) -> str:
    """The name of a square, such as `d4` for the fourth file and rank."""
    file, rank = board.place(square)
    return f"{chr(ord('a') + file)}{rank + 1}"


_NAME = re.compile(r"([a-z])([1-9]\d?)")


def parse_square(text: str, board: PlayingBoard) -> Square:
    """The square of a name such as `d4`.

    Raises:
        ValueError: It is not a square of the board. The message is a sentence.
    """
    match = _NAME.fullmatch(text)
    square = board.square_at(ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None
    if square is None:
        raise ValueError(f"There is no square `{text}` on the board {board}.")
    return square
