"""Findings against a list that was made elsewhere: one of the named kinds, at one of the named places (B7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.base import Context

DATA = Path(__file__).parents[1] / "data"
VECTORS = [json.loads(line) for line in (DATA / "betza_errors_dev.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_b7_the_finding_is_there(vector: dict[str, Any]) -> None:
    """A finding of a named kind and severity stands at a named place of its line."""
    notation = by_name("betza")
    assert notation
    dialect = vector["dialect"]
    context = Context(dialect=dialect, fixed=frozenset({"dialect"} if dialect else ()))
    document = Document.open(notation, vector["source"], context)
    found = []
    for diagnostic in document.diagnostics():
        start, end = document.position(diagnostic.span.start), document.position(diagnostic.span.end)
        severity = diagnostic.code.severity.name.lower()
        if severity == vector["severity"] and start.line == end.line == vector["line"]:
            found.append((diagnostic.code.id, [start.column, end.column]))

    assert any(kind in vector["kinds"] and place in vector["ranges"] for kind, place in found), found


ERRORS = {"be006": 2, "be117": 2, "be141": 1}
"""Texts with more than one mistake: two unknown letters; a group and a chain; castling in a chain."""


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_b7_one_mistake_is_one_error(vector: dict[str, Any]) -> None:
    """A text with one mistake has one error, or none if the mistake is but a warning."""
    notation = by_name("betza")
    assert notation
    document = Document.open(notation, vector["source"], Context(dialect=vector["dialect"]))
    errors = [d.code.id for d in document.diagnostics() if d.code.severity == Severity.ERROR]

    assert len(errors) == ERRORS.get(vector["id"], vector["severity"] == "error"), errors
