"""Lispy Chess Piece Notation in its four styles (docs/notations/lcpn.md)."""

from __future__ import annotations

from functools import partial

from wazir.notations.kit import duplicate
from wazir.notations.lcpn.complete import complete
from wazir.notations.lcpn.definition import LcpnAnalysis, another_name
from wazir.notations.lcpn.from_piece import LcpnWriter, lookup
from wazir.notations.lcpn.hover import hover
from wazir.notations.lcpn.layout import convert, format_chunk, indent_after
from wazir.notations.lcpn.names import PRELUDE, PRELUDE_FILE, library
from wazir.notations.lcpn.refactor import inlay_hints, refactorings, signature
from wazir.notations.lcpn.rules import CODES, DUPLICATE_DEFINITION
from wazir.notations.lcpn.syntax import evidence, file_context, starts_chunk
from wazir.notations.lcpn.tree import STYLES, canonical, respelled
from wazir.notations.lcpn.vocabulary import token_type
from wazir.notations.notation import Context, Notation, Source
from wazir.notations.results import TokenType


class Lcpn(Notation):
    """Lispy Chess Piece Notation."""

    name = "lcpn"
    title = "Lispy Chess Piece Notation"
    extensions = (".lcpn",)
    line_comments = (";", "#", "//", "--")
    codes = CODES
    package = __name__
    dialects = {name: style.summary for name, style in STYLES.items()}
    sections = {
        TokenType.ATOM: "files-styles-and-names",
        TokenType.DIRECTIVE: "four-styles",
        **dict.fromkeys((TokenType.RANGE, TokenType.DIRECTION), "steps"),
        TokenType.OPERATOR: "several-parts",
        TokenType.MODE: "functions",
        **dict.fromkeys((TokenType.MODIFIER, TokenType.STRING), "properties-conditions-and-words"),
    }
    dialect_word = "style"
    dialect_titles = {name: style.title for name, style in STYLES.items()}
    dialect_code = "other-style"
    is_linked = True
    triggers = ":([/=&> "
    writer = LcpnWriter()
    library_file = PRELUDE_FILE

    starts_chunk = staticmethod(starts_chunk)
    file_context = staticmethod(file_context)
    read = staticmethod(LcpnAnalysis)
    token_type = staticmethod(token_type)
    evidence = staticmethod(evidence)
    duplicate_name = staticmethod(partial(duplicate, DUPLICATE_DEFINITION))
    another_name = staticmethod(another_name)
    key = staticmethod(canonical)
    respelled = staticmethod(respelled)
    hover = staticmethod(hover)
    complete = staticmethod(complete)
    inlay_hints = staticmethod(inlay_hints)
    refactorings = staticmethod(refactorings)
    signature = staticmethod(signature)
    format_chunk = staticmethod(format_chunk)
    indent_after = staticmethod(indent_after)
    lookup = staticmethod(lookup)
    convert = staticmethod(convert)

    def library(self, name: str, /) -> Source | None:
        """The prelude, if it defines the name."""
        return Source(PRELUDE, Context(dialect="lisp")) if name in library().definitions else None


LCPN = Lcpn()
