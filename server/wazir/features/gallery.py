"""A page of pictures of pieces, which opens in a browser and needs nothing else: no script, file or network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wazir.document import Document
from wazir.features.definitions import board_of, moves_of
from wazir.features.figures import figures
from wazir.features.page_head import STYLE, head
from wazir.features.sheet import Figure
from wazir.features.views.piece import piece_at
from wazir.notations.base import Definition
from wazir.piece.board import PlayingBoard
from wazir.piece.drawing.svg import Theme, data_uri, escaped, picture
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach
from wazir.piece.words.sentence import sentence
from wazir.steps import Steps, stepwise

MOST_PIECES = 2_000
"""Further pieces are only counted, so that a browser can still open the page."""
_LONGEST_NAME, _LONGEST_TEXT = 120, 2_000

_STYLE = (
    STYLE
    + """
img { display: block; max-width: 100%; height: auto; margin: 0 auto .6rem; }
.pieces {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr));
  gap: 1rem; padding: 0; list-style: none;
}
.pieces li {
  padding: 1rem; background: var(--panel); border: 1px solid var(--edge); border-radius: .6rem; break-inside: avoid;
  content-visibility: auto; contain-intrinsic-size: auto 20rem;
}
"""
)
_BROKEN = "<p>It has an error, which <code>wazir check</code> tells.</p>"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A piece on the page."""

    name: str
    text: str
    """Its moves, as they are written."""
    notation: str
    """The notation and dialect in which they are written."""
    piece: Piece | None
    """None if it has an error that leaves nothing to show."""
    board: PlayingBoard
    broken: bool = False
    """It has an error, so that this may not be all of it."""

    @property
    def is_shown(self) -> bool:
        """Whether anything is known of its moves."""
        return self.piece is not None and bool(self.piece.moves or not self.broken)


@dataclass(frozen=True, slots=True)
class Listed:
    """A piece as a list shows it, before anything is known of its moves."""

    name: str
    text: str
    """Its moves, as they are written."""
    offset: int
    """Where it is defined."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a gallery shows of a piece."""

    name: str
    """Its name, else its moves."""
    text: str
    notation: str
    sentence: str
    """What it does; empty where nothing is known."""
    figures: str
    """How many moves it has."""
    broken: bool
    svg: str
    """Its picture; empty where there is nothing to draw."""


@stepwise
def listed(document: Document) -> Steps[tuple[Listed, ...]]:
    """The pieces of a document in order, as quickly as they can be found: only what has no name is read."""
    found = list[Listed]()
    for placed in document.chunks():
        yield
        text, start = placed.chunk.text, placed.start
        entries = document.notation.analyser.outline(text)
        for entry in entries:
            found.append(Listed(entry.name, " ".join(entry.detail.split()), start + entry.selection.start))
        if entries or not text.strip():
            continue
        for definition in document.analysis(placed).definitions:
            if moves := moves_of(placed, definition):
                found.append(Listed(definition.name or moves, moves, start + definition.span.start))
    return tuple(found)


def card_at(document: Document, offset: int, theme: Theme) -> Card | None:
    """What is shown of the piece that is defined at an offset."""
    if not (found := piece_at(document, offset)):
        return None
    placed, definition = found
    return _card(_exhibit(document, definition, moves_of(placed, definition)), theme)


def _card(exhibit: Exhibit, theme: Theme) -> Card:
    piece = exhibit.piece if exhibit.is_shown else None
    return Card(
        name=exhibit.name or exhibit.text,
        text=exhibit.text,
        notation=exhibit.notation,
        sentence=sentence(piece) if piece else "",
        figures=str(figures(piece, exhibit.board)) if piece else "",
        broken=exhibit.broken,
        svg=_picture(exhibit, theme),
    )


def gallery(documents: Iterable[tuple[str, Document]], title: str = "Pieces") -> str:
    """The page of all pieces of some documents, as HTML.

    Args:
        documents: Each with its name, under which its pieces stand.
        title: Of the page.
    """
    return "".join(parts(documents, title))


def parts(documents: Iterable[tuple[str, Document]], title: str = "Pieces") -> Iterator[str]:
    """The parts of that page, a piece or less each, for who has other things to do meanwhile; some are empty."""
    sections, left, hidden = [], MOST_PIECES, 0
    for name, document in documents:
        exhibits = []
        for exhibit in exhibits_of(document):
            exhibits += [exhibit] if exhibit else []
            yield ""
        sections.append((name, exhibits[:left]))
        hidden += max(len(exhibits) - left, 0)
        left -= min(left, len(exhibits))
    yield from _page(sections, title, hidden)


