"""Actions in words."""

from __future__ import annotations

from collections.abc import Callable

from wazir.ben39.actions import Action, Kind
from wazir.ben39.board import CORNER_MASKS, FIXED, INTERSECTIONS, SQUARES, crossings, places
from wazir.ben39.position import Piece, State
from wazir.ben39.scene import Scene, on_lines, piece_on, scene
from wazir.ben39.standing import standing, the
from wazir.ben39.travel import rotated
from wazir.ben39.words import listed, name, title

_NEXT = {
    Piece.CASTLE_STRAIGHT: ", to step orthogonally next",
    Piece.CASTLE_DIAGONAL: ", to step diagonally next",
}


def describe(state: State, action: Action) -> str:
    """What a legal action does in a position, as a sentence: `White's rook goes from j4 to j8 and takes the silver.`"""
    seen = scene(state)
    return f"{title(seen.side)}{_TOLD[action.kind](seen, action)}."


def _move(_: Scene, action: Action) -> str:
    way = f"'s {name(action.piece)} goes from {SQUARES[action.origin]} to {SQUARES[action.target]}"
    return f"{way}{_takes(action)}{_becomes(action)}"


def _takes(action: Action) -> str:
    return f" and takes the {listed(map(name, action.taken))}" if action.taken else ""


def _becomes(action: Action) -> str:
    return "; a pawn becomes a queen" if action.promotes else ""


def _drop(_: Scene, action: Action) -> str:
    return f" drops a {name(action.piece)} on {SQUARES[action.target]}"


def _slide(_: Scene, action: Action) -> str:
    return f"'s {name(action.piece)} goes from {INTERSECTIONS[action.origin]} to {INTERSECTIONS[action.target]}"


def _enter(_: Scene, action: Action) -> str:
    what = f"an {name(action.piece)}" if action.piece is Piece.IMMOBILIZER else f"a {name(action.piece)}"
    return f" enters {what} on {INTERSECTIONS[action.target]}{_NEXT.get(action.piece, '')}"


def _teleport(seen: Scene, action: Action) -> str:
    who = f"'s wizard on {INTERSECTIONS[action.wizard]}"
    sent = f"the {name(piece_on(seen.mine, action.origin))} on {SQUARES[action.origin]}"
    if action.manner == "*":
        return f"{who} sends {sent} off the board, to the hand"
    goal = SQUARES[action.target]
    if action.manner == "/":
        swapped = name(piece_on(seen.mine, action.target))
        return f"{who} swaps {sent} and the {swapped} on {goal}{_becomes(action)}"
    return f"{who} sends {sent} to {goal}{_takes(action)}{_becomes(action)}"


def _rotate(seen: Scene, action: Action) -> str:
    clockwise = "clockwise" if action.target > 0 else "counterclockwise"
    turned = (
        f"{name(piece_on(seen.mine, origin))} from {SQUARES[origin]} "
        + ("off the board, to the hand" if target is None else f"to {SQUARES[target]}")
        for origin, target in rotated(seen, action.origin, action.target)
    )
    who = f"'s spider on {INTERSECTIONS[action.origin]} turns what is around it {clockwise}"
    return f"{who}: {listed(turned)}{_takes(action).replace(' and takes', '; it takes')}{_becomes(action)}"


def _shift(seen: Scene, action: Action) -> str:
    shared = crossings((FIXED | seen.movable) & ~(1 << action.origin))
    corners = CORNER_MASKS[action.origin] & ~shared | action.travellers
    along = [(action.origin, True)] if (seen.own | seen.enemy) >> action.origin & 1 else []
    along += ((place, False) for place in places(corners & (on_lines(seen.mine) | on_lines(seen.theirs))))
    named = [
        f"{the(standing(seen, place, on_squares))} on {(SQUARES if on_squares else INTERSECTIONS)[place]}"
        for place, on_squares in along
    ]
    way = f" moves the square on {SQUARES[action.origin]} to {SQUARES[action.target]}"
    return f"{way}{f', and with it {listed(named)}' if named else ''}{_becomes(action)}"


_TOLD: dict[Kind, Callable[[Scene, Action], str]] = {
    Kind.MOVE: _move,
    Kind.DROP: _drop,
    Kind.LINE: _slide,
    Kind.ENTER: _enter,
    Kind.TELEPORT: _teleport,
    Kind.ROTATE: _rotate,
    Kind.SQUARE: _shift,
}
