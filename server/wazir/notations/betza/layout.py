"""The layout of a file (B24): blanks between words, and nothing else, line by line within a block.

Names, signs and comments are aligned within a block of lines; a line that goes on is indented by two; a run of blanks
inside the moves becomes one, which keeps the parts that the author set apart. Only spaces and tabs are ever touched:
the grammar takes other blanks for blanks too, but not within a word (`W W` is one doubled letter).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from wazir.tables import terminals

INDENT = "  "
"""The indentation of a continued line."""
COMMENT_GAP = "  "
"""Between what a line says and its comment."""
WIDEST_NAME = 40
"""A name wider than this is not aligned with, so that one name cannot push a whole block aside."""
WIDEST_LINE = 100
"""The same for a line with a comment."""

_BLANKS = re.compile(r"[ \t]+")
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


@dataclass(frozen=True, slots=True)
class _Line:
    kind: _Kind
    name: str = ""
    sign: str = ""
    moves: str = ""
    comment: str = ""

    def said(self, name_width: int) -> str:
        """The line without its comment."""
        if self.kind is _Kind.NAMED:
            padding = " " * max(0, name_width - width(self.name))
            return f"{self.name}{padding} {self.sign} {self.moves}".rstrip(" ")
        return INDENT + self.moves if self.kind is _Kind.CONTINUED else self.moves


def format_lines(lines: Iterable[str]) -> Iterator[str | None]:
    """The lines of a block, laid out; None is a pause."""
    parts, said = list[_Line](), list[str]()
    name_width = column = 0
    for line in map(_read, lines):
        parts.append(line)
        if (name := width(line.name)) <= WIDEST_NAME:
            name_width = max(name_width, name)
        yield None
    for line in parts:
        text = line.said(name_width)
        said.append(text)
        if line.comment and width(text) <= WIDEST_LINE:
            column = max(column, width(text))
        yield None
    is_remarked = False
    for line, text in zip(parts, said, strict=True):
        if line.kind is _Kind.REMARK:
            indent = " " * column + COMMENT_GAP if is_remarked else INDENT
        else:
            is_remarked = bool(text and line.comment and width(text) <= WIDEST_LINE)
            indent = " " * max(0, column - width(text)) + COMMENT_GAP if text else ""
        yield text + indent + line.comment if line.comment else text


def width(text: str) -> int:
    """The number of columns of a text in a monospaced font."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _read(line: str) -> _Line:
    comment = match.group().rstrip(" \t") if (match := _COMMENT.search(line)) else ""
    said = line[: match.start()] if match else line
    moves = _BLANKS.sub(" ", said).strip(" ")
    is_indented = line[:1] in (" ", "\t")
    if not moves:
        kind = _Kind.EMPTY if not comment else _Kind.REMARK if is_indented else _Kind.COMMENT
        return _Line(kind, comment=comment)
    if is_indented:
        return _Line(_Kind.CONTINUED, moves=moves, comment=comment)
    if named := _NAMED.match(said):
        moves = _BLANKS.sub(" ", named["moves"]).strip(" ")
        return _Line(_Kind.NAMED, named["name"], named["sign"], moves, comment)
    return _Line(_Kind.OTHER, moves=moves, comment=comment)
