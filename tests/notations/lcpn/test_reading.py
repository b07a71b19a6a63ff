"""Any text is read: what is wrong is said, what can be fixed is, and nothing is lost or takes
long.
"""

from __future__ import annotations

import sys
from itertools import count, pairwise
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lcpn_texts import KNOWN, ROWS, STYLES, texts

from long import examples
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.lcpn import LCPN
from wazir.notations.lcpn.definition import TOO_MUCH
from wazir.notations.lcpn.names import read
from wazir.notations.lcpn.syntax import expected, parse, style_of
from wazir.notations.lcpn.tree import canonical, roman
from wazir.notations.notation import Context
from wazir.parsing import MAX_LENGTH, MAX_PROBLEMS
from wazir.syntax import ProblemKind

PAWNS = {
    "lisp": """\
(def pawn
  (cond ((= (rank) 2) ; first
      (/ simple-pawn ((& move no-jump) (0 2 :only))))
   ((= (rank) 7)  ; last
     (=> simple-pawn (promote-to queen rook)))
""",
    "c": """\
pawn := if (rank() = 2) {
   simple_pawn / move & no_jump([0, 2]:only)
else if (rank() = 7) {
   simple_pawn => promote_to(queen, rook)
else { simple_pawn }
""",
}
"""As in the seed, with its misprints."""

FINDINGS = [
    ("lisp", "(def a [1 2) )", "mismatched-bracket", ")", 1, False),
    ("lisp", "(def a (/ b c)", "unclosed-bracket", "(", 1, False),
    ("lisp", "(def a b))", "unexpected-close", ")", 2, False),
    ("lisp", "(def a (b)\n", "unclosed-bracket", "(", 1, False),
    ("lisp", "(def)", "bad-definition", "(def)", 1, True),
    ("lisp", "(def a b c)", "bad-definition", "c", 1, True),
    ("lisp", '(def a "b)\n', "unclosed-string", '"b)', 1, True),
    ("lisp", "(def a (b ::royal))", "property-not-first", "::royal", 1, True),
    ("lisp", "(cond (moved a) (t b))", "bad-condition", "moved", 1, True),
    ("lisp", "(cond ((moved) a))", "missing-default-clause", "cond", 1, False),
    ("lisp", "(cond ((moved)) (t b))", "missing-operand", "((moved))", 1, True),
    ("lisp", "(cond (t a) ((moved) b))", "unreachable-clause", "((moved) b)", 1, True),
    ("lisp", "(=> a)", "missing-operand", "(=> a)", 1, True),
    ("lisp", "(/ a 3)", "unexpected-token", "3", 1, True),
    ("lisp", "a := b", "other-style", "a := b", 1, True),
    ("elisp", "(def a {1 2})", "wrong-bracket", "{1 2}", 1, False),
    ("elisp", "(def a [b :4])", "wrong-bracket", "[b :4]", 1, False),
    ("c", "a := if moved() { b\nelse { c }", "missing-brace", "else", 1, False),
    ("c", "a := if moved() { b", "missing-brace", "{", 1, False),
    ("c", "a := b /\n", "missing-operand", "/", 1, True),
    ("c", "a := move()", "missing-operand", ")", 1, True),
    ("c", "a := b /* c\n", "unclosed-comment", "/* c", 1, True),
    ("c", "a := b c", "unexpected-token", "c", 1, True),
    ("c", "a := b % c", "unexpected-character", "%", 1, True),
    ("c", "a := b / ::royal c", "property-not-first", "::royal", 1, True),
    ("c", "a:=b", "spaces-around-define", ":=", 1, False),
    ("c", "b-c := d", "hyphen-in-name", "b-c", 1, False),
    ("c", "piece_3 := d", "digit-in-name", "piece_3", 1, False),
    ("c", "a :=", "bad-definition", "a :=", 1, True),
    ("sql", "a IS IF moved() b ELSE c END", "missing-then", "b", 1, True),
    ("sql", "a IS IF moved() THEN b ELSE c", "missing-end", "IF", 1, False),
    ("sql", "a IS moveing b", "misspelled-gerund", "moveing", 1, False),
    ("sql", "a IS b or c", "unexpected-token", "or", 1, True),
]


@pytest.mark.parametrize(("style", "text", "code", "shown", "which", "broken"), FINDINGS)
def test_findings_have_their_places(
    style: str, text: str, code: str, shown: str, which: int, broken: bool
) -> None:
    """L2: what is wrong is shown where it is; what the reader fixed leaves the definition whole."""
    reading = read(text, style, KNOWN)
    (diagnostic,) = (candidate for candidate in reading.diagnostics if candidate.code.id == code)

    assert text[diagnostic.span.start : diagnostic.span.end] == shown
    assert text.count(shown, 0, diagnostic.span.end) == which
    assert reading.defined[0].broken is broken


