"""Every text is answered within two seconds of processor time and 300 MB, and without an internal
error.

The laws are about all notations: what is in their texts, and what requests say. A process with
limits of its own weighs each request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from harness import none_wrong
from laws.texts import fed, fed_requests, multiplied, texts_of_engines
from laws.weigh import Case, weigh
from long import LONG, some
from wazir.notations import REGISTRY

each = pytest.mark.parametrize("notation", [notation.name for notation in REGISTRY])


def too_much(cases: Iterable[Case]) -> Iterator[str]:
    """The requests that take too much, each with its text."""
    for case, weights in weigh(cases):
        for weight in weights:
            if weight.is_too_much:
                yield f"{case.name}: {case.text!r}: {weight}"


@each
def test_a_number_of_any_size_is_answered(notation: str) -> None:
    """In each place of a notation where a number stands."""
    none_wrong(too_much(some([*fed(notation)], 120, first=5)))


@each
def test_any_number_of_terms_is_answered(notation: str) -> None:
    """Each combinator of a grammar and its words, side by side and nested, up to 64 times."""
    none_wrong(too_much(multiplied(notation, step=1 if LONG else 150)))


def test_a_key_of_an_engine_with_any_number_is_answered() -> None:
    """Each key of `variants.ini`, each field of an Interactive Diagram and each setting."""
    none_wrong(too_much(some([*texts_of_engines()], 300, first=6)))


def test_a_request_with_any_number_is_answered() -> None:
    """Each field of the parameters of a custom request."""
    none_wrong(too_much(some([*fed_requests()], 25, first=6)))
