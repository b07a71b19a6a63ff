"""How an action is written: each legal one in exactly one way (G21)."""

from __future__ import annotations

from wazir.ben39.actions import Action, Kind
from wazir.ben39.board import INTERSECTIONS, SQUARES, places
from wazir.ben39.position import LETTERS

_DIRECTIONS = {1: ">", -1: "<"}


def spell(action: Action) -> str:
    """An action as it is written."""
    match action.kind:
        case Kind.MOVE:
            sign = "x" if action.taken else "-"
            promotion = "=Q" if action.promotes else ""
            return f"{action.piece.letter}{SQUARES[action.origin]}{sign}{SQUARES[action.target]}{promotion}"
        case Kind.LINE:
            return f"{action.piece.letter}{INTERSECTIONS[action.origin]}-{INTERSECTIONS[action.target]}"
        case Kind.DROP:
            return f"{action.piece.letter}@{SQUARES[action.target]}"
        case Kind.ENTER:
            return f"{LETTERS[action.piece]}@{INTERSECTIONS[action.target]}"
        case Kind.TELEPORT:
            goal = "" if action.manner == "*" else SQUARES[action.target]
            return f"W{INTERSECTIONS[action.wizard]}:{SQUARES[action.origin]}{action.manner}{goal}"
        case Kind.ROTATE:
            return f"Z{INTERSECTIONS[action.origin]}{_DIRECTIONS[action.target]}"
        case Kind.SQUARE:
            along = ",".join(sorted(INTERSECTIONS[place] for place in places(action.travellers)))
            return f"#{SQUARES[action.origin]}-{SQUARES[action.target]}" + (f"({along})" if along else "")
