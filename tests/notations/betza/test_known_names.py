"""Names of well-known pieces in Betza notation: a fix where moves are meant, and completion."""

from __future__ import annotations

import pytest

from harness import none_wrong
from wazir.document import Document
from wazir.features.completion import complete
from wazir.notations import by_name
from wazir.piece.known import texts

BETZA = by_name("betza")
NAMES = [name for name in texts("betza") if name.replace(" ", "").isalpha() and name.isascii() and len(name) > 2]


@pytest.mark.parametrize("part", range(4))
def test_every_name_of_the_table_has_a_fix(part: int) -> None:
    """`Duke = dragon king` is answered by the moves to write."""
    wrong = []
    for name in NAMES[part::4]:
        titles = [one.title for found in Document.open(BETZA, f"Duke = {name}\n").diagnostics() for one in found.fixes]
        if not any(title.startswith("Write `") for title in titles):
            wrong.append((name, titles))

    assert len(NAMES) > 450
    none_wrong(wrong)


@pytest.mark.parametrize(
    ("text", "moves"), [("knight", "N"), ("Dragon King", "RF"), ("gryphon", "F[F-R]"), ("wildebeest", "NC")]
)
def test_a_name_is_answered_by_its_moves(text: str, moves: str) -> None:
    """One fix for the whole name."""
    (found,) = Document.open(BETZA, f"Duke = {text}\n").diagnostics()

    assert [one.title for one in found.fixes] == [f"Write `{moves}`"]


@pytest.mark.parametrize(
    ("text", "moves"), [("x = archb", "BN"), ("archb", "BN"), ("x = dragon k", "RF"), ("x = ar", None)]
)
def test_names_complete_to_moves(text: str, moves: str | None) -> None:
    """What is typed of a name is replaced by its moves."""
    named = [one for one in complete(Document.open(BETZA, text), len(text), True) if one.filter != one.label]
    offered = [one.insert for one in named if one.filter in ("archbishop", "dragon king")]

    assert offered == ([moves] if moves else [])
    assert all(text[one.span.start : one.span.end] == text.removeprefix("x = ") for one in named)
