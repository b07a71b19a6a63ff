"""Lispy Chess Piece Notation: each definition has the colours of its style, and the signs of its
comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from generating.textmate import Language, Rule, Rules, comments, configuration, either
from wazir.notations.lcpn import LCPN
from wazir.notations.lcpn.tree import STYLES as STYLE_TABLE
from wazir.notations.lcpn.vocabulary import (
    COMPARISONS,
    CONDITION,
    DEFAULT,
    DEFINITION,
    FUNCTIONS,
    LOGIC,
    OPERATORS,
    RESTRICTIONS,
    TESTS,
    shortest,
    token_type,
)
from wazir.notations.results import TokenType
from wazir.syntax import Token

_ON = r"[\w\x{300}-\x{36f}\x{900}-\x{dff}]"
_OVER = r"(?![\w-])"
_FORMS = ("forwards", "backwards", "leftward", "leftwards", "rightward", "rightwards")
"""Longer ways to write the directions of the vocabulary."""
_SQL_OPERATORS = tuple(STYLE_TABLE["sql"].signs[sign] for sign in OPERATORS)
_SQL_WORDS = ("IS", "IF", "ELSE", "END", "NOT", *_SQL_OPERATORS)
_C_WORDS = ("if", "else", "and", "or", "not")
_HEADS = (DEFINITION.spelling, CONDITION.spelling)


def _name(forbidden: str) -> str:
    return rf"(?:\$|(?!{forbidden}))(?=[0-9_]{{0,20}}[^\W0-9_])\w{_ON}*(?:-(?!>){_ON}*)*"


_C = f"(?i:{either(_C_WORDS)}){_OVER}"
_SQL = f"{either(_SQL_WORDS)}{_OVER}"
_LISP_NAME, _C_NAME, _SQL_NAME = _name("(?!)"), _name(_C), _name(_SQL)
_STARTS = {
    "lisp": rf"[(\[{{][ \t]*(?i:{DEFINITION.spelling}){_OVER}",
    "c": rf"{_C_NAME}[ \t]*:=",
    "sql": rf"{_SQL_NAME}[ \t]+IS{_OVER}",
}
STYLES = tuple(_STARTS)
"""The styles that are told apart; the first is that of the language itself, the others are embedded
in it.
"""
_SIGNS = {"lisp": (";",), "c": ("#", "//"), "sql": ("#", "--")}


def embedded(style: str) -> str:
    """The scope of the texts of a style."""
    return f"meta.embedded.block.{LCPN.name}.{style}"


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(LCPN.name)
    repository = {"lisp": _lisp(rules), "c": _c(rules), "sql": _sql(rules)}
    grammar: list[Rule] = []
    for style, start in _STARTS.items():
        others = "|".join(other for name, other in _STARTS.items() if name != style)
        pinned = (
            f"|(?:;+|#+|//+|--+|/\\*+)[ \\t]*style[ \\t]*:[ \\t]*{_written(style)}[ \\t]*(?:\\*/[ "
            "\\t]*)?$"
        )
        grammar.append(
            {
                "name": embedded(style),
                "begin": rf"^(?={start}{pinned})",
                "end": rf"^(?={others})",
                "patterns": [{"include": f"#{style}"}],
            }
        )
    loose = [
        comments(rules, LCPN.line_comments),
        rules.between(TokenType.COMMENT, r"/\*", r"\*/"),
        {"include": "#lisp"},
    ]
    return Language([*grammar, *loose], configurations()["lisp"], repository)


def configurations() -> dict[str, dict[str, Any]]:
    """The configuration of each style."""
    round_, square, curly = ("(", ")"), ("[", "]"), ("{", "}")
    word = r"\$?[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_]|-(?!>))*"
    return {
        "lisp": configuration(";", (round_, square, curly), word, quotes=True),
        "c": configuration(
            "//", (round_, square, curly), word, quotes=True, block_comment=["/*", "*/"]
        ),
        "sql": configuration("--", (round_, square), word, quotes=True),
    }


def _written(style: str) -> str:
    return "(?:lisp|elisp)" if style == "lisp" else style


def _lisp(rules: Rules) -> Sequence[Rule]:
    word = rf":(?:(?:{_ON}|-)+|\*)"
    return [
        comments(rules, _SIGNS["lisp"]),
        _string(rules),
        rules.match(TokenType.MODIFIER, rf"::(?:{_ON}|-)+"),
        *_restrictions(rules, ":", rf"(?!{_ON}|-)", word),
        rules.parts(rf"[(\[{{]\s*((?i:{either(_HEADS)}){_OVER})", TokenType.DIRECTIVE),
        *_names(
            rules,
            _LISP_NAME,
            extra={TokenType.OPERATOR: LOGIC, TokenType.DIRECTIVE: (DEFAULT.spelling,)},
        ),
        rules.match(TokenType.RANGE, "-?[0-9]+"),
        rules.words(TokenType.OPERATOR, [*OPERATORS, *COMPARISONS]),
    ]


def _c(rules: Rules) -> Sequence[Rule]:
    return [
        rules.between(TokenType.COMMENT, r"/\*", r"\*/"),
        comments(rules, _SIGNS["c"]),
        _string(rules),
        *_infix(rules, _C_NAME),
        rules.parts(rf"({_C_NAME})\s*(:=)", TokenType.NAME, TokenType.DIRECTIVE),
        rules.match(TokenType.DIRECTIVE, ":="),
        rules.match(TokenType.DIRECTIVE, rf"(?i:if|else){_OVER}"),
        rules.match(TokenType.OPERATOR, rf"(?i:{either(LOGIC)}){_OVER}"),
        *_names(rules, _C_NAME),
        rules.match(TokenType.RANGE, "-?[0-9]+"),
        rules.words(TokenType.OPERATOR, [*OPERATORS, *COMPARISONS]),
    ]


def _sql(rules: Rules) -> Sequence[Rule]:
    doing = rf"(?=[0-9_]{{0,20}}[^\W0-9_])\w(?:{_ON}|-(?![>-]))*?(?i:ing)(?!{_ON}|-(?![>-]))"
    operand = rf'(?=\s+(?:[\["($]|(?!{_SQL}){_SQL_NAME}))'
    return [
        comments(rules, _SIGNS["sql"]),
        _string(rules),
        *_infix(rules, _SQL_NAME),
        rules.parts(rf"({_SQL_NAME})\s+(IS){_OVER}", TokenType.NAME, TokenType.DIRECTIVE),
        rules.words(TokenType.DIRECTIVE, ("IS", "IF", "ELSE", "END"), after=_OVER),
        rules.words(TokenType.OPERATOR, ("NOT", *_SQL_OPERATORS), after=_OVER),
        rules.match(TokenType.MODE, doing + operand),
        *_names(rules, _SQL_NAME),
        rules.match(TokenType.RANGE, "-?[0-9]+"),
        rules.words(TokenType.OPERATOR, COMPARISONS),
    ]


def _infix(rules: Rules, name: str) -> Sequence[Rule]:
    """Properties and restrictions of the styles with operators; `:=` is none."""
    word = rf":[ \t]*(?:{_ON}+(?:-(?!>){_ON}*)*|-[0-9]+|\*)"
    return [
        rules.match(TokenType.MODIFIER, rf"::{_ON}+(?:-(?!>){_ON}*)*"),
        *_restrictions(rules, r":[ \t]*", rf"(?!{_ON}|-(?!>))", word),
    ]


def _restrictions(rules: Rules, sign: str, over: str, word: str) -> Sequence[Rule]:
    """Words after a colon, by the colours that the server gives them; those of no list are
    labels.
    """
    return [
        rules.match(TokenType.RANGE, rf"{sign}(?:\*|[0-9]+{over})"),
        *(
            rules.match(colour, f"{sign}(?i:{_spelled(keys)}){over}")
            for colour, keys in restrictions().items()
        ),
        rules.match(TokenType.ARGUMENT, word),
    ]


def restrictions() -> dict[TokenType, set[str]]:
    """The words of restrictions by their colour."""
    known: dict[TokenType, set[str]] = {}
    for key in (*RESTRICTIONS, *_longer(RESTRICTIONS)):
        colour = token_type(Token("WORD", f":{key}", 0))
        if colour and key != "*":
            known.setdefault(colour, set()).add(key)
    return known


def _longer(keys: Iterable[str]) -> Iterable[str]:
    """The longer ways to write some directions."""
    every = set(keys)
    forms = {form: shortest(form) for form in _FORMS}
    for key in every:
        parts = key.split("-")
        for number, part in enumerate(parts):
            for form, short in forms.items():
                if part == short:
                    yield "-".join((*parts[:number], form, *parts[number + 1 :]))


def _names(
    rules: Rules, name: str, extra: dict[TokenType, Iterable[str]] | None = None
) -> Sequence[Rule]:
    """Names that mean something of their own, and those of pieces."""
    known = {**{colour: set(words) for colour, words in (extra or {}).items()}, **special_names()}
    over = rf"(?!{_ON}|-(?!>))"
    return [
        *(rules.match(colour, rf"(?i:{_spelled(keys)}){over}") for colour, keys in known.items()),
        rules.match(TokenType.ATOM, name),
    ]


def special_names() -> dict[TokenType, set[str]]:
    """The names that are not coloured as pieces, by their colour."""
    known: dict[TokenType, set[str]] = {}
    for key in (*FUNCTIONS, *TESTS):
        if (colour := token_type(Token("NAME", key, 0))) and colour is not TokenType.ATOM:
            known.setdefault(colour, set()).add(key)
    return known


def _spelled(keys: Iterable[str]) -> str:
    """Some words with either sign between their parts."""
    return either(keys).replace(r"\-", "[-_]")


def _string(rules: Rules) -> Rule:
    return {**rules.between(TokenType.STRING, '"', '"'), "patterns": [{"match": r"\\."}]}
