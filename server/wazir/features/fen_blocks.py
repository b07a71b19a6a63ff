"""Blocks of Markdown with positions of variants in FEN, one in each line.

The fence may name a variant, a built-in one or a section of the same page, and a piece whose moves
are drawn: ```` ```fen variant=chess moves=e2 ````.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from wazir.document import Document
from wazir.document.markdown import fence_option
from wazir.features.variants import built_in
from wazir.notations import REGISTRY
from wazir.notations.capabilities import Variants
from wazir.notations.notation import Analysis
from wazir.notations.wording import shortened
from wazir.piece.drawing.diagram import Diagram

FEN = "fen"
"""The language of these blocks."""
MAX_POSITIONS = 24
"""The maximum number of positions of a block that are drawn."""
_MOVES = re.compile(r"[a-z]\d{1,2}|[A-Za-z]@")
"""The square of a piece, or the letter of a piece in hand, White's in capitals."""


class FenBlock(NamedTuple):
    """The positions of a block."""

    boards: tuple[Diagram, ...]
    fault: str = ""
    """What is wrong with the options of its fence; empty if nothing is."""


class _Section(NamedTuple):
    """The section of a variant, with the notation that reads it."""

    variants: Variants
    analysis: Analysis


def fen_block(text: str, info: str = FEN, documents: Iterable[Document] = ()) -> FenBlock:
    """The positions in the lines of a block. Other lines are skipped.

    Args:
        text: The lines of the block.
        info: The words behind its fence.
        documents: The other blocks of the page, which may define the variant.
    """
    name, moves = fence_option(info, "variant"), fence_option(info, "moves")
    section = _section(name, documents) if name else None
    fault = ""
    if name and section is None:
        fault = f"Unknown variant `{shortened(name)}`."
    elif moves and section is None:
        fault = "`moves` needs a variant, such as `variant=chess`."
    elif moves and not _MOVES.fullmatch(moves):
        fault = f"`moves={shortened(moves)}`: write a square, such as `e2`, or `N@` for a drop."
    marked = "" if fault else moves
    return FenBlock(tuple(_boards(text, section, marked)), fault)


def _section(name: str, documents: Iterable[Document]) -> _Section | None:
    """The section with a name, of some documents or built in; None for an unknown name."""
    for document in documents:
        variants = document.notation.variants
        start = next((span.start for span in document.definitions_named(name)), None)
        if variants and start is not None:
            return _Section(variants, document.analysis(document.chunk_at(start)))
    found = built_in(name)
    if found is None:
        return None
    document, placed, _ = found
    variants = document.notation.variants
    return _Section(variants, document.analysis(placed)) if variants else None


def _boards(text: str, section: _Section | None, moves: str) -> Iterator[Diagram]:
    lines = islice(filter(None, map(str.strip, text.splitlines())), MAX_POSITIONS)
    if section:
        boards = (line for line in lines if "/" in line)
        shown = (section.variants.fen_hover(section.analysis, line, moves) for line in boards)
        yield from (each.position for each in shown if each and each.position)
        return
    readers = [notation.variants for notation in REGISTRY if notation.variants]
    for line in lines:
        hovers = (each.fen_hover(None, line) for each in readers)
        yield from islice((each.position for each in hovers if each and each.position), 1)
