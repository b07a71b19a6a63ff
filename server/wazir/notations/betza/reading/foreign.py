"""What authors who know another notation write, and how it is written here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from wazir.diagnostics import Code, Diagnostic, Fix
from wazir.notations.betza import rules
from wazir.text import Edit, Span

MOST = 50
"""As many spellings of a definition are looked at."""


class Spelling(NamedTuple):
    """A way to write something elsewhere."""

    pattern: re.Pattern[str]
    code: Code
    message: str
    written: Callable[[re.Match[str]], str]
    """What is written here instead."""


def _spelling(pattern: str, code: Code, message: str, written: str) -> Spelling:
    return Spelling(re.compile(pattern), code, message, lambda match: match.expand(written))


_B = r"[ \t]*+"
_APART = rf"(?:{_B},{_B}|[ \t]++)"
_SPELLINGS = (
    _spelling(
        r"(?<![A-Z])[O0]-[O0](?:-[O0])?(?!\w)",
        rules.UNKNOWN_LETTER,
        "Castling names the squares that the king goes.",
        "isO2",
    ),
    _spelling(
        rf"[\[{{<]{_B}-?(?P<a>\d++){_APART}-?(?P<b>\d++)(?:{_B}[\]}}>)])?"
        rf"|\({_B}(?=-|\d++(?:{_B},{_B}-|[ \t]++-?\d++{_B}\)))-?(?P<c>\d++){_APART}-?(?P<d>\d++){_B}\)"
        rf"|(?<![\d,(\[{{<-])(?P<e>\d++){_B},{_B}(?P<f>\d++)(?![\d,)])",
        rules.BAD_LEAP,
        "A leap is two numbers in round brackets, without signs.",
        r"(\g<a>\g<c>\g<e>,\g<b>\g<d>\g<f>)",
    ),
    _spelling(
        rf"(?<=[A-Z]){_B}(?:[\[{{<]{_B}(?P<a>\d++){_B}[\]}}>]"
        rf"|(?:\d++{_B}-|\d*+{_B}\.\.++){_B}(?P<b>\d++)(?!{_B}\w))",
        rules.BAD_RANGE,
        "A range is one number, the largest number of steps.",
        r"\g<a>\g<b>",
    ),
    _spelling(r"(?<=[A-Z])(?:\*|∞|\.\.\.)", rules.UNKNOWN_LETTER, "The range `0` is any number of steps.", "0"),
    _spelling(r"([\"'])(?P<a>[^\"'\r\n]+)\1", rules.UNKNOWN_LETTER, "Moves stand without quotes.", r"\g<a>"),
    _spelling(r"[-=]+>|[→⇒–—−]", rules.UNKNOWN_LETTER, "A `-` joins a leg to the next one.", "-"),
    _spelling(r"[+,/|&](?=[ \t]*[A-Za-z(\[])", rules.UNKNOWN_LETTER, "Parts stand side by side, as in `WF`.", ""),
)


def foreign_findings(text: str) -> Iterator[Diagnostic]:
    """The diagnostics for what another notation writes in moves, if it is wrong here; none overlaps another."""
    for match, spelling in islice(_matches(text), MOST):
        span = Span(*match.span())
        instead = spelling.written(match)
        title = f"Write `{instead}`" if instead else f"Remove `{match[0]}`"
        way = f" Write `{instead}`." if instead else ""
        fix = Fix(title, (Edit(span, instead),), safe=False)
        yield Diagnostic(spelling.code, span, f"{spelling.message}{way}", (fix,))


def _matches(text: str) -> Iterator[tuple[re.Match[str], Spelling]]:
    taken = 0
    found = [(match, spelling) for spelling in _SPELLINGS for match in spelling.pattern.finditer(text)]
    for match, spelling in sorted(found, key=lambda one: one[0].start()):
        if match.start() >= taken:
            yield match, spelling
            taken = match.end()
