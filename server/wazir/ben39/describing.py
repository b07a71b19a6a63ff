"""What an action does, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from wazir.ben39.actions import Action, Kind, arrived
from wazir.ben39.board import CORNERS, INTERSECTIONS, SQUARES
from wazir.ben39.position import CASTLES, Piece, State
from wazir.ben39.scene import Scene, scene
from wazir.ben39.standing import a, begun, leaving_corners, standing, the
from wazir.ben39.travel import rotated
from wazir.ben39.words import listed, name


def describe(state: State, action: Action) -> str:
    """What a legal action of a position does, as a sentence."""
    text = "".join(_SAYS[action.kind](scene(state), action))
    wins = " and wins" if Piece.KING in action.taken else ""
    return f"{begun(text)}{wins}."


def _says_move(seen: Scene, action: Action) -> Iterator[str]:
    target = SQUARES[action.target]
    yield f"the {name(action.piece)} "
    if action.taken:
        yield f"on {SQUARES[action.origin]} captures {_victim(seen, action.target)} on {target}"
    else:
        yield f"goes from {SQUARES[action.origin]} to {target}"
    yield _becomes(seen, action.piece, action.target)


def _says_drop(_seen: Scene, action: Action) -> Iterator[str]:
    yield f"{a(action.piece)} is dropped from the hand on {SQUARES[action.target]}"


def _says_line(_seen: Scene, action: Action) -> Iterator[str]:
    yield f"the {name(action.piece)} goes from {INTERSECTIONS[action.origin]} to {INTERSECTIONS[action.target]}"
    if action.piece in CASTLES:
        straight = INTERSECTIONS[action.origin][0] == INTERSECTIONS[action.target][0] or (
            INTERSECTIONS[action.origin][1:] == INTERSECTIONS[action.target][1:]
        )
        yield _next_step(Piece.CASTLE_DIAGONAL if straight else Piece.CASTLE_STRAIGHT)


def _says_enter(_seen: Scene, action: Action) -> Iterator[str]:
    yield f"{a(action.piece)} enters from the reserve on {INTERSECTIONS[action.target]}"
    yield _next_step(action.piece)


def _next_step(piece: Piece) -> str:
    if piece not in CASTLES:
        return ""
    return f"; its next step is {'orthogonal' if piece is Piece.CASTLE_STRAIGHT else 'diagonal'}"


def _says_teleport(seen: Scene, action: Action) -> Iterator[str]:
    origin, piece = SQUARES[action.origin], _own(seen, action.origin)
    yield f"the wizard on {INTERSECTIONS[action.wizard]} "
    if action.manner == "*":
        yield f"sends the {name(piece)} on {origin} off the board, to the hand{_as_pawn(piece)}"
        return
    target = SQUARES[action.target]
    if action.manner == "/":
        other = _own(seen, action.target)
        yield f"swaps the {name(piece)} on {origin} and the {name(other)} on {target}"
        yield _becomes(seen, piece, action.target)
        yield _becomes(seen, other, action.origin)
        return
    yield f"teleports the {name(piece)} from {origin} to {target}"
    if action.taken:
        yield f", where it captures {_victim(seen, action.target)}"
    yield _becomes(seen, piece, action.target)


def _says_rotate(seen: Scene, action: Action) -> Iterator[str]:
    way = "clockwise" if action.target == 1 else "counterclockwise"
    yield f"the spider on {INTERSECTIONS[action.origin]} turns {way}: "
    yield "; ".join(_turned(seen, origin, target) for origin, target in rotated(seen, action.origin, action.target))


def _turned(seen: Scene, origin: int, target: int | None) -> str:
    piece = _own(seen, origin)
    text = f"the {name(piece)} from {SQUARES[origin]} "
    if target is None:
        return f"{text}to the hand{_as_pawn(piece)}"
    capture = f", where it captures {_victim(seen, target)}" if seen.enemy >> target & 1 else ""
    return f"{text}to {SQUARES[target]}{capture}{_becomes(seen, piece, target)}"


def _says_square(seen: Scene, action: Action) -> Iterator[str]:
    yield f"the square on {SQUARES[action.origin]} moves to {SQUARES[action.target]}"
    carried = list(_carried(seen, action))
    if carried:
        yield f"; along {'go' if len(carried) > 1 else 'goes'} {listed(carried)}"


def _carried(seen: Scene, action: Action) -> Iterator[str]:
    on_it, leaving = standing(seen, action.origin, True), leaving_corners(seen, action.origin, action.travellers)
    if on_it:
        becomes = arrived(on_it.side, on_it.piece, action.target)
        yield the(on_it) + ("" if becomes is on_it.piece else f", which becomes {a(becomes)}")
    for corner, end in zip(CORNERS[action.origin], CORNERS[action.target], strict=True):
        what = standing(seen, corner, False)
        if what and leaving >> corner & 1:
            yield f"{the(what)} from {INTERSECTIONS[corner]} to {INTERSECTIONS[end]}"


def _own(seen: Scene, square: int) -> Piece:
    found = standing(seen, square, True)
    assert found
    return found.piece


def _victim(seen: Scene, square: int) -> str:
    return the(standing(seen, square, True))


def _becomes(seen: Scene, piece: Piece, square: int) -> str:
    becomes = arrived(seen.side, piece, square)
    return "" if becomes is piece else f" and becomes {a(becomes)}"


def _as_pawn(piece: Piece) -> str:
    return f" as {a(Piece.PAWN)}" if piece is Piece.QUEEN else ""


_SAYS: Mapping[Kind, Callable[[Scene, Action], Iterator[str]]] = {
    Kind.MOVE: _says_move,
    Kind.DROP: _says_drop,
    Kind.LINE: _says_line,
    Kind.ENTER: _says_enter,
    Kind.TELEPORT: _says_teleport,
    Kind.ROTATE: _says_rotate,
    Kind.SQUARE: _says_square,
}
