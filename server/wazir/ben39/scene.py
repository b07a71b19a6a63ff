"""A state from the point of view of one side, with the derived sets that the rules need."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from wazir.ben39.board import FIXED, around, crossings, mask
from wazir.ben39.board import ROWS as _ROWS
from wazir.ben39.position import (
    BOARD,
    SIDE_WORDS,
    SQUARE_PIECES,
    STORE,
    Piece,
    Side,
    State,
    fields,
    movable_squares,
    turn,
)


class Layout(NamedTuple):
    """The board with given movable squares."""

    squares: int
    no_squares: int
    """The square locations that are not on the board; they block like the edge."""
    crossings: int
    no_crossings: int


class Scene(NamedTuple):
    """The derived sets of a state for the acting side. Words are as in *position*, sets as in *board*."""

    side: Side
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    movable: int
    layout: Layout
    own: int
    """Squares with own pieces."""
    enemy: int
    blocked: int
    """Squares that are occupied or not on the board."""
    line_blocked: int
    """Intersections that are occupied or not on the board."""
    frozen: int
    """Squares around the enemy's immobilizer."""
    castled: int
    """Squares that an own castle touches."""


@lru_cache(maxsize=64)
def layout(movable: int) -> Layout:
    """The board with these movable squares."""
    squares = FIXED | movable
    corners = crossings(squares)
    return Layout(squares, mask(range(_ROWS**2)) & ~squares, corners, mask(range((_ROWS + 1) ** 2)) & ~corners)


_around = lru_cache(maxsize=4096)(around)
_CASTLE = Piece.CASTLE_STRAIGHT


def scene(state: State, side: Side | None = None) -> Scene:
    """A state from the point of view of the side to move, or of *side* as if it were to move."""
    words = fields(state)
    if side is None:
        side = turn(state)
    white, black = words[:SIDE_WORDS], words[SIDE_WORDS:BOARD]
    mine, theirs = (black, white) if side else (white, black)
    movable = movable_squares(words[BOARD])
    board = layout(movable)
    own, enemy = on_squares(mine), on_squares(theirs)
    return Scene(
        side,
        mine,
        theirs,
        movable,
        board,
        own,
        enemy,
        board.no_squares | own | enemy,
        board.no_crossings | on_lines(mine) | on_lines(theirs),
        _around(theirs[Piece.IMMOBILIZER]),
        _around(castles(mine)),
    )


def opposite(seen: Scene) -> Scene:
    """The same state from the opponent's point of view."""
    return Scene(
        seen.side.other,
        seen.theirs,
        seen.mine,
        seen.movable,
        seen.layout,
        seen.enemy,
        seen.own,
        seen.blocked,
        seen.line_blocked,
        _around(seen.mine[Piece.IMMOBILIZER]),
        _around(castles(seen.theirs)),
    )


def on_squares(words: tuple[int, ...]) -> int:
    """The squares with pieces of a side."""
    king, rook, bishop, rider, gold, silver, pawn, queen = words[: Piece.QUEEN + 1]
    return king | rook | bishop | rider | gold | silver | pawn | queen


def on_lines(words: tuple[int, ...]) -> int:
    """The intersections with pieces of a side."""
    chad, immobilizer, wizard, spider, straight, diagonal, either = words[Piece.QUEEN + 1 : STORE]
    return chad | immobilizer | wizard | spider | straight | diagonal | either


def castles(words: tuple[int, ...]) -> int:
    """The intersections with castles of a side."""
    return words[_CASTLE] | words[_CASTLE + 1] | words[_CASTLE + 2]


def piece_on(words: tuple[int, ...], square: int) -> Piece:
    """The piece of a side on a square."""
    here = 1 << square
    for piece in SQUARE_PIECES:
        if words[piece] & here:
            return piece
    raise ValueError(f"Nothing stands on square {square}.")
