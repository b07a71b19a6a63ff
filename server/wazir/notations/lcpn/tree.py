"""The tree of expressions of all styles (L1). Spans count from the start of the chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from wazir.text import Span

INCOMPLETE = frozenset({"more", "see text"})
"""Strings that mark a definition as incomplete (L17)."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a piece or of a function."""

    key: str
    """Canonical: lower case, with hyphens (L3)."""
    span: Span = field(compare=False)
    """Its spelling, including `$`."""


@dataclass(frozen=True, slots=True)
class Array:
    """A step: the numbers of squares along two axes (L5)."""

    numbers: tuple[int, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A move or a condition in words (L17), without the quotes and escapes."""

    words: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number outside arrays: an argument of an unknown function or of a test."""

    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A restriction: `:forward-most`, `:4`, `:*`. The key has no colon, the span has."""

    key: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Property:
    """`::royal` (L15)."""

    key: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Restricted:
    """An expression with one or more restrictions (L6, L7)."""

    inner: Expression
    words: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Either:
    """`/`, of pieces or of functions. Properties come first (L8, L15)."""

    parts: tuple[Expression, ...]
    span: Span = field(compare=False)
    operator: Span = field(compare=False)
    """The first operator; empty if absent, as between a property and what follows it."""


@dataclass(frozen=True, slots=True)
class Chain:
    """`=>`, or `->` if it jumps, of two or more parts; chains of different operators are nested (L8)."""

    jumps: bool
    parts: tuple[Expression, ...]
    span: Span = field(compare=False)
    operator: Span = field(compare=False)
    """The first operator."""


@dataclass(frozen=True, slots=True)
class Together:
    """`&` of functions (L13)."""

    parts: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments (L12, L14): `(capture a b)`, `capture(a, b)`, `capturing a`."""

    function: Expression
    """A name, a string, or `&` and `/` of functions."""
    arguments: tuple[Expression, ...]
    span: Span = field(compare=False)
    gerund: bool = field(compare=False, default=False)
    """The function is a gerund; the keys of its names are the functions that it means (`move`)."""


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers in a test (L16)."""

    sign: str
    left: Expression
    right: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or` of two or more tests, or `not` of one."""

    word: str
    parts: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """A test, None in a default clause, and its expression."""

    test: Expression | None
    then: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cond:
    """`cond`, `if`, `IF` (L16)."""

    clauses: tuple[Clause, ...]
    span: Span = field(compare=False)
    word: Span = field(compare=False)
    """Its first word."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The place of a missing or unreadable expression."""

    span: Span = field(compare=False)


Leaf: TypeAlias = Name | Array | Text | Number | Property | Nothing
Expression: TypeAlias = Leaf | Restricted | Either | Chain | Together | Call | Compare | Logic | Cond


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition, or a bare expression (L2)."""

    name: Name | None
    body: Expression
    span: Span = field(compare=False)
    broken: bool = field(compare=False, default=False)
    """It has an error that the reader could not repair (L2)."""


Part: TypeAlias = Expression | Clause | Word | Defined


def parts(part: Part) -> tuple[Part, ...]:
    """The children of a part, including tests, restrictions and names of definitions."""
    match part:
        case Defined(name, body):
            return (name, body) if name else (body,)
        case Either() | Chain() | Together() | Logic():
            return part.parts
        case Restricted(inner, words):
            return (*words, inner)
        case Call(function, arguments):
            return (function, *arguments)
        case Cond(clauses):
            return clauses
        case Clause(test, then):
            return (test, then) if test is not None else (then,)
        case Compare(_, left, right):
            return (left, right)
    return ()


def alternatives(body: Expression) -> tuple[Expression, ...]:
    """The pieces that are alternatives or operands of an expression."""
    match body:
        case Either(inside) | Call(_, inside):
            return inside
        case Restricted(inner):
            return (inner,)
        case Cond(clauses):
            return tuple(clause.then for clause in clauses)
    return ()


def descendants(part: Part) -> Iterator[Part]:
    """A part of the tree and all its descendants."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(reversed(parts(part)))


def has_gap(part: Part) -> bool:
    """Whether an expression has missing parts."""
    return any(isinstance(each, Nothing) for each in descendants(part))


def size(part: Part) -> int:
    """The number of parts in a part, including itself."""
    return sum(1 for _ in descendants(part))


def folded(text: str) -> str:
    """A text with single spaces for white space (L17)."""
    return " ".join(text.split())


def in_words(part: Part, labels: Iterable[str] = ()) -> tuple[str, ...]:
    """The strings of an expression other than labels, as sentences (L17)."""
    strings = dict.fromkeys(folded(each.words) for each in descendants(part) if isinstance(each, Text))
    known = {*labels, *INCOMPLETE}
    quoted = [f'"{words}"' for words in strings if words not in known]
    notes = [f"In words, and not evaluated: {', '.join(quoted)}."] if quoted else []
    if not INCOMPLETE.isdisjoint(strings):
        notes.append("It is not complete: the text around it says more.")
    return tuple(notes)
