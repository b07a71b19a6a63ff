"""The words of the notation and the arguments in brackets, as `words.toml` explains them;
directions (S4 to S6).

Hovers, completions, signatures and checks read these tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from wazir.notations.results import TokenType
from wazir.notations.vocabulary import VocabularyWord, packaged, words
from wazir.piece.model import Vector
from wazir.syntax import Token

_FILE = packaged(__package__, "words")

ACTIONS = words(_FILE["actions"])
SIDES = words(_FILE["sides"])
VALUES = words(_FILE["values"])
CONDITIONS = words(_FILE["conditions"])
COORDINATES = words(_FILE["coordinates"])
KEYS = words(_FILE["keys"])
"""The keys of `flip`."""
WORDS: Mapping[str, VocabularyWord] = {
    **ACTIONS,
    **SIDES,
    **VALUES,
    **CONDITIONS,
    **COORDINATES,
    **KEYS,
}
"""The words, by how they are written."""
NO_NAMES = frozenset((*SIDES, *VALUES, *CONDITIONS))
"""The words that are values, and so no names of pieces."""
ACTION_OF: Mapping[str, str] = {
    word: action for action, others in _FILE["meant"].items() for word in others
}
"""The actions for words of other languages."""
WELL_KNOWN: Sequence[tuple[str, str]] = _FILE["well_known"]
"""The pieces that others often promote to, each with its name."""
PARAMETERS = {spelling[1:]: word for spelling, word in words(_FILE["parameters"]).items()}
"""The parameters, by their letters."""


class Argument(NamedTuple):
    """A place in the brackets of an action or a function, as `words.toml` explains it."""

    name: str
    text: str
    rule: str = ""
    least: int | None = None
    words: Sequence[str] = ()
    optional: bool = False
    offered: Sequence[Sequence[str]] = ()
    here: Mapping[str, str] = {}


def _arguments(groups: Sequence[Sequence[str]]) -> tuple[tuple[Argument, ...], ...]:
    described: Mapping[str, Mapping[str, Any]] = _FILE["arguments"]
    return tuple(tuple(Argument(name, **described[name]) for name in group) for group in groups)


ARGUMENTS = {name: _arguments(groups) for name, groups in _FILE["brackets"].items()}
"""The arguments in the brackets after a name, group by group."""
PLAIN = ARGUMENTS.pop("plain")
"""The arguments after other names."""


def arguments(path: Sequence[str]) -> tuple[tuple[Argument, ...], ...]:
    """The arguments in the brackets after some names, group by group."""
    return next((ARGUMENTS[name] for name in reversed(path) if name in ARGUMENTS), PLAIN)


# Directions (S4 to S6)

NUMBERS = (1, 16, 2, 32, 4, 64, 8, 128)
"""The number of each direction in a sum, clockwise from north."""
ABBREVIATIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DIRECTION_NAMES = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
HALVES = ("NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW", "NNW")
"""The abbreviations of the directions of oblique steps, which are half an eighth further
clockwise.
"""

_ORDER = (0, 2, 4, 6, 1, 3, 5, 7)
"""The directions in the order of their numbers."""
_STRAIGHT: tuple[Vector, ...] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)

Oblique = tuple[int, int]
"""The two parts of an oblique step, the short one first."""


def directions(total: int) -> tuple[int, ...]:
    """The directions of a sum, by their numbers."""
    return tuple(direction for direction in _ORDER if total & NUMBERS[direction])


def total(chosen: Iterable[int]) -> int:
    """The sum of some directions."""
    return sum(NUMBERS[direction] for direction in chosen)


def step(direction: int, oblique: Oblique | None = None) -> Vector:
    """The step in a direction; an oblique one goes half an eighth further clockwise."""
    if oblique is None:
        return _STRAIGHT[direction % 8]
    short, long = oblique
    eastward = ((short, long), (long, short), (long, -short), (short, -long))[direction % 4]
    return eastward if direction % 8 < 4 else (-eastward[0], -eastward[1])


def mirrored(sum_of_directions: int) -> int:
    """The sum of the directions on the other side, with east and west exchanged."""
    return total(-direction % 8 for direction in directions(sum_of_directions))


# Colours

_SIGNS: Mapping[str, TokenType] = {
    "COMMENT": TokenType.COMMENT,
    "HEADER": TokenType.NAME,
    "FLIP": TokenType.ATOM,
    "NUMBER": TokenType.RANGE,
    "TURN": TokenType.DIRECTION,
    "PARAMETER": TokenType.MODIFIER,
    **dict.fromkeys(("BANG", "PLUS", "TILDE", "SLASH", "LESS"), TokenType.OPERATOR),
}


def token_type(token: Token) -> TokenType | None:
    """The colour of a word; None is that of the text."""
    if token.kind in ("NAME", "FIRST"):
        word = WORDS.get(token.text)
        return word.token_type if word else TokenType.ARGUMENT
    return _SIGNS.get(token.kind)
