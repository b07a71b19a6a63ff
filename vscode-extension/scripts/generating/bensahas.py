"""Bensahas: words have the colour of their line in the vocabulary, all other names are those of
pieces.
"""

from __future__ import annotations

from collections import defaultdict

from generating.textmate import Language, Rules, comments, configuration
from wazir.notations.bensahas import BENSAHAS
from wazir.notations.bensahas.vocabulary import WORDS, token_type
from wazir.notations.results import TokenType
from wazir.syntax import Token

_SIGNS = r"\s\x{feff}:{}!@=;,<>~\[\]()#/"
_ON = rf"(?:[^{_SIGNS}]|/(?!/)|\([^(){{}}:!@=;,<>~\[\]#/]*\))"
_TITLE = rf"[^{_SIGNS}+]{_ON}{{0,80}}(?:[ \t]+{_ON}{{1,80}}){{0,15}}"
_HEADER = rf"(?:(?:{_TITLE})?[ \t]*:[ \t]*(?:{_TITLE})?|{_TITLE})"
_LATER = rf"(?:[ \t]+[^{_SIGNS}+\-][^{_SIGNS}]*)"
_NAME = rf"(?:[0-9]*[^\W0-9][^{_SIGNS}]*|[^\w{_SIGNS}+.*^\-][^{_SIGNS}]*){_LATER}*"
_OVER = rf"(?![^{_SIGNS}]|{_LATER})"
"""Behind a word that is all of a name."""


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(BENSAHAS.name)
    colours = defaultdict(list)
    for word in WORDS.values():
        colours[token_type(Token("NAME", word.spelling, 0)) or TokenType.ARGUMENT].append(
            word.spelling
        )
    grammar = [
        comments(rules, BENSAHAS.line_comments),
        rules.parts(rf"({_HEADER})(?=\s*\{{)", TokenType.NAME),
        rules.parts(rf"^\s*((?:{_TITLE})?[ \t]*:[ \t]*{_TITLE})(?=\s*$)", TokenType.NAME),
        rules.match(TokenType.RANGE, r"n(?=[ \t]+[0-9\-])"),
        *(rules.words(colour, words, after=_OVER) for colour, words in colours.items()),
        rules.match(TokenType.ARGUMENT, _NAME),
        rules.match(TokenType.DIRECTION, r"/[ \t]*-?[0-9]+"),
        rules.match(TokenType.RANGE, r"-?[0-9]+"),
        rules.match(TokenType.MODIFIER, r"@\w*"),
        rules.match(TokenType.OPERATOR, r"[!+~/<]"),
    ]
    return Language(
        grammar,
        configuration(
            "#",
            (("{", "}"), ("[", "]"), ("(", ")")),
            r"@?[\p{L}_][\p{L}\p{N}_]*|-?\d+",
            indentationRules={
                "increaseIndentPattern": {"pattern": r"^[^#}]*\{[^}]*$"},
                "decreaseIndentPattern": {"pattern": r"^\s*\}"},
            },
        ),
        {},
    )
