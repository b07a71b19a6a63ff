"""Records of the game Ben39 (spec/ben39.md)."""

from __future__ import annotations

from wazir.notations.base import Analyser, Editor, Notation, Resolver
from wazir.notations.ben39.rules import CODES, RULINGS


def _analyser() -> Analyser:
    from wazir.notations.ben39 import definition, syntax
    from wazir.notations.ben39.hover import outline

    return Analyser(
        starts_chunk=syntax.starts_chunk,
        names=syntax.names,
        outline=outline,
        tokens=lambda text, context: definition.tree(text).tokens,
        token_type=syntax.token_type,
        analyse=definition.Chunk,
        diagnose=definition.diagnose,
        duplicate_name=definition.duplicate_name,
        evidence=syntax.evidence,
        summarize=lambda text: int(bool(syntax.names(text))),
        infer_settings=definition.with_headers,
    )


def _editor() -> Editor:
    from wazir.notations.ben39.complete import complete
    from wazir.notations.ben39.hover import hover, inlay_hints
    from wazir.notations.ben39.layout import format_chunk, indent_after
    from wazir.notations.ben39.refactor import convert, refactorings
    from wazir.notations.ben39.writing import write_moves, write_position

    return Editor(
        hover,
        complete,
        inlay_hints,
        refactorings,
        format_chunk=format_chunk,
        indent_after=indent_after,
        write_moves=write_moves,
        write_position=write_position,
        convert=convert,
    )


def _resolver() -> Resolver:
    from wazir.notations.ben39.syntax import name_key

    return Resolver(
        references=lambda _text: (),
        needs=lambda _text, _context, _key: (),
        facts=lambda _text, _context, _key, _scope, _is_circular: True,
        key=name_key,
        respelled=lambda new, _written, _key: name_key(new),
    )


BEN39 = Notation(
    name="ben39",
    title="Ben39",
    extensions=(".ben39",),
    line_comments=(";",),
    codes=CODES,
    package=__name__,
    load_analyser=_analyser,
    load_editor=_editor,
    load_resolver=_resolver,
    dialects={"board": "A drawing of the board.", "fen": "The position in one line."},
    dialect_word="form",
    dialect_titles={"board": "a drawing", "fen": "the one-line form"},
    pins_dialect=False,
    has_games=True,
    rulings=RULINGS,
    triggers=" :@#\n",
)
