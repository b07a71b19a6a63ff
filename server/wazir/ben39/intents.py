"""Parses the text of an action (G21), legal or not, and finds the action that it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from wazir.ben39.actions import Action, Kind
from wazir.ben39.board import INTERSECTION_OF, LINE_FILES, NUMBER_OF, SQUARE_FILES, SQUARE_OF, mask
from wazir.ben39.carrying import rotations, shifts, teleports
from wazir.ben39.position import LETTERS, PIECE_OF, Piece, State, is_ended
from wazir.ben39.rules import drops, entries, moves, slides
from wazir.ben39.side_view import SideView, side_view

MAX_LETTERS = 40
"""The maximum length of a text. Actions are shorter."""


class ReasonKind(StrEnum):
    """The kinds of reasons why a text is not a legal action. The first failed check of its kind of
    action counts.
    """

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
        if len(text) <= MAX_LETTERS and (match := shape.fullmatch(text)):
            return build({name: part or "" for name, part in match.groupdict().items()})
    shown = text if len(text) <= MAX_LETTERS else text[:MAX_LETTERS] + "..."
    way_out = next((hint for sign, hint in _HINTS if sign.fullmatch(text[:MAX_LETTERS])), _EXAMPLES)
    return Reason(ReasonKind.UNREADABLE, f"`{shown}` is no action.", way_out)


_EXAMPLES = "Actions are written like `Rj4-j8`, `P@d8`, `We5:d6-l6`, `Zg3>` or `#l2-n4(k3)`."
_PLACE = "[a-z][0-9]{1,2}"


def _moved(part: dict[str, str]) -> Intent | Reason:
    origin, target = part["origin"], part["target"]
    kind = Kind.MOVE if origin in SQUARE_OF else Kind.LINE
    if reason := _misplaced((origin,)) or _misplaced((target,), kind.on_squares):
        return reason
    places = NUMBER_OF[origin], NUMBER_OF[target]
    return Intent(kind, part["letter"], *places, part["sign"], promotion=part["promotion"])


def _dropped(part: dict[str, str]) -> Intent | Reason:
    letter, target = part["letter"], part["target"]
    kind = Kind.DROP if PIECE_OF[letter].on_squares else Kind.ENTER
    if letter in "KQ":
        if letter == "K":
            never = "A king is never in hand."
        else:
            never = "A queen that comes to a hand is a pawn."
        return Reason(ReasonKind.NEVER_IN_HAND, f"`{letter}` cannot be dropped.", never)
    return _misplaced((target,), kind.on_squares) or Intent(
        kind, letter, origin=-1, target=NUMBER_OF[target]
    )


def _teleported(part: dict[str, str]) -> Intent | Reason:
    squares = [part[name] for name in ("origin", "target") if part[name]]
    if reason := _misplaced((part["wizard"],), squares=False) or _misplaced(squares, squares=True):
        return reason
    origin, target, wizard = (
        NUMBER_OF.get(part[name], -1) for name in ("origin", "target", "wizard")
    )
    sign, promotion = part["sign"] or "*", part["promotion"]
    return Intent(
        kind=Kind.TELEPORT,
        letter=part["letter"],
        origin=origin,
        target=target,
        sign=sign,
        wizard=wizard,
        promotion=promotion,
    )


def _rotated(part: dict[str, str]) -> Intent | Reason:
    origin = part["origin"]
    direction = 1 if part["sign"] == ">" else -1
    return _misplaced((origin,), squares=False) or Intent(
        Kind.ROTATE, part["letter"], origin=NUMBER_OF[origin], target=direction
    )


def _shifted(part: dict[str, str]) -> Intent | Reason:
    along = part["along"].split(",") if part["along"] else []
    if reason := _misplaced((part["origin"], part["target"]), squares=True) or _misplaced(
        along, squares=False
    ):
        return reason
    if along != sorted(set(along)):
        right = f"Write `({','.join(sorted(set(along)))})`, each place once."
        return Reason(ReasonKind.UNREADABLE, f"`({part['along']})` is not sorted.", right)
    origin = NUMBER_OF[part["origin"]]
    target = NUMBER_OF[part["target"]]
    travellers = map(NUMBER_OF.__getitem__, along)
    return Intent(
        Kind.SQUARE,
        "#",
        origin=origin,
        target=target,
        sign=part["sign"],
        travellers=mask(travellers),
    )


def _misplaced(names: Iterable[str], squares: bool | None = None) -> Reason | None:
    """The reason why a name is not a square or an intersection; None for *squares* accepts both."""
    for name in names:
        square, crossing = name in SQUARE_OF, name in INTERSECTION_OF
        if not square and not crossing:
            return Reason(ReasonKind.UNKNOWN_PLACE, f"There is no place {name}.", _where(name))
        if squares is not None and square is not squares:
            is_one, wanted = (
                ("a square", "an intersection") if square else ("an intersection", "a square")
            )
            return Reason(
                ReasonKind.WRONG_GROUND, f"{name} is {is_one}; here {wanted} is meant.", _where("")
            )
    return None


def _where(name: str) -> str:
    if name in {"b2", "n2", "b14", "n14"}:
        return "The corners of the board are cut off."
    return (
        f"Squares have a file of {' '.join(SQUARE_FILES)} and an even rank up to 14, "
        f"intersections one of {' '.join(LINE_FILES)} and an odd rank up to 15."
    )


_LETTERS = "".join(sorted({letter[0] for letter in LETTERS}))
_DROPPED = "|".join(
    re.escape(letter) for letter in LETTERS if letter != LETTERS[Piece.CASTLE_EITHER]
)

_SHAPES: tuple[tuple[re.Pattern[str], Callable[[dict[str, str]], Intent | Reason]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            f"(?P<letter>[{_LETTERS}]?)(?P<origin>{_PLACE})(?P<sign>[-x])(?P<target>{_PLACE})"
            "(?:=(?P<promotion>[A-Z]))?",
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
            rf"#(?P<origin>{_PLACE})(?P<sign>[-x])(?P<target>{_PLACE})"
            rf"(?:\((?P<along>{_PLACE}(?:,{_PLACE})*)\))?",
            _shifted,
        ),
    )
)
"""The pattern of each kind of action, with the accepted variants, and its parser."""

_HINTS = tuple(
    (re.compile(pattern), hint)
    for pattern, hint in (
        (
            f"C[?]?@{_PLACE}",
            "Say which step the castle takes next: `C+@` orthogonal, `Cx@` diagonal.",
        ),
        (f"@{_PLACE}", "Say what is dropped: `P@d8`, `X@e5`."),
        (f"C[+x?]{_PLACE}.*", "Only a drop says which step the castle takes next: `Ck5-k7`."),
        (rf"{_PLACE}[-x]{_PLACE}\(.*", "A move of a square begins with `#`: `#l2-n4(k3)`."),
        (
            r"#.*\(.*",
            (
                "In the brackets write the places of the pieces that travel from shared corners: "
                "`#l2-n4(k3,m3)`."
            ),
        ),
        (f"[{_LETTERS}]?{_PLACE}", "Say where the piece goes: `Rj4-j8`."),
        (
            f"[{_LETTERS}]?{_PLACE}{_PLACE}",
            "Put `-` between the places, or `x` for a capture: `Rj4-j8`.",
        ),
        (f"[{_LETTERS.lower()}]{_PLACE}.*", "Letters of pieces are capitals: `Rj4-j8`."),
        (f"[{_LETTERS}]?[A-O][0-9]{{1,2}}.*", "Files are small letters: `Rj4-j8`."),
        (".*[a-z][0-9]{1,2}[+#!?]+", "Check, mate and praise are not written."),
        (r"(?i)pass|-+|0-0.*|o-o.*", "There is no pass and no castling with the king."),
    )
)
"""Near misses, each with a hint."""


# The action of an intent


def matching(state: State, intent: Intent) -> Action | None:
    """The action of an intent, or None. It may leave the king where it can be taken (G11)."""
    possible: list[Action] = []
    if not is_ended(state):
        _GENERATORS[intent.kind](side_view(state), possible)
    return next((action for action in possible if _is_meant(action, intent)), None)


_GENERATORS: Mapping[Kind, Callable[[SideView, list[Action]], None]] = {
    Kind.MOVE: moves,
    Kind.DROP: drops,
    Kind.LINE: slides,
    Kind.ENTER: entries,
    Kind.TELEPORT: lambda seen, possible: possible.extend(teleports(seen)),
    Kind.ROTATE: lambda seen, possible: possible.extend(rotations(seen)),
    Kind.SQUARE: lambda seen, possible: possible.extend(shifts(seen)),
}
"""The generators of the actions of each kind. Those of others are not needed, which makes long
games fast to read.
"""


def _is_meant(action: Action, intent: Intent) -> bool:
    """Whether an action is that of an intent. A hyphen may stand for an `x` and vice versa; `=Q`
    may be omitted.
    """
    if (action.origin, action.target) != (intent.origin, intent.target):
        return False
    if (action.wizard, action.travellers) != (intent.wizard, intent.travellers):
        return False
    if action.manner != intent.sign and not {action.manner, intent.sign} <= {"-", "x"}:
        return False
    is_entering = action.origin < 0
    letters = (LETTERS[action.piece],) if is_entering else ("", "#", action.piece.letter)
    promotes = action.promotes and action.kind is Kind.MOVE
    promotions = ("", "Q") if promotes else ("",)
    return intent.letter in letters and intent.promotion in promotions
