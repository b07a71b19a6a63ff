"""Tokens, nodes and trees: lossless and immutable, with offsets relative to the chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from wazir.text import Span


class Token(NamedTuple):
    """A word of a text. Its kind is the name of its terminal in the grammar, or `ERROR` for a letter of no word."""

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


class Node(NamedTuple):
    """A rule of the grammar with what it is made of. Blanks, comments and dropped words lie between its tokens."""

    kind: str
    children: tuple[Node | Token, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """From its first token to its last."""
        return Span(self.start, self.end)

    def inner(self, *kinds: str) -> tuple[Node, ...]:
        """The nodes among its children, of some kinds or of any."""
        return tuple([c for c in self.children if isinstance(c, Node) and (not kinds or c.kind in kinds)])

    def leaves(self, *kinds: str) -> tuple[Token, ...]:
        """The tokens among its children, of some kinds or of any."""
        return tuple([c for c in self.children if isinstance(c, Token) and (not kinds or c.kind in kinds)])

    def first(self, *kinds: str) -> Node | None:
        """The first node among its children, of some kinds or of any."""
        return next(iter(self.inner(*kinds)), None)


class ProblemKind(Enum):
    """The ways in which a text can fail to be of a grammar, and what the reader did about it."""

    MISSING = "missing"
    """A word was put in, with an empty text; it stands in the tree, but not among the tokens of the tree."""
    UNEXPECTED = "unexpected"
    """A word was dropped; it stands among the tokens of the tree, but not in the tree."""
    TOO_LONG = "too long"
    """The text was not read, because it has too many characters. The tree is empty, its one token is the text."""
    TOO_DEEP = "too deep"
    """The text was not read to its end, because too many brackets are open. The tree is empty."""
    TOO_MANY = "too many"
    """The rest of the text was dropped, because there are too many problems before it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A place where a text is not of the grammar."""

    kind: ProblemKind
    span: Span
    """The word that was dropped; the empty place, right behind *before*, of one that was put in; or all not read."""
    found: Token | None
    """The word that was dropped, or before which one was put in; None is the end of the text."""
    missing: str | None
    """The kind of the word that was put in."""
    expected: frozenset[str]
    """The kinds of the words that might stand here."""
    before: Token | None
    """The last word before it that stands in the tree."""
    opening: Token | None = None
    """The bracket that the missing word closes."""
    follows: bool = False
    """Nothing was read since the problem before: it is likely a consequence of that one."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed chunk. The text is all of it: every token stands in it at its offset."""

    text: str
    root: Node
    tokens: tuple[Token, ...]
    """All words in order, the dropped ones too, comments too."""
    problems: tuple[Problem, ...]
    """In the order of their places."""

    def find(self, kind: str) -> Node | None:
        """The first node of a kind."""
        return next((node for node in self.nodes() if node.kind == kind), None)

    def nodes(self) -> Iterator[Node]:
        """All nodes, a node before what it is made of, in the order of the text."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(child for child in reversed(node.children) if isinstance(child, Node))
