"""Betza's notation: each letter has the colour of its kind."""

from __future__ import annotations

from generating.textmate import Language, Rules, comments, configuration
from wazir.notations.betza import BETZA
from wazir.notations.betza.vocabulary import COLOUR_OF_KIND, WORDS, WordKind
from wazir.notations.results import TokenType

_NAME = r"[^\s=:#;%](?:[^=:#;]*[^\s=:#;])?"


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(BETZA.name)
    letters = [
        rules.words(
            colour,
            [word.spelling for word in WORDS if word.kind is kind and len(word.spelling) == 1],
        )
        for kind, colour in COLOUR_OF_KIND.items()
        if kind not in (WordKind.OPERATOR, WordKind.DIRECTIVE)
    ]
    signs = {word.spelling for word in WORDS if word.kind is WordKind.OPERATOR}
    grammar = [
        comments(rules, BETZA.line_comments),
        rules.parts(
            r"^\s*(%[^\s#;]*)(?:[ \t]+([^\s#;][^#;]*))?", TokenType.DIRECTIVE, TokenType.ARGUMENT
        ),
        rules.parts(rf"^\s*({_NAME})[ \t]*([=:])", TokenType.NAME, TokenType.OPERATOR),
        rules.match(TokenType.ATOM, r"\([ \t]*[0-9,][0-9, \t]*\)"),
        rules.match(TokenType.RANGE, r"[0-9]+"),
        *letters,
        rules.words(TokenType.OPERATOR, signs | {")", "]"}),
    ]
    word = r"[\p{L}\p{N}]+"
    return Language(grammar, configuration("#", (("(", ")"), ("[", "]")), word), {})
