"""Betza's notation, in Betza's own form, as Extended Betza and as XBetza (docs/notations/betza.md)."""

from __future__ import annotations

from functools import partial

from wazir.notations.betza.complete import complete
from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.engines import PROFILES, READERS
from wazir.notations.betza.from_piece import BetzaWriter, lookup
from wazir.notations.betza.hover import hover
from wazir.notations.betza.layout import format_lines
from wazir.notations.betza.refactor import inlay_hints, refactorings
from wazir.notations.betza.rules import CODES, DUPLICATE_NAME
from wazir.notations.betza.syntax import evidence, starts_chunk
from wazir.notations.betza.vocabulary import DIALECTS, token_type
from wazir.notations.kit import duplicate
from wazir.notations.notation import Notation
from wazir.notations.results import TokenType


class Betza(Notation):
    """Betza's notation."""

    name = "betza"
    title = "Betza notation"
    extensions = (".betza",)
    line_comments = ("#", ";")
    codes = CODES
    package = __name__
    dialects = DIALECTS
    sections = {
        TokenType.ATOM: "atoms",
        TokenType.RANGE: "ranges",
        TokenType.DIRECTION: "directions",
        TokenType.MODE: "modes-and-first-moves",
        TokenType.MODIFIER: "all-modifiers",
        TokenType.OPERATOR: "all-operators",
        TokenType.DIRECTIVE: "dialects",
    }
    dialect_code = "ambiguous-dialect"
    profiles = PROFILES
    readers = READERS
    has_lines = True
    writer = BetzaWriter()

    starts_chunk = staticmethod(starts_chunk)
    read = staticmethod(BetzaAnalysis)
    token_type = staticmethod(token_type)
    evidence = staticmethod(evidence)
    duplicate_name = staticmethod(partial(duplicate, DUPLICATE_NAME))
    hover = staticmethod(hover)
    complete = staticmethod(complete)
    inlay_hints = staticmethod(inlay_hints)
    refactorings = staticmethod(refactorings)
    format_lines = staticmethod(format_lines)
    lookup = staticmethod(lookup)


BETZA = Betza()
