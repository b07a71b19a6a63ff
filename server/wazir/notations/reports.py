"""Reports of diagnostics while a chunk is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity
from wazir.notations.fixes import write
from wazir.notations.wording import beginning
from wazir.syntax import Problem, ProblemKind
from wazir.text import Span


class Report:
    """Collects the diagnostics of a chunk.

    Args:
        by_message: Several diagnostics of a code and a span are kept if their messages differ; else
            only the first.
    """

    def __init__(self, by_message: bool = False) -> None:
        self._by_message = by_message
        self._reported: dict[tuple[str, Span, str], Diagnostic] = {}

    def __call__(self, code: Code, span: Span, message: str, *fixes: Fix) -> None:
        """Add a diagnostic."""
        self.keep(Diagnostic(code, span, message, fixes=fixes))

    def again(self, code: Code, span: Span, message: str, first: Span) -> None:
        """Add a diagnostic of a repetition, with the span of the first occurrence."""
        self.keep(
            Diagnostic(
                code, span, message, fixes=(), related=(Related(first, "The first one is here."),)
            )
        )

    def keep(self, *diagnostics: Diagnostic) -> None:
        """Add diagnostics that were made elsewhere."""
        for diagnostic in diagnostics:
            key = (
                diagnostic.code.id,
                diagnostic.span,
                diagnostic.message if self._by_message else "",
            )
            self._reported.setdefault(key, diagnostic)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, by place."""
        return tuple(
            sorted(self._reported.values(), key=lambda d: (d.span, d.code.severity, d.code.id))
        )

    @property
    def count(self) -> int:
        """The number of diagnostics."""
        return len(self._reported)

    @property
    def broken(self) -> bool:
        """Whether there is an error among them."""
        return has_error(self._reported.values())

    def is_broken_in(self, span: Span) -> bool:
        """Whether there is an error within a span."""
        return has_error(
            value for value in self._reported.values() if span.contains_range(value.span)
        )


def has_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among some diagnostics."""
    return any(diagnostic.code.severity is Severity.ERROR for diagnostic in diagnostics)


def duplicate(
    code: Code,
    name: str,
    here: Span,
    first: Span,
    another: str,
    *,
    verb: str = "defined",
    whole: str = "",
) -> Diagnostic:
    """The diagnostic for a name that is defined again.

    Args:
        code: The code of the diagnostic.
        name: The name as it is written.
        here: The span of the name.
        first: The span of the name in its first definition.
        another: An unused name for a fix; no fix if it is empty.
        verb: What is done with names.
        whole: The name as the subject of a sentence, if that is more than the name.
    """
    message = f"{whole or f'`{name}`'} is {verb} twice. Rename or remove one of the two."
    related = Related(first, f"`{name}` is first {verb} here.")
    return Diagnostic(
        code, here, message, fixes=(write(here, another),) if another else (), related=(related,)
    )


def unread(problem: Problem, what: str, too_long: Code, too_many: Code) -> Diagnostic:
    """The diagnostic for a text that is not read to its end: too long, too deeply nested, or with
    too many errors.

    Args:
        problem: The problem.
        what: What the text is.
        too_long: The code of a text that is too long or too deeply nested.
        too_many: The code of a text with too many errors.
    """
    span = beginning(problem.span)
    if problem.kind is ProblemKind.TOO_MANY:
        return Diagnostic(
            too_many,
            span,
            f"Too many errors; the rest of the {what} is not read. Fix the first ones.",
        )
    extreme = "long" if problem.kind is ProblemKind.TOO_LONG else "deeply nested"
    return Diagnostic(
        too_long, span, f"The {what} is too {extreme} to be read. Split it into several."
    )


Arguments: TypeAlias = tuple[tuple[str, str], ...]
"""The arguments of a word, each with a sentence."""
