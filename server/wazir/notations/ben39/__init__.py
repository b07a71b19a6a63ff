"""Records of the game Ben39 (spec/ben39.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from wazir.notations.base import Context, Linked, Notation
from wazir.notations.ben39.rules import CODES
from wazir.notations.ben39.syntax import name_key, names, starts_chunk, token_type
from wazir.notations.ben39.vocabulary import FORM_TITLES, FORMS
from wazir.notations.kit import later, page


def _settled(context: Context, _first: str, clues: int) -> Context:
    """Whether the file has names for its positions: then each needs one (G22)."""
    return replace(context, has_headers=bool(clues))


BEN39 = Notation(
    name="ben39",
    title="Ben39",
    extensions=(".ben39",),
    line_comments=(";",),
    dialects=FORMS,
    dialect_word="form",
    pins_dialect=False,
    dialect_titles=FORM_TITLES,
    evidence=later(__name__, "syntax", "evidence"),
    profiles={},
    codes=CODES,
    starts_chunk=starts_chunk,
    context_after=lambda _text, context: context,
    names=names,
    parse=later(__name__, "definition", "parse"),
    diagnose=later(__name__, "definition", "diagnose"),
    analyse=later(__name__, "definition", "analyse"),
    duplicate_name=later(__name__, "definition", "duplicate_name"),
    token_type=token_type,
    explain=later(__name__, "hover", "explain"),
    propose=later(__name__, "complete", "propose"),
    hints=later(__name__, "hover", "hints"),
    rewrites=later(__name__, "refactor", "rewrites"),
    page=partial(page, __name__, CODES),
    outline=later(__name__, "hover", "outline"),
    clue=lambda text: int(bool(names(text))),
    settle=_settled,
    format_chunk=later(__name__, "layout", "format_chunk"),
    linked=Linked(
        references=lambda _text: (),
        needs=lambda _text, _context, _key: (),
        facts=lambda _text, _context, _key, _scope, _is_circular: True,
        key=name_key,
        respelled=lambda new, _written, _key: name_key(new),
    ),
    indent_after=later(__name__, "layout", "indent_after"),
    convert=later(__name__, "refactor", "convert.steps"),
    has_games=True,
    triggers=" :@#\n",
)
