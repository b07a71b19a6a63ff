"""Explains in words why an action is not legal (G25)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from wazir.ben39 import carrying
from wazir.ben39.actions import PARTS, Kind, Part, after, arrived, spell
from wazir.ben39.board import (
    AROUND,
    AROUND_MASKS,
    CORNERS,
    INTERSECTIONS,
    NUMBER_OF,
    RING,
    SQUARES,
    places,
    way,
)
from wazir.ben39.intents import Intent, Reason, ReasonKind, matching
from wazir.ben39.position import (
    CASTLES,
    HAND,
    PIECE_OF,
    RESERVE,
    STORE,
    TURN,
    Piece,
    Rule,
    State,
    count,
    is_ended,
)
from wazir.ben39.rules import barren, king_takers, permitted
from wazir.ben39.side_view import SideView, side_view
from wazir.ben39.words import a, begun, controlled, join_words, name, occupant, the, title

Reasons: TypeAlias = Iterator[Reason]
"""The reasons against an action. Only the first one counts: what follows it assumes that it does
not hold.
"""


def why(state: State, intent: Intent) -> Reason | None:
    """The reason why an action is not legal for the side to move; None if it is legal."""
    seen = side_view(state)
    if is_ended(state):
        winner = title(seen.side.other)
        return Reason(
            ReasonKind.GAME_ENDED,
            f"{winner} has taken the king and won.",
            "Nothing is played after that.",
        )
    if reason := next(_REASONS[intent.kind](seen, intent), None):
        return reason
    action = matching(state, intent)
    if action is None or permitted(state, seen, [action]):
        return None
    taker = king_takers(after(state, action), seen.side.other)[0]
    text = (
        f"The king of {title(seen.side)} could be taken by {spell(taker)} (rule "
        f"`{Rule.ANSWER_CHECK}`)."
    )
    return Reason(ReasonKind.LEAVES_KING, text)


def why_not(state: State, origin: str, target: str) -> Reason | None:
    """The reason why a piece could not move to a place if it were its turn; None if it could."""
    kind = Kind.MOVE if origin in SQUARES else Kind.LINE
    if {origin, target} - (NUMBER_OF.keys() & kind.names):
        return Reason(ReasonKind.UNKNOWN_PLACE, f"Nothing goes from {origin} to {target}.")
    intent = Intent(kind, "", origin=NUMBER_OF[origin], target=NUMBER_OF[target])
    if standing := occupant(side_view(state), intent.origin, kind.on_squares):
        state = State(state & ~(1 << TURN) | standing.side << TURN)
    return why(state, intent)


# Moves


def _of_move(seen: SideView, intent: Intent) -> Reasons:
    """The reasons against a move of a piece on squares or on intersections."""
    on_squares, names = intent.kind.on_squares, intent.kind.names
    origin, target = names[intent.origin], names[intent.target]
    yield from _off_board(seen, intent.origin, on_squares)
    yield from _not_own(seen, intent.origin, on_squares, letter=intent.letter)
    standing = occupant(seen, intent.origin, on_squares)
    if standing is None:
        return
    piece = standing.piece
    if intent.letter not in ("", piece.letter):
        meant = a(PIECE_OF[intent.letter])
        text = f"On {origin} stands {a(piece)}, not {meant}."
        yield Reason(ReasonKind.WRONG_LETTER, text, f"Write `{piece.letter}`.")
    path = _way(seen, piece, intent)
    if path is None:
        if piece in CASTLES and _way(seen, Piece.CASTLE_EITHER, intent):
            step = "orthogonal" if piece is Piece.CASTLE_STRAIGHT else "diagonal"
            text = f"The next step of the castle on {origin} is {step}."
            yield Reason(ReasonKind.CASTLE_STEP, text)
        text = f"{begun(a(piece))} does not go from {origin} to {target}."
        yield Reason(ReasonKind.DOES_NOT_MOVE_SO, text, f"It goes {_GOES[piece]}.")
        return
    between, part = path
    yield from _off_board(seen, intent.target, on_squares)
    if on_squares:
        yield from _immobilized(seen, intent.origin, piece)
    if piece is Piece.KING:
        yield from _against_king_rule(seen, intent.origin, intent.target)
    for place in between:
        if what := occupant(seen, place, on_squares):
            text = f"{begun(the(what))} on {names[place]} blocks the way from {origin} to {target}."
            yield Reason(ReasonKind.BLOCKED, text)
    yield from _at_target(seen, intent, piece, part=part)
    yield from _wrong_promotion(intent, piece, arrived(seen.side, piece, intent.target))


def _at_target(seen: SideView, intent: Intent, piece: Piece, part: Part) -> Reasons:
    """The reasons in what stands on the target of a move, which the piece reaches by a part."""
    on_squares, names = intent.kind.on_squares, intent.kind.names
    origin, target = names[intent.origin], names[intent.target]
    it, it_goes = begun(a(piece)), f"It goes {_GOES[piece]}."
    victim = occupant(seen, intent.target, on_squares)
    if victim and (victim.side is seen.side or not on_squares):
        way_out = "" if on_squares else "Pieces on intersections do not capture."
        yield Reason(ReasonKind.OCCUPIED, f"{begun(the(victim))} stands on {target}.", way_out)
    if victim and not part.takes:
        text = f"{it} does not capture {the(victim)} on {target} from {origin}."
        yield Reason(ReasonKind.DOES_NOT_CAPTURE_SO, text, it_goes)
    if not victim and not part.goes:
        text = f"{it} goes from {origin} to {target} only to capture, and nothing stands there."
        yield Reason(ReasonKind.DOES_NOT_MOVE_SO, text, it_goes)


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


def _way(seen: SideView, piece: Piece, intent: Intent) -> tuple[tuple[int, ...], Part] | None:
    """The places between the origin and the target of a move, and the part of the piece's move that
    it is.
    """
    for part in PARTS[piece]:
        for step in part.steps[seen.side]:
            line = way(intent.origin, step, piece.width, most=part.most)
            if intent.target in line:
                return line[: line.index(intent.target)], part
    return None


def _off_board(seen: SideView, place: int, on_squares: bool) -> Reasons:
    """The place is not on the board at the moment (G3, G4)."""
    if (seen.layout.squares if on_squares else seen.layout.crossings) >> place & 1:
        return
    if on_squares:
        text = f"{SQUARES[place]} is not on the board now."
    else:
        text = f"No square with a corner {INTERSECTIONS[place]} is on the board now."
    yield Reason(ReasonKind.NOT_ON_BOARD, text, _ring(seen) or "No movable square is on the board.")


def _ring(seen: SideView) -> str:
    """The locations of the movable squares as a sentence; empty if none is on the board."""
    names = [SQUARES[square] for square in RING if seen.layout.movable >> square & 1]
    known = "The movable square is" if len(names) == 1 else "Movable squares are"
    return f"{known} on {join_words(names)}." if names else ""


def _not_own(seen: SideView, place: int, on_squares: bool, letter: str = "") -> Reasons:
    """No own piece is on the place. Those with a letter are named."""
    what = occupant(seen, place, on_squares)
    where = (SQUARES if on_squares else INTERSECTIONS)[place]
    alike = [piece for piece in Piece if piece.letter == letter]
    own = [piece.names[at] for piece in alike for at in places(seen.mine[piece])]
    way_out = ""
    if own:
        verb = "s are" if len(own) > 1 else " is"
        way_out = f"The {seen.side} {name(alike[0])}{verb} on {join_words(own)}."
    if what is None:
        yield Reason(ReasonKind.NO_PIECE_THERE, f"Nothing stands on {where}.", way_out)
    elif what.side is not seen.side:
        text = f"On {where} stands {the(what)}, and it is {title(seen.side)}'s turn."
        yield Reason(ReasonKind.ENEMY_PIECE, text, way_out)


def _immobilized(seen: SideView, square: int, piece: Piece) -> Reasons:
    """The piece is next to an immobilizer (G13)."""
    if seen.frozen >> square & 1:
        by = next(
            place
            for place in places(seen.theirs[Piece.IMMOBILIZER])
            if AROUND_MASKS[place] >> square & 1
        )
        carriers = "A" if Rule.FIRM_HOLD in seen.layout.rules else "A wizard, a spider or a"
        text = (
            f"The {name(piece)} on {SQUARES[square]} is immobilized by the immobilizer on "
            f"{INTERSECTIONS[by]}."
        )
        yield Reason(ReasonKind.IMMOBILIZED, text, f"{carriers} movable square can still move it.")


def _against_king_rule(seen: SideView, origin: int, target: int) -> Reasons:
    """The king rule forbids a step of the own king (G10)."""
    for square, kind, verb in (
        (origin, ReasonKind.KING_RULE_FROM, "leaves"),
        (target, ReasonKind.KING_RULE_TO, "goes to"),
    ):
        if not seen.castled >> square & 1:
            text = f"The king rule: no {seen.side} castle touches {SQUARES[square]}."
            corners = join_words(INTERSECTIONS[corner] for corner in CORNERS[square])
            way_out = (
                f"A king {verb} a square only if a castle of its side stands on a corner: "
                f"{corners}."
            )
            yield Reason(kind, text, way_out)


def _wrong_promotion(intent: Intent, piece: Piece, becomes: Piece) -> Reasons:
    """The letter after `=` is not that of the piece that a pawn becomes."""
    written = f"={intent.promotion}"
    if intent.promotion and becomes is piece:
        text = f"`{written}` is written only where a pawn reaches its last rank by its own move."
        yield Reason(ReasonKind.WRONG_PROMOTION, text, f"Leave `{written}` out.")
    elif intent.promotion not in ("", becomes.letter):
        text = f"A pawn becomes a queen, and nothing else: not `{written}`."
        yield Reason(ReasonKind.WRONG_PROMOTION, text, f"Write `={becomes.letter}`.")


# Drops


def _of_drop(seen: SideView, intent: Intent) -> Reasons:
    """The reasons against a drop from the hand or the reserve."""
    on_squares = intent.kind.on_squares
    target = intent.kind.names[intent.target]
    piece, store = PIECE_OF[intent.letter], seen.mine[STORE]
    if not count(store, piece.letter):
        kind, where = (
            (ReasonKind.NOT_IN_HAND, "hand")
            if on_squares
            else (ReasonKind.NOT_IN_RESERVE, "reserve")
        )
        held = [letter for letter in (HAND if on_squares else RESERVE) if count(store, letter)]
        way_out = f"It has {join_words(held) if held else 'nothing'} in {where}."
        yield Reason(kind, f"{title(seen.side)} has no {name(piece)} in {where}.", way_out)
    yield from _off_board(seen, intent.target, on_squares)
    if what := occupant(seen, intent.target, on_squares):
        way_out = f"A drop goes to an empty {'square' if on_squares else 'intersection'}."
        yield Reason(ReasonKind.OCCUPIED, f"{begun(the(what))} stands on {target}.", way_out)
    if piece is Piece.PAWN and barren(seen.side, seen.layout.squares) >> intent.target & 1:
        text = f"A {seen.side} pawn could never move from {target}."
        yield Reason(
            ReasonKind.PAWN_WITHOUT_MOVE,
            text,
            "It can be dropped where a square is in front of it.",
        )
    if piece is Piece.IMMOBILIZER and (held_squares := AROUND_MASKS[intent.target] & seen.enemy):
        caught = join_words(
            f"{the(occupant(seen, at, on_squares=True))} on {SQUARES[at]}"
            for at in places(held_squares)
        )
        text = f"An immobilizer dropped on {target} would immobilize {caught} at once."
        yield Reason(ReasonKind.IMMOBILIZES_AT_ONCE, text, "It may move there later.")


# Teleports and rotations


def _not_there(seen: SideView, piece: Piece, place: int, kind: ReasonKind) -> Reasons:
    """No own wizard or spider stands on the intersection."""
    standing = [INTERSECTIONS[at] for at in places(seen.mine[piece])]
    where = INTERSECTIONS[place]
    if where not in standing:
        way_out = f"There is one on {join_words(standing)}." if standing else ""
        yield Reason(kind, f"No {seen.side} {name(piece)} stands on {where}.", way_out)


def _held_firmly(seen: SideView, squares: list[int]) -> Reasons:
    """A rule forbids that others move an immobilized piece (G13)."""
    held = [SQUARES[square] for square in squares if (seen.frozen & seen.own) >> square & 1]
    if held and Rule.FIRM_HOLD in seen.layout.rules:
        text = f"An immobilizer holds the piece on {held[0]} (rule `{Rule.FIRM_HOLD}`)."
        yield Reason(ReasonKind.IMMOBILIZED, text)


_NOTHING_CHANGES = Reason(
    ReasonKind.CHANGES_NOTHING, f"The position would stay the same (rule `{Rule.MUST_CHANGE}`)."
)


def _of_teleport(seen: SideView, intent: Intent) -> Reasons:
    """The reasons against a teleport (G15)."""
    yield from _not_there(seen, Piece.WIZARD, intent.wizard, kind=ReasonKind.NO_SUCH_WIZARD)
    wizards, king = places(seen.mine[Piece.WIZARD]), seen.mine[Piece.KING]
    if len(wizards) == 1:
        text = f"{title(seen.side)} has only one wizard on the board."
        yield Reason(ReasonKind.ONE_WIZARD, text, "A teleport needs both.")
    squares = AROUND[intent.wizard]
    where = SQUARES[intent.origin]
    wizard = INTERSECTIONS[intent.wizard]
    if intent.origin not in squares:
        near = join_words(
            SQUARES[square]
            for square in squares
            if square is not None and seen.layout.squares >> square & 1
        )
        text = f"{where} is not around the wizard on {wizard}."
        yield Reason(ReasonKind.NOT_AROUND, text, f"Around it are {near}.")
    yield from _off_board(seen, intent.origin, on_squares=True)
    yield from _not_own(seen, intent.origin, on_squares=True)
    other = next(place for place in wizards if place != intent.wizard)
    goal = AROUND[other][squares.index(intent.origin)]
    if goal is None or not seen.layout.squares >> goal & 1:
        yield from _sent_off_board(seen, intent, goal)
    else:
        yield from _wrong_goal(seen, intent, goal)
    yield from _held_firmly(
        seen, [intent.origin, intent.target] if intent.target >= 0 else [intent.origin]
    )
    if king >> intent.origin & 1:
        yield from _against_king_rule(seen, intent.origin, intent.target)
    elif intent.target >= 0 and king >> intent.target & 1:
        yield from _against_king_rule(seen, intent.target, intent.origin)
    if intent.sign == "/" and all(
        action.origin != intent.origin
        for action in carrying.teleports(seen, onto=1 << intent.target)
    ):
        yield _NOTHING_CHANGES
    yield from _wrong_promotion(intent, Piece.WIZARD, Piece.WIZARD)


def _sent_off_board(seen: SideView, intent: Intent, goal: int | None) -> Reasons:
    """The goal of a teleport is not on the board, so that only `*` is right, and never for a
    king.
    """
    where = SQUARES[intent.origin]
    what = the(occupant(seen, intent.origin, on_squares=True))
    spelled = f"W{INTERSECTIONS[intent.wizard]}:{where}*"
    if seen.mine[Piece.KING] >> intent.origin & 1:
        yield Reason(
            ReasonKind.KING_OFF_BOARD, f"The teleport would send the king on {where} off the board."
        )
    elif intent.target == goal:
        reason = next(_off_board(seen, intent.target, on_squares=True))
        yield Reason(reason.kind, reason.text, f"There {what} goes to the hand: `{spelled}`.")
    elif intent.sign != "*":
        text = (
            f"The teleport sends {what} on {where} off the board, not to {SQUARES[intent.target]}."
        )
        yield Reason(ReasonKind.WRONG_GOAL, text, f"It goes to the hand: `{spelled}`.")


def _wrong_goal(seen: SideView, intent: Intent, goal: int) -> Reasons:
    """The target or the sign is not that of the goal: `/` is for a swap and only for a swap."""
    where = SQUARES[intent.origin]
    what = the(occupant(seen, intent.origin, on_squares=True))
    target = SQUARES[goal]
    if seen.enemy >> goal & 1:
        sign = "x"
    elif seen.own >> goal & 1:
        sign = "/"
    else:
        sign = "-"
    spelled = f"W{INTERSECTIONS[intent.wizard]}:{where}{sign}{target}"
    if intent.target != goal:
        meant = "the hand" if intent.sign == "*" else SQUARES[intent.target]
        text = f"The teleport sends {what} on {where} to {target}, not to {meant}."
        yield Reason(
            ReasonKind.WRONG_GOAL,
            text,
            f"The place beside the other wizard is the same: `{spelled}`.",
        )
    elif sign == "/" and intent.sign != "/":
        text = (
            f"{begun(the(occupant(seen, goal, on_squares=True)))} stands on {target}: the two swap."
        )
        yield Reason(ReasonKind.WRONG_SIGN, text, f"Write `{spelled}`.")
    elif sign != "/" and intent.sign == "/":
        text = f"No {seen.side} piece stands on {target} to swap with."
        yield Reason(ReasonKind.WRONG_SIGN, text, f"Write `{spelled}`.")


def _of_rotation(seen: SideView, intent: Intent) -> Reasons:
    """The reasons against a rotation (G16)."""
    yield from _not_there(seen, Piece.SPIDER, intent.origin, kind=ReasonKind.NO_SUCH_SPIDER)
    turned = carrying.rotated(seen, intent.origin, intent.target)
    if not turned:
        text = (
            f"No {seen.side} piece stands on a square around the spider on "
            f"{INTERSECTIONS[intent.origin]}."
        )
        yield Reason(ReasonKind.NO_FRIEND_AROUND, text, "It turns at least one.")
    yield from _held_firmly(seen, [origin for origin, _ in turned])
    for origin, target in turned:
        if not seen.mine[Piece.KING] >> origin & 1:
            continue
        if target is None:
            text = f"The rotation would turn the king on {SQUARES[origin]} off the board."
            yield Reason(ReasonKind.KING_OFF_BOARD, text)
        else:
            yield from _against_king_rule(seen, origin, target)
    if all(
        action.target != intent.target
        for action in carrying.rotations(seen, beside=1 << intent.origin)
    ):
        yield _NOTHING_CHANGES


# Movable squares


def _of_shift(seen: SideView, intent: Intent) -> Reasons:
    """The reasons against a shift of a movable square (G17 to G19)."""
    where, there = SQUARES[intent.origin], SQUARES[intent.target]
    if not seen.layout.movable >> intent.origin & 1:
        never = "" if intent.origin in RING else f"{where} never moves. "
        text = f"No movable square is on {where}."
        yield Reason(ReasonKind.NO_MOVABLE_SQUARE, text, f"{never}{_ring(seen)}".strip())
    beside = carrying.goals(seen, intent.origin)
    if intent.target not in beside:
        text = f"{there} is not beside {where} in the ring of the movable squares."
        way_out = f"From {where} it goes to {' or '.join(SQUARES[square] for square in beside)}."
        yield Reason(ReasonKind.NOT_NEXT_IN_RING, text, way_out)
    if seen.layout.movable >> intent.target & 1:
        yield Reason(ReasonKind.LOCATION_TAKEN, f"The other movable square is on {there}.")
    current = carrying.control(seen, intent.origin)
    if current.side is not seen.side:
        way_out = f"{title(seen.side)} needs more pieces than the opponent on it and its corners."
        yield Reason(ReasonKind.NOT_CONTROLLED, f"{controlled(current, where)}.", way_out)
    yield from _no_traveller(seen, intent)
    leaving = carrying.travelling_corners(seen.layout, intent.origin, intent.travellers)
    standing = seen.own_lines | seen.enemy_lines
    for corner, end in zip(CORNERS[intent.origin], CORNERS[intent.target], strict=True):
        if (leaving & standing) >> corner & 1 and (standing & ~leaving) >> end & 1:
            text = (
                f"{begun(the(occupant(seen, corner, on_squares=False)))} would travel from "
                f"{INTERSECTIONS[corner]} to {INTERSECTIONS[end]}, where "
                f"{the(occupant(seen, end, on_squares=False))} stays."
            )
            yield Reason(ReasonKind.TWO_ON_ONE, text)
    for side, words in ((seen.side, seen.mine), (seen.side.other, seen.theirs)):
        if not words[Piece.KING] >> intent.origin & 1:
            continue
        if not seen.lines.castled[side] >> intent.origin & 1:
            text = f"The king rule: no {side} castle touches {where}."
            yield Reason(ReasonKind.KING_RULE_FROM, text, "The king on it cannot be carried away.")
        if not carrying.king_is_safe(seen, intent.origin, intent.target, corners=leaving):
            text = f"The king rule: after this no {side} castle would touch {there}."
            yield Reason(
                ReasonKind.KING_RULE_TO,
                text,
                "A castle must travel along, or stand on a corner there.",
            )


def _no_traveller(seen: SideView, intent: Intent) -> Reasons:
    """A piece in the brackets cannot choose to travel."""
    shared = carrying.shared_corners(seen.layout, intent.origin)
    where = SQUARES[intent.origin]
    for place in places(intent.travellers & ~(shared & seen.own_lines)):
        corner = INTERSECTIONS[place]
        what = occupant(seen, place, on_squares=False)
        if place not in CORNERS[intent.origin]:
            text = f"{corner} is not a corner of {where}."
        elif what is None:
            text = f"Nothing stands on {corner} that could travel."
        elif not shared >> place & 1:
            text = f"{corner} is a corner of no other square: {the(what)} travels by itself."
        else:
            text = f"{begun(the(what))} on {corner} stays: only {seen.side} pieces may choose."
        free = [INTERSECTIONS[at] for at in places(shared & seen.own_lines)]
        way_out = (
            f"The pieces on {join_words(free)} may choose." if free else "Nothing may choose here."
        )
        yield Reason(ReasonKind.NO_TRAVELLER, text, way_out)


_REASONS: Mapping[Kind, Callable[[SideView, Intent], Reasons]] = {
    Kind.MOVE: _of_move,
    Kind.LINE: _of_move,
    Kind.DROP: _of_drop,
    Kind.ENTER: _of_drop,
    Kind.TELEPORT: _of_teleport,
    Kind.ROTATE: _of_rotation,
    Kind.SQUARE: _of_shift,
}
