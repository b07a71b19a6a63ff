"""The colours of words."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.notations.base import TokenType
from wazir.notations.ben39.reading.grammar import KEY_KINDS
from wazir.syntax import Token

_KINDS: Mapping[str, TokenType] = {
    **dict.fromkeys((*KEY_KINDS, "POSITION", "NAMELESS"), TokenType.MODE),
    "NAME": TokenType.NAME,
    "COMMENT": TokenType.COMMENT,
    "WHITE": TokenType.WHITE,
    "BLACK": TokenType.BLACK,
    "MOVABLE": TokenType.MOVABLE,
    "RANK": TokenType.RANGE,
    "FILES": TokenType.DIRECTION,
    "NUMBER": TokenType.RANGE,
    "ACTION": TokenType.ATOM,
    "WORD": TokenType.ARGUMENT,
    "EXPECTED": TokenType.ARGUMENT,
}


def token_type(token: Token) -> TokenType | None:
    """The colour of a word; None is that of the text."""
    return _KINDS.get(token.kind)