@pytest.mark.parametrize(
    ("style", "text", "fixed"),
    [
        ("lisp", "(def a [1 2) )", "(def a [1 2] )"),
        ("lisp", "(def a (/ b c", "(def a (/ b c))"),
        ("lisp", "(def a (b :4 ::royal))", "(def a (/ ::royal (b :4)))"),
        ("lisp", "(def a b :4)", "(def a (b :4))"),
        ("lisp", "(/ b :4 c)", "(/ (b :4) c)"),
        ("lisp", "(cond ((= rank 2) b) (t c))", "(cond ((= (rank) 2) b) (t c))"),
        ("elisp", "[def a {1 2}]", "(def a [1 2])"),
        ("c", "a := if moved() b else c", "a := if moved() { b } else { c }"),
        ("c", "piece_14:=[1 2]", "piece_xiv := [1, 2]"),
        ("c", "a := b / ::royal c", "a := ::royal b / c"),
        ("sql", "a IS IF moved() b ELSE c", "a IS IF moved() THEN b ELSE c END"),
        ("sql", "a IS b or moveing c", "a IS b OR moving c"),
    ],
)
def test_fixes_apply(style: str, text: str, fixed: str) -> None:
    """L2, L3, L15: applying the first fix of whatever is found leads to what was meant."""
    for _ in range(8):
        fixes = [
            diagnostic.fixes[0]
            for diagnostic in read(text, style, KNOWN).diagnostics
            if diagnostic.fixes
        ]
        if not fixes:
            break
        for edit in sorted(fixes[0].edits, reverse=True):
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]

    assert "".join(text.split()) == "".join(fixed.split())
    assert not [
        diagnostic
        for diagnostic in read(text, style, KNOWN).diagnostics
        if diagnostic.code.severity < Severity.HINT
    ]


def test_l16_the_pawns_of_the_seed_are_read_on() -> None:
    """L16: the misprints of the seed are reported, fixed, and leave nothing broken."""
    lisp, c = (read(text, style, KNOWN) for style, text in PAWNS.items())

    assert sorted(diagnostic.code.id for diagnostic in lisp.diagnostics) == [
        "missing-default-clause",
        *["unclosed-bracket"] * 2,
    ]
    assert [diagnostic.code.id for diagnostic in c.diagnostics] == ["missing-brace"] * 2
    assert [definition.broken for reading in (lisp, c) for definition in reading.defined] == [
        False,
        False,
    ]


def test_l2_an_error_spoils_one_definition() -> None:
    """L2: a line that starts a definition does so whatever is open, in a string and a comment
    too.
    """
    for text in ('a := (b / "c\nd := e', "a := b /* c\nd := e", "a := if b {\nd := e"):
        document = Document.open(LCPN, text, Context(dialect="c"))
        readings = [read(placed.chunk.text, "c", KNOWN) for placed in document.chunks()]
        assert [definition.broken for reading in readings for definition in reading.defined] == [
            True,
            False,
        ]


def test_l1_what_follows_a_definition_in_another_style_is_read() -> None:
    """L1: only the definition is in another style; its name exists, and the rest of the file is
    read.
    """
    reading = read("(def b (f rook))\n\nwazir / ferz", "c", KNOWN)

    assert [definition.name.key if definition.name else None for definition in reading.defined] == [
        "b",
        None,
    ]
    assert [definition.broken for definition in reading.defined] == [True, False]
    assert [diagnostic.code.id for diagnostic in reading.diagnostics] == ["other-style"]


@examples(250)
@given(texts, st.sampled_from(STYLES), st.integers(0, 300))
def test_nothing_of_a_text_is_lost(text: str, style: str, offset: int) -> None:
    """The tokens are the text but for blanks; whatever is not of the grammar is told; nothing
    fails.
    """
    reading = read(text, style, KNOWN)
    at = 0
    for token in reading.tree.tokens:
        assert text[at : token.start].replace("\ufeff", "").strip() == ""
        assert text[token.start : token.end] == token.text != ""
        at = token.end
    assert text[at:].replace("\ufeff", "").strip() == ""

    assert bool(reading.diagnostics) >= bool(reading.tree.problems)
    for span in (
        *(diagnostic.span for diagnostic in reading.diagnostics),
        *(definition.span for definition in reading.defined),
    ):
        assert 0 <= span.start <= span.end <= len(text)
    chunk = LCPN.read(text, Context(style))
    for entry in chunk.outline:
        assert (
            0
            <= entry.span.start
            <= entry.selection.start
            <= entry.selection.end
            <= entry.span.end
            <= len(text)
        )
    expected(text, style, offset, KNOWN)
    style_of(text)
    assert all(0 <= span.start < span.end <= len(text) for _, span in (*chunk.names, *chunk.uses))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["c"].replace("\n", " ")[:60])
