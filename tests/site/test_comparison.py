"""The page that compares notations: the texts of a piece are the same, and some notations lack some
(Q1, Q14).
"""

from __future__ import annotations

import pytest

from comparison import NOTATIONS, PIECES, one_line, read, rows
from wazir.piece.board import parse_board
from wazir.piece.equivalence import compared

LACKING = {
    "Giraffe": {"Betza's own"},
    "Horse of xiangqi": {"Betza's own"},
    "Griffon": {"Betza's own"},
    "Manticore": {"Betza's own"},
    "Hook mover": {"Betza's own"},
    "Rose": set(NOTATIONS) - {"XBetza"},
    "Crooked bishop": set(NOTATIONS) - {"Betza's own", "XBetza"},
    "Ski rook": {"Betza's own"},
    "King of checkers": {"Betza's own"},
    "Rifle king": {"Betza's own"},
    "Lion of chu shogi": {"Betza's own"},
    "Bomb": set(NOTATIONS) - {"Extended Betza"},
    "Castling king": set(NOTATIONS) - {"Extended Betza", "XBetza"},
    "Withdrawer": {"Betza's own", "LCPN, Lisp", "LCPN, C", "LCPN, SQL"},
    "Chameleon": set(NOTATIONS) - {"Bensaħas"},
}
"""The notations without a text: longer leaps, legs, bends, eruptions, what is put down, and
names.
"""


def test_there_are_enough_pieces() -> None:
    assert len(PIECES) >= 30


@pytest.mark.parametrize("name", PIECES)
def test_the_texts_of_a_piece_are_the_same(name: str) -> None:
    """Q1: each is the piece that the first one defines, also on one line, as the page shows what
    conversion writes.
    """
    listed = tuple(rows(name))
    meant = read(*next(iter(PIECES[name].items())))
    texts = [
        (row.notation, one_line(row.text))
        for row in listed
        if row.text and row.text not in PIECES[name].values()
    ]
    board = parse_board("8x8")

    assert [
        text
        for title, text in texts
        if not compared(meant, read(title, text), board, is_fewest=False).same
    ] == []
    assert all(
        compared(meant, read(title, text), board).same for title, text in PIECES[name].items()
    )
    assert {row.notation for row in listed if not row.text} == LACKING.get(name, set())
    assert all(row.reason for row in listed if not row.text)
