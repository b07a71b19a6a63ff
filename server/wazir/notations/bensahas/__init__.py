"""Bensahas notation (spec/bensahas.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from typing import Any

from wazir.notations.base import Context, Linked, Notation
from wazir.notations.bensahas.definition import analyse, diagnose, duplicate_name, said
from wazir.notations.bensahas.explaining.colours import token_type
from wazir.notations.bensahas.reading.outline import has_header, names, outline, references, starts_chunk
from wazir.notations.bensahas.rules import CODES


def _later(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is imported when it is first called: the first diagnostics need not wait for it."""

    def run(*given: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*given)

    return run


def _page(code: str) -> str | None:
    if code not in {known.id for known in CODES}:
        return None
    return (files(__name__) / "docs" / f"{code}.md").read_text("utf-8")


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
    starts_chunk=starts_chunk,
    context_after=lambda _text, context: context,
    names=names,
    parse=lambda text, _context: said(text).tree,
    diagnose=diagnose,
    analyse=analyse,
    duplicate_name=duplicate_name,
    token_type=token_type,
    explain=_later("explaining.explain", "explain"),
    propose=_later("explaining.propose", "propose"),
    hints=_later("explaining.hints", "hints"),
    rewrites=_later("writing.rewrites", "rewrites"),
    page=_page,
    outline=outline,
    format_chunk=_later("writing.layout", "format_chunk"),
    clue=has_header,
    settle=_settled,
    linked=Linked(
        references=references,
        needs=lambda _text, _context, _key: (),
        facts=lambda _text, _context, _key, _scope, _is_circular: True,
        key=_key,
        respelled=_respelled,
    ),
    signature=_later("explaining.signature", "signature"),
    indent_after=_later("writing.layout", "indent_after"),
    triggers="@(,;:= [/<~",
)
