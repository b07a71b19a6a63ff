"""Long work ends when it is cancelled."""

from __future__ import annotations

from collections.abc import Callable, Sized
from itertools import count
from time import process_time

import pytest

from wazir import notations
from wazir.budget import Budget, Cancelled, spending
from wazir.document import Document
from wazir.features import (
    actions,
    conversion,
    formatting,
    gallery,
    known,
    names,
    structure,
    written,
)
from wazir.text import Span

WORK: dict[str, Callable[[Document], object]] = {
    "fix all": actions.fix_all,
    "convert": lambda document: conversion.converted(
        document, conversion.every_target()["bensahas"]
    ),
    "convert the style": lambda document: written.convert(document, "c"),
    "format": formatting.format,
    "fold": structure.folds,
    "find references": lambda document: names.occurrences(document, "base"),
    "find links": names.links,
    "find duplicates": known.duplicates,
    "colour": lambda document: list(structure.tokens(document)),
    "gallery": lambda document: gallery.gallery([("pieces", document)]),
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_long_work_ends_when_it_is_cancelled(work: Callable[[Document], object]) -> None:
    """It asks for each definition."""
    text = "(def base rook)\n" + "".join(
        f"(def p{number}x (/ base ferz))\n" for number in range(10)
    )
    document = Document.open(notations.by_name("lcpn"), text)
    numbers = count(1)

    with pytest.raises(Cancelled), spending(Budget(lambda: next(numbers) >= 8)):
        work(document)


CUT: dict[str, Callable[[Document], Sized]] = {
    "fixes": lambda document: actions.fixes(document, Span(0, document.length)),
    "inlay hints": lambda document: structure.inlay(document, Span(0, document.length)),
    "gallery": lambda document: gallery.gallery([("pieces", document)]),
}


@pytest.mark.parametrize("work", CUT.values(), ids=CUT)
def test_some_work_is_cut_when_its_time_is_up(work: Callable[[Document], Sized]) -> None:
    """What there was time for is the result, and it is known to be incomplete."""
    document = Document.open(
        notations.by_name("betza"), "".join(f"p{number} = fmKK\n" for number in range(10))
    )

    with spending(Budget(lambda: False, seconds=0)) as cut:
        part = work(document)
    with spending(Budget(lambda: False)) as whole:
        every = work(document)

    assert cut.is_cut
    assert not whole.is_cut
    assert len(part) < len(every)


def test_selections_of_many_cursors() -> None:
    """The blank lines of a long text are found once."""
    document = Document.open(notations.by_name("betza"), "a = W\n" * 20_000)
    before = process_time()

    blocks = {
        structure.selection(document, offset)[-1]
        for offset in range(0, document.length, document.length // 200)
    }

    assert blocks == {Span(0, document.length)}
    assert process_time() - before < 2
