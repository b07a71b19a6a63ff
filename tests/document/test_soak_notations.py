"""Texts of all notations after any edits are what they are afresh, whatever was found out between the edits."""

from __future__ import annotations

import tracemalloc

import pytest
from soak import small_blocks
from soak_notations import SHARES, known, soak

from wazir import notations
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.lsp.diagnostics import LIMIT, DiagnosticWriter
from wazir.lsp.positions import changing
from wazir.lsp.schema import Client
from wazir.notations.base import Context
from wazir.steps import done
from wazir.text import Edit, Encoding, Span

LCPN = notations.by_name("lcpn")


@pytest.mark.parametrize("kind", SHARES)
def test_random_edits_are_like_opening_afresh(kind: str) -> None:
    """A short run of `soak_notations.py`."""
    with small_blocks():
        assert soak(kind, 250, 3) > 0


def change(line: int, start: int, end: int, text: str) -> dict[str, object]:
    places = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    return {"range": places, "text": text}


def test_a_suggestion_follows_two_changes_at_once() -> None:
    """A name that is meant is found although another change of the same notification made its block anew."""
    document = Document.open(LCPN, "a := brotherling\nb := wazir\nc := ferz\n")
    list(document.work())
    changes = [change(1, 5, 10, "rook"), change(2, 0, 1, "brotherlings")]
    after = done(changing(document, changes, Encoding.UTF16))
    fresh = Document.open(LCPN, "a := brotherling\nb := rook\nbrotherlings := ferz\n")

    assert after.text == fresh.text
    assert list(after.diagnostics()) == list(fresh.diagnostics())
    assert "brotherlings" in " ".join(one.message for one in fresh.diagnostics())


def test_what_is_found_out_for_a_past_text_does_not_hold_for_the_next() -> None:
    """Work on a text that goes on while it changes leaves nothing behind that is wrong."""
    before = Document.open(LCPN, "a := rook:2\nb := a -> brotherling\n")
    after = before.apply(Edit(Span(5, 11), "wazir => ferz")).apply(Edit(Span(0, 0), "brotherlings := ferz\n"))
    list(before.work())
    before.listed(LIMIT)

    assert list(after.diagnostics()) == list(Document.open(LCPN, after.text).diagnostics())


SPLIT, JOINED = Edit(Span(10, 10), "b := wazir\n" * 9), Edit(Span(10, 40), "")
"""Edits below the first line."""


@pytest.mark.parametrize("edit", [SPLIT, JOINED])
def test_a_block_that_splits_or_joins_another_is_as_stale_as_before(edit: Edit) -> None:
    """Far below a cycle is closed, and before anything is diagnosed, the block in which it begins becomes another."""
    body = "x := last\n" + "".join(f"{letter} := ferz\n" for letter in "cdefghijkl") + "last := "
    with small_blocks():
        document = Document.open(LCPN, f"{body}ferz")
        document.listed(LIMIT)
        closed = document.apply(Edit(Span(len(body), document.length), "x"))
        done(closed.preparing(Span(len(body), len(body))))
        after = closed.apply(edit)
        keys = [[block.key for block in one.scope.blocks] for one in (closed, after)]

        assert keys[0][0] != keys[1][0]
        assert after.listed(LIMIT) == Document.open(LCPN, after.text).listed(LIMIT)


def test_work_that_goes_on_within_a_block_does_not_hold_for_the_next_text() -> None:
    """A block that is at work while an edit defines a name does not keep the suggestions for the text before."""
    with small_blocks():
        assert soak("bensahas", 500, 12_041) > 0


def test_what_is_shown_depends_on_the_text_alone() -> None:
    """Of more findings than are shown the same ones are, wherever the text was edited."""
    languages = {one.name: (one, Context()) for one in notations.REGISTRY}
    body = "".join(f"a{letter}{other} := xx\n" for letter in "bcdfghjklmnp" for other in "bcdfghjklmnp")
    for fresh in (Document.open(LCPN, body), Markdown.open(languages, f"```lcpn\n{body}```\n")):
        middle = Span(len(body) // 2, len(body) // 2)
        edited = fresh.apply(Edit(middle, "q")).apply(Edit(Span(middle.start, middle.start + 1), ""))

        assert fresh.listed(LIMIT)[1] > LIMIT
        assert known(edited, DiagnosticWriter(Client(), None)) == known(fresh, DiagnosticWriter(Client(), None))


def test_a_tiny_fence_takes_little_room() -> None:
    """A Markdown text of very many fenced blocks fits into memory: 16,000 bytes each and no more."""
    languages = {one.name: (one, Context()) for one in notations.REGISTRY}
    Markdown.open(languages, "```betza\nK\n```\n").listed(1)
    tracemalloc.start()
    page = Markdown.open(languages, "```betza\nK\n```\n" * 500)
    page.listed(LIMIT)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert taken < 500 * 16_000
