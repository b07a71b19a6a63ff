"""Texts with all that is said about them: `newcomers.txt` and `findings.txt` of the notations.

A case is a text with its findings under lines of carets, each with its severity and its whole
message. A line that begins with `+` is the title of a fix, in the order of the findings; the lines
behind it that begin with `|` are the text after the fix. Three hyphens end a case. A case may begin
with a line `===` with its title, and then its text ends with a line end, and with a line `%%` that
names its dialect or style. `PYTHONPATH=tests python tests/findings.py FILE` writes what the program
says into a file, to be judged.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harness import annotated, opened
from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.features.known import duplicates, hints
from wazir.features.trials import with_working_fixes
from wazir.notations import REGISTRY
from wazir.text import apply

NOTATIONS = Path(__file__).parent / "notations"
FILES = sorted((*NOTATIONS.glob("*/newcomers.txt"), *NOTATIONS.glob("*/findings.txt")))
SPELLED = {notation.name.replace("-", "_"): notation.name for notation in REGISTRY}
SPELLED |= {"variants_ini": "fairy-variants", "xboard_lines": "xboard"}
"""The notations by the folders of their tests."""


class Told(NamedTuple):
    """A text, with what is said of it."""

    notation: str
    title: str | None
    dialect: str | None
    text: str
    """With its lines of carets."""
    fixes: tuple[tuple[str, str], ...]
    """Titles, each with the text after the fix."""

    def __str__(self) -> str:
        return f"{self.notation}: {self.title or annotated(self.text)[0].strip()[:60]}"

    @property
    def plain(self) -> str:
        """The text alone."""
        text, _ = annotated(self.text)
        return text if self.title else text.removesuffix("\n")


def cases(path: Path) -> Iterator[Told]:
    """The cases of a file."""
    for block in path.read_text("utf-8").split("\n---\n"):
        lines = block.strip("\n").split("\n")
        title = lines.pop(0).removeprefix("=== ") if lines[0].startswith("=== ") else None
        dialect = lines.pop(0).removeprefix("%% ") if lines[0].startswith("%% ") else None
        first_fix = next((at for at, line in enumerate(lines) if line.startswith("+ ")), len(lines))
        fixes: list[tuple[str, list[str]]] = []
        for line in lines[first_fix:]:
            if line.startswith("+ "):
                fixes.append((line[2:], []))
            else:
                fixes[-1][1].append(line[2:])
        text = "\n".join(lines[:first_fix]) + "\n" * bool(title)
        made = tuple((title, "\n".join(after)) for title, after in fixes)
        yield Told(SPELLED[path.parent.name], title, dialect, text, made)


def findings(document: Document) -> list[Diagnostic]:
    """The diagnostics of a document, and its hints at duplicates."""
    return [*document.diagnostics(), *hints(document, duplicates(document))]


def offered(document: Document) -> tuple[tuple[str, str], ...]:
    """The fixes that hold, each with the text after it."""
    fixes = [
        fix
        for diagnostic in with_working_fixes(document, document.diagnostics())
        for fix in diagnostic.fixes
    ]
    return tuple((fix.title, apply(document.text, fix.edits)) for fix in fixes)


def written(case: Told) -> str:
    """A case with what the program says about it."""
    document = opened(case.notation, case.plain, case.dialect)
    lines = case.plain.removesuffix("\n").split("\n")
    by_line: dict[int, list[str]] = {}
    for diagnostic in findings(document):
        start, end = (
            document.position(diagnostic.span.start),
            document.position(diagnostic.span.end),
        )
        carets = " " * start.column + "^" * max(
            (end.column if end.line == start.line else 99) - start.column, 1
        )
        line = (
            f"{carets} {diagnostic.code.id} {diagnostic.code.severity.name.lower()}: "
            f"{diagnostic.message}"
        )
        by_line.setdefault(start.line, []).append(line)
    shown = [part for number, line in enumerate(lines) for part in (line, *by_line.get(number, ()))]
    for title, after in offered(document):
        shown += [f"+ {title}", *(f"| {line}" if line else "|" for line in after.split("\n"))]
    heading = [f"=== {case.title}"] * bool(case.title) + [f"%% {case.dialect}"] * bool(case.dialect)
    return "\n".join([*heading, *shown])


if __name__ == "__main__":
    path = Path(sys.argv[1]).resolve()
    path.write_text("\n---\n".join(map(written, cases(path))) + "\n", "utf-8")
