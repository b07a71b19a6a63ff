"""Completions: what is offered can be written, and changes something."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from long import FOUND, examples, some
from texts import CORPUS
from texts import moves as texts
from wazir.diagnostics import Severity
from wazir.notations.betza.complete import BOARDS, SNIPPETS, complete, words_at
from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.dialects import DIALECTS
from wazir.notations.betza.legs import LEAPS
from wazir.notations.betza.place import Place
from wazir.notations.betza.vocabulary import Kind, words
from wazir.notations.notation import Context
from wazir.notations.results import TokenType
from wazir.piece.board import parse_board
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.model import Piece
from wazir.text import Span

WORDS = {TokenType.ATOM, TokenType.DIRECTION, TokenType.MODE, TokenType.MODIFIER, TokenType.RANGE}


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_a_piece_without_findings(name: str) -> None:
    """A definition that is offered is good in the dialects that it is offered for."""
    for dialect, moves in SNIPPETS[name][1].items():
        reading = BetzaAnalysis(f"{name} = {moves}", Context(dialect=dialect))

        assert reading.diagnostics == ()
        assert reading.definitions[0].piece
        assert reading.definitions[0].piece.moves


def test_boards_can_be_read() -> None:
    """Every board that is offered is one."""
    assert all(parse_board(board) for board in BOARDS)


def errors(text: str) -> int:
    return sum(found.code.severity is Severity.ERROR for found in BetzaAnalysis(text, Context()).diagnostics)


@pytest.mark.parametrize("moves", some(CORPUS[::25], 2))
def test_a_word_before_an_atom_brings_no_error_and_changes_the_piece(moves: str) -> None:
    """Within the modifiers of a leg everything that is offered does something."""
    before = BetzaAnalysis(moves, Context()).definitions
    for offset in [place for place, sign in enumerate(moves) if sign in "WFDNAHGLCJZKRBQ"][:2]:
        _, items = complete(BetzaAnalysis(moves, Context()), offset)
        for item in items:
            if item.token_type not in WORDS or item.snippet:
                continue
            text = moves[:offset] + item.label + moves[offset:]
            after = BetzaAnalysis(text, Context()).definitions

            assert errors(text) <= errors(moves), text
            assert not before or not after or before[0].piece != after[0].piece, text


def judged(chunk: BetzaAnalysis) -> tuple[Counter[tuple[str, str]], frozenset[object]]:
    """The diagnostics that rule an item out, and the moves, of a definition that is read as a whole."""
    found = [one for one in chunk.diagnostics if one.code.severity <= Severity.WARNING or one.code.tags]
    piece = chunk.piece or Piece(())
    return Counter((one.code.id, one.message) for one in found), normal_form(piece) | {piece.properties}


@examples(120, FOUND)
@given(texts, st.sampled_from((*DIALECTS, None)), st.floats(0, 1))
def test_items_are_those_that_the_whole_definition_allows(text: str, dialect: str | None, part: float) -> None:
    """Chains are read one by one, but what is offered depends on all of them."""
    chunk, offset = BetzaAnalysis(text, Context(dialect=dialect)), round(part * len(text))
    place = Place(chunk, offset)
    letters = {found.spelling for found in words(Kind.ATOM, place.dialect) if found.spelling in LEAPS}
    if place.part:
        modifiers = (*words(Kind.MODE, place.dialect), *words(Kind.MODIFIER, place.dialect))
        letters |= {found.spelling for found in modifiers} - set(place.own)
    if not {"ATOM", "MODIFIER"} <= place.expected or not place.is_small:
        return
    offered = {item.label for item in words_at(place)}
    errors, form = judged(chunk)

    for letter in letters:
        after, other = judged(BetzaAnalysis(text[:offset] + letter + text[offset:], chunk.context))

        assert (letter in offered) == (after <= errors and other != form), letter


chains = st.lists(
    st.builds(
        "{}{}{}".format,
        st.text("fblrvshmcdpgtuoinjzqexya", max_size=3),
        st.sampled_from("WFDNAHCZKRBQU"),
        st.sampled_from(["", "", "2", "0"]),
    ),
    min_size=1,
    max_size=3,
).flatmap(lambda legs: st.sampled_from(("-", "", "?")).map(lambda sign: sign.join(legs)))
"""Legs with all kinds of modifiers, in a chain or beside each other."""


@examples(600, FOUND)
@given(st.one_of(chains, chains.map("[{}]".format), texts), st.sampled_from((*DIALECTS, None)), st.data())
def test_a_leg_alone_tells_what_its_whole_chain_tells(text: str, dialect: str | None, data: st.DataObject) -> None:
    """Whether a modifier changes the piece is told from its leg if possible, and is the same for the whole chain."""
    chunk = BetzaAnalysis(text, Context(dialect=dialect))
    places = [found.end for part in chunk.parts for found in (Span(0, part.span.start), *part.written.modifiers)]
    assume(places)
    offset = data.draw(st.sampled_from(places))
    place, by_chain = Place(chunk, offset), Place(chunk, offset)
    assume(place.role)
    vars(by_chain)["role"] = None

    assert [item.label for item in words_at(place)] == [item.label for item in words_at(by_chain)]


def test_most_modifiers_are_told_from_their_legs() -> None:
    """Of the pieces of the corpus, hardly any has a leg whose modifiers are told only by its whole chain."""
    chunks = [BetzaAnalysis(moves, Context()) for moves in CORPUS[::25]]
    known = [Place(chunk, part.span.start).role is not None for chunk in chunks for part in chunk.parts if part.atom]

    assert known.count(True) > 0.8 * len(known) > 50


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b1_only_letters_of_the_dialect_are_offered(dialect: str) -> None:
    """Nothing that is offered is reported as a sign of another dialect."""
    for start in ("", "f", "W"):
        _, items = complete(BetzaAnalysis(f"x = {start}", Context(dialect=dialect)), len(start) + 4)
        for item in items:
            text = f"x = {start}{item.label}"
            found = BetzaAnalysis(text, Context(dialect=dialect)).diagnostics

            assert "wrong-dialect" not in {one.code.id for one in found}, text
            assert "unknown-letter" not in {one.code.id for one in found}, text
