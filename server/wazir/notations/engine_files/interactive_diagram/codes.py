"""The codes of the Interactive Diagram, each with a page in docs."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity

DUPLICATE_ID = Code("duplicate-id", Severity.ERROR, "An ID that an earlier piece has.")
DUPLICATE_SQUARE = Code(
    "duplicate-square", Severity.ERROR, "A square that an earlier piece stands on."
)
SQUARE_OFF_BOARD = Code(
    "square-off-board", Severity.ERROR, "A square that the board does not have."
)
BAD_ROYAL = Code("bad-royal", Severity.ERROR, "A royal piece beyond the last one.")
MISSPELLED_KEY = Code("misspelled-key", Severity.WARNING, "A key that is nearly a known one.")
PIECE_NOWHERE = Code("piece-nowhere", Severity.WARNING, "A piece that cannot come into play.")
OTHER_PIECE = Code(
    "other-piece", Severity.WARNING, "Moves that differ from the piece of that name."
)
UNKNOWN_KEY = Code("unknown-key", Severity.HINT, "A key that is not known.")
ONLY_BY_PROMOTION = Code(
    "only-by-promotion", Severity.HINT, "A piece that can come only by promotion."
)
OTHER_PROGRAM = Code("other-program", Severity.HINT, "Moves that XBoard plays differently.")

CODES = tuple(value for value in vars().copy().values() if isinstance(value, Code))
"""All codes."""
