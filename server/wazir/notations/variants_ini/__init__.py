"""`variants.ini` of Fairy-Stockfish, with pieces in Betza's notation (spec/engines.md, F1 to F19)."""

from __future__ import annotations

from functools import partial

from wazir.diagnostics import Diagnostic, Related
from wazir.notations.base import Analyser, Editor, Notation, Resolver
from wazir.notations.embedding import Guest, analyser, inlay_hints, refactorings
from wazir.notations.kit import write
from wazir.notations.variants_ini.rules import CODES, NAME_IN_USE
from wazir.text import Span


def variants_ini(betza: Notation) -> Notation:
    """The notation, given the one in which pieces are written."""
    guest = Guest(betza, "xbetza")
    return Notation(
        name="fairy-variants",
        title="Variants of Fairy-Stockfish",
        extensions=("variants.ini",),
        shared_extensions=(".ini",),
        is_searched=True,
        line_comments=("#", ";"),
        codes=CODES,
        package=__name__,
        embedded=betza,
        load_analyser=partial(_analyser, guest),
        load_editor=_editor,
        load_resolver=_resolver,
        triggers="=:[ ",
    )


def _analyser(guest: Guest) -> Analyser:
    from wazir.notations.variants_ini.definition import Chunk, tokens
    from wazir.notations.variants_ini.names import names, outline
    from wazir.notations.variants_ini.syntax import evidence, starts_chunk
    from wazir.notations.variants_ini.vocabulary import COLOURS

    return analyser(
        guest,
        Chunk,
        tokens,
        COLOURS,
        starts_chunk=starts_chunk,
        names=names,
        outline=outline,
        duplicate_name=_duplicate,
        evidence=evidence,
        another_name=lambda name, number, _: 2 * (f"{name}{number}",),
    )


def _duplicate(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    from wazir.notations.variants_ini.names import SEPARATOR

    section, is_letter, _ = name.partition(SEPARATOR)
    message = f"There is a section `{section}` above. Fairy-Stockfish drops this one."
    fixes = (write(here, another),) if another and not is_letter else ()
    return Diagnostic(NAME_IN_USE, here, message, fixes, (Related(first, "The first one is here."),))


def _editor() -> Editor:
    from wazir.notations.variants_ini.complete import complete
    from wazir.notations.variants_ini.definition import settings
    from wazir.notations.variants_ini.hover import hover
    from wazir.notations.variants_ini.syntax import format_line

    return Editor(hover, complete, inlay_hints, refactorings, format_lines=partial(map, format_line), settings=settings)


def _resolver() -> Resolver:
    from wazir.notations.variants_ini.meaning import LIBRARY_FILE, library
    from wazir.notations.variants_ini.names import SEPARATOR, facts, needs, origin, references, renamed, respelled

    return Resolver(
        references,
        needs,
        facts,
        key=lambda name: name,
        renamed=renamed,
        respelled=respelled,
        origin=origin,
        ordered=lambda name: SEPARATOR not in name,
        library=library,
        library_file=LIBRARY_FILE,
    )
