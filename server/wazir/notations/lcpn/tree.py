"""The tree of expressions of all styles, and how each style spells names and leaves (L1, L3).

Spans count from the start of the chunk.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from wazir.notations.vocabulary import packaged
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Style:
    """The spelling of a style, as `words.toml` explains it."""

    title: str
    summary: str
    family: str
    comment: str
    reserved: frozenset[str]
    signs: Mapping[str, str]
    array: str
    definition: str
    call: str
    test: str
    default: str
    condition: str

    @property
    def is_lispy(self) -> bool:
        """Whether it has lists."""
        return self.family == "lisp"


_SIGNS = ("/", "=>", "->", "&", "and", "or", "not", "def", "cond")


def _style(row: Mapping[str, Any]) -> Style:
    signs = {sign: row["signs"].get(sign, sign) for sign in _SIGNS}
    return Style(**{**row, "reserved": frozenset(row["reserved"]), "signs": signs})


STYLES: Mapping[str, Style] = {
    name: _style(row) for name, row in packaged(__package__, "words")["styles"].items()
}
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

    parts: Expressions
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """`=>`, or `->` if it jumps, of two or more parts; chains of different operators are nested
    (L8).
    """

    jumps: bool
    parts: Expressions
    span: Span = field(compare=False)
    operator: Span = field(compare=False)
    """The first operator."""


@dataclass(frozen=True, slots=True)
class Together:
    """`&` of functions (L13)."""

    parts: Expressions
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments (L12, L14): `(capture a b)`, `capture(a, b)`, `capturing a`."""

    function: Expression
    """A name, a string, or `&` and `/` of functions."""
    arguments: Expressions
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
    parts: Expressions
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


@dataclass(frozen=True, slots=True)
class Nothing:
    """The place of a missing or unreadable expression."""

    span: Span = field(compare=False)


Leaf: TypeAlias = Name | Array | Text | Number | Property | Nothing
Expression: TypeAlias = (
    Leaf | Restricted | Either | Chain | Together | Call | Compare | Logic | Cond
)


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition, or a bare expression (L2)."""

    name: Name | None
    body: Expression
    span: Span = field(compare=False)
    broken: bool = field(compare=False, default=False)
    """It has an error that the reader could not repair (L2)."""


Expressions: TypeAlias = tuple[Expression, ...]
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


def alternatives(body: Expression) -> Expressions:
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
    strings = dict.fromkeys(
        folded(each.words) for each in descendants(part) if isinstance(each, Text)
    )
    known = {*labels, *INCOMPLETE}
    quoted = [f'"{words}"' for words in strings if words not in known]
    notes = [f"In words, and not evaluated: {', '.join(quoted)}."] if quoted else []
    if not INCOMPLETE.isdisjoint(strings):
        notes.append("It is not complete: the text around it says more.")
    return tuple(notes)


_ROMAN = {
    1000: "m",
    900: "cm",
    500: "d",
    400: "cd",
    100: "c",
    90: "xc",
    50: "l",
    40: "xl",
    10: "x",
    9: "ix",
    5: "v",
}
_ROMAN |= {4: "iv", 1: "i"}
_GREATEST = 3999
_LEADING = re.compile(r"\A-+")
_RANGE = re.compile(r"-?\d+|\*")
_ESCAPED = re.compile(r'[\\"]')


@dataclass(frozen=True, slots=True)
class NameKinds:
    """The names of pieces and of functions in a text. The tree of the SQL style depends on them
    (L14).
    """

    pieces: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()

    def is_piece(self, key: str) -> bool:
        """Whether a piece has the name."""
        return key in self.pieces

    def is_function(self, key: str) -> bool:
        """Whether a function has the name."""
        return key in self.functions


NO_KINDS = NameKinds()


def canonical(written: str) -> str:
    """The key of a name: lower case, with hyphens, without the `$`."""
    return unicodedata.normalize("NFC", written.removeprefix("$")).lower().replace("_", "-")


def spelled(key: str, style: str) -> str:
    """A key with the word separator of a style. A leading `_` is kept in all styles."""
    if not STYLES[style].is_lispy:
        return key.replace("-", "_")
    return _LEADING.sub(lambda hyphens: "_" * len(hyphens[0]), key)


def spaced(key: str) -> str:
    """A name as a label: with spaces for hyphens (L11)."""
    return key[:1] + key[1:].replace("-", " ")


def written(
    of: Name | Array | Text | Number | Property | Word, style: str, guarded: bool = False
) -> str:
    """A leaf of the tree in a style.

    A name gets a `$` where it would clash with a word of the style, or to be *guarded* from being
    taken for a gerund.
    """
    match of:
        case Name(key):
            return "$" * (guarded or key in STYLES[style].reserved) + spelled(key, style)
        case Array(numbers):
            inside = (" " if STYLES[style].is_lispy else ", ").join(map(str, numbers))
            return STYLES[style].array.format(inside)
        case Text(words):
            return '"' + _ESCAPED.sub(lambda sign: "\\" + sign[0], words) + '"'
        case Number(value):
            return str(value)
        case Property(key):
            return f"::{spelled(key, style)}"
        case Word(key):
            return f":{key if _RANGE.fullmatch(key) else spelled(key, style)}"


def operand(text: str, style: str) -> str:
    """The text of an expression as an operand, with brackets if needed."""
    return text if STYLES[style].is_lispy or " " not in text else f"({text})"


def roman(digits: str) -> str:
    """A number in Roman numerals; 0 and large numbers in digits."""
    number = int(digits) if len(digits) <= len(str(_GREATEST)) else 0
    if not 0 < number <= _GREATEST:
        return digits
    numeral = ""
    for value, letters in _ROMAN.items():
        numeral += letters * (number // value)
        number %= value
    return numeral


# Gerunds


def is_like_gerund(key: str) -> bool:
    """Whether a name could be read as a gerund before an operand (L14)."""
    return key.endswith("ing")


def candidates(key: str) -> tuple[str, ...]:
    """The functions that a gerund may mean, the likeliest first; empty for other keys."""
    stem = key.removesuffix("ing")
    if stem in ("", key):
        return ()
    doubled = stem[-1] == stem[-2:-1] and stem[-1] not in "aeiou"
    return (stem, f"{stem}e", stem[:-1]) if doubled else (stem, f"{stem}e")


def resolved(key: str, is_function: Callable[[str], bool]) -> str:
    """The function that a gerund means; other keys are unchanged."""
    stems = candidates(key)
    if not stems or is_function(key):
        return key
    return next(filter(is_function, stems), stems[0])


def gerund(function: str) -> str:
    """A gerund that means the function."""
    key = canonical(function)
    stem = function[:-1] if key.endswith("e") and key in candidates(f"{key[:-1]}ing") else function
    return f"{stem}ing"


def respelled(new: str, old: str, key: str) -> str:
    """A new name in the spelling of the old one: with its `-` or `_`, its `$`, and as a gerund if
    that is one.

    Args:
        new: The new name, written in any way.
        old: What stands at the place.
        key: The old name.
    """
    name = new.removeprefix("$")
    if canonical(old) != key:
        name = gerund(name)
    if "_" in old:
        sign = "_"
    elif "-" in old:
        sign = "-"
    else:
        sign = ""
    if sign:
        name = name.replace("-", sign).replace("_", sign)
    return f"{'$' * old.startswith('$')}{name}"
