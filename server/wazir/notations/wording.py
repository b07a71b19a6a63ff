"""Lists, counts and parts of texts in messages."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.text import Span

MAX_CHARACTERS_SHOWN = 80
"""A longer text is shortened where it stands for a definition, and a longer span in a
diagnostic.
"""


def join_words(parts: Iterable[str], word: str = "and") -> str:
    """Words as one phrase: "a, b and c"."""
    *firsts, last = list(parts) or [""]
    return f"{', '.join(firsts)} {word} {last}" if firsts else last


def shortened(text: str, longest: int = MAX_CHARACTERS_SHOWN) -> str:
    """A text on one line, with an ellipsis if it is long."""
    shown = " ".join(text[: 4 * longest].split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def capitalized(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def plural_count(number: int, noun: str) -> str:
    """A number with its noun: "1 file", "2 files"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def beginning(span: Span) -> Span:
    """The start of a long span, for a diagnostic."""
    return Span(span.start, min(span.end, span.start + MAX_CHARACTERS_SHOWN))


def blanked(text: str, spans: Iterable[Span]) -> str:
    """A text with blanks in the place of some spans."""
    # A copy of the text for each span would take seconds where there are many.
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)


def visible(text: str) -> str:
    """A character as it can be shown in a message."""
    return text if text.isprintable() and "`" not in text else f"U+{ord(text[0]):04X}"
