"""The colour of each token, the same in all styles as far as they have it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wazir.notations.base import TokenType
from wazir.notations.lcpn.meaning.conditions import COORDINATES, MOVED, PROMOTE
from wazir.notations.lcpn.meaning.directions import is_direction
from wazir.notations.lcpn.meaning.paths import CHOICES
from wazir.notations.lcpn.meaning.ranges import RIDER, UNLIMITED
from wazir.notations.lcpn.meaning.words import ONLY, RADIAL
from wazir.notations.lcpn.reading import canonical
from wazir.syntax import Token

_COLOURS: Mapping[str, TokenType] = MappingProxyType(
    {
        "COMMENT": TokenType.COMMENT,
        "OPEN_COMMENT": TokenType.COMMENT,
        "STRING": TokenType.STRING,
        "NUMBER": TokenType.RANGE,
        "PROPERTY": TokenType.MODIFIER,
        "GERUND": TokenType.MODE,
        "DEFNAME": TokenType.NAME,
        **dict.fromkeys(("DEF", "COND", "IF", "ELSE", "ELIF", "AGAIN", "END", "DEFINE"), TokenType.DIRECTIVE),
        **dict.fromkeys(("SIGN", "SLASH", "JUMP", "AFTER", "AMP", "COMPARE", "NOT"), TokenType.OPERATOR),
        **dict.fromkeys(("OR", "AND", "AND_THEN", "THEN"), TokenType.OPERATOR),
    }
)
_NAMES: Mapping[str, TokenType] = MappingProxyType(
    {
        **dict.fromkeys((*CHOICES, PROMOTE, MOVED, *COORDINATES), TokenType.MODE),
        **dict.fromkeys(("and", "or", "not"), TokenType.OPERATOR),
        "else": TokenType.DIRECTIVE,
    }
)
"""Names that mean something of their own; some of them only in the Lisp styles."""


def token_type(token: Token) -> TokenType | None:
    """The colour of a token; None for brackets, commas and what is no word."""
    if token.kind == "NAME":
        return _NAMES.get(token.text.lower().replace("_", "-"), TokenType.ATOM)
    if token.kind == "WORD":
        return _restriction(canonical(token.text[1:].strip()))
    return _COLOURS.get(token.kind)


def _restriction(key: str) -> TokenType:
    if key in (RIDER, UNLIMITED) or key.isdecimal():
        return TokenType.RANGE
    return TokenType.DIRECTION if key == ONLY or key in RADIAL or is_direction(key) else TokenType.ARGUMENT
