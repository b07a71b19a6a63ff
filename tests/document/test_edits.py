"""A document after any edits is the document of its text."""

from __future__ import annotations

import random

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from soak import check, check_diagnostics, soak
from toy import TOY

from linked import LINKED
from long import LONG, examples, some
from wazir.document import Document
from wazir.notations import REGISTRY
from wazir.notations.notation import Context, Notation
from wazir.text import Edit, Span

IGNORES = [
    "# wazir: ignore error",
    "# wazir: ignore-file error, warning",
    "b # wazir: ignore duplicate\n",
]
TEXTS = st.lists(
    st.sampled_from(
        [
            "a = ",
            "b",
            "?",
            "x",
            "#",
            "!dialect strict",
            "!dialect",
            "!board 9",
            "\r",
            "\n",
            "\r\n",
            "  ",
            *IGNORES,
        ]
    )
    | st.characters(),
    max_size=8,
).map("".join)
EDITS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 30), TEXTS), max_size=12)


@examples(150)
@given(text=TEXTS, edits=EDITS)
def test_edits_are_like_opening_afresh(text: str, edits: list[tuple[int, int, str]]) -> None:
    """After each of some edits, shrunk to the fewest where one fails, all answers are those of the
    naive reading.
    """
    document = Document.open(TOY, text)
    for at, length, new in edits:
        start = at % (len(text) + 1)
        text = text[:start] + new + text[start + length :]
        document = document.apply(Edit(Span(start, start + length), new))
        check(document, text, random.Random(at))


@pytest.mark.parametrize("seed", some(range(0, 10_000, 1000), 4))
def test_many_random_edits(seed: int) -> None:
    """A thousand random edits of a notation with directives and names, in blocks that split and
    meet.
    """
    soak(1000, seed)


def test_random_edits_of_longer_texts() -> None:
    """The same with texts of some hundred chunks."""
    soak(200, 1, largest=3000)


@pytest.mark.parametrize("notation", REGISTRY, ids=lambda notation: notation.name)
def test_random_edits_of_real_notations(notation: Notation) -> None:
    """The same with the notations that there are."""
    soak(300 if LONG else 150, 2, notation)


def test_directives_may_not_change_what_is_fixed_outside() -> None:
    """What a request says goes before a directive: the notation is given what holds at the top."""
    soak(200, 3, context=Context(dialect="strict", board="4", fixed=frozenset({"dialect"})))


def test_edits_in_blocks_of_usual_size() -> None:
    """Edits of a file of thousands of definitions, some of which remove or insert hundreds."""
    rng = random.Random(4)
    text = "".join(f"name{number} = {'?' * (number % 7 == 0)}\n" for number in range(3000))
    document = Document.open(TOY, text)
    for _ in range(60):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 1, 30, 4000]))
        new = rng.choice(["", "x", "\n", "!dialect strict\n", "name7 = ?\n", "fresh = ~\n" * 300])
        document = document.apply(Edit(Span(start, end), new))
        text = text[:start] + new + text[end:]
    pieces = naive.pieces(TOY, text, Context())

    assert [
        (p.chunk.text, p.start, document.line_of(p.start), p.context) for p in document.chunks()
    ] == pieces
    check_diagnostics(document, text, rng)


@pytest.mark.parametrize("seed", some(range(0, 8000, 1000), 4))
def test_random_edits_of_definitions_that_use_each_other(seed: int) -> None:
    """The same with names that are used before they are defined, in circles, twice, on boards that
    change.
    """
    soak(500, seed, LINKED, largest=400)


NAMES = ["king", "queen", "rook", "bishop", "zebra", "man", "Ferz", "nobody"]
LINKED_LINES = st.builds(
    "{} = {}{}\n".format,
    st.sampled_from(NAMES),
    st.lists(st.sampled_from([*NAMES, "@king", "@queen"]), max_size=3).map(" ".join),
    st.sampled_from(
        ["", "", "", " ?", " # king", " # wazir: ignore error", "\n# wazir: ignore error"]
    ),
)
LINKED_TEXTS = st.lists(
    LINKED_LINES | st.sampled_from(["!dialect loud\n", "!dialect\n", "$\n", "(king\n"]), max_size=6
)


@examples(200)
@given(
    lines=st.lists(LINKED_LINES, max_size=20),
    edits=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3), LINKED_TEXTS), max_size=8),
)
def test_edits_of_lines_that_use_each_other(
    lines: list[str], edits: list[tuple[int, int, list[str]]]
) -> None:
    """Lines that come, go and change places: what is said of all others is what is said of them in
    a fresh document.
    """
    document, now = Document.open(LINKED, "".join(lines)), list(lines)
    for at, length, new in edits:
        start = at % (len(now) + 1)
        offset = len("".join(now[:start]))
        edit = Edit(Span(offset, offset + len("".join(now[start : start + length]))), "".join(new))
        document = document.apply(edit)
        now[start : start + length] = new
        check_diagnostics(document, "".join(now), random.Random(at))
