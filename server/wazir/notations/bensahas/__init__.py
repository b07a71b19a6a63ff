"""Bensahas notation (spec/bensahas.md)."""

from __future__ import annotations

from wazir.notations.base import Analyser, Editor, Notation, Resolver
from wazir.notations.bensahas.rules import CODES


def _analyser() -> Analyser:
    from wazir.notations.bensahas import definition, syntax
    from wazir.notations.bensahas.vocabulary import token_type

    return Analyser(
        starts_chunk=syntax.starts_chunk,
        names=syntax.names,
        outline=syntax.outline,
        tokens=lambda text, _context: syntax.parse(text).tokens,
        token_type=token_type,
        analyse=definition.Chunk,
        diagnose=definition.diagnose,
        duplicate_name=definition.duplicate_name,
        evidence=syntax.evidence,
        another_name=definition.another_name,
        summarize=syntax.has_header,
        infer_settings=definition.with_headers,
    )


def _editor() -> Editor:
    from wazir.notations.bensahas.complete import complete, signature
    from wazir.notations.bensahas.from_piece import WRITER, lookup
    from wazir.notations.bensahas.hover import hover, inlay_hints
    from wazir.notations.bensahas.refactor import refactorings
    from wazir.notations.bensahas.write import format_chunk, indent_after

    return Editor(
        hover,
        complete,
        inlay_hints,
        refactorings,
        signature=signature,
        format_chunk=format_chunk,
        indent_after=indent_after,
        lookup=lookup,
        writer=WRITER,
    )


def _resolver() -> Resolver:
    from wazir.notations.bensahas.syntax import key, references, respelled

    return Resolver(
        references=references,
        needs=lambda _text, _context, _key: (),
        facts=lambda _text, _context, _key, _scope, _is_circular: True,
        key=key,
        respelled=respelled,
    )


BENSAHAS = Notation(
    name="bensahas",
    title="Bensaħas notation",
    extensions=(".bensahas",),
    line_comments=("#", "//"),
    codes=CODES,
    package=__name__,
    load_analyser=_analyser,
    load_editor=_editor,
    load_resolver=_resolver,
    triggers="@(,;:= [/<~",
)
