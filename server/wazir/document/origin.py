"""Where a text stands in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n?+|\n")


@dataclass(frozen=True, slots=True)
class Origin:
    """The place of a text in a file that holds more than that."""

    line: int = 0
    """The number of its first line."""
    margins: tuple[str, ...] = ()
    """What stands in the file before each of its lines; nothing, if there are none."""

    def margin(self, line: int) -> str:
        """What stands before a line of the text."""
        return self.margins[line] if 0 <= line < len(self.margins) else ""

    def written(self, text: str) -> str:
        """A new part of the text as the file must say it: the margin stands before new lines too."""
        margin = max(self.margins, key=len, default="")
        return _LINE_END.sub(lambda end: end[0] + margin, text) if margin else text


TOP = Origin()
"""That of a text that is a whole file."""
