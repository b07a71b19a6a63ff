"""A Markdown text whose fenced blocks are documents, and blocks of HTML that a notation has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from wazir.document.chunks import Origin
from wazir.document.document import Document
from wazir.lazy import lazy
from wazir.notations.notation import Context, Notation
from wazir.text import BLANKS, Edit, Encoding, Span, line_starts, lines, without_end

Languages: TypeAlias = Mapping[str, tuple[Notation, Context]]
"""The notations by their names, with what is set for each."""

_DEEPEST = 100
"""The maximum depth of nested block quotes and list items."""
_LANGUAGE = re.compile(r"\s*+(?:\{[^}]*?\.([\w-]+)|\{?\s*([^\s,{}]+))")


def language(info: str) -> str:
    """The language that a fence names: `Betza`, `betza title="x"`, `{.betza}` and `{betza}` all name `betza`."""
    match = _LANGUAGE.match(info)
    return (match[1] or match[2]).lower() if match else ""


class Region(NamedTuple):
    """A fenced block without its fences, or a block of HTML."""

    info: str
    """The info string; empty for HTML."""
    line: int
    """The number of its first line."""
    margins: tuple[str, ...]
    """The text before each of its lines, such as `> `."""
    text: str
    """Its text without these, with the line end of its last line."""
    is_html: bool


@cache
def _parser() -> MarkdownIt:
    """A parser of blocks, without what is in paragraphs."""
    return MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).disable(["inline", "text_join"])


def regions(text: str) -> Iterator[Region]:
    """The fenced blocks and the blocks of HTML of a text, by CommonMark."""
    rows = lines(text)
    for token in _parser().parse(text):
        if token.type in ("fence", "html_block") and token.map:
            yield _region(token, token.map[0], token.map[1], rows)


def _region(token: Token, first: int, stop: int, rows: Sequence[str]) -> Region:
    """The region of a token, which is about the lines from *first* to *stop*."""
    is_html = token.type == "html_block"
    contents = token.content.removesuffix("\n").split("\n") if token.content else []
    line = first if is_html else first + 1
    margins, texts = list[str](), list[str]()
    for row, content in zip(rows[line : line + len(contents)], contents, strict=False):
        start = _content_start(without_end(row), content)
        margins.append(row[:start])
        texts.append(row[start:])
    is_open = not is_html and stop == line + len(contents)
    if is_open and stop == len(rows) - 1 and not rows[-1].strip(BLANKS):  # the block goes on while it is written
        width = len(margins[-1]) if margins else 0
        margins.append(rows[-1][:width])
        texts.append(rows[-1][width:])
    return Region(token.info, line, tuple(margins), "".join(texts), is_html)


def _content_start(row: str, content: str) -> int:
    """The offset of the content of a line. A tab that is partly margin and partly content counts as content."""
    row = row.replace("\0", "\ufffd")
    spaces = 0
    while not row.endswith(content[spaces:]):
        spaces += 1
    start = len(row) - len(content) + spaces
    return start - 1 if spaces else start


class Block(NamedTuple):
    """A region in a notation."""

    document: Document
    """Its text, at its place in the file."""
    lines: range


class Markdown:
    """A Markdown text as an immutable value. Offsets count characters from its start."""

    def __init__(self, languages: Languages, text: str, before: Sequence[Block] = ()) -> None:
        """Read a text whose blocks are in some languages. Documents of the blocks *before* an edit are reused."""
        self.languages = languages
        self.text = text
        self._blocks = tuple(_blocks(languages, text, [block.document for block in before]))

    @staticmethod
    def open(languages: Languages, text: str) -> Markdown:
        """The Markdown text with blocks in these languages."""
        return Markdown(languages, text)

    def reopened(self, languages: Languages) -> Markdown:
        """The same text, with blocks in other languages."""
        return Markdown(languages, self.text, self._blocks)

    def apply(self, edit: Edit) -> Markdown:
        """The text after an edit, whose span is clamped to the text."""
        start, end = max(edit.span.start, 0), max(*edit.span, 0)
        return Markdown(self.languages, self.text[:start] + edit.text + self.text[end:], self._blocks)

    @property
    def length(self) -> int:
        """The number of characters."""
        return len(self.text)

    @lazy
    def _starts(self) -> tuple[int, ...]:
        """The offset of each line."""
        return line_starts(self.text)

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of a number of code units in a line, clamped to the line."""
        if not 0 <= line < len(self._starts):
            return 0 if line < 0 else self.length
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else self.length
        return start + encoding.index(without_end(self.text[start:end]), units)

    def documents(self, first: int = 0, last: int | None = None) -> Iterator[Document]:
        """The blocks, each at its place: all of them, or those with one of some lines."""
        for block in self._blocks:
            if first < block.lines.stop and (last is None or block.lines.start <= last):
                yield block.document

    def document_at(self, line: int) -> Document | None:
        """The block that a line is in, without the lines that open and close it."""
        return next((block.document for block in self._blocks if line in block.lines), None)


def _blocks(languages: Languages, text: str, before: Sequence[Document]) -> Iterator[Block]:
    """The blocks of a text in some languages. Those with the same text as another one or as before share its chunks."""
    found = [(region, *language) for region in regions(text) if (language := _language_of(languages, region))]
    old = [(document.notation.name, document.context, document.text) for document in before]
    new = [(notation.name, context, region.text) for region, notation, context in found]
    known = dict(zip(old, before, strict=True))
    same = _common(old, new)
    changed = before[same : len(old) - _common(old[same:][::-1], new[same:][::-1])]
    for number, (region, notation, context) in enumerate(found):
        document = known.get(new[number])
        if document is None:
            was = changed[number - same] if number - same < len(changed) else None
            is_edited = was is not None and was.notation is notation and was.context == context
            document = _edited(was, region.text) if was and is_edited else Document.open(notation, region.text, context)
            known[new[number]] = document
        origin = Origin(region.line, region.margins if any(region.margins) else ())
        placed = document if document.origin == origin else document.at(origin)
        yield Block(placed, range(region.line, region.line + len(region.margins)))


def _language_of(languages: Languages, region: Region) -> tuple[Notation, Context] | None:
    """The notation of a region with its settings. One of HTML has that in which one of its lines begins a chunk."""
    if not region.is_html:
        return languages.get(language(region.info))
    of_html = (known for known in languages.values() if ".html" in known[0].shared_extensions)
    return next((known for known in of_html if any(map(known[0].starts_chunk, region.text.splitlines()))), None)


def _edited(document: Document, text: str) -> Document:
    """A document with another text. Chunks before and after the difference are kept."""
    old = document.text
    start = _common(old, text)
    same = _common(old[start:][::-1], text[start:][::-1])
    return document.apply(Edit(Span(start, len(old) - same), text[start : len(text) - same]))


def _common(items: Sequence[object], others: Sequence[object]) -> int:
    """The number of equal items at the start of two sequences, or of characters of two texts."""
    pairs = enumerate(zip(items, others, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(items), len(others)))
