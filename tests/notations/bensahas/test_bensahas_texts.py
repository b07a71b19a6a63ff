"""What holds for every text in Bensahas notation."""

from __future__ import annotations

import pytest
from bensahas_texts import pieces, texts
from hypothesis import given
from hypothesis import strategies as st

from long import examples, some
from wazir.document import Document
from wazir.features import actions, completion, formatting, hover, structure
from wazir.notations import by_name
from wazir.notations.bensahas import conditions
from wazir.notations.bensahas.complete import complete, signature
from wazir.notations.bensahas.definition import BensahasDefinition
from wazir.notations.bensahas.layout import format_chunk
from wazir.notations.bensahas.reading import read
from wazir.notations.bensahas.refactor import refactorings
from wazir.notations.bensahas.syntax import starts_chunk
from wazir.notations.bensahas.vocabulary import CONDITIONS
from wazir.notations.notation import Context
from wazir.text import Span

BENSAHAS = by_name("bensahas")
HERE = Context()
many = examples(150)


def test_every_function_has_a_test() -> None:
    """The functions of the vocabulary are those that conditions evaluate."""
    assert conditions.FUNCTIONS.keys() == CONDITIONS.keys()


def said_by(text: str) -> list[object]:
    """What a text says, wherever it stands."""
    return [
        (
            body.header and (body.header.key, body.header.has_colon),
            [str(statement) for statement in body.statements],
            [
                (
                    flip.condition and str(flip.condition),
                    [str(outcome) for outcome in flip.outcomes or ()],
                )
                for flip in body.flips
            ],
        )
        for body in read(text).bodies
    ]


@given(texts)
@many
def test_no_text_raises(text: str) -> None:
    """Everything that can be asked of a text has an answer."""
    document = Document.open(BENSAHAS, text)
    list(document.diagnostics())
    list(structure.tokens(document))
    structure.inlay(document, Span(0, len(text)))
    actions.fix_all(document)
    formatting.format(document)
    chunk = BensahasDefinition(text, HERE)
    assert all(text[span.start : span.end] for _, span in (*chunk.names, *chunk.uses))
    assert all(Span(0, len(text)).contains_range(entry.span) for entry in chunk.outline)


WHOLE = (
    "c/near(n, 5; 1, /4, n)!",
    "cannon(n, 15; 0, FE, 1, /0, landing)!",
    (
        "m(1, 16; 1, 2: @M = moved, 1, @T = E<Pawn, @B = and([n, 5], not/exist(1, 16, @T: @M = "
        "relative, -1)))!"
    ),
    "flip(condition = [n, 8], promotes_to = (n, 255)! (1, 15)!)",
)
"""One statement of each kind, with all of its values."""


@pytest.mark.parametrize("behind", ["", ";", ",", "{", "[", ")", ":", "!", " \n{"])
@pytest.mark.parametrize("whole", WHOLE)
def test_no_beginning_of_a_statement_raises(whole: str, behind: str) -> None:
    """A missing value is reported where the bracket ends, also behind the statement."""
    for end in some(range(len(whole) + 1), 3):
        list(Document.open(BENSAHAS, f":X {{\n    {whole[:end]}{behind}").diagnostics())


@given(texts, st.integers(0, 200))
@many
def test_no_place_raises(text: str, offset: int) -> None:
    """Everything that can be asked of a place has an answer."""
    offset = min(offset, len(text))
    document = Document.open(BENSAHAS, text)
    hover.hover(document, offset)
    completion.complete(document, offset, snippets=True)
    actions.fixes(document, Span(offset, offset))
    span, _ = complete(BensahasDefinition(text, HERE), offset)
    assert 0 <= span.start <= span.end <= offset or span.end == offset
    shown = signature(BensahasDefinition(text, HERE), offset)
    assert shown is None or all(label in shown.label for label, _ in shown.parameters)
    refactorings(BensahasDefinition(text, HERE), Span(offset, offset))


@given(texts)
@many
def test_s15_formatting_twice_changes_nothing(text: str) -> None:
    """What is laid out stays as it is."""
    once = format_chunk(text, HERE)

    assert format_chunk(once, HERE) == once


@given(pieces)
@many
def test_s15_formatting_keeps_the_meaning(text: str) -> None:
    """All that a text says is said by what is made of it, and its comments stay."""
    after = format_chunk(text, HERE)

    assert said_by(after) == said_by(text)
    comments = [token.text.rstrip() for token in read(text).tree.tokens if token.kind == "COMMENT"]
    assert [token.text for token in read(after).tree.tokens if token.kind == "COMMENT"] == comments


def test_s1_headers_are_judged_by_the_line() -> None:
    """A line starts a chunk if it is a header, with its brace or with a colon and no more."""
    for line in (
        "Chess:Rook {",
        ":Rook {",
        "Rook {",
        "  Chess:Rook",
        ":Long Leaper",
        "A:B { (1, 1)! }",
        "A (x):B {",
    ):
        assert starts_chunk(line), line
    for line in (
        "m(1, 1)!",
        "m(1, 1: @T = X)!",
        "}",
        "",
        "# A:B {",
        "(1, 2)! :Y {",
        "exist(1, 16, Pawn:",
        "Rook",
    ):
        assert not starts_chunk(line), line
