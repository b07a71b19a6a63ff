"""Records of the game Ben39 (docs/notations/ben39.md)."""

from __future__ import annotations

from wazir.notations.ben39.complete import complete
from wazir.notations.ben39.definition import Ben39Analysis, duplicate_name
from wazir.notations.ben39.hover import hover, inlay_hints
from wazir.notations.ben39.layout import format_chunk, indent_after
from wazir.notations.ben39.refactor import convert, refactorings, write_moves, write_position
from wazir.notations.ben39.rules import CODES, RULINGS
from wazir.notations.ben39.syntax import evidence, file_context, name_key, starts_chunk, token_type
from wazir.notations.notation import Notation
from wazir.notations.results import TokenType


class Ben39(Notation):
    """Records of the game Ben39."""

    name = "ben39"
    title = "Ben39"
    extensions = (".ben39",)
    line_comments = (";",)
    codes = CODES
    package = __name__
    rulings = RULINGS
    sections = {
        TokenType.MODE: "records",
        **dict.fromkeys((TokenType.RANGE, TokenType.DIRECTION), "the-drawing"),
        TokenType.ATOM: "actions",
        TokenType.ARGUMENT: "keys",
        **dict.fromkeys((TokenType.WHITE, TokenType.BLACK), "pieces"),
        TokenType.MOVABLE: "the-movable-squares",
    }
    dialects = {"board": "A drawing of the board.", "fen": "The position in one line."}
    dialect_word = "form"
    dialect_titles = {"board": "a drawing", "fen": "the one-line form"}
    pins_dialect = False
    has_games = True
    is_linked = True
    triggers = " :@#\n"

    starts_chunk = staticmethod(starts_chunk)
    file_context = staticmethod(file_context)
    read = staticmethod(Ben39Analysis)
    token_type = staticmethod(token_type)
    evidence = staticmethod(evidence)
    duplicate_name = staticmethod(duplicate_name)
    key = staticmethod(name_key)
    hover = staticmethod(hover)
    complete = staticmethod(complete)
    inlay_hints = staticmethod(inlay_hints)
    refactorings = staticmethod(refactorings)
    format_chunk = staticmethod(format_chunk)
    indent_after = staticmethod(indent_after)
    convert = staticmethod(convert)
    write_moves = staticmethod(write_moves)
    write_position = staticmethod(write_position)

    def respelled(self, new: str, _old: str, _key: str, /) -> str:
        """A new name without extra blanks."""
        return name_key(new)


BEN39 = Ben39()
