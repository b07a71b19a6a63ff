"""Lispy Chess Piece Notation in its four styles (spec/lcpn.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib.resources import files

from wazir.notations.base import Context, Linked, Notation, Source
from wazir.notations.lcpn.definition import analyse, diagnose, duplicate_name, facts, needs, style
from wazir.notations.lcpn.explaining.colours import token_type
from wazir.notations.lcpn.library import FILE
from wazir.notations.lcpn.names import library
from wazir.notations.lcpn.reading import STYLES, board_of, candidates, canonical, clue, starts_chunk, style_of
from wazir.notations.lcpn.reading.index import names, outline, references
from wazir.notations.lcpn.reading.words import words
from wazir.notations.lcpn.renaming import respelled
from wazir.notations.lcpn.rules import CODES
from wazir.notations.rooms import later, page
from wazir.syntax import Token, Tree
from wazir.text import Span


def _settled(context: Context, first: str, clues: int) -> Context:
    """The style and the board of a file, where they are not set from outside (L1, L5)."""
    if "dialect" not in context.fixed:
        context = replace(context, dialect=style_of(first, clues))
    if "board" not in context.fixed and (board := board_of(first)):
        context = replace(context, board=board)
    return context


def _parse(text: str, context: Context) -> Tree:
    return analyse(text, context).tree


def _words(text: str, context: Context) -> tuple[Token, ...]:
    return words(text, style(context))


def _references(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk uses; for a gerund every function that it may mean too."""
    return tuple((key, span) for written, span in references(text) for key in (written, *candidates(written)))


def _library(name: str) -> Source | None:
    return library().source(name)


LCPN = Notation(
    name="lcpn",
    title="Lispy Chess Piece Notation",
    extensions=(".lcpn",),
    line_comments=(";", "#", "//", "--"),
    dialects=STYLES,
    dialect_word="style",
    profiles={},
    codes=CODES,
    starts_chunk=starts_chunk,
    context_after=lambda _text, context: context,
    names=names,
    parse=_parse,
    diagnose=diagnose,
    analyse=analyse,
    duplicate_name=duplicate_name,
    token_type=token_type,
    explain=later(__name__, "explaining.explain", "explain"),
    propose=later(__name__, "explaining.propose", "propose"),
    hints=later(__name__, "explaining.hints", "hints"),
    rewrites=later(__name__, "writing.rewrites", "rewrites"),
    page=partial(page, __name__, CODES),
    outline=outline,
    words=_words,
    format_chunk=later(__name__, "writing.layout", "format_chunk"),
    clue=clue,
    settle=_settled,
    linked=Linked(
        references=_references,
        needs=needs,
        facts=facts,
        key=canonical,
        respelled=respelled,
        library=_library,
        library_file=files(__name__) / FILE,
    ),
    signature=later(__name__, "explaining.signature", "signature"),
    convert=later(__name__, "writing.convert", "convert"),
    indent_after=later(__name__, "writing.indent", "indent_after"),
    triggers=":([/=&> ",
)