def test_names_and_tokens_agree_with_the_reader(row: dict[str, str]) -> None:
    """Names, tokens and the outline are those of the tree."""
    for style in STYLES:
        reading, chunk = read(row[style], style, KNOWN), LCPN.read(row[style], Context(style))
        assert chunk.names == tuple(
            (each.name.key, each.name.span) for each in reading.defined if each.name
        )
        assert [token[1:] for token in chunk.tokens] == [token[1:] for token in reading.tree.tokens]
        assert chunk.outline[0].span.start == reading.defined[0].span.start


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('(def a (/ b (Move c_d :forward) ::royal "e")) ; f', ["b", "move", "c-d"]),
        ("a := $if / b:forward / if rank() = 2 { c } // d", ["if", "b", "rank", "c"]),
        ('a IS moving b OR c:2:* AND_THEN "d"', ["moving", "mov", "move", "b", "c"]),
    ],
)
def test_references_are_names_in_use(text: str, keys: list[str]) -> None:
    """Names in comments, strings, restrictions and properties are none, nor is what is defined."""
    uses = LCPN.read(text, Context("lisp")).uses

    assert [key for key, _ in uses] == keys
    assert all(canonical(text[span.start : span.end]) in (key, "moving") for key, span in uses)


def test_l3_composed_and_decomposed_letters_are_one_name() -> None:
    """So one defines what the other uses."""
    document = Document.open(by_name("lcpn"), "caf\u00e9 := wazir\nbar := cafe\u0301\n")

    assert [diagnostic.code.id for diagnostic in document.diagnostics()] == []
    assert list(document.names()) == ["caf\u00e9", "bar"]


@pytest.mark.parametrize(
    ("style", "part"),
    [
        ("lisp", "("),
        ("lisp", "(def a (/ b "),
        ("c", " wazir ) => ( :4 % [1 2 "),
        ("c", "else if y { "),
        ("c", '"'),
        ("c", "/*"),
        ("c", "a := b\n"),
        ("sql", "IF THEN x OR [1 "),
        ("sql", "moving "),
        ("sql", "_"),
        ("sql", "a THEN b AND_THEN "),
        ("sql", "a := "),
        ("lisp", "a := "),
        ("lisp", " a := b\n"),
        ("c", " (def a "),
        ("lisp", '"'),
        ("lisp", "\\"),
        ("c", '"\\'),
        ("c", "\\"),
        ("c", "[{"),
        ("c", "a-"),
        ("sql", '\\"'),
        ("sql", "moving --\n"),
        ("sql", "ELSE # a\n"),
        ("sql", "moving a-IS "),
    ],
)
def test_the_work_of_long_texts_is_bounded(style: str, part: str) -> None:
    """However much is wrong with a text, and however deep it goes, it takes few calls for each of
    its characters.
    """
    text = (part * MAX_LENGTH)[:MAX_LENGTH]
    for each in STYLES:
        read("a", each, KNOWN)  # loads the grammars
    calls = count()

    def counted(_frame: FrameType, event: str, _of: object) -> None:
        if event in ("call", "c_call"):
            next(calls)

    sys.setprofile(counted)
    try:
        chunk = LCPN.read(text, Context(style))
        assert chunk.reading.tree.tokens
        assert len(chunk.names) <= len(chunk.outline)
    finally:
        sys.setprofile(None)

    assert next(calls) < 150 * len(text)


def test_the_work_of_mending_is_bounded() -> None:
    """The rest of a text is left alone once 2,000 words were read on trial, even if few problems
    were found by then.
    """
    open_brackets = 25  # each may be closed on trial, before the problem and behind it
    text = "a := " + "(" * open_brackets + "1 , 1 :* " * 110
    kinds = [problem.kind for problem in parse(text, "c", KNOWN).problems]

    assert kinds.index(ProblemKind.TOO_MANY) < MAX_PROBLEMS


def test_texts_too_long_are_not_read() -> None:
    """A text of more than 3,000 characters is one error."""
    reading = read("a := " + "b / " * 1_501 + "c", "c", KNOWN)

    assert [diagnostic.code.id for diagnostic in reading.diagnostics] == ["too-long"]
    assert [problem.kind for problem in reading.tree.problems] == [ProblemKind.TOO_LONG]


def test_l4_a_long_chain_of_functions_has_a_reason() -> None:
    """L4: functions that are made of each other without end have no moves, which is told and raises
    nothing.
    """
    names = [f"f{roman(str(number))}" for number in range(1, 401)]
    lines = [f"{name} := {other} & move\n" for name, other in pairwise(names)]
    document = Document.open(
        LCPN, "".join(lines) + f"{names[-1]} := move & no_jump\nx := {names[0]}(rook)\n"
    )
    *_, last = document.chunks()

    assert [definition.reason for definition in document.analysis(last).definitions] == [TOO_MUCH]
