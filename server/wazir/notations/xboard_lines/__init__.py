"""Pieces in the lines between XBoard and its engines, and in its settings (spec/engines.md, F20 to F23)."""

from __future__ import annotations

from functools import partial

from wazir.notations.base import Analyser, Editor, Notation
from wazir.notations.embedding import Guest
from wazir.notations.kit import duplicate
from wazir.notations.xboard_lines.rules import CODES, DUPLICATE_ID


def xboard_lines(betza: Notation) -> Notation:
    """The notation, given the one in which moves are written."""
    guest = Guest(betza)
    return Notation(
        name="xboard",
        title="Engine lines of XBoard",
        extensions=("xboard.debug",),
        shared_extensions=(".txt", ".log", ".debug"),
        line_comments=("#",),
        codes=CODES,
        package=__name__,
        load_analyser=partial(_analyser, guest),
        load_editor=_editor,
        triggers=" :;",
    )


def _analyser(guest: Guest) -> Analyser:
    from wazir.notations.xboard_lines.definition import Chunk, context_after, tokens
    from wazir.notations.xboard_lines.syntax import COLOURS, evidence, outline, starts_chunk

    return Analyser(
        starts_chunk=starts_chunk,
        names=lambda _text: (),
        outline=outline,
        tokens=partial(tokens, guest),
        token_type=lambda token: COLOURS.get(token.kind) or guest.notation.analyser.token_type(token),
        analyse=partial(Chunk, guest),
        diagnose=lambda text, context, scope: Chunk(guest, text, context, scope).diagnostics,
        duplicate_name=partial(duplicate, DUPLICATE_ID),
        evidence=evidence,
        context_after=context_after,
    )


def _editor() -> Editor:
    from wazir.notations.xboard_lines.hover import complete, hover, inlay_hints, refactorings

    return Editor(hover, complete, inlay_hints, refactorings, format_lines=lambda lines: lines)
