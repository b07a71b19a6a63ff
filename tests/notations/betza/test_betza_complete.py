"""Completions: what is offered can be written, and changes something."""

from __future__ import annotations

import pytest

from long import some
from texts import CORPUS
from wazir.diagnostics import Severity
from wazir.notations.betza.complete import BOARDS, SNIPPETS, complete
from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.vocabulary import DIALECTS
from wazir.notations.notation import Context
from wazir.notations.results import TokenType
from wazir.piece.board import parse_board

WORDS = {TokenType.ATOM, TokenType.DIRECTION, TokenType.MODE, TokenType.MODIFIER, TokenType.RANGE}


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_a_piece_without_findings(name: str) -> None:
    """A definition that is offered is good in the dialects that it is offered for."""
    for dialect, moves in SNIPPETS[name][1].items():
        reading = BetzaDefinition(f"{name} = {moves}", Context(dialect=dialect))

        assert reading.diagnostics == ()
        assert reading.definitions[0].piece
        assert reading.definitions[0].piece.moves


def test_boards_can_be_read() -> None:
    """Every board that is offered is one."""
    assert all(parse_board(board) for board in BOARDS)


def errors(text: str) -> int:
    return sum(
        diagnostic.code.severity is Severity.ERROR
        for diagnostic in BetzaDefinition(text, Context()).diagnostics
    )


@pytest.mark.parametrize("moves", some(CORPUS[::25], 2))
def test_a_word_before_an_atom_brings_no_error_and_changes_the_piece(moves: str) -> None:
    """Within the modifiers of a leg everything that is offered does something."""
    before = BetzaDefinition(moves, Context()).definitions
    for offset in [place for place, sign in enumerate(moves) if sign in "WFDNAHGLCJZKRBQ"][:2]:
        _, items = complete(BetzaDefinition(moves, Context()), offset)
        for item in filter(None, items):
            if item.token_type not in WORDS or item.snippet:
                continue
            text = moves[:offset] + item.label + moves[offset:]
            after = BetzaDefinition(text, Context()).definitions

            assert errors(text) <= errors(moves), text
            assert not before or not after or before[0].piece != after[0].piece, text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b1_only_letters_of_the_dialect_are_offered(dialect: str) -> None:
    """Nothing that is offered is reported as a sign of another dialect."""
    for start in ("", "f", "W"):
        _, items = complete(
            BetzaDefinition(f"x = {start}", Context(dialect=dialect)), len(start) + 4
        )
        for item in filter(None, items):
            text = f"x = {start}{item.label}"
            diagnostics = BetzaDefinition(text, Context(dialect=dialect)).diagnostics

            assert "wrong-dialect" not in {diagnostic.code.id for diagnostic in diagnostics}, text
            assert "unknown-letter" not in {diagnostic.code.id for diagnostic in diagnostics}, text
