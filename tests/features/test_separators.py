"""White space of Unicode that is neither a blank nor a line end: layout and safe fixes keep it, in
every notation.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.document import Document
from wazir.features.actions import fix_all
from wazir.features.formatting import format as edits_of_format
from wazir.features.structure import folds, selection
from wazir.notations import by_name, for_file
from wazir.text import SEPARATORS, apply, lines

SAMPLES = Path(__file__).parents[2] / "samples"
TEXTS = tuple(
    (notation, text)
    for path in sorted(SAMPLES.rglob("*"))
    if path.is_file() and (notation := for_file(path))
    for text in [path.read_text("utf-8")]
)
ODD = tuple(letter for letter in map(chr, range(0x110000)) if SEPARATORS.match(letter))


@st.composite
def separated(draw: st.DrawFn) -> Document:
    """A few lines of a sample with separators anywhere: at line starts, at blanks, or within
    words.
    """
    notation, text = draw(st.sampled_from(TEXTS))
    all_lines = lines(text)
    first = draw(st.integers(0, len(all_lines) - 1))
    part = "".join(all_lines[first : first + draw(st.integers(1, 6))])
    for _ in range(draw(st.integers(1, 3))):
        places = {
            "start": [0, *(at + 1 for at, letter in enumerate(part) if letter == "\n")],
            "blank": [at for at, letter in enumerate(part) if letter in " \n"] or [0],
            "anywhere": range(len(part) + 1),
        }[draw(st.sampled_from(["start", "blank", "anywhere"]))]
        at = draw(st.sampled_from(places))
        part = part[:at] + draw(st.sampled_from(ODD)) + part[at:]
    return Document.open(notation, part)


def meanings(document: Document) -> list[object]:
    return [
        (definition.name, definition.broken, definition.piece, definition.game)
        for placed in document.chunks()
        for definition in document.analysis(placed).definitions
    ]


@given(separated())
def test_layout_keeps_separators_and_meaning(document: Document) -> None:
    """A layout keeps every separator and every definition, and a second time it changes nothing."""
    after = apply(document.text, edits_of_format(document))
    again = Document.open(document.notation, after)

    assert SEPARATORS.findall(after) == SEPARATORS.findall(document.text)
    assert meanings(again) == meanings(document)
    assert edits_of_format(again) == ()


@given(separated())
def test_safe_fixes_keep_separators(document: Document) -> None:
    """A safe fix never takes a separator for a blank."""
    after = apply(document.text, fix_all(document))

    assert SEPARATORS.findall(after) == SEPARATORS.findall(document.text)


@pytest.mark.parametrize(
    "odd", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
@pytest.mark.parametrize(
    ("notation", "text", "count"),
    [
        ("ben39", "moves:\n{odd}position\n", 1),
        ("ben39", "position a\n{odd}position b\n", 1),
        ("ben39", "position a\n{odd}board:\n", 1),
        ("lcpn", "; one{odd}(def two rook)\n(def three rook)\n", 1),
        ("bensahas", "a : b {{\n (1, 1) # one{odd}c : d {{\n}}\n", 1),
        ("betza", "Knight = N # one{odd}Bishop = B\n", 1),
    ],
)
def test_g22_a_separator_is_no_line_end(notation: str, text: str, count: int, odd: str) -> None:
    """G22: a line ends with CR or LF alone, before and after the layout."""
    document = Document.open(by_name(notation), text.format(odd=odd))
    after = apply(document.text, edits_of_format(document))

    assert len(meanings(document)) == count
    assert odd in after
    assert meanings(Document.open(document.notation, after)) == meanings(document)


def test_a_page_break_between_definitions_does_not_hinder_their_layout() -> None:
    """Lisp programmers part pages by form feeds: what stands before one is laid out all the
    same.
    """
    document = Document.open(by_name("lcpn"), "(def  a   rook)\n\x0c\n(def  b   ferz)\n")

    assert apply(document.text, edits_of_format(document)) == "(def a rook)\n\x0c\n(def b ferz)\n"


def test_a_line_with_a_separator_is_not_blank() -> None:
    """Folds and selections part blocks at blank lines, as the layout does."""
    text = "A = W\n\x0c\nB = F\n"
    document = Document.open(by_name("betza"), text)

    assert [(fold.start_line, fold.end_line) for fold in folds(document)] == [(0, 2), (0, 1)]
    assert any(document.slice(span) == text.rstrip("\n") for span in selection(document, 0))
