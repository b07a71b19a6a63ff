"""Positions that are set up piece by piece, and the checks of what is set up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wazir.ben39 import fen
from wazir.ben39.board import INTERSECTION_OF, RING_NAMES, SQUARE_OF
from wazir.ben39.position import CASTLES, HAND, PIECE_OF, RESERVE, Owned, Piece, Position, Side, State, pack, unpack
from wazir.ben39.words import a, begun, title
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.requests import RequestError
from wazir.notations.notation import Notation

_NAME = "position"
_SQUARE = "#"
"""It begins the name of a movable square: `#l2`; alone it is one that is not on the board."""
_HELD = "@"
"""It begins the name of a piece beside the board: `@white P`; `@white` is a hand and reserve."""
_NEW = "+"
"""It begins the name of a piece in the box: `+black R`."""


@dataclass(frozen=True, slots=True)
class PositionProblem:
    """A diagnostic of a position."""

    severity: Severity
    code: str
    message: str


def problems(notation: Notation, state: State) -> tuple[PositionProblem, ...]:
    """The diagnostics of a record with a position, drawn in full."""
    alone = Document.open(notation, f"position {_NAME}\n")
    writes = notation.write_position
    if not writes:
        return ()
    drawn = Document.open(notation, writes(alone.analysis(next(iter(alone.chunks()))), 0, state))
    drawn_problems = (
        PositionProblem(diagnostic.code.severity, diagnostic.code.id, diagnostic.message)
        for diagnostic in drawn.diagnostics()
    )
    return tuple(dict.fromkeys(drawn_problems))


def set_up(text: str, moved: tuple[str, ...]) -> State:
    """A position in which one thing is put elsewhere.

    Args:
        text: The position on one line.
        moved: Empty, or an origin and a target: a place (`h2`), a piece beside the board (`@white P`), a new piece
            (`+black R`), a movable square (`#l2`; `#` is a new one), or nowhere (empty). A castle that is put where it
            stands changes its next step. `turn` alone changes the side to move.

    Raises:
        RequestError: The position is not valid, or the thing cannot be put there.
    """
    state = fen.read(text).state
    if state is None:
        raise RequestError("This is not a position on one line.")
    if not moved:
        return state
    position = unpack(state)
    if moved == ("turn",):
        return pack(replace(position, turn=position.turn.other))
    if len(moved) != 2:
        raise RequestError("A change has an origin and a target.")
    origin, target = moved
    if origin.startswith(_SQUARE):
        return _packed(replace(position, movable=_rung(position, origin[1:], target.removeprefix(_SQUARE))))
    owned, without = _lifted(position, origin)
    if origin == target and owned.piece in CASTLES:
        owned = Owned(owned.side, CASTLES[(CASTLES.index(owned.piece) + 1) % len(CASTLES)])
    return _packed(_put(without, owned, target))


def _packed(position: Position) -> State:
    try:
        return pack(position)
    except (ValueError, KeyError) as wrong:
        raise RequestError(f"This cannot be set up. {begun(str(wrong))}") from None


def _rung(position: Position, origin: str, target: str) -> tuple[str, ...]:
    """The movable squares after one is moved, added or removed."""
    if target and target not in RING_NAMES:
        raise RequestError(f"A movable square cannot be on {target[:9]}. Its places are {', '.join(RING_NAMES)}.")
    others = {name for name in position.movable if name != origin}
    return tuple(name for name in RING_NAMES if name in others or name == target)


def _lifted(position: Position, origin: str) -> tuple[Owned, Position]:
    """The piece at an origin, and the position without it."""
    if origin in position.pieces:
        left = {name: owned for name, owned in position.pieces.items() if name != origin}
        return position.pieces[origin], replace(position, pieces=left)
    side, letter = _named(origin)
    owned = Owned(side, PIECE_OF[letter])
    if origin.startswith(_NEW):
        return owned, position
    held = position.hands[side] + position.reserves[side]
    if letter not in held:
        raise RequestError(f"{title(side)} has no {letter} beside the board.")
    return owned, _with_held(position, side, held.replace(letter, "", 1))


def _named(origin: str) -> tuple[Side, str]:
    """The side and the letter of a piece beside the board or in the box."""
    name, _, letter = origin[1:].partition(" ")
    side = next((side for side in Side if str(side) == name), None)
    if origin[:1] not in (_HELD, _NEW) or side is None or letter not in PIECE_OF:
        raise RequestError(f"Nothing stands on {origin[:9]}.")
    return side, letter


def _put(position: Position, owned: Owned, target: str) -> Position:
    """The position with a piece at a target, in place of any other piece there."""
    side, piece = owned
    if not target:
        return position
    if target.startswith(_HELD):
        letter = "P" if piece is Piece.QUEEN else piece.letter
        if letter not in HAND + RESERVE:
            raise RequestError("A king is never in a hand.")
        side = next((holder for holder in Side if target == f"{_HELD}{holder}"), side)
        return _with_held(position, side, position.hands[side] + position.reserves[side] + letter)
    known, where = (SQUARE_OF, "squares") if piece.on_squares else (INTERSECTION_OF, "intersections")
    if target not in known:
        raise RequestError(f"{begun(a(piece))} belongs on {where}.")
    return replace(position, pieces={**position.pieces, target: owned})


def _with_held(position: Position, side: Side, held: str) -> Position:
    """The position with other pieces in the hand and the reserve of a side."""
    hands, reserves = list(position.hands), list(position.reserves)
    hands[side], reserves[side] = ("".join(x * held.count(x) for x in order) for order in (HAND, RESERVE))
    return replace(position, hands=(hands[0], hands[1]), reserves=(reserves[0], reserves[1]))
