"""What an edit leaves alone, and what is found out when."""

from __future__ import annotations

from copy import copy

import pytest
from toy import TOY, ToyAnalysis, diagnose

from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.lazy import lazy
from wazir.notations.notation import Notation
from wazir.text import Edit, Encoding, Position, Span


class Asked:
    """The toy notation, which notes for which chunks it is asked what there is to say."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        texts = self.texts

        class Noting(ToyAnalysis):
            @lazy
            def diagnostics(self) -> tuple[Diagnostic, ...]:
                texts.append(self.text)
                return diagnose(self.text, self.context)

        self.notation: Notation = copy(TOY)
        self.notation.read = Noting

    def since(self) -> list[str]:
        texts = self.texts.copy()
        self.texts.clear()
        return texts


@pytest.fixture
def asked() -> Asked:
    return Asked()


def finish(document: Document) -> None:
    """Compute all diagnostics."""
    list(document.diagnostics())


def insert(document: Document, at: str, new: str) -> Document:
    """The document with some text put before the first place of another."""
    start = document.text.index(at)
    return document.apply(Edit(Span(start, start), new))


def chunks(document: Document) -> list[str]:
    return [placed.chunk.text for placed in document.chunks()]


def test_an_edit_keeps_what_it_does_not_touch() -> None:
    """Chunks that an edit does not touch are the same objects afterwards, wherever they move."""
    before = Document.open(TOY, "a = x\nb = x\nc = x\n")
    after = insert(before, "= x\nb", "!!\n  ")
    kept = [placed.chunk for placed in before.chunks()][1:]

    assert chunks(after) == ["a !!\n  = x\n", "b = x\n", "c = x\n"]
    assert [placed.chunk for placed in after.chunks()][1:] == kept
    assert chunks(before) == ["a = x\n", "b = x\n", "c = x\n"]


def test_b2_an_edit_asks_only_for_its_own_chunk(asked: Asked) -> None:
    """B2: a line with an error disturbs no other line, and costs no other."""
    document = Document.open(asked.notation, "".join(f"n{number} = x\n" for number in range(2000)))
    finish(document)
    asked.since()
    document = insert(document, "n1000", "?")
    finish(document)

    assert asked.since() == ["?n1000 = x\n"]
    assert len(list(document.diagnostics())) == 1


def test_a_directive_costs_only_what_it_changes(asked: Asked) -> None:
    """A directive that says something else is felt up to the next one; one that says the same is
    not felt at all.
    """
    document = Document.open(asked.notation, "a\n!dialect other\nb\n!dialect strict\nc\n")
    finish(document)
    asked.since()
    same = insert(document, "\nb", "  ")
    finish(same)
    assert asked.since() == ["!dialect other  \n"]

    changed = insert(same, "other", "an")
    finish(changed)
    assert asked.since() == ["!dialect another  \n", "b\n", "!dialect strict\n"]


def test_only_what_is_asked_for_is_computed(asked: Asked) -> None:
    """The diagnostics of a span, and of chunk after chunk, are computed when they are taken, and
    not again.
    """
    text = "".join(f"n{number}\n" for number in range(1000))
    document = Document.open(asked.notation, text)
    list(document.diagnostics(Span(text.index("n500"), text.index("n500") + 2)))
    assert asked.since() == ["n500\n"]

    by_chunk = document.diagnostics_by_chunk()
    assert asked.since() == []
    next(by_chunk)
    assert asked.since() == ["n0\n"]
    finish(document)
    assert len(asked.since()) == 1000 - 2
    finish(document)
    assert asked.since() == []


def test_documents_share_what_is_computed(asked: Asked) -> None:
    """What was computed for a document before an edit is not computed again after it."""
    before = Document.open(asked.notation, "".join(f"n{number}\n" for number in range(1000)))
    by_chunk = before.diagnostics_by_chunk()
    for _ in range(10):
        next(by_chunk)
    done = asked.since()
    after = insert(before, "n900", "?")
    for _ in by_chunk:
        pass
    done += asked.since()
    finish(after)

    assert len(done) == 1000
    assert asked.since() == ["?n900\n"]


def test_two_contexts_do_not_mix() -> None:
    """Two documents that share chunks, but not what holds for them, each say what is true of
    them.
    """
    plain = Document.open(TOY, "# top\na x\nb x\n")
    strict = plain.apply(Edit(Span(0, 5), "!dialect strict"))
    for _ in range(2):
        assert len(list(plain.diagnostics())) == 0
        assert len(list(strict.diagnostics())) == 2


def test_b1_two_of_one_name_are_an_error_on_the_later() -> None:
    """B1: two of one name are an error, on the second, which tells where the first is."""
    document = Document.open(TOY, "a = 1\nb = 2\n  a\na b = 3\n")
    reported = list(document.diagnostics())

    assert [(diagnostic.span, diagnostic.related[0].span) for diagnostic in reported] == [
        (Span(16, 17), Span(0, 1)),
        (Span(18, 19), Span(6, 7)),
    ]
    assert tuple(document.definitions_named("a")) == (Span(0, 1), Span(16, 17))
    assert list(document.names()) == ["a", "b", "a", "b"]


def test_a_file_of_one_name_is_no_trouble() -> None:
    """Thousands of definitions of one name are counted without comparing each with each."""
    document = Document.open(TOY, "a = 1\n" * 20_000)
    reported = list(document.diagnostics())

    assert len(reported) == 19_999
    assert [diagnostic.span.start for diagnostic in reported[:5]] == [6, 12, 18, 24, 30]
    assert len(list(insert(document, "a", "b").diagnostics())) == 19_998


def test_places_outside_are_moved_to_the_nearest_inside() -> None:
    """Lines, columns and offsets that do not exist mean the nearest place that does; line ends are
    no columns.
    """
    document = Document.open(TOY, "a\U0001f600b\r\n\r\nc")

    assert document.offset(Position(0, 99)) == 3
    assert document.offset(Position(99, 0)) == document.length == 8
    assert document.offset(Position(-1, 5)) == 0
    assert document.offset_in(0, 2, Encoding.UTF16) == 1
    assert document.offset_in(0, 3, Encoding.UTF16) == 2
    assert document.position(99) == Position(2, 1)
    assert document.position(-1) == Position(0, 0)
    assert [document.line_text(line) for line in range(-1, 4)] == [
        "",
        "a\U0001f600b\r\n",
        "\r\n",
        "c",
        "",
    ]
    assert document.slice(Span(-3, 99)) == document.text
    assert document.apply(Edit(Span(50, 60), "!")).text == document.text + "!"


@pytest.mark.parametrize(
    ("before", "start", "end", "new", "after"),
    [
        ("a\rb\n", 2, 2, "\n", ["a\r\n", "b\n"]),
        ("a\rXb\n", 2, 3, "\n", ["a\r\n", "b\n"]),
        ("a\r\nb\n", 1, 2, "", ["a\n", "b\n"]),
        ("a\r\nb\n", 2, 2, "c", ["a\r", "c\n", "b\n"]),
        ("a\nb\n", 2, 2, " ", ["a\n b\n"]),
        ("a\n b\n", 2, 3, "", ["a\n", "b\n"]),
        ("a\nb\n", 1, 2, "", ["ab\n"]),
        ("a\n\nb\n", 1, 1, "\n", ["a\n\n\n", "b\n"]),
        ("# c\na\n", 0, 4, "", ["a\n"]),
        ("# c\n\na\n", 0, 0, "b\n", ["b\n# c\n\n", "a\n"]),
        ("a\nb\n", 0, 4, "", [""]),
        ("a\u2028b\n", 1, 1, "\x0c", ["a\x0c\u2028b\n"]),
    ],
)
def test_b1_chunks_split_and_join_where_lines_do(
    before: str, start: int, end: int, new: str, after: list[str]
) -> None:
    """B1: a definition goes on over indented lines; line ends that meet or part move its
    borders.
    """
    document = Document.open(TOY, before).apply(Edit(Span(start, end), new))

    assert chunks(document) == after
