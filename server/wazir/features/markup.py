"""Blocks of text and pictures, written as Markdown, as HTML within Markdown, or as plain text.

The text in blocks is plain: it is escaped when it is written.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

from wazir.piece.drawing.svg import data_uri, size_of


@dataclass(frozen=True, slots=True)
class Link:
    """A word with a tooltip that links to a page."""

    text: str
    hint: str
    """The tooltip, a sentence."""
    address: str
    """The URI; empty if there is no page, which leaves the word alone."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A short title."""

    text: str
    code: str = ""
    """The text that it is the title of."""
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences; white space is collapsed."""

    text: str
    link: Link | None = None
    """A link after them."""


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Preformatted lines."""

    text: str
    language: str = ""
    """The name of a notation for syntax highlighting; empty for a diagram."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG with a description."""

    svg: str
    alt: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short texts."""

    items: tuple[str, ...]


Block = Heading | Paragraph | CodeBlock | Picture | Bullets

_MAX_LETTERS_OF_ALT = 300
_WIDEST, _GAP = 380, 14
"""The maximum width of all pictures beside words, and the gap after each, in pixels."""
_WIDEST_WORDS, _LETTER = 420, 8
"""The maximum width of words beside pictures, and the width of a letter, in pixels."""
_SPECIAL = re.compile(r"[\\`*_\[\]#~|$@]|(?<=:)/(?=/)|(?<=:/)/|(?<=www)\.", re.IGNORECASE)
"""What has a meaning in Markdown, and what makes an address a link."""
_AT_START = re.compile(r"^(\d{1,9})([.)])|^([-+=])")
_QUOTED = re.compile(r"`([^`\s](?:[^`]*[^`\s])?)`")
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LINE_END = re.compile("\r\n?|[\u2028\u2029\x85]")
_TAG = re.compile("<[^>]*>")
_NOT_A_LANGUAGE = re.compile(r"[^a-z0-9-]")


def markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown."""
    return "\n\n".join(map(_markdown, blocks))


def side_by_side(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown for clients that render HTML in it: pictures to the left, words to the
    right and below.

    Cells are centred vertically where their style cannot be set, so a picture floats at the top in
    a cell of its own. The cell around them has a width: browsers do not count what floats, and a
    wide picture would leave a narrow column for the words.
    """
    blocks = list(blocks)
    pictures = [block for block in blocks if isinstance(block, Picture)]
    if not pictures or any(isinstance(block, CodeBlock) for block in blocks):
        return markdown(blocks)
    widest = (_WIDEST + _GAP) // len(pictures) - _GAP
    floating = "".join(_floating(picture, widest) for picture in pictures)
    words = [_html(block) for block in blocks if not isinstance(block, Picture | CodeBlock)]
    lines = [line for part in words for line in part.split("<br>")]
    longest = max((len(html.unescape(_TAG.sub("", line))) for line in lines), default=0)
    width = sum(_scaled(picture, widest)[0] + _GAP for picture in pictures)
    width += min(_WIDEST_WORDS, _LETTER * longest)
    return f'<table><tr><td width="{width}">{floating}{"".join(words)}</td></tr></table>'


def plain(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, without pictures."""
    return "\n\n".join(_plain(block) for block in blocks if not isinstance(block, Picture))


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, code, link):
            shown = (
                f"### {_shown(text)}",
                _shown(f"`{code}`") if code else "",
                _link(link) if link else "",
            )
            return " ".join(filter(None, shown))
        case Paragraph(text, link):
            return f"{_shown(text)} {_link(link)}" if link else _shown(text)
        case CodeBlock(text, language):
            lines = _lines(text)
            # Longer than any run of them.
            fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", lines))])
            return f"{fence}{_NOT_A_LANGUAGE.sub('', language.lower()) or 'text'}\n{lines}\n{fence}"
        case Picture(svg, alt):
            return f"![{_escaped(_line(alt[:_MAX_LETTERS_OF_ALT]))}]({data_uri(svg)})"
        case Bullets(items):
            return "\n".join(f"- {_shown(item)}" for item in items)


