"""The codes of the diagnostics of Bensahas notation. Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import DUPLICATE_PIECE, Code, Severity, Tag, codes

_E = Severity.ERROR
_W = Severity.WARNING
_I = Severity.INFORMATION
_H = Severity.HINT

# Pieces and statements (S1, S2).
TEXT_OUTSIDE_PIECES = Code(
    "text-outside-pieces", _E, "Text outside of all braces, in a file with headers."
)
DUPLICATE_NAME = Code("duplicate-name", _E, "A piece with the game and the name of an earlier one.")
MISSING_NAME = Code("missing-name", _E, "A header without a piece name.")
UNEXPECTED_TOKEN = Code("unexpected-token", _E, "A token that is not allowed in its place.")
MISSING_VALUE = Code("missing-value", _E, "A missing value.")
TOO_LONG = Code("too-long", _E, "A piece too long, or too deeply nested, to be read.")
TOO_MANY_PROBLEMS = Code("too-many-problems", _E, "Too many errors: the rest is not read.")
MISSING_BRACKET = Code("missing-bracket", _W, "A bracket without its closing bracket.")
MISSING_EXCLAMATION_MARK = Code("missing-exclamation-mark", _W, "A last statement without its `!`.")
EXTRA_EXCLAMATION_MARK = Code(
    "extra-exclamation-mark", _W, "A `!` without a statement before it.", tags=(Tag.UNNECESSARY,)
)
MISSING_COLON = Code("missing-colon", _W, "A header without its colon.")
# Terms (S3 to S6).
CONTRADICTING_ACTIONS = Code("contradicting-actions", _E, "Two actions that exclude each other.")
MISPLACED_ACTION = Code("misplaced-action", _E, "A `flip` or `immobilize` inside a chain.")
BAD_DISTANCE = Code("bad-distance", _E, "A distance that is neither a positive number nor `n`.")
BAD_DIRECTIONS = Code("bad-directions", _E, "Directions that are not a number from 1 to 255.")
BAD_TURN = Code("bad-turn", _E, "A turn that is not from `/0` to `/7`.")
TURN_WITHOUT_HEADING = Code("turn-without-heading", _E, "A turn without a heading to turn from.")
BAD_OBLIQUE_STEP = Code(
    "bad-oblique-step", _E, "An oblique step that is not two numbers, or is `0, 0`."
)
TOO_MANY_VALUES = Code("too-many-values", _E, "More values than a bracket takes.")
TOO_MANY_PATHS = Code(
    "too-many-paths", _W, "A statement that forks into more paths than are followed."
)
UNKNOWN_ACTION = Code("unknown-action", _I, "An unknown action, which is kept as a label.")
MISSPELLED_WORD = Code(
    "misspelled-word", _W, "An unknown word that is close to a known one.", hides=True
)
STEP_NOT_OBLIQUE = Code("step-not-oblique", _H, "An oblique step that is straight or diagonal.")
NIGHTRIDER_FOR_KNIGHT = Code("nightrider-for-knight", _H, "A knight's step with the distance `n`.")
LEG_MAY_CAPTURE = Code("leg-may-capture", _H, "A leg without an action before another leg.")
# Parameters (S8, S9).
BAD_PARAMETER = Code("bad-parameter", _E, "A parameter that is unknown, repeated or incomplete.")
BAD_MOVED = Code("bad-moved", _E, "An invalid `@M`.")
BAD_TARGET = Code("bad-target", _E, "A target that is not the name of a piece.")
BAD_CONDITION = Code("bad-condition", _E, "A condition that is neither true nor false.")
BAD_SQUARE = Code("bad-square", _E, "A square that is not a file and a rank.")
TARGET_ON_QUIET_MOVE = Code("target-on-quiet-move", _W, "A target on a term with `m`.")
CONDITION_ON_OTHER_SIDE = Code(
    "condition-on-other-side", _H, "A condition on the opposite side of the next leg."
)
UNKNOWN_CONDITION = Code("unknown-condition", _I, "An unknown condition, which is kept as a label.")
# Named actions (S10 to S13).
BAD_CANNON = Code("bad-cannon", _E, "An invalid value in a `cannon`.")
BAD_NEAR = Code("bad-near", _E, "An invalid value in a `near`.")
NEAR_RANGES_DIFFER = Code(
    "near-ranges-differ", _H, "A `near` whose last value differs from its distance."
)
INCOMPLETE_FLIP = Code("incomplete-flip", _E, "A `flip` without its condition or its pieces.")
UNKNOWN_PIECE = Code(
    "unknown-piece", _W, "A promotion to a piece that the file does not define.", suggests=True
)
OTHER_GAME = Code("other-game", _H, "A promotion to a piece of another game.", suggests=True)

CODES = codes(vars().values(), DUPLICATE_PIECE)
"""All codes."""
