"""Pieces in the lines between XBoard and its engines, and in its settings (spec/engines.md, F20 to F23)."""

from __future__ import annotations

from functools import partial

from wazir.notations.base import Analyser, Editor, Notation
from wazir.notations.embedding import Guest, analyser, inlay_hints, refactorings
from wazir.notations.kit import duplicate
from wazir.notations.xboard_lines.rules import CODES, DUPLICATE_ID


def xboard_lines(betza: Notation) -> Notation:
    """The notation, given the one in which moves are written."""
    guest = Guest(betza, "xbetza")
    return Notation(
        name="xboard",
        title="Engine lines of XBoard",
        extensions=("xboard.debug",),
        shared_extensions=(".txt", ".log", ".debug"),
        line_comments=("#",),
        codes=CODES,
        package=__name__,
        embedded=betza,
        load_analyser=partial(_analyser, guest),
        load_editor=_editor,
        triggers=" :;",
    )


def _analyser(guest: Guest) -> Analyser:
    from wazir.notations.xboard_lines.definition import Chunk, context_after, tokens
    from wazir.notations.xboard_lines.syntax import COLOURS, evidence, outline, starts_chunk

    return analyser(
        guest,
        Chunk,
        tokens,
        COLOURS,
        starts_chunk=starts_chunk,
        names=lambda _text: (),
        outline=outline,
        duplicate_name=partial(duplicate, DUPLICATE_ID),
        evidence=evidence,
        context_after=context_after,
    )


def _editor() -> Editor:
    from wazir.notations.xboard_lines.definition import complete, hover, settings

    return Editor(hover, complete, inlay_hints, refactorings, format_lines=lambda lines: lines, settings=settings)
