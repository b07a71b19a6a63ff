"""Bensahas notation (spec/bensahas.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from wazir.notations.base import Context, Linked, Notation
from wazir.notations.bensahas.rules import CODES
from wazir.notations.kit import later, page


def _settled(context: Context, _first: str, clues: int) -> Context:
    """Whether the file has headers: then no text stands outside of them (S1)."""
    return replace(context, has_headers=bool(clues))


def _key(name: str) -> str:
    """A piece of no game, unless its game is named."""
    game, colon, piece = name.rpartition(":")
    return f"{' '.join(game.split())}:{' '.join(piece.split())}" if colon else f":{' '.join(name.split())}"


def _respelled(new: str, _written: str, _key: str) -> str:
    """The name of a piece without that of its game."""
    return " ".join(new.rpartition(":")[2].split())


BENSAHAS = Notation(
    name="bensahas",
    title="Bensaħas notation",
    extensions=(".bensahas",),
    line_comments=("#", "//"),
    dialects={},
    profiles={},
    codes=CODES,
    starts_chunk=later(__name__, "syntax", "starts_chunk"),
    context_after=lambda _text, context: context,
    names=later(__name__, "syntax", "names"),
    parse=later(__name__, "definition", "parse"),
    diagnose=later(__name__, "definition", "diagnose"),
    analyse=later(__name__, "definition", "analyse"),
    duplicate_name=later(__name__, "definition", "duplicate_name"),
    another_name=later(__name__, "definition", "another_name"),
    token_type=later(__name__, "vocabulary", "token_type"),
    lookup=later(__name__, "lookup", "lookup"),
    explain=later(__name__, "hover", "explain"),
    propose=later(__name__, "complete", "propose"),
    hints=later(__name__, "hover", "hints"),
    rewrites=later(__name__, "refactor", "rewrites"),
    evidence=later(__name__, "syntax", "evidence"),
    page=partial(page, __name__, CODES),
    outline=later(__name__, "syntax", "outline"),
    format_chunk=later(__name__, "write", "format_chunk"),
    clue=later(__name__, "syntax", "has_header"),
    settle=_settled,
    linked=Linked(
        references=later(__name__, "syntax", "references"),
        needs=lambda _text, _context, _key: (),
        facts=lambda _text, _context, _key, _scope, _is_circular: True,
        key=_key,
        respelled=_respelled,
    ),
    signature=later(__name__, "complete", "signature"),
    indent_after=later(__name__, "write", "indent_after"),
    triggers="@(,;:= [/<~",
)
