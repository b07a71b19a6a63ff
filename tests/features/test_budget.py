"""Long work ends when it is cancelled, when its time is up, and when its steps are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from itertools import count
from time import process_time

import pytest

from wazir import notations
from wazir.budget import (
    Budget,
    Cancelled,
    OverBudget,
    affordable,
    check,
    if_affordable,
    is_cut,
    spend,
    spending,
)
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
from wazir.features.definitions import every
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


@pytest.mark.parametrize(
    ("notation", "line"), [("lcpn", "(def a{}\n"), ("bensahas", "a{}: {{(1, \n")]
)
def test_safe_fixes_that_there_is_time_for_are_applied(notation: str, line: str) -> None:
    """Each fix is tried on the whole text."""
    text = "".join(line.format(number) for number in range(20))
    document = Document.open(notations.by_name(notation), text)

    with spending(Budget(seconds=0)) as cut:
        part = actions.fix_all(document)
    with spending(Budget()) as whole:
        every_fix = actions.fix_all(document)

    assert cut.is_cut
    assert not whole.is_cut
    assert part == ()
    assert every_fix


def test_definitions_that_use_each_other_are_converted_without_their_pieces() -> None:
    """Each piece has those of all definitions above it."""
    text = "(def a0 wazir)\n" + "".join(
        f"(def a{number} a{number - 1})\n" for number in range(1, 1_000)
    )
    document = Document.open(notations.by_name("lcpn"), text)
    before = process_time()

    edits = written.convert(document, "c", Span(0, document.length))

    assert len(edits) == 1_000
    assert process_time() - before < 2


def test_a_selection_that_takes_too_long_is_not_converted() -> None:
    """A part of it would not be what was asked for."""
    text = "".join(f"(def a{number} wazir)\n" for number in range(100))
    document = Document.open(notations.by_name("lcpn"), text)

    with spending(Budget(steps=1_000)) as budget:
        offered = actions.in_dialects(document, Span(0, document.length))

    assert budget.is_cut
    assert offered == []


def test_work_ends_when_its_steps_are_taken() -> None:
    """Each part of the work has all steps, and optional work takes at most those that it may."""
    with spending(Budget(steps=10)) as budget:
        spend(10)
        check()
        with if_affordable(5):
            spend(6)
        assert is_cut()
        with pytest.raises(OverBudget):
            spend(5)

    assert budget.is_cut


def test_items_end_where_the_budget_ends() -> None:
    """Those before are kept."""

    def items() -> Iterator[int]:
        for number in count():
            spend()
            yield number

    with spending(Budget(steps=3)):
        assert list(affordable(items())) == [0, 1, 2]


@pytest.mark.parametrize(
    ("notation", "text", "same"),
    [
        ("betza", "K9999999999", "K999"),
        ("betza", "(3,9999999999)", "(3,999)"),
        ("lcpn", "(wazir :9999999999)", "(wazir :999)"),
        ("lcpn", "[9999999999 1]", "[999 1]"),
        ("bensahas", "(9999999999, 255)!", "(999, 255)!"),
    ],
)
def test_numbers_are_clamped_where_they_are_read(notation: str, text: str, same: str) -> None:
    """No board has as many squares in a row."""
    pieces = [
        list(every(Document.open(notations.by_name(notation), f"{definition}\n")))
        for definition in (text, same)
    ]

    assert pieces[0][0][1].piece == pieces[1][0][1].piece


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


@pytest.mark.parametrize(
    ("before", "middle", "after"),
    [
        ("(capture(", "wazir", ") => ferz) -> rook)"),
        ("(move / capture) & ", "move", ""),
        ("(capture / igui) & ", "cannon", ""),
    ],
)
def test_each_part_of_a_definition_is_evaluated_once(before: str, middle: str, after: str) -> None:
    """Twice as many parts, one in the other or one after the other, take twice as many steps."""

    def steps(count: int) -> int:
        """The steps that a definition with a number of parts takes."""
        whole = before * count + middle + after * count
        text = f"x := {whole}\n" if after else f"x := ({whole})(rook)\n"
        with spending(Budget()) as budget:
            assert list(every(Document.open(notations.by_name("lcpn"), text)))
        return budget.taken

    assert steps(8) < 2.5 * steps(4)
