"""The table of words, held to what the reader knows."""

from __future__ import annotations

import pytest

from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.directions import SIGNS, Shape, read_signs, shortest
from wazir.notations.betza.legs import LEAPS
from wazir.notations.betza.vocabulary import (
    ATOMS,
    DIALECTS,
    DIALECTS_WITH,
    MODIFIERS,
    WORD_OF,
    WORDS,
    Word,
    WordKind,
    words,
)
from wazir.notations.notation import Context

_ATOMS = "WFDNAHGLCJZKRBQ"
LETTERS = {
    "original": (_ATOMS, "fblrvsha" + "cgijmnopz"),
    "extended": (_ATOMS, "fblrvsha" + "cdegijmnoptux"),
    "xbetza": (_ATOMS + "UOI", "fblrvsha" + "cdegijmnopqtuxyz"),
}
"""The atoms and the modifiers of each dialect (docs/notations/betza.md, B3 to B6)."""
LEAPS_OF_ATOMS = "W01 F11 D02 N12 A22 H03 L13 C13 J23 Z23 G33"
"""The atoms that are one leap (docs/notations/betza.md, B3)."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b1_the_letters_of_a_dialect(dialect: str) -> None:
    """The table has the letters of the specification."""
    atoms, modifiers = LETTERS[dialect]

    assert set(atoms) == ATOMS[dialect]
    assert set(modifiers) == MODIFIERS[dialect]
    assert ("(a,b)" in {entry.spelling for entry in words(WordKind.ATOM, dialect)}) == (
        dialect != "original"
    )
    assert {entry.spelling for entry in words(WordKind.SUFFIX, dialect)} == (
        set("XY") if dialect == "xbetza" else set()
    )


def test_b1_the_dialects_of_a_letter() -> None:
    """They are those of the specification."""
    for letter in {letter for letters in LETTERS.values() for letter in "".join(letters)}:
        assert DIALECTS_WITH[letter] == tuple(
            d for d, letters in LETTERS.items() if letter in "".join(letters)
        ), letter


def test_b3_atoms_leap_as_the_specification_says() -> None:
    """The leap in a title is the leap that is made."""
    leaps = {atom: ((int(near), int(far)),) for atom, near, far in LEAPS_OF_ATOMS.split()}

    assert {
        atom.spelling: LEAPS[atom.spelling] for atom in words(WordKind.ATOM, "xbetza") if atom.leap
    } == leaps


@pytest.mark.parametrize(
    "entry", [entry for entry in WORDS if entry.example], ids=lambda entry: entry.spelling
)
def test_every_example_is_without_errors(entry: Word) -> None:
    """In some dialect that has the word, its example can be read, and has the word in it."""
    assert WORD_OF[entry.spelling] is entry
    contexts = [Context(dialect=dialect) for dialect in entry.texts]
    readings = [BetzaDefinition(entry.example, context) for context in contexts]

    assert any(not reading.definitions or not reading.definitions[0].broken for reading in readings)


def test_texts_are_sentences() -> None:
    """Every text for a reader begins with a capital or a sign of the notation, and ends with a full
    stop.
    """
    for entry in WORDS:
        for text in (*entry.texts.values(), *entry.inner.values()):
            assert text.endswith(".")
            assert text[0].isupper() or text[0] == "`"
        assert all(title and title[-1] != "." for title in entry.titles.values())


@pytest.mark.parametrize("shape", Shape)
def test_b25_shortest_directions_select_what_they_should(shape: Shape) -> None:
    """Every selection that signs can make has shortest letters, which select just that."""
    for sign, places in SIGNS[shape].items():
        signs = shortest((shape,), (places,), dialect_has_a=True, chiral=True)

        assert signs is not None
        assert len(signs) <= len(sign)
        assert (
            frozenset().union(
                *(entry.places or () for entry in read_signs(signs, shape, chiral=True))
            )
            == places
        )
