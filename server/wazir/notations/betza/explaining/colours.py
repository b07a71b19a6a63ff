"""The colour of each token."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wazir.notations.base import TokenType
from wazir.notations.betza.vocabulary import WORDS, Kind
from wazir.syntax import Token

COLOUR_OF_KIND: Mapping[Kind, TokenType] = MappingProxyType(
    {
        Kind.ATOM: TokenType.ATOM,
        Kind.SUFFIX: TokenType.ATOM,
        Kind.DIRECTION: TokenType.DIRECTION,
        Kind.MODE: TokenType.MODE,
        Kind.MODIFIER: TokenType.MODIFIER,
        Kind.OPERATOR: TokenType.OPERATOR,
        Kind.DIRECTIVE: TokenType.DIRECTIVE,
    }
)
"""The colour of each kind of words."""

_COLOUR_OF_TERMINAL: Mapping[str, TokenType] = MappingProxyType(
    {
        "ATOM": TokenType.ATOM,
        "SUFFIX": TokenType.ATOM,
        "DOUBLE": TokenType.ATOM,
        "VECTOR": TokenType.ATOM,
        "RANGE": TokenType.RANGE,
        "NAME": TokenType.NAME,
        "DIRECTIVE": TokenType.DIRECTIVE,
        "ARGUMENTS": TokenType.ARGUMENT,
        "COMMENT": TokenType.COMMENT,
        "HYPHEN": TokenType.OPERATOR,
        "QUESTION": TokenType.OPERATOR,
        "LPAR": TokenType.OPERATOR,
        "RPAR": TokenType.OPERATOR,
        "LSQB": TokenType.OPERATOR,
        "RSQB": TokenType.OPERATOR,
        "EQUALS": TokenType.OPERATOR,
    }
)

_COLOUR_OF_MODIFIER: Mapping[str, TokenType] = MappingProxyType(
    {word.spelling: COLOUR_OF_KIND[word.kind] for word in WORDS if word.spelling.islower()}
)


def token_type(token: Token) -> TokenType | None:
    """The colour of a token; None for what is no word."""
    if token.kind == "MODIFIER":
        return _COLOUR_OF_MODIFIER.get(token.text, TokenType.MODIFIER)
    return _COLOUR_OF_TERMINAL.get(token.kind)
