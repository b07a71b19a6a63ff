"""Findings against lists that were made elsewhere.

For Betza's notation one of the named kinds, at one of the named places (B7); for the others the
severity and a place that overlaps the one named, which is the same where a bracket is missing.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.running import wazir
from harness import opened, rows
from wazir.diagnostics import Severity

VECTORS = rows("betza_errors_dev")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_b7_the_finding_is_there(vector: dict[str, Any]) -> None:
    """A finding of a named kind and severity stands at a named place of its line."""
    document = opened("betza", vector["source"], vector["dialect"])
    places = []
    for diagnostic in document.diagnostics():
        start, end = (
            document.position(diagnostic.span.start),
            document.position(diagnostic.span.end),
        )
        severity = diagnostic.code.severity.name.lower()
        if severity == vector["severity"] and start.line == end.line == vector["line"]:
            places.append((diagnostic.code.id, [start.column, end.column]))

    assert any(kind in vector["kinds"] and place in vector["ranges"] for kind, place in places), (
        f"{places} for {vector}"
    )


ERRORS = {"be006": 2, "be117": 2, "be141": 1}
"""Texts with more than one mistake: two unknown letters; a group and a chain; castling in a
chain.
"""


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_b7_one_mistake_is_one_error(vector: dict[str, Any]) -> None:
    """A text with one mistake has one error, or none if the mistake is but a warning."""
    document = opened("betza", vector["source"], vector["dialect"])
    errors = [d.code.id for d in document.diagnostics() if d.code.severity == Severity.ERROR]

    assert len(errors) == ERRORS.get(vector["id"], vector["severity"] == "error"), errors


# The notations with several lines a definition

Place = tuple[tuple[int, int], tuple[int, int]]
"""From a line and column to another, both from 0."""

OTHERS = [
    (notation, vector)
    for notation in ("lcpn", "bensahas")
    for vector in rows(f"{notation}_errors_dev")
]

every_text = pytest.mark.parametrize(
    ("notation", "vector"),
    OTHERS,
    ids=[f"{notation}-{vector['kind']}" for notation, vector in OTHERS],
)


BRACKETS = {
    "missing )",
    "missing }",
    "missing brace",
    "unclosed bracket",
    "mismatched bracket",
    "unexpected close",
}
"""The kinds whose places are the same, not just near."""


def place(four: list[int]) -> Place:
    return (four[0], four[1]), (four[2], four[3])


def agrees(position: Place, vector: dict[str, Any]) -> bool:
    """Whether a finding stands where the vector says; an empty place overlaps what it touches."""
    (start, end), (first, last) = position, place(vector["range"])
    if vector["kind"] in BRACKETS:
        return position == (first, last)
    return (start < last and first < end) or position == (first, last)


@every_text
def test_the_finding_of_that_severity_is_there(notation: str, vector: dict[str, Any]) -> None:
    """In the document that an editor shows."""
    document = opened(notation, vector["source"], vector.get("style"))
    places = []
    for diagnostic in document.diagnostics():
        ends = (document.position(offset) for offset in diagnostic.span)
        start, end = ((at.line, at.column) for at in ends)
        places.append((diagnostic.code.severity.name.lower(), (start, end)))

    assert any(severity == vector["severity"] and agrees(at, vector) for severity, at in places), (
        f"{places} for {vector}"
    )


@every_text
def test_the_command_line_finds_it_too(notation: str, vector: dict[str, Any]) -> None:
    """`wazir check --format json`."""
    style = ["--dialect", vector["style"]] if "style" in vector else []
    ran = wazir(
        "check", "--notation", notation, *style, "--format", "json", "-", stdin=vector["source"]
    )
    places = []
    for diagnostic in json.loads(ran.out):
        start, end = (
            (diagnostic["range"][at]["line"], diagnostic["range"][at]["character"])
            for at in ("start", "end")
        )
        places.append((diagnostic["severity"], (start, end)))

    assert any(severity == vector["severity"] and agrees(at, vector) for severity, at in places), (
        f"{places} for {vector}"
    )
