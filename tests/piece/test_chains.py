"""Chains of legs as text: the work and the text are bounded, however many paths there are."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from harness import opened
from wazir import notations
from wazir.features import definitions
from wazir.features.definitions import piece_in
from wazir.piece.board import SquareBoard
from wazir.piece.equivalence import same
from wazir.piece.model import Act, Count, Leg, Move, Piece
from wazir.piece.motion.results import Position, results
from wazir.piece.patterns import patterns


@pytest.mark.parametrize(
    ("text", "notation", "dialect"),
    [
        ("a" * 200 + "K", "betza", "extended"),
        ("a" * 200 + "K", "lcpn", "c"),
        ("a" * 200 + "K", "bensahas", ""),
        ("W-" * 200 + "W", "betza", "xbetza"),
        ("W-" * 200 + "W", "betza", "original"),
        ("W-" * 200 + "W", "bensahas", ""),
    ],
)
def test_the_work_of_writing_long_chains_is_bounded(text: str, notation: str, dialect: str) -> None:
    """A chain of 201 legs is written, or refused with a sentence, with a bounded number of calls
    for each leg.
    """
    [(_, definition)] = definitions.every(opened("betza", f"a = {text}"))
    writer = notations.by_name(notation).writer
    assert definition.piece
    assert writer
    calls = 0

    def counted(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        written = writer.moves(definition.piece, dialect, frozenset())
    except ValueError as refusal:
        written = str(refusal)
    finally:
        sys.setprofile(None)

    assert written
    assert calls < 1_000_000


@pytest.mark.parametrize("text", ["nC", "n(2,4)", "W-W-W", "aaK", "aaN"])
def test_chains_and_lame_leaps_are_read_again(text: str) -> None:
    """What is written is the same piece."""
    meant = piece_in(notations.by_name("betza"), text, "extended")
    assert meant
    for notation, dialect in (
        ("betza", "extended"),
        ("betza", "xbetza"),
        ("lcpn", "c"),
        ("bensahas", ""),
    ):
        writer = notations.by_name(notation).writer
        assert writer
        read = piece_in(
            notations.by_name(notation), writer.moves(meant, dialect, frozenset()), dialect
        )
        assert read
        assert same(meant, read).same


@pytest.mark.parametrize("before", [1, 2, 3])
@pytest.mark.parametrize("more", [0, 1, 2, 3])
@pytest.mark.parametrize("turned", [False, True])
def test_patterns_of_a_leg_that_counts_the_steps_before_do_what_it_does(
    before: int, more: int, turned: bool
) -> None:
    """L7: the least number of both legs is at, below and above what the first leg has made when it
    is over.
    """
    steps = ((0, 1), (1, 0))
    onward = tuple((step, ((step[::-1],) if turned else (step,),)) for step in steps)
    hop = Leg(((None, tuple((step,) for step in steps)),), least=before, most=None, acts=Act.HOP)
    landing = Leg(onward, least=before + more, most=None, counts=Count.SHARED)
    piece = Piece((Move((hop, landing)),))
    moves = tuple(part for part in patterns(piece) if isinstance(part, Move))
    board = SquareBoard(8, 8)
    for far in range(1, 7):
        position = Position(board, friends=frozenset({(0, far), (far, 0)}))
        if moves:
            assert (
                results(Piece(moves), position, (0, 0)).all == results(piece, position, (0, 0)).all
            )
    assert bool(moves) is (before > 1 or more > 1 or turned)


@pytest.mark.parametrize(
    ("least", "acts", "is_back"), [(2, Act.STOP, True), (1, Act.STOP, False), (2, Act.HOP, False)]
)
def test_a_capture_and_the_whole_way_back_are_a_capture_without_moving(
    least: int, acts: Act, is_back: bool
) -> None:
    """A leg that may end earlier, or needs a piece, is no way back."""
    take = Leg(((None, (((0, 1),),)),), least=2, most=2, acts=Act.CAPTURE)
    back = Leg(((None, (((0, -1),),)),), least=least, most=2, acts=acts)
    (part,) = patterns(Piece((Move((take, back)),)))
    assert isinstance(part, Move) is not is_back
