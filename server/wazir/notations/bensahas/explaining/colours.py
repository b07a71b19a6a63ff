"""The colours of words."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.notations.base import TokenType
from wazir.notations.bensahas.vocabulary import WORDS
from wazir.syntax import Token

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
