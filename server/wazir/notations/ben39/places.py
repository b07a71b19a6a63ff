"""Describes a place of the board: its occupant, the actions of the occupant, and why others are
illegal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wazir.ben39.actions import PARTS, Action, Kind, spell
from wazir.ben39.board import (
    AROUND,
    AROUND_MASKS,
    CORNER_MASKS,
    INTERSECTIONS,
    NUMBER_OF,
    SQUARES,
    places,
    way,
)
from wazir.ben39.carrying import captured, goals, rotated
from wazir.ben39.intents import Reason, ReasonKind, understand
from wazir.ben39.position import TURN, Owned, Piece, Position, Side, State, is_ended, turn, unpack
from wazir.ben39.reasons import why, why_not
from wazir.ben39.rules import actions
from wazir.ben39.rules import control as control_of
from wazir.ben39.side_view import SideView, side_view
from wazir.ben39.words import controlled, join_words, name, some, title
from wazir.notations.ben39.vocabulary import PIECES, PLACES

MAX_LISTED = 12
"""The maximum number of listed actions; the rest is counted."""
MAX_REASONS = 6
"""The maximum number of illegal targets with a reason; the rest is only named."""
_OF_THE_PIECE = frozenset({ReasonKind.IMMOBILIZED, ReasonKind.KING_RULE_FROM})
"""Reasons that apply to all targets of a piece."""


@dataclass(frozen=True, slots=True)
class Note:
    """A title, a paragraph, and sentences."""

    title: str
    text: str
    notes: tuple[str, ...] = ()


def place_note(state: State, place: str) -> Note:
    """The description of a place that exists on the board."""
    position = unpack(state)
    about = tuple(_control(state, position, place)) if place in position.movable else ()
    if place in position.pieces:
        side, piece = position.pieces[place]
        notes = (*_piece_notes(state, position, place, side=side, piece=piece), *about)
        return Note(f"{title(side)}'s {name(piece)} on {place}", PIECES[piece], notes)
    if about:
        what = "ring"
    elif place in SQUARES:
        what = "empty_square"
    else:
        what = "empty_crossing"
    arriving = []
    for side in Side:
        moves = [
            action for action in _actions_of(state, side) if action.kind in (Kind.MOVE, Kind.LINE)
        ]
        if texts := [
            spell(action) for action in moves if action.kind.names[action.target] == place
        ]:
            arriving.append(f"{_whose(state, side)} {_listed(texts)}.")
    return Note(
        f"{place}: {'a movable square' if about else 'empty'}", PLACES[what], (*about, *arriving)
    )


def as_turn_of(state: State, side: Side) -> State:
    """The same position with *side* to move."""
    return state if turn(state) is side else State(state ^ 1 << TURN)


def _actions_of(state: State, side: Side) -> list[Action]:
    """The actions of a side that are legal now, or would be on its turn."""
    return actions(as_turn_of(state, side))


def _whose(state: State, side: Side) -> str:
    """The first words of a list of actions."""
    if turn(state) is side:
        return f"{title(side)} can play"
    return f"{title(side)} could play, if it were its turn:"


def _listed(spelled: Iterable[str]) -> str:
    """Actions as a phrase; those after the first ones are counted."""
    return some((f"`{text}`" for text in spelled), MAX_LISTED)


# Pieces


def _piece_notes(
    state: State, position: Position, place: str, side: Side, piece: Piece
) -> Iterator[str]:
    """What a piece can do, and what can be done to it."""
    if is_ended(state):
        yield "The game is over: a king was taken."
        return
    acting = as_turn_of(state, side)
    legal, seen, at = actions(acting), side_view(acting), NUMBER_OF[place]
    own = [action for action in legal if _is_by(action, at, piece)]
    if own:
        yield f"{_whose(state, side)} {_listed(sorted(map(spell, own)))}."
    elif turn(state) is side:
        yield "It has no action."
    else:
        yield f"It would have no action if it were {title(side)}'s turn."
    yield from _refusals(state, seen, place, piece=piece)
    if piece.on_squares:
        carrying = sorted(spell(action) for action in legal if _carries(seen, action, at))
        if carrying:
            yield f"Carried by others: {_listed(carrying)}."
        yield from _takers(state, at, side)
        return
    yield from _untaken(acting, seen, place, piece=piece, own=own)
    if piece is Piece.IMMOBILIZER:
        around = _standing(position, SQUARES, AROUND_MASKS[at])
        immobilized = [
            f"{owner.piece.letter} on {square}"
            for square, owner in around
            if owner.side is not side
        ]
        yield f"It immobilizes {join_words(immobilized) if immobilized else 'nothing here'}."


def _takers(state: State, at: int, side: Side) -> Iterator[str]:
    """The actions that take the piece of a side on a square."""
    opponent = side_view(state, side.other)
    attacks = (
        action for action in _actions_of(state, side.other) if at in captured(opponent, action)
    )
    takers = sorted(map(spell, attacks))
    if takers:
        is_now = turn(state) is not side
        how = "can take it now by" if is_now else "could take it, if it were its turn, by"
        yield f"{title(side.other)} {how} {_listed(takers)}."


def _is_by(action: Action, place: int, piece: Piece) -> bool:
    """Whether an action is one of the piece at a place."""
    origin = action.wizard if action.kind is Kind.TELEPORT else action.origin
    return action.kind is not Kind.SQUARE and action.piece is piece and origin == place


def _carries(seen: SideView, action: Action, square: int) -> bool:
    """Whether an action of another piece moves the occupant of a square."""
    if action.kind is Kind.TELEPORT:
        return square in (action.origin, action.target)
    if action.kind is Kind.ROTATE:
        return any(origin == square for origin, _ in rotated(seen, action.origin, action.target))
    return action.kind is Kind.SQUARE and action.origin == square


def _standing(position: Position, names: tuple[str, ...], members: int) -> list[tuple[str, Owned]]:
    """The pieces on some squares or intersections, each with its place."""
    return [
        (names[at], position.pieces[names[at]])
        for at in places(members)
        if names[at] in position.pieces
    ]


# Illegal actions


def _refusals(state: State, seen: SideView, place: str, piece: Piece) -> Iterator[str]:
    """The reasons why a piece cannot move to places that it seems to reach."""
    targets = [piece.names[target] for target in _seeming(seen, place, piece)]
    reasons = [(target, why_not(state, place, target)) for target in targets]
    refused = [(target, reason) for target, reason in reasons if reason]
    for number, (target, reason) in enumerate(refused):
        if reason.kind in _OF_THE_PIECE:
            yield str(reason)
            return
        if number < MAX_REASONS:
            yield f"Not to {target}: {reason.text}"
    if len(refused) > MAX_REASONS:
        yield f"Nor to {join_words(target for target, _ in refused[MAX_REASONS:])}."


def _untaken(
    acting: State, seen: SideView, place: str, piece: Piece, own: list[Action]
) -> Iterator[str]:
    """The reasons why a spider cannot rotate, or a wizard not teleport, its neighbours."""
    crossing = NUMBER_OF[place]
    if piece is Piece.SPIDER and seen.own & AROUND_MASKS[crossing]:
        yield from _refused(acting, (f"Z{place}{sign}" for sign in "><"))
    elif piece is Piece.WIZARD:
        others = [other for other in places(seen.mine[Piece.WIZARD]) if other != crossing]
        if not others:
            yield "It cannot teleport: that needs both wizards of its side on the board."
            return
        done = {action.origin for action in own if action.kind is Kind.TELEPORT}
        for origin, target in zip(AROUND[crossing], AROUND[others[0]], strict=True):
            if origin is None or origin in done or not seen.own >> origin & 1:
                continue
            goes = "*"
            if target is not None and seen.layout.squares >> target & 1:
                goes = f"-{SQUARES[target]}"
            yield from _refused(acting, [f"W{place}:{SQUARES[origin]}{goes}"])


def _refused(acting: State, texts: Iterable[str]) -> Iterator[str]:
    """The reasons why actions are illegal."""
    for text in texts:
        intent = understand(text)
        if reason := intent if isinstance(intent, Reason) else why(acting, intent):
            yield f"Not `{text}`: {reason.text}"


def _seeming(seen: SideView, place: str, piece: Piece) -> list[int]:
    """The places that a piece could reach, up to the first occupant of each line."""
    absent = seen.layout.no_squares if piece.on_squares else seen.layout.no_crossings
    blocked = seen.blocked if piece.on_squares else seen.line_blocked
    targets: dict[int, None] = {}
    for part in PARTS[piece]:
        for step in part.steps[seen.side]:
            for target in way(NUMBER_OF[place], step, piece.width, most=part.most):
                if absent >> target & 1:
                    break
                targets[target] = None
                if blocked >> target & 1:
                    break
    return list(targets)


# Movable squares


def _control(state: State, position: Position, square: str) -> Iterator[str]:
    """Who controls a movable square, and where it may go."""
    control = control_of(state, NUMBER_OF[square])
    yield f"{square} is a movable square. {controlled(control, 'it')}."
    standing = (
        [(square, owner)] if (owner := position.pieces.get(square)) and not control.left_out else []
    )
    standing += _standing(position, INTERSECTIONS, CORNER_MASKS[NUMBER_OF[square]])
    for side in Side:
        if counted := [
            f"{piece.letter} on {at}" for at, (whose, piece) in standing if whose is side
        ]:
            yield f"{title(side)} has {join_words(counted)}."
    if control.left_out and owner:
        yield f"{title(owner[0])}'s {name(owner[1])} on it is immobilized and does not count."
    if control.side is not None and not is_ended(state):
        shifts = [
            spell(action)
            for action in _actions_of(state, control.side)
            if action.kind is Kind.SQUARE
        ]
        if legal := sorted(text for text in shifts if text.startswith(f"#{square}-")):
            yield f"{_whose(state, control.side)} {_listed(legal)}."
        texts = (
            f"#{square}-{SQUARES[goal]}" for goal in goals(side_view(state), NUMBER_OF[square])
        )
        refused = (text for text in texts if not any(action.startswith(text) for action in legal))
        yield from _refused(as_turn_of(state, control.side), refused)


def is_on_board(state: State, place: str) -> bool:
    """Whether a place exists with the current movable squares."""
    layout = side_view(state).layout
    there = layout.squares if place in SQUARES else layout.crossings
    return place in NUMBER_OF and bool(there >> NUMBER_OF[place] & 1)
