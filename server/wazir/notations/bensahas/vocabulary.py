"""The words of the notation and the arguments in brackets, as `words.toml` explains them.

Hovers, completions, signatures and checks read these tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wazir.notations.kit import VocabularyWord, packaged, words
from wazir.notations.results import TokenType
from wazir.syntax import Token

_FILE = packaged(__package__, "words")

ACTIONS = words(_FILE["actions"])
SIDES = words(_FILE["sides"])
VALUES = words(_FILE["values"])
CONDITIONS = words(_FILE["conditions"])
COORDINATES = words(_FILE["coordinates"])
KEYS = words(_FILE["keys"])
"""The keys of `flip`."""
WORDS: Mapping[str, VocabularyWord] = {**ACTIONS, **SIDES, **VALUES, **CONDITIONS, **COORDINATES, **KEYS}
"""The words, by how they are written."""
NO_NAMES = frozenset((*SIDES, *VALUES, *CONDITIONS))
"""The words that are values, and so no names of pieces."""
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
"""The same where no other name has its own."""


def arguments(path: Sequence[str]) -> tuple[tuple[Argument, ...], ...]:
    """The arguments in the brackets after some names, group by group."""
    return next((ARGUMENTS[name] for name in reversed(path) if name in ARGUMENTS), PLAIN)


# Colours

_SIGNS: Mapping[str, TokenType] = {
    "COMMENT": TokenType.COMMENT,
    "HEADER": TokenType.NAME,
    "FLIP": TokenType.ATOM,
    "NUMBER": TokenType.RANGE,
    "TURN": TokenType.DIRECTION,
    "PARAMETER": TokenType.MODIFIER,
    "BANG": TokenType.OPERATOR,
    "PLUS": TokenType.OPERATOR,
    "TILDE": TokenType.OPERATOR,
    "SLASH": TokenType.OPERATOR,
    "LESS": TokenType.OPERATOR,
}


def token_type(token: Token) -> TokenType | None:
    """The colour of a word; None is that of the text."""
    if token.kind in ("NAME", "FIRST"):
        word = WORDS.get(token.text)
        return word.token_type if word else TokenType.ARGUMENT
    return _SIGNS.get(token.kind)
