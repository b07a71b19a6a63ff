"""All keys, letters and signs: spelling, token type, title and text.

Used by hover and completion. The texts are Markdown; backticks mark code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from wazir.ben39.position import Piece, Rule
from wazir.notations.results import TokenType


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the notation."""

    spelling: str
    token_type: TokenType
    title: str
    text: str


def _words(token_type: TokenType, words: Mapping[str, tuple[str, str]]) -> Mapping[str, Word]:
    """The words of a type by their spelling, given the title and the text of each."""
    return MappingProxyType({spelling: Word(spelling, token_type, *about) for spelling, about in words.items()})


RECORD = Word(
    "position",
    TokenType.MODE,
    "A record begins",
    "`position NAME` begins a record: a position and its properties, in lines that begin with a key. In a file of one "
    "record the line may be missing.",
)

KEYS = _words(
    TokenType.MODE,
    {
        "turn": ("Who is to move", "`turn: white` or `turn: black`; White by default."),
        **{
            f"{side.lower()} hand": (
                f"What {side} has captured",
                f"The pieces on squares that {side} has in hand, a letter for each, or `-` for none. Any of them "
                "may be dropped on an empty square, as a turn. A queen comes to a hand as a pawn.",
            )
            for side in ("White", "Black")
        },
        **{
            f"{side.lower()} reserve": (
                f"What {side} has yet to enter",
                f"The pieces on intersections that {side} has not entered yet, a letter for each, or `-` for none. By "
                "default the army of 5 `X`, 1 `I`, 2 `W`, 2 `Z` and 2 `C` less those on the board.",
            )
            for side in ("White", "Black")
        },
        "castles": (
            "The next steps of the castles",
            "Each castle on the board with the step that comes next: `g3+` orthogonal, `k3x` diagonal. One that is not "
            "named may go either way once.",
        ),
        "rules": (
            "Rules other than the usual ones",
            "Rules where the inventor's text is silent, with a blank between: see `wazir explain rules`. Without "
            "the line the usual ones hold.",
        ),
        "board": (
            "A drawing of the board",
            "The lines of the board, down to the next key. Columns tell what is where: `+` is an empty intersection, a "
            "letter a white piece, one with a `*` a black one. Not all ranks need be drawn; what is not drawn "
            "is empty.",
        ),
        "fen": (
            "The position in one line",
            "Squares, intersections, movable squares, turn, hands and reserves, with a blank between. It replaces "
            "`board`, `turn`, the hands, the reserves and `castles`.",
        ),
        "moves": (
            "What is played",
            "The actions from the position on, over any number of lines, with or without numbers. Each is checked. The "
            "record is about the position after them.",
        ),
        "expect": (
            "What must be so",
            "What must hold after the moves, with commas or line ends between: it is checked like a test.",
        ),
    },
)
"""The keys, in the order of completion."""

TURNS = _words(
    TokenType.ARGUMENT,
    {
        "white": ("White is to move", "White sits at rank 1 and moves up."),
        "black": ("Black is to move", "Black sits at rank 15 and moves down."),
    },
)

RULES = _words(
    TokenType.ARGUMENT,
    {
        Rule.OWN_PROMOTION: (
            "Promotion by own moves only (G7)",
            "A pawn becomes a queen only by its own move to its last rank. One that a wizard, a spider or a "
            "movable square brings there stays a pawn.",
        ),
        Rule.ANSWER_CHECK: (
            "A check must be answered (G11)",
            "No action may leave the own king where it can be taken, as in chess.",
        ),
        Rule.FIRM_HOLD: (
            "Immobilized pieces stay (G13)",
            "Wizards and spiders cannot move immobilized pieces. A teleport or a rotation that would move one "
            "is illegal. A movable square still carries them.",
        ),
        Rule.PASS_OVER: (
            "Movable squares pass over each other (G18)",
            "Where the next location in the ring is taken by the other movable square, a square goes to the one "
            "behind it.",
        ),
        Rule.MUST_CHANGE: (
            "Every action changes something (G20)",
            "A swap or a rotation after which the position is the same, but for the turn, is illegal.",
        ),
    },
)
"""The rules that a record may set."""

