"""The block of the Interactive Diagram in HTML, with pieces in XBetza (docs/notations/engines.md,
D1 to F25).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from wazir.diagnostics import Diagnostic
from wazir.notations.engine_files.embedding import HostNotation
from wazir.notations.engine_files.interactive_diagram.codes import CODES, DUPLICATE_ID
from wazir.notations.engine_files.interactive_diagram.definition import DiagramAnalysis
from wazir.notations.engine_files.interactive_diagram.game import DiagramGames
from wazir.notations.engine_files.interactive_diagram.syntax import OPENING
from wazir.notations.files import INTERACTIVE_DIAGRAM_FILES
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK
from wazir.notations.reports import duplicate
from wazir.notations.results import TokenType
from wazir.text import Span

COLOURS: Mapping[str, TokenType] = {
    "key": TokenType.DIRECTIVE,
    "value": TokenType.ARGUMENT,
    "name": TokenType.NAME,
    "id": TokenType.ATOM,
    "image": TokenType.STRING,
    "squares": TokenType.RANGE,
    "hand": TokenType.RANGE,
    "sign": TokenType.OPERATOR,
}
"""The colours of tokens, by their kinds."""

_TYPICAL = re.compile(
    r"(?<!\S)(?:[A-Za-z][\w-]*:[A-Za-z]'?:[a-z]*[A-Z\[(][^\s:]*:[\w-]*(?=[\s:])"
    r"|(?:files|ranks|royal|promo[A-Z][a-z]+|symmetry|graphics[DT][a-z]+|squareSize|firstRank)"
    r"=[\w/.]+(?=\s))"
)
"""A piece with moves, or a setting that only diagrams have."""


class InteractiveDiagram(HostNotation):
    """Elements of the Interactive Diagram."""

    files = INTERACTIVE_DIAGRAM_FILES
    title = "Interactive Diagram"
    line_comments = ("<!--",)
    codes = CODES
    package = __name__
    colours = COLOURS
    own_section = "notations/engines.html#the-interactive-diagram-blocks"

    analysis = DiagramAnalysis
    set_ups = DiagramGames()

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of an ID that is defined above."""
        return duplicate(DUPLICATE_ID, name, span, first=first, another=another)

    def starts_chunk(self, line: str, /) -> bool:
        """Whether the element begins in a line."""
        return OPENING.search(line[:MAX_LETTERS_OF_CHUNK]) is not None

    def evidence(self, text: str, /) -> int:
        """The number of such elements, of pieces with moves, and of settings that only diagrams
        have.
        """
        return sum(len(pattern.findall(text)) for pattern in (OPENING, _TYPICAL))
