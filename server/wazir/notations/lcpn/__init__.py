"""Lispy Chess Piece Notation in its four styles (spec/lcpn.md)."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from wazir.notations.base import Linked, Notation
from wazir.notations.kit import later, page
from wazir.notations.lcpn.rules import CODES
from wazir.notations.lcpn.styles import STYLES

LCPN = Notation(
    name="lcpn",
    title="Lispy Chess Piece Notation",
    extensions=(".lcpn",),
    line_comments=(";", "#", "//", "--"),
    dialects={name: style.summary for name, style in STYLES.items()},
    dialect_word="style",
    dialect_titles={name: style.title for name, style in STYLES.items()},
    dialect_code="other-style",
    profiles={},
    codes=CODES,
    triggers=":([/=&> ",
    evidence=later(__name__, "scanner", "evidence"),
    starts_chunk=later(__name__, "syntax", "starts_chunk"),
    clue=later(__name__, "scanner", "summarize"),
    settle=later(__name__, "scanner", "infer_settings"),
    context_after=lambda _text, context: context,
    names=later(__name__, "scanner", "names"),
    outline=later(__name__, "scanner", "outline"),
    words=later(__name__, "definition", "words"),
    parse=later(__name__, "definition", "parse"),
    diagnose=later(__name__, "definition", "diagnose"),
    analyse=later(__name__, "definition", "analyse"),
    duplicate_name=later(__name__, "definition", "duplicate_name"),
    another_name=later(__name__, "definition", "another_name"),
    token_type=later(__name__, "vocabulary", "token_type"),
    page=partial(page, __name__, CODES),
    lookup=later(__name__, "lookup", "lookup"),
    explain=later(__name__, "hover", "hover"),
    propose=later(__name__, "complete", "complete"),
    signature=later(__name__, "signature", "signature"),
    hints=later(__name__, "refactor", "hints"),
    rewrites=later(__name__, "refactor", "refactorings"),
    format_chunk=later(__name__, "layout", "format_chunk"),
    indent_after=later(__name__, "layout", "indent_after"),
    convert=later(__name__, "layout", "convert.steps"),
    linked=Linked(
        references=later(__name__, "scanner", "possible_references"),
        needs=later(__name__, "definition", "needs"),
        facts=later(__name__, "definition", "facts"),
        key=later(__name__, "spelling", "canonical"),
        respelled=later(__name__, "spelling", "respelled"),
        library=later(__name__, "names", "source"),
        library_file=files(__name__) / "prelude.lcpn",
    ),
)