def _page(shown: list[tuple[str, list[Exhibit]]], title: str, hidden: int) -> Iterator[str]:
    """The page of some exhibits under headings; *hidden* is how many others there are."""
    count = sum(len(exhibits) for _, exhibits in shown)
    more = f" {hidden:,} more are left out to keep this page small." if hidden else ""
    yield head(title, _STYLE, pictures=True)
    yield f"<header><h1>{_safe(title)}</h1><p>{count:,} piece{'' if count == 1 else 's'}.{more}</p></header>"
    yield _contents(shown) if len(shown) > 1 else ""
    yield "<main>"
    for number, (name, exhibits) in enumerate(shown):
        yield from _section(number, name, exhibits)
    yield "</main></body>\n</html>\n"


def _contents(sections: list[tuple[str, list[Exhibit]]]) -> str:
    items = "".join(
        f'<li><a href="#part{number}">{_safe(name)}</a> <span class="soft">{len(exhibits)}</span></li>'
        for number, (name, exhibits) in enumerate(sections)
    )
    return f'<nav aria-label="Contents"><ul>{items}</ul></nav>'


def _section(number: int, name: str, exhibits: list[Exhibit]) -> Iterator[str]:
    heading = f'<h2 id="part{number}">{_safe(name)}</h2>'
    yield f'\n<section aria-labelledby="part{number}">{heading}\n<ul class="pieces" role="list">\n'
    for exhibit in exhibits:
        yield f"{_item(exhibit)}\n"
    yield "</ul></section>\n"


def _item(exhibit: Exhibit) -> str:
    """The card of a piece on a page."""
    card, dark = _card(exhibit, Theme.LIGHT), _picture(exhibit, Theme.DARK)
    drawn = _drawn(card, dark) if exhibit.is_shown else ""
    drawn += _BROKEN if card.broken else ""
    code = f"<p><code>{escaped(card.text, _LONGEST_TEXT)}</code></p>"
    return f'<li><h3>{_safe(card.name)}</h3>{drawn}{code}<p class="soft">{_safe(card.notation)}</p></li>'


def _drawn(card: Card, dark: str) -> str:
    """The picture, the sentence and the number of moves of a piece."""
    source = f'<source media="(prefers-color-scheme: dark)" srcset="{data_uri(dark)}">'
    image = f'<img src="{data_uri(card.svg)}" alt="Diagram of {_safe(card.name)}" decoding="async">'
    words = f'<p>{escaped(card.sentence, _LONGEST_TEXT)}</p><p class="soft">{card.figures}</p>'
    return f"<picture>{source}{image}</picture>{words}"


def figure(exhibit: Exhibit, theme: Theme = Theme.LIGHT) -> Figure:
    """A piece on a sheet."""
    return Figure(exhibit.name, exhibit.text, _picture(exhibit, theme))


def _picture(exhibit: Exhibit, theme: Theme) -> str:
    """Its picture; empty where there is nothing to draw."""
    if not exhibit.is_shown or exhibit.piece is None:
        return ""
    name, said = exhibit.name or exhibit.text, sentence(exhibit.piece)
    return picture(reach(exhibit.piece), title=name, description=said, letter=_letter(exhibit.name), theme=theme)


def _letter(name: str) -> str:
    """The letter that stands for a piece: the first of its name."""
    return next((sign.upper() for sign in name if sign.isalnum()), "")


def exhibits_of(document: Document) -> Iterator[Exhibit | None]:
    """The pieces of a document, in order; None is a pause."""
    for placed in document.chunks():
        yield None
        for definition in document.analysis(placed).definitions:
            if moves := moves_of(placed, definition):
                yield _exhibit(document, definition, moves)


def _exhibit(document: Document, definition: Definition, moves: str) -> Exhibit:
    title = document.notation.title
    dialect = f"{title}, {definition.dialect}" if definition.dialect and document.notation.dialects else title
    return Exhibit(definition.name or "", moves, dialect, definition.piece, board_of(definition), definition.broken)


def _safe(text: str) -> str:
    return escaped(text, _LONGEST_NAME)
