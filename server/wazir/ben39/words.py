"""Positions and actions in words (G25, G26)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from wazir.ben39.actions import Action, Kind, arrived, spell
from wazir.ben39.board import CORNERS, INTERSECTIONS, SQUARES
from wazir.ben39.carrying import Control, carried_promotes, rotated, travelling_corners
from wazir.ben39.evaluation import Facts
from wazir.ben39.position import CASTLES, LINE_PIECES, SQUARE_PIECES, Owned, Piece, Side, State
from wazir.ben39.rules import Status
from wazir.ben39.side_view import SideView, piece_on, side_view

MAX_NAMED = 4
"""The maximum number of actions that are named; longer lists are counted."""

NAMES = {
    Piece.GOLD: "gold general",
    Piece.SILVER: "silver general",
    Piece.CHAD_ROOK: "Chad rook",
    Piece.CASTLE_STRAIGHT: "castle",
    Piece.CASTLE_DIAGONAL: "castle",
    Piece.CASTLE_EITHER: "castle",
}
_COUNTED = {
    Kind.MOVE: ("piece move", "piece moves"),
    Kind.DROP: ("drop", "drops"),
    Kind.LINE: ("line-piece move", "line-piece moves"),
    Kind.ENTER: ("entry from reserve", "entries from reserve"),
    Kind.TELEPORT: ("teleport", "teleports"),
    Kind.ROTATE: ("rotation", "rotations"),
    Kind.SQUARE: ("square move", "square moves"),
}
_TIMES = {1: "once", 2: "twice"}


def name(piece: Piece) -> str:
    """The name of a piece in a sentence."""
    return NAMES.get(piece, piece.name.lower())


def title(side: Side) -> str:
    """The name of a side, capitalized."""
    return str(side).capitalize()


def join_words(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def sentences(facts: Facts) -> Iterator[str]:
    """The facts of a position as sentences, the most important first."""
    yield standing(facts)
    if facts.status is Status.ENDED:
        return
    if facts.threats:
        yield (
            f"The king of {title(facts.turn.other)} can be taken now, by "
            f"{some(map(spell, facts.threats))}."
        )
    if facts.takers:
        yield f"The king of {title(facts.turn)} could be taken by {some(map(spell, facts.takers))}."
    yield legal(facts)
    yield from (f"{controlled(control, place)}." for place, control in facts.control.items())
    if facts.immobilized:
        yield f"Immobilized: {join_words(facts.immobilized)}."
    yield f"Material: {balance(facts.material)}."


def occurred(repetitions: int) -> str:
    """How many times a position has occurred before, as a sentence; empty if never."""
    times = _TIMES.get(repetitions, f"{repetitions} times")
    return f"This position has occurred {times} before." if repetitions else ""


def standing(facts: Facts) -> str:
    """The side to move and the status of the game."""
    side = title(facts.turn)
    return {
        Status.NONE: f"{side} to move.",
        Status.CHECK: f"{side} to move, in check.",
        Status.MATE: f"{side} to move, checkmate: no move saves the king.",
        Status.STALEMATE: f"{side} to move, stalemate: no legal move.",
        Status.ENDED: f"{title(facts.turn.other)} has taken the king and won.",
    }[facts.status]


def legal(facts: Facts) -> str:
    """The number of legal actions, by kind."""
    if not facts.actions:
        return "No legal moves."
    kinds = join_words(action_count(kind, n) for kind, n in facts.kinds.items() if n)
    return f"{facts.actions} legal move{'s' * (facts.actions != 1)}: {kinds}."


def action_count(kind: Kind, number: int) -> str:
    """A number of actions of a kind: `3 drops`."""
    return f"{number} {_COUNTED[kind][number != 1]}"


def controlled(control: Control, place: str) -> str:
    """The side that controls the movable square on a place, with the numbers of pieces."""
    more, less = reversed(control.counts) if control.side is Side.BLACK else control.counts
    side = "Nobody" if control.side is None else title(control.side)
    left_out = "; the immobilized piece on it does not count" if control.left_out else ""
    return f"{side} controls {place}{f', {more} to {less}' if more else ''}{left_out}"


def balance(material: tuple[int, int]) -> str:
    """The material of both sides in pawns, and the difference."""
    white, black = material
    return f"White {pawns(white)}, Black {pawns(black)} ({lead(material)})"


def lead(material: tuple[int, int]) -> str:
    """The side with more material and the difference in pawns: `White +3`, or `level`."""
    white, black = material
    return (
        "level" if white == black else f"{title(Side(white < black))} +{pawns(abs(white - black))}"
    )


def pawns(hundredths: int) -> str:
    """A value in pawns: `12`, `4.5`."""
    return f"{hundredths / 100:g}"


def some(parts: Iterable[str], most: int = MAX_NAMED) -> str:
    """Words as one phrase; those after the first ones are counted."""
    all_parts = list(parts)
    more = len(all_parts) - most
    return join_words([*all_parts[:most], f"{more} more"] if more > 0 else all_parts)


def occupant(seen: SideView, place: int, on_squares: bool) -> Owned | None:
    """The occupant of a square or of an intersection."""
    for side in Side:
        for piece in SQUARE_PIECES if on_squares else LINE_PIECES:
            if seen.words[side][piece] >> place & 1:
                return Owned(side, piece)
    return None


def the(owned: Owned | None) -> str:
    """A piece with its side: `the white rook`."""
    return f"the {owned.side} {name(owned.piece)}" if owned else "nothing"


def a(piece: Piece) -> str:
    """A piece with an indefinite article: `an immobilizer`."""
    word = name(piece)
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def begun(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def describe(state: State, action: Action) -> str:
    """A sentence about the effect of a legal action."""
    text = "".join(_SAYS[action.kind](side_view(state), action))
    wins = " and wins" if Piece.KING in action.taken else ""
    return f"{begun(text)}{wins}."


def _says_move(seen: SideView, action: Action) -> Iterator[str]:
    names = action.kind.names
    origin, target = names[action.origin], names[action.target]
    yield f"the {name(action.piece)} "
    if action.taken:
        victim = occupant(seen, action.target, on_squares=True)
        yield f"on {origin} captures {the(victim)} on {target}"
    else:
        yield f"goes from {origin} to {target}"
    if action.promotes:
        yield _BECOMES_QUEEN
    is_straight = origin[0] == target[0] or origin[1:] == target[1:]
    yield _next_step(action.piece, Piece.CASTLE_DIAGONAL if is_straight else Piece.CASTLE_STRAIGHT)


def _says_drop(_seen: SideView, action: Action) -> Iterator[str]:
    comes = "is dropped from the hand" if action.kind is Kind.DROP else "enters from the reserve"
    yield f"{a(action.piece)} {comes} on {action.kind.names[action.target]}"
    yield _next_step(action.piece, action.piece)


def _next_step(piece: Piece, becomes: Piece) -> str:
    """The next step of a castle, given what it becomes; empty for another piece."""
    if piece not in CASTLES:
        return ""
    return f"; its next step is {'orthogonal' if becomes is Piece.CASTLE_STRAIGHT else 'diagonal'}"


def _says_teleport(seen: SideView, action: Action) -> Iterator[str]:
    origin, piece = SQUARES[action.origin], piece_on(seen, action.origin)
    yield f"the wizard on {INTERSECTIONS[action.wizard]} "
    if action.manner == "*":
        yield f"sends the {name(piece)} on {origin} off the board, to the hand{_as_pawn(piece)}"
        return
    target = SQUARES[action.target]
    if action.manner == "/":
        other = piece_on(seen, action.target)
        yield f"swaps the {name(piece)} on {origin} and the {name(other)} on {target}"
        yield _promoted(seen, piece, action.target)
        yield _promoted(seen, other, action.origin)
        return
    yield f"teleports the {name(piece)} from {origin} to {target}{_captured(seen, action.target)}"
    yield _promoted(seen, piece, action.target)


def _says_rotate(seen: SideView, action: Action) -> Iterator[str]:
    way = "clockwise" if action.target == 1 else "counterclockwise"
    before = f"the spider on {INTERSECTIONS[action.origin]} turns {way}: "
    for origin, target in rotated(seen, action.origin, action.target):
        piece = piece_on(seen, origin)
        yield f"{before}the {name(piece)} from {SQUARES[origin]} to "
        before = "; "
        if target is None:
            yield f"the hand{_as_pawn(piece)}"
        else:
            yield f"{SQUARES[target]}{_captured(seen, target)}{_promoted(seen, piece, target)}"


def _says_square(seen: SideView, action: Action) -> Iterator[str]:
    yield f"the square on {SQUARES[action.origin]} moves to {SQUARES[action.target]}"
    carried: list[str] = []
    leaving = travelling_corners(seen.layout, action.origin, action.travellers)
    if on_it := occupant(seen, action.origin, on_squares=True):
        if carried_promotes(seen):
            becomes = arrived(on_it.side, on_it.piece, action.target)
        else:
            becomes = on_it.piece
        carried.append(
            the(on_it) + ("" if becomes is on_it.piece else f" (which becomes {a(becomes)})")
        )
    for corner, end in zip(CORNERS[action.origin], CORNERS[action.target], strict=True):
        if leaving >> corner & 1 and (what := occupant(seen, corner, on_squares=False)):
            carried.append(f"{the(what)} from {INTERSECTIONS[corner]} to {INTERSECTIONS[end]}")
    if carried:
        yield f"; along {'go' if len(carried) > 1 else 'goes'} {join_words(carried)}"


def _captured(seen: SideView, square: int) -> str:
    """The capture of an enemy by a piece that is carried to a square, or an empty text."""
    if seen.enemy >> square & 1:
        return f", where it captures {the(occupant(seen, square, on_squares=True))}"
    return ""


_BECOMES_QUEEN = " and becomes a queen"


def _promoted(seen: SideView, piece: Piece, square: int) -> str:
    """The promotion of a piece that is carried to a square, or an empty text."""
    promotes = carried_promotes(seen) and arrived(seen.side, piece, square) is not piece
    return _BECOMES_QUEEN if promotes else ""


def _as_pawn(piece: Piece) -> str:
    return " as a pawn" if piece is Piece.QUEEN else ""


_SAYS: Mapping[Kind, Callable[[SideView, Action], Iterator[str]]] = {
    Kind.MOVE: _says_move,
    Kind.DROP: _says_drop,
    Kind.LINE: _says_move,
    Kind.ENTER: _says_drop,
    Kind.TELEPORT: _says_teleport,
    Kind.ROTATE: _says_rotate,
    Kind.SQUARE: _says_square,
}
