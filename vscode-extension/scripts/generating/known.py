"""The index of well-known pieces, and their number on the pages that state it.

The index has the fingerprints of all and of their relatives, and their texts in each notation.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from wazir.features.known import RELATIVES, Relation, piece_of
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import NO_NAMES, Context, Notation
from wazir.piece import known as names
from wazir.piece.equivalence.normal import equal_normal_forms, normal_form
from wazir.piece.known import Known, fingerprint, size, table

ROOT = Path(__file__).parents[3]
PAGES = (
    "README.md",
    "docs/index.md",
    "vscode-extension/README.md",
    "CHANGELOG.md",
)
"""The files that state the size of the table."""
SIZE = re.compile(r"\d+ pieces with \d+ names")
MAX_TEXT = 100
"""Characters of the text of a known piece in a notation."""


def files() -> dict[Path, str]:
    """The index as JSON, one fingerprint or text a line, and the pages that state the size."""
    index = _index()
    made = json.dumps(index, ensure_ascii=False)
    lines = re.sub(
        r'(?<=[{\]"]),? *(?="(?:[0-9a-f]{16}|\d+)": )', lambda match: match[0].strip() + "\n", made
    )
    pages = {
        ROOT / name: SIZE.sub(size(index["fingerprints"]), (ROOT / name).read_text("utf-8"))
        for name in PAGES
    }
    return {Path(names.__file__).with_name("names.json"): lines + "\n", **pages}


def _index() -> dict[str, Any]:
    """The fingerprints, and the texts by notation and dialect."""
    index: dict[str, list[tuple[int, str]]] = {}
    for number, known in enumerate(table()):
        for key, relation in _fingerprints(known):
            index.setdefault(key, []).append((number, relation.value))
    plain = {number: known.text for number, known in enumerate(table()) if _is_plain(known)}
    own = table()[0].notation
    texts = {
        notation.name: _texts(notation)
        for notation in REGISTRY
        if notation.writer and notation.name != own
    } | {own: {"": plain}}
    return {"fingerprints": {key: index[key] for key in sorted(index)}, "texts": texts}


def _is_plain(known: Known) -> bool:
    """Whether all dialects that can read a text agree about it."""
    forms = set()
    for dialect in by_name(known.notation).dialects:
        definition = (
            by_name(known.notation).read(known.text, Context(dialect), NO_NAMES).definitions[0]
        )
        if not definition.broken and definition.piece:
            forms.add(normal_form(definition.piece))
    return len(forms) == 1


def _texts(notation: Notation) -> dict[str, dict[int, str]]:
    """The texts of the known pieces by dialect."""
    return {
        dialect: {
            number: text
            for number, known in enumerate(table())
            if (text := _text_in(known, notation, dialect))
        }
        for dialect in notation.dialects or ("",)
    }


def _text_in(known: Known, notation: Notation, dialect: str) -> str:
    """The moves of a known piece in a dialect, on one line; empty if it cannot express them, or not
    shortly.
    """
    piece, writer = replace(piece_of(known), properties=()), notation.writer
    assert writer is not None
    try:
        text = " ".join(writer.moves(piece, dialect, frozenset()).split())
    except ValueError:
        return ""
    definitions = notation.read(text, Context(dialect or None), NO_NAMES).definitions
    if (
        len(text) > MAX_TEXT
        or len(definitions) != 1
        or definitions[0].broken
        or definitions[0].piece is None
    ):
        return ""
    other = definitions[0].piece
    own = _fingerprints(known)[0][0]
    return text if equal_normal_forms(piece, other) or fingerprint(other) == own else ""


@cache
def _fingerprints(known: Known) -> tuple[tuple[str, Relation], ...]:
    """The fingerprints of a piece and of its relatives, all different."""
    piece, relations = piece_of(known), dict[str, Relation]()
    forms = set[frozenset[object]]()
    for relation, relative in RELATIVES.items():
        other = relative(piece)
        if other and other.moves and normal_form(other) not in forms:
            forms.add(normal_form(other))
            key = fingerprint(other)
            if key:
                relations.setdefault(key, relation)
    return tuple(relations.items())
