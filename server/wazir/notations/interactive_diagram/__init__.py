"""The block of the Interactive Diagram in HTML, with pieces in XBetza (docs/notations/engines.md, D1 to F25)."""

from __future__ import annotations

from functools import partial

from wazir.notations.embedding import Host
from wazir.notations.interactive_diagram.definition import (
    CODES,
    COLOURS,
    DUPLICATE_ID,
    DiagramAnalysis,
    complete,
    evidence,
    hover,
    starts_chunk,
)
from wazir.notations.kit import duplicate


class InteractiveDiagram(Host):
    """Elements of the Interactive Diagram."""

    name = "interactive-diagram"
    title = "Interactive Diagram"
    extensions = ("idiagram.html",)
    shared_extensions = (".html", ".htm")
    line_comments = ("<!--",)
    codes = CODES
    package = __name__
    triggers = ":="
    colours = COLOURS
    own_section = "notations/engines.html#the-interactive-diagram-blocks"

    analysis = DiagramAnalysis
    starts_chunk = staticmethod(starts_chunk)
    evidence = staticmethod(evidence)
    duplicate_name = staticmethod(partial(duplicate, DUPLICATE_ID))
    hover = staticmethod(hover)
    complete = staticmethod(complete)
