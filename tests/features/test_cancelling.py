"""Long work ends when it is cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from wazir import notations
from wazir.cancelling import Cancelled, is_cancelled
from wazir.document import Document
from wazir.features import actions, conversion, dialects, duplicates, formatting, gallery, names, structure, tokens

WORK: dict[str, Callable[[Document], object]] = {
    "fix all": actions.fix_all,
    "convert": lambda document: conversion.converted(document, conversion.every_target()["bensahas"]),
    "convert the style": lambda document: dialects.convert(document, "c"),
    "format": formatting.format,
    "fold": structure.folds,
    "find references": lambda document: names.occurrences(document, "base"),
    "find links": names.links,
    "find duplicates": duplicates.duplicates,
    "colour": lambda document: list(tokens.tokens(document)),
    "gallery": lambda document: gallery.gallery([("pieces", document)]),
}


@pytest.fixture
def checks() -> Iterator[Callable[[int], None]]:
    """Cancels the work when it asks for the given time."""
    before = is_cancelled.set(lambda: False)

    def cancel_at(number: int) -> None:
        numbers = count(1)
        is_cancelled.set(lambda: next(numbers) >= number)

    yield cancel_at
    is_cancelled.reset(before)


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_long_work_ends_when_it_is_cancelled(work: Callable[[Document], object], checks: Callable[[int], None]) -> None:
    """It asks for each definition."""
    text = "(def base rook)\n" + "".join(f"(def p{number}x (/ base ferz))\n" for number in range(10))
    document = Document.open(notations.by_name("lcpn"), text)
    checks(8)

    with pytest.raises(Cancelled):
        work(document)
