"""The facts of a position in words (G26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wazir.ben39.actions import Kind
from wazir.ben39.facts import Facts
from wazir.ben39.position import Piece, Side
from wazir.ben39.rules import Status
from wazir.ben39.spelling import spell
from wazir.ben39.travel import Control

MOST_NAMED = 4
"""Of more actions than these, the others are only counted."""

NAMES = {
    Piece.GOLD: "gold general",
    Piece.SILVER: "silver general",
    Piece.CHAD_ROOK: "Chad rook",
    Piece.CASTLE_STRAIGHT: "castle",
    Piece.CASTLE_DIAGONAL: "castle",
    Piece.CASTLE_EITHER: "castle",
}
_COUNTED = {
    Kind.MOVE: ("move", "moves"),
    Kind.DROP: ("drop", "drops"),
    Kind.LINE: ("move of line pieces", "moves of line pieces"),
    Kind.ENTER: ("entry from reserve", "entries from reserve"),
    Kind.TELEPORT: ("teleport", "teleports"),
    Kind.ROTATE: ("rotation", "rotations"),
    Kind.SQUARE: ("move of a square", "moves of squares"),
}


def name(piece: Piece) -> str:
    """What a piece is called in a sentence."""
    return NAMES.get(piece, piece.name.lower())


def title(side: Side) -> str:
    """What a side is called at the beginning of a sentence, or as a name."""
    return str(side).capitalize()


def listed(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def sentences(facts: Facts) -> Iterator[str]:
    """The facts of a position, a sentence each: what matters most comes first."""
    yield standing(facts)
    if facts.status is Status.ENDED:
        return
    if facts.threats:
        yield f"The king of {title(facts.turn.other)} can be taken now, by {_some(map(spell, facts.threats))}."
    if facts.takers:
        yield f"The king of {title(facts.turn)} could be taken by {_some(map(spell, facts.takers))}."
    yield legal(facts)
    yield from (f"{place}: {controlled(control)}." for place, control in facts.control.items())
    if facts.immobilized:
        yield f"Immobilized: {listed(facts.immobilized)}."
    yield f"Material: {balance(facts.material)}."


def standing(facts: Facts) -> str:
    """Whose turn it is, and how the game stands."""
    side = title(facts.turn)
    return {
        Status.NONE: f"{side} to move.",
        Status.CHECK: f"{side} to move, in check.",
        Status.MATE: f"{side} to move, mated: no action saves the king.",
        Status.STALEMATE: f"{side} to move, without an action: stalemate.",
        Status.ENDED: f"{title(facts.turn.other)} has taken the king and won.",
    }[facts.status]


def legal(facts: Facts) -> str:
    """How many legal actions there are, by kind."""
    if not facts.actions:
        return "There is no legal action."
    kinds = listed(f"{n} {_COUNTED[kind][n != 1]}" for kind, n in facts.kinds.items() if n)
    return f"{facts.actions} legal action{'s' * (facts.actions != 1)}: {kinds}."


def controlled(control: Control) -> str:
    """Who controls a movable square, and by which count."""
    white, black = control.counts
    left_out = "; the immobilized piece on it does not count" if control.left_out else ""
    if control.side is None:
        return f"controlled by nobody, {white} to {black}{left_out}"
    more, less = (black, white) if control.side else (white, black)
    return f"controlled by {title(control.side)}, {more} to {less}{left_out}"


def balance(material: tuple[int, int]) -> str:
    """What the sides have, in pawns, and who has more."""
    white, black = material
    more = "level" if white == black else f"{title(Side(white < black))} has {pawns(abs(white - black))} more"
    return f"White {pawns(white)}, Black {pawns(black)}, {more}"


def pawns(hundredths: int) -> str:
    """A worth in pawns: `12`, `4.5`."""
    return f"{hundredths / 100:g}"


def _some(parts: Iterable[str]) -> str:
    found = list(parts)
    more = len(found) - MOST_NAMED
    return listed([*found[:MOST_NAMED], f"{more} more"] if more > 0 else found)
