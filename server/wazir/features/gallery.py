"""Pages with pictures of pieces for a browser, without scripts, other files or a network; and
fences of previews.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from wazir.budget import in_time
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.document.chunks import Placed
from wazir.features import definitions
from wazir.features.definitions import board_of, moves_of
from wazir.features.fen_blocks import FEN, fen_block
from wazir.features.hover import picture_of
from wazir.features.known import also_known
from wazir.features.sheet import STYLE, Figure, contents, head, resource, safe
from wazir.features.structure import symbols, tokens
from wazir.features.subject import PieceSubject, sentence_of, subject_of
from wazir.features.views.piece import piece_at
from wazir.notations.results import Definition, TokenType
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.drawing.svg import Theme, data_uri, escaped, of_diagram
from wazir.piece.mobility import move_count
from wazir.piece.model import Piece
from wazir.text import Span

MAX_PIECES = 2_000
"""The maximum number of pieces on a page; further ones are counted."""
_MAX_LETTERS_OF_TEXT = 2_000

_STYLE = STYLE + resource("gallery.css")
_QUOTED = re.compile("`([^`]+)`")
_BROKEN = "<p>It has an error; <code>wazir check</code> shows it.</p>"


class Exhibit(NamedTuple):
    """A piece to show."""

    document: Document
    definition: Definition
    text: str
    """Its moves, on one line."""

    @property
    def piece(self) -> Piece | None:
        """The piece; None if it has an error that leaves no moves."""
        piece = self.definition.piece
        return piece if piece and (piece.moves or not self.definition.broken) else None

    @property
    def title(self) -> str:
        """Its name, or its moves."""
        return self.definition.name or self.text


@dataclass(frozen=True, slots=True)
class Listed:
    """A piece in a list, before its moves are read."""

    name: str
    """Its name, or its moves."""
    text: str
    """The moves of a piece with a name."""
    offset: int
    """The offset of its name, or of its moves."""


@dataclass(frozen=True, slots=True)
class Card:
    """A piece in a gallery."""

    name: str
    """Its name, or its moves."""
    text: str
    notation: str
    sentence: str
    """Its moves in words; empty if nothing is known."""
    figures: str
    """Its well-known names and its number of moves."""
    broken: bool
    svg: str
    """Its picture; empty if there is nothing to draw."""


def listed(document: Document) -> tuple[Listed, ...]:
    """The pieces of a document in order, which are not read for it."""
    return tuple(
        Listed(symbol.name, " ".join(symbol.detail.split()), symbol.selection.start)
        for symbol in symbols(document)
    )


def card_at(document: Document, offset: int, theme: Theme) -> Card | None:
    """The card of the piece at an offset, or of the variant whose name is there; None without
    one.
    """
    if at := piece_at(document, offset):
        placed, definition = at
        exhibit = Exhibit(document, definition, moves_of(document, placed, definition))
        return _card(exhibit, *_drawings(exhibit, theme))
    placed = document.chunk_at(offset)
    text = document.analysis(placed).hover(offset - placed.start)
    if not (text and text.position):
        return None
    title = text.title.replace("`", "")
    svg = picture_of(text.position, title, theme=theme, letters=document.context.letters)
    return Card(
        title, "", document.notation.title, sentence=text.text, figures="", broken=False, svg=svg
    )


def _card(exhibit: Exhibit, svg: str) -> Card:
    piece = exhibit.piece
    definition = exhibit.definition
    notation = exhibit.document.notation
    counted = str(move_count(piece, board_of(definition))) if piece else ""
    known = (piece and also_known(piece, definition.name)) or ""
    return Card(
        name=exhibit.title,
        text=exhibit.text,
        notation=notation.title_in(definition.dialect),
        sentence=sentence_of(piece) if piece else "",
        figures=f"{known} {counted}".strip(),
        broken=definition.broken,
        svg=svg,
    )


def gallery(documents: Iterable[tuple[str, Document]], title: str = "Pieces") -> str:
    """The page of all pieces of some documents, as HTML.

    Args:
        documents: The documents, each with the heading of its pieces.
        title: The title of the page.
    """
    sections, left, hidden = [], MAX_PIECES, 0
    for name, document in documents:
        exhibits = list(exhibits_of(document))
        sections.append((name, exhibits[:left]))
        hidden += max(len(exhibits) - left, 0)
        left -= min(left, len(exhibits))
    return "".join(_page(sections, title, hidden))


def _page(shown: list[tuple[str, list[Exhibit]]], title: str, hidden: int) -> Iterator[str]:
    """The page of some exhibits under headings; *hidden* is the number of omitted ones."""
    count = sum(len(exhibits) for _, exhibits in shown)
    more = f" {hidden:,} more are left out to keep this page small." if hidden else ""
    has_title_alone = [name for name, _ in shown] == [title]
    named = ' id="title"' if has_title_alone else ""
    yield head(title, _STYLE, pictures=True)
    yield (
        f"<header><h1{named}>{safe(title)}</h1><p>{count:,} "
        f"piece{'' if count == 1 else 's'}.{more}</p></header>"
    )
    if len(shown) > 1:
        yield contents([(name, len(exhibits)) for name, exhibits in shown], "part")
    yield "<main>"
    for number, (name, exhibits) in enumerate(shown):
        label = "title" if has_title_alone else f"part{number}"
        heading = "" if has_title_alone else f'<h2 id="{label}">{safe(name)}</h2>'
        yield (f'\n<section aria-labelledby="{label}">{heading}\n<ul class="pieces" role="list">\n')
        yield from (items := [_item(exhibit) for exhibit in in_time(exhibits)])
        if len(items) < len(exhibits):
            yield (
                f"<li>{len(exhibits) - len(items):,} more are left out, because they would take "
                "too long.</li>"
            )
        yield "</ul></section>\n"
    yield "</main></body>\n</html>\n"


def _item(exhibit: Exhibit) -> str:
    """The card of a piece on a page."""
    light, dark = _drawings(exhibit, Theme.LIGHT, Theme.DARK)
    card = _card(exhibit, light)
    drawn = _drawn(card, dark) if card.svg else ""
    drawn += _BROKEN if card.broken else ""
    code = f"<p><code>{escaped(card.text, _MAX_LETTERS_OF_TEXT)}</code></p>"
    return (
        f"<li><h3>{safe(card.name)}</h3>{drawn}{code}<p "
        f'class="soft">{safe(card.notation)}</p></li>\n'
    )


def _drawn(card: Card, dark: str) -> str:
    """The picture, the sentence and the number of moves of a piece."""
    source = f'<source media="(prefers-color-scheme: dark)" srcset="{data_uri(dark)}">'
    image = f'<img src="{data_uri(card.svg)}" alt="Diagram of {safe(card.name)}" decoding="async">'
    words = (
        f'<p>{escaped(card.sentence, _MAX_LETTERS_OF_TEXT)}</p><p class="soft">{card.figures}</p>'
    )
    return f"<picture>{source}{image}</picture>{words}"


def figures_of(document: Document) -> Iterator[Figure]:
    """The pieces of a document on a sheet, in order."""
    for exhibit in exhibits_of(document):
        yield Figure(exhibit.definition.name or "", exhibit.text, *_drawings(exhibit, Theme.LIGHT))


def _drawings(exhibit: Exhibit, *themes: Theme) -> list[str]:
    """The picture of a piece in some themes; empty if there is nothing to draw."""
    if exhibit.piece is None:
        return [""] * len(themes)
    name, letter = exhibit.definition.name or "", exhibit.definition.letter
    letters = exhibit.document.context.letters
    subject = PieceSubject(exhibit.piece, letter or name, name=name, letters=letters)
    return [subject.picture(exhibit.title, theme) for theme in themes]


def exhibits_of(document: Document) -> Iterator[Exhibit]:
    """The pieces of a document, in order."""
    for placed, definition in in_time(definitions.every(document)):
        if text := moves_of(document, placed, definition):
            yield Exhibit(document, definition, text)


# Fenced blocks of a Markdown preview


MAX_PICTURES = 24
"""The maximum number of pictures of a block."""
HEIGHT = 190
"""The height of the picture of a piece, in pixels."""

_CLASSES = {
    TokenType.ATOM: "type",
    TokenType.DIRECTION: "attr",
    TokenType.MODE: "keyword",
    TokenType.MODIFIER: "built_in",
    TokenType.RANGE: "number",
    TokenType.OPERATOR: "operator",
    TokenType.NAME: "title",
    TokenType.DIRECTIVE: "meta",
    TokenType.ARGUMENT: "literal",
    TokenType.COMMENT: "comment",
    TokenType.STRING: "string",
    TokenType.WHITE: "variable",
    TokenType.BLACK: "symbol",
    TokenType.MOVABLE: "params",
}
"""The classes of highlight.js, which themes of Markdown previews colour."""


@dataclass(frozen=True, slots=True)
class RenderedFence:
    """A block as escaped HTML."""

    code: str
    """The coloured text."""
    pictures: str
    """The pictures; empty without any."""


def fence(document: Document, theme: str) -> RenderedFence:
    """A block for a page on a `light` or `dark` background."""
    figures = ""
    for placed, definition in islice(definitions.every(document), MAX_PICTURES):
        name = definition.name or ""
        if definition.broken:
            figures += _fault(name, error_of(document, placed))
        elif subject := subject_of(definition, name, HEIGHT, letters=document.context.letters):
            address = data_uri(subject.picture(name, Theme(theme)))
            alternative = escape(f"{name}: {subject.sentence}")
            caption = f"<figcaption>{escape(name)}</figcaption>" if name else ""
            figures += f'<figure><img src="{address}" alt="{alternative}">{caption}</figure>'
    return RenderedFence(
        "".join(coloured(document)), figures and f'<div class="wazir-pictures">{figures}</div>'
    )


def _fault(name: str, error: str) -> str:
    """The mark of a definition with an error, in the place of its picture."""
    words = escape(": ".join(filter(None, (name, error))))
    words = _QUOTED.sub(r"<code>\1</code>", words)
    return f'<figure class="wazir-fault"><figcaption>{words}</figcaption></figure>'


def error_of(document: Document, placed: Placed) -> str:
    """The message of the first error of a chunk, with its line in the text."""
    span = Span(placed.start, placed.start + max(len(placed.chunk.text) - 1, 0))
    for diagnostic in document.diagnostics(span):
        if diagnostic.code.severity is Severity.ERROR:
            line = document.position(diagnostic.span.start).line + 1
            return f"{diagnostic.message} (line {line})"
    return "It has an error."


def board_picture(
    board: Diagram, title: str, theme: Theme, *, letters: bool = False, height: int = HEIGHT
) -> str:
    """The picture of a position of a block."""
    return of_diagram(
        board, title=title, description="", letters=letters, theme=theme, height=height
    )


def fen_fence(
    text: str,
    theme: str,
    *,
    info: str = FEN,
    documents: Iterable[Document] = (),
    letters: bool = False,
) -> RenderedFence:
    """A block of positions for a page on a `light` or `dark` background.

    Args:
        text: The lines of the block.
        theme: The background.
        info: The words behind its fence.
        documents: The other blocks of the page, which may define its variant.
        letters: Draw letters in the place of figurines.
    """
    boards, fault = fen_block(text, info, documents)
    figures = _fault("", fault) if fault else ""
    for board in boards:
        address = data_uri(board_picture(board, "Position", Theme(theme), letters=letters))
        figures += f'<figure><img src="{address}" alt="Position"></figure>'
    return RenderedFence(escape(text), figures and f'<div class="wazir-pictures">{figures}</div>')


def coloured(document: Document, links: Mapping[int, str] = MappingProxyType({})) -> Iterator[str]:
    """The text of a document as escaped HTML with colours; *links* are the addresses of words by
    their offsets.
    """
    text, end = document.text, 0
    for start, length, colour in tokens(document):
        yield escape(text[end:start])
        end = start + length
        word = f'<span class="hljs-{_CLASSES[colour]}">{escape(text[start:end])}</span>'
        yield f'<a href="{escape(links[start])}">{word}</a>' if start in links else word
    yield escape(text[end:])
