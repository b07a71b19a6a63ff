"""Pieces that a regular expression proves to be without findings.

Most pieces of a large file are good, and to see that costs a hundredth of reading them. The pattern claims nothing
about what it does not match; a test holds it to the reader's answers.
"""

from __future__ import annotations

import re

from wazir.notations.base import Context
from wazir.parsing import MAX_LENGTH

_FILLER = r"(?:[ \t\r\n]++|(?:\#|//)[^\r\n]*+)*"
_B = r"[ \t]*+"
_NAME = r"[A-Za-z][\w'.-]*+(?:[ \t]++[A-Za-z][\w'.-]*+)*"
_SUM = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d?)(?!\d)"
_NUMBER = r"[1-9]\d{0,3}(?!\d)"
_RANGE = rf"{_B}(?:n{_B},{_B}{_SUM}|{_NUMBER}{_B},{_B}{_SUM}(?:{_B};{_B}(?:1{_B},{_B}[23]|[23]{_B},{_B}1))?){_B}"
_MOVED = rf"(?::{_B}@M{_B}={_B}moved{_B},{_B}{_NUMBER}{_B})?"
_ACTION = r"(?:igui|m|c)"
_TURNED = rf"{_ACTION}?\({_B}(?:n|{_NUMBER}){_B},{_B}/[0-7]{_B}{_MOVED}\)"
_TERM = rf"\({_RANGE}{_MOVED}\)"
_STATEMENT = rf"(?:{_ACTION}{_TERM}{_FILLER}(?:{_TURNED}|{_ACTION}?{_TERM})!|{_ACTION}?{_TERM}!)"
_STATEMENTS = rf"{_FILLER}(?:{_STATEMENT}{_FILLER}){{1,400}}"
_PIECE = re.compile(rf"{_FILLER}(?:{_NAME})?:{_B}{_NAME}{_B}\{{{_STATEMENTS}\}}{_FILLER}", re.ASCII)
_NAMELESS = re.compile(_STATEMENTS, re.ASCII)


def is_clean(text: str, context: Context) -> bool:
    """Whether a chunk is proved to have no findings; False proves nothing."""
    if len(text) > MAX_LENGTH:
        return False
    if _PIECE.fullmatch(text):
        return True
    return not context.has_headers and _NAMELESS.fullmatch(text) is not None
