"""What stands where, asked by sentences about a position."""

from __future__ import annotations

from typing import NamedTuple

from wazir.ben39.board import CORNER_MASKS, INTERSECTIONS, RING, SQUARES, crossings
from wazir.ben39.intents import Reason, ReasonKind
from wazir.ben39.position import LINE_PIECES, SQUARE_PIECES, Piece, Side
from wazir.ben39.scene import Scene
from wazir.ben39.words import listed, name, title


class Owned(NamedTuple):
    """A piece and whose it is."""

    side: Side
    piece: Piece


def standing(seen: Scene, place: int, on_squares: bool) -> Owned | None:
    """What stands on a square, or on an intersection."""
    for side, words in ((seen.side, seen.mine), (seen.side.other, seen.theirs)):
        for piece in SQUARE_PIECES if on_squares else LINE_PIECES:
            if place >= 0 and words[piece] >> place & 1:
                return Owned(side, piece)
    return None


def the(owned: Owned | None) -> str:
    """A piece with its side: `the white rook`."""
    return f"the {owned.side} {name(owned.piece)}" if owned else "nothing"


def a(piece: Piece) -> str:
    """A piece whichever: `an immobilizer`."""
    said = name(piece)
    return f"{'an' if said[0] in 'aeiou' else 'a'} {said}"


def begun(text: str) -> str:
    """A text with a capital in front, as sentences begin."""
    return text[:1].upper() + text[1:]


def shared_corners(seen: Scene, square: int) -> int:
    """The corners of a movable square that belong to other squares of the board too."""
    return CORNER_MASKS[square] & crossings(seen.ground.squares & ~(1 << square))


def leaving_corners(seen: Scene, square: int, travellers: int) -> int:
    """The corners from which what stands there travels, if of shared ones it does from some (G19)."""
    return CORNER_MASKS[square] & ~shared_corners(seen, square) | travellers


def not_on_board(seen: Scene, place: int, on_squares: bool) -> Reason | None:
    """Why a place is not there just now (G3, G4)."""
    if (seen.ground.squares if on_squares else seen.ground.crossings) >> place & 1:
        return None
    ring = [SQUARES[square] for square in RING if seen.movable >> square & 1]
    where = f"Movable squares are on {listed(ring)}." if ring else "No movable square is on the board."
    if on_squares:
        text = f"{SQUARES[place]} is not on the board now."
    else:
        text = f"No square with a corner {INTERSECTIONS[place]} is on the board now."
    return Reason(ReasonKind.NOT_ON_BOARD, text, where)


def owned(seen: Scene, place: int, on_squares: bool) -> Reason | None:
    """Why what stands somewhere cannot be moved by the side to move."""
    what = standing(seen, place, on_squares)
    where = (SQUARES if on_squares else INTERSECTIONS)[place]
    if what is None:
        return Reason(ReasonKind.NO_PIECE_THERE, f"Nothing stands on {where}.")
    if what.side is not seen.side:
        text = f"On {where} stands {the(what)}, and it is {title(seen.side)}'s turn."
        return Reason(ReasonKind.ENEMY_PIECE, text)
    return None
