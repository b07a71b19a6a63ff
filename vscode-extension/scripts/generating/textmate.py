"""Rules of TextMate grammars, with a scope for every colour of the server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from wazir.notations.results import TokenType

Rule = dict[str, Any]

SCOPES = {
    TokenType.ATOM: "entity.name.type",
    TokenType.DIRECTION: "variable.other.property",
    TokenType.MODE: "keyword.control",
    TokenType.MODIFIER: "storage.modifier",
    TokenType.RANGE: "constant.numeric",
    TokenType.OPERATOR: "keyword.operator",
    TokenType.NAME: "entity.name.function",
    TokenType.DIRECTIVE: "keyword.other.directive",
    TokenType.ARGUMENT: "variable.other.enummember",
    TokenType.COMMENT: "comment.line",
    TokenType.STRING: "string.quoted.double",
    TokenType.WHITE: "variable.other.readwrite.white",
    TokenType.BLACK: "entity.name.tag.black",
    TokenType.MOVABLE: "support.type.movable",
}
"""The scope of each colour: themes colour these, and semantic colours fall back on them."""


@dataclass(frozen=True)
class Language:
    """What editors need to know of a language."""

    grammar: Sequence[Rule]
    configuration: dict[str, Any]
    repository: dict[str, Sequence[Rule]]
    """Rules that others include by their name."""


class Rules:
    """Makes the rules of one grammar, whose name ends every scope."""

    def __init__(self, name: str) -> None:
        self._name = name

    def scope(self, colour: TokenType) -> str:
        """The scope of a colour."""
        return f"{SCOPES[colour]}.{self._name}"

    def match(self, colour: TokenType, pattern: str) -> Rule:
        """All that a pattern finds has one colour."""
        return {"name": self.scope(colour), "match": pattern}

    def parts(self, pattern: str, *parts: TokenType | Sequence[Rule] | None) -> Rule:
        """The groups of a pattern have a colour each, or rules of their own."""
        captures: Rule = {}
        for number, part in enumerate(parts, 1):
            if isinstance(part, TokenType):
                captures[str(number)] = {"name": self.scope(part)}
            elif part is not None:
                captures[str(number)] = {"patterns": list(part)}
        return {"match": pattern, "captures": captures}

    def words(
        self, colour: TokenType, spellings: Iterable[str], before: str = "", after: str = ""
    ) -> Rule:
        """Some words have one colour."""
        return self.match(colour, f"{before}{either(spellings)}{after}")

    def between(self, colour: TokenType, begin: str, end: str) -> Rule:
        """All from one sign to another has one colour, over lines too."""
        return {"name": self.scope(colour), "begin": begin, "end": end}


def either(spellings: Iterable[str]) -> str:
    """A pattern for any of some words, as short as it may be where they are single signs."""
    longest_first = sorted(set(spellings), key=lambda spelling: (-len(spelling), spelling))
    if all(len(spelling) == 1 for spelling in longest_first):
        return "[" + "".join(re.escape(spelling) for spelling in longest_first) + "]"
    return "(?:" + "|".join(re.escape(spelling) for spelling in longest_first) + ")"


def comments(rules: Rules, signs: Iterable[str]) -> Rule:
    """Comments from any of some signs to the end of the line."""
    return rules.match(TokenType.COMMENT, f"{either(signs)}.*$")


def going_on(signs: Iterable[str]) -> list[Rule]:
    """Enter within the words of a comment goes on with the comment."""
    return [
        {
            "beforeText": {"pattern": rf"^\s*{_plain(sign)}.*$"},
            "afterText": {"pattern": r"^\s*\S.*$"},
            "action": {"indent": "none", "appendText": f"{sign} "},
        }
        for sign in signs
    ]


def _plain(sign: str) -> str:
    """A sign in an expression of JavaScript, which allows fewer backslashes than Python's."""
    return re.sub(r"[/.*+?^${}()|\[\]\\]", lambda sign_match: "\\" + sign_match[0], sign)


def configuration(
    line_comment: str,
    brackets: Sequence[tuple[str, str]],
    word: str,
    *,
    quotes: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """The configuration of a language whose texts have these brackets and words."""
    pairs = [list(pair) for pair in brackets]
    closing: list[Any] = [
        {"open": start, "close": end, "notIn": ["comment", "string"]} for start, end in brackets
    ]
    if quotes:
        closing.append({"open": '"', "close": '"', "notIn": ["comment", "string"]})
    comments_ = {"lineComment": line_comment}
    if block := more.pop("block_comment", None):
        comments_["blockComment"] = block
    return {
        "comments": comments_,
        "brackets": pairs,
        "colorizedBracketPairs": pairs,
        "autoClosingPairs": closing,
        "surroundingPairs": [*pairs, ['"', '"']] if quotes else pairs,
        "wordPattern": {"pattern": word, "flags": "u"},
        "onEnterRules": [*going_on([line_comment]), *more.pop("on_enter", [])],
        **more,
    }
