"""What all four styles say: one tree of expressions (L1). Spans count from the start of the chunk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from wazir.text import Span


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
    """A move or a condition in words (L17)."""

    words: str
    """Without the quotes and escapes, white space as it stands."""
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number outside arrays: something that functions of no known meaning and tests may be given."""

    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A restriction: `:forward-most`, `:4`, `:*`."""

    key: str
    """Canonical and without the colon."""
    span: Span = field(compare=False)
    """With the colon."""


@dataclass(frozen=True, slots=True)
class Property:
    """`::royal` (L15)."""

    key: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Restricted:
    """An expression with restrictions behind it, at least one (L6, L7)."""

    inner: Expression
    words: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Either:
    """`/`, of pieces or of functions. Properties come first (L8, L15)."""

    parts: tuple[Expression, ...]
    span: Span = field(compare=False)
    operator: Span = field(compare=False)
    """The first sign of it; empty where there is none, as between a property and what follows it."""


@dataclass(frozen=True, slots=True)
class Chain:
    """`=>` and `->`, of two parts or more; other operators and brackets inside make chains of their own (L8)."""

    jumps: bool
    """Whether it is `->`."""
    parts: tuple[Expression, ...]
    span: Span = field(compare=False)
    operator: Span = field(compare=False)
    """The first sign of it."""


@dataclass(frozen=True, slots=True)
class Together:
    """`&` of functions (L13)."""

    parts: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function with what it is given (L12, L14): `(capture a b)`, `capture(a, b)`, `capturing a`."""

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
    """A test and what holds where it does; the last clause may be without a test."""

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


Expression: TypeAlias = (
    Name
    | Array
    | Text
    | Number
    | Property
    | Restricted
    | Either
    | Chain
    | Together
    | Call
    | Compare
    | Logic
    | Cond
    | Nothing
)


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition, or a bare expression (L2)."""

    name: Name | None
    body: Expression
    span: Span = field(compare=False)
    broken: bool = field(compare=False, default=False)
    """It has an error that the reader could not mend; brackets that it put in are none (L2)."""
