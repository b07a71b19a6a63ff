"""Blocks of the Interactive Diagram: what is wrong in them (D1 to F25), and that no text makes anything raise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import check
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.completion import complete
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import plain
from wazir.notations import by_name, for_file

HERE = Path(__file__).parent
ENGINE_FILES = HERE.parents[1] / "data" / "engine_files"
DIAGRAM = by_name("interactive-diagram")
CASES = [case.partition("\n") for case in (HERE / "findings.txt").read_text("utf-8").split("----\n")]
GARDEN = (ENGINE_FILES / "garden_diagram.html").read_text("utf-8")


@pytest.mark.parametrize("text", [pytest.param(text, id=title) for title, _, text in CASES])
def test_findings(text: str) -> None:
    """Each case has just the findings under its carets; its title names the decision."""
    check("interactive-diagram", text)


def test_f25_every_flag_is_found() -> None:
    """F25: there is a finding in every flagged line, and no finding elsewhere that is more than a hint."""
    document = Document.open(DIAGRAM, GARDEN)
    rows = [json.loads(line) for line in (ENGINE_FILES / "expected.jsonl").read_text("utf-8").splitlines()]
    flagged = {row["line"] for row in rows if row["file"] == "garden_diagram.html"}
    found = list(document.diagnostics())

    assert flagged <= {document.position(one.span.start).line + 1 for one in found}
    wrong = [one for one in found if one.code.severity is not Severity.HINT]
    assert {document.position(one.span.start).line + 1 for one in wrong} <= flagged


def test_d1_letters_are_those_of_xbetza() -> None:
    """D1: L and C are (1,3), J and Z (2,3), whatever XBoard reads."""
    text = '<p class="idiagram">\n' + "".join(f"{letter}1:{letter}:{letter}::a1\n" for letter in "LCJZ")
    document = Document.open(DIAGRAM, text)
    pieces = [one.piece for placed in document.chunks() for one in document.analysis(placed).definitions]
    moves = [piece.moves for piece in pieces if piece]

    assert len(moves) == 4
    assert moves[0] == moves[1] != moves[2] == moves[3]


def test_f25_moves_are_explained_and_completed() -> None:
    """F25: as in a file of Betza's notation; the name is the piece. F24: keys too."""
    text = '<p class="idiagram">\nsquareSize=40\nfirst:A:BN:x:a1\n\n</p>'
    document = Document.open(DIAGRAM, text)

    def said(written: str) -> str:
        found = hover(document, text.index(written), HoverOptions(style="text"))
        assert found
        return plain(found.blocks)

    assert "Archbishop" in said("first:")
    assert "knight" in said("N:x").lower()
    assert "pixels" in said("squareSize")
    assert "W" in [one.label for one in complete(document, text.index(":x"))]
    keys = [one.label for one in complete(document, text.index("\n</p>"))]
    assert "symmetry=" in keys
    assert "squareSize=" not in keys


@pytest.mark.parametrize(
    ("name", "text", "is_ours"),
    [
        ("my.idiagram.html", "", True),
        ("page.html", f"<html>\n<body>\n{GARDEN}</body>", True),
        ("page.htm", "<pre class='a idiagram b'>", True),
        ("page.html", '<div class="idiagrams">idiagram</div>', False),
        ("page.html", "<p>An idiagram of class idiagram</p>", False),
        ("notes.txt", GARDEN, False),
    ],
)
def test_f24_a_page_is_known_by_its_element(name: str, text: str, is_ours: bool) -> None:
    """F24: any other page is left alone."""
    assert (for_file(name, text) is DIAGRAM) == is_ours


@given(
    st.lists(st.sampled_from(GARDEN.splitlines()) | st.text("<>/:=,-a1N[]é\t royalfiles\"'", max_size=14), max_size=8),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_f25_no_text_makes_anything_raise(lines: list[str], end: str) -> None:
    """F25: every text has diagnostics within it, tokens that stand in it, and a hover at every fifth place."""
    text = end.join(['<p class="idiagram">', "files=99999 royal=0 royal=", "a:A:(az)N:::b1-a9,zz", *lines])
    document = Document.open(DIAGRAM, text)
    for found in document.diagnostics():
        assert 0 <= found.span.start <= found.span.end <= len(text)
    for placed in document.chunks():
        for token in document.analysis(placed).tree.tokens:
            assert placed.chunk.text[token.start : token.end] == token.text
    for offset in range(0, len(text), 5):
        hover(document, offset, HoverOptions(style="none"))
        complete(document, offset)
