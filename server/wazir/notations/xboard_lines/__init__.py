"""Pieces in the lines between XBoard and its engines, and in its settings (docs/notations/engines.md, F20 to F23)."""

from __future__ import annotations

from functools import partial

from wazir.notations.embedding import Host
from wazir.notations.kit import duplicate
from wazir.notations.xboard_lines.definition import (
    CODES,
    COLOURS,
    DUPLICATE_ID,
    LineAnalysis,
    complete,
    evidence,
    hover,
    starts_chunk,
)


class XBoardLines(Host):
    """Lines of XBoard."""

    name = "xboard"
    title = "Engine lines of XBoard"
    extensions = ("xboard.debug",)
    shared_extensions = (".txt", ".log", ".debug")
    line_comments = ("#",)
    codes = CODES
    package = __name__
    triggers = " :;"
    colours = COLOURS
    own_section = "notations/engines.html#xboard-piece-lines"

    analysis = LineAnalysis
    starts_chunk = staticmethod(starts_chunk)
    evidence = staticmethod(evidence)
    duplicate_name = staticmethod(partial(duplicate, DUPLICATE_ID))
    hover = staticmethod(hover)
    complete = staticmethod(complete)
