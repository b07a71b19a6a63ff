"""Lispy Chess Piece Notation in its four styles (spec/lcpn.md)."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from wazir.notations.base import Linked, Notation
from wazir.notations.lcpn.dialects import STYLE_TITLES, STYLES
from wazir.notations.lcpn.library import FILE
from wazir.notations.lcpn.rules import CODES
from wazir.notations.rooms import later, page

LCPN = Notation(
    name="lcpn",
    title="Lispy Chess Piece Notation",
    extensions=(".lcpn",),
    line_comments=(";", "#", "//", "--"),
    dialects=STYLES,
    dialect_word="style",
    evidence=later(__name__, "reading.evidence", "evidence"),
    dialect_titles=STYLE_TITLES,
    dialect_code="other-style",
    profiles={},
    codes=CODES,
    starts_chunk=later(__name__, "reading.styles", "starts_chunk"),
    context_after=lambda _text, context: context,
    names=later(__name__, "reading.index", "names"),
    parse=later(__name__, "definition", "parse"),
    diagnose=later(__name__, "definition", "diagnose"),
    analyse=later(__name__, "definition", "analyse"),
    duplicate_name=later(__name__, "definition", "duplicate_name"),
    another_name=later(__name__, "definition", "another_name"),
    token_type=later(__name__, "explaining.colours", "token_type"),
    explain=later(__name__, "explaining.explain", "explain"),
    propose=later(__name__, "explaining.propose", "propose"),
    hints=later(__name__, "explaining.hints", "hints"),
    rewrites=later(__name__, "writing.rewrites", "rewrites"),
    page=partial(page, __name__, CODES),
    outline=later(__name__, "reading.index", "outline"),
    words=later(__name__, "definition", "words_of"),
    format_chunk=later(__name__, "writing.layout", "format_chunk"),
    clue=later(__name__, "reading.styles", "clue"),
    settle=later(__name__, "reading.styles", "settled"),
    linked=Linked(
        references=later(__name__, "reading.index", "possible_references"),
        needs=later(__name__, "definition", "needs"),
        facts=later(__name__, "definition", "facts"),
        key=later(__name__, "reading.names", "canonical"),
        respelled=later(__name__, "renaming", "respelled"),
        library=later(__name__, "names", "source"),
        library_file=files(__name__) / FILE,
    ),
    signature=later(__name__, "explaining.signature", "signature"),
    convert=later(__name__, "writing.convert", "convert"),
    indent_after=later(__name__, "writing.indent", "indent_after"),
    triggers=":([/=&> ",
)
