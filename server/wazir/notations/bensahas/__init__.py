"""Bensahas notation (docs/notations/bensahas.md)."""

from __future__ import annotations

from wazir.notations.bensahas.complete import complete, signature
from wazir.notations.bensahas.definition import BensahasAnalysis, duplicate_name
from wazir.notations.bensahas.hover import hover, inlay_hints
from wazir.notations.bensahas.refactor import refactorings
from wazir.notations.bensahas.rules import CODES
from wazir.notations.bensahas.syntax import (
    another_name,
    evidence,
    file_context,
    key,
    renamed,
    respelled,
    starts_chunk,
)
from wazir.notations.bensahas.vocabulary import token_type
from wazir.notations.bensahas.write import BensahasWriter, format_chunk, indent_after, lookup
from wazir.notations.notation import Notation
from wazir.notations.results import TokenType


class Bensahas(Notation):
    """Bensahas notation."""

    name = "bensahas"
    title = "Bensaħas notation"
    extensions = (".bensahas",)
    line_comments = ("#", "//")
    codes = CODES
    package = __name__
    sections = {
        TokenType.OPERATOR: "files-pieces-and-statements",
        TokenType.MODE: "actions",
        **dict.fromkeys((TokenType.RANGE, TokenType.DIRECTION), "distances-and-directions"),
        **dict.fromkeys((TokenType.MODIFIER, TokenType.ARGUMENT), "parameters-and-conditions"),
        TokenType.ATOM: "named-actions",
    }
    is_linked = True
    triggers = "@(,;:= [/<~"
    writer = BensahasWriter()

    starts_chunk = staticmethod(starts_chunk)
    file_context = staticmethod(file_context)
    read = staticmethod(BensahasAnalysis)
    token_type = staticmethod(token_type)
    evidence = staticmethod(evidence)
    duplicate_name = staticmethod(duplicate_name)
    another_name = staticmethod(another_name)
    key = staticmethod(key)
    renamed = staticmethod(renamed)
    respelled = staticmethod(respelled)
    hover = staticmethod(hover)
    complete = staticmethod(complete)
    inlay_hints = staticmethod(inlay_hints)
    refactorings = staticmethod(refactorings)
    signature = staticmethod(signature)
    format_chunk = staticmethod(format_chunk)
    indent_after = staticmethod(indent_after)
    lookup = staticmethod(lookup)


BENSAHAS = Bensahas()
