"""Every text is answered within two seconds of processor time and 300 MB, and without an internal
error.

The laws are about all notations: what is in their texts, and what requests say. A process with
limits of its own weighs each request. Each text has one place and a part of the requests; places
and parts take turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from harness import none_wrong
from laws.texts import fed, fed_requests, multiplied, short_texts, texts_of_engines
from laws.weigh import Case, too_much
from long import LONG, some
from wazir.lsp.server import FEATURES
from wazir.notations import REGISTRY

METHODS = tuple(dict.fromkeys(feature.method for feature in FEATURES))
PARTS = 4
"""The parts into which the requests are divided."""

each = pytest.mark.parametrize("notation", [notation.name for notation in REGISTRY])


def in_turn(cases: Iterable[Case]) -> Iterator[Case]:
    """Cases with one place and a part of the requests each."""
    for number, case in enumerate(cases):
        place = case.offsets[number % len(case.offsets)]
        yield replace(case, offsets=(place,), requests=METHODS[number % PARTS :: PARTS])


def wrong(cases: Iterable[Case]) -> Iterator[str]:
    """The requests that take too much, each with its text."""
    for case in cases:
        for weight in too_much(case):
            yield f"{case.name}: {case.text!r}: {weight}"


@each
def test_a_number_of_any_size_is_answered(notation: str) -> None:
    """In each place of a notation where a number stands."""
    none_wrong(wrong(in_turn(some([*fed(notation)], 60, first=5))))


@each
def test_any_number_of_terms_is_answered(notation: str) -> None:
    """Each combinator of a grammar and its words, side by side and nested, up to 64 times."""
    none_wrong(wrong(in_turn(multiplied(notation, step=1 if LONG else 60))))


def test_a_key_of_an_engine_with_any_number_is_answered() -> None:
    """Each key of `variants.ini`, each field of an Interactive Diagram and each setting."""
    none_wrong(wrong(in_turn(some([*texts_of_engines()], 300, first=6))))


def test_a_request_with_any_number_is_answered() -> None:
    """Each field of the parameters of a custom request."""
    none_wrong(wrong(in_turn(some([*fed_requests()], 25, first=6))))


@pytest.mark.parametrize("case", [*short_texts()], ids=lambda case: case.name)
def test_a_short_text_that_means_much_work_is_answered(case: Case) -> None:
    """Searches, products and expansions of it end with what they have."""
    none_wrong(too_much(case))
