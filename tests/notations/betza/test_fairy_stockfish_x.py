"""Pieces of Fairy-Stockfish-X beside that program (V14)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness import none_wrong
from wazir.notations.betza.fairy_stockfish_x import FORK_BETZA, WORDS, read
from wazir.notations.betza.fairy_stockfish_x_moves import NAMES
from wazir.notations.notation import Context
from wazir.notations.results import TokenType
from wazir.piece.board import parse_board, square_name
from wazir.piece.model import Piece
from wazir.piece.motion.results import Position, results
from wazir.piece.words.sentence import sentence

ROWS = [
    *map(
        json.loads,
        (Path(__file__).parent / "fairy_stockfish_x.jsonl").read_text("utf-8").splitlines(),
    )
]
"""Moves of a piece `A` among friends `X` and foes `x`, which the program calls legal, and texts
that it rejects.

The last ones have what is told of a text: the marked parts, each with its message, or the piece in
words.
"""
BOARD = parse_board("8x8")


def ends(text: str, fen: str) -> str:
    """The squares where the piece goes, or from where it takes what it captures at a distance."""
    rows = re.sub(r"\d", lambda digit: "." * int(digit[0]), fen).split("/")
    held = {
        (file, 7 - row): sign
        for row, signs in enumerate(rows)
        for file, sign in enumerate(signs)
        if sign != "."
    }
    (start,) = (square for square, sign in held.items() if sign == "A")
    friends, foes = (
        frozenset(square for square, sign in held.items() if sign == of) for of in "Xx"
    )
    moves = results(read(text), Position(BOARD, friends, foes), start).all
    reached = {move.takes[0] if move.to == start else move.to for move in moves}
    return " ".join(sorted(square_name(square, BOARD) for square in reached if square))


def test_pieces_move_as_the_program_moves_them() -> None:
    rows = [row for row in ROWS if "fen" in row]
    wrong = [
        (row, reached) for row in rows if (reached := ends(row["text"], row["fen"])) != row["to"]
    ]

    assert len(rows) > 150
    none_wrong(wrong)


@pytest.mark.parametrize("text", [row["text"] for row in ROWS if "rejected" in row])
def test_what_the_program_rejects_is_an_error(text: str) -> None:
    chunk: Any = FORK_BETZA.read(text, Context())

    assert chunk.diagnostics
    assert chunk.definitions[0].piece is None
    with pytest.raises(ValueError, match=r"\."):
        read(text)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if "told" in row or "words" in row], ids=lambda row: row["text"]
)
def test_what_is_told_of_a_text(row: dict[str, Any]) -> None:
    chunk: Any = FORK_BETZA.read(row["text"], Context())
    told = [f"{row['text'][slice(*found.span)]}: {found.message}" for found in chunk.diagnostics]

    assert told == row.get("told", [])
    assert told or sentence(chunk.definitions[0].piece) == row["words"]


@pytest.mark.parametrize(
    "text", [*WORDS, *NAMES, "zR", "xQ", "fmWfceF", "{transparent_types: friendly}Q"]
)
def test_every_word_has_a_hover(text: str) -> None:
    chunk: Any = FORK_BETZA.read(
        text if not text.islower() or len(text) > 1 else f"{text}R", Context()
    )

    assert chunk.diagnostics == ()
    if len(text) == 1:
        hover = chunk.hover(0)
        assert hover is not None
        assert (hover.title, hover.text) == (f"`{text}`: {WORDS[text][0]}", WORDS[text][1])
        assert (hover.piece, hover.piece_text) == (chunk.definitions[0].piece, chunk.text)


@pytest.mark.parametrize("text", ["Rc", "Rf", "R{hurdles: 1,1}"])
def test_modifiers_that_are_skipped_are_an_error(text: str) -> None:
    chunk: Any = FORK_BETZA.read(text, Context())

    assert [diagnostic.code.id for diagnostic in chunk.diagnostics] == ["modifiers-without-atom"]


def test_modifiers_alone_are_a_piece_without_moves() -> None:
    """Authors write it so."""
    assert read("m") == read("-") == Piece(())


def test_parameters_have_a_hover() -> None:
    text = "c{hurdles: 1,1}W"
    hover = FORK_BETZA.read(text, Context()).hover(text.index("u"))

    assert hover is not None
    assert text[slice(*hover.span)] == "{hurdles: 1,1}"
    assert "`pre`" in hover.text
    assert FORK_BETZA.read("(KQ)", Context()).hover(0) is None


def test_completions_are_the_atoms_and_modifiers() -> None:
    _, items = FORK_BETZA.read("", Context()).complete(0)

    assert {"W", "@", "M", "^", "f", "n"} <= {item.label for item in items}
    assert {
        item.label: (item.detail, item.token_type) for item in items if item.label in "@bH"
    } == {
        "@": ("rose", TokenType.ATOM),
        "H": ("Threeleaper", TokenType.ATOM),
        "b": ("backward", TokenType.DIRECTION),
    }


def test_words_have_their_colours() -> None:
    text = "fm(WF)[2-3]R3^{pre: 1,2}(1,2)z-@"
    types = {
        token.text: FORK_BETZA.token_type(token)
        for token in FORK_BETZA.read(text, Context()).tokens
    }

    assert types == {
        "f": TokenType.DIRECTION,
        "m": TokenType.MODE,
        **dict.fromkeys(("^", "z"), TokenType.MODIFIER),
        **dict.fromkeys(("(WF)", "R", "(1,2)", "@"), TokenType.ATOM),
        **dict.fromkeys(("[2-3]", "3"), TokenType.RANGE),
        "{pre: 1,2}": TokenType.ARGUMENT,
        "-": None,
    }


@given(
    st.text(alphabet="RBQNWFU@MO(1,2)[3-]{hurdles:pathmo;a}mcpgnjzxi^efbrlvsh -0", max_size=30)
    | st.text(max_size=10).map(lambda text: f"{{hurdles: {text}}}R")
)
@example("{hurdles: \u00b2,1}R")
@example(f"{{pre: {'9' * 6000},*}}R")
@example("RN" * 20_000)
def test_any_text_is_read(text: str) -> None:
    """A text gives a piece or diagnostics inside it, at most one piece."""
    chunk: Any = FORK_BETZA.read(text, Context())

    assert "".join(token.text for token in chunk.tokens) == text
    assert (chunk.definitions[0].piece is None) == bool(chunk.diagnostics)
    assert all(
        0 <= diagnostic.span.start < diagnostic.span.end <= len(text)
        for diagnostic in chunk.diagnostics
    )
    for offset in range(min(len(text), 40)):
        hover = chunk.hover(offset)
        assert hover is None or hover.span.contains(offset)
