"""Betza's notation, in Betza's own form, as Extended Betza and as XBetza (spec/betza.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from wazir.notations.base import Analyser, Editor, Notation
from wazir.notations.betza.dialects import DIALECTS, PROFILES
from wazir.notations.betza.rules import CODES, DUPLICATE_NAME
from wazir.notations.kit import duplicate

if TYPE_CHECKING:
    from wazir.notations.readers import Reader


def _analyser() -> Analyser:
    from wazir.notations.betza.definition import Chunk, context_after, diagnose, starts_chunk
    from wazir.notations.betza.syntax import evidence, names, outline, tokens
    from wazir.notations.betza.vocabulary import token_type

    return Analyser(
        starts_chunk=starts_chunk,
        names=names,
        outline=outline,
        tokens=lambda text, _context: tokens(text),
        token_type=token_type,
        analyse=Chunk,
        diagnose=diagnose,
        duplicate_name=partial(duplicate, DUPLICATE_NAME),
        evidence=evidence,
        context_after=context_after,
    )


def _editor() -> Editor:
    from wazir.notations.betza.complete import complete
    from wazir.notations.betza.from_piece import WRITER, lookup
    from wazir.notations.betza.hover import hover, inlay_hints
    from wazir.notations.betza.layout import format_lines
    from wazir.notations.betza.refactor import refactorings

    return Editor(hover, complete, inlay_hints, refactorings, format_lines=format_lines, lookup=lookup, writer=WRITER)


def _readers() -> Mapping[str, Reader]:
    from wazir.notations.betza.engines import READERS

    return READERS


BETZA = Notation(
    name="betza",
    title="Betza notation",
    extensions=(".betza",),
    line_comments=("#", ";"),
    codes=CODES,
    package=__name__,
    load_analyser=_analyser,
    load_editor=_editor,
    load_readers=_readers,
    dialects=DIALECTS,
    dialect_code="ambiguous-dialect",
    profiles=PROFILES,
)
