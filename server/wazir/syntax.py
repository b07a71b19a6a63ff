"""Tokens, nodes and trees: lossless and immutable, with offsets relative to the chunk."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text. Its kind is the name of its terminal in the grammar."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class Node:
    """A rule of the grammar with what it is made of. Blanks and comments lie between its tokens."""

    kind: str
    children: tuple[Node | Token, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """From its first token to its last."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Problem:
    """A place where a text is not of the grammar, and how the reader went on.

    Either *found* was dropped, or *missing* was put in before *found* (or before the end of the text, if it is None).
    """

    span: Span
    found: Token | None
    missing: str | None
    """The kind of the terminal that was put in, with an empty text; it stands in the tree as a token."""
    expected: frozenset[str]
    """The kinds of the terminals that may stand here."""
    before: Token | None
    """The last token read before it."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed chunk. The text is all of it: every token stands in it at its offset."""

    text: str
    root: Node
    tokens: tuple[Token, ...]
    """All words in order, the dropped ones too, comments too."""
    problems: tuple[Problem, ...]
