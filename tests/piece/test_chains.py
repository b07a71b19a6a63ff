"""Chains of legs as text: the work and the text are bounded, however many paths there are."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from harness import opened
from wazir import notations
from wazir.features import definitions
from wazir.features.definitions import piece_in
from wazir.piece.equivalence.same import same


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
    """A chain of 201 legs is written, or refused with a sentence, with a bounded number of calls for each leg."""
    [(_, one)] = definitions.every(opened("betza", f"a = {text}"))
    writer = notations.by_name(notation).editor.writer
    assert one.piece
    assert writer
    calls = 0

    def counted(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        written = writer.moves(one.piece, dialect, frozenset())
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
    for notation, dialect in (("betza", "extended"), ("betza", "xbetza"), ("lcpn", "c"), ("bensahas", "")):
        writer = notations.by_name(notation).editor.writer
        assert writer
        read = piece_in(notations.by_name(notation), writer.moves(meant, dialect, frozenset()), dialect)
        assert read
        assert same(meant, read).same
