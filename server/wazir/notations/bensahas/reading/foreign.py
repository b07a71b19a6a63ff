"""What authors who know another notation write in terms and statements."""

from __future__ import annotations

import re

from wazir.notations.bensahas import rules
from wazir.notations.foreign import Spelling, spelling
from wazir.syntax import Tree

_B = r"[ \t]*+"
_N = r"\d{1,3}"
_WAY = r"(?:[NS][EW]?|[EW]|[ns][ew]|[esw])"
_SUMS = {"n": 1, "e": 2, "s": 4, "w": 8, "ne": 16, "se": 32, "sw": 64, "nw": 128}
_SUMS |= {"all": 255, "any": 255, "orthogonal": 15, "diagonal": 240}


def _sum(match: re.Match[str]) -> str:
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", match["at"])}
    return str(sum(_SUMS[word] for word in words))


SPELLINGS: tuple[Spelling, ...] = (
    spelling(r"^[ \t]*(?P<at>;+|--)[^\r\n]*+", rules.TEXT_OUTSIDE_PIECES, "A comment begins with `#` or `//`.", "#"),
    Spelling(
        re.compile(rf",{_B}(?P<at>(?:{_WAY}(?:{_B}[+|,&]{_B}{_WAY}){{0,7}}|all|any|orthogonal|diagonal))(?={_B}[):;])"),
        rules.BAD_DIRECTIONS,
        "Directions are a sum of numbers.",
        _sum,
    ),
    spelling(
        rf"(?<=\(){_B}(?P<at>(?:inf(?:inity|inite)?|N|\*|any|∞)|-1)(?={_B},)",
        rules.BAD_DISTANCE,
        "Any number of steps is `n`.",
        "n",
    ),
    spelling(
        rf"(?<=\(){_B}(?P<at>{_N}{_B}(?:-|\.\.+){_B}(?P<most>{_N}))(?={_B},)",
        rules.BAD_DISTANCE,
        "A distance is the largest number of steps.",
        r"\g<most>",
    ),
    spelling(
        rf"(?P<at>(?P<a>{_N}{_B},{_B}{_N}){_B},{_B}(?P<place>{_N}{_B},{_B}{_N}))(?={_B}[):])",
        rules.TOO_MANY_VALUES,
        "The step of an oblique leap stands behind a `;`.",
        r"\g<a>; \g<place>",
    ),
    spelling(
        rf"(?<=;){_B}(?P<at>(?P<a>{_N})[ \t]++(?P<b>{_N})|\((?P<c>{_N}){_B},{_B}(?P<d>{_N})\))(?={_B}[):])",
        rules.BAD_OBLIQUE_STEP,
        "An oblique step is two numbers with a comma between.",
        r"\g<a>\g<c>, \g<b>\g<d>",
    ),
    spelling(
        rf"(?<=\(){_B}(?P<at>(?P<a>{_N}|n)[ \t]++(?P<place>{_N}))(?={_B}[):;])",
        rules.UNEXPECTED_TOKEN,
        "A comma stands between the distance and the directions.",
        r"\g<a>, \g<place>",
    ),
    spelling(
        r"\)[ \t]*(?P<at>[;.,+|/&])(?=[ \t]*(?:$|[a-z]*\())", rules.UNEXPECTED_TOKEN, "A statement ends with `!`.", "!"
    ),
    spelling(r"(?P<at>@m\b)", rules.BAD_PARAMETER, "Parameters are capitals.", "@M"),
    spelling(r"(?P<at>@t\b)", rules.BAD_PARAMETER, "Parameters are capitals.", "@T"),
    spelling(r"(?P<at>@b\b)", rules.BAD_PARAMETER, "Parameters are capitals.", "@B"),
    spelling(r"(?P<at>@p\b)", rules.BAD_PARAMETER, "Parameters are capitals.", "@P"),
    spelling(
        r"(?P<at>,)[ \t]*(?P<place>@[MTBP])\b",
        rules.BAD_PARAMETER,
        "A colon stands between the values and the parameters.",
        ":",
    ),
    spelling(
        r"(?<=[:,])[ \t]*(?P<at>moved[ \t]*=[ \t]*(?P<n>\d+))",
        rules.BAD_PARAMETER,
        "When the piece has moved is said by a parameter.",
        r"@M = moved, \g<n>",
    ),
    spelling(r"(?P<at>rank[ \t]*={1,2}[ \t]*(?P<n>\d+))", rules.UNEXPECTED_TOKEN, "A rank is a square.", r"[n, \g<n>]"),
    spelling(r"(?P<at>file[ \t]*={1,2}[ \t]*(?P<n>\d+))", rules.UNEXPECTED_TOKEN, "A file is a square.", r"[\g<n>, n]"),
    spelling(
        r"(?P<at>(?P<a>\[[^\[\]]*+\])[ \t]*+(?P<word>and|or|AND|OR)[ \t]*+(?P<b>\[[^\[\]]*+\]))",
        rules.UNEXPECTED_TOKEN,
        "Conditions are joined by a function.",
        "",
    )._replace(written=lambda match: f"{match['word'].lower()}({match['a']}, {match['b']})"),
    spelling(
        r"^(?P<at>[ \t]*(?P<name>:[ \t]*[^\W\d][\w' -]*?))[ \t]*(?:\r\n|\n|\r)[^{}]*+\}",
        rules.UNEXPECTED_TOKEN,
        "A header ends with a brace.",
        r"\g<name> {",
    ),
)
"""The spellings that are looked for where there are errors."""


def code_of(tree: Tree) -> str:
    """The text of a tree with blanks for its comments."""
    text = tree.text
    for token in tree.tokens:
        if token.kind == "COMMENT":
            text = text[: token.start] + " " * len(token.text) + text[token.end :]
    return text
