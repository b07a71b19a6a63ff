"""What is wrong with a text, in words for a person: codes, diagnostics and their fixes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
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

    def is_about(self, span: Span) -> bool:
        """Whether its span and the text that its fixes change lie inside a span."""
        edits = [edit.span for fix in self.fixes for edit in fix.edits]
        return self.span.end <= span.end and all(span.start <= edit.start < edit.end <= span.end for edit in edits)


def merged(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics by place, one for each place: the others there become related information of it.

    Diagnostics share a place if their spans are the same. An error also takes the remarks on parts of its span. The
    most severe one is shown, of several the first with a fix. A diagnostic with a fix elsewhere is another mistake,
    and stays on its own; so does a remark that such a fix leaves.
    """
    groups: list[list[Diagnostic]] = []
    place: list[Diagnostic] = []
    error: list[Diagnostic] = []
    for one in sorted(found, key=lambda one: (one.span.start, -one.span.end, one.code.severity, not one.fixes)):
        is_here = bool(place) and place[0].span == one.span
        is_remark = one.code.severity > Severity.WARNING
        is_error = one.code.severity is Severity.ERROR
        if is_here and one.is_about(one.span) and (is_error or place[0].is_about(one.span)):
            place.append(one)
        elif error and is_remark and one.is_about(error[0].span) and error[0].is_about(error[0].span):
            error.append(one)
        else:
            groups.append([one])
            place = place if is_here else groups[-1]
            if is_error and (not error or one.span.end > error[0].span.end):
                error = groups[-1]
    return tuple(sorted((_related(*group) for group in groups), key=lambda one: one.span))


def _related(shown: Diagnostic, *others: Diagnostic) -> Diagnostic:
    """A diagnostic with others as its related information."""
    more = [each for one in others for each in (Related(one.span, one.message), *one.related)]
    return replace(shown, related=(*shown.related, *more)) if more else shown
