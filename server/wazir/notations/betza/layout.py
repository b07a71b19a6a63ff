"""The layout of a file (B24): blanks between words, and nothing else, line by line within a block.

Names, signs and comments are aligned within a block of lines; a line that goes on is indented by two; a run of blanks
inside the moves becomes one, which keeps the parts that the author set apart. Only spaces and tabs are ever touched:
the grammar takes other blanks for blanks too, but not within a word (`W W` is one doubled letter).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from wazir.notations.base import LONGEST_SCANNED
from wazir.tables import terminals
from wazir.text import BLANKS

INDENT = "  "
"""The indentation of a continued line."""
COMMENT_GAP = "  "
"""Between what a line says and its comment."""
WIDEST_NAME = 40
"""A name wider than this is not aligned with, so that one name cannot push a whole block aside."""
WIDEST_LINE = 100
"""The same for a line with a comment."""

_PACE = 16
"""The number of lines of a step."""
_SEVERAL = re.compile(r"[ \t]{2,}|\t")
_T = terminals("betza")
_NAMED = re.compile(rf"(?P<name>{_T['NAME']})[ \t]*(?P<sign>{_T['EQUALS']})[ \t]*(?P<moves>[^#;]*)")
_COMMENT = re.compile(r"[#;].*", re.DOTALL)


class _Kind(Enum):
    EMPTY = auto()
    COMMENT = auto()
    """A comment alone, at the start of the line."""
    REMARK = auto()
    """A comment alone, indented."""
    NAMED = auto()
    OTHER = auto()
    """A nameless definition, or a directive."""
    CONTINUED = auto()


class _Line(NamedTuple):
    kind: _Kind
    name: str = ""
    sign: str = ""
    moves: str = ""
    comment: str = ""

    def aligned(self, name_width: int) -> str:
        """The line without its comment."""
        if self.kind is _Kind.NAMED:
            padding = " " * max(0, name_width - width(self.name))
            return f"{self.name}{padding} {self.sign} {self.moves}".rstrip(" ")
        return INDENT + self.moves if self.kind is _Kind.CONTINUED else self.moves


def format_lines(lines: Iterable[str]) -> Iterator[str | None]:
    """The lines of a block, laid out; None is a pause."""
    parts, aligned = list[_Line](), list[str]()
    name_width = column = 0
    for line in map(_read, lines):
        parts.append(line)
        if (name := width(line.name)) <= WIDEST_NAME:
            name_width = max(name_width, name)
        if not len(parts) % _PACE:
            yield None
    for line in parts:
        text = line.aligned(name_width)
        aligned.append(text)
        if line.comment and width(text) <= WIDEST_LINE:
            column = max(column, width(text))
        if not len(aligned) % _PACE:
            yield None
    is_remarked = False
    for line, text in zip(parts, aligned, strict=True):
        if line.kind is _Kind.REMARK:
            yield (" " * column + COMMENT_GAP if is_remarked else INDENT) + line.comment
            continue
        is_remarked = bool(text and line.comment and width(text) <= WIDEST_LINE)
        gap = " " * max(0, column - width(text)) + COMMENT_GAP if text and line.comment else ""
        yield text + gap + line.comment


def width(text: str) -> int:
    """The number of columns of a text in a monospaced font. A long text counts by characters."""
    if text.isascii() or len(text) > LONGEST_SCANNED:
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _read(line: str) -> _Line:
    comment = match.group().rstrip(BLANKS) if (match := _COMMENT.search(line)) else ""
    content = line[: match.start()] if match else line
    is_indented = line.startswith((" ", "\t"))
    if not is_indented and (named := _NAMED.match(content)):
        name, sign, moves = named.groups()
        return _Line(_Kind.NAMED, name, sign, _single_spaced(moves), comment)
    if moves := _single_spaced(content):
        return _Line(_Kind.CONTINUED if is_indented else _Kind.OTHER, moves=moves, comment=comment)
    return _Line(_Kind.EMPTY if not comment else _Kind.REMARK if is_indented else _Kind.COMMENT, comment=comment)


def _single_spaced(text: str) -> str:
    return _SEVERAL.sub(" ", text.strip(BLANKS))
