"""Collects the diagnostics of a chunk, each once."""

from __future__ import annotations

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity
from wazir.text import Edit, Span


class Report:
    """Called with a finding, it keeps it unless it has it already."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span], Diagnostic] = {}

    def __call__(
        self,
        code: Code,
        span: Span,
        message: str,
        fixes: tuple[Fix, ...] = (),
        related: tuple[Related, ...] = (),
    ) -> None:
        """Note a finding."""
        self._found.setdefault((code.id, span), Diagnostic(code, span, message, fixes, related))

    def keep(self, found: Diagnostic) -> None:
        """Keep a finding that was made elsewhere."""
        self._found.setdefault((found.code.id, found.span), found)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by place."""
        return tuple(sorted(self._found.values(), key=lambda d: (d.span, d.code.severity, d.code.id)))

    @property
    def broken(self) -> bool:
        """Whether there is an error among them."""
        return any(d.code.severity is Severity.ERROR for d in self._found.values())


def fix(title: str, *edits: Edit, safe: bool = False) -> Fix:
    """A fix by some edits."""
    return Fix(title, edits, safe)


def write(span: Span, text: str, safe: bool = False) -> Fix:
    """The fix that writes something else in a place."""
    return Fix(f"Write `{text}`", (Edit(span, text),), safe)


def insertion(offset: int, text: str) -> Edit:
    """The edit that puts a text before an offset."""
    return Edit(Span(offset, offset), text)
