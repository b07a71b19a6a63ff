"""Tree-sitter: the patterns of tokens, from vocabularies and Lark grammars, and a capture for every
colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from generating.lcpn import restrictions, special_names
from generating.textmate import either
from wazir import __version__
from wazir.notations import by_name
from wazir.notations.ben39.syntax import KEYS
from wazir.notations.bensahas import vocabulary as bensahas
from wazir.notations.betza.vocabulary import COLOUR_OF_KIND, WORDS
from wazir.notations.lcpn.vocabulary import COMPARISONS, OPERATORS
from wazir.notations.results import TokenType
from wazir.parsing import terminals

_SIGNS = r"\s\ufeff:{}!@=;,<>~\[\]()#\/"
_FURTHER = rf"([ \t]+[^{_SIGNS}+\-][^{_SIGNS}]*)*"
_NAME = (
    rf"n([ \t]+[^{_SIGNS}+\-0-9][^{_SIGNS}]*{_FURTHER})?"
    rf"|(n[^{_SIGNS}]|[0-9]+[\p{{L}}_]|[\p{{L}}_&&[^n]]|[^\p{{L}}0-9_{_SIGNS}+.*^\-])[^{_SIGNS}]*{_FURTHER}"
)
"""A name of Bensahas is words of one line. A number begins none, and does not continue after `n`,
which means any.
"""
_BENSAHAS = {
    TokenType.MODE: "mode",
    TokenType.ATOM: "action",
    TokenType.OPERATOR: "operator",
    TokenType.RANGE: "any",
    TokenType.ARGUMENT: "value",
    TokenType.MODIFIER: "key",
}
"""The nodes of its words."""

_ON = r"\p{L}\p{N}_\u0300-\u036f\u0900-\u0dff"
_BEGUN = r"[0-9_]*\p{L}"
"""A name of LCPN has a letter after its digits."""

CAPTURES = {
    TokenType.ATOM: "type",
    TokenType.DIRECTION: "property",
    TokenType.MODE: "keyword",
    TokenType.MODIFIER: "attribute",
    TokenType.RANGE: "number",
    TokenType.OPERATOR: "operator",
    TokenType.NAME: "function",
    TokenType.DIRECTIVE: "keyword.directive",
    TokenType.ARGUMENT: "constant",
    TokenType.COMMENT: "comment",
    TokenType.STRING: "string",
    TokenType.WHITE: "variable",
    TokenType.BLACK: "variable.parameter",
    TokenType.MOVABLE: "type.builtin",
}
"""The capture of each colour: the standard ones, which editors and their themes know."""


def grammar_files(project: Mapping[str, Any]) -> dict[str, Any]:
    """What is made for each grammar beside its rules, by the names of the files.

    *project* is the table of `pyproject.toml`.
    """
    made: dict[str, Any] = {}
    for name, patterns in _PATTERNS.items():
        made[f"tree-sitter-{name}/tokens.json"] = patterns()
        made[f"tree-sitter-{name}/tree-sitter.json"] = _configuration(name, project)
    return made


def _configuration(name: str, project: Mapping[str, Any]) -> dict[str, Any]:
    notation = by_name(name)
    return {
        "grammars": [
            {
                "name": name,
                "camelcase": name.capitalize(),
                "title": notation.title,
                "scope": f"source.{name}",
                "file-types": [ending.removeprefix(".") for ending in notation.extensions],
                "injection-regex": rf"^\.?{name}$",
            }
        ],
        "metadata": {
            "version": __version__,
            "license": project["license"],
            "description": f"{notation.title} for Tree-sitter",
            "authors": project["authors"],
            "links": {"repository": project["urls"]["Repository"]},
        },
        "bindings": {
            "c": False,
            "go": False,
            "node": True,
            "python": True,
            "rust": True,
            "swift": False,
        },
    }


def _betza() -> Mapping[str, str]:
    letters = {
        colour.name.lower(): either(
            word.spelling
            for word in WORDS
            if word.spelling.islower() and COLOUR_OF_KIND[word.kind] is colour
        )
        for colour in (TokenType.DIRECTION, TokenType.MODE, TokenType.MODIFIER)
    }
    kinds = ("ATOM", "DOUBLE", "SUFFIX", "VECTOR", "RANGE", "COMMENT")
    # A definition ends with a line, so no token goes on over lines.
    return letters | {
        kind: text.replace(r" \t\r\n", r" \t") for kind, text in _of_lark("betza", kinds).items()
    }


def _bensahas() -> Mapping[str, str]:
    words: dict[str, list[str]] = {}
    for word in bensahas.WORDS.values():
        words.setdefault(_BENSAHAS[word.token_type], []).append(word.spelling)
    kinds = ("NUMBER", "TURN", "PARAMETER", "COMMENT", "BLANK")
    known = {kind: either(spellings) for kind, spellings in words.items()}
    return known | {"name": _NAME} | _of_lark("bensahas", kinds)


def _ben39() -> Mapping[str, str]:
    kinds = ("NAME", "WORD", "WHITE", "ACTION", "EXPECTED", "COMMENT", "BLANK")
    own = _of_lark("ben39", ("NUMBER", "RESULT"))
    dotted, plain = own["number"].split("|")
    whole = {"number_without_dot": plain, "result": own["result"]}
    numbers = {"number": dotted} | {
        name: pattern.removesuffix(r"(?![^\s;])") for name, pattern in whole.items()
    }
    keys = {key.replace(" ", "_"): "[ \\t]+".join(key.split()) + "[ \\t]*:" for key in KEYS}
    pieces = {
        f"{side}_pieces": f"([{letters}][+x?]?)+"
        for side, letters in (("white", "A-Z"), ("black", "a-z"))
    }
    return keys | pieces | numbers | _of_lark("ben39", kinds)


def _lcpn() -> Mapping[str, str]:
    words = {colour: f":[ \\t]*{_spelled(keys)}" for colour, keys in restrictions().items()}
    return {
        "mode": _spelled(special_names()[TokenType.MODE]),
        "verb": rf"{_BEGUN}([{_ON}]|-+[{_ON}])*[iI][nN][gG]",
        "name": rf"\$?{_BEGUN}([{_ON}]|-+[{_ON}])*",
        "direction": words[TokenType.DIRECTION],
        "range": rf"{words[TokenType.RANGE]}|:[ \t]*([0-9]+|\*)",
        "label": rf":[ \t]*([{_ON}]+(-+[{_ON}]*)*|-[0-9]+)",
        "property": rf"::[{_ON}\-]+",
        "operator": either((*OPERATORS, *COMPARISONS)).replace("/", r"\/"),
        "comment": r"(;|#|\/\/|--)[^\r\n]*|\/\*[^*]*\*+([^\/*][^*]*\*+)*\/",
        "string": r'"([^"\\]|\\[^\r\n])*"',
    } | _of_lark("lcpn_lisp", ("NUMBER", "BLANK"))


def _spelled(words: Iterable[str]) -> str:
    """Words of LCPN with either sign between their parts."""
    return either(words).replace(r"\-", "[-_]")


def _of_lark(grammar: str, kinds: Iterable[str]) -> dict[str, str]:
    """Terminals as Tree-sitter reads them: its tokens are the longest ones, so quantifiers are not
    possessive.
    """
    patterns = {
        kind.lower(): re.sub(r"([*+?}])\+", r"\1", terminals(grammar)[kind]) for kind in kinds
    }
    return {kind: re.sub(r"[^\S ]|\ufeff", _escaped, pattern) for kind, pattern in patterns.items()}


def _escaped(character: re.Match[str]) -> str:
    return ascii(character[0])[1:-1]


_PATTERNS = {"betza": _betza, "bensahas": _bensahas, "ben39": _ben39, "lcpn": _lcpn}
"""What makes the patterns of the tokens of each grammar, by the names of their nodes."""

GRAMMARS = tuple(_PATTERNS)
"""The notations with a grammar."""
