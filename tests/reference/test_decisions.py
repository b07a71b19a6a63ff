"""Decisions about notations have numbers: a page explains each, a test names it, and none is cited that no page has."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from reference.pages import DOCS, ROOT, SAYERS, anchored, decided, proved

UNWRITTEN = {"notations/lcpn.md", "notations/bensahas.md", "notations/ben39.md"}
"""Pages without their decisions."""
UNTESTED = {"V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V13"}
"""Decisions that no test names."""
DECIDED = decided()
_CITED = re.compile(rf"(?<![\w.`])[{''.join({number[0] for number in DECIDED})}]\d{{1,2}}(?![\w`])")
_NAMED = re.compile(r"(?<![A-Za-z0-9])([a-zA-Z]\d{1,2})(?![A-Za-z0-9])")


@pytest.mark.parametrize("page", sorted(set(DECIDED.values()) - UNWRITTEN))
def test_a_page_has_its_decisions(page: str) -> None:
    """Each once, in a paragraph of its own that begins with its number and who says so, at an anchor of that number."""
    found = anchored(DOCS / page)

    assert sorted(number for _, number, _ in found) == sorted(number for number in DECIDED if DECIDED[number] == page)
    assert [anchor for anchor, number, _ in found if anchor != number.lower()] == []
    assert {sayer for _, _, sayer in found} <= SAYERS


def _prose(path: Path) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a module, and the names of its functions; each with its line."""
    text = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, re.sub(r"`[^`]*`", "", node.value.value)
        elif isinstance(node, ast.FunctionDef):
            yield node.lineno, node.name


def _tests() -> Iterator[tuple[int, str]]:
    """What tests say: modules, and the titles in their data."""
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.suffix == ".py":
            yield from _prose(path)
        elif path.suffix in (".txt", ".md") and path.name != "decisions.txt":
            titles = re.findall(r"^(?:=+|#+|;|--) .*", path.read_text("utf-8"), flags=re.MULTILINE)
            yield from ((0, title) for title in titles)


def test_every_decision_is_named_by_a_test() -> None:
    """In its name or docstring, in the title of a case, or as the decision of an example."""
    named = {number.upper() for _, text in _tests() for number in _NAMED.findall(text)}

    assert sorted(set(DECIDED) - named - proved() - UNTESTED) == []


def _cited(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for line, text in _prose(path):
            for number in _CITED.findall(text):
                if number not in DECIDED:
                    yield f"{path.relative_to(ROOT)}:{line}: {number}"


def test_decisions_of_diagnostics_are_there() -> None:
    """The last line of a page of a diagnostic leads to what it enforces."""
    pages = sorted((ROOT / "server").glob("wazir/notations/*/docs/*.md"))
    lines = {page: re.findall(r"\nDecisions: (.*)\n\Z", page.read_text("utf-8")) for page in pages}

    assert any(lines.values())
    assert {number for found in lines.values() for line in found for number in line.split(", ")} <= set(DECIDED)


def test_every_cited_decision_is_there() -> None:
    """What comments and docstrings cite has a page."""
    modules = [path for folder in ("server", "tests", "website") for path in sorted((ROOT / folder).rglob("*.py"))]

    assert list(_cited(modules)) == []
