"""Collects the diagnostics of a chunk, each once."""

from __future__ import annotations

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity
from wazir.text import Edit, Span


class Report:
    """Called with a finding, it keeps it unless it has it already."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span, str], Diagnostic] = {}
        self._errors: list[Span] = []

    def __call__(
        self,
        code: Code,
        span: Span,
        message: str,
        fixes: tuple[Fix, ...] = (),
        related: tuple[Related, ...] = (),
    ) -> None:
        """Note a finding."""
        self._found.setdefault((code.id, span, message), Diagnostic(code, span, message, fixes, related))
        if code.severity is Severity.ERROR:
            self._errors.append(span)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by place."""
        return tuple(sorted(self._found.values(), key=lambda d: (d.span, d.code.severity, d.code.id)))

    def is_spoilt(self, span: Span) -> bool:
        """Whether there is an error within a span."""
        return any(span.start <= error.start and error.end <= span.end for error in self._errors)


def removal(title: str, span: Span) -> tuple[Fix, ...]:
    """A fix that removes something, which may change the meaning."""
    return (Fix(title, (Edit(span, ""),), safe=False),)


def replacement(span: Span, text: str, *, safe: bool = False) -> tuple[Fix, ...]:
    """A fix that writes something else."""
    return (Fix(f"Write `{text}`", (Edit(span, text),), safe),)


def insertion(offset: int, text: str, title: str, *, safe: bool = True) -> tuple[Fix, ...]:
    """A fix that puts something in."""
    return (Fix(title, (Edit(Span(offset, offset), text),), safe),)
