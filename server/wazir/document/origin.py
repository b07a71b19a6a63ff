"""The location of a text in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n?+|\n")


@dataclass(frozen=True, slots=True)
class Origin:
    """The location of a text that is part of a file."""

    line: int = 0
    """The number of its first line."""
    margins: tuple[str, ...] = ()
    """The text before each of its lines in the file, or an empty string."""

    def margin(self, line: int) -> str:
        """The text before a line."""
        return self.margins[line] if 0 <= line < len(self.margins) else ""

    def written(self, text: str) -> str:
        """A new part of the text as it must be written in the file, with the margin after line ends."""
        margin = max(self.margins, key=len, default="")
        return _LINE_END.sub(lambda end: end[0] + margin, text) if margin else text


TOP = Origin()
"""The origin of a text that is a whole file."""
