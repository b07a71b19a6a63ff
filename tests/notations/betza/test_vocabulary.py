"""The table of words, held to what the reader knows."""

from __future__ import annotations

import pytest

from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.dialects import DIALECTS, LETTERS, others_with
from wazir.notations.betza.directions import SIGNS, Shape, read_signs, shortest
from wazir.notations.betza.legs import LEAPS
from wazir.notations.betza.vocabulary import WORDS, Kind, Word, word, words
from wazir.notations.notation import Context


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_letter_of_a_dialect_is_explained_there(dialect: str) -> None:
    """The dialect has just the letters that the table has a text for."""
    known = {one.spelling for one in WORDS if dialect in one.texts}

    assert {letter for letter in known if letter.islower() and len(letter) == 1} == LETTERS[dialect].modifiers
    assert {one.spelling for one in words(Kind.ATOM, dialect) if one.spelling != "(a,b)"} == LETTERS[dialect].atoms
    assert ("(a,b)" in known) == LETTERS[dialect].vectors
    assert ("X" in known) == ("Y" in known) == LETTERS[dialect].suffixes


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b1_the_other_dialects_of_a_letter(dialect: str) -> None:
    """They are those in which the table explains it."""
    for one in WORDS:
        if len(one.spelling) == 1 and one.spelling.isalpha():
            others = [name for name in DIALECTS if name in one.texts and name != dialect]
            assert others_with(one.spelling, dialect) == others, one.spelling


def test_b3_atoms_leap_as_the_table_says() -> None:
    """The leap in a title is the leap that is made."""
    for one in words(Kind.ATOM, "xbetza"):
        if one.leap:
            assert (one.leap,) == LEAPS[one.spelling]


@pytest.mark.parametrize("one", [one for one in WORDS if one.example], ids=lambda one: one.spelling)
def test_every_example_is_without_errors(one: Word) -> None:
    """In some dialect that has the word, its example can be read, and has the word in it."""
    assert word(one.spelling) is one
    contexts = [Context(dialect=dialect) for dialect in one.texts]
    readings = [BetzaAnalysis(one.example, context) for context in contexts]

    assert any(not reading.definitions or not reading.definitions[0].broken for reading in readings)


def test_texts_are_sentences() -> None:
    """Every text for a reader begins with a capital or a sign of the notation, and ends with a full stop."""
    for one in WORDS:
        for text in (*one.texts.values(), *one.inner.values()):
            assert text.endswith(".")
            assert text[0].isupper() or text[0] == "`"
        assert all(title and title[-1] != "." for title in one.titles.values())


@pytest.mark.parametrize("shape", Shape)
def test_b25_shortest_directions_select_what_they_should(shape: Shape) -> None:
    """Every selection that signs can make has shortest letters, which select just that."""
    for sign, places in SIGNS[shape].items():
        found = shortest((shape,), (places,), dialect_has_a=True, chiral=True)

        assert found is not None
        assert len(found) <= len(sign)
        assert frozenset().union(*(one.places or () for one in read_signs(found, shape, chiral=True))) == places
