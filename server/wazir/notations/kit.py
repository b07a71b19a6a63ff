"""What notations share: reports, fixes, duplicate names, and texts as they are shown."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity
from wazir.text import Edit, Span

LONGEST_SHOWN = 80
"""A longer text is shortened where it stands for a definition."""


class Report:
    """Collects the diagnostics of a chunk.

    Args:
        by_message: Several diagnostics of a code and a span are kept if their messages differ; else only the first.
    """

    def __init__(self, by_message: bool = False) -> None:
        self._by_message = by_message
        self._found: dict[tuple[str, Span, str], Diagnostic] = {}

    def __call__(self, code: Code, span: Span, message: str, *fixes: Fix) -> None:
        """Add a diagnostic."""
        self.keep(Diagnostic(code, span, message, fixes))

    def keep(self, found: Diagnostic) -> None:
        """Add a diagnostic that was made elsewhere."""
        self._found.setdefault((found.code.id, found.span, found.message if self._by_message else ""), found)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, by place."""
        return tuple(sorted(self._found.values(), key=lambda d: (d.span, d.code.severity, d.code.id)))

    @property
    def count(self) -> int:
        """The number of diagnostics."""
        return len(self._found)

    @property
    def broken(self) -> bool:
        """Whether there is an error among them."""
        return has_error(self._found.values())

    def is_broken_in(self, span: Span) -> bool:
        """Whether there is an error within a span."""
        inside = (d for d in self._found.values() if span.start <= d.span.start and d.span.end <= span.end)
        return has_error(inside)


def has_error(found: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among some diagnostics."""
    return any(one.code.severity is Severity.ERROR for one in found)


# Fixes


def fix(title: str, *edits: Edit, safe: bool = False) -> Fix:
    """A fix by some edits."""
    return Fix(title, edits, safe)


def write(span: Span, text: str, safe: bool = False) -> Fix:
    """The fix that writes something else in a place."""
    return Fix(f"Write `{text}`", (Edit(span, text),), safe)


def remove(span: Span, what: str, safe: bool = False) -> Fix:
    """The fix that takes something out."""
    return Fix(f"Remove {what}", (Edit(span, ""),), safe)


def insertion(offset: int, text: str) -> Edit:
    """The edit that puts a text before an offset."""
    return Edit(Span(offset, offset), text)


def duplicate(
    code: Code, name: str, here: Span, first: Span, another: str, *, verb: str = "defined", whole: str = ""
) -> Diagnostic:
    """The diagnostic for a name that is defined again.

    Args:
        code: What such a diagnostic is called.
        name: The name, as it is written.
        here: Where it is defined again.
        first: Where it is defined first.
        another: A name that nothing has, for a fix; or an empty text.
        verb: What is done with names.
        whole: The name as the subject of a sentence, if that is more than the name.
    """
    message = f"{whole or f'`{name}`'} is {verb} twice. Rename or remove one of the two."
    related = Related(first, f"`{name}` is first {verb} here.")
    return Diagnostic(code, here, message, (write(here, another),) if another else (), (related,))


# Words


def listed(parts: Iterable[str], word: str = "and") -> str:
    """Some words as one phrase: "a, b and c"."""
    *firsts, last = list(parts) or [""]
    return f"{', '.join(firsts)} {word} {last}" if firsts else last


def shortened(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A text on one line, with an ellipsis if it is long."""
    shown = " ".join(text[: 4 * longest].split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def blanked(text: str, spans: Iterable[Span]) -> str:
    """A text with blanks in the place of some spans."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def visible(text: str) -> str:
    """A sign as it can be shown in a line of text."""
    return text if text.isprintable() and "`" not in text else f"U+{ord(text[0]):04X}"
