"""What is wrong with records, and where (G22 to G25)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from findings import cases
from harness import rows
from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document
from wazir.features.definitions import every
from wazir.notations.ben39 import BEN39
from wazir.text import apply

DATA = Path(__file__).parents[2] / "data"
VECTORS = rows("ben39_bad_dev")
SEVERITIES = {"error": Severity.ERROR, "warning": Severity.WARNING, "info": Severity.INFORMATION}
CASES = list(cases(Path(__file__).parent / "findings.txt"))


def agrees(document: Document, diagnostic: Diagnostic, wanted: dict[str, Any]) -> bool:
    """Whether a finding is the one that a vector asks for, as exactly as it does."""
    start, end = document.position(diagnostic.span.start), document.position(diagnostic.span.end)
    if diagnostic.code.severity is not SEVERITIES[wanted["severity"]]:
        return False
    if wanted["place"] == "exact":
        return (start, end) == ((wanted["line"], wanted["start"]), (wanted["line"], wanted["end"]))
    return wanted["place"] == "free" or start.line == wanted["line"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_g25_each_finding_is_made_at_its_place(vector: dict[str, Any]) -> None:
    """G25: and no error besides, unless the vector says that there may be more."""
    document = Document.open(BEN39, vector["text"])
    left = list(document.diagnostics())
    for wanted in vector["expect"]:
        match = next(
            (diagnostic for diagnostic in left if agrees(document, diagnostic, wanted)), None
        )
        assert match, (wanted, left)
        left.remove(match)

    assert vector.get("more") or not [
        diagnostic for diagnostic in left if diagnostic.code.severity is Severity.ERROR
    ]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_record_with_errors_still_shows_a_position(vector: dict[str, Any]) -> None:
    """There is a game for each record, whatever is wrong with it."""
    records = list(every(Document.open(BEN39, vector["text"])))

    assert len(records) == 1
    assert records[0][1].game is not None


WRONG = [*(vector["text"] for vector in VECTORS), *(case.plain for case in CASES)]


@pytest.mark.parametrize("text", WRONG)
def test_every_fix_removes_its_finding(text: str) -> None:
    """A fix leaves no finding of its kind at its place, unless fewer of them; a safe one leaves
    fewer findings.
    """
    document = Document.open(BEN39, text)
    before = list(document.diagnostics())
    for diagnostic in before:
        for fix in diagnostic.fixes:
            after = list(Document.open(BEN39, apply(text, fix.edits)).diagnostics())
            left = [other.span.start for other in after if other.code == diagnostic.code]
            is_less = len(left) < sum(other.code == diagnostic.code for other in before)
            assert is_less or diagnostic.span.start not in left, fix
            if fix.safe:
                assert len(after) < len(before), fix
