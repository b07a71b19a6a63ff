"""The codes of the diagnostics of Lispy Chess Piece Notation. Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import DUPLICATE_PIECE, Code, Severity, Tag, codes

_E = Severity.ERROR
_W = Severity.WARNING
_I = Severity.INFORMATION
_H = Severity.HINT

# Brackets and layout (L1, L2). The reader repairs the first of these.
UNCLOSED_BRACKET = Code("unclosed-bracket", _E, "A bracket without its closing bracket.")
MISMATCHED_BRACKET = Code("mismatched-bracket", _E, "A bracket closed by one of another kind.")
UNEXPECTED_CLOSE = Code("unexpected-close", _E, "A closing bracket without its opening bracket.")
MISSING_BRACE = Code("missing-brace", _E, "A branch of `if` without one of its braces.")
MISSING_END = Code("missing-end", _E, "An `IF` without its `END`.")
WRONG_BRACKET = Code("wrong-bracket", _W, "A bracket of the wrong kind in the Emacs Lisp style.")
UNCLOSED_STRING = Code("unclosed-string", _E, "A string without its closing quote.")
UNCLOSED_COMMENT = Code("unclosed-comment", _E, "A comment without its `*/`.")
OTHER_STYLE = Code("other-style", _E, "A definition in another style than its file.")
UNEXPECTED_TOKEN = Code("unexpected-token", _E, "A word that is not allowed in its place.")
UNEXPECTED_CHARACTER = Code(
    "unexpected-character", _E, "A character that is not part of the style."
)
MISSING_OPERAND = Code("missing-operand", _E, "A function, operator or list without what it needs.")
BAD_DEFINITION = Code(
    "bad-definition", _E, "A definition without a name, or with more or less than one expression."
)
INDENTED_DEFINITION = Code(
    "indented-definition", _E, "A definition on an indented line that goes on with another."
)
PROPERTY_NOT_FIRST = Code("property-not-first", _E, "A property that does not come first.")
MISSING_THEN = Code("missing-then", _E, "An `IF` or `ELSE IF` without its `THEN`.")
BAD_CONDITION = Code("bad-condition", _E, "An expression that is not a condition.")
UNREACHABLE_CLAUSE = Code("unreachable-clause", _E, "A clause after the default clause.")
TOO_LONG = Code("too-long", _E, "A definition too long, or too deep, to be read.")
TOO_MANY_PROBLEMS = Code("too-many-problems", _E, "Too many errors: the rest is not read.")
MISSING_DEFAULT_CLAUSE = Code("missing-default-clause", _H, "A condition without a default clause.")
# Names (L3, L14).
DIGIT_IN_NAME = Code("digit-in-name", _W, "A digit in a name.")
HYPHEN_IN_NAME = Code("hyphen-in-name", _H, "A hyphen in a name of the C or SQL style.")
SPACES_AROUND_DEFINE = Code("spaces-around-define", _H, "A `:=` without spaces around it.")
MISSPELLED_GERUND = Code("misspelled-gerund", _H, "A gerund that keeps the `e` of its function.")
# Definitions (L4).
UNKNOWN_PIECE = Code("unknown-piece", _E, "A name that is not defined.", suggests=True)
DUPLICATE_DEFINITION = Code("duplicate-definition", _E, "A name that is defined twice.")
RECURSIVE_DEFINITION = Code("recursive-definition", _E, "A recursive definition.")
REDEFINES_PRELUDE = Code("redefines-prelude", _H, "A definition of a well-known piece.")
UNUSED_FUNCTION = Code(
    "unused-function", _H, "A function that is not used.", tags=(Tag.UNNECESSARY,)
)
# Expressions (L5 to L17).
ARRAY_NOT_DRAWN = Code(
    "array-not-drawn", _I, "An array of more than two numbers, which is not drawn."
)
BAD_ARRAY = Code("bad-array", _E, "An array of one number.")
UNKNOWN_RESTRICTION = Code("unknown-restriction", _I, "An unknown restriction, kept as a label.")
UNKNOWN_FUNCTION = Code("unknown-function", _I, "An unknown function, kept as a label.", hides=True)
MISSPELLED_WORD = Code("misspelled-word", _W, "A misspelled word, kept as a label.")
PIECE_AS_FUNCTION = Code("piece-as-function", _W, "A piece used as a function.")
UNKNOWN_CONDITION = Code("unknown-condition", _I, "An unknown condition, kept as a label.")
ONLY_WITHOUT_ARRAY = Code("only-without-array", _E, "`:only` on something other than arrays.")
BAD_RANGE = Code("bad-range", _E, "An invalid range.")
RANGE_ON_CHAIN = Code("range-on-chain", _E, "A range on a chain.")
NUMBER_IN_FUNCTION = Code(
    "number-in-function", _E, "A number given to a function that takes pieces."
)
PROMOTION_OUTSIDE_CHAIN = Code(
    "promotion-outside-chain", _E, "A promotion that is not the last part of a chain."
)
JUMPS_BEFORE_RIDE = Code(
    "jumps-before-ride", _H, "A `->` before a ride, whose first step is never blocked."
)
NO_EFFECT = Code("no-effect", _W, "A part that never moves.", tags=(Tag.UNNECESSARY,))

CODES = codes(vars().values(), DUPLICATE_PIECE)
"""All codes."""

REPAIRED = frozenset(
    {UNCLOSED_BRACKET, MISMATCHED_BRACKET, UNEXPECTED_CLOSE, MISSING_BRACE, MISSING_END}
)
"""The errors that the reader repairs, so that the definition still has a meaning (L2)."""
