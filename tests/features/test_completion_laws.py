"""What holds for the completions at every place of every notation: they replace one span, and take
nothing else.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from harness import NOTATIONS, none_wrong
from long import some
from wazir.document import Document
from wazir.features.completion import complete
from wazir.notations.notation import Notation

SAMPLES = Path(__file__).parents[2] / "samples"
OWN = {
    "linked": ["king = man crown\nCrown = @king\n\nqueen = (King,\n  big_king)\n"],
    "wazir-settings": [
        'board = "10x8"\nprofile = "xboard"\n\n[severity]\nbad-leap = "hint"\n\n'
        '[files."*.betza"]\ndialect = "extended"\n'
    ],
}
"""The texts of notations without samples."""
NAMES = {
    "betza": ("Y = {}", "Y = N {} # x", "Y = N-{}", "  {}", "{}"),
    "lcpn": ("(def y {})", "(def y (/ rook {}))", "(def y {}", "y := {}", "y := rook / {}", "{}"),
    "bensahas": (":Y {{ {} }}", "Old:Y {{\n    m(1, 15)! {}\n}}", "{}"),
    "fairy-variants": ("[a:chess]\ncustomPiece1 = a:{}", "[a:chess]\ncustomPiece1 = a:fmN {}"),
    "xboard": ("piece X& {}",),
}
"""Places for a word, by notation."""
WORDS = ("Chancellor", "archbishop", "dragon king", "Dragon-horse", "man", "Knight", "knigt", "gri")
AROUND = ("Queen = Q\n", "\nPrincess=BN\n")
"""Lines above and below, of which nothing may change."""
each = pytest.mark.parametrize("notation", NOTATIONS.values(), ids=lambda notation: notation.name)


@cache
def texts(notation: Notation) -> tuple[str, ...]:
    """The samples of a notation, each up to its first characters."""
    files = sorted((SAMPLES / notation.name).glob("*"))
    return tuple(OWN.get(notation.name) or [file.read_text("utf-8")[:1_500] for file in files])


def begun(notation: Notation) -> Iterator[tuple[str, int]]:
    """Texts that end in, or go on behind, each beginning of a word."""
    for place in NAMES.get(notation.name, ()):
        for word in WORDS:
            for length in range(1, len(word) + 1):
                for kept in (word, word[:length]):
                    text = AROUND[0] + place.format(kept) + AROUND[1]
                    yield text, text.index(place.format(kept)) + place.index("{}") + length


def wrong_at(document: Document, offset: int) -> list[str]:
    """What the law forbids at an offset."""
    text = document.text
    completions = complete(document, offset, snippets=True)
    shown = f"{text[max(offset - 30, 0) : offset]}|{text[offset : offset + 10]}"
    if len({completion.span for completion in completions}) > 1:
        return [f"several spans: {shown}"]
    wrong = []
    for completion in completions:
        start, end = completion.span
        typed = text[start:end]
        if not start <= offset <= end or re.search(r"[\r\n]", typed):
            wrong.append(f"{completion.span} is not around the cursor: {shown}")
        if not completion.filter.startswith(typed):
            wrong.append(f"{completion.filter!r} does not begin with {typed!r}: {shown}")
        if not completion.label.lower().startswith(typed.lower()):
            wrong.append(f"{completion.label!r} does not begin with {typed!r}: {shown}")
        if not completion.insert:
            wrong.append(f"{completion.label!r} inserts nothing: {shown}")
    return wrong


@each
def test_completions_replace_one_span_that_they_begin_with(notation: Notation) -> None:
    """At every offset of every sample, all completions replace the same part of a line, around the
    cursor.
    """
    wrong = []
    for text in texts(notation):
        document = Document.open(notation, text)
        for offset in some(range(len(text) + 1), 60):
            wrong += wrong_at(document, offset)

    none_wrong(wrong)


@each
def test_completions_of_beginnings_begin_as_they_do(notation: Notation) -> None:
    """The same holds in every beginning of every word of a sample, with the rest of the text and
    without it.
    """
    wrong = []
    rng = random.Random(46)
    for text in texts(notation):
        ends = [
            offset
            for word in re.finditer(r"[\w:@%-]+", text)
            for offset in range(word.start() + 1, word.end() + 1)
        ]
        for offset in some(rng.sample(ends, len(ends)), 30):
            wrong += wrong_at(Document.open(notation, text[:offset]), offset)
            next_line = text.find("\n", offset)
            shorter = text[:offset] + (text[next_line:] if next_line >= 0 else "")
            wrong += wrong_at(Document.open(notation, shorter), offset)

    none_wrong(wrong)


@each
def test_completions_of_names_begin_as_they_do(notation: Notation) -> None:
    """The same holds in every beginning of a name, wherever pieces are written."""
    wrong = []
    for text, offset in some(list(begun(notation)), 60):
        wrong += wrong_at(Document.open(notation, text), offset)

    none_wrong(wrong)


@pytest.mark.parametrize("typed", ["Chan", "Chancel", "Chancellor"])
@pytest.mark.parametrize("rest", ["", "cel"])
def test_a_name_and_its_moves_are_one_completion(typed: str, rest: str) -> None:
    """It is labelled with the name as it is typed, shows the moves, and inserts them in place of
    the whole word.
    """
    if rest and not "Chancellor".startswith(typed + rest):
        return
    text = f"Y = {typed}{rest}\nPrincess=BN\n"
    (completion,) = complete(Document.open(NOTATIONS["betza"], text), 4 + len(typed))

    assert (completion.label, completion.item.detail) == ("Chancellor", "RN")
    start, end = completion.span
    assert text[:start] + completion.insert + text[end:] == "Y = RN\nPrincess=BN\n"
