"""The codes of the diagnostics of `variants.ini` (F1 to F19). Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity, Tag, codes

UNKNOWN_KEY = Code("unknown-key", Severity.ERROR, "A key that Fairy-Stockfish does not know.")
PIECE_NUMBER = Code("piece-number", Severity.ERROR, "A custom piece with a number that there is not.")
DUPLICATE_KEY = Code("duplicate-key", Severity.ERROR, "A key that is set again further down.", (Tag.UNNECESSARY,))
COLON_FOR_EQUALS = Code("colon-for-equals", Severity.ERROR, "A `:` between a key and its value.")
MISSING_EQUALS = Code("missing-equals", Severity.ERROR, "A line that is neither a setting nor a comment.")
INDENTED_KEY = Code("indented-key", Severity.ERROR, "A key with blanks before it.")
INDENTED_HEADER = Code("indented-header", Severity.ERROR, "A section with blanks before its `[`.")
INDENTED_COMMENT = Code("indented-comment", Severity.WARNING, "A comment with blanks before it.")
COMMENT_IN_VALUE = Code("comment-in-value", Severity.ERROR, "A comment after a value.")
MISSING_VALUE = Code("missing-value", Severity.WARNING, "A key without a value.", (Tag.UNNECESSARY,))
UNREAD_LINE = Code("unread-line", Severity.WARNING, "A line before the first section.", (Tag.UNNECESSARY,))
BAD_HEADER = Code("bad-header", Severity.ERROR, "A section without a name, or without a `]`.")
NAME_IN_USE = Code("name-in-use", Severity.ERROR, "A section with the name of another variant.")
UNKNOWN_PARENT = Code("unknown-parent", Severity.ERROR, "A parent that is not defined above.", suggests=True)
BAD_VALUE = Code("bad-value", Severity.ERROR, "A value that the key cannot have.")
CAPITAL_BOOL = Code("capital-bool", Severity.WARNING, "`True` or `False` with a capital letter.")
BOARD_TOO_LARGE = Code("board-too-large", Severity.ERROR, "A board larger than those of Fairy-Stockfish.")
OFF_BOARD = Code("off-board", Severity.ERROR, "A square beyond the largest board.")
UNKNOWN_PIECE_LETTER = Code("unknown-piece-letter", Severity.ERROR, "A letter that no piece of the variant has.")
DUPLICATE_LETTER = Code("duplicate-letter", Severity.ERROR, "A letter that another piece of the section takes.")
MISSING_COLON = Code("missing-colon", Severity.ERROR, "A custom piece without `:` after its letter.")
MISSING_MOVES = Code("missing-moves", Severity.ERROR, "A custom piece without moves.")
BETZA_ON_BUILTIN = Code(
    "betza-on-builtin", Severity.WARNING, "More than a letter for a built-in piece, or than `-` for none."
)
NO_MOVES = Code("no-moves", Severity.WARNING, "A piece that cannot move in Fairy-Stockfish.")
FEN_LETTER_WITHOUT_PIECE = Code("fen-letter-without-piece", Severity.ERROR, "A letter in the position without a piece.")
FEN_ROW_WIDTH = Code("fen-row-width", Severity.ERROR, "A rank of the position with too many or too few squares.")
FEN_ROWS = Code("fen-rows", Severity.ERROR, "A position with too many or too few ranks.")
FEN_WORDS = Code("fen-words", Severity.ERROR, "A wrong word after the board of a position, or one too many.")
FEN_KINGS = Code("fen-kings", Severity.ERROR, "A position with two kings of a side, or with kings that touch.")
FEN_CASTLING = Code("fen-castling", Severity.ERROR, "Castling rights without the king or a rook in its place.")
CONFLICTING_SETTINGS = Code(
    "conflicting-settings", Severity.WARNING, "Settings that Fairy-Stockfish does not support together."
)
INHERITED_FEN = Code("inherited-fen", Severity.WARNING, "An inherited position that does not fit the section.")
INHERITED_CHAR_TABLE = Code(
    "inherited-char-table", Severity.HINT, "A table of characters that does not fit the pieces of the section."
)
DEPRECATED_KEY = Code("deprecated-key", Severity.HINT, "A key that another one replaces.", (Tag.DEPRECATED,))
REPLACED_PIECE = Code("replaced-piece", Severity.HINT, "An inherited piece that loses its letter.")
LOST_PROMOTION = Code("lost-promotion", Severity.WARNING, "A piece that is set again, which ends promotions to it.")
UNUSED_PIECE = Code("unused-piece", Severity.HINT, "A piece that no position or promotion has.", (Tag.UNNECESSARY,))
TOO_LONG = Code("too-long", Severity.ERROR, "A section too long to be read.")

CODES = codes(vars().values())
"""All codes."""
