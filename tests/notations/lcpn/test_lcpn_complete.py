"""Completions, hovers and signatures on any text, and that what is offered can be written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lcpn_texts import STYLES, texts

from long import examples
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features import completion, structure
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import plain
from wazir.notations.lcpn import LCPN
from wazir.notations.lcpn.complete import BOARDS
from wazir.notations.lcpn.vocabulary import FUNCTIONS
from wazir.notations.notation import Context
from wazir.notations.results import TokenType
from wazir.piece.board import parse_board
from wazir.text import Span

PLACES = [
    ("lisp", "(def a |)"),
    ("lisp", "(def a (/ rook |))"),
    ("elisp", "(def a (knight :|))"),
    ("elisp", "(def a ([1 2] :|))"),
    ("elisp", "(def a ((=> wazir [1 2]) :|))"),
    ("lisp", "(def a (=> ferz (wazir :|)))"),
    ("c", "a := |"),
    ("c", "a := wazir / |"),
    ("c", "a := knight:2:|"),
    ("c", "a := move(wazir => ferz:|)"),
    ("sql", "a IS wazir OR |"),
    ("sql", "a IS moving camel:|"),
]
TESTS = [
    ("lisp", "(def a (cond ((= (|) 2) rook) (else wazir)))", "rank file"),
    ("lisp", "(def a (cond ((|) rook) (else wazir)))", "moved"),
    ("c", "a := if (| = 2) { rook } else { wazir }", "rank() file()"),
    ("c", "a := if (rank() | 2) { rook } else { wazir }", "= != < > <= >="),
    ("sql", "a IS IF moved() | moved() THEN rook END", "AND OR"),
    ("sql", "a IS rook | wazir", "OR AND_THEN THEN"),
    ("c", "a := capture | cannon(rook)", "&"),
]


def errors(text: str, style: str) -> list[str]:
    diagnostics = LCPN.read(text, Context(dialect=style)).diagnostics
    return [
        diagnostic.message
        for diagnostic in diagnostics
        if diagnostic.code.severity is Severity.ERROR
    ]


def written(marked: str, style: str) -> dict[str, str]:
    """What is offered at a place, each with the text that has it."""
    before, _, after = marked.partition("|")
    document = Document.open(LCPN, before + after, Context(dialect=style))
    return {
        item.label: document.text[: item.span.start] + item.insert + document.text[item.span.end :]
        for item in completion.complete(document, len(before))
        if item.item.token_type
        in (
            TokenType.ATOM,
            TokenType.DIRECTION,
            TokenType.RANGE,
            TokenType.MODE,
            TokenType.OPERATOR,
        )
    }


@pytest.mark.parametrize(("style", "marked"), PLACES)
def test_what_is_offered_can_be_written(style: str, marked: str) -> None:
    """Each piece and each restriction that is offered makes a text without errors."""
    calls = {*FUNCTIONS, "no_jump", "promote_to"}
    results = {
        label: text
        for label, text in written(marked, style).items()
        if label[-3:] != "ing" or style != "sql"
    }
    pieces = {label: text for label, text in results.items() if label not in calls}

    assert pieces
    assert {
        label: errors(text, style) for label, text in pieces.items() if errors(text, style)
    } == {}


@pytest.mark.parametrize(("style", "marked", "wanted"), TESTS)
def test_tests_and_operators_can_be_written(style: str, marked: str, wanted: str) -> None:
    """What belongs there is offered, and makes a text without errors."""
    results = written(marked, style)

    assert set(wanted.split()) <= set(results)
    assert [errors(results[label], style) for label in wanted.split()] == [[]] * len(wanted.split())


def test_what_changes_nothing_comes_last() -> None:
    """L10: of the restrictions of a wazir those come first that leave something, but not all."""
    document = Document.open(LCPN, "a := wazir:", Context(dialect="c"))
    labels = [item.label for item in completion.complete(document, 11)]

    assert labels.index(":forward") < labels.index(":rider") < labels.index(":orthogonal")
    assert labels.index(":sideways") < labels.index(":diagonal")
    assert labels.index(":4") < labels.index(":outward")


def test_boards_can_be_read() -> None:
    """Every board that is offered is one."""
    assert all(parse_board(board) for board in BOARDS)


def test_many_names_are_offered_by_how_they_begin() -> None:
    """Of thousands of names those come that begin as what is typed."""
    names = [
        f"p{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(2_000)
    ]
    text = "".join(f"{name} := rook\n" for name in names) + "last := pab"
    document = Document.open(LCPN, text)
    labels = {item.label for item in completion.complete(document, len(text))}

    assert {name for name in names if name.startswith("pab")} <= labels
    assert len(labels) < 1_000


@examples(200)
@given(texts, st.sampled_from(STYLES), st.integers(0, 200))
def test_no_text_makes_them_raise(text: str, style: str, place: int) -> None:
    """At every place of every text there is an answer, and it lies within the text."""
    document = Document.open(LCPN, text, Context(dialect=style))
    offset = min(place, document.length)
    for item in completion.complete(document, offset, snippets=True)[::9]:
        assert 0 <= item.span.start <= item.span.end <= document.length
        completion.resolve(document, item)
    answer = hover(document, offset, HoverOptions(style="none"))
    if answer:
        assert plain(answer.blocks)
        assert 0 <= answer.span.start <= answer.span.end <= document.length
    structure.inlay(document, Span(0, document.length))
    help_shown = completion.signature(document, offset)
    if help_shown:
        assert all(parameter in help_shown.label for parameter, _ in help_shown.parameters)
        assert 0 <= help_shown.active <= max(0, len(help_shown.parameters) - 1)


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("x IS moving |", "moving piece"),
        ("x IS moving |rook", "moving piece"),
        ("x IS rook OR moving |", "moving piece"),
        ("x IS rook |", None),
        ("x IS viking |", None),
        ("x IS (|", None),
        ("x IS (rook) |", None),
        ("x IS moving (rook) |", None),
        ("x IS |", None),
    ],
)
def test_l14_a_gerund_has_a_signature(marked: str, label: str | None) -> None:
    """Behind it, and nowhere else."""
    before, _, after = marked.partition("|")
    help_shown = completion.signature(
        Document.open(LCPN, before + after, Context(dialect="sql")), len(before)
    )

    assert (help_shown and help_shown.label) == label
