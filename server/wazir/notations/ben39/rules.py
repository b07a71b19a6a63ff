"""The codes of the diagnostics of Ben39 (G25). Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFORMATION

# Records and keys (G22).
DUPLICATE_NAME = Code("duplicate-name", _E, "A position with the name of an earlier one.")
MISSING_NAME = Code("missing-name", _E, "A position without a name, in a file of several.")
UNKNOWN_KEY = Code("unknown-key", _E, "A key that there is not.")
DUPLICATE_KEY = Code("duplicate-key", _E, "A key that the record has already.")
KEY_BESIDE_FEN = Code("key-beside-fen", _E, "A key that the one-line form replaces.")
UNREADABLE_LINE = Code("unreadable-line", _E, "A line that belongs to no key.")
BAD_TURN = Code("bad-turn", _E, "A turn that is neither `white` nor `black`.")
BAD_CASTLE = Code("bad-castle", _E, "A castle that is not an intersection and a next step.")
MISSING_CASTLE = Code("missing-castle", _E, "A next step of a castle where none stands.")
UNKNOWN_CASTLE_STEP = Code("unknown-castle-step", _I, "A castle of which nobody knows the next step.")
TOO_LONG = Code("too-long", _E, "A record too long to be read.")

# Drawings (G23).
UNKNOWN_RANKS = Code("unknown-ranks", _E, "Lines of a drawing of which nobody can tell the rank.")
UNKNOWN_FILES = Code("unknown-files", _E, "A drawing of which nobody can tell where file `a` is.")
RANK_OUT_OF_ORDER = Code("rank-out-of-order", _E, "A rank that does not go down, or is not of this line.")
MISALIGNED_COLUMNS = Code("misaligned-columns", _E, "Signs of a drawing that do not stand where their file is.")
UNEXPECTED_CHARACTER = Code("unexpected-character", _E, "A sign in a drawing that says nothing.")
UNKNOWN_LETTER = Code("unknown-letter", _E, "A letter of no piece that can be here.")
UNKNOWN_PLACE = Code("unknown-place", _E, "A square or an intersection that the board does not have.")
CROSSING_OFF_BOARD = Code("crossing-off-board", _W, "A `+` where no square is.")
LINE_PIECE_ON_SQUARE = Code("line-piece-on-square", _E, "A piece on a square that stands on intersections only.")
SQUARE_PIECE_ON_LINE = Code("square-piece-on-line", _E, "A piece on an intersection that stands on squares only.")
HASH_OUTSIDE_RING = Code("hash-outside-ring", _E, "A `#` on a square that never moves.")
WRONG_MOVABLE_SQUARES = Code("wrong-movable-squares", _E, "More or fewer movable squares than two.")
MOVABLE_SQUARE_OFF_BOARD = Code("movable-square-off-board", _I, "A movable square that is not drawn.")

# Pieces (G25).
TOO_MANY_PIECES = Code("too-many-pieces", _E, "More of a piece than there are.")
EXTRA_KING = Code("extra-king", _E, "A second king of a side.")
MISSING_KING = Code("missing-king", _E, "A side without a king.")
KING_IN_HAND = Code("king-in-hand", _E, "A king or a queen in a hand.")
BAD_FEN = Code("bad-fen", _E, "A one-line form that is not built as one.")
KING_CAN_BE_TAKEN = Code("king-can-be-taken", _W, "A king that can be taken at once.")
PAWN_ON_LAST_RANK = Code("pawn-on-last-rank", _W, "A pawn where it would have become a queen.")

# Actions and expectations (G21, G22).
ILLEGAL_ACTION = Code("illegal-action", _E, "An action that is not legal.")
UNREADABLE_ACTION = Code("unreadable-action", _E, "Something among the moves that is no action.")
ACTION_AFTER_END = Code("action-after-end", _E, "An action after the king is taken.")
NUMBER_OUT_OF_ORDER = Code("number-out-of-order", _W, "A number of a move that does not follow the one before it.")
TOO_MANY_ACTIONS = Code("too-many-actions", _I, "So many actions that the rest is not judged.")
LOOSE_SPELLING = Code("loose-spelling", _W, "An action that is understood, but spelled otherwise.")
UNREADABLE_EXPECTATION = Code("unreadable-expectation", _E, "Something expected that nobody can judge.")
FAILED_EXPECTATION = Code("failed-expectation", _E, "Something expected that is not so.")
UNCHECKED_EXPECTATION = Code("unchecked-expectation", _I, "A count that would take too long here.")

CODES = tuple(value for value in vars().copy().values() if isinstance(value, Code))
"""All codes."""
