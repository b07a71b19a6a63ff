"""The kinds of findings in a Bensahas text. Each has a page of its own in `docs`."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity, Tag

_E, _W, _I, _H = Severity.ERROR, Severity.WARNING, Severity.INFORMATION, Severity.HINT

# Pieces and statements (S1, S2).
TEXT_OUTSIDE_PIECES = Code("text-outside-pieces", _E, "Text outside of all braces, in a file with headers.")
DUPLICATE_NAME = Code("duplicate-name", _E, "A piece that the file has already.")
MISSING_NAME = Code("missing-name", _E, "A header without the name of a piece.")
UNEXPECTED_TOKEN = Code("unexpected-token", _E, "Something that cannot stand where it does.")
MISSING_VALUE = Code("missing-value", _E, "A place where a value should stand.")
TOO_LONG = Code("too-long", _E, "A piece too long, or brackets too deep, to be read.")
TOO_MANY_PROBLEMS = Code("too-many-problems", _E, "So many errors that the rest was not read.")
MISSING_BRACKET = Code("missing-bracket", _W, "A bracket that is not closed.")
MISSING_EXCLAMATION_MARK = Code("missing-exclamation-mark", _W, "A last statement without its `!`.")
EXTRA_EXCLAMATION_MARK = Code("extra-exclamation-mark", _W, "A `!` that ends nothing.", (Tag.UNNECESSARY,))
MISSING_COLON = Code("missing-colon", _W, "A header without its colon.")
# Terms (S3 to S6).
CONTRADICTING_ACTIONS = Code("contradicting-actions", _E, "Two actions that exclude each other.")
MISPLACED_ACTION = Code("misplaced-action", _E, "A `flip` or `immobilize` inside a chain.")
BAD_DISTANCE = Code("bad-distance", _E, "A distance that is no number of steps.")
BAD_DIRECTIONS = Code("bad-directions", _E, "A sum of directions that there is not.")
BAD_TURN = Code("bad-turn", _E, "A turn that is not from `/0` to `/7`.")
TURN_WITHOUT_HEADING = Code("turn-without-heading", _E, "A turn with no leg before it to turn from.")
BAD_OBLIQUE_STEP = Code("bad-oblique-step", _E, "An oblique step that is not two numbers, or goes nowhere.")
TOO_MANY_VALUES = Code("too-many-values", _E, "More values than a place has.")
UNKNOWN_ACTION = Code("unknown-action", _I, "An action that is kept as a label.")
MISSPELLED_WORD = Code("misspelled-word", _W, "A word that is nearly one of the notation, and is kept as a label.")
STEP_NOT_OBLIQUE = Code("step-not-oblique", _H, "An oblique step that is straight or diagonal.")
NIGHTRIDER_FOR_KNIGHT = Code("nightrider-for-knight", _H, "A rider of knight's moves, where a knight may be meant.")
LEG_MAY_CAPTURE = Code("leg-may-capture", _H, "A leg that may capture, and go on.")
# Parameters (S8, S9).
BAD_PARAMETER = Code("bad-parameter", _E, "A parameter that there is not, or not so.")
BAD_MOVED = Code("bad-moved", _E, "An `@M` that says no time.")
BAD_TARGET = Code("bad-target", _E, "An `@T` that says no piece.")
BAD_CONDITION = Code("bad-condition", _E, "A condition that can be neither true nor false.")
BAD_SQUARE = Code("bad-square", _E, "A square that is not two numbers.")
TARGET_ON_QUIET_MOVE = Code("target-on-quiet-move", _W, "A target of a move that takes nothing.")
CONDITION_ON_OTHER_SIDE = Code("condition-on-other-side", _H, "A condition on the side to which the move does not go.")
# Named actions (S10 to S13).
BAD_CANNON = Code("bad-cannon", _E, "A cannon with a value that it cannot have.")
BAD_NEAR = Code("bad-near", _E, "A `near` with a value that it cannot have.")
NEAR_RANGES_DIFFER = Code("near-ranges-differ", _H, "A `near` whose two distances differ.")
INCOMPLETE_FLIP = Code("incomplete-flip", _E, "A `flip` without its condition or its pieces.")
UNKNOWN_PIECE = Code("unknown-piece", _W, "A piece that the file does not have.", suggests=True)
OTHER_GAME = Code("other-game", _H, "A piece of another game.", suggests=True)

CODES = tuple(value for value in vars().copy().values() if isinstance(value, Code))
"""All kinds of findings."""
