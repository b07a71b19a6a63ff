"""The kinds of findings in a Betza text (B7, B9, B22, B23). Each has a page of its own in `docs`."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity, Tag

UNKNOWN_LETTER = Code("unknown-letter", Severity.ERROR, "A sign that no dialect knows.")
WRONG_DIALECT = Code("wrong-dialect", Severity.ERROR, "A sign that another dialect has, but not this one.")
MODIFIERS_WITHOUT_ATOM = Code("modifiers-without-atom", Severity.ERROR, "Modifiers that no atom follows.")
RANGE_ON_NOTHING = Code("range-on-nothing", Severity.ERROR, "A number that stands behind no atom.")
BAD_RANGE = Code("bad-range", Severity.ERROR, "A range that no piece can have.")
CHAIN_SIDE = Code("chain-side", Severity.ERROR, "A chain with nothing on one side of its sign.")
BRACKET = Code("bracket", Severity.ERROR, "A bracket that is not closed, not opened, or empty.")
BAD_LEAP = Code("bad-leap", Severity.ERROR, "A leap that is not two numbers, or goes nowhere.")
NO_DIRECTION = Code("no-direction", Severity.ERROR, "A direction that the atom does not have.")
E_WITHOUT_RANGE = Code("e-without-range", Severity.ERROR, "An `e` with no ranged leg before it to be as long as.")
MISPLACED_MODIFIER = Code("misplaced-modifier", Severity.ERROR, "A modifier on a leg that cannot have it.")
PIECE_NAME = Code("piece-name", Severity.ERROR, "The name of a piece where its moves should be.")
MISSING_EQUALS = Code("missing-equals", Severity.ERROR, "A name and moves without a `=` between them.")
MISSING_MOVES = Code("missing-moves", Severity.ERROR, "A name that no moves follow.")
DUPLICATE_NAME = Code("duplicate-name", Severity.ERROR, "A name that an earlier definition has already.")
DIRECTIVE = Code("directive", Severity.ERROR, "A directive that is unknown, or lacks what it needs.")
TOO_LONG = Code("too-long", Severity.ERROR, "A definition too long, or brackets too deep, to be read.")
TOO_MANY_PROBLEMS = Code("too-many-problems", Severity.ERROR, "So many errors that the rest was not read.")
REPEATED_MODIFIER = Code("repeated-modifier", Severity.WARNING, "A modifier written twice.", (Tag.UNNECESSARY,))
USELESS_MODIFIER = Code("useless-modifier", Severity.WARNING, "A modifier with nothing to do here.", (Tag.UNNECESSARY,))
MIXED_DIALECTS = Code("mixed-dialects", Severity.WARNING, "Signs of two dialects in one definition.")
NO_EFFECT = Code("no-effect", Severity.WARNING, "A part that can never move.", (Tag.UNNECESSARY,))
TOO_MANY_PATHS = Code("too-many-paths", Severity.WARNING, "Groups that fork into more paths than are followed.")
ENGINE_DIFFERS = Code("engine-differs", Severity.WARNING, "A part that the chosen engine plays otherwise, in silence.")
ENGINE_FIRST_MOVE = Code("engine-first-move", Severity.INFORMATION, "A first move, which the engine ties to a rank.")
NOT_EVALUATED = Code("not-evaluated", Severity.INFORMATION, "A condition that is kept as a label and not evaluated.")
AMBIGUOUS_DIALECT = Code("ambiguous-dialect", Severity.HINT, "A part that means something else in another dialect.")
OBSOLETE_SPELLING = Code("obsolete-spelling", Severity.HINT, "An older way of writing something.", (Tag.DEPRECATED,))
REPEATED_LEAP = Code("repeated-leap", Severity.HINT, "One leap written twice.", (Tag.UNNECESSARY,))
MISPLACED_FIRST_MOVE = Code("misplaced-first-move", Severity.HINT, "An `i` that does not stand first.")

CODES = tuple(value for value in vars().copy().values() if isinstance(value, Code))
"""All kinds of findings."""
