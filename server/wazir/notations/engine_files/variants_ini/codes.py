"""The codes of the diagnostics of `variants.ini` (F1 to F19). Each has a page in `docs`."""

from __future__ import annotations

from wazir.diagnostics import Code, Severity, Tag, codes

_E = Severity.ERROR
_W = Severity.WARNING
_I = Severity.INFORMATION
_H = Severity.HINT

UNKNOWN_KEY = Code("unknown-key", _E, "A key that Fairy-Stockfish does not know.", hides=True)
PIECE_NUMBER = Code("piece-number", _E, "A custom piece with a number that there is not.")
DUPLICATE_KEY = Code(
    "duplicate-key", _E, "A key that is set again further down.", tags=(Tag.UNNECESSARY,)
)
REPEATED_KEY = Code(
    "repeated-key", _H, "A key that is set again to the same value.", tags=(Tag.UNNECESSARY,)
)
COLON_FOR_EQUALS = Code("colon-for-equals", _E, "A `:` between a key and its value.", hides=True)
MISSING_EQUALS = Code("missing-equals", _E, "A line that is neither a setting nor a comment.")
INDENTED_KEY = Code("indented-key", _E, "A key with blanks before it.", hides=True)
INDENTED_HEADER = Code("indented-header", _E, "A section with blanks before its `[`.", hides=True)
INDENTED_COMMENT = Code("indented-comment", _W, "A comment with blanks before it.")
COMMENT_IN_VALUE = Code("comment-in-value", _E, "A comment after a value.")
MISSING_VALUE = Code("missing-value", _W, "A key without a value.", tags=(Tag.UNNECESSARY,))
UNREAD_LINE = Code("unread-line", _W, "A line before the first section.", tags=(Tag.UNNECESSARY,))
BAD_HEADER = Code("bad-header", _E, "A section without a name, or without a `]`.")
NAME_IN_USE = Code("name-in-use", _E, "A section with the name of another variant.")
UNKNOWN_PARENT = Code(
    "unknown-parent", _E, "A parent that is not defined above.", suggests=True, hides=True
)
BAD_VALUE = Code("bad-value", _E, "A value that the key cannot have.")
CAPITAL_BOOL = Code("capital-bool", _W, "`True` or `False` with a capital letter.")
BOARD_TOO_LARGE = Code("board-too-large", _E, "A board larger than those of Fairy-Stockfish.")
OFF_BOARD = Code("off-board", _E, "A square beyond the board.")
UNKNOWN_PIECE_LETTER = Code(
    "unknown-piece-letter", _E, "A letter that no piece of the variant has."
)
DUPLICATE_LETTER = Code("duplicate-letter", _E, "A letter that another piece of the section takes.")
MISSING_COLON = Code("missing-colon", _E, "A custom piece without `:` after its letter.")
MISSING_MOVES = Code("missing-moves", _E, "A custom piece without moves.")
BETZA_ON_BUILTIN = Code(
    "betza-on-builtin", _W, "More than a letter for a built-in piece, or than `-` for none."
)
NO_MOVES = Code("no-moves", _W, "A piece that cannot move in Fairy-Stockfish.")
FEN_LETTER_WITHOUT_PIECE = Code(
    "fen-letter-without-piece", _E, "A letter in the position without a piece."
)
FEN_ROW_WIDTH = Code(
    "fen-row-width", _E, "A rank of the position with too many or too few squares."
)
FEN_ROWS = Code("fen-rows", _E, "A position with too many or too few ranks.")
FEN_WORDS = Code("fen-words", _E, "A wrong word after the board of a position, or one too many.")
FEN_KINGS = Code("fen-kings", _E, "A position with two kings of a side, or with kings that touch.")
FEN_PROMOTED = Code("fen-promoted", _H, "A promoted piece in a variant without promotions.")
MISSING_SIDE = Code("missing-side", _H, "A position without the side to move.")
UNUSED_CASTLING = Code(
    "unused-castling", _I, "Castling rights in a variant without castling.", tags=(Tag.UNNECESSARY,)
)
INHERITED_REGION = Code(
    "inherited-region", _W, "An inherited region that does not fit the height of the board."
)
FEN_CASTLING = Code("fen-castling", _E, "Castling rights without the king or a rook in its place.")
CONFLICTING_SETTINGS = Code(
    "conflicting-settings", _W, "Settings that Fairy-Stockfish does not support together."
)
INHERITED_FEN = Code("inherited-fen", _W, "An inherited position that does not fit the section.")
INHERITED_CHAR_TABLE = Code(
    "inherited-char-table", _H, "A table of characters that does not fit the pieces of the section."
)
UNKNOWN_ENGINE = Code(
    "unknown-engine", _E, "A comment that names an unknown engine.", suggests=True
)
NEWER_THAN_ENGINE = Code(
    "newer-than-engine", _W, "What the version of the engine does not know yet."
)
DEPRECATED_KEY = Code(
    "deprecated-key", _H, "A key that another one replaces.", tags=(Tag.DEPRECATED,)
)
REPLACED_PIECE = Code("replaced-piece", _H, "An inherited piece that loses its letter.")
LOST_KING = Code("lost-king", _E, "A piece that takes the letter of the king.")
LOST_PROMOTION = Code(
    "lost-promotion", _W, "A piece that is set again, which ends promotions to it."
)
UNUSED_PIECE = Code(
    "unused-piece", _H, "A piece that no position or promotion has.", tags=(Tag.UNNECESSARY,)
)
NO_EFFECT = Code(
    "no-effect",
    _I,
    "A setting that changes nothing: it lacks something, or repeats what is inherited.",
    tags=(Tag.UNNECESSARY,),
)
ENGINE_MESSAGE = Code(
    "engine-message", _W, "A message of a Fairy-Stockfish program that has checked the file."
)
PYCHESS = Code("pychess-refuses", _E, "A rule of PyChess for variants of users that is broken.")
TOO_LONG = Code("too-long", _E, "A section too long to be read.")

NOT_OF_FORK = {
    *(
        NAME_IN_USE,
        UNKNOWN_PARENT,
        BOARD_TOO_LARGE,
        OFF_BOARD,
        INHERITED_REGION,
        COMMENT_IN_VALUE,
        DUPLICATE_LETTER,
    ),
    *(FEN_LETTER_WITHOUT_PIECE, FEN_ROW_WIDTH, FEN_ROWS, FEN_WORDS, FEN_CASTLING, UNUSED_CASTLING),
}
"""The codes for what Fairy-Stockfish-X reads otherwise: its boards, positions and built-in variants
(V14).
"""

CODES = codes(vars().values())
"""All codes."""
