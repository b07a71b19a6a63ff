"""Spellings of other styles and languages, which replace errors where an author writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wazir.notations.kit import Spelling, spelling
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.tree import canonical, gerund
from wazir.notations.lcpn.vocabulary import RESTRICTIONS, shortest
from wazir.notations.suggestions import alike, is_slip

_B = r"[ \t]*+"
_ITEM = r"(?:[^\s()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*\))*\))"
"""A word, or a list that contains lists that contain lists."""
_NAME = r"[^\W\d][\w-]*+"
_DEFINES = r"(?:let|var|const|def|define|set|LET|SET|DEFINE)"
_SIGNS = r"(?:==?|<-|(?:is|Is|as|AS)\b)"
_CALLED = ("move", "capture", "destroy", "igui", "initial", "cannon", "grasshopper", "no_jump")
_FUNCTIONS = rf"(?P<function>{'|'.join(_CALLED)})"
_MISSPELLED = rf"(?<=\(){_B}(?P<at>(?P<function>{_NAME})"
_ARRAY = rf"(?P<a>-?\d++){_B},{_B}(?P<b>-?\d++)"
_BARE = _ARRAY.replace("<a>", "<c>").replace("<b>", "<d>")


def _comments(signs: str, own: str) -> tuple[Spelling, ...]:
    """Signs that end a line or begin a comment in other languages. The mistake includes the rest of the line."""
    return (
        spelling(rf"(?P<at>;)(?={_B}$)", rules.UNEXPECTED_CHARACTER, "Definitions have no end mark.", ""),
        spelling(
            rf"(?P<at>{signs})[^\r\n]*+",
            rules.UNEXPECTED_CHARACTER,
            "Comments begin with another character in this style.",
            own,
        ),
    )


def _meant(match: re.Match[str]) -> str | None:
    """The function whose name is misspelled, if any."""
    known = alike(match["function"], _CALLED)
    return known if is_slip(match["function"], known) else None


def _separated(match: re.Match[str]) -> str | None:
    """Restrictions with a colon each; None if a word is not one."""
    words = re.findall(r"[\w-]+", match["words"])
    if not all(shortest(canonical(word)) in RESTRICTIONS for word in words):
        return None
    return ("" if match["list"] is None else " ").join(f":{word}" for word in words)


def _clauses(match: re.Match[str]) -> str:
    """The `cond` for an `if` of other languages."""
    test = re.sub(r"\((rank|file)[ \t]*([<>!=]=|[<>=])[ \t]*(\d+)\)", r"(\2 (\1) \3)", match["test"])
    return f"(cond ({test} {match['then']})" + (f" (else {match['other']}))" if match["other"] else ")")


_COMMAS = r"(?P<words>:[\w-]++(?:[ \t]*+,[ \t]*+:?[A-Za-z][\w-]*+)+)"
_A_RESTRICTION_EACH = "Each restriction has its own colon, without commas."


def _array(match: re.Match[str]) -> str:
    return f"[{match['a'] or match['c']}, {match['b'] or match['d']}]"


def _infix(define: str, either: str, comments: str) -> tuple[Spelling, ...]:
    """The spellings for C and SQL, with their signs of definitions and alternatives, and others' comment signs."""
    array = rf"(?<![\w)\]])[({{]{_B}{_ARRAY}{_B}[)}}]|(?<![\[\w,({{-]){_BARE}(?![\d\],)}}])"
    return (
        *_comments(comments, "#"),
        spelling(
            rf"^(?P<at>{_DEFINES}[ \t]++(?P<name>{_NAME})(?:{_B}(?::=|IS\b|{_SIGNS}))?)(?=[ \t])",
            rules.BAD_DEFINITION,
            "A definition begins with its name.",
            rf"\g<name> {define}",
        ),
        spelling(
            rf"^{_NAME}{_B}(?P<at>{_SIGNS}|:(?=[ \t]++[A-Za-z]))",
            rules.BAD_DEFINITION,
            f"A definition has `{define}` between its name and its moves.",
            define,
        ),
        Spelling(re.compile(array), rules.UNEXPECTED_TOKEN, "An array is written in square brackets.", _array),
        Spelling(re.compile(rf"{_COMMAS}(?P<list>(?!))?"), rules.UNEXPECTED_CHARACTER, _A_RESTRICTION_EACH, _separated),
        spelling(
            r"(?<![\w:)\]}])(?P<at>:royal)[ \t]++[\w-]++",
            rules.UNEXPECTED_TOKEN,
            "A property has two colons.",
            "::royal",
        ),
        spelling(
            rf"(?P<at>\|\|?|\+|,)(?={_B}[A-Za-z(\[])",
            rules.UNEXPECTED_CHARACTER,
            f"Pieces are joined by `{either}`.",
            either,
        ),
        spelling(
            r"(?<=[A-Za-z\])])[ \t]++(?P<at>(?P<n>\d++))", rules.UNEXPECTED_TOKEN, "A range has a colon.", r":\g<n>"
        ),
        spelling(r"(?P<at>==)", rules.BAD_CONDITION, "A comparison has a single `=`.", "="),
    )


