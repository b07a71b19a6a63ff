"""Explains in words why a teleport, a rotation or a shift of a square is not legal (G15 to G19)."""

from __future__ import annotations

from wazir.ben39.board import (
    AROUND,
    CORNER_MASKS,
    CORNERS,
    INTERSECTIONS,
    RING_MASK,
    SQUARES,
    places,
)
from wazir.ben39.carrying import control, goals, king_is_safe, rotated, rotations, teleports
from wazir.ben39.intents import Intent, Reason, ReasonKind
from wazir.ben39.position import Piece, Rule
from wazir.ben39.side_view import SideView, castles
from wazir.ben39.words import (
    begun,
    controlled,
    leaving_corners,
    listed,
    not_on_board,
    occupant,
    owned,
    ring,
    shared_corners,
    the,
    title,
)


def king_may_go(seen: SideView, origin: int, target: int) -> Reason | None:
    """The reason why the king rule forbids a step of the own king (G10)."""
    for square, kind, verb in (
        (origin, ReasonKind.KING_RULE_FROM, "leaves"),
        (target, ReasonKind.KING_RULE_TO, "goes to"),
    ):
        if not seen.castled >> square & 1:
            text = f"The king rule: no {seen.side} castle touches {SQUARES[square]}."
            corners = listed(INTERSECTIONS[corner] for corner in CORNERS[square])
            return Reason(
                kind, text, f"A king {verb} a square only if a castle of its side stands on a corner: {corners}."
            )
    return None


def _is_loose(seen: SideView, squares: tuple[int, ...]) -> Reason | None:
    """Whether a rule lets pieces on some squares be moved by others (G13)."""
    held = [SQUARES[square] for square in squares if (seen.frozen & seen.own) >> square & 1]
    if not held or Rule.FIRM_HOLD not in seen.layout.rules:
        return None
    return Reason(ReasonKind.IMMOBILIZED, f"An immobilizer holds the piece on {held[0]} (rule `{Rule.FIRM_HOLD}`).")


_NOTHING_CHANGES = Reason(ReasonKind.CHANGES_NOTHING, f"The position would stay the same (rule `{Rule.MUST_CHANGE}`).")

# Teleports


def _teleported_is_loose(seen: SideView, intent: Intent) -> Reason | None:
    return _is_loose(seen, (intent.origin, intent.target) if intent.target >= 0 else (intent.origin,))


def _teleport_changes(seen: SideView, intent: Intent) -> Reason | None:
    possible = teleports(seen, onto=1 << intent.target) if intent.sign == "/" else ()
    if intent.sign != "/" or any(action.origin == intent.origin for action in possible):
        return None
    return _NOTHING_CHANGES


def _wizard_is_there(seen: SideView, intent: Intent) -> Reason | None:
    wizards = [INTERSECTIONS[place] for place in places(seen.mine[Piece.WIZARD])]
    where = INTERSECTIONS[intent.wizard]
    if where in wizards:
        return None
    way_out = f"There is one on {listed(wizards)}." if wizards else ""
    return Reason(ReasonKind.NO_SUCH_WIZARD, f"No {seen.side} wizard stands on {where}.", way_out)


def _there_are_two(seen: SideView, _intent: Intent) -> Reason | None:
    if seen.mine[Piece.WIZARD].bit_count() > 1:
        return None
    return Reason(
        ReasonKind.ONE_WIZARD,
        f"{title(seen.side)} has only one wizard on the board.",
        "A teleport needs both.",
    )


def _is_around(seen: SideView, intent: Intent) -> Reason | None:
    squares = AROUND[intent.wizard]
    if intent.origin in squares:
        return None
    near = listed(SQUARES[square] for square in squares if square is not None and seen.layout.squares >> square & 1)
    return Reason(
        ReasonKind.NOT_AROUND,
        f"{SQUARES[intent.origin]} is not around the wizard on {INTERSECTIONS[intent.wizard]}.",
        f"Around it are {near}.",
    )


def _sent_is_own(seen: SideView, intent: Intent) -> Reason | None:
    return not_on_board(seen, intent.origin, True) or owned(seen, intent.origin, True)


def _goal(seen: SideView, wizard: int, origin: int) -> int | None:
    """The square to which a wizard teleports from a square around it."""
    other = next(place for place in places(seen.mine[Piece.WIZARD]) if place != wizard)
    return AROUND[other][AROUND[wizard].index(origin)]


