"""The steps of edits, and of facts of definitions: none takes longer because the file is larger."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product
from typing import Any

import pytest

from stepping import longest
from wazir import notations
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.features import actions, ignoring
from wazir.notations.base import Context
from wazir.steps import Steps, done
from wazir.text import Edit, Span

FEW, MANY = 1_000, 2_000
TOP = Edit(Span(0, 0), "# wazir: ignore-file bad-range\n")
WRONG = "%board 12x\n"
CHANGING: dict[str, Callable[[Document], Steps[Any]]] = {
    "edit": lambda document: document.applying(TOP),
    "fix": lambda document: actions.fixes.steps(document, Span(7, 7)),
    "ignore": lambda document: ignoring.ignoring.steps(document, Span(7, 7)),
}
"""What changes the context of all later definitions, or tries to."""


def circle(count: int) -> str:
    """Definitions each of which needs the next, and the last the first."""
    return "".join(f"a{n:04} := a{(n + 1) % count:04}\n" for n in range(count))


@pytest.mark.parametrize("work", CHANGING.values(), ids=CHANGING)
def test_no_step_follows_the_context_through_the_file(work: Callable[[Document], Steps[Any]]) -> None:
    """After an edit at the top, and after each that is tried, contexts are computed block by block."""
    found = []
    for count in (FEW, MANY):
        text = WRONG + "%dialect xbetza\nb = W\n" * (count // 2)
        document = Document.open(notations.by_name("betza"), text)
        done(work(Document.open(notations.by_name("betza"), text[: count // 2])))
        found.append(longest(work(document)))

    assert found[1] - found[0] < (MANY - FEW) / 2


def test_no_step_cuts_all_blocks_of_a_quote() -> None:
    """A key in a quote reads it again, and compares its blocks with those before, in steps."""
    found = []
    for count in (FEW, MANY):
        text = "".join(f"> ```betza\n> {'W' * (n % 9)}\n> ```\n" for n in range(count))
        before = Markdown.open({"betza": (notations.by_name("betza"), Context())}, text)
        found.append(longest(before.applying(Edit(Span(0, 0), "("))))

    assert found[1] - found[0] < (MANY - FEW) / 2


@pytest.mark.parametrize("edit", [None, Edit(Span(9, 9), " / rook / "), Edit(Span(0, 14), "")])
def test_no_step_goes_around_a_circle(edit: Edit | None) -> None:
    """The facts of definitions that need each other are found, and updated after an edit, in steps."""
    found = []
    for count in (FEW, MANY):
        document = Document.open(notations.by_name("lcpn"), circle(count))
        if edit:
            done(document.scope.finding(["a0001"]))
            document = document.apply(edit)
        found.append(longest(document.preparing(Span(20, 20))))

    assert found[1] - found[0] < (MANY - FEW) / 2


def test_facts_of_a_circle_are_the_same_whoever_finds_them() -> None:
    """Work that finds them while other work does the same, however far that is, does not see a part of the circle."""
    lcpn, text = notations.by_name("lcpn"), circle(6) + "b := a0003 / x\nx := a0005\n"
    alone = Document.open(lcpn, text).scope
    names = list(Document.open(lcpn, text).names())
    for pause, first, second in product(range(12), names, names):
        scope = Document.open(lcpn, text).scope
        paused = scope.finding([first])
        for _ in islice(paused, pause):
            pass
        done(scope.finding([second]))
        done(paused)

        assert [scope.facts(name) for name in names] == [alone.facts(name) for name in names], (pause, first, second)
