"""The indentation of a line that is begun (L19), by the words before it."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.notations.base import Context
from wazir.notations.lcpn.definition import style
from wazir.notations.lcpn.reading.common import is_unclosed
from wazir.notations.lcpn.reading.words import words
from wazir.notations.lcpn.writing.spelling import LISPY
from wazir.parsing import COMMENT
from wazir.syntax import Token
from wazir.text import line_start

_OPENING = frozenset({"OPEN", "LPAR", "START", "LSQB", "LBRACE"})
_STEP = 2
_WIDE = ("DEF", "COND")
_GOES_ON = frozenset(
    {
        "DEFINE",
        "SLASH",
        "JUMP",
        "AFTER",
        "AMP",
        "OR",
        "AND",
        "NOT",
        "THEN",
        "AND_THEN",
        "COMMA",
        "IF",
        "ELSE",
        "COMPARE",
    }
)


def indent_after(text: str, context: Context, offset: int) -> str | None:
    """The blanks before a line that begins at an offset of a chunk; None where a new expression would begin."""
    is_lispy = style(context) in LISPY
    before = [word for word in words(text[:offset], style(context)) if word.kind != COMMENT]
    if before and is_unclosed(before[-1]):
        return ""
    opened = _opened(before)
    if opened is None:
        goes_on = bool(before) and not is_lispy and before[-1].kind in _GOES_ON
        return " " * _STEP if goes_on else None
    column = _column(text, before[opened].start)
    inside = before[opened + 1 :]
    if is_lispy:
        return " " * (column + _lispy(text, inside, before[opened]))
    if before[opened].kind == "LBRACE" or not inside:
        start = line_start(text, before[opened].start)
        line = text[start:offset]
        return " " * (len(line) - len(line.lstrip(" ")) + _STEP)
    return " " * (column + 1)


def _opened(before: Sequence[Token]) -> int | None:
    """The place of the innermost bracket that is not closed."""
    waiting: list[int] = []
    for place, word in enumerate(before):
        if word.kind in _OPENING:
            waiting.append(place)
        elif word.kind == "CLOSE" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else None


def _lispy(text: str, inside: Sequence[Token], opening: Token) -> int:
    """How far behind its bracket a list goes on."""
    if not inside:
        return 1
    if inside[0].kind in _WIDE:
        return _STEP
    if len(inside) == 1 and inside[0].kind == "SIGN":
        return len(inside[0].text) + 2
    if len(inside) > 1 and inside[0].kind in ("SIGN", "NAME"):
        return _column(text, inside[1].start) - _column(text, opening.start)
    return 1


def _column(text: str, offset: int) -> int:
    return offset - line_start(text, offset)
