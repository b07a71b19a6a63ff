"""What programs play for a string, decision by decision (E1 to E16, V14, X1 to X18)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.features.requests import answer
from wazir.notations.betza import BETZA
from wazir.notations.betza.fairy_stockfish_x import FORK_BETZA
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.board import SquareBoard
from wazir.piece.equivalence import differs_by_side, same
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results
from wazir.piece.words.sentence import sentence

_LINE = re.compile(r"([EVX]\d+) (\S+) `(.*)` = (\S+) `(.*)`")
READERS = {**BETZA.readers, "fairy-stockfish-x": FORK_BETZA.readers["fairy-stockfish"]}
CASES = [
    match.groups()
    for line in (Path(__file__).parent / "readers.txt").read_text("utf-8").splitlines()
    if (match := _LINE.fullmatch(line))
]


def piece_of(reading: str, text: str) -> Piece:
    if reading in READERS:
        return READERS[reading].read(text)
    (definition,) = BETZA.read(text, Context(reading), NO_NAMES).definitions
    assert definition.piece is not None
    assert not definition.broken
    return definition.piece


@pytest.mark.parametrize(("decision", "reader", "text", "reading", "other"), CASES)
def test_a_string_is_read_as_the_decision_says(
    decision: str, reader: str, text: str, reading: str, other: str
) -> None:
    """Two readings that the decision says are one give the same piece."""
    verdict = same(piece_of(reader, text), piece_of(reading, other))

    assert verdict.same, (decision, verdict)


@pytest.mark.parametrize(
    ("text", "turns"),
    [("K", False), ("flQ", False), ("vK", False), ("flbK", True), ("fflK", True), ("ffrQ", True)],
)
def test_x8_only_straight_and_diagonal_signs_together_are_told_apart_by_side(
    text: str, turns: bool
) -> None:
    """What both sides play alike is one move without a condition."""
    piece = piece_of("xboard", text)

    assert (len(piece.moves), differs_by_side(piece)) == ((3, True) if turns else (1, False))


def test_every_line_is_a_case() -> None:
    """A line that is misspelled would not be tried."""
    lines = (Path(__file__).parent / "readers.txt").read_text("utf-8").splitlines()

    assert len(CASES) == sum(bool(re.match(r"[EVX]\d", line)) for line in lines) > 90


def ends(
    reader: str, text: str, square: tuple[int, int], **position: Any
) -> list[tuple[int, int] | None]:
    return [move.to for move in results(piece_of(reader, text), Position(**position), square).all]


@pytest.mark.parametrize(
    ("ranks", "white", "rank"), [(8, True, 2), (10, True, 2), (8, False, 7), (10, False, 7)]
)
def test_e13_the_region_is_rank_2_and_rank_7_on_every_board(
    ranks: int, white: bool, rank: int
) -> None:
    """E13: whether the piece has moved does not matter, the rank does."""
    board = SquareBoard(8, ranks)
    able = [
        at + 1
        for at in range(ranks)
        if ends("fairy-stockfish", "isW", (0, at), board=board, white=white, virgin=False)
    ]

    assert able == [rank]


@pytest.mark.parametrize(
    ("board", "message"), [("13x8", "12x10"), ("12x11", "12x10"), ("hex5", "no board hex5")]
)
def test_e15_boards_that_the_engine_does_not_have_are_an_error(board: str, message: str) -> None:
    """E15: at most 12 files by 10 ranks."""
    asked = answer(
        {
            "notation": "betza",
            "reader": "fairy-stockfish",
            "source": "K",
            "board": board,
            "square": "a1",
        }
    )

    assert message in str(asked["error"])


def test_x8_the_king_of_black_turns_half_of_its_signs() -> None:
    """X8: the straight ones are turned, the diagonal ones are not."""
    assert ends("xboard", "frlK", (3, 3), white=True) == [(2, 3), (4, 4)]
    assert ends("xboard", "frlK", (3, 3), white=False) == [(4, 3), (4, 4)]
    assert ends("xboard", "frK", (3, 3), white=False) == [(2, 2)]


def test_x13_what_was_taken_still_stands_in_the_way_of_later_legs() -> None:
    """X13: a foe that is taken on the way can be taken again, and is not passed."""
    foe = frozenset({(3, 4)})

    assert ends("xboard", "cabK", (3, 3), foes=foe) == [(3, 3)]
    assert ends("xboard", "cabmabmK", (3, 3), foes=foe) == []


def test_x14_two_pieces_at_most_are_taken_on_the_way() -> None:
    """X14: a third one ends the path."""
    piece, foes = piece_of("xboard", "cafcafcafmW"), frozenset({(3, 4), (3, 5), (3, 6)})

    assert results(piece, Position(foes=foes), (3, 3)).all == ()
    assert (
        len(results(piece_of("xboard", "cafcafmW"), Position(foes=foes - {(3, 6)}), (3, 3)).all)
        == 1
    )


def test_x16_a_second_ride_is_as_long_as_the_first() -> None:
    """X16: `i` on a later leg behind a ride; behind a leap it asks for a mover that has not
    moved.
    """
    assert [to for to in ends("xboard", "fmaifR", (0, 0)) if to] == [(0, 2), (0, 4), (0, 6)]
    assert ends("xboard", "fmaifW", (0, 0), virgin=False) == []


@pytest.mark.parametrize("text", ["onR", "O0", "vmaolrR"])
def test_x18_where_the_program_hangs_the_answer_is_an_error(text: str) -> None:
    """X18: a ride that goes round the board for ever."""
    asked = answer({"notation": "betza", "reader": "xboard", "source": text, "square": "d4"})

    assert "hangs" in str(asked["error"])


def test_at_most_79_characters_are_kept_of_later_legs() -> None:
    """A later leg with more signs before its atom is an error."""
    assert same(piece_of("xboard", f"ma{78 * 'f'}W"), piece_of("xboard", "mafW")).same
    with pytest.raises(ValueError, match="79 characters"):
        piece_of("xboard", f"ma{79 * 'f'}W")


@given(st.text(alphabet="WFDNAHGKBRQCLJZOXUI0123456789fblrvshmcdetpgoynjaizqu[]()-? ", max_size=40))
def test_any_text_is_a_piece_or_a_sentence(text: str) -> None:
    """No text makes a reader fail; what it gives can be drawn and told."""
    for reader in BETZA.readers.values():
        try:
            piece = reader.read(text)
        except ValueError:
            continue
        assert sentence(piece)
        reach(piece, limit=500)
