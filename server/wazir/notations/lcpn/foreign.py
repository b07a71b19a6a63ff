"""What authors who know another style or language write, by the style that they write it in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wazir.notations.foreign import Spelling, spelling
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.spelling import gerund

_B = r"[ \t]*+"
_NAME = r"[^\W\d][\w-]*+"
_DEFINES = r"(?:let|var|const|def|define|set|LET|SET|DEFINE)"
_SIGNS = r"(?:==?|<-|(?:is|Is|as|AS)\b)"
_FUNCTIONS = r"(?P<function>move|capture|destroy|igui|initial|cannon|grasshopper|no_jump)"
_ARRAY = rf"(?P<a>-?\d++){_B},{_B}(?P<b>-?\d++)"
_BARE = _ARRAY.replace("<a>", "<c>").replace("<b>", "<d>")


def _comments(signs: str, here: str) -> tuple[Spelling, ...]:
    """Signs that end a line or begin a comment elsewhere. The rest of the line is part of the mistake."""
    return (
        spelling(rf"(?P<at>;)(?={_B}$)", rules.UNEXPECTED_CHARACTER, "Nothing ends a definition but the next one.", ""),
        spelling(rf"(?P<at>{signs})[^\r\n]*+", rules.UNEXPECTED_CHARACTER, "Comments begin otherwise here.", here),
    )


def _array(match: re.Match[str]) -> str:
    return f"[{match['a'] or match['c']}, {match['b'] or match['d']}]"


def _infix(define: str, either: str, comments: str) -> tuple[Spelling, ...]:
    """The spellings for C and SQL: with their signs of definitions and between pieces, and others' of comments."""
    array = rf"(?<![\w)\]])[({{]{_B}{_ARRAY}{_B}[)}}]|(?<![\[\w,({{-]){_BARE}(?![\d\],)}}])"
    return (
        *_comments(comments, "#"),
        spelling(
            rf"^(?P<at>{_DEFINES}[ \t]++(?P<name>{_NAME})(?:{_B}(?::=|IS\b|{_SIGNS}))?)(?=[ \t])",
            rules.BAD_DEF,
            "A definition begins with its name.",
            rf"\g<name> {define}",
        ),
        spelling(
            rf"^{_NAME}{_B}(?P<at>{_SIGNS}|:(?=[ \t]++[A-Za-z]))",
            rules.BAD_DEF,
            f"A definition has `{define}` between its name and its moves.",
            define,
        ),
        Spelling(re.compile(array), rules.UNEXPECTED_TOKEN, "An array stands in square brackets.", _array),
        spelling(
            rf"(?P<at>\|\|?|\+|,)(?={_B}[A-Za-z(\[])",
            rules.UNEXPECTED_CHARACTER,
            f"Pieces are joined by `{either}`.",
            either,
        ),
        spelling(
            r"(?<=[A-Za-z\])])[ \t]++(?P<at>(?P<n>\d++))", rules.UNEXPECTED_TOKEN, "A range has a colon.", r":\g<n>"
        ),
        spelling(r"(?P<at>==)", rules.BAD_TEST, "Numbers are compared by a single sign.", "="),
    )


_LISPY = (
    spelling(r"(?P<at>#|//)[^\r\n]*+", rules.UNEXPECTED_CHARACTER, "Comments begin otherwise here.", ";"),
    spelling(
        rf"(?<=\()(?P<at>\+|\|\|?)(?={_B}[A-Za-z(\[])", rules.UNEXPECTED_CHARACTER, "Pieces are joined by `/`.", "/"
    ),
    spelling(
        rf"(?P<at>(?<![\w(-]){_DEFINES}[ \t]++(?P<name>{_NAME})[ \t]++(?P<moves>{_NAME}))(?={_B}$)",
        rules.BAD_DEF,
        "A definition is a list.",
        r"(def \g<name> \g<moves>)",
    ),
    spelling(
        rf"(?<=\()(?P<at>(?:define|defun|defpiece|defvar|setq)[ \t]++(?P<name>{_NAME})(?:[ \t]++\(\))?)",
        rules.BAD_DEF,
        "A definition begins with `def`.",
        r"def \g<name>",
    ),
    spelling(
        r"(?P<at>==)[^()]*+(?:\([^()]*+\)[^()]*+)*", rules.BAD_TEST, "Numbers are compared by a single sign.", "="
    ),
    Spelling(
        re.compile(rf"(?<=\(){_NAME}(?:{_B},{_B}{_NAME}){{1,20}}(?=\))"),
        rules.UNEXPECTED_TOKEN,
        "Pieces are joined by `/`.",
        lambda match: " ".join(("/", *re.split(r"[ \t]*,[ \t]*", match[0]))),
    ),
)

SPELLINGS: Mapping[str, tuple[Spelling, ...]] = {
    "lisp": _LISPY,
    "elisp": _LISPY,
    "c": (
        *_infix(":=", "/", r";|--"),
        spelling(
            rf"\b{_FUNCTIONS}[ \t]++(?P<given>{_NAME})",
            rules.UNEXPECTED_TOKEN,
            "What a function is given stands in brackets.",
            r"\g<function>(\g<given>)",
        ),
    ),
    "sql": (
        *_infix("IS", "OR", r";|//"),
        Spelling(
            re.compile(rf"\b(?P<at>{_FUNCTIONS})[ \t]++{_NAME}"),
            rules.UNEXPECTED_TOKEN,
            "A function with a piece behind it is a gerund.",
            lambda match: gerund(match["function"]),
        ),
    ),
}
"""The spellings of each style."""
