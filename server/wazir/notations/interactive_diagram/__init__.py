"""The block of the Interactive Diagram in HTML, with pieces in XBetza (spec/engines.md, D1 to D4, F24, F25)."""

from __future__ import annotations

from functools import partial

from wazir.notations.base import Analyser, Editor, Notation
from wazir.notations.embedding import Guest, analyser, inlay_hints, refactorings
from wazir.notations.interactive_diagram.rules import CODES, DUPLICATE_ID
from wazir.notations.kit import duplicate


def interactive_diagram(betza: Notation) -> Notation:
    """The notation, given the one in which moves are written."""
    guest = Guest(betza, "xbetza")
    return Notation(
        name="interactive-diagram",
        title="Interactive Diagram",
        extensions=("idiagram.html",),
        shared_extensions=(".html", ".htm"),
        line_comments=("<!--",),
        codes=CODES,
        package=__name__,
        embedded=betza,
        load_analyser=partial(_analyser, guest),
        load_editor=_editor,
        triggers=":=",
    )


def _analyser(guest: Guest) -> Analyser:
    from wazir.notations.interactive_diagram.definition import Chunk, tokens
    from wazir.notations.interactive_diagram.syntax import COLOURS, evidence, outline, starts_chunk

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
    )


def _editor() -> Editor:
    from wazir.notations.interactive_diagram.definition import complete, hover, settings

    return Editor(hover, complete, inlay_hints, refactorings, format_lines=lambda lines: lines, settings=settings)
