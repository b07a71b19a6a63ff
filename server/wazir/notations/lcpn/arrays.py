"""Steps and leaps in some directions as arrays with restrictions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations

from wazir.notations.lcpn import tree, vocabulary
from wazir.notations.lcpn.names import library
from wazir.notations.lcpn.vocabulary import Steps
from wazir.piece.board import Lattice
from wazir.piece.model import Vector
from wazir.piece.patterns import Hop, Pattern
from wazir.text import Span

NOWHERE = Span(0, 0)
"""The span of expressions without a text."""

RIDERS: Mapping[str, str] = {"wazir": "rook", "ferz": "bishop", "knight": "nightrider"}
_BOTH: Mapping[frozenset[str], str] = {
    frozenset({"wazir", "ferz"}): "king",
    frozenset({"rook", "bishop"}): "queen",
}
"""The pieces of the prelude that are two others."""
_WORDS = (
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "vertical",
    "forward-left",
    "forward-right",
    "backward-left",
    "backward-right",
    "narrow",
    "wide",
    "forward-most",
    "backward-most",
    "left-most",
    "right-most",
    "forward-shallow",
    "backward-shallow",
)
"""Direction words in the order of preference."""
_DIRECTIONS = tuple(words for number in (0, 1, 2) for words in combinations(_WORDS, number))
"""Up to two direction words, the fewest first."""
SOUGHT = tuple(words for words in _DIRECTIONS if set(words) <= set(_WORDS[:12]))
"""The direction words that a lookup tries."""
FUNCTIONS = {"mc": "{}", "m": "(move {})", "c": "(capture {})"}
"""The functions of the modes of a lookup."""


@cache
def names_of_leaps() -> Mapping[Vector, str]:
    """The pieces of the prelude with one leap."""
    arrays = ((each.body, name) for name, each in library().definitions.items())
    return {
        (min(array.numbers), max(array.numbers)): name
        for array, name in arrays
        if isinstance(array, tree.Array)
    }


def array_expressions(
    pattern: Pattern, avoid: frozenset[str], radial: tuple[str, ...] = ()
) -> list[tree.Expression]:
    """The expressions of the steps of a pattern with its range; one if direction words select them.

    Args:
        pattern: The pattern.
        avoid: The names that mean other pieces.
        radial: Restrictions relative to the start of the move.
    """
    name = names_of_leaps().get(pattern.leap)
    rider = RIDERS.get(name or "")
    name, rider = (None if each in avoid else each for each in (name, rider))
    whole: tree.Expression = tree.Name(name, NOWHERE) if name else tree.Array(pattern.leap, NOWHERE)
    words = _selecting(pattern.leap, pattern.steps)
    if words is not None:
        rides = pattern.most is None and (pattern.least == 1 or pattern.hop is Hop.OVER)
        if rides and rider:
            return [_restricted(tree.Name(rider, NOWHERE), (*words, *radial))]
        return [_restricted(whole, (*words, *radial, *_range(pattern)))]
    only = ("only", *radial, *_range(pattern))
    return [_restricted(tree.Array(step, NOWHERE), only) for step in sorted(pattern.steps)]


def _range(pattern: Pattern) -> tuple[str, ...]:
    least, most = pattern.least, pattern.most
    if most is None:
        return ("rider",) if least <= 1 else (str(least), "*")
    if most == least == 1:
        return ()
    if least <= 1:
        return (str(most),)
    return (str(least), str(most))


def _restricted(inner: tree.Expression, words: Iterable[str]) -> tree.Expression:
    restrictions = tuple(tree.Word(word, NOWHERE) for word in words)
    return tree.Restricted(inner, restrictions, NOWHERE) if restrictions else inner


@lru_cache(maxsize=512)
def _selecting(leap: Vector, wanted: frozenset[Vector]) -> tuple[str, ...] | None:
    """The fewest direction words that select steps; None if none do."""
    every = vocabulary.steps(leap, Lattice.SQUARE, literal=False)
    return next((words for words in _DIRECTIONS if selected(every, words) == wanted), None)


def selected(every: Steps, words: tuple[str, ...]) -> frozenset[Vector]:
    """The steps that direction words select, which add up; all steps without a word."""
    return vocabulary.taken(every, [words] if words else [], Lattice.SQUARE)


def compounds(parts: list[tree.Expression], avoid: frozenset[str]) -> list[tree.Expression]:
    """The parts with king for wazir and ferz, and queen for rook and bishop."""
    for names, both in _BOTH.items():
        if both in avoid:
            continue
        halves = [part for part in parts if _plain_name(part) in names]
        are_complete = {_plain_name(part) for part in halves} == names
        ranges = {_words(part) for part in halves}
        if are_complete and len(ranges) == 1:
            first, *others = halves
            merged = _restricted(tree.Name(both, NOWHERE), _words(first))
            parts = [merged if part is first else part for part in parts if part not in others]
    return list(dict.fromkeys(parts))


def _plain_name(of: tree.Expression) -> str | None:
    """The name of a piece with a range and no other restrictions."""
    if isinstance(of, tree.Restricted) and all(
        word.isdecimal() or word == "rider" for word in _words(of)
    ):
        of = of.inner
    return of.key if isinstance(of, tree.Name) else None


def _words(of: tree.Expression) -> tuple[str, ...]:
    return tuple(word.key for word in of.words) if isinstance(of, tree.Restricted) else ()


def either(parts: list[tree.Expression]) -> tree.Expression:
    """The expression of some alternatives, without those inside one another."""
    flat = [
        each
        for part in parts
        for each in (part.parts if isinstance(part, tree.Either) else (part,))
    ]
    return flat[0] if len(flat) == 1 else tree.Either(tuple(dict.fromkeys(flat)), NOWHERE)
