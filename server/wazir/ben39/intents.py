"""Parses the text of an action (G21), whether the action is legal or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from wazir.ben39.actions import Kind
from wazir.ben39.board import INTERSECTION_OF, LINE_FILES, SQUARE_FILES, SQUARE_OF, mask
from wazir.ben39.position import HAND, LETTERS, PIECE_OF, Piece

LONGEST = 40
"""The maximum length of a text. Actions are shorter."""


class ReasonKind(StrEnum):
    """The kinds of reasons why a text is not a legal action. The first failed check of its kind of action counts."""

    UNREADABLE = "unreadable"
    GAME_ENDED = "game ended"
    UNKNOWN_PLACE = "no such place"
    WRONG_GROUND = "wrong ground"
    NOT_ON_BOARD = "not on the board"
    NO_PIECE_THERE = "no piece there"
    ENEMY_PIECE = "not your piece"
    WRONG_LETTER = "wrong letter"
    DOES_NOT_MOVE_SO = "does not move so"
    DOES_NOT_CAPTURE_SO = "does not capture so"
    CASTLE_STEP = "castle step"
    IMMOBILIZED = "immobilized"
    KING_RULE_FROM = "king rule, from"
    KING_RULE_TO = "king rule, to"
    BLOCKED = "blocked"
    OCCUPIED = "occupied"
    WRONG_PROMOTION = "wrong promotion"
    NEVER_IN_HAND = "never in hand"
    NOT_IN_HAND = "not in hand"
    NOT_IN_RESERVE = "not in reserve"
    PAWN_WITHOUT_MOVE = "no move from there"
    IMMOBILIZES_AT_ONCE = "immobilizes at once"
    NO_SUCH_WIZARD = "no such wizard"
    ONE_WIZARD = "one wizard only"
    NOT_AROUND = "not around it"
    WRONG_GOAL = "wrong goal"
    WRONG_SIGN = "wrong sign"
    KING_OFF_BOARD = "king off the board"
    NO_SUCH_SPIDER = "no such spider"
    NO_FRIEND_AROUND = "no friend around"
    NO_MOVABLE_SQUARE = "no movable square there"
    NOT_NEXT_IN_RING = "not next in the ring"
    LOCATION_TAKEN = "location taken"
    NOT_CONTROLLED = "not controlled"
    NO_TRAVELLER = "no traveller"
    TWO_ON_ONE = "two on one intersection"
    CHANGES_NOTHING = "changes nothing"
    LEAVES_KING = "leaves the king"


@dataclass(frozen=True)
class Reason:
    """A reason why a text is not a legal action."""

    kind: ReasonKind
    text: str
    """The place and the reason, as a sentence."""
    way_out: str = ""
    """The legal alternative or the missing precondition, as a sentence; may be empty."""

    def __str__(self) -> str:
        """The reason and the way out."""
        return f"{self.text} {self.way_out}".strip()


class Intent(NamedTuple):
    """A parsed text. Places are numbered as in actions."""

    kind: Kind
    letter: str
    """The letter of the piece; empty if omitted."""
    origin: int
    target: int
    sign: str = "-"
    """The sign for the target: `-`, `x`, and for teleports also `/` and `*`."""
    wizard: int = -1
    travellers: int = 0
    promotion: str = ""
    """The letter after `=`."""


def understand(text: str) -> Intent | Reason:
    """Parse a text. Returns the reason if it is not an action in any position. Never raises."""
    for shape, build in _SHAPES:
        match = shape.fullmatch(text, 0, LONGEST)
        if match and len(text) <= LONGEST:
            return build({name: part or "" for name, part in match.groupdict().items()})
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    way_out = next((hint for sign, hint in _HINTS if sign.fullmatch(text[:LONGEST])), _EXAMPLES)
    return Reason(ReasonKind.UNREADABLE, f"`{shown}` is no action.", way_out)


_EXAMPLES = "Actions are written like `Rj4-j8`, `P@d8`, `We5:d6-l6`, `Zg3>` or `#l2-n4(k3)`."
_PLACE = "[a-z][0-9]{1,2}"


def _moved(part: dict[str, str]) -> Intent | Reason:
    on_squares = part["origin"] in SQUARE_OF
    reason = _misplaced((part["origin"],)) or _misplaced((part["target"],), on_squares)
    if reason:
        return reason
    known = SQUARE_OF if on_squares else INTERSECTION_OF
    return Intent(
        Kind.MOVE if on_squares else Kind.LINE,
        part["letter"],
        known[part["origin"]],
        known[part["target"]],
        part["sign"],
        promotion=part["promotion"],
    )


def _dropped(part: dict[str, str]) -> Intent | Reason:
    letter, target = part["letter"], part["target"]
    on_squares = PIECE_OF[letter].on_squares
    if on_squares and letter not in HAND:
        never = "A king is never in hand." if letter == "K" else "A queen that comes to a hand is a pawn."
        return Reason(ReasonKind.NEVER_IN_HAND, f"`{letter}` cannot be dropped.", never)
    known = SQUARE_OF if on_squares else INTERSECTION_OF
    return _misplaced((target,), on_squares) or Intent(
        Kind.DROP if on_squares else Kind.ENTER, letter, -1, known[target]
    )


def _teleported(part: dict[str, str]) -> Intent | Reason:
    squares = [part[name] for name in ("origin", "target") if part[name]]
    reason = _misplaced((part["wizard"],), False) or _misplaced(squares, True)
    return reason or Intent(
        Kind.TELEPORT,
        part["letter"],
        SQUARE_OF[part["origin"]],
        SQUARE_OF[part["target"]] if part["target"] else -1,
        part["sign"] or "*",
        INTERSECTION_OF[part["wizard"]],
        promotion=part["promotion"],
    )


def _rotated(part: dict[str, str]) -> Intent | Reason:
    reason = _misplaced((part["origin"],), False)
    direction = 1 if part["sign"] == ">" else -1
    return reason or Intent(Kind.ROTATE, part["letter"], INTERSECTION_OF[part["origin"]], direction)


def _shifted(part: dict[str, str]) -> Intent | Reason:
    along = part["along"].split(",") if part["along"] else []
    reason = _misplaced((part["origin"], part["target"]), True) or _misplaced(along, False)
    if reason:
        return reason
    if along != sorted(set(along)):
        right = ",".join(sorted(set(along)))
        return Reason(
            ReasonKind.UNREADABLE, f"`({part['along']})` is not sorted.", f"Write `({right})`, each place once."
        )
    return Intent(
        Kind.SQUARE,
        "#",
        SQUARE_OF[part["origin"]],
        SQUARE_OF[part["target"]],
        part["sign"],
        travellers=mask(INTERSECTION_OF[name] for name in along),
    )


def _misplaced(names: Iterable[str], squares: bool | None = None) -> Reason | None:
    """The reason why a name is not a square or an intersection; None for *squares* accepts both."""
    for name in names:
        square, crossing = name in SQUARE_OF, name in INTERSECTION_OF
        if not square and not crossing:
            return Reason(ReasonKind.UNKNOWN_PLACE, f"There is no place {name}.", _where(name))
        if squares is not None and square is not squares:
            is_one, wanted = ("a square", "an intersection") if square else ("an intersection", "a square")
            return Reason(ReasonKind.WRONG_GROUND, f"{name} is {is_one}; here {wanted} is meant.", _where(""))
    return None


def _where(name: str) -> str:
    if name in {"b2", "n2", "b14", "n14"}:
        return "The corners of the board are cut off."
    return (
        f"Squares have a file of {' '.join(SQUARE_FILES)} and an even rank up to 14, "
        f"intersections one of {' '.join(LINE_FILES)} and an odd rank up to 15."
    )


_LETTERS = "".join(sorted({letter[0] for letter in LETTERS}))
_DROPPED = "|".join(re.escape(letter) for letter in LETTERS if letter != LETTERS[Piece.CASTLE_EITHER])

_SHAPES: tuple[tuple[re.Pattern[str], Callable[[dict[str, str]], Intent | Reason]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            f"(?P<letter>[{_LETTERS}]?)(?P<origin>{_PLACE})(?P<sign>[-x])(?P<target>{_PLACE})(?:=(?P<promotion>[A-Z]))?",
            _moved,
        ),
        (f"(?P<letter>{_DROPPED})@(?P<target>{_PLACE})", _dropped),
        (
            f"(?P<letter>W?)(?P<wizard>{_PLACE}):(?P<origin>{_PLACE})"
            rf"(?:\*|(?P<sign>[-x/])(?P<target>{_PLACE})(?:=(?P<promotion>[A-Z]))?)",
            _teleported,
        ),
        (f"(?P<letter>Z?)(?P<origin>{_PLACE})(?P<sign>[<>])", _rotated),
        (
            rf"#(?P<origin>{_PLACE})(?P<sign>[-x])(?P<target>{_PLACE})(?:\((?P<along>{_PLACE}(?:,{_PLACE})*)\))?",
            _shifted,
        ),
    )
)
"""The pattern of each kind of action, with the accepted variants, and its parser."""

_HINTS = tuple(
    (re.compile(pattern), hint)
    for pattern, hint in (
        (f"C[?]?@{_PLACE}", "Say which step the castle takes next: `C+@` orthogonal, `Cx@` diagonal."),
        (f"@{_PLACE}", "Say what is dropped: `P@d8`, `X@e5`."),
        (f"C[+x?]{_PLACE}.*", "Only a drop says which step the castle takes next: `Ck5-k7`."),
        (rf"{_PLACE}[-x]{_PLACE}\(.*", "A move of a square begins with `#`: `#l2-n4(k3)`."),
        (
            r"#.*\(.*",
            "In the brackets write the places of the pieces that travel from shared corners: `#l2-n4(k3,m3)`.",
        ),
        (f"[{_LETTERS}]?{_PLACE}", "Say where the piece goes: `Rj4-j8`."),
        (f"[{_LETTERS}]?{_PLACE}{_PLACE}", "Put `-` between the places, or `x` for a capture: `Rj4-j8`."),
        (f"[{_LETTERS.lower()}]{_PLACE}.*", "Letters of pieces are capitals: `Rj4-j8`."),
        (f"[{_LETTERS}]?[A-O][0-9]{{1,2}}.*", "Files are small letters: `Rj4-j8`."),
        (".*[a-z][0-9]{1,2}[+#!?]+", "Check, mate and praise are not written."),
        (r"(?i)pass|-+|0-0.*|o-o.*", "There is no pass and no castling with the king."),
    )
)
"""Near misses, each with a hint."""
