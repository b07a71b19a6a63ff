"""What all four styles say: one tree of expressions (L1). Spans count from the start of the chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from wazir.text import Span

INCOMPLETE = frozenset({"more", "see text"})
"""Strings that say that a definition is not complete (L17)."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a piece or of a function."""

    key: str
    """Canonical: lower case, with hyphens (L3)."""
    span: Span = field(compare=False)
    """As it is written, with its `$` if it has one."""


@dataclass(frozen=True, slots=True)
class Array:
    """A step: so many squares one way, so many the other (L5)."""

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
    """An expression with one restriction or more behind it (L6, L7)."""

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
    """`=>`, or `->` if it jumps, of two parts or more; the other operator makes a chain of its own (L8)."""

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
    """The function is written as a gerund; the keys of its names are those of the functions that are meant (`move`)."""


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers in a test (L16)."""

    sign: str
    left: Expression
    right: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """`and`, `or` of two tests or more, `not` of one."""

    word: str
    parts: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """A test, which only a last clause may lack, and what holds where it does."""

    test: Expression | None
    then: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cond:
    """`cond`, `if`, `IF` (L16)."""

    clauses: tuple[Clause, ...]
    span: Span = field(compare=False)
    word: Span = field(compare=False)
    """The word that begins it."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """A place where an expression is missing, or could not be read."""

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
    """It has an error that the reader could not mend; brackets that it put in are none (L2)."""


Part: TypeAlias = Expression | Clause | Word | Defined


def parts(of: Part) -> tuple[Part, ...]:
    """What a part of the tree is made of: tests, restrictions and names of definitions too."""
    match of:
        case Defined(name, body):
            return (name, body) if name else (body,)
        case Either() | Chain() | Together() | Logic():
            return of.parts
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
    """The pieces that an expression chooses among or works on."""
    match body:
        case Either(inside) | Call(_, inside):
            return inside
        case Restricted(inner):
            return (inner,)
        case Cond(clauses):
            return tuple(clause.then for clause in clauses)
    return ()


def every(part: Part) -> Iterator[Part]:
    """A part of the tree and all inside it."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts(one)))


def has_gap(part: Part) -> bool:
    """Whether something is missing in an expression."""
    return any(isinstance(one, Nothing) for one in every(part))


def size(part: Part) -> int:
    """How many parts there are in one."""
    return sum(1 for _ in every(part))


def folded(text: str) -> str:
    """A text with its white space folded to single blanks (L17)."""
    return " ".join(text.split())


def in_words(part: Part, labels: Iterable[str] = ()) -> tuple[str, ...]:
    """What the strings of an expression say of it besides some labels, a sentence each (L17)."""
    strings = dict.fromkeys(folded(one.words) for one in every(part) if isinstance(one, Text))
    known = {*labels, *INCOMPLETE}
    said = [f'"{one}"' for one in strings if one not in known]
    notes = [f"In words, and not evaluated: {', '.join(said)}."] if said else []
    if any(one in INCOMPLETE for one in strings):
        notes.append("It is not complete: the text around it says more.")
    return tuple(notes)
