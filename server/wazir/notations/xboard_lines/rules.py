"""The codes of the diagnostics of lines of XBoard (F20 to F23). Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity, codes

BAD_ID = Code("bad-id", Severity.ERROR, "A piece that is not named by its letter.")
DUPLICATE_ID = Code("duplicate-id", Severity.ERROR, "A letter that an earlier part of the line has.")
MISSING_MOVES = Code("missing-moves", Severity.ERROR, "A letter without moves.")
BLANK_IN_MOVES = Code("blank-in-moves", Severity.ERROR, "A blank in moves, where XBoard stops reading.")
BAD_TABLE = Code("bad-table", Severity.ERROR, "A table of characters that XBoard ignores.")
UNEVEN_TABLE = Code("uneven-table", Severity.HINT, "A table of characters that gives Black other pieces than White.")
NO_MOVES = Code("no-moves", Severity.WARNING, "A piece that cannot move in XBoard.")
OTHER_ENGINE = Code("other-engine", Severity.HINT, "Moves that Fairy-Stockfish plays otherwise.")

CODES = codes(vars().values())
"""All codes."""
