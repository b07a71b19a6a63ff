"""The rules page of a variant: a Markdown text with its fenced blocks drawn, as one self-contained
page of HTML.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import islice
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from wazir.document import Document
from wazir.document.markdown import language, of_fence
from wazir.features import definitions
from wazir.features.definitions import board_of
from wazir.features.fen_blocks import FEN, fen_block
from wazir.features.gallery import board_picture, coloured
from wazir.features.game.position import PositionSubject, game_of
from wazir.features.hover import counted, estimate
from wazir.features.names import in_chunk
from wazir.features.sheet import STYLE, head, resource, safe, themed_images
from wazir.features.subject import Subject, subject_of
from wazir.features.variant_page import (
    ABOUT_FIGURES,
    PLAY_SCRIPT,
    SCRIPT,
    VariantSection,
    variant_sections,
)
from wazir.features.variant_page import STYLE as VARIANT_STYLE
from wazir.notations import REGISTRY
from wazir.notations.notation import Context, Notation
from wazir.notations.results import Definition
from wazir.piece.drawing.svg import allowed, data_uri, escaped

MAX_PICTURES = 200
"""The maximum number of pieces and positions of a block that are drawn."""
HEIGHT = 210
"""The height of the picture of a piece, in pixels."""
_HEIGHT_OF_POSITION = 360
"""The height of the picture of a position, in pixels."""
_MAX_LETTERS_OF_NAME = 120
_MAX_LETTERS_OF_TEXT = 2_000
_MAX_LETTERS_OF_ANCHOR = 80

BLOCK_STYLE = resource("blocks.css")
"""The style sheet of drawn blocks."""
_STYLE = STYLE + BLOCK_STYLE + resource("rules_page.css") + VARIANT_STYLE


class RulesPage(NamedTuple):
    """A rules page."""

    html: str
    broken: int
    """The number of definitions with an error."""
    boards: int = 0
    """The number of variants that visitors can play on it."""
    blocks: int = 0
    """The number of fenced blocks that it draws: of notations, and of positions in FEN."""


def rules_page(
    text: str,
    title: str,
    context: Callable[[Notation], Context] = lambda _: Context(),
    *,
    figures: bool = False,
    is_playable: bool = False,
    image: Callable[[str], str | None] = lambda _: None,
) -> RulesPage:
    """The page of a Markdown text: its prose, and its fenced blocks drawn. Variants are shown as on
    their own page. HTML in the text is shown as text.

    Args:
        text: The Markdown text.
        title: The title of the page if the text has no heading.
        context: The settings of a block in a notation.
        figures: Whether to add the estimated value, mobility and attacks of pieces.
        is_playable: Whether visitors can play the variants, by the engine beside the page.
        image: The data URI of an image that the text refers to; None for one that becomes a link.
    """
    tokens = _MARKDOWN.parse(allowed(text))
    anchors = Anchors()
    heading = _prepare(tokens, anchors)
    documents = dict(_documents(tokens, context))
    blocks = {
        number: _block(document, tokens[:number], anchors, is_playable=is_playable)
        for number, document in documents.items()
    }
    env = {
        "blocks": {number: block.html(figures=figures) for number, block in blocks.items()},
        "pieces": {
            name.casefold(): at
            for block in reversed(blocks.values())
            for name, at in block.named.items()
        },
        "image": image,
        "documents": tuple(documents.values()),
        "letters": any(context(notation).letters for notation in REGISTRY),
    }
    body = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, env)
    if figures and any(isinstance(block, RulesBlock) and block.named for block in blocks.values()):
        body += f'<p class="soft">{escape(ABOUT_FIGURES)}</p>\n'
    has_variants = any(isinstance(block, VariantBlock) for block in blocks.values())
    html = _page(heading or title, body, has_variants=has_variants, is_playable=is_playable)
    positions = sum(token.type == "fence" and language(token.info) == FEN for token in tokens)
    return RulesPage(
        html,
        broken=sum(block.broken for block in blocks.values()),
        boards=sum(block.boards for block in blocks.values()),
        blocks=len(blocks) + positions,
    )


def variants_page(
    document: Document,
    title: str,
    *,
    only: str | None = None,
    figures: bool = False,
    is_playable: bool = False,
    is_built_in: bool = False,
    facts: Mapping[str, tuple[str, ...]] | None = None,
) -> RulesPage:
    """The page of the variants of a document: of each its set-up, its pieces and its rules.

    Args:
        document: The document.
        title: The title of a page of several variants.
        only: The name of the only variant on the page; None for all.
        figures: Whether to add the estimated value, mobility and attacks of pieces.
        is_playable: Whether visitors can play the variants, by the engine beside the page.
        is_built_in: Whether the engine knows the variants without the document.
        facts: More sentences about the starts of the variants, by name.
    """
    every = variant_sections(
        document, Anchors().take, is_playable=is_playable, is_built_in=is_built_in
    )
    sections = [
        section.with_facts((facts or {}).get(section.rules.variant.name, ()))
        for section in every
        if only in (None, section.rules.variant.name)
    ]
    block = VariantBlock(sections, level=1)
    if len(sections) == 1:
        title, body = sections[0].name, block.html(figures=figures)
    else:
        block = VariantBlock(sections, level=2)
        links = "".join(
            f'<li><a href="#{escape(section.anchor)}">{safe(section.name)}</a></li>'
            for section in sections
        )
        contents = f'<nav aria-label="Variants"><ul>{links}</ul></nav>\n'
        body = f"<h1>{safe(title)}</h1>\n{contents}{block.html(figures=figures)}"
    html = _page(title, allowed(body), has_variants=True, is_playable=is_playable)
    return RulesPage(html, broken=block.broken, boards=block.boards)


def _page(title: str, body: str, *, has_variants: bool, is_playable: bool) -> str:
    """A page as HTML; its script is that of variants."""
    script = SCRIPT * has_variants + PLAY_SCRIPT * (has_variants and is_playable)
    end = f"<script>{script}</script>\n" if script else ""
    start = head(title, _STYLE, script=script, pictures=True, frames=is_playable)
    return f"{start}<main>\n{body}</main>\n{end}</body>\n</html>\n"


def _block(
    document: Document, before: Sequence[Token], anchors: Anchors, *, is_playable: bool
) -> RulesBlock | VariantBlock:
    """The drawn block of a document after some tokens."""
    sections = variant_sections(document, anchors.take, is_playable=is_playable)
    if not sections:
        return RulesBlock(document, anchors)
    levels = [int(token.tag[1:]) for token in before if token.type == "heading_open"]
    return VariantBlock(
        sections,
        level=min(levels[-1] + 1, 6) if levels else 1,
        is_titled=not levels or len(sections) > 1,
    )


def _documents(
    tokens: Sequence[Token], context: Callable[[Notation], Context]
) -> Iterator[tuple[int, Document]]:
    """The documents in the fenced blocks, each with the index of its token."""
    known = {notation.name: notation for notation in REGISTRY}
    for number, token in enumerate(tokens):
        if token.type == "fence" and (name := of_fence(known, language(token.info), token.content)):
            yield number, Document.open(known[name], token.content, context(known[name]))


def _prepare(tokens: Sequence[Token], anchors: Anchors) -> str:
    """Give headings their anchors, and cells of tables classes in place of styles. Returns the
    first heading.
    """
    title = ""
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            words = "".join(token.content for token in tokens[number + 1].children or ())
            token.attrSet("id", anchors.take(words))
            title = title or words
        elif alignment := str(token.attrs.pop("style", "")):
            token.attrSet("class", alignment.removeprefix("text-align:"))
    return title


class Anchors:
    """The anchors of a page, which are distinct."""

    def __init__(self) -> None:
        """No anchor is taken."""
        self._taken = Counter[str]()

    def take(self, text: str) -> str:
        """A new anchor for a text, as GitHub makes them from headings."""
        slug = (
            re.sub(r"[^\w\- ]", "", text.strip().lower())[:_MAX_LETTERS_OF_ANCHOR].replace(" ", "-")
            or "part"
        )
        anchor = slug
        while anchor in self._taken:
            anchor = f"{slug}-{self._taken[slug]}"
            self._taken[slug] += 1
        self._taken[anchor] = 1
        return anchor


@dataclass(frozen=True, slots=True)
class VariantBlock:
    """The variants of a block or a file."""

    sections: list[VariantSection]
    level: int
    """The level of their headings."""
    is_titled: bool = True
    """Each begins with its name. A single variant below a heading of the text has that title."""

    @property
    def named(self) -> dict[str, str]:
        """The anchors of pieces by their names; of names that occur twice, the first."""
        named = (
            (piece.name, section.piece_anchors[piece.letter])
            for section in reversed(self.sections)
            for piece in section.army.pieces
        )
        return dict(named)

    @property
    def broken(self) -> int:
        """The number of variants with an error."""
        return sum(section.has_error for section in self.sections)

    @property
    def boards(self) -> int:
        """The number of variants that visitors can play."""
        return sum(section.board is not None for section in self.sections)

    def html(self, *, figures: bool = False) -> str:
        """The variants as HTML, perhaps with the figures of pieces."""
        return "".join(
            section.html(self.level, figures=figures, is_titled=self.is_titled)
            for section in self.sections
        )


class RulesBlock:
    """A fenced block of a page: its text with colours, and below it what it defines."""

    boards = 0
    """It has no variants to play."""

    def __init__(self, document: Document, anchors: Anchors) -> None:
        """Take the anchors of its definitions."""
        self._document = document
        first = [
            definition for _, definition in islice(definitions.every(document), MAX_PICTURES + 1)
        ]
        self._is_cut = len(first) > MAX_PICTURES
        self._anchored = [
            (definition, anchors.take(f"piece {definition.name}") if definition.name else "")
            for definition in first[:MAX_PICTURES]
        ]
        named = [
            (definition, anchor)
            for definition, anchor in reversed(self._anchored)
            if definition.name
        ]
        self.named = {definition.name or "": anchor for definition, anchor in named}
        """The anchors of names as written; of names that are defined twice, the first."""
        self.broken = sum(definition.broken for definition, _ in self._anchored)
        """The number of its definitions with an error."""
        self._keys = {definition.key or definition.name: anchor for definition, anchor in named}

    def html(self, *, figures: bool = False, address: Callable[[str], str] = data_uri) -> str:
        """The block as HTML.

        Args:
            figures: Whether to add the estimated value, mobility and attacks of pieces.
            address: The address of a picture, given as SVG.
        """
        drawn = "".join(
            _figure(
                *anchored, figures=figures, letters=self._document.context.letters, address=address
            )
            for anchored in self._anchored
        )
        pieces = f'<div class="wazir-pieces">\n{drawn}</div>\n' if drawn else ""
        pieces += f"<p>Only the first {MAX_PICTURES} are drawn.</p>\n" if self._is_cut else ""
        chunks = (placed for placed in self._document.chunks() if placed.chunk.uses)
        names = (
            name
            for placed in chunks
            for name in in_chunk(self._document, placed)
            if not name.is_defined
        )
        links = {
            name.span.start: f"#{self._keys[name.name]}"
            for name in names
            if name.name in self._keys
        }
        code = "".join(coloured(self._document, links))
        return f'<pre class="wazir-code" tabindex="0"><code>{code}</code></pre>\n{pieces}'


def _figure(
    definition: Definition,
    anchor: str,
    *,
    figures: bool,
    letters: bool,
    address: Callable[[str], str],
) -> str:
    """A piece or a position: its picture, name, sentence and facts."""
    name = definition.name or ""
    subject = None if definition.broken else _subject(definition, name, letters=letters)
    picture = themed_images(subject.picture, name, address) if subject else ""
    heading = f"<strong>{escaped(name, _MAX_LETTERS_OF_NAME)}</strong>" if name else ""
    facts = "".join(
        f'<p class="soft">{escaped(fact, _MAX_LETTERS_OF_TEXT)}</p>'
        for fact in _facts(definition, figures)
    )
    broken = (
        "<p>It has an error; <code>wazir check</code> shows it.</p>" if definition.broken else ""
    )
    if subject and not definition.game:
        sentence = f"<p>{escaped(subject.sentence, _MAX_LETTERS_OF_TEXT)}</p>"
    else:
        sentence = ""
    place = f' id="{escape(anchor)}"' if anchor else ""
    caption = f"<figcaption>{heading}{sentence}{facts}{broken}</figcaption>"
    return f"<figure{place}>{picture}{caption}</figure>\n"


def _subject(definition: Definition, name: str, *, letters: bool) -> Subject | None:
    """What to draw of a definition: a position large, or a piece; None without one."""
    if game := game_of(definition):
        return PositionSubject(game, _HEIGHT_OF_POSITION)
    return subject_of(definition, name, HEIGHT, letters=letters)


def _facts(definition: Definition, figures: bool) -> Iterator[str]:
    """The number of moves of a piece, or the facts of a position, and what is known besides."""
    if game := game_of(definition):
        yield from PositionSubject(game).notes
    yield from counted(definition)
    yield from definition.notes
    if figures and definition.piece and definition.piece.moves and not definition.broken:
        yield estimate(definition.piece, board_of(definition))


# Rules of the renderer


def _fence(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: OptionsDict, env: EnvType
) -> str:
    """A block that was drawn, or one in another language."""
    code: str = env["blocks"].get(number) or _scrollable(
        renderer.fence(tokens, number, options, env=env)
    )
    token = tokens[number]
    if language(token.info) != FEN:
        return code
    block = fen_block(token.content, token.info, env["documents"])
    if block.fault:
        code += f'<p class="soft">{escaped(block.fault, _MAX_LETTERS_OF_TEXT)}</p>\n'
    drawings = [
        partial(board_picture, board, letters=env["letters"], height=_HEIGHT_OF_POSITION)
        for board in block.boards
    ]
    boards = [themed_images(draw, "the position", data_uri) for draw in drawings]
    figures = "".join(
        f'<div class="wazir-pieces"><figure>{board}</figure></div>\n' for board in boards
    )
    if block.fault or not boards:
        return code + figures
    return (
        f'{figures}<details class="wazir-fen"><summary>For engines (FEN)</summary>\n'
        f"{code}</details>\n"
    )


def _scrollable(code: str) -> str:
    """A block of code whose long lines can be scrolled by the keyboard."""
    return code.replace("<pre>", '<pre tabindex="0">', 1)


def _code(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: OptionsDict, env: EnvType
) -> str:
    """Code in a line; the name of a piece of the page leads to it."""
    code = renderer.code_inline(tokens, number, options, env=env)
    anchor = env["pieces"].get(tokens[number].content.casefold())
    if anchor is None or _is_in_link(tokens, number):
        return code
    return f'<a href="#{escape(anchor)}">{code}</a>'


def _is_in_link(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token of a line is in a link, which cannot have a link in it."""
    return sum(token.nesting for token in tokens[:number] if token.tag == "a") > 0


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: OptionsDict, env: EnvType
) -> str:
    """An image that is part of the page, or a link to it."""
    token = tokens[number]
    source = str(token.attrs.get("src", ""))
    words = renderer.renderInlineAsText(token.children, options, env)
    if data := env["image"](source):
        return f'<img src="{escape(data)}" alt="{escape(words)}">'
    text = escape(words or source)
    return text if _is_in_link(tokens, number) else f'<a href="{escape(source)}">{text}</a>'


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
"""CommonMark with tables and strikethrough; HTML is text."""
_MARKDOWN.add_render_rule("fence", _fence)
_MARKDOWN.add_render_rule("code_inline", _code)
_MARKDOWN.add_render_rule("image", _image)
