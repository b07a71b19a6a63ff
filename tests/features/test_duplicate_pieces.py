"""Hints about pieces that a file defines twice (Q7)."""

from __future__ import annotations

import pytest

from wazir.document import Document
from wazir.features import known as module
from wazir.features.known import Duplicate, Forms, duplicates, hints
from wazir.notations import by_name
from wazir.notations.notation import Context


def found(notation: str, text: str, context: Context | None = None) -> list[tuple[str, str]]:
    return [
        tuple(pair)
        for pair in duplicates(Document.open(by_name(notation), text, context or Context()))
    ]


@pytest.mark.parametrize(
    ("notation", "text", "pairs"),
    [
        ("betza", "a = K\nb = WF\n", [("b", "a")]),
        ("betza", "a = R\nb = R4\nc = W0\n", [("c", "a")]),
        ("betza", "a = K\nb = V\nK\n", []),
        ("betza", "K\na = K\nb = K\n", [("b", "a")]),
        ("betza", "%board 8x8\na = K\n%board 10x8\nb = K\n", []),
        ("lcpn", "(def a (/ wazir ferz))\n(def b (/ ferz wazir))\n", [("b", "a")]),
        ("lcpn", "(def a (/ wazir ferz))\n(def b a)\n", []),
        ("lcpn", "(def b a)\n(def a (/ wazir ferz))\n", []),
        ("bensahas", ":a { (1, 255)! }\n:b { (1, 15)! (1, 240)! }\n", [(":b", ":a")]),
        ("ben39", "name: a\n\nname: b\n", []),
    ],
)
def test_q7_two_names_of_one_piece(notation: str, text: str, pairs: list[tuple[str, str]]) -> None:
    """Pieces are compared, not texts; a definition that only uses the other one is no second
    definition.
    """
    assert found(notation, text) == pairs


def test_what_is_known_of_chunks_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an edit only the changed definition is read again, and those that use it."""
    read, known = list[str](), Forms()
    forms = module._forms

    def counted(document: Document, placed: module.Placed) -> object:
        read.append(placed.chunk.text)
        return forms(document, placed)

    monkeypatch.setattr(module, "_forms", counted)
    lcpn = by_name("lcpn")
    text = "(def a wazir)\n(def b (/ a ferz))\n(def c king)\n"
    before = duplicates(Document.open(lcpn, text), known)
    read.clear()
    after = duplicates(Document.open(lcpn, text.replace("wazir", "dabbabah")), known)

    assert (before, after) == ((Duplicate("c", "b"),), ())
    assert read == ["(def a dabbabah)\n", "(def b (/ a ferz))\n"]


def test_hints_follow_names_and_end_with_them() -> None:
    """What was found in an earlier text is told where the names are now."""
    pair = [Duplicate("b", "a")]
    later, *without = (
        Document.open(by_name("betza"), text)
        for text in ("# new\na = K\nb = K\n", "a = K\n", "b = K\n")
    )

    assert [later.slice(hint.span) for hint in hints(later, pair)] == ["b"]
    assert [hints(document, pair) for document in without] == [[], []]


def test_large_files_are_not_compared() -> None:
    """So that an editor is never busy with that."""
    text = "".join(f"piece {number} = K\n" for number in range(module.MAX_CHUNKS + 1))

    assert found("betza", text) == []


def test_pieces_of_very_many_moves_are_not_compared() -> None:
    """Their normal form takes as long as an answer may."""
    chain = "-".join(["(WFNAD)"] * 5)

    assert found("betza", f"%dialect extended\na = {chain}\nb = {chain}\n") == []


@pytest.mark.parametrize(("more", "pairs"), [(0, [("b", "a")]), (1, [])])
def test_pieces_that_depend_on_very_many_definitions_are_not_compared(
    more: int, pairs: list[tuple[str, str]]
) -> None:
    """Those that a piece depends on are counted up to a limit, with those that it needs
    indirectly.
    """
    names = [f"q{number}" for number in range(module.MAX_SOURCES - 10 + more)]
    groups = "".join(f"g{n} := {' / '.join(names[n::10])}\n" for n in range(10))
    uses = " / ".join(f"g{n}" for n in range(10))
    text = f"a := {uses}\nb := wazir / {uses}\n{groups}" + "".join(
        f"{name} := wazir\n" for name in names
    )

    assert [pair for pair in found("lcpn", text) if pair[0] == "b"] == pairs
