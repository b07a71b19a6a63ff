"""Decisions about notations have numbers: a page explains each, a test names it, and none is cited
that no page has.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from reference.pages import DOCS, ROOT, SAYERS, anchored, proved
from wazir.diagnostics import DECISIONS

_CITED = re.compile(
    rf"(?<![\w.`])[{''.join({number[0] for number in DECISIONS})}]\d{{1,2}}(?![\w`])"
)
_NAMED = re.compile(r"(?<![A-Za-z0-9])([a-zA-Z]\d{1,2})(?![A-Za-z0-9])")


@pytest.mark.parametrize("page", sorted(set(DECISIONS.values())))
def test_a_page_has_its_decisions(page: str) -> None:
    """Each once, in a paragraph of its own that begins with its number and who says so, at an
    anchor of that number.
    """
    anchors = anchored(DOCS / f"{page}.md")

    assert sorted(number for _, number, _ in anchors) == sorted(
        decision for decision in DECISIONS if DECISIONS[decision] == page
    )
    assert [anchor for anchor, number, _ in anchors if anchor != number.lower()] == []
    assert {sayer for _, _, sayer in anchors} <= SAYERS


def _docstrings(text: str) -> Iterator[str]:
    """The docstrings of a module without their code, and the names of its functions."""
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield re.sub(r"`[^`]*`", "", node.value.value)
        elif isinstance(node, ast.FunctionDef):
            yield node.name


def _comments(text: str) -> Iterator[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return (token.string for token in tokens if token.type == tokenize.COMMENT)


def _tests() -> Iterator[str]:
    """What tests say: names, docstrings, comments of their own line, and the titles in their
    data.
    """
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.suffix == ".py":
            text = path.read_text("utf-8")
            yield from _docstrings(text)
            yield from re.findall(r"^ *# .*", text, flags=re.MULTILINE)
        elif path.suffix in (".txt", ".md"):
            yield from re.findall(
                r"^(?:=+|#+|;|--) .*", path.read_text("utf-8"), flags=re.MULTILINE
            )


def test_every_decision_is_named_by_a_test() -> None:
    """In its name, docstring or comment, in the title of a case, or as the decision of an
    example.
    """
    named = {number.upper() for text in _tests() for number in _NAMED.findall(text)}

    assert sorted(set(DECISIONS) - named - proved()) == []


def test_every_cited_decision_is_there() -> None:
    """What comments and docstrings cite has a page."""
    modules = (
        path
        for folder in ("server", "tests", "website")
        for path in sorted((ROOT / folder).rglob("*.py"))
    )
    texts = {path: path.read_text("utf-8") for path in modules}
    suspect = {
        path: text
        for path, text in texts.items()
        if not DECISIONS.keys() >= set(_CITED.findall(text))
    }
    cited = {
        path: {
            number
            for said in (*_docstrings(text), *_comments(text))
            for number in _CITED.findall(said)
        }
        for path, text in suspect.items()
    }

    assert sum(len(_CITED.findall(text)) for text in texts.values()) > 500
    assert {
        path: unknown for path, numbers in cited.items() if (unknown := numbers - DECISIONS.keys())
    } == {}


def test_decisions_of_diagnostics_are_there() -> None:
    """The last line of a page of a diagnostic leads to what it enforces."""
    pages = sorted((ROOT / "server").glob("wazir/notations/**/docs/**/*.md"))
    lines = {page: re.findall(r"\nDecisions: (.*)\n\Z", page.read_text("utf-8")) for page in pages}

    assert any(lines.values())
    assert {
        number for numbers in lines.values() for line in numbers for number in line.split(", ")
    } <= set(DECISIONS)
