"""Annotated texts: what the tests of features and of pages of documentation are made of.

A text may hold a cursor, `$0`. A line of carets is an expectation about the line above it, and is
taken out before the text is read:

    fmM
      ^ unknown-letter error: no atom

A Markdown file is a suite of cases. A case has a heading, a fenced text, and one or more fenced
answers; the language of an answer's fence is the question that is asked of the text, and what
follows is its argument. All else in the file is for the reader. `python
tests/features/test_cases.py` writes the program's answers into the files, to be judged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from linked import LINKED
from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document
from wazir.features.known import duplicates, hints
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Context
from wazir.settings.notation import SETTINGS
from wazir.text import Span

DATA = Path(__file__).parent / "data"
CURSOR = "$0"
NOTATIONS = {notation.name: notation for notation in (*REGISTRY, LINKED, SETTINGS)}
_CARETS = re.compile(
    r"(?P<indent>\s*)(?P<carets>\^+)\s+(?P<code>[\w-]+)(?:\s+(?P<severity>\w+))?(?::\s*(?P<message>.*?))?\s*"
)
_FENCE = re.compile(
    r"^(?P<fence>```+)(?P<language>\S*)[ ]*(?P<argument>[^\n]*)\n(?P<body>.*?)^(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The vectors of a file of lines of JSON in `tests/data`."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def opened(notation: str, text: str, dialect: str | None = None) -> Document:
    """A document in a dialect or style that no line of it changes, or in the one that its text
    suggests.
    """
    return Document.open(
        NOTATIONS[notation],
        text,
        Context(dialect=dialect, fixed=frozenset({"dialect"} if dialect else ())),
    )


def none_wrong(wrong: Iterable[object]) -> None:
    """Asserts that there are none; shows the first ones in full, which pytest would cut."""
    listed = list(wrong)
    assert not listed, "\n".join([f"{len(listed)} wrong:", *map(str, listed[:10])])


def contrast(wanted: Iterable[object], came: Iterable[object]) -> str:
    """What was wanted and did not come, and what came and was not wanted; only the order may
    differ.
    """
    wanted, came = list(wanted), list(came)
    missing, extra = (
        [item for item in wanted if item not in came],
        [item for item in came if item not in wanted],
    )
    return (
        f"missing {missing}, extra {extra}"
        if missing or extra
        else f"in another order: {came} for {wanted}"
    )


@dataclass(frozen=True)
class Expected:
    """A finding that a line of carets asks for."""

    code: str
    span: Span
    severity: Severity | None
    message: str

    def __str__(self) -> str:
        severity = f" {self.severity.name.lower()}" if self.severity else ""
        return f"{self.span.start}..{self.span.end} {self.code}{severity}: {self.message}"

    def agrees(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding is the one asked for."""
        return (
            (self.code, self.span) == (diagnostic.code.id, diagnostic.span)
            and self.severity in (None, diagnostic.code.severity)
            and self.message in diagnostic.message
        )


def with_cursor(text: str) -> tuple[str, int]:
    """A text without its cursor, and the offset where that was."""
    before, mark, after = text.partition(CURSOR)
    assert mark, f"no cursor {CURSOR} in {text!r}"
    return before + after, len(before)


def annotated(text: str) -> tuple[str, list[Expected]]:
    """A text without its lines of carets, and what they ask for."""
    lines: list[str] = []
    expected = []
    for line in text.splitlines(keepends=True):
        carets = _CARETS.fullmatch(line)
        if not carets or not lines:
            lines.append(line)
            continue
        start = sum(map(len, lines[:-1])) + len(carets["indent"])
        severity = Severity[carets["severity"].upper()] if carets["severity"] else None
        span = Span(start, start + len(carets["carets"]))
        expected.append(Expected(carets["code"], span, severity, carets["message"] or ""))
    return "".join(lines), expected


def check(notation: str, text: str, context: Context | None = None) -> None:
    """Asserts that a text has exactly the findings that its lines of carets ask for."""
    plain, expected = annotated(text)
    document = Document.open(by_name(notation), plain, context or Context())
    reported = [*document.diagnostics(), *hints(document, duplicates(document))]
    wanted = [
        str(expectation)
        for expectation in expected
        if not any(expectation.agrees(other) for other in reported)
    ]
    extra = [
        f"{diagnostic.span.start}..{diagnostic.span.end} {diagnostic.code.id} "
        f"{diagnostic.code.severity.name.lower()}: {diagnostic.message}"
        for diagnostic in reported
        if not any(other.agrees(diagnostic) for other in expected)
    ]

    assert (wanted, extra) == ([], []), f"missing {wanted}, extra {extra} in {plain!r}"


@dataclass(frozen=True)
class Case:
    """One question about a text, with the answer that is right."""

    path: Path
    title: str
    notation: str
    text: str
    question: str
    argument: str
    """What stands behind the question."""
    answer: str
    place: Span
    """Where the answer stands in the file."""

    def __str__(self) -> str:
        return f"{self.path.stem}: {self.title}: {self.question} {self.argument}".rstrip()


def cases(path: Path) -> Iterator[Case]:
    """The cases of a Markdown file: every fence behind a text in a notation, up to the next, is an
    answer about it.
    """
    page = path.read_text(encoding="utf-8")
    headings = [(match.start(), match[1]) for match in _HEADING.finditer(page)]
    text, notation = "", ""
    for fence in _FENCE.finditer(page):
        language, body = fence["language"], fence["body"]
        if language in NOTATIONS:
            notation, text = language, body
            continue
        title = next((title for start, title in reversed(headings) if start < fence.start()), "")
        yield Case(
            path,
            title,
            notation,
            text,
            language,
            fence["argument"],
            body,
            Span(*fence.span("body")),
        )


Question = Callable[[Case], str]
"""Gives the answer of the program to a case."""


def ask(case: Case, questions: Mapping[str, Question]) -> str:
    """The program's answer to a case, with one line end behind it."""
    answer = questions[case.question](case).rstrip("\n")
    return f"{answer}\n" if answer else ""


def rewrite(path: Path, questions: Mapping[str, Question]) -> None:
    """Writes the program's answers into a file, for an author to read and judge."""
    page = path.read_text(encoding="utf-8")
    for case in reversed(list(cases(path))):
        page = page[: case.place.start] + ask(case, questions) + page[case.place.end :]
    path.write_text(page, encoding="utf-8")
