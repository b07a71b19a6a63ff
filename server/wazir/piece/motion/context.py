"""The surroundings of a walk, the paths in it, and what conditions see of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from wazir.piece.board import Board, Square, Vector
from wazir.piece.conditions import Axis, Situation, Who
from wazir.piece.model import Act

EMPTY = 1
FRIEND = 2
FOE = 4
OFF = 8
"""The contents of a square; OFF is off the board. A set of contents is their sum."""


class Contents(dict[Square, int]):
    """The contents of the squares of a board; all others are off the board."""

    def __missing__(self, _square: Square) -> int:
        return OFF


class Step(NamedTuple):
    """A walked leg."""

    number: int
    """The index of the leg in the move."""
    act: Act
    """The act on its last square."""
    squares: tuple[Square, ...]
    """Its squares; the act is on the last one."""


class SquareState(NamedTuple):
    """What a path knows of a square, or left there."""

    content: int
    origin: Square | None = None
    """The origin of the piece that was put down here, or None."""


SQUARE_STATES = tuple(map(SquareState, range(16)))
"""What a path knows of a square without a piece that was put down, by its content."""

Overlay = dict[Square, SquareState]
Hand = tuple[tuple[Square, int], ...]
"""The captured pieces being carried, the last on top: their origins and sides (B15)."""


@dataclass(frozen=True, slots=True)
class WalkContext:
    """The surroundings of a walk."""

    board: Board
    content: Callable[[Square], int]
    """The possible contents of a square before the move; the mover's own square is EMPTY."""
    virgin: Callable[[Square], bool]
    """Whether the piece on a square has not moved."""
    mover_virgin: bool = True
    forward: int = 1
    """1 if the mover moves up the ranks, -1 if down (M1)."""
    horizon: int | None = None
    """The maximum distance of rides from the start in king steps; None is the board."""
    names: Mapping[Square, str] = field(default_factory=dict)
    """The names of pieces before the move, if known."""
    is_position: bool = True
    """Contents are fixed. Else they become what is needed, and conditions stay open."""
    keeps_steps: bool = False
    """States record their steps."""
    forks: bool = True
    """Where a piece is put down, each possible content of the square is a path of its own."""


def look(context: WalkContext, overlay: Overlay, square: Square) -> int:
    """The possible contents of a square."""
    held = overlay.get(square)
    return context.content(square) if held is None else held.content


class SearchState(NamedTuple):
    """A path after some legs."""

    square: Square
    heading: Vector | None = None
    path: tuple[Square, ...] = ()
    used: int = 0
    """The number of steps of the last ride, with those of the legs that it continues."""
    length: int | None = None
    """The length of the last ranged leg in king steps (B16)."""
    round: int = 0
    """The number of files gained over joined edges, which unrolls the path (L9)."""
    overlay: Overlay = {}
    hops: bool = False
    """A hurdle was needed."""
    last: Act | None = None
    """The last act."""
    hand: Hand = ()
    takes: frozenset[Square] = frozenset()
    crossed: tuple[Square, ...] = ()
    """The places off the board where legs ended."""
    labels: frozenset[str] = frozenset()
    """The labels of open conditions."""
    begins: tuple[tuple[Square, int], ...] = ()
    """The starts of its legs with their *round*, if a later leg needs them."""
    steps: tuple[Step, ...] = ()
    """The walked legs, if recorded."""

    def key(self) -> tuple[object, ...]:
        """States after the same leg with equal keys have equal continuations."""
        changed = frozenset(self.overlay.items()) if self.overlay else None
        went = (
            self.square,
            self.heading,
            self.used,
            self.length,
            self.last,
            self.hops,
            self.begins,
            self.round,
        )
        return (went, changed, self.hand, self.takes, self.labels)


class SquareCount:
    """Counts the squares entered."""

    __slots__ = ("endless", "left")

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.endless = False
        """A ride never ends."""

    @property
    def spent(self) -> bool:
        """Whether the limit was exceeded."""
        return self.left < 0


@dataclass(frozen=True, slots=True)
class ConditionView(Situation):
    """The position after a path. If contents are not fixed, nothing is known."""

    context: WalkContext
    state: SearchState
    square: Square
    """The square that the conditions are about."""
    mover: Square
    """The square of the mover."""

    def coordinate(self, axis: Axis, of_mover: bool) -> int | None:
        """The file or rank of the square that the condition is about, or of the mover's square."""
        square = self.mover if of_mover else self.square
        return self._number(axis, square) if self.context.is_position else None

    def offset(self, axis: Axis) -> int | None:
        """The file or rank of the square that the condition is about, counted from the mover's
        square.
        """
        return self._number(axis, self.square) - self._number(axis, self.mover)

    def coordinates(self, axis: Axis, who: Who) -> Mapping[int, bool] | None:
        """The files or ranks of matching pieces: True for certain matches, False for possible
        ones.
        """
        if not self.context.is_position:
            return None
        certain: dict[int, bool] = {}
        for square in self.context.board.squares():
            fits = self._fits(square, who)
            if fits is not False:
                number = self._number(axis, square)
                certain[number] = certain.get(number, False) or fits is True
        return certain

    def moved(self) -> bool | None:
        """Whether the mover has moved before."""
        return not self.context.mover_virgin if self.context.is_position else None

    def is_white(self) -> bool | None:
        """Whether the mover is White."""
        return self.context.forward > 0 if self.context.is_position else None

    def meets(self, vectors: Iterable[Vector], most: int | None, who: Who | None) -> bool | None:
        """Whether a matching piece is on a square that rides of a length reach from the square of
        the condition.
        """
        if not self.context.is_position:
            return None
        answers = [self._met(vector, most, who or Who()) for vector in vectors]
        if True in answers:
            return True
        if None in answers:
            return None
        return False

    def _met(self, vector: Vector, most: int | None, who: Who) -> bool | None:
        """The first piece on a ride."""
        square, steps, forward = self.square, 0, self.context.forward
        while most is None or steps < most:
            square = self.context.board.joined(
                (square[0] + vector[0] * forward, square[1] + vector[1] * forward), wraps=False
            )
            content = look(self.context, self.state.overlay, square)
            if square not in self.context.board or square == self.square:
                return False
            if content != EMPTY:
                return self._fits(square, who)
            steps += 1
        return False

    def _fits(self, square: Square, who: Who) -> bool | None:
        if not look(self.context, self.state.overlay, square) & who.sides.value:
            return False
        if who.name is None:
            return True
        held = self.state.overlay.get(square)
        name = self.context.names.get(held.origin if held and held.origin else square)
        return None if name is None else name == who.name

    def _number(self, axis: Axis, square: Square) -> int:
        board, white = self.context.board, self.context.forward > 0
        if axis is Axis.FILE:
            return board.file(square, white)
        return board.rank(square, white or axis is Axis.BOARD_RANK)