def _goes_to_goal(seen: SideView, intent: Intent) -> Reason | None:
    goal = _goal(seen, intent.wizard, intent.origin)
    where = SQUARES[intent.origin]
    start = f"W{INTERSECTIONS[intent.wizard]}:{where}"
    what = the(occupant(seen, intent.origin, True))
    if goal is None or not seen.layout.squares >> goal & 1:
        if seen.mine[Piece.KING] >> intent.origin & 1:
            return Reason(ReasonKind.KING_OFF_BOARD, f"The teleport would send the king on {where} off the board.")
        if intent.sign == "*":
            return None
        if intent.target == goal:
            reason = not_on_board(seen, intent.target, True)
            assert reason
            return Reason(reason.kind, reason.text, f"There {what} goes to the hand: `{start}*`.")
        text = f"The teleport sends {what} on {where} off the board, not to {SQUARES[intent.target]}."
        return Reason(ReasonKind.WRONG_GOAL, text, f"It goes to the hand: `{start}*`.")
    if intent.target == goal:
        return _signed_so(seen, intent)
    meant = "the hand" if intent.sign == "*" else SQUARES[intent.target]
    sign = "x" if seen.enemy >> goal & 1 else "/" if seen.own >> goal & 1 else "-"
    return Reason(
        ReasonKind.WRONG_GOAL,
        f"The teleport sends {what} on {where} to {SQUARES[goal]}, not to {meant}.",
        f"The place beside the other wizard is the same: `{start}{sign}{SQUARES[goal]}`.",
    )


def _signed_so(seen: SideView, intent: Intent) -> Reason | None:
    """Whether the sign is `/` for a swap and only for a swap."""
    swaps = bool(seen.own >> intent.target & 1)
    if swaps is (intent.sign == "/"):
        return None
    target = SQUARES[intent.target]
    start = f"W{INTERSECTIONS[intent.wizard]}:{SQUARES[intent.origin]}"
    if swaps:
        text = f"{begun(the(occupant(seen, intent.target, True)))} stands on {target}: the two swap."
        return Reason(ReasonKind.WRONG_SIGN, text, f"Write `{start}/{target}`.")
    sign = "x" if seen.enemy >> intent.target & 1 else "-"
    text = f"No {seen.side} piece stands on {target} to swap with."
    return Reason(ReasonKind.WRONG_SIGN, text, f"Write `{start}{sign}{target}`.")


def _teleported_king_may_go(seen: SideView, intent: Intent) -> Reason | None:
    king = seen.mine[Piece.KING]
    if king >> intent.origin & 1:
        return king_may_go(seen, intent.origin, intent.target)
    if intent.target >= 0 and king >> intent.target & 1:
        return king_may_go(seen, intent.target, intent.origin)
    return None


TELEPORT = (
    _wizard_is_there,
    _there_are_two,
    _is_around,
    _sent_is_own,
    _goes_to_goal,
    _teleported_is_loose,
    _teleported_king_may_go,
    _teleport_changes,
)
"""The checks of a teleport, in order."""


# Rotations


def _spider_is_there(seen: SideView, intent: Intent) -> Reason | None:
    spiders = [INTERSECTIONS[place] for place in places(seen.mine[Piece.SPIDER])]
    where = INTERSECTIONS[intent.origin]
    if where in spiders:
        return None
    way_out = f"There is one on {listed(spiders)}." if spiders else ""
    return Reason(ReasonKind.NO_SUCH_SPIDER, f"No {seen.side} spider stands on {where}.", way_out)


def _turns_something(seen: SideView, intent: Intent) -> Reason | None:
    if rotated(seen, intent.origin, intent.target):
        return None
    text = f"No {seen.side} piece stands on a square around the spider on {INTERSECTIONS[intent.origin]}."
    return Reason(ReasonKind.NO_FRIEND_AROUND, text, "It turns at least one.")


def _rotated_king_may_go(seen: SideView, intent: Intent) -> Reason | None:
    for origin, target in rotated(seen, intent.origin, intent.target):
        if seen.mine[Piece.KING] >> origin & 1:
            if target is None:
                text = f"The rotation would turn the king on {SQUARES[origin]} off the board."
                return Reason(ReasonKind.KING_OFF_BOARD, text)
            return king_may_go(seen, origin, target)
    return None


def _rotated_is_loose(seen: SideView, intent: Intent) -> Reason | None:
    return _is_loose(seen, tuple(origin for origin, _ in rotated(seen, intent.origin, intent.target)))


def _rotation_changes(seen: SideView, intent: Intent) -> Reason | None:
    possible = rotations(seen, beside=1 << intent.origin)
    return None if any(action.target == intent.target for action in possible) else _NOTHING_CHANGES


