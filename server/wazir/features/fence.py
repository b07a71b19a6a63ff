"""A fenced block of a Markdown preview as HTML: its coloured text, and a picture of each piece or position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice

from wazir.document import Document
from wazir.features import definitions
from wazir.features.hover import HoverOptions, drawing
from wazir.features.markup import Picture
from wazir.features.subject import subject_of
from wazir.features.tokens import tokens
from wazir.notations.base import Definition, TokenType
from wazir.piece.drawing.svg import data_uri
from wazir.steps import Steps, stepwise

MOST_PICTURES = 24
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
class Fence:
    """A block as escaped HTML."""

    code: str
    """The coloured text."""
    pictures: str
    """The pictures; empty if there are none."""


@stepwise
def fence(document: Document, theme: str) -> Steps[Fence]:
    """A block for a page on a `light` or `dark` background."""
    code = "".join(_code(document))
    pictures = yield from _pictures(document, theme)
    return Fence(code, pictures)


def _code(document: Document) -> Iterator[str]:
    text, end = document.text, 0
    for start, length, colour in tokens(document):
        yield escape(text[end:start])
        end = start + length
        yield f'<span class="hljs-{_CLASSES[colour]}">{escape(text[start:end])}</span>'
    yield escape(text[end:])


def _pictures(document: Document, theme: str) -> Steps[str]:
    options, figures = HoverOptions(pictures=True, theme=theme), list[str]()
    for _, one in islice(definitions.every(document), MOST_PICTURES):
        if picture := _drawn(one, options):
            figures.append(_figure(one, picture))
        yield
    return f'<div class="wazir-pictures">{"".join(figures)}</div>' if figures else ""


def _drawn(definition: Definition, options: HoverOptions) -> Picture | None:
    name = definition.name or ""
    subject = subject_of(definition, name[:1].upper(), HEIGHT)
    shown = drawing(subject, name, options) if subject else ()
    return next((one for one in shown if isinstance(one, Picture)), None)


def _figure(definition: Definition, picture: Picture) -> str:
    caption = f"<figcaption>{escape(definition.name)}</figcaption>" if definition.name else ""
    return f'<figure><img src="{data_uri(picture.svg)}" alt="{escape(picture.alt)}">{caption}</figure>'
