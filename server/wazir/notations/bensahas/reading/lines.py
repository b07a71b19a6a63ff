"""Where lines matter: a term or a `+` that starts a line ends what is not closed before it (S2).

But within `flip( )` it does not, for the pieces may stand on several lines; and where that is not closed, it ends with
the first line on which a statement does.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from wazir.parsing import Choice
from wazir.syntax import Token

_LINE_START = re.compile(r"(?:\A|[\r\n])[\s\ufeff]*\Z")
_FAR = 200
_FLIP = re.compile(r"flip\s*+\(")
_SIGN = re.compile(
    r"(?P<skip>(?:#|//)[^\r\n]*+)|(?P<flip>\bflip\s*+\()|(?P<key>promotes_to\s*+=)|(?P<end>\})|(?P<sign>[()!\r\n])"
    r"|(?P<word>[^\s()!#{}])"
)
_TERM = re.compile(r"(?:[\s\ufeff]|(?:#|//)[^\r\n]*+)*(?:\+|[^\s,:;=~<>\[\]{}!@()#+-]*+\()")
_KEY = re.compile(r"\w++\s*+=")


def choice(text: str) -> Choice:
    """Tells what starts a line from what does not."""
    spans = flips(text)
    starts = [start for start, _ in spans]

    def kind(token: Token) -> str:
        if not _LINE_START.search(text, max(0, token.start - _FAR), token.start):
            return "ERROR" if token.kind == "PLUS" else token.kind
        number = bisect_right(starts, token.start) - 1
        if number >= 0 and token.start < spans[number][1]:
            return "ERROR" if token.kind == "PLUS" else token.kind
        if token.kind == "NAME" and _KEY.match(text, token.start):
            return "NAME"
        return {"NAME": "FIRST", "LPAR": "START"}.get(token.kind, token.kind)

    return kind


def flips(text: str) -> list[tuple[int, int]]:
    """From where to where the words of each `flip` may stand on several lines, in the order of the text."""
    found = []
    start = 0
    while opened := _next_flip(text, start):
        inner = opened.end()
        start = _inside(text, inner)
        found.append((inner, start))
    return found


def _next_flip(text: str, start: int) -> re.Match[str] | None:
    for sign in _SIGN.finditer(text, start):
        if sign["flip"]:
            return sign
    return None


def _inside(text: str, start: int) -> int:
    """Where a `flip` ends whose bracket is opened before an offset, as it is closed or should be."""
    depth, pieces, place, line_ends, last = 1, False, None, False, ""
    for sign in _SIGN.finditer(text, start):
        what = sign.lastgroup
        if what == "skip":
            continue
        if what in ("flip", "end"):
            break
        if what == "key":
            pieces, last = True, "="
        elif what == "word":
            last = sign[0]
        elif sign[0] in "\r\n":
            ends = pieces and (line_ends or (last not in ",~=()" and _TERM.match(text, sign.end())))
            place = sign.start() if place is None and ends else place
            continue
        elif sign[0] == "(":
            depth, last = depth + 1, "("
        elif sign[0] == ")":
            depth, last = depth - 1, ")"
            if depth == 0:
                return sign.start()
        elif not pieces:
            break
        else:
            depth, line_ends, last = 1, True, "!"
    return start if place is None else place
