"""Random edits of texts as people write them: after at most ten, a text is known as if it were
opened anew.

    PYTHONPATH=server:tests python tests/document/soak_notations.py --edits 1000000 --seed 7

makes so many edits of all notations and of Markdown, a quarter of them of LCPN. Between edits some
diagnostics are computed, also those of a past text, as in the threads of a server.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import naive

from wazir import notations
from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.document.chunks import Placed
from wazir.document.markdown import Markdown
from wazir.features import names, structure
from wazir.lsp.convert import Columns
from wazir.notations.notation import Context
from wazir.text import Edit, Encoding, Span

Opened: TypeAlias = Document | Markdown

SAMPLES = Path(__file__).parents[2] / "samples"
MAX_LETTERS = 300
"""Characters from which on a text becomes shorter."""
SHARES: Mapping[str, float] = {
    "lcpn": 0.25,
    "betza": 0.15,
    "bensahas": 0.15,
    "ben39": 0.05,
    "interactive-diagram": 0.05,
    "fairy-variants": 0.05,
    "xboard": 0.05,
    "markdown": 0.25,
}
"""The parts of all edits."""
SIGNS: Mapping[str, tuple[str, ...]] = {
    "lcpn": (
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        '"',
        ":",
        ":=",
        " IS ",
        "(def ",
        "/",
        "->",
        ",",
        "1",
        "# ",
        "; style: elisp\n",
    ),
    "betza": (
        "[",
        "]",
        "(",
        "-",
        "=",
        "#",
        "?",
        "%dialect extended\n",
        "%board 9x9\n",
        "V",
        "W",
        "0",
        ",",
        "m",
        "c",
    ),
    "bensahas": ("{", "}", "(", ")", ":", ";", "!", "n", "/", "&", "@", '"', "=", "1", ", "),
    "ben39": (
        ":",
        "position\n",
        "moves:\n",
        "|",
        "+",
        "*",
        "x",
        "@",
        "1. ",
        "-",
        "#",
        ";",
        "turn: black\n",
    ),
    "interactive-diagram": (
        '<p class="idiagram">',
        "</p>",
        ":",
        "files=9",
        "knight:N:N::",
        "a1-h2",
        ",",
        "=",
        "J",
        "[",
        "\n",
    ),
    "xboard": ("piece ", "setup (", "A&", " ", '-men "', ";", ":", "9x9+0", "W", "[", "#"),
    "fairy-variants": (
        "[",
        "]",
        ":",
        "=",
        "[x:chess]\n",
        "[y:x]\n",
        "king = k\n",
        "maxFile = 9\n",
        "#",
        "-",
        "W",
        "*3",
    ),
    "markdown": (
        "```",
        "~~~",
        "> ",
        "- ",
        "  ",
        "    ",
        "```betza\n",
        "```lcpn\n",
        "```ben39\n",
        "~~~bensahas\n",
        "<!--",
    ),
}
ANYTHING = (
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "a",
    "é",
    "\U0001f600",
    "\u2028",
    "\x0c",
    "x",
    "\n\n",
)
_MARGINS = ("", "", "", "> ", "- ", "  ")


@cache
def sampled(kind: str) -> tuple[str, ...]:
    """Lines, and definitions of several lines, of the samples."""
    if kind == "markdown":
        return tuple(_pages())
    texts = []
    for path in sorted((SAMPLES / kind).iterdir()):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        texts += [line for line in lines if len(line) < MAX_LETTERS]
        texts += ["".join(lines[at : at + 3]) for at in range(0, len(lines), 3)]
    return tuple(texts)


def _pages() -> Iterator[str]:
    """Blocks of Markdown."""
    rng = random.Random(1)
    for kind in (kind for kind in SHARES if kind != "markdown"):
        for _ in range(150):
            margin, fence = rng.choice(_MARGINS), rng.choice(("```", "~~~", "````"))
            body = "".join(rng.choices(sampled(kind), k=rng.choice((1, 1, 2)))).splitlines(
                keepends=True
            )
            inner = "".join(margin.replace("-", " ") + line for line in body)
            yield f"{margin}{fence}{kind}\n{inner}{margin.replace('-', ' ')}{fence}\n"
    yield from (
        "# Title\n",
        "Some words\nand more.\n\n",
        "- one\n- two\n",
        "<!-- hidden -->\n",
        "\n",
        "    code\n",
    )


def random_edit(rng: random.Random, kind: str, text: str) -> Edit:
    """An edit of a text: typing, deleting, pasting, copying within it."""
    start = rng.randrange(len(text) + 1)
    length = rng.choice((0, 0, 0, 1, 1, 2, 7, 40))
    if len(text) > MAX_LETTERS:
        length = rng.randrange(len(text))
    how = rng.random()
    if how < 0.45:
        new = "".join(rng.choices(SIGNS[kind] + ANYTHING, k=rng.choice((0, 0, 1, 1, 2))))
    elif how < 0.6 and text:
        at = rng.randrange(len(text))
        new = text[at : at + rng.choice((1, 4, 12, 60))]
    elif how < 0.75:
        line = rng.choice(sampled(kind))
        at = rng.randrange(len(line) + 1)
        new = line[at : at + rng.choice((1, 3, 9))]
    else:
        new = "".join(rng.choices(sampled(kind), k=rng.choice((1, 1, 2))))
        start = text.rfind("\n", 0, start) + 1
    if rng.random() < 0.002:
        start, length = 0, len(text)
    return Edit(Span(start, min(start + length, len(text))), new)


def open_text(kind: str, text: str) -> Opened:
    """A text of a kind, opened afresh."""
    if kind == "markdown":
        return Markdown.open(
            {notation.name: (notation, Context()) for notation in notations.REGISTRY}, text
        )
    return Document.open(notations.by_name(kind), text)


def documents(opened: Opened) -> Iterator[Document]:
    """The document, or the blocks of a Markdown text."""
    return iter([opened]) if isinstance(opened, Document) else opened.documents()


def known(opened: Opened, place: float = 0.6) -> list[object]:
    """What a client can be shown of a text; what is shown of an offset at a part of each
    document.
    """
    return [_known(document, int(document.length * place)) for document in documents(opened)]


def _known(document: Document, offset: int) -> list[object]:
    diagnostics = list(document.diagnostics())
    spans = [
        edit.span for diagnostic in diagnostics for fix in diagnostic.fixes for edit in fix.edits
    ]
    spans += [diagnostic.span for diagnostic in diagnostics]
    spans += [related.span for diagnostic in diagnostics for related in diagnostic.related]
    placed = document.chunk_at(offset)
    analysis = document.analysis(placed)
    span, items = analysis.complete(offset - placed.start)
    return [
        *(document.region.starts, diagnostics, list(document.names())),
        *([_chunk(document, placed) for placed in document.chunks()], _by_chunk(document)),
        [tuple(map(document.region.position, span)) for span in spans],
        list(map(Columns(document, Encoding.UTF16).range, spans)),
        *(
            span,
            list(items),
            analysis.hover(offset - placed.start),
            analysis.inlay_hints(),
        ),
        *(names.definition(document, offset), names.references(document, offset)),
        *(
            names.highlights(document, offset),
            structure.symbols(document),
            structure.folds(document),
        ),
    ]


def _chunk(document: Document, placed: Placed) -> object:
    """A chunk, its place, and its analysis in the document."""
    analysis = document.analysis(placed)
    definitions = [
        (definition.name, definition.broken, definition.piece)
        for definition in analysis.definitions
    ]
    return (
        *(
            placed.chunk.text,
            placed.start,
            document.line_of(placed.start),
            placed.context,
            analysis.next_context,
        ),
        *(analysis.names, analysis.uses, analysis.outline, analysis.tokens, definitions),
    )


def _by_chunk(document: Document) -> list[tuple[int, Diagnostic]]:
    return [
        (start, diagnostic)
        for start, some in document.diagnostics_by_chunk()
        for diagnostic in some
    ]


def ask_in_part(opened: Opened, rng: random.Random) -> None:
    """Computes something of a text, so that an edit finds some of it known."""
    for document in documents(opened):
        offset = rng.randrange(document.length + 1)
        how = rng.randrange(4)
        if how == 0:
            list(
                document.diagnostics(
                    Span(offset, min(offset + rng.choice((1, 50)), document.length))
                )
            )
        elif how == 1:
            placed = document.chunk_at(offset)
            document.analysis(placed).hover(offset - placed.start)
        elif how == 2:
            list(document.definitions_named(rng.choice([*document.names(), ""])))


def check_naively(opened: Opened) -> None:
    """Fails where diagnostics are not what the whole text says, character after character."""
    for document in documents(opened):
        expected = naive.diagnostics(document.notation, document.text, document.context)
        assert list(document.diagnostics()) == expected, document.text


MAX_EDITS = 10
"""Edits between two comparisons."""


def soak(kind: str, edits: int, seed: int) -> int:
    """Makes random edits, and says how often the text was compared; fails where it is not what it
    is afresh.
    """
    rng = random.Random(f"{kind} {seed}")
    opened, text = open_text(kind, ""), ""
    works: list[Iterator[object]] = []
    compared = 0
    while edits > 0:
        for _ in range(min(edits, rng.choice((1, 5, *[MAX_EDITS] * 4)))):
            edit = random_edit(rng, kind, text)
            opened = opened.apply(edit)
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
            edits -= 1
            if rng.random() < 0.3:
                ask_in_part(opened, rng)
        if rng.random() < 0.6:
            asked = (
                chunk for document in documents(opened) for chunk in document.diagnostics_by_chunk()
            )
            works = [*works[-1:], asked]
        for work in works:
            for _ in range(rng.choice((0, 1, 2, 30))):
                next(work, None)
        place = rng.random()
        assert opened.text == text, (kind, seed)
        assert known(opened, place) == known(open_text(kind, text), place), (
            kind,
            seed,
            place,
            text,
        )
        if rng.random() < 0.1:
            check_naively(opened)
        compared += 1
    return compared


def main() -> None:
    """Makes as many edits as are wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--edits", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=SHARES, help="edits of this alone")
    options = parser.parse_args()
    begun, step = time.perf_counter(), 500
    for kind in [options.only] if options.only else SHARES:
        wanted = int(options.edits * (1 if options.only else SHARES[kind]))
        compared = 0
        for done in range(0, wanted, step):
            compared += soak(kind, min(step, wanted - done), options.seed + done)
            if not done % (20 * step) or done + step >= wanted:
                spent = time.perf_counter() - begun
                sys.stdout.write(
                    f"{kind}: {done + step:,} edits, compared {compared:,} times, {spent:.0f} s\n"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
