"""Random edits: a document after each of them must be the document of its text, opened afresh and
found the long way.

    PYTHONPATH=server:tests python tests/document/soak.py --edits 1000000 --seed 7

runs as many as one likes.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import naive
from toy import TOY

from linked import LINKED
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.notation import Context, Notation
from wazir.text import Edit, Encoding, Position, Span

CRUMBS = [
    "\r",
    "\n",
    "\r\n",
    "\n\r",
    "\u2028",
    "\x0c",
    "\0",
    "\ud83d",
    "\ude00",
    "\U0001f600",
    "é",
    " ",
    "\t",
    "#",
    "=",
    "!",
]
CRUMBS += [
    "a",
    "b = ",
    "a b = ?",
    "x",
    "?",
    "~",
    "^",
    "`",
    "!dialect strict",
    "!dialect",
    "!board 9",
    "",
    "",
    "",
]
LINES = [
    "a = x\n",
    "b = ?x\r\n",
    "c d = ~\n",
    "!dialect strict\n",
    "!dialect other\r",
    "!board 9\n",
    "!dialect\n",
]
LINES += [
    "king = man\n",
    "king = queen @king\n",
    "queen = rook king\n",
    "Rook = bishop\n",
    "bishop = king ?\r\n",
]
LINES += [
    "bishop = lion\n",
    "queen rook = bishop @zebra\n",
    "zebra = rook queen\n",
    "(king zebra)\n",
]
LINES += [
    "!dialect loud\n",
    "# wazir: ignore error\n",
    "  # wazir: ignore warning, nothing\r\n",
    "a = ? # wazir: ignore error",
]
LINES += ["b = x~ # wazir: ignore-file warning\n"]
CRUMBS += [
    "# wazir: ignore error, duplicate",
    "# wazir: ignore-file error",
    "\n# wazir: ignore duplicate\n",
]
CRUMBS += ["king", "Queen", "rook", "bishop ", "@zebra", "$", " = ", "queen = "]
LINES += ["# remark\n", "\n", "  more x ?\n", "\U0001f600 = ^\n", "x`\r\n", "\r", "   ", "= 3"]


def random_edit(rng: random.Random, text: str, largest: int) -> Edit:
    """An edit of a text: typing, deleting, pasting, clearing."""
    start = rng.randrange(len(text) + 1)
    length = rng.choice([0, 0, 0, 1, 1, 2, 5, 20, 80])
    if rng.random() < 0.004:
        start, length = 0, len(text)
    if len(text) > largest:
        length = rng.randrange(len(text))
    kind = rng.random()
    if kind < 0.6:
        new = "".join(rng.choices(CRUMBS, k=rng.choice([0, 1, 1, 2, 3])))
    elif kind < 0.97:
        new = "".join(rng.choices(LINES, k=rng.choice([1, 1, 2, 4])))
    else:
        new = "".join(rng.choices(LINES, k=30))
    return Edit(Span(start, min(start + length, len(text))), new)


def check(document: Document, text: str, rng: random.Random) -> None:
    """Fails if a document is not what the text that it should have says."""
    fresh = Document.open(document.notation, text, document.context)
    lines = naive.lines(text)
    assert document.text == text
    assert (document.length, document.line_count) == (len(text), len(lines))
    pieces = naive.pieces(document.notation, text, document.context)
    for opened in (document, fresh):
        assert [
            (p.chunk.text, p.start, document.line_of(p.start), p.context) for p in opened.chunks()
        ] == pieces
    if rng.random() < 0.3:
        check_diagnostics(document, text, rng)
    check_places(document, text, lines, rng)


def check_diagnostics(document: Document, text: str, rng: random.Random) -> None:
    """Diagnostics and names."""
    if rng.random() < 0.3:
        list(document.diagnostics(Span(0, rng.randrange(len(text) + 1))))
    expected = naive.diagnostics(document.notation, text, document.context)
    assert list(document.diagnostics()) == expected
    assert [
        own.moved(start)
        for start, diagnostics in document.diagnostics_by_chunk()
        for own in diagnostics
    ] == expected
    span = Span(*sorted(rng.randrange(len(text) + 1) for _ in range(2)))
    starts = {placed.start for placed in document.chunks(span)}
    assert list(document.diagnostics(span)) == [
        diagnostic
        for diagnostic in expected
        if diagnostic.span.touches(span)
        and document.chunk_at(diagnostic.span.start).start in starts
    ]
    names = [
        (name, place.moved(placed.start))
        for placed in document.chunks()
        for name, place in placed.chunk.analysis.names
    ]
    assert list(document.names()) == [name for name, _ in names]
    for name in {name for name, _ in names} | {"nobody"}:
        assert tuple(document.definitions_named(name)) == tuple(
            span for other, span in names if other == name
        )


def check_places(document: Document, text: str, lines: list[str], rng: random.Random) -> None:
    """Offsets, lines, columns and slices."""
    offset, other = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    line, column = naive.position(lines, offset)
    assert document.position(offset) == Position(line, column)
    assert document.line_text(line) == lines[line]
    assert document.slice(Span(offset, other)) == text[offset:other]
    assert document.chunk_at(offset).start <= offset
    start = sum(map(len, lines[:line]))
    bare = lines[line].rstrip("\r\n")
    encoding = rng.choice(list(Encoding))
    before = naive.units(lines[line][:column], encoding.value)
    assert document.offset_in(line, before, encoding) == start + min(column, len(bare))
    beyond = before + rng.randrange(5)
    cut = [n for n in range(len(bare) + 1) if naive.units(bare[:n], encoding.value) <= beyond][-1]
    assert document.offset_in(line, beyond, encoding) == start + cut


def soak(
    edits: int,
    seed: int,
    notation: Notation = TOY,
    largest: int = 250,
    context: Context | None = None,
) -> Document:
    """Makes random edits; fails at the first after which the document is not what it should be."""
    rng = random.Random(seed)
    document, text = Document.open(notation, "", context), ""
    for _ in range(edits):
        edit = random_edit(rng, text, largest)
        document = document.apply(edit)
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        check(document, text, rng)
    return document


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--edits", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--notation", default="toy", help="toy, linked, or one of the real ones")
    options = parser.parse_args()
    notation = {"toy": TOY, "linked": LINKED}.get(options.notation) or by_name(options.notation)
    start, step = time.perf_counter(), 1000
    for done in range(0, options.edits, step):
        soak(min(step, options.edits - done), options.seed + done, notation)
        sys.stdout.write(f"\r{done + step:,} edits, {time.perf_counter() - start:.0f} s")
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
