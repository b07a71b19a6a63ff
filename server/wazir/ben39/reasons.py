"""Explains in words why an action is not legal (G25)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from wazir.ben39 import reasons_travel
from wazir.ben39.actions import Kind, after, arrived, spell
from wazir.ben39.board import AROUND_MASKS, INTERSECTION_OF, INTERSECTIONS, ROWS, SQUARE_OF, SQUARES, places, way
from wazir.ben39.intents import Intent, Reason, ReasonKind
from wazir.ben39.matching import matching
from wazir.ben39.motion import PARTS
from wazir.ben39.position import (
    CASTLES,
    HAND,
    LETTERS,
    PIECE_OF,
    RESERVE,
    STORE,
    TURN,
    Piece,
    Rule,
    State,
    count,
    is_ended,
    turn,
)
from wazir.ben39.rules import barren, king_takers, permitted
from wazir.ben39.side_view import SideView, side_view
from wazir.ben39.words import a, begun, listed, name, not_on_board, occupant, owned, the, title

Check: TypeAlias = Callable[[SideView, Intent], Reason | None]


def why(state: State, intent: Intent) -> Reason | None:
    """The reason why an action is not legal for the side to move; None if it is legal."""
    if is_ended(state):
        winner = title(turn(state).other)
        return Reason(ReasonKind.GAME_ENDED, f"{winner} has taken the king and won.", "Nothing is played after that.")
    seen = side_view(state)
    for check in _CHECKS[intent.kind]:
        reason = check(seen, intent)
        if reason:
            return reason
    action = matching(state, intent)
    if action is None or permitted(state, seen, [action]):
        return None
    taker = king_takers(after(state, action), seen.side.other)[0]
    text = f"The king of {title(seen.side)} could be taken by {spell(taker)} (rule `{Rule.ANSWER_CHECK}`)."
    return Reason(ReasonKind.LEAVES_KING, text)


def why_not(state: State, origin: str, target: str) -> Reason | None:
    """The reason why a piece could not move to a place if it were its turn; None if it could."""
    on_squares = origin in SQUARE_OF
    known = SQUARE_OF if on_squares else INTERSECTION_OF
    if origin not in known or target not in known:
        return Reason(ReasonKind.UNKNOWN_PLACE, f"Nothing goes from {origin} to {target}.")
    intent = Intent(Kind.MOVE if on_squares else Kind.LINE, "", known[origin], known[target])
    return why(_as_its_turn(state, origin), intent)


def _as_its_turn(state: State, place: str) -> State:
    """The state with the owner of the piece on a place to move."""
    on_squares = place in SQUARE_OF
    owner = occupant(side_view(state), (SQUARE_OF if on_squares else INTERSECTION_OF).get(place, -1), on_squares)
    return state if owner is None else State(state & ~(1 << TURN) | owner.side << TURN)


# Common checks


def _stands_on_board(seen: SideView, intent: Intent) -> Reason | None:
    return not_on_board(seen, intent.origin, intent.kind is Kind.MOVE)


def _goes_on_board(seen: SideView, intent: Intent) -> Reason | None:
    return not_on_board(seen, intent.target, intent.kind in (Kind.MOVE, Kind.DROP))


def _is_own(seen: SideView, intent: Intent) -> Reason | None:
    reason = owned(seen, intent.origin, intent.kind is Kind.MOVE)
    if reason is None or reason.way_out or not intent.letter:
        return reason
    alike = [piece for piece in Piece if piece.letter == intent.letter]
    names = SQUARES if alike[0].on_squares else INTERSECTIONS
    where = [names[place] for piece in alike for place in places(seen.mine[piece])]
    if not where:
        return reason
    many = f"{name(alike[0])}s are" if len(where) > 1 else f"{name(alike[0])} is"
    return replace(reason, way_out=f"The {seen.side} {many} on {listed(where)}.")


def _has_letter(seen: SideView, intent: Intent) -> Reason | None:
    piece = _piece(seen, intent)
    if intent.letter in ("", piece.letter):
        return None
    meant = a(PIECE_OF.get(intent.letter, Piece.CASTLE_EITHER))
    return Reason(
        ReasonKind.WRONG_LETTER,
        f"On {_origin(intent)} stands {a(piece)}, not {meant}.",
        f"Write `{piece.letter}`.",
    )


def _piece(seen: SideView, intent: Intent) -> Piece:
    standing = occupant(seen, intent.origin, intent.kind is Kind.MOVE)
    assert standing
    return standing.piece


def _origin(intent: Intent) -> str:
    return (SQUARES if intent.kind is Kind.MOVE else INTERSECTIONS)[intent.origin]


def _target(intent: Intent) -> str:
    return (SQUARES if intent.kind in (Kind.MOVE, Kind.DROP) else INTERSECTIONS)[intent.target]


class _Way(NamedTuple):
    """The geometry of a move."""

    between: tuple[int, ...]
    goes: bool
    takes: bool


def _way(seen: SideView, piece: Piece, intent: Intent) -> _Way | None:
    width = ROWS if piece.on_squares else ROWS + 1
    for part in PARTS[piece]:
        for step in part.steps[seen.side]:
            line = way(intent.origin, step, width, part.most)
            if intent.target in line:
                return _Way(line[: line.index(intent.target)], part.goes, part.takes)
    return None


def _moves_so(seen: SideView, intent: Intent) -> Reason | None:
    piece = _piece(seen, intent)
    if _way(seen, piece, intent):
        return None
    if piece in CASTLES and _way(seen, Piece.CASTLE_EITHER, intent):
        step = "orthogonal" if piece is Piece.CASTLE_STRAIGHT else "diagonal"
        return Reason(ReasonKind.CASTLE_STEP, f"The next step of the castle on {_origin(intent)} is {step}.")
    return Reason(
        ReasonKind.DOES_NOT_MOVE_SO,
        f"{begun(a(piece))} does not go from {_origin(intent)} to {_target(intent)}.",
        f"It goes {_GOES[piece]}.",
    )


_GOES: Mapping[Piece, str] = {
    Piece.KING: "one step any way",
    Piece.ROOK: "straight along files and ranks",
    Piece.BISHOP: "along diagonals, or one step along a file or rank without a capture",
    Piece.NIGHTRIDER: "any number of knight's leaps in one direction",
    Piece.GOLD: "one step along files and ranks, or diagonally forward",
    Piece.SILVER: "one step diagonally, or straight forward",
    Piece.PAWN: "one step forward, and captures one step diagonally forward",
    Piece.QUEEN: "along files, ranks and diagonals",
    Piece.CHAD_ROOK: "straight along files and ranks",
    Piece.IMMOBILIZER: "along files, ranks and diagonals",
    Piece.WIZARD: "one step any way",
    Piece.SPIDER: "a knight's leap",
    Piece.CASTLE_STRAIGHT: "one step along a file or rank now",
    Piece.CASTLE_DIAGONAL: "one step diagonally now",
    Piece.CASTLE_EITHER: "one step any way",
}
"""A sentence about the moves of each piece."""


def _is_clear(seen: SideView, intent: Intent) -> Reason | None:
    path = _way(seen, _piece(seen, intent), intent)
    between = path.between if path else ()
    on_squares = intent.kind is Kind.MOVE
    blocked = seen.blocked if on_squares else seen.line_blocked
    for place in between:
        if blocked >> place & 1:
            what = occupant(seen, place, on_squares)
            where = (SQUARES if on_squares else INTERSECTIONS)[place]
            stop = f"{begun(the(what))} on {where}" if what else f"{where}, which is not on the board,"
            return Reason(ReasonKind.BLOCKED, f"{stop} blocks the way from {_origin(intent)} to {_target(intent)}.")
    return None


def _is_free(seen: SideView, intent: Intent) -> Reason | None:
    """Whether the target is free for a move or a capture."""
    on_squares = intent.kind in (Kind.MOVE, Kind.DROP)
    what = occupant(seen, intent.target, on_squares)
    if what is None or (intent.kind is Kind.MOVE and what.side is not seen.side):
        return None
    way_out = "" if on_squares and intent.kind is Kind.MOVE else _NEVER_CAPTURES[intent.kind]
    return Reason(ReasonKind.OCCUPIED, f"{begun(the(what))} stands on {_target(intent)}.", way_out)


_NEVER_CAPTURES: Mapping[Kind, str] = {
    Kind.LINE: "Pieces on intersections do not capture.",
    Kind.DROP: "A drop goes to an empty square.",
    Kind.ENTER: "A drop goes to an empty intersection.",
}


# Moves on squares


def _is_mobile(seen: SideView, intent: Intent) -> Reason | None:
    if not seen.frozen >> intent.origin & 1:
        return None
    by = next(place for place in places(seen.theirs[Piece.IMMOBILIZER]) if AROUND_MASKS[place] >> intent.origin & 1)
    return Reason(
        ReasonKind.IMMOBILIZED,
        f"The {name(_piece(seen, intent))} on {_origin(intent)} is immobilized by the immobilizer on "
        f"{INTERSECTIONS[by]}.",
        "A movable square can still move it."
        if Rule.FIRM_HOLD in seen.layout.rules
        else "A wizard, a spider or a movable square can still move it.",
    )


def _king_may_go(seen: SideView, intent: Intent) -> Reason | None:
    if _piece(seen, intent) is not Piece.KING:
        return None
    return reasons_travel.king_may_go(seen, intent.origin, intent.target)


def _captures_so(seen: SideView, intent: Intent) -> Reason | None:
    piece = _piece(seen, intent)
    path = _way(seen, piece, intent)
    victim = occupant(seen, intent.target, True)
    if victim and path and not path.takes:
        return Reason(
            ReasonKind.DOES_NOT_CAPTURE_SO,
            f"{begun(a(piece))} does not capture {the(victim)} on {_target(intent)} from {_origin(intent)}.",
            f"It goes {_GOES[piece]}.",
        )
    if not victim and path and not path.goes:
        return Reason(
            ReasonKind.DOES_NOT_MOVE_SO,
            f"{begun(a(piece))} goes from {_origin(intent)} to {_target(intent)} only to capture, and nothing stands "
            "there.",
            f"It goes {_GOES[piece]}.",
        )
    return None


def _promotes_so(seen: SideView, intent: Intent) -> Reason | None:
    if not intent.promotion:
        return None
    piece = _piece(seen, intent) if intent.kind is not Kind.TELEPORT else Piece.WIZARD
    becomes = arrived(seen.side, piece, intent.target) if intent.kind is Kind.MOVE else piece
    if becomes is piece:
        text = f"`={intent.promotion}` is written only where a pawn reaches its last rank by its own move."
        return Reason(ReasonKind.WRONG_PROMOTION, text, f"Leave `={intent.promotion}` out.")
    if intent.promotion != becomes.letter:
        text = f"A pawn becomes a queen, and nothing else: not `={intent.promotion}`."
        return Reason(ReasonKind.WRONG_PROMOTION, text, f"Write `={becomes.letter}`.")
    return None


# Drops


def _is_in_hand(seen: SideView, intent: Intent) -> Reason | None:
    if count(seen.mine[STORE], intent.letter):
        return None
    return _not_held(seen, ReasonKind.NOT_IN_HAND, intent.letter, HAND, "in hand")


def _is_in_reserve(seen: SideView, intent: Intent) -> Reason | None:
    if count(seen.mine[STORE], intent.letter[0]):
        return None
    return _not_held(seen, ReasonKind.NOT_IN_RESERVE, intent.letter, RESERVE, "in reserve")


def _not_held(seen: SideView, kind: ReasonKind, letter: str, letters: str, where: str) -> Reason:
    held = [stored for stored in letters if count(seen.mine[STORE], stored)]
    way_out = f"It has {listed(held)} {where}." if held else f"It has nothing {where}."
    return Reason(kind, f"{title(seen.side)} has no {name(PIECE_OF[letter])} {where}.", way_out)


def _could_move_there(seen: SideView, intent: Intent) -> Reason | None:
    if intent.letter != LETTERS[Piece.PAWN] or not barren(seen.side, seen.layout.squares) >> intent.target & 1:
        return None
    text = f"A {seen.side} pawn could never move from {_target(intent)}."
    return Reason(ReasonKind.PAWN_WITHOUT_MOVE, text, "It can be dropped where a square is in front of it.")


def _immobilizes_nothing(seen: SideView, intent: Intent) -> Reason | None:
    held = AROUND_MASKS[intent.target] & seen.enemy
    if intent.letter != LETTERS[Piece.IMMOBILIZER] or not held:
        return None
    caught = listed(f"{the(occupant(seen, square, True))} on {SQUARES[square]}" for square in places(held))
    return Reason(
        ReasonKind.IMMOBILIZES_AT_ONCE,
        f"An immobilizer dropped on {_target(intent)} would immobilize {caught} at once.",
        "It may move there later.",
    )


_CHECKS: Mapping[Kind, tuple[Check, ...]] = {
    Kind.MOVE: (
        _stands_on_board,
        _is_own,
        _has_letter,
        _moves_so,
        _goes_on_board,
        _is_mobile,
        _king_may_go,
        _is_clear,
        _is_free,
        _captures_so,
        _promotes_so,
    ),
    Kind.LINE: (
        _stands_on_board,
        _is_own,
        _has_letter,
        _moves_so,
        _goes_on_board,
        _is_clear,
        _is_free,
        _promotes_so,
    ),
    Kind.DROP: (_is_in_hand, _goes_on_board, _is_free, _could_move_there),
    Kind.ENTER: (_is_in_reserve, _goes_on_board, _is_free, _immobilizes_nothing),
    Kind.TELEPORT: (*reasons_travel.TELEPORT, _promotes_so),
    Kind.ROTATE: reasons_travel.ROTATE,
    Kind.SQUARE: reasons_travel.SQUARE,
}
"""The checks of each kind of action, in order; the first failed one gives the reason."""
