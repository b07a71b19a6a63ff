"""The recipe for a notation in CONTRIBUTING: one of leaps only is small, and all features work with
it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import leaps
from harness import annotated
from leaps import LEAPS_NOTATION
from project.test_pages import HEADINGS, examples, sections
from wazir.diagnostics import Code
from wazir.document import Document
from wazir.features import actions, completion, structure
from wazir.features.hover import hover
from wazir.features.markup import plain
from wazir.piece.words.sentence import sentence
from wazir.text import Span, apply

TEXT = "# pieces\ncamel 1,3  # far\nzebra 2,3\n\n1,2\n"
LIMIT = 150
"""The number of lines of a notation of leaps and of its pages, without blank lines."""


def test_it_is_small() -> None:
    """The package and the pages of its two codes."""
    files = [
        path for path in Path(leaps.__file__).parent.rglob("*") if path.suffix in (".py", ".md")
    ]
    lines = [
        line for path in files for line in path.read_text("utf-8").splitlines() if line.strip()
    ]

    assert len(files) == 1 + len(LEAPS_NOTATION.codes)
    assert len(lines) < LIMIT


@pytest.mark.parametrize("code", LEAPS_NOTATION.codes, ids=lambda code: code.id)
def test_the_examples_of_a_page_hold(code: Code) -> None:
    """The first has its code under the carets, the second has no diagnostics."""
    parts = sections(LEAPS_NOTATION, code.id)
    ((_, _, bad),), ((_, _, good),) = examples(parts["Example"]), examples(parts["Use instead"])
    text, expected = annotated(bad)
    diagnostics = Document.open(LEAPS_NOTATION, text).diagnostics()

    assert list(parts) == HEADINGS
    assert [(expectation.code, expectation.span) for expectation in expected] == [
        (diagnostic.code.id, diagnostic.span) for diagnostic in diagnostics
    ]
    assert list(Document.open(LEAPS_NOTATION, good).diagnostics()) == []


def test_its_definitions_are_pieces() -> None:
    """Each has the sentence of its leap."""
    document = Document.open(LEAPS_NOTATION, TEXT)
    defined = [
        definition
        for placed in document.chunks()
        for definition in document.analysis(placed).definitions
    ]

    assert [sentence(definition.piece) for definition in defined if definition.piece] == [
        "Leaps (1,3) like a camel.",
        "Leaps (2,3) like a zebra.",
        "Leaps (1,2) like a knight.",
    ]


def test_the_features_work() -> None:
    """Hover, completion, outline and fixes."""
    document = Document.open(LEAPS_NOTATION, TEXT)
    answer = hover(document, TEXT.index("2,3"))
    broken = Document.open(LEAPS_NOTATION, "camel 1-3\n")

    assert answer
    assert "The leap of a zebra." in plain(answer.blocks)
    assert [item.label for item in completion.complete(document, len(TEXT))] == list(leaps.LEAPS)
    assert [symbol.name for symbol in structure.symbols(document)] == ["camel", "zebra", "1,2"]
    assert [apply(broken.text, action.edits) for action in actions.fixes(broken, Span(6, 6))] == [
        "camel 1,2\n"
    ]