def _plain(block: Heading | Paragraph | CodeBlock | Bullets) -> str:
    match block:
        case Heading(text, code, link):
            return "  ".join(
                filter(None, (_line(text), _line(code), f"({_line(link.text)})" if link else ""))
            )
        case Paragraph(text, _):
            return _line(text)
        case CodeBlock(text, _):
            return _lines(text)
        case Bullets(items):
            return "\n".join(f"- {_line(item)}" for item in items)


def _html(block: Heading | Paragraph | Bullets) -> str:
    match block:
        case Heading(text, code, link):
            parts = [f"<strong>{_shown_in_html(text)}</strong>"]
            parts += [f"<code>{_in_html(code)}</code>"] if code else []
            parts += [_link_in_html(link)] if link else []
            return f"<p>{' &nbsp;'.join(parts)}</p>"
        case Paragraph(text, link):
            return f"<p>{_shown_in_html(text)}{f' {_link_in_html(link)}' if link else ''}</p>"
        case Bullets(items):
            return f"<p>{'<br>'.join(map(_shown_in_html, items))}</p>"


def _floating(picture: Picture, widest: int) -> str:
    """A picture in HTML at the left edge, with a gap to its right."""
    width, height = _scaled(picture, widest)
    alt = _in_html(picture.alt[:_MAX_LETTERS_OF_ALT])
    image = f'<img src="{data_uri(picture.svg)}" width="{width}" height="{height}" alt="{alt}">'
    return f'<table align="left"><tr><td width="{width + _GAP}">{image}</td></tr></table>'


def _scaled(picture: Picture, widest: int) -> tuple[int, int]:
    """The width and height of a picture; one wider than *widest* is scaled down."""
    width, height = size_of(picture.svg)
    scale = min(1, widest / max(width, 1))
    return round(width * scale), round(height * scale)


def _shown_in_html(text: str) -> str:
    """A text as HTML, with the parts between paired backticks as code."""
    parts = (html.escape(part) for part in _parts(_line(text)))
    return "".join(
        f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts)
    )


def _in_html(text: str) -> str:
    return html.escape(_line(text))


def _link_in_html(link: Link) -> str:
    """A link of HTML, or the word alone."""
    if not link.address:
        return _in_html(link.text)
    hint = link.hint.replace("`", "")
    return f'<a href="{_in_html(link.address)}" title="{_in_html(hint)}">{_in_html(link.text)}</a>'


def _link(link: Link) -> str:
    """A link of Markdown, or the word alone."""
    word = _escaped_within(_line(link.text))
    hint = _escaped_within(_line(link.hint.replace("`", ""))).replace('"', "&quot;")
    return f'[{word}](<{_escaped_within(link.address)}> "{hint}")' if link.address else word


def _parts(line: str) -> list[str]:
    """The alternating parts of text and code of a line; one part if its backticks are not
    paired.
    """
    parts = _QUOTED.split(line)
    return [line] if "``" in line or any("`" in part for part in parts[::2]) else parts


def _shown(text: str) -> str:
    """A text as one line of Markdown, with the parts between paired backticks as code."""
    first, *rest = _parts(_line(text))
    others = (
        _escaped_within(part) if number % 2 else f"`{part}`" for number, part in enumerate(rest)
    )
    return _escaped(first) + "".join(others)


def _escaped(line: str) -> str:
    """A line of text escaped for Markdown."""
    within = _escaped_within(line)
    return _AT_START.sub(
        lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", within
    )


def _escaped_within(line: str) -> str:
    """A text escaped for Markdown, inside a line."""
    return html.escape(_SPECIAL.sub(r"\\\g<0>", line), quote=False)


def _line(text: str) -> str:
    return " ".join(_UNSHOWABLE.sub("\ufffd", " ".join(text.split())).split())


def _lines(text: str) -> str:
    return _UNSHOWABLE.sub("\ufffd", _LINE_END.sub("\n", text)).rstrip("\n")
