"""What the tests of a piece can see of a position while a path is walked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wazir.piece.conditions import Axis, Who
from wazir.piece.squares import Content, Square, Vector

if TYPE_CHECKING:
    from wazir.piece.walk import Trail, World


@dataclass(frozen=True, slots=True)
class Seen:
    """The position as a path has left it; in one that is made up to what is needed nothing is known."""

    world: World
    trail: Trail
    square: Square
    """The square that the tests are about."""
    mover: Square | None = None
    """Where the mover stands, if that is another."""

    def coordinate(self, axis: Axis, of_mover: bool) -> int | None:
        """The file or rank of the square that the test is about, or of the one where the mover stands."""
        square = self.mover if of_mover and self.mover else self.square
        return self._number(axis, square) if self.world.is_position else None

    def coordinates(self, axis: Axis, who: Who) -> Mapping[int, bool] | None:
        """The files or ranks of such pieces; True where some is one for certain, False where it may be."""
        if not self.world.is_position:
            return None
        found: dict[int, bool] = {}
        for square in self.world.board.squares():
            fits = self._fits(square, who)
            if fits is not False:
                number = self._number(axis, square)
                found[number] = found.get(number, False) or fits is True
        return found

    def moved(self) -> bool | None:
        """Whether the mover has moved before."""
        return not self.world.mover_virgin if self.world.is_position else None

    def meets(self, vectors: Iterable[Vector], most: int | None, who: Who | None) -> bool | None:
        """Whether such a piece stands where rides of so many steps come to, from the square that the test is about."""
        if not self.world.is_position:
            return None
        answers = [self._met(vector, most, who or Who()) for vector in vectors]
        return True if True in answers else (None if None in answers else False)

    def _met(self, vector: Vector, most: int | None, who: Who) -> bool | None:
        """What the first piece on a ride is."""
        square, steps, forward = self.square, 0, self.world.forward
        while most is None or steps < most:
            square = self.world.board.joined((square[0] + vector[0] * forward, square[1] + vector[1] * forward), False)
            content = self._content(square)
            if square not in self.world.board or square == self.square:
                return False
            if content is not Content.EMPTY:
                return self._fits(square, who)
            steps += 1
        return False

    def _fits(self, square: Square, who: Who) -> bool | None:
        if not self._content(square) & who.sides:
            return False
        if who.name is None:
            return True
        name = self.name_at(square)
        return None if name is None else name == who.name

    def name_at(self, square: Square) -> str | None:
        """The name of the piece that stands on a square now, if it has one."""
        held = self.trail.overlay.get(square)
        return self.world.names.get(held.origin if held and held.origin else square)

    def _content(self, square: Square) -> Content:
        held = self.trail.overlay.get(square)
        return Content((self.world.content(square) if held is None else held.content) & 7)

    def _number(self, axis: Axis, square: Square) -> int:
        board, white = self.world.board, self.world.forward > 0
        return board.file(square, white) if axis is Axis.FILE else board.rank(square, white)
