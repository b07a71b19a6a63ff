"""Records of Ben39: what follows a key has the colours of that key, down to the next one."""

from __future__ import annotations

from collections.abc import Sequence

from generating.textmate import Language, Rule, Rules, comments, configuration
from wazir.notations.ben39 import BEN39
from wazir.notations.ben39.vocabulary import KEYS, RECORD
from wazir.notations.results import TokenType

_RECORD = rf"{RECORD.spelling}(?=[ \t]+[^\s;:]|[ \t]*(?:;|$))"
_NEXT = rf"^(?=\s*(?:[^\W0-9_][^\W0-9_ \t]*(?:[ \t]+[^\W0-9_]+)*[ \t]*:|{_RECORD}))"
_LETTER = r"[^\W0-9_]"


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(BEN39.name)
    comment = comments(rules, BEN39.line_comments)
    said = _said(rules)
    grammar: list[Rule] = [
        comment,
        rules.parts(
            rf"^\s*({_RECORD})(?:[ \t]+([^\s;](?:[^;]*[^\s;])?))?", TokenType.MODE, TokenType.NAME
        ),
    ]
    for key in KEYS:
        words = "[ \\t]+".join(key.split())
        grammar.append(
            {
                "begin": rf"^\s*({words}[ \t]*:)",
                "beginCaptures": {"1": {"name": rules.scope(KEYS[key].token_type)}},
                "end": _NEXT,
                "patterns": [comment, *said[key]],
            }
        )
    return Language(grammar, configuration(";", (), r"[\p{L}\p{N}@]+"), {})


def _said(rules: Rules) -> dict[str, Sequence[Rule]]:
    """What may follow each key."""
    words = [rules.match(TokenType.ARGUMENT, r"[^\s;]+")]
    white, black = ([rules.match(side, r"[^\s;]")] for side in (TokenType.WHITE, TokenType.BLACK))
    return {
        "turn": words,
        "castles": words,
        "rules": words,
        "white hand": white,
        "white reserve": white,
        "black hand": black,
        "black reserve": black,
        "board": _drawn(rules),
        "fen": _form(rules),
        "moves": [
            rules.match(TokenType.RANGE, r"[0-9]+\.+"),
            rules.match(TokenType.ATOM, r"[^\s;]+"),
        ],
        "expect": [rules.match(TokenType.ARGUMENT, r"[^\s,;](?:[^,;]*[^\s,;])?")],
    }


def _drawn(rules: Rules) -> list[Rule]:
    """A drawing. Which square is which is told by columns, which no pattern can; `###` is movable
    anywhere.
    """
    return [
        rules.match(TokenType.DIRECTION, r"(?<=^|\s)a[ \t]+b[a-z \t]*[a-z]"),
        rules.parts(r"^\s*([0-9]+)(?=[^\w]|$)", TokenType.RANGE),
        rules.parts(rf"\*({_LETTER})\*", TokenType.BLACK),
        rules.match(TokenType.BLACK, rf"\*{_LETTER}"),
        rules.match(TokenType.WHITE, _LETTER),
        rules.match(TokenType.MOVABLE, "###"),
    ]


def _form(rules: Rules) -> list[Rule]:
    """The position in one line: six words."""
    letters = [
        rules.match(TokenType.WHITE, r"(?:[A-Z][+x?]?)+"),
        rules.match(TokenType.BLACK, r"(?:[a-z][+x?]?)+"),
    ]
    turn = [rules.match(TokenType.WHITE, "w"), rules.match(TokenType.BLACK, "b")]
    squares = [rules.match(TokenType.MOVABLE, "[^,-]+")]
    word = r"([^\s;]+)"
    pattern = rf"{word}" + rf"(?:[ \t]+{word}" * 5 + ")?" * 5
    return [rules.parts(pattern, letters, letters, squares, turn, letters, letters)]