_LISPY = (
    Spelling(
        re.compile(rf"(?P<list>(?<=[\s)]))(?P<at>{_COMMAS})"),
        rules.UNEXPECTED_CHARACTER,
        _A_RESTRICTION_EACH,
        _separated,
    ),
    spelling(
        r"(?<=[\s)])(?P<at>:[ \t]++(?P<word>[\w-]++|\*))",
        rules.UNEXPECTED_CHARACTER,
        "A restriction has no space after its colon.",
        r":\g<word>",
    ),
    Spelling(
        re.compile(rf"\((?i:if)\s++(?P<test>{_ITEM})\s++(?P<then>{_ITEM})(?:\s++(?P<other>{_ITEM}))?\s*+\)"),
        rules.UNEXPECTED_TOKEN,
        "Conditions are clauses of `cond`.",
        _clauses,
    ),
    spelling(
        r"(?P<at>#|//)[^\r\n]*+",
        rules.UNEXPECTED_CHARACTER,
        "Comments begin with another character in this style.",
        ";",
    ),
    spelling(
        rf"(?<=\()(?P<at>\+|\|\|?)(?={_B}[A-Za-z(\[])", rules.UNEXPECTED_CHARACTER, "Pieces are joined by `/`.", "/"
    ),
    spelling(
        rf"(?P<at>(?<![\w(-]){_DEFINES}[ \t]++(?P<name>{_NAME})[ \t]++(?P<moves>{_NAME}))(?={_B}$)",
        rules.BAD_DEFINITION,
        "A definition is a list.",
        r"(def \g<name> \g<moves>)",
    ),
    spelling(
        rf"(?<=\()(?P<at>(?:define|defun|defpiece|defvar|setq)[ \t]++(?P<name>{_NAME})(?:[ \t]++\(\))?)",
        rules.BAD_DEFINITION,
        "A definition begins with `def`.",
        r"def \g<name>",
    ),
    spelling(r"(?P<at>==)[^()]*+(?:\([^()]*+\)[^()]*+)*", rules.BAD_CONDITION, "A comparison has a single `=`.", "="),
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
            rf"\b{_FUNCTIONS}[ \t]++(?P<argument>(?!(?i:and|or)\b){_NAME})",
            rules.UNEXPECTED_TOKEN,
            "Arguments of a function are written in brackets.",
            r"\g<function>(\g<argument>)",
        ),
        Spelling(
            re.compile(rf"{_MISSPELLED}[ \t]++(?P<argument>{_NAME})){_B}(?=\))"),
            rules.UNEXPECTED_TOKEN,
            "Arguments of a function are written in brackets.",
            lambda match: (function := _meant(match)) and f"{function}({match['argument']})",
        ),
    ),
    "sql": (
        *_infix("IS", "OR", r";|//"),
        Spelling(
            re.compile(rf"\b(?P<at>{_FUNCTIONS})[ \t]++{_NAME}"),
            rules.UNEXPECTED_TOKEN,
            "A function with a piece after it is a gerund.",
            lambda match: gerund(match["function"]),
        ),
        Spelling(
            re.compile(rf"{_MISSPELLED})[ \t]++{_NAME}{_B}(?=\))"),
            rules.UNEXPECTED_TOKEN,
            "A function with a piece after it is a gerund.",
            lambda match: (function := _meant(match)) and gerund(function),
        ),
    ),
}
"""The spellings of each style."""
