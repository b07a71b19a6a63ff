"""Texts of all notations after any edits are what they are afresh, whatever was computed between
the edits.
"""

from __future__ import annotations

import random
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import naive
import pytest
from soak_notations import SHARES, check_naively, known, open_text, sampled, soak

from wazir import notations
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.notations.notation import Context
from wazir.text import Edit, Span

LCPN, BENSAHAS = notations.by_name("lcpn"), notations.by_name("bensahas")


@pytest.mark.parametrize("kind", SHARES)
def test_random_edits_are_like_opening_afresh(kind: str) -> None:
    """A short run of `soak_notations.py`."""
    assert soak(kind, 250, 3) > 0


LINES = {
    "names in cycles": (
        "lcpn",
        *(
            "a := b / rook\n",
            "b := c => ferz\n",
            "c := a\n",
            "c := wazir\n",
            "b := nobody / a\n",
            "a := c:2\n",
        ),
        *("d := a -> d\n", "e := f(a)\n", "f := capture & c\n", "b := d\n"),
    ),
    "sections in cycles": (
        "fairy-variants",
        *(
            "[a:b]\n",
            "[b:a]\n",
            "[b]\n",
            "[c:a]\n",
            "king = k\n",
            "customPiece1 = x:N\n",
            "maxFile = 7\n",
            "pawn = x\n",
        ),
    ),
    "directives": (
        "betza",
        *(
            "%dialect extended\n",
            "%dialect xbetza\n",
            "%dialect\n",
            "%board 9x9\n",
            "%board hex5\n",
            "A = WvF\n",
        ),
        *("B = [W?fF-F]\n", "C = fmWfcF\n", "D = WfF\n"),
    ),
    "styles": (
        "lcpn",
        *(
            "; style: elisp\n",
            "-- style: sql\n",
            "// style: c\n",
            "a := rook / ferz\n",
            "(def b (or a ferz))\n",
        ),
        *("c IS rook OR b\n", "d := nobody\n"),
    ),
    "suppressions": (
        "betza",
        *(
            "# wazir: ignore unknown-letter\n",
            "A = fX # wazir: ignore unknown-letter\n",
            "A = fX\n",
            "B = fX\n",
        ),
        *(
            "# wazir: ignore-file unknown-letter, duplicate-name\n",
            "  # wazir: ignore duplicate-name\n",
            "A = W\n",
        ),
    ),
    "fences": (
        "markdown",
        *(
            "```betza\n",
            "```\n",
            "~~~lcpn\n",
            "~~~\n",
            "> ",
            "A = fX\n",
            "a := b / rook\n",
            "- x\n",
            "  b := a\n",
            "\n",
        ),
    ),
}


@pytest.mark.parametrize("law", LINES)
def test_lines_that_change_others(law: str) -> None:
    """Lines that come and go change what is known of others, as in a text that is opened afresh."""
    kind, *lines = LINES[law]
    rng = random.Random(law)
    text, opened = list[str](), open_text(kind, "")
    for number in range(120):
        first, length = (
            rng.randrange(len(text) + 1),
            rng.choice((0, 0, 1, 1, 5 if len(text) > 12 else 2)),
        )
        new = rng.choices(lines, k=rng.choice((0, 1, 1, 2)))
        start, removed = len("".join(text[:first])), len("".join(text[first : first + length]))
        opened = opened.apply(Edit(Span(start, start + removed), "".join(new)))
        text[first : first + length] = new
        if number % 4 == 0:
            check_naively(opened)
        assert known(opened) == known(open_text(kind, "".join(text))), text


@pytest.mark.parametrize("kind", SHARES)
def test_line_breaks_that_move(kind: str) -> None:
    """Edits of equal length move line breaks, and halves of line ends meet and part."""
    rng = random.Random(kind)
    text = "".join(rng.choices(sampled(kind), k=4)).replace("\n", "\r\n", 3)
    opened = open_text(kind, text)
    for _ in range(60):
        start = rng.choice([offset for offset, sign in enumerate(text) if sign in "\r\n "] or [0])
        old = text[start : start + 2]
        new = rng.choice((old[::-1], "\r\n", "\n\r", " \n", "\n ", "\r", "\n", old + "\n"))
        known(opened)
        opened = opened.apply(Edit(Span(start, start + len(old)), new))
        text = text[:start] + new + text[start + len(old) :]
        assert known(opened) == known(open_text(kind, text)), text


