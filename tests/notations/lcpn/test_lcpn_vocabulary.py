"""The tables of words, held to what the notation does."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from wazir.notations.lcpn import vocabulary
from wazir.notations.lcpn.paths import CHOICES
from wazir.notations.lcpn.vocabulary import (
    DIRECTIONS,
    FUNCTIONS,
    ONLY,
    PROMOTE,
    RESTRICTIONS,
    TOWARDS,
    choice,
    choices,
    restrictions,
    shortest,
)
from wazir.notations.vocabulary import VocabularyWord
from wazir.piece.model import Lattice

TABLES = [
    table.values() if isinstance(table, Mapping) else (table,)
    for table in vars(vocabulary).values()
]
WORDS = dict.fromkeys(
    word for table in TABLES for word in table if isinstance(word, VocabularyWord)
)
"""All words that are explained."""


def test_l10_every_direction_is_explained() -> None:
    """The directions of both boards, in their shortest spelling, and no others."""
    assert set(DIRECTIONS) == {word for lattice in Lattice for word in choices(lattice)}


@pytest.mark.parametrize(
    "written", ["forwards", "backwards-most", "leftward", "rightwards-shallow"]
)
def test_l10_other_spellings_mean_the_same(written: str) -> None:
    """Each spelling leads to a word that is explained."""
    assert shortest(written) in DIRECTIONS
    assert choice(written, Lattice.SQUARE) is choice(shortest(written), Lattice.SQUARE)


def test_l12_every_function_is_explained() -> None:
    """Those that have a meaning without being defined, and no others."""
    assert set(FUNCTIONS) == {*CHOICES, PROMOTE}


@pytest.mark.parametrize("lattice", Lattice)
def test_l6_restrictions_are_those_of_the_board(lattice: Lattice) -> None:
    """No direction is offered that a board does not have."""
    for word in restrictions(lattice):
        assert choice(word.spelling, lattice) or word.spelling in (*TOWARDS, ONLY, "rider", "*")
    assert {*TOWARDS, ONLY} <= set(RESTRICTIONS)


@pytest.mark.parametrize("word", WORDS, ids=lambda word: f"{word.token_type.name} {word.spelling}")
def test_texts_are_sentences(word: VocabularyWord) -> None:
    """A text begins with a capital and ends with a full stop; a title is a few words."""
    assert word.text[0].isupper()
    assert word.text.endswith(".")
    assert word.title
    assert word.title[-1] != "."
    assert len(word.title) <= 60
