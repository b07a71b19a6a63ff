"""The layout of a file (B24): blanks between words, and nothing else, line by line within a block.

Names, signs and comments are aligned within a block of lines; a line that goes on is indented by
two; a run of blanks inside the moves becomes one, which keeps the parts that the author set apart.
Only spaces and tabs are ever touched: the grammar takes other blanks for blanks too, but not within
a word (`W W` is one doubled letter).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wazir.notations.notation import MAX_LETTERS_OF_CHUNK
from wazir.parsing import terminals
from wazir.text import BLANKS

INDENT = "  "
"""The indentation of a continued line."""
COMMENT_GAP = "  "
"""Between the text of a line and its comment."""
WIDEST_NAME = 40
"""A name wider than this is not aligned with, so that one name cannot push a whole block aside."""
WIDEST_LINE = 100
"""The same for a line with a comment."""

_SEVERAL = re.compile(r"[ \t]{2,}|\t")
_T = terminals("betza")
_COMMENT = re.compile(r"[#;].*", re.DOTALL)
_NAMED = re.compile(
    rf"({_T['NAME']})[ \t]*({_T['EQUALS']})([^#;]*+)({_COMMENT.pattern})?", re.DOTALL
)
"""A name, the sign after it, moves and a comment."""


class _BetzaLine(NamedTuple):
    """The parts of a line: a definition has a name and a sign, a nameless one or a directive only
    moves.
    """

    is_indented: bool = False
    name: str = ""
    sign: str = ""
    moves: str = ""
    comment: str = ""

    @property
    def is_remark(self) -> bool:
        """Whether it is an indented comment alone."""
        return self.is_indented and not self.moves and bool(self.comment)

    def aligned(self, name_width: int) -> str:
        """The line without its comment."""
        if self.sign:
            head = f"{self.name}{' ' * (name_width - width(self.name))} {self.sign}"
            return f"{head} {self.moves}" if self.moves else head
        return INDENT + self.moves if self.is_indented and self.moves else self.moves


def format_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a block, laid out."""
    parts = [_read(line) for line in lines]
    name_width = _widest([line.name for line in parts], WIDEST_NAME)
    column = _widest([line.aligned(name_width) for line in parts if line.comment], WIDEST_LINE)
    is_remarked = False
    for line in parts:
        if line.is_remark:
            yield (" " * column + COMMENT_GAP if is_remarked else INDENT) + line.comment
            continue
        text, is_remarked = line.aligned(name_width), False
        if text and line.comment:
            own = width(text)
            is_remarked = own <= WIDEST_LINE
            text += " " * (column - own) + COMMENT_GAP
        yield text + line.comment


def _widest(texts: Iterable[str], limit: int) -> int:
    """The largest width of some texts, apart from those wider than a limit."""
    return max([columns for columns in map(width, texts) if columns <= limit], default=0)


def width(text: str) -> int:
    """The number of columns of a text in a monospaced font. A long text counts by characters."""
    if text.isascii() or len(text) > MAX_LETTERS_OF_CHUNK:
        return len(text)
    return sum(map(_width_of_character, text))


def _width_of_character(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _read(line: str) -> _BetzaLine:
    """A line in its parts."""
    if named := _NAMED.match(line):
        name, sign, moves, comment = named.groups("")
        return _BetzaLine(
            is_indented=False,
            name=name,
            sign=sign,
            moves=_single_spaced(moves),
            comment=comment.rstrip(BLANKS),
        )
    comment = match.group().rstrip(BLANKS) if (match := _COMMENT.search(line)) else ""
    content = line[: match.start()] if match else line
    return _BetzaLine(line.startswith((" ", "\t")), moves=_single_spaced(content), comment=comment)


def _single_spaced(text: str) -> str:
    return _SEVERAL.sub(" ", text.strip(BLANKS))
