"""The steps of work on a whole file: none takes longer because the file is larger."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from stepping import each_step, longest
from wazir import notations
from wazir.document import Document
from wazir.document import document as documents
from wazir.document import rope as ropes
from wazir.document.scope import FileScope
from wazir.features import actions, conversion, dialects, formatting, gallery, hover, ignoring, names, structure, tokens
from wazir.features.game import evaluation
from wazir.features.views import piece
from wazir.notations.base import LONGEST_SCANNED
from wazir.piece.drawing.svg import Theme
from wazir.steps import Steps, collected, done
from wazir.text import Edit, Span

FEW, MANY = 20, 200
SEVERAL = 60
MORE = 300
"""More than are kept after they were read."""
NUMBERS = itertools.count(10_000)
"""Those in names, so that nothing is known of a definition."""
LINES = {
    "betza": "a{} =  W   # a\n b{}\n",
    "lcpn": "a{}  := rook\n",
    "bensahas": ":a{}  {{ m(1, 1)! }}\n",
    "ben39": "position\nmoves:\n1. Bf4-b8   I@m1\n",
    "fairy-variants": "[a{}]\nb=1\nking=k\npromotionPieceTypes=k\n",
}
"""Badly formatted definitions without a blank line between them."""
WORK: dict[str, Callable[[Document], Steps[Any]]] = {
    "format": lambda document: formatting.format.steps(document),
    "format a span": lambda document: formatting.format.steps(document, Span(document.length // 2, document.length)),
    "format on type": lambda document: formatting.format_on_type.steps(document, document.length),
    "fold": lambda document: structure.folds.steps(document),
    "list symbols": lambda document: structure.symbols.steps(document),
    "select": lambda document: structure.selection.steps(document, document.length // 2),
    "highlight": lambda document: names.highlights.steps(document, 1),
    "convert to other dialects": lambda document: dialects.actions.steps(document, Span(0, document.length)),
    "show lenses": lambda document: evaluation.lenses.steps(document),
    "show hints": lambda document: tokens.inlay.steps(document, Span(0, document.length)),
    "diagnose again": lambda document: document.work(Span(0, document.length)),
    "prepare": lambda document: document.preparing(Span(0, document.length)),
}

PLACE: dict[str, Callable[[Document], Steps[Any]]] = {
    "hover": lambda document: hover.hover.steps(document, 1),
    "fix": lambda document: actions.fixes.steps(document, Span(1, 1)),
    "ignore": lambda document: ignoring.ignoring.steps(document, Span(1, 1)),
    "convert a definition": lambda document: dialects.actions.steps(document, Span(1, 1)),
    "offer conversions of the file": lambda document: dialects.file_titles.steps(document),
    "format on type": lambda document: formatting.format_on_type.steps(document, 1),
}
"""What is asked whenever the cursor moves."""

EACH: dict[str, Callable[[Document], Steps[Any]]] = {
    "gallery": lambda document: collected(gallery.exhibits_of(document)),
    "convert": lambda document: conversion.converted.steps(document, conversion.every_target()["bensahas"]),
    "export": lambda document: conversion.converted.steps(document, conversion.every_target()["xboard"]),
    "select": lambda document: structure.selection.steps(document, 0),
    "card": lambda document: gallery.card_at.steps(document, 0, Theme.LIGHT),
}
"""What reads the pieces of definitions, of which each needs the next."""


@cache
def opened(name: str, count: int) -> Document:
    """A file with a number of definitions."""
    text = "".join(LINES[name].replace("{}", f"{n:03}") for n in range(count))
    return Document.open(notations.by_name(name), text)


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
@pytest.mark.parametrize("name", LINES)
def test_no_step_grows_with_the_file(name: str, work: Callable[[Document], Steps[Any]]) -> None:
    """The longest step of a file that has been looked at takes about as many calls as that of a smaller file."""
    found = []
    for count in (FEW, MANY):
        document = opened(name, count)
        done(work(document))
        found.append(longest(work(document)))

    assert found[1] - found[0] < (MANY - FEW) / 2


@cache
def diagnosed(name: str, count: int) -> Document:
    """A file with a number of definitions whose diagnostics are known."""
    text = "".join(LINES[name].replace("{}", f"{next(NUMBERS)}") for _ in range(count))
    document = Document.open(notations.by_name(name), text)
    done(document.work())
    return document


@pytest.mark.parametrize("work", PLACE.values(), ids=PLACE)
@pytest.mark.parametrize("name", LINES)
def test_a_place_costs_the_same_in_every_file(name: str, work: Callable[[Document], Steps[Any]]) -> None:
    """A request about a place reads what is there and in its block, and not the other definitions of the file.

    The file has just been edited, so that nothing is known of it as a whole.
    """
    found = []
    for count in (2 * MORE, 3 * MORE):
        before = diagnosed(name, count)
        document = before.apply(Edit(Span(before.length, before.length), "\n"))
        done(document.work())
        found.append(sum(each_step(work(document))))

    assert found[1] - found[0] < MORE / 2


ALL = WORK | {
    "ignore": lambda document: ignoring.ignoring.steps(document, Span(0, document.length)),
}
"""What does not do the same with each line, too."""


@pytest.mark.parametrize("work", ALL.values(), ids=ALL)
@pytest.mark.parametrize("name", LINES)
def test_the_work_grows_with_the_file_alone(
    name: str, work: Callable[[Document], Steps[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice as many lines take about twice as many calls: nothing is searched again for each of them.

    Fewer are kept after they were read than there are, and blocks are small.
    """
    monkeypatch.setattr(documents, "MOST_ANALYSES", SEVERAL - 10)
    for limit, count in (("LARGEST", 6), ("SMALLEST", 2), ("USUAL", 3)):
        monkeypatch.setattr(ropes, limit, count)
    found = []
    for count in (SEVERAL, 2 * SEVERAL):
        text = "".join(LINES[name].replace("{}", f"{next(NUMBERS)}") for _ in range(count))
        document = Document.open(notations.by_name(name), text)
        found.append(sum(each_step(work(document))))

    assert found[1] < 2.1 * found[0]


