"""Diagnostics with their codes and fixes, and the public pages about codes and decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from operator import attrgetter

from wazir.addresses import SITE
from wazir.text import Edit, Span


class Severity(IntEnum):
    """The severity of a diagnostic. The numbers are those of the Language Server Protocol."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class Tag(Enum):
    """How an editor may style the text of a diagnostic."""

    UNNECESSARY = "unnecessary"
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic. Its documentation is `docs/<id>.md` in the package that defines it."""

    id: str
    """Unique for ever: `unknown-letter`. An id is never reused."""
    severity: Severity
    summary: str
    """One sentence, for lists of codes."""
    tags: tuple[Tag, ...] = ()
    suggests: bool = False
    """Its messages suggest names, so they depend on all names of the file."""
    hides: bool = False
    """What it reports is not read, so a fix may uncover other mistakes in it."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that fixes a diagnostic."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False
    """It keeps the meaning of everything valid, so "fix all" may apply it."""


@dataclass(frozen=True, slots=True)
class Related:
    """Another location that explains a diagnostic: "first defined here"."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A message about a span, with fixes. Offsets count from the start of the text that was
    checked.
    """

    code: Code
    span: Span
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()

    def moved(self, by: int) -> Diagnostic:
        """The same diagnostic in a text with *by* more characters before it."""
        return Diagnostic(
            self.code,
            self.span.moved(by),
            self.message,
            fixes=tuple(
                Fix(f.title, tuple(e.moved(by) for e in f.edits), f.safe) for f in self.fixes
            ),
            related=tuple(Related(r.span.moved(by), r.message) for r in self.related),
        )

    def is_about(self, span: Span) -> bool:
        """Whether its span and its edits lie inside a span."""
        edits = [edit.span for fix in self.fixes for edit in fix.edits]
        return self.span.end <= span.end and all(
            span.start <= edit.start < edit.end <= span.end for edit in edits
        )


@dataclass(frozen=True, slots=True)
class DiagnosticFilter:
    """Which diagnostics are reported, and how severe they are."""

    select: frozenset[str] | None = None
    """The codes that are reported; None for all."""
    ignore: frozenset[str] = frozenset()
    """The codes that are not reported."""
    severities: tuple[tuple[str, Severity], ...] = ()
    """The severities that differ from those of the codes, by code."""

    def __call__(self, diagnostic: Diagnostic) -> Diagnostic | None:
        """The diagnostic with its severity; None if it is not reported, whatever the file says."""
        code = diagnostic.code
        if code.id in self.ignore or (self.select is not None and code.id not in self.select):
            return None
        severity = dict(self.severities).get(code.id, code.severity)
        if severity is code.severity:
            return diagnostic
        return replace(diagnostic, code=replace(code, severity=severity))


EVERY_DIAGNOSTIC = DiagnosticFilter()
"""The filter that reports everything."""


UNUSED_IGNORE = Code(
    "unused-ignore",
    Severity.HINT,
    "A comment that ignores a code that is not reported there.",
    tags=(Tag.UNNECESSARY,),
)
"""The code of a useless comment. It is the only one that notations share."""


DUPLICATE_PIECE = Code(
    "duplicate-piece", Severity.HINT, "A piece that is defined before under another name."
)
"""The code of definitions that mean the same, which features report."""


def codes(values: Iterable[object], *shared: Code) -> tuple[Code, ...]:
    """The codes of a notation: those among the values of its module, and those that it shares."""
    own = [value for value in values if isinstance(value, Code) and value not in shared]
    return (*own, *shared, UNUSED_IGNORE)


def merged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """One diagnostic for each location; the others become its related information.

    Diagnostics share a location if their spans are equal. An error also takes the hints within its
    span. The most severe one is shown; of several, the first with a fix. A diagnostic with a fix
    elsewhere is a separate mistake and stays separate, and so does a hint that such a fix leaves.
    """
    groups: list[list[Diagnostic]] = []
    # The groups to which others are added: of the current span, and of the last error around it.
    same_span: list[Diagnostic] = []
    enclosing_error: list[Diagnostic] = []
    # Outer ones first, of the same span the most severe.
    in_order = sorted(
        diagnostics, key=lambda d: (d.span.start, -d.span.end, d.code.severity, not d.fixes)
    )
    for diagnostic in in_order:
        if same_span and _is_same_mistake(diagnostic, same_span[0]):
            same_span.append(diagnostic)
        elif enclosing_error and _is_remark_about(diagnostic, enclosing_error[0]):
            enclosing_error.append(diagnostic)
        else:
            group = [diagnostic]
            groups.append(group)
            if not same_span or same_span[0].span != diagnostic.span:
                same_span = group
            is_error = diagnostic.code.severity is Severity.ERROR
            if is_error and _ends_after(diagnostic, enclosing_error):
                enclosing_error = group
    return tuple(sorted(map(_as_one, groups), key=attrgetter("span")))


def _is_same_mistake(diagnostic: Diagnostic, first: Diagnostic) -> bool:
    """Whether a diagnostic joins the first one of the same span. It has no fix elsewhere, nor has
    the first one, unless the diagnostic is an error.
    """
    is_error = diagnostic.code.severity is Severity.ERROR
    return (
        diagnostic.span == first.span
        and diagnostic.is_about(first.span)
        and (is_error or first.is_about(first.span))
    )


def _is_remark_about(diagnostic: Diagnostic, error: Diagnostic) -> bool:
    """Whether a diagnostic is a hint within the span of an error; neither has a fix elsewhere."""
    is_remark = diagnostic.code.severity > Severity.WARNING
    return is_remark and diagnostic.is_about(error.span) and error.is_about(error.span)


def _ends_after(diagnostic: Diagnostic, group: Sequence[Diagnostic]) -> bool:
    """Whether a diagnostic ends after the first one of a group, if any."""
    return not group or diagnostic.span.end > group[0].span.end


def _as_one(group: Sequence[Diagnostic]) -> Diagnostic:
    """The first diagnostic of a group, to which the others are related information."""
    first, *others = group
    related = [
        each for other in others for each in (Related(other.span, other.message), *other.related)
    ]
    return replace(first, related=(*first.related, *related)) if others else first


# Public pages

DECISIONS: Mapping[str, str] = {
    f"{letter}{number}": page
    for letter, page, count in (
        ("M", "notations/moves", 17),
        ("Q", "notations/moves", 18),
        ("B", "notations/betza", 25),
        ("L", "notations/lcpn", 19),
        ("S", "notations/bensahas", 15),
        ("G", "notations/ben39", 27),
        ("E", "notations/engines", 18),
        ("X", "notations/engines", 18),
        ("D", "notations/engines", 5),
        ("F", "notations/engines", 25),
        ("V", "engine-files", 19),
    )
    for number in range(1, count + 1)
}
"""The decisions about notations, each with the page of the site that explains it."""


def public_page(code: str) -> str:
    """The address of the page about a code of diagnostics."""
    return f"{SITE}/diagnostics/{code}.html"


def decision_page(decision: str) -> str:
    """The address of the paragraph about a decision."""
    return f"{SITE}/{DECISIONS[decision]}.html#{decision.lower()}"
