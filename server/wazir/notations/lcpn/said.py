"""What there is to say of a word."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.notations.lcpn.tree import Expression
from wazir.notations.lcpn.vocabulary import Word
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Said:
    """What a word means where it stands."""

    title: str
    text: str
    part: Expression | None = None
    """The expression that shows it."""
    span: Span | None = None
    """Where it stands, if it is not just that word."""
    shown: str = ""
    """How that expression is written, if it does not stand so in the text."""
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        written: str,
        word: Word,
        part: Expression | None = None,
        span: Span | None = None,
        notes: tuple[str, ...] = (),
    ) -> Said:
        """What the vocabulary says of a word."""
        return cls(f"{written}: {word.title}", word.text, part, span, notes=notes)
