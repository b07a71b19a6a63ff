"""Going through the tree of expressions, whatever it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from wazir.notations.lcpn.expressions import (
    Call,
    Chain,
    Clause,
    Compare,
    Cond,
    Defined,
    Either,
    Expression,
    Logic,
    Nothing,
    Restricted,
    Text,
    Together,
    Word,
)
from wazir.notations.lcpn.meaning.conditions import folded

Part: TypeAlias = Expression | Clause | Word | Defined

INCOMPLETE = frozenset({"more", "see text"})
"""Strings that say that a definition is not complete (L17)."""


def parts(of: Part) -> tuple[Part, ...]:
    """What a part of the tree is made of, tests, restrictions and names of definitions too."""
    match of:
        case Defined(name, body):
            return (name, body) if name else (body,)
        case Either(inside) | Chain(_, inside) | Together(inside) | Logic(_, inside):
            return inside
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


def in_words(part: Part, labels: Iterable[str] = ()) -> tuple[str, ...]:
    """What the strings of an expression say of it besides some labels, a sentence each (L17)."""
    strings = dict.fromkeys(folded(one.words) for one in every(part) if isinstance(one, Text))
    known = {*labels, *INCOMPLETE}
    said = [f'"{one}"' for one in strings if one not in known]
    notes = [f"In words, and not evaluated: {', '.join(said)}."] if said else []
    if any(one in INCOMPLETE for one in strings):
        notes.append("It is not complete: the text around it says more.")
    return tuple(notes)
