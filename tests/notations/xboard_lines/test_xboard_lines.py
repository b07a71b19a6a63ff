"""Lines of XBoard: what is wrong in them (F20 to F23), and that no text makes anything raise."""

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
XBOARD = by_name("xboard")
CASES = [case.partition("\n") for case in (HERE / "findings.txt").read_text("utf-8").split("----\n")]
GARDEN = (ENGINE_FILES / "garden_engine.txt").read_text("utf-8")


@pytest.mark.parametrize("text", [pytest.param(text, id=title) for title, _, text in CASES])
def test_findings(text: str) -> None:
    """Each case has just the findings under its carets; its title names the decision."""
    check("xboard", text)


def test_f20_every_line_that_xboard_misreads_is_found() -> None:
    """F20: there is a finding in every line that the program misreads, and no error elsewhere."""
    document = Document.open(XBOARD, GARDEN)
    rows = [json.loads(line) for line in (ENGINE_FILES / "expected.jsonl").read_text("utf-8").splitlines()]
    flagged = {row["line"] for row in rows if row["file"] == "garden_engine.txt"}
    found = list(document.diagnostics())

    assert flagged <= {document.position(one.span.start).line + 1 for one in found}
    errors = [one for one in found if one.code.severity is Severity.ERROR]
    assert {document.position(one.span.start).line + 1 for one in errors} <= flagged


def test_f20_moves_are_explained_and_completed() -> None:
    """F20: as in a file of Betza's notation; the letter is the piece."""
    document = Document.open(XBOARD, "piece A& BN\n")

    def said(offset: int) -> str:
        found = hover(document, offset, HoverOptions(style="text"))
        assert found
        return plain(found.blocks)

    assert "Archbishop" in said(6)
    assert "knight" in said(10).lower()
    assert "engine" in said(0)
    assert "W" in [one.label for one in complete(document, 11)]


@pytest.mark.parametrize(
    ("name", "text", "is_ours"),
    [
        ("xboard.debug", "", True),
        ("engine.log", GARDEN, True),
        ("notes.txt", "12 <first : piece A& BN\n", True),
        ("notes.txt", "A piece of cake.\npiece a b\n", False),
    ],
)
def test_f20_a_file_is_known_by_its_name_or_its_text(name: str, text: str, is_ours: bool) -> None:
    """F20: any other text is left alone."""
    assert (for_file(name, text) is XBOARD) == is_ours


@given(
    st.lists(st.sampled_from(GARDEN.splitlines()) | st.text('piecestuA&+:;()/"- x8WN[]é\t', max_size=14), max_size=8),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_f20_no_text_makes_anything_raise(lines: list[str], end: str) -> None:
    """F20: every text has diagnostics within it, tokens that stand in it, and a hover at every fifth place."""
    text = end.join(['-men "A:W;B"', "piece A& onR", *lines])
    document = Document.open(XBOARD, text)
    for found in document.diagnostics():
        assert 0 <= found.span.start <= found.span.end <= len(text)
    for placed in document.chunks():
        for token in document.analysis(placed).tree.tokens:
            assert placed.chunk.text[token.start : token.end] == token.text
    for offset in range(0, len(text), 5):
        hover(document, offset, HoverOptions(style="none"))
        complete(document, offset)