EXPECTATIONS = _words(
    TokenType.ARGUMENT,
    {
        "check": (
            "The side to move is in check",
            "The opponent could take the king by some action, if it were its turn. True in mate too.",
        ),
        "mate": (
            "The side to move is mated",
            "It is in check, and has no action that takes the enemy king or leaves its own where it cannot be taken.",
        ),
        "stalemate": (
            "The side to move has no action",
            "It is not in check, and can do nothing at all.",
        ),
        "perft": (
            "The number of lines of a length",
            "`perft 2 = 103184`: two actions can be played in 103,184 ways.",
        ),
        "control": (
            "Who controls a movable square",
            "`control l2 white`, `black` or `nobody`: who has more pieces on the square and its four corners, those "
            "that are immobilized left out.",
        ),
    },
)

_CASTLE = (
    "It goes one step orthogonally and one diagonally, in turn; its player chooses which comes first. A king may go, "
    "or be carried, only between squares that a castle of its own side touches."
)
_GOES = "It takes nothing and is never taken."

PIECES: Mapping[Piece, str] = MappingProxyType(
    {
        Piece.KING: "It goes one step in any direction, and only from a square that a castle of its own side touches "
        "to another such square. Who takes it wins at once.",
        Piece.ROOK: "It goes any number of squares orthogonally.",
        Piece.BISHOP: "It goes any number of squares diagonally, or one orthogonally without taking.",
        Piece.NIGHTRIDER: "It leaps as a knight, and may go on with the same leap until something is in its way.",
        Piece.GOLD: "It goes one step orthogonally or diagonally forward.",
        Piece.SILVER: "It goes one step diagonally or straight forward.",
        Piece.PAWN: "It goes one step forward without taking, and takes one step diagonally forward. On its last rank, "
        "however it comes there, it becomes a queen.",
        Piece.QUEEN: "It goes any number of squares orthogonally or diagonally. Taken, it comes to the hand as a pawn.",
        Piece.CHAD_ROOK: f"It goes any number of intersections orthogonally. {_GOES}",
        Piece.IMMOBILIZER: "It goes any number of intersections in any direction. Enemy pieces on the squares around "
        f"it cannot move by themselves. {_GOES}",
        Piece.WIZARD: "It goes one step in any direction. With the other wizard of its side on the board, it sends a "
        f"friendly piece from a square around it to the same side of the other. {_GOES}",
        Piece.SPIDER: "It leaps as a knight. It can turn all friendly pieces on the squares around it one square on, "
        f"clockwise or counterclockwise. {_GOES}",
        Piece.CASTLE_STRAIGHT: f"{_CASTLE} {_GOES} This one goes orthogonally next.",
        Piece.CASTLE_DIAGONAL: f"{_CASTLE} {_GOES} This one goes diagonally next.",
        Piece.CASTLE_EITHER: f"{_CASTLE} {_GOES} Its next step is unknown: it may go either way once.",
    }
)
"""What each piece does."""

STATES = _words(
    TokenType.OPERATOR,
    {
        "+": ("Its next step is orthogonal", "After it, a diagonal one comes."),
        "x": ("Its next step is diagonal", "After it, an orthogonal one comes."),
    },
)
"""The signs after the place of a castle."""

EMPTY_CROSSING = "An intersection on which nothing stands."
EMPTY_SQUARE = "A square on which nothing stands."
RING = (
    "A movable square: it may go to the next place of the ring `d14 l14 n12 n4 l2 d2 b4 b12`, either way, with the "
    "piece on it and its corners that belong to no other square. Who has more pieces on it and its corners may move it."
)
FILES = "The files, each above its column."
RANK = "Even ranks have squares, odd ones intersections."
FEN_PARTS = (
    ("Squares", "Seven ranks, from 14 down; capitals are White's, a number is that many empty squares."),
    ("Intersections", "Eight ranks, from 15 down. After a castle stands the step that comes next: `+`, `x` or `?`."),
    ("Movable squares", "Where they are, in the order of the ring; `-` for none."),
    ("Turn", "`w` for White or `b` for Black."),
    ("Hands", "What the sides have captured, White's in capitals first; `-` for nothing."),
    ("Reserves", "What the sides have yet to enter, White's in capitals first; `-` for nothing."),
)
"""The parts of the one-line form, in order."""
