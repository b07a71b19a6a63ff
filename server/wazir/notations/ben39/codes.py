"""The codes of the diagnostics (G25) and the rulings. Each has a page in `docs`."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.ben39.intents import ReasonKind as Reason
from wazir.diagnostics import Code, Severity, codes
from wazir.notations.ben39.vocabulary import TABLES

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFORMATION

# Records and keys (G22).
DUPLICATE_NAME = Code("duplicate-name", _E, "A position with the name of an earlier one.")
MISSING_NAME = Code("missing-name", _E, "A position without a name, in a file of several.")
UNKNOWN_KEY = Code("unknown-key", _E, "An unknown key.")
DUPLICATE_KEY = Code("duplicate-key", _E, "A repeated key.")
KEY_BESIDE_FEN = Code("key-beside-fen", _E, "A key that the one-line form replaces.")
UNREADABLE_LINE = Code("unreadable-line", _E, "A line that does not belong to a key.", hides=True)
BAD_TURN = Code("bad-turn", _E, "A turn that is neither `white` nor `black`.")
BAD_CASTLE = Code("bad-castle", _E, "A castle that is not an intersection and a next step.")
MISSING_CASTLE = Code("missing-castle", _E, "The next step of a castle that is not on the board.")
UNKNOWN_CASTLE_STEP = Code("unknown-castle-step", _I, "A castle with an unknown next step.")
UNKNOWN_RULE = Code("unknown-rule", _E, "An unknown rule of the game.")
TOO_LONG = Code("too-long", _E, "A record too long to be read.")

# Drawings (G23).
UNKNOWN_RANKS = Code("unknown-ranks", _E, "Lines of a drawing with unknown ranks.")
UNKNOWN_FILES = Code("unknown-files", _E, "A drawing with unknown files.")
RANK_OUT_OF_ORDER = Code(
    "rank-out-of-order", _E, "A rank that does not follow the one above, or does not fit its line."
)
MISALIGNED_COLUMNS = Code(
    "misaligned-columns", _E, "Characters of a drawing outside the columns of their files."
)
UNEXPECTED_CHARACTER = Code(
    "unexpected-character", _E, "A character that is not allowed in its place in a drawing."
)
UNKNOWN_LETTER = Code("unknown-letter", _E, "A letter that is not a piece allowed in its place.")
UNKNOWN_PLACE = Code(
    "unknown-place", _E, "A square or an intersection that the board does not have."
)
CROSSING_OFF_BOARD = Code("crossing-off-board", _W, "An intersection that no square touches.")
LINE_PIECE_ON_SQUARE = Code("line-piece-on-square", _E, "A piece of intersections on a square.")
SQUARE_PIECE_ON_LINE = Code("square-piece-on-line", _E, "A piece of squares on an intersection.")
HASH_OUTSIDE_RING = Code("hash-outside-ring", _E, "A `#` on a square that never moves.")
WRONG_MOVABLE_SQUARES = Code("wrong-movable-squares", _E, "More or fewer movable squares than two.")
MOVABLE_SQUARE_OFF_BOARD = Code(
    "movable-square-off-board", _I, "A movable square that is not drawn."
)

# Pieces (G25).
TOO_MANY_PIECES = Code("too-many-pieces", _E, "More pieces of a kind than the game has.")
EXTRA_KING = Code("extra-king", _E, "A second king of a side.")
MISSING_KING = Code("missing-king", _E, "A side without a king.")
KING_IN_HAND = Code("king-in-hand", _E, "A king or a queen in a hand.")
BAD_FEN = Code("bad-fen", _E, "An invalid one-line form of a position.")
KING_CAN_BE_TAKEN = Code("king-can-be-taken", _W, "A king that can be taken at once.")
PAWN_ON_LAST_RANK = Code("pawn-on-last-rank", _W, "A pawn where it would have become a queen.")

# Actions and expectations (G21, G22).
ILLEGAL_ACTION = Code("illegal-action", _E, "An action that is not legal.")
UNREADABLE_ACTION = Code("unreadable-action", _E, "A text among the moves that is not an action.")
ACTION_AFTER_END = Code("action-after-end", _E, "An action after the king is taken.")
NUMBER_OUT_OF_ORDER = Code(
    "number-out-of-order", _W, "A move number that does not follow the previous one."
)
TOO_MANY_ACTIONS = Code("too-many-actions", _I, "Too many actions: the rest is not checked.")
LOOSE_SPELLING = Code("loose-spelling", _W, "An action that is not in its standard spelling.")
REPEATED_POSITION = Code(
    "repeated-position", _I, "A position that has occurred before in the record."
)
UNREADABLE_EXPECTATION = Code("unreadable-expectation", _E, "An unknown expectation.", hides=True)
FAILED_EXPECTATION = Code("failed-expectation", _E, "An expectation that is not true.")
UNCHECKED_EXPECTATION = Code("unchecked-expectation", _I, "A count that would take too long here.")

CODES = codes(vars().values())
"""All codes."""

# Rulings: what is assumed where the inventor's text is silent, lost or unclear.

RULINGS: Mapping[str, str] = {name: title for name, (title, *_) in TABLES["rulings"].items()}
"""The title of each ruling."""
RULING_OF: Mapping[Reason, str] = {
    Reason(reason): name for name, (_, *reasons) in TABLES["rulings"].items() for reason in reasons
}
"""The ruling that a refused action goes against."""


def advice(reason: Reason) -> str:
    """A sentence that leads to the page of a ruling."""
    return f"`wazir explain {RULING_OF[reason]}` explains what is assumed."
