"""The steps of work on a whole file: none takes longer because the file is larger."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from wazir import notations
from wazir.document import Document
from wazir.features import formatting, structure, tokens
from wazir.steps import Steps, done
from wazir.text import Span

FEW, MANY = 20, 200
LINES = {
    "betza": "a{} =  W   # a\n b{}\n",
    "lcpn": "a{}  := rook\n",
    "bensahas": ":a{}  {{ m(1, 1)! }}\n",
    "ben39": "position\nmoves:\n1. Bf4-b8   I@m1\n",
    "fairy-variants": "[a{}]\nb=1\n",
}
"""Badly formatted definitions without a blank line between them."""
WORK: dict[str, Callable[[Document], Steps[Any]]] = {
    "format": lambda document: formatting.format.steps(document),
    "format a span": lambda document: formatting.format.steps(document, Span(document.length // 2, document.length)),
    "format on type": lambda document: formatting.format_on_type.steps(document, document.length),
    "fold": lambda document: structure.folds.steps(document),
    "list symbols": lambda document: structure.symbols.steps(document),
    "select": lambda document: structure.selection.steps(document, document.length // 2),
    "show hints": lambda document: tokens.inlay.steps(document, Span(0, document.length)),
    "prepare": lambda document: document.preparing(Span(0, document.length)),
}


@contextmanager
def counted() -> Iterator[list[int]]:
    """Counts the calls of functions."""
    calls = [0]

    def count(_frame: object, event: str, _argument: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def longest(steps: Steps[Any]) -> int:
    """The number of calls in the longest step."""
    found = [0]
    with counted() as calls:
        for _ in steps:
            found.append(calls[0])
            calls[0] = 0
    return max(*found, calls[0])


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
@pytest.mark.parametrize("name", LINES)
def test_no_step_grows_with_the_file(name: str, work: Callable[[Document], Steps[Any]]) -> None:
    """The longest step of a file that has been looked at takes about as many calls as that of a smaller file."""
    found = []
    for count in (FEW, MANY):
        text = "".join(LINES[name].replace("{}", f"{n:03}") for n in range(count))
        document = Document.open(notations.by_name(name), text)
        done(work(document))
        found.append(longest(work(document)))

    assert found[1] - found[0] < (MANY - FEW) / 2
