"""Expressions of LCPN that hypothesis makes up: all that can be said without an error of form."""

from __future__ import annotations

from hypothesis import strategies as st

from wazir.notations.lcpn.tree import (
    Array,
    Call,
    Chain,
    Clause,
    Compare,
    Cond,
    Either,
    Expression,
    Logic,
    Name,
    Number,
    Property,
    Restricted,
    Text,
    Together,
    Word,
)
from wazir.text import Span

NOWHERE = Span(0, 0)
PIECES = frozenset(
    (
        "wazir ferz short-rook king viking ñandú if else and or not is then end t cond def "
        "and-then _x x-"
    )
    .replace("_", "-")
    .split()
)
FUNCTIONS = frozenset(["move", "capture", "no-jump", "hop", "dancing", "ring", "if", "t", "not"])


class Known:
    """What the made-up names mean."""

    def is_piece(self, key: str) -> bool:
        return key in PIECES

    def is_function(self, key: str) -> bool:
        return key in FUNCTIONS


def name(key: str) -> Name:
    return Name(key, NOWHERE)


pieces = st.sampled_from(sorted(PIECES)).map(name)
function_names = st.sampled_from(sorted(FUNCTIONS)).map(name)
letters = st.text(st.sampled_from('ab "\\;#/-:(]\n\té'), max_size=8)
texts = letters.map(lambda words: Text(words, NOWHERE))
arrays = st.lists(st.integers(-9, 12), min_size=1, max_size=3).map(
    lambda numbers: Array(tuple(numbers), NOWHERE)
)
numbers = st.integers(-3, 99).map(lambda value: Number(value, NOWHERE))
words = st.sampled_from(["forward", "forward-most", "rider", "4", "*", "-2", "on-ice", "and"]).map(
    lambda key: Word(key, NOWHERE)
)
properties = st.sampled_from(["royal", "on-loan", "or"]).map(lambda key: Property(key, NOWHERE))


def several(
    parts: st.SearchStrategy[Expression], least: int = 2
) -> st.SearchStrategy[tuple[Expression, ...]]:
    return st.lists(parts, min_size=least, max_size=3).map(tuple)


def _functions(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return several(inner).map(lambda parts: Together(parts, NOWHERE)) | several(inner).map(
        lambda parts: Either(parts, NOWHERE)
    )


functions = st.recursive(function_names | texts, _functions, max_leaves=4)
compositions = several(function_names).map(lambda parts: Together(parts, NOWHERE))


def _tests(argument: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    asked = st.builds(
        lambda function, arguments: Call(function, arguments, NOWHERE),
        st.sampled_from(["rank", "moved", "in-check", "resting"]).map(name),
        several(argument | numbers, 0),
    )
    sides = numbers | asked
    compared = st.builds(
        lambda sign, left, right: Compare(sign, left, right, NOWHERE),
        st.sampled_from(["=", "<", ">", "<=", ">=", "!="]),
        sides,
        sides,
    )
    return st.recursive(
        texts | asked | compared,
        lambda inner: (
            inner.map(lambda part: Logic("not", (part,), NOWHERE))
            | st.builds(
                lambda word, parts: Logic(word, parts, NOWHERE),
                st.sampled_from(["and", "or"]),
                several(inner),
            )
        ),
        max_leaves=4,
    )


def _conds(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    clause = st.builds(lambda test, then: Clause(test, then, NOWHERE), _tests(pieces), inner)
    last = inner.map(lambda then: [Clause(None, then, NOWHERE)])
    return st.builds(
        lambda clauses, default: Cond((*clauses, *default), NOWHERE),
        st.lists(clause, min_size=1, max_size=3),
        st.just([]) | last,
    )


def _larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(lambda part, by: Restricted(part, by, NOWHERE), inner, several(words, 1)),
        several(inner).map(lambda parts: Either(parts, NOWHERE)),
        st.builds(
            lambda first, parts: Either(first + parts, NOWHERE),
            several(properties, 1),
            several(inner, 0),
        ),
        st.builds(
            lambda jumps, parts: Chain(jumps, parts, NOWHERE, NOWHERE),
            st.booleans(),
            several(inner),
        ),
        st.builds(
            lambda function, arguments: Call(function, arguments, NOWHERE),
            functions,
            several(inner | numbers, 1),
        ),
        _conds(inner),
    )


expressions = st.recursive(pieces | arrays | texts, _larger, max_leaves=12) | compositions
"""All bodies that a definition can have."""
