"""Directions and leapers in words.

The words belong to what is selected, not to the sign that selects it, so that `ff` and `f` of a knight read the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wazir.notations.betza.directions import Shape
from wazir.notations.betza.vocabulary import WORDS
from wazir.notations.kit import listed
from wazir.piece.model import Vector

_ORTHOGONAL: Mapping[frozenset[int], str] = {
    frozenset({0, 8}): "straight forward and backward",
    frozenset({4, 12}): "straight to the left and to the right",
    frozenset({0, 4, 8, 12}): "all four orthogonal ways",
}

_DIAGONAL: Mapping[frozenset[int], str] = {
    frozenset({2, 14}): "both diagonals forward",
    frozenset({6, 10}): "both diagonals backward",
    frozenset({10, 14}): "both diagonals to the left",
    frozenset({2, 6}): "both diagonals to the right",
    frozenset({2, 10}): "the diagonal from backward left to forward right",
    frozenset({6, 14}): "the diagonal from forward left to backward right",
    frozenset({2, 6, 10, 14}): "all four diagonals",
}

_OBLIQUE: Mapping[frozenset[int], str] = {
    frozenset({1, 15}): "the two leaps that go further forward than aside",
    frozenset({7, 9}): "the two leaps that go further backward than aside",
    frozenset({11, 13}): "the two leaps that go further to the left than forward or back",
    frozenset({3, 5}): "the two leaps that go further to the right than forward or back",
    frozenset({3, 13}): "the two flat leaps forward, which go further aside than forward",
    frozenset({5, 11}): "the two flat leaps backward, which go further aside than back",
    frozenset({9, 15}): "the two steep leaps to the left, which go further forward or back than aside",
    frozenset({1, 7}): "the two steep leaps to the right, which go further forward or back than aside",
    frozenset({1, 3, 13, 15}): "the four leaps forward",
    frozenset({5, 7, 9, 11}): "the four leaps backward",
    frozenset({9, 11, 13, 15}): "the four leaps to the left",
    frozenset({1, 3, 5, 7}): "the four leaps to the right",
    frozenset({1, 7, 9, 15}): "the four steep leaps, which go further forward or back than aside",
    frozenset({3, 5, 11, 13}): "the four flat leaps, which go further aside than forward or back",
    frozenset({1, 5, 9, 13}): "the four leaps that turn to the right, seen along their longer part",
    frozenset({3, 7, 11, 15}): "the four leaps that turn to the left, seen along their longer part",
    frozenset(range(1, 16, 2)): "all eight leaps",
}

_EIGHT: Mapping[frozenset[int], str] = {
    **_ORTHOGONAL,
    **_DIAGONAL,
    frozenset({0, 2, 14}): "straight forward and both diagonals forward",
    frozenset({6, 8, 10}): "straight backward and both diagonals backward",
    frozenset({10, 12, 14}): "straight to the left and both diagonals to the left",
    frozenset({2, 4, 6}): "straight to the right and both diagonals to the right",
    frozenset({0, 2, 6, 8, 10, 14}): "every way but straight to the left and to the right",
    frozenset({2, 4, 6, 10, 12, 14}): "every way but straight forward and backward",
    frozenset(range(0, 16, 2)): "all eight ways",
}

_SETS: Mapping[Shape, Mapping[frozenset[int], str]] = {
    Shape.ORTHOGONAL: _ORTHOGONAL,
    Shape.DIAGONAL: _DIAGONAL,
    Shape.OBLIQUE: _OBLIQUE,
    Shape.EIGHT: _EIGHT,
}

_PLACES: Mapping[int, str] = {
    0: "straight forward",
    2: "diagonally forward right",
    4: "straight to the right",
    6: "diagonally backward right",
    8: "straight backward",
    10: "diagonally backward left",
    12: "straight to the left",
    14: "diagonally forward left",
    1: "the steep leap forward right",
    3: "the flat leap forward right",
    5: "the flat leap backward right",
    7: "the steep leap backward right",
    9: "the steep leap backward left",
    11: "the flat leap backward left",
    13: "the flat leap forward left",
    15: "the steep leap forward left",
}

_TURNS: Mapping[frozenset[int], str] = {
    frozenset({0, 8}): "straight on and straight back",
    frozenset({4, 12}): "a quarter turn to either side",
    frozenset({0, 4, 12}): "every way but straight back",
    frozenset({0, 4, 8, 12}): "every way",
    frozenset({2, 14}): "half left and half right",
    frozenset({6, 10}): "back to the left and back to the right",
    frozenset({2, 6, 10, 14}): "every way",
    frozenset({1, 15}): "the two leaps nearest to straight on",
    frozenset({7, 9}): "the two leaps nearest to straight back",
    frozenset({3, 5}): "the two leaps nearest to a quarter turn to the right",
    frozenset({11, 13}): "the two leaps nearest to a quarter turn to the left",
    frozenset({3, 13}): "the two leaps forward that are farther from straight on",
    frozenset({5, 11}): "the two leaps backward that are farther from straight back",
    frozenset({1, 3, 13, 15}): "the four leaps that go on forward",
    frozenset({5, 7, 9, 11}): "the four leaps that go back",
    frozenset({1, 3, 5, 7}): "the four leaps to the right",
    frozenset({9, 11, 13, 15}): "the four leaps to the left",
    frozenset(range(1, 16, 2)): "every way",
    frozenset(range(0, 16, 2)): "every way",
    frozenset(range(0, 16, 2)) - {8}: "every way but straight back",
}

_HEADINGS: Mapping[int, str] = {
    0: "straight on",
    2: "half right",
    4: "a quarter turn to the right",
    6: "back to the right",
    8: "straight back",
    10: "back to the left",
    12: "a quarter turn to the left",
    14: "half left",
    1: "the leap just right of straight on",
    3: "the leap forward that is farther to the right",
    5: "the leap backward that is farther to the right",
    7: "the leap just right of straight back",
    9: "the leap just left of straight back",
    11: "the leap backward that is farther to the left",
    13: "the leap forward that is farther to the left",
    15: "the leap just left of straight on",
}

_ROUND: Mapping[int, str] = {
    **_HEADINGS,
    0: "the same leap again",
    2: "the next leap clockwise",
    6: "the leap before straight back, clockwise",
    10: "the leap before straight back, counter-clockwise",
    14: "the next leap counter-clockwise",
}


def ways(shape: Shape, places: frozenset[int]) -> str:
    """The ways of a first leg, as the mover sees the board: "both diagonals forward"."""
    return _SETS[shape].get(places) or listed(_PLACES[place] for place in sorted(places))


def turns(places: frozenset[int]) -> str:
    """The ways of a later leg, against the heading of the leg before it: "a quarter turn to the left"."""
    return _TURNS.get(places) or listed(_HEADINGS[place] for place in sorted(places))


def turns_round(places: frozenset[int]) -> str:
    """The same for an oblique leg after an oblique one, which counts round the circle of eight leaps."""
    return "every way" if len(places) == len(_ROUND) // 2 else listed(_ROUND[place] for place in sorted(places))


# Leapers and riders

_LEAPERS: Mapping[Vector, str] = MappingProxyType(
    {
        **{word.leap: word.title for word in WORDS if word.leap},
        (0, 4): "Fourleaper",
        (1, 4): "Giraffe",
        (3, 4): "Antelope",
        (4, 4): "Commuter",
        (1, 6): "Flamingo",
    }
)

_RIDERS: Mapping[str, str] = MappingProxyType(
    {"W": "Rook", "F": "Bishop", "K": "Queen", "R": "Rook", "B": "Bishop", "Q": "Queen", "N": "Nightrider"}
)


def leaper(leap: Vector) -> str:
    """The name of a leaper; Leaper, if it has none."""
    return _LEAPERS.get(leap, "Leaper")


def rider(letter: str) -> str:
    """The name of the piece that makes any number of steps of an atom."""
    named = next((word.title for word in WORDS if word.spelling == letter), "")
    return _RIDERS.get(letter) or f"{named}-rider"
