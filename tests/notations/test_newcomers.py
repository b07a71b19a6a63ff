"""What newcomers write, what they are told, and what each fix makes of it: the files `newcomers.txt` of the notations.

A case is a text with its findings under lines of carets, each with its severity and its whole message. A line that
begins with `+` is the title of a fix, in the order of the findings; the lines behind it that begin with `|` are the
text after the fix. Three hyphens end a case. A case may begin with a line `%%` that names its dialect or style.
`python tests/notations/test_newcomers.py betza TEXTS` writes cases of texts, to be judged.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from harness import annotated, opened
from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.features.actions import with_working_fixes
from wazir.features.edits import apply

HERE = Path(__file__).parent
NOTATIONS = sorted(path.parent.name for path in HERE.glob("*/newcomers.txt"))
LEAST = 60
"""Texts of each notation."""


class Newcomer(NamedTuple):
    """A text, with what is said of it."""

    notation: str
    dialect: str | None
    text: str
    """With its lines of carets."""
    fixes: tuple[tuple[str, str], ...]
    """Titles, each with the text after the fix."""

    def __str__(self) -> str:
        return f"{self.notation}: {annotated(self.text)[0].strip()[:60]}"


def cases(notation: str) -> Iterator[Newcomer]:
    for block in (HERE / notation / "newcomers.txt").read_text("utf-8").split("\n---\n"):
        lines = block.strip("\n").split("\n")
        dialect = lines.pop(0).removeprefix("%% ") if lines[0].startswith("%% ") else None
        first_fix = next((at for at, line in enumerate(lines) if line.startswith("+ ")), len(lines))
        fixes: list[tuple[str, list[str]]] = []
        for line in lines[first_fix:]:
            if line.startswith("+ "):
                fixes.append((line[2:], []))
            else:
                fixes[-1][1].append(line[2:])
        text = "\n".join(lines[:first_fix])
        yield Newcomer(notation, dialect, text, tuple((title, "\n".join(after)) for title, after in fixes))


ALL = [case for notation in NOTATIONS for case in cases(notation)]
every_case = pytest.mark.parametrize("case", ALL, ids=str)


def findings(document: Document) -> list[Diagnostic]:
    return list(document.diagnostics())


@pytest.mark.parametrize("notation", NOTATIONS)
def test_there_are_enough_texts(notation: str) -> None:
    """Of each notation at least sixty."""
    assert sum(case.notation == notation for case in ALL) >= LEAST


@every_case
def test_what_a_newcomer_is_told(case: Newcomer) -> None:
    """Exactly the findings under the carets, with their severities and words, and exactly the fixes."""
    text, expected = annotated(case.text)
    text = text.removesuffix("\n")
    found = findings(opened(case.notation, text, case.dialect))

    assert sorted((one.span, one.code.id, one.code.severity, one.message) for one in found) == sorted(
        (one.span, one.code, one.severity or 0, one.message) for one in expected
    )
    assert offered(opened(case.notation, text, case.dialect)) == case.fixes


def offered(document: Document) -> tuple[tuple[str, str], ...]:
    """The fixes that hold, each with the text after it."""
    found = [fix for one in filter(None, with_working_fixes(document, document.diagnostics())) for fix in one.fixes]
    return tuple((fix.title, apply(document.text, fix.edits)) for fix in found)


def written(notation: str, dialect: str | None, text: str) -> str:
    """A text with what the program says about it, for an author to judge."""
    document = opened(notation, text, dialect)
    lines = text.split("\n")
    by_line: dict[int, list[str]] = {}
    for one in findings(document):
        start, end = document.position(one.span.start), document.position(one.span.end)
        carets = " " * start.column + "^" * max((end.column if end.line == start.line else 99) - start.column, 1)
        line = f"{carets} {one.code.id} {one.code.severity.name.lower()}: {one.message}"
        by_line.setdefault(start.line, []).append(line)
    shown = [part for number, line in enumerate(lines) for part in (line, *by_line.get(number, ()))]
    for title, after in offered(document):
        shown += [f"+ {title}", *(f"| {line}" for line in after.split("\n"))]
    return "\n".join([*([f"%% {dialect}"] if dialect else []), *shown])


if __name__ == "__main__":
    notation, path, *dialects = sys.argv[1:]
    texts = Path(path).read_text("utf-8").strip("\n").split("\n---\n")
    shown = [written(notation, dialects[0] if dialects else None, text) for text in texts]
    sys.stdout.write("\n---\n".join(shown) + "\n")
