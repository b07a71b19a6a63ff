"""A Markdown text whose fenced blocks are documents, and blocks of HTML that a notation has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from wazir.document.document import Document
from wazir.notations.notation import Context, Notation
from wazir.text import BLANKS, Edit, Region, Text, common_start, difference, without_end

Languages: TypeAlias = Mapping[str, tuple[Notation, Context]]
"""The notations by their names, with what is set for each."""

_DEEPEST = 100
"""The maximum depth of nested block quotes and list items."""
_LANGUAGE = re.compile(r"\s*+(?:\{[^}]*?\.([\w-]+)|\{?\s*([^\s,{}]+))")


def language(info: str) -> str:
    """The language that a fence names: `Betza`, `betza title="x"`, `{.betza}` and `{betza}` all
    name `betza`.
    """
    match = _LANGUAGE.match(info)
    return (match[1] or match[2]).lower() if match else ""


def fence_option(info: str, name: str) -> str:
    """The value of an option of a fence: `fen variant=chess`, `fen variant="chess"` and
    `{.fen variant=chess}` all have `chess`. Empty without it.
    """
    match = re.search(rf'(?<![\w-]){re.escape(name)}\s*=\s*(?:"([^"]*)"|([^\s",}}]+))', info)
    return (match[1] or match[2] or "") if match else ""


@cache
def _parser() -> MarkdownIt:
    """A parser of blocks, without what is in paragraphs."""
    return MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).disable(["inline", "text_join"])


class Fence(NamedTuple):
    """A fenced block, or a block of HTML."""

    language: str | None
    """The language that its fence names; None for HTML."""
    region: Region
    """Its text without the fences."""
    lines: range
    """The lines of that text."""


def fences(host: Text) -> Iterator[Fence]:
    """The fenced blocks and the blocks of HTML of a text, by CommonMark."""
    for token in _parser().parse(host.text):
        if token.type in ("fence", "html_block") and token.map:
            yield _fence(token, token.map[0], token.map[1], host=host)


def _fence(token: Token, first: int, stop: int, host: Text) -> Fence:
    """The block of a token, which is about the lines from *first* to *stop*."""
    is_html = token.type == "html_block"
    contents = token.content.removesuffix("\n").split("\n") if token.content else []
    line = first if is_html else first + 1
    stop_of_text = min(line + len(contents), host.line_count)
    starts, texts, column = list[int](), list[str](), 0
    for number, content in zip(range(line, stop_of_text), contents, strict=False):
        row = host.line_text(number)
        column = _content_start(without_end(row), content)
        starts.append(host.line_starts[number] + column)
        texts.append(row[column:])
    last = host.line_text(stop_of_text)
    is_open = not is_html and stop == stop_of_text == host.line_count - 1 and not last.strip(BLANKS)
    if is_open:  # the block goes on while it is written
        starts.append(host.line_starts[stop_of_text] + min(column, len(last)))
        texts.append(last[column:])
    text = Text("".join(texts))
    if text.line_count > len(starts):  # the empty line before the closing fence
        starts.append(host.line_span(stop_of_text).start)
    lines = range(line, stop_of_text + is_open)
    return Fence(
        None if is_html else language(token.info), Region(text, host, tuple(starts)), lines
    )


def _content_start(row: str, content: str) -> int:
    """The offset of the content of a line. A tab that is partly margin and partly content counts as
    content.
    """
    row = row.replace("\0", "\ufffd")
    spaces = 0
    while not row.endswith(content[spaces + 1 :]):
        spaces += 1
    return len(row) - len(content) + spaces


class Block(NamedTuple):
    """A block in a notation."""

    document: Document
    """Its text, at its place in the file."""
    lines: range
    """The lines of that text."""


class Markdown(Text):
    """A Markdown text as an immutable value. Offsets count characters from its start."""

    def __init__(self, languages: Languages, text: str, before: Sequence[Block] = ()) -> None:
        """Read a text whose blocks are in some languages. Documents of the blocks *before* an edit
        are reused.
        """
        super().__init__(text)
        self.languages = languages
        self._blocks = tuple(_blocks(languages, Text(text), [block.document for block in before]))

    @staticmethod
    def open(languages: Languages, text: str) -> Markdown:
        """The Markdown text with blocks in these languages."""
        return Markdown(languages, text)

    def with_text(self, text: str) -> Markdown:
        """Another text with the same settings."""
        return Markdown(self.languages, text)

    def with_settings(self, languages: Languages) -> Markdown:
        """The text with other settings; itself if they are the same."""
        return self if languages == self.languages else Markdown(languages, self.text)

    def apply(self, edit: Edit) -> Markdown:
        """The text after an edit, whose span is clamped to the text."""
        start, end = max(edit.span.start, 0), max(*edit.span, 0)
        return Markdown(
            self.languages, self.text[:start] + edit.text + self.text[end:], self._blocks
        )

    def documents(self, first: int = 0, last: int | None = None) -> Iterator[Document]:
        """The blocks, each at its place: all of them, or those with one of some lines."""
        for block in self._blocks:
            if first < block.lines.stop and (last is None or block.lines.start <= last):
                yield block.document

    def document_at(self, line: int) -> Document | None:
        """The block that a line is in; None on other lines, also on those that open and close a
        block.
        """
        return next((block.document for block in self._blocks if line in block.lines), None)


def _blocks(languages: Languages, host: Text, before: Sequence[Document]) -> Iterator[Block]:
    """The blocks of a text in some languages. Those with the same text as another one or as before
    share its chunks.
    """
    notations = {name: notation for name, (notation, _) in languages.items()}
    named = (
        (fence, of_fence(notations, fence.language, fence.region.text.text))
        for fence in fences(host)
    )
    blocks = [(fence, *languages[name]) for fence, name in named if name]
    old = [(document.notation.name, document.context, document.text) for document in before]
    new = [(notation.name, context, fence.region.text.text) for fence, notation, context in blocks]
    known = dict(zip(old, before, strict=True))
    same_start = common_start(old, new)
    same_end = common_start(old[same_start:][::-1], new[same_start:][::-1])
    replaced = before[same_start : len(old) - same_end]
    for number, (fence, notation, context) in enumerate(blocks):
        document = known.get(new[number])
        if document is None:
            text = fence.region.text.text
            # The block in the same place was edited. A block with an equal text would be known.
            place = number - same_start
            previous = replaced[place] if place < len(replaced) else None
            if previous and previous.notation is notation and previous.context == context:
                document = previous.apply(*difference(previous.text, text))
            else:
                document = Document.open(notation, text, context)
            known[new[number]] = document
        yield Block(document.at(fence.region), fence.lines)


def of_fence(known: Mapping[str, Notation], language: str | None, text: str) -> str | None:
    """The name of the notation of a block: that named by its fence, else one whose files have such
    a text, or None.

    The latter are notations that share the extension of the language with other programs: any for
    HTML, whose language is None, else those whose files are searched for in folders.
    """
    shared = (
        name
        for name, each in known.items()
        if f".{language or 'html'}" in each.files.shared_extensions
    )
    likely = (
        name
        for name in shared
        if (language is None or known[name].files.is_searched) and known[name].evidence(text)
    )
    return language if language in known else next(likely, None)
