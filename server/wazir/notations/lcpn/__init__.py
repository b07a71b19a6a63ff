"""Lispy Chess Piece Notation in its four styles (spec/lcpn.md)."""

from __future__ import annotations

from wazir.notations.base import Analyser, Editor, Notation, Resolver
from wazir.notations.lcpn.rules import CODES
from wazir.notations.lcpn.styles import STYLES


def _analyser() -> Analyser:
    from wazir.notations.lcpn import definition, scanner
    from wazir.notations.lcpn.syntax import starts_chunk
    from wazir.notations.lcpn.vocabulary import token_type

    return Analyser(
        starts_chunk=starts_chunk,
        names=scanner.names,
        outline=scanner.outline,
        tokens=definition.words,
        token_type=token_type,
        analyse=definition.Chunk,
        diagnose=definition.diagnose,
        duplicate_name=definition.duplicate_name,
        evidence=scanner.evidence,
        another_name=definition.another_name,
        summarize=scanner.summarize,
        possible=scanner.possible,
        infer_settings=scanner.infer_settings,
    )


def _editor() -> Editor:
    from wazir.notations.lcpn.complete import complete
    from wazir.notations.lcpn.from_piece import WRITER, lookup
    from wazir.notations.lcpn.hover import hover, signature
    from wazir.notations.lcpn.layout import convert, format_chunk, indent_after
    from wazir.notations.lcpn.refactor import inlay_hints, refactorings

    return Editor(
        hover,
        complete,
        inlay_hints,
        refactorings,
        signature=signature,
        format_chunk=format_chunk,
        indent_after=indent_after,
        convert=convert,
        lookup=lookup,
        writer=WRITER,
    )


def _resolver() -> Resolver:
    from importlib.resources import files

    from wazir.notations.lcpn import definition, scanner, spelling
    from wazir.notations.lcpn.names import FUNCTIONS, library

    return Resolver(
        references=scanner.possible_references,
        needs=definition.needs,
        facts=definition.facts,
        key=spelling.canonical,
        respelled=spelling.respelled,
        library=lambda name: library().source(name),
        library_file=files(__name__) / "prelude.lcpn",
        words=frozenset(word for name in FUNCTIONS for word in spelling.forms(name)),
    )


LCPN = Notation(
    name="lcpn",
    title="Lispy Chess Piece Notation",
    extensions=(".lcpn",),
    line_comments=(";", "#", "//", "--"),
    codes=CODES,
    package=__name__,
    load_analyser=_analyser,
    load_editor=_editor,
    load_resolver=_resolver,
    dialects={name: style.summary for name, style in STYLES.items()},
    dialect_word="style",
    dialect_titles={name: style.title for name, style in STYLES.items()},
    dialect_code="other-style",
    triggers=":([/=&> ",
)