def test_a_suggestion_follows_two_edits_at_once() -> None:
    """Each of two edits changes what a third definition is told."""
    document = Document.open(LCPN, "a := brotherling\nb := wazir\nc := ferz\n")
    list(document.diagnostics())
    after = document.apply(Edit(Span(22, 27), "rook")).apply(Edit(Span(27, 28), "brotherlings"))
    fresh = Document.open(LCPN, "a := brotherling\nb := rook\nbrotherlings := ferz\n")

    assert after.text == fresh.text
    assert list(after.diagnostics()) == list(fresh.diagnostics())
    assert "brotherlings" in " ".join(diagnostic.message for diagnostic in fresh.diagnostics())


def test_diagnostics_of_a_past_text_do_not_hold_for_the_next() -> None:
    """Chunks are shared, but not what a past text knows of its names."""
    before = Document.open(LCPN, "a := rook:2\nb := a -> brotherling\n")
    after = before.apply(Edit(Span(5, 11), "wazir => ferz")).apply(
        Edit(Span(0, 0), "brotherlings := ferz\n")
    )
    list(before.diagnostics())

    assert list(after.diagnostics()) == list(Document.open(LCPN, after.text).diagnostics())


def test_a_line_break_that_moves_moves_diagnostics() -> None:
    """An edit of equal length that moves a line break inside a definition moves what is below it to
    another line.
    """
    document = Document.open(LCPN, "a :=\n  ferz /  nobody\na := ferz\n")
    list(document.diagnostics())
    after = document.apply(Edit(Span(11, 15), " /\n "))

    assert after.length == document.length
    assert known(after) == known(Document.open(LCPN, after.text))
    assert known(after) != known(document)


def test_completions_follow_the_names_of_the_text() -> None:
    """The details of completions are those of the text as it is, whatever was edited before."""
    text = "chess:king {moves: (n) => n = 1}\n:king {moves: (n) => n = 1}\n:pawn {promotes_to: }\n"
    document = Document.open(BENSAHAS, text)
    moved = document.apply(Edit(Span(0, 33), "")).apply(
        Edit(Span(28, 28), "chess:king {moves: (n) => n = 1}\n")
    )
    fresh = Document.open(BENSAHAS, moved.text)

    def completions(document: Document) -> list[object]:
        offset = document.text.index("promotes_to: ") + len("promotes_to: ")
        placed = document.chunk_at(offset)
        return list(document.analysis(placed).complete(offset - placed.start)[1])

    completions(document)
    assert completions(moved) == completions(fresh)


@pytest.mark.parametrize("text", ["[\ncustomPiece2=c", "[\npromotionRegionWhite = *6"])
def test_a_section_without_a_name_has_the_diagnostics_that_its_text_has(text: str) -> None:
    """A chunk asks only whether names that it defines are used."""
    notation = notations.by_name("fairy-variants")
    document = Document.open(notation, text)

    assert list(document.diagnostics()) == naive.diagnostics(notation, text, Context())


def test_threads_may_ask_one_document() -> None:
    """Names of long cycles are the same, whichever thread is first."""
    letters = [first + second for first in "abcdefghij" for second in "abcdefghij"]
    body = "".join(f"x{pair} := last / rook\n" for pair in letters)
    text = f"{body}last := {' / '.join(f'x{pair}' for pair in letters)}\n"
    expected = list(Document.open(LCPN, text).diagnostics())
    for _ in range(5):
        document = Document.open(LCPN, text)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda asked: list(asked.diagnostics()), [document] * 4))

        assert answers == [expected] * 4


def test_a_tiny_fence_takes_little_room() -> None:
    """A Markdown text of very many fenced blocks fits into memory: 16,000 bytes each and no
    more.
    """
    languages = {notation.name: (notation, Context()) for notation in notations.REGISTRY}
    known(Markdown.open(languages, "```betza\nK\n```\n"))
    tracemalloc.start()
    page = Markdown.open(languages, "".join(f"```betza\nK{number}\n```\n" for number in range(500)))
    for document in page.documents():
        list(document.diagnostics())
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert taken < 500 * 16_000
