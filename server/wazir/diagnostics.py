"""What is wrong with a text, in words for a person: codes, diagnostics and their fixes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from wazir.text import Edit, Span


class Severity(IntEnum):
    """How bad a finding is; the numbers are those of the Language Server Protocol."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class Tag(Enum):
    """How an editor may show the text that a finding is about."""

    UNNECESSARY = "unnecessary"
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. Its page of documentation is `docs/<id>.md` beside the table that lists it."""

    id: str
    """Reads well after "a finding of": `unknown-letter`. Never used again for anything else."""
    severity: Severity
    summary: str
    """One sentence for lists of codes."""
    tags: tuple[Tag, ...] = ()
    suggests: bool = False
    """Its findings depend on all names of the file, for they say which of them may be meant."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of text that mends a finding."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True
    """It leaves the meaning of everything that had one as it was, so that "fix all" may take it."""


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding: "first defined here"."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding: place, reason and way out. Offsets count from the start of whatever text it was found in."""

    code: Code
    span: Span
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()

    def moved(self, by: int) -> Diagnostic:
        """The same finding in a text that has *by* more characters before it."""
        return Diagnostic(
            self.code,
            self.span.moved(by),
            self.message,
            tuple(Fix(f.title, tuple(e.moved(by) for e in f.edits), f.safe) for f in self.fixes),
            tuple(Related(r.span.moved(by), r.message) for r in self.related),
        )
