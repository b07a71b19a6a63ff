"""The codes of the diagnostics of Betza notation (B7, B9, B22, B23). Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import DUPLICATE_PIECE, Code, Severity, Tag, codes

_E = Severity.ERROR
_W = Severity.WARNING
_I = Severity.INFORMATION
_H = Severity.HINT

UNKNOWN_LETTER = Code("unknown-letter", _E, "A character that no dialect has.")
WRONG_DIALECT = Code("wrong-dialect", _E, "A character that only another dialect has.")
MODIFIERS_WITHOUT_ATOM = Code("modifiers-without-atom", _E, "Modifiers without an atom after them.")
RANGE_ON_NOTHING = Code("range-on-nothing", _E, "A number without an atom before it.")
BAD_RANGE = Code("bad-range", _E, "An impossible range.")
CHAIN_SIDE = Code("chain-side", _E, "A `-` or `?` without a leg on both sides.")
BRACKET = Code("bracket", _E, "A bracket that is unclosed, unmatched, empty or nested.")
BAD_LEAP = Code("bad-leap", _E, "A leap that is not two numbers, or is `(0,0)`.")
NO_DIRECTION = Code("no-direction", _E, "A direction that the atom does not have.")
E_WITHOUT_RANGE = Code("e-without-range", _E, "An `e` without a ranged leg before it.")
MISPLACED_MODIFIER = Code("misplaced-modifier", _E, "A modifier on a leg where it cannot act.")
PIECE_NAME = Code("piece-name", _E, "A word in place of moves.")
MISSING_EQUALS = Code("missing-equals", _E, "A name and moves without a `=` between them.")
MISSING_MOVES = Code("missing-moves", _E, "A name without moves.")
BARE_NAME = Code("bare-name", _W, "A word alone on a line, among definitions with names.")
INDENTED_DEFINITION = Code("indented-definition", _E, "A definition on an indented line.")
DUPLICATE_NAME = Code("duplicate-name", _E, "A name that an earlier definition has.")
DIRECTIVE = Code("directive", _E, "An unknown directive, or one with an invalid argument.")
TOO_LONG = Code("too-long", _E, "A definition too long, or too deeply nested, to be read.")
OTHER_LANGUAGE = Code(
    "other-language", _E, "A definition in the language of the compiler betzac.", hides=True
)
TOO_MANY_PROBLEMS = Code("too-many-problems", _E, "Too many errors: the rest is not read.")
REPEATED_MODIFIER = Code(
    "repeated-modifier", _W, "A modifier written twice.", tags=(Tag.UNNECESSARY,)
)
USELESS_MODIFIER = Code(
    "useless-modifier", _W, "A modifier without effect.", tags=(Tag.UNNECESSARY,)
)
MIXED_DIALECTS = Code("mixed-dialects", _W, "Characters of two dialects in one definition.")
IMPLIED_STEP = Code("implied-step", _W, "A step after `g`, which makes that step itself.")
NO_EFFECT = Code("no-effect", _W, "A part that can never move.", tags=(Tag.UNNECESSARY,))
TOO_MANY_PATHS = Code("too-many-paths", _W, "Groups that fork into more paths than are followed.")
ENGINE_DIFFERS = Code(
    "engine-differs", _W, "A part that the engine of the profile plays differently."
)
ENGINE_FIRST_MOVE = Code(
    "engine-first-move", _I, "A first move, which the engine ties to one rank."
)
NOT_EVALUATED = Code("not-evaluated", _I, "A letter whose condition is not evaluated.")
AMBIGUOUS_DIALECT = Code("ambiguous-dialect", _H, "A part that is another move in another dialect.")
OBSOLETE_SPELLING = Code("obsolete-spelling", _H, "An older spelling.", tags=(Tag.DEPRECATED,))
REPEATED_LEAP = Code(
    "repeated-leap", _H, "A leap in numbers written twice.", tags=(Tag.UNNECESSARY,)
)
MISPLACED_FIRST_MOVE = Code("misplaced-first-move", _H, "An `i` that is not the first modifier.")

CODES = codes(vars().values(), DUPLICATE_PIECE)
"""All codes."""