ROTATE = (_spider_is_there, _turns_something, _rotated_is_loose, _rotated_king_may_go, _rotation_changes)
"""The checks of a rotation, in order."""


# Movable squares


def _square_is_there(seen: SideView, intent: Intent) -> Reason | None:
    if seen.layout.movable >> intent.origin & 1:
        return None
    where = SQUARES[intent.origin]
    never = "" if RING_MASK >> intent.origin & 1 else f"{where} never moves. "
    way_out = f"{never}{ring(seen)}".strip()
    return Reason(ReasonKind.NO_MOVABLE_SQUARE, f"No movable square is on {where}.", way_out)


def _goes_round(seen: SideView, intent: Intent) -> Reason | None:
    where, beside = SQUARES[intent.origin], goals(seen, intent.origin)
    if intent.target not in beside:
        return Reason(
            ReasonKind.NOT_NEXT_IN_RING,
            f"{SQUARES[intent.target]} is not beside {where} in the ring of the movable squares.",
            f"From {where} it goes to {' or '.join(SQUARES[square] for square in beside)}.",
        )
    if seen.layout.movable >> intent.target & 1:
        text = f"The other movable square is on {SQUARES[intent.target]}."
        return Reason(ReasonKind.LOCATION_TAKEN, text)
    return None


def _is_controlled(seen: SideView, intent: Intent) -> Reason | None:
    current = control(seen, intent.origin)
    if current.side is seen.side:
        return None
    return Reason(
        ReasonKind.NOT_CONTROLLED,
        f"{controlled(current, SQUARES[intent.origin])}.",
        f"{title(seen.side)} needs more pieces than the opponent on it and its corners.",
    )


def _travels_so(seen: SideView, intent: Intent) -> Reason | None:
    corners, shared, mine = CORNER_MASKS[intent.origin], shared_corners(seen, intent.origin), seen.own_lines
    for place in places(intent.travellers & ~(shared & mine)):
        where, what = INTERSECTIONS[place], occupant(seen, place, False)
        if not corners >> place & 1:
            text = f"{where} is not a corner of {SQUARES[intent.origin]}."
        elif what is None:
            text = f"Nothing stands on {where} that could travel."
        elif not shared >> place & 1:
            text = f"{where} is a corner of no other square: {the(what)} travels by itself."
        else:
            text = f"{begun(the(what))} on {where} stays: only {seen.side} pieces may choose."
        free = [INTERSECTIONS[corner] for corner in places(shared & mine)]
        way_out = f"The pieces on {listed(free)} may choose." if free else "Nothing may choose here."
        return Reason(ReasonKind.NO_TRAVELLER, text, way_out)
    return None


def _arrives_alone(seen: SideView, intent: Intent) -> Reason | None:
    leaving = leaving_corners(seen, intent.origin, intent.travellers)
    lines = seen.own_lines | seen.enemy_lines
    for corner, end in zip(CORNERS[intent.origin], CORNERS[intent.target], strict=True):
        if (leaving & lines) >> corner & 1 and (lines & ~leaving) >> end & 1:
            return Reason(
                ReasonKind.TWO_ON_ONE,
                f"{begun(the(occupant(seen, corner, False)))} would travel from {INTERSECTIONS[corner]} to "
                f"{INTERSECTIONS[end]}, where {the(occupant(seen, end, False))} stays.",
            )
    return None


def _carried_king_may_go(seen: SideView, intent: Intent) -> Reason | None:
    """Whether the castles of a carried king permit it before and after (G19). It may be either king."""
    leaving = leaving_corners(seen, intent.origin, intent.travellers)
    for side, words in ((seen.side, seen.mine), (seen.side.other, seen.theirs)):
        if not words[Piece.KING] >> intent.origin & 1:
            continue
        where, there = SQUARES[intent.origin], SQUARES[intent.target]
        if not castles(words) & CORNER_MASKS[intent.origin]:
            text = f"The king rule: no {side} castle touches {where}."
            return Reason(ReasonKind.KING_RULE_FROM, text, "The king on it cannot be carried away.")
        if not king_is_safe(seen, intent.origin, intent.target, leaving):
            text = f"The king rule: after this no {side} castle would touch {there}."
            return Reason(ReasonKind.KING_RULE_TO, text, "A castle must travel along, or stand on a corner there.")
    return None


SQUARE = (_square_is_there, _goes_round, _is_controlled, _travels_so, _arrives_alone, _carried_king_may_go)
"""The checks of a shift of a square, in order."""
