"""Tokens, nodes and trees. They are lossless and immutable; offsets count from the start of the
chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from wazir.text import Span


class Token(NamedTuple):
    """A token. Its kind is the name of its terminal in the grammar, or `ERROR` for a character that
    no terminal matches.
    """

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """The range of its characters."""
        return Span(self.start, self.start + len(self.text))


class Node(NamedTuple):
    """A rule of the grammar with its children. Blanks, comments and skipped tokens lie between the
    children.
    """

    kind: str
    children: tuple[Node | Token, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """From its first token to its last."""
        return Span(self.start, self.end)

    def inner(self, *kinds: str) -> tuple[Node, ...]:
        """Its child nodes, of some kinds or of any kind."""
        return tuple(
            [c for c in self.children if isinstance(c, Node) and (not kinds or c.kind in kinds)]
        )

    def leaves(self, *kinds: str) -> tuple[Token, ...]:
        """Its child tokens, of some kinds or of any kind."""
        return tuple(
            [c for c in self.children if isinstance(c, Token) and (not kinds or c.kind in kinds)]
        )

    def first(self, *kinds: str) -> Node | None:
        """Its first child node of some kinds or of any kind."""
        return next(iter(self.inner(*kinds)), None)


class ProblemKind(Enum):
    """The kinds of syntax errors, and how the parser recovers."""

    MISSING = "missing"
    """An empty token was inserted. It is in the tree, but not among the tokens of the tree."""
    UNEXPECTED = "unexpected"
    """A token was skipped. It is among the tokens of the tree, but not in the tree."""
    TOO_LONG = "too long"
    """The text has too many characters and was not parsed. The tree is empty; its only token is the
    text.
    """
    TOO_DEEP = "too deep"
    """Too many brackets are open; the text was not parsed to its end. The tree is empty."""
    TOO_MANY = "too many"
    """Too many problems; the rest of the text was skipped."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A syntax error."""

    kind: ProblemKind
    span: Span
    """The skipped token, the empty span right after *before* of an inserted token, or all that was
    not parsed.
    """
    found: Token | None
    """The skipped token, or the token before which one was inserted. None is the end of the
    text.
    """
    missing: str | None
    """The kind of the inserted token."""
    expects: Callable[[], frozenset[str]] = field(compare=False, repr=False)
    """Returns the kinds of tokens that are valid here. Few readers of a problem ask for them."""
    before: Token | None
    """The last token of the tree before it."""
    opening: Token | None = None
    """The bracket that the missing token closes."""
    follows: bool = False
    """Nothing was parsed since the previous problem, which is likely its cause."""

    @property
    def expected(self) -> frozenset[str]:
        """The kinds of tokens that are valid here."""
        return self.expects()


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed chunk. Every token is at its offset in the text."""

    text: str
    root: Node
    tokens: tuple[Token, ...]
    """All tokens in order, including skipped tokens and comments."""
    problems: tuple[Problem, ...]
    """In the order of their spans."""

    def nodes(self) -> Iterator[Node]:
        """All nodes in the order of the text, parents first."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(child for child in reversed(node.children) if isinstance(child, Node))


def token_at(tokens: Iterable[Token], offset: int) -> Token | None:
    """The token at an offset, or the one that ends there; tokens are in order."""
    near = [token for token in tokens if token.start <= offset <= token.end]
    return near[-1] if near else None