LONG: dict[str, tuple[str, str, str]] = {
    "betza": ("", "a\u0301 ", "= W\n"),
    "lcpn": ("// board: ", "9x", "\n"),
    "bensahas": ("", "{", ""),
    "ben39": ("position\nmoves:\n", "Bf4-b8 ", ""),
}
"""What begins, makes and ends a line that may be of any length."""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
@pytest.mark.parametrize("name", LONG)
def test_no_step_grows_with_a_line(name: str, work: Callable[[Document], Steps[Any]]) -> None:
    """Only so much of a line is read that a longer one takes as many calls."""
    begin, part, end = LONG[name]
    found = []
    for length in (1.5 * LONGEST_SCANNED, 3 * LONGEST_SCANNED):
        document = Document.open(notations.by_name(name), f"{begin}{part * (int(length) // len(part))}{end}")
        done(document.work())
        found.append(longest(work(document)))

    assert found[1] - found[0] < 1_000


def test_no_step_converts_many_lines_of_a_comment() -> None:
    """A longer comment is converted in more steps, not in longer ones."""
    found = []
    for length in (1.5 * LONGEST_SCANNED, 3 * LONGEST_SCANNED):
        comment = " rook\n" * (int(length) // 6)
        document = Document.open(notations.by_name("lcpn"), f"a := rook /*\n{comment}*/\n")
        done(document.work())
        found.append(longest(conversion.converted.steps(document, conversion.every_target()["extended"])))

    assert found[1] - found[0] < 1_000


SHOWN: dict[str, Callable[[Document], Steps[Any]]] = {
    "hover": lambda document: hover.hover.steps(document, 0, hover.HoverOptions(figures=True)),
    "view": lambda document: piece.piece.steps(document, 0),
    "card": lambda document: gallery.card_at.steps(document, 0, Theme.LIGHT),
}
"""What shows a piece."""


@pytest.mark.parametrize(("number", "work"), [*enumerate(SHOWN.values())], ids=SHOWN)
def test_no_step_follows_all_moves_of_a_piece(number: int, work: Callable[[Document], Steps[Any]]) -> None:
    """A piece with many paths is followed, described and drawn in steps of which none does a large part of the work."""
    some = f"(rook / bishop / knight / camel / wazir / dabbaba / [4, {number}])"  # nothing of it is known
    document = Document.open(notations.by_name("lcpn"), f"a := {some} -> {some} -> {some}\n")
    done(document.work())
    calls = each_step(work(document))

    assert max(calls) < sum(calls) / 10


def test_no_step_writes_all_moves_of_a_piece() -> None:
    """A piece with moves of many legs is written, and compared with what is read again, in steps."""
    document = Document.open(notations.by_name("lcpn"), f"a := {'rook -> ' * 30}rook\n")
    done(document.work())
    calls = each_step(conversion.converted.steps(document, conversion.every_target()["extended"]))

    assert max(calls) < sum(calls) / 8


@pytest.mark.parametrize("work", EACH.values(), ids=EACH)
def test_no_step_reads_the_definitions_that_one_needs(
    work: Callable[[Document], Steps[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a chain of definitions that nobody has looked at, a step reads what one of them needs to tell others."""
    read = list[str]()
    find = FileScope.found

    def found(scope: FileScope, name: str, *given: Any) -> Hashable | None:
        read.append(name)
        return find(scope, name, *given)

    monkeypatch.setattr(FileScope, "found", found)
    text = "".join(f"a{n:03} := a{n + 1:03} / rook\n" for n in range(MANY))
    counts = [0]
    for _ in work(Document.open(notations.by_name("lcpn"), text)):
        counts.append(len(read))

    assert len(read) > MANY
    assert max(after - before for before, after in pairwise([*counts, len(read)])) == 1


MIXED = {
    "betza": "Knight=N # of old\nHorse = nN\nWrong = fwN\nGuard =  \n",
    "lcpn": "(def horse (=> wazir ferz))\n(def pair\n  (/ horse   wazir))\n(def other (/ wazr ferz))\n",
    "bensahas": "Orthodox Chess:Knight {\n  (1, 255; 1, 2)!\n}\n\nKnight {\n    (n, 15)!\n",
    "ben39": "position start\nmoves: 1. X@e5  X@e11\n\nposition wrong\nmoves: X@e5 X@e5\n",
    "fairy-variants": "[mine:chess]\ncustomPiece1 = a:BN\ncastling: false\n[other:mine]\npromotionPieceTypes = aqrbn\n",
}
"""Texts with mistakes and with names of other definitions."""
TOGETHER = WORK | PLACE | {"card": EACH["card"]}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", MIXED)
def test_work_in_turns_gives_what_each_gives_alone(name: str, seed: int) -> None:
    """Requests about a new document, of which each goes on whenever another pauses, do not disturb each other."""
    chance = random.Random(seed)
    opened = Document.open(notations.by_name(name), MIXED[name])
    going = {what: work(opened) for what, work in TOGETHER.items()}
    found = dict[str, Any]()
    while going:
        what = chance.choice([*going])
        try:
            next(going[what])
        except StopIteration as end:
            found[what] = end.value
            del going[what]

    for what, work in TOGETHER.items():
        assert found[what] == done(work(Document.open(notations.by_name(name), MIXED[name]))), what
    assert [*opened.diagnostics()] == [*Document.open(notations.by_name(name), MIXED[name]).diagnostics()]


def test_no_step_of_a_hover_reads_a_long_definition_twice() -> None:
    """It is read to diagnose it in a step, and to describe it in another."""
    text = f"a{next(NUMBERS)} = " + "WF" * 300 + "\n"
    calls = each_step(hover.hover.steps(Document.open(notations.by_name("betza"), text), 1))

    assert max(calls) < sum(calls) * 0.6
