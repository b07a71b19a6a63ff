"""The army of xiangqi that the page of Bensahas notation shows, beside the xiangqi of
Fairy-Stockfish (S10, S8, S2).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping

import pyffish

from harness import none_wrong
from reference.pages import DOCS, parts
from wazir.document import Document
from wazir.features import definitions
from wazir.notations import by_name
from wazir.piece.board import SquareBoard, square_name
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results

BOARD = SquareBoard(9, 10)
LETTERS = {
    "K": "General",
    "A": "Advisor",
    "B": "Elephant",
    "N": "Horse",
    "R": "Chariot",
    "C": "Cannon",
    "P": "Soldier",
}
PALACE = [(file, rank) for file in (3, 4, 5) for rank in (0, 1, 2)]
POINTS = {
    "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
    "B": [(0, 2), (2, 0), (2, 4), (4, 2), (6, 0), (6, 4), (8, 2)],
    "P": [(file, rank) for file in range(9) for rank in range(3, 10) if rank > 4 or file % 2 == 0],
}
"""Where a piece of White may be, if not everywhere."""
PIECES = 12
"""The most pieces of a side beside its General."""

Men = Mapping[Square, str]
"""The letters of pieces by their squares, capitals for White."""


def army() -> dict[str, Piece]:
    """The pieces of the page, by their names."""
    text = next(
        part.text
        for part in parts(DOCS / "notations" / "bensahas.md")
        if "Xiangqi:General" in part.text
    )
    pieces = {
        definition.name or "": definition.piece
        for _, definition in definitions.every(Document.open(by_name("bensahas"), text))
    }
    return {name: piece for name, piece in pieces.items() if piece}


ARMY = army()


def turned(square: Square) -> Square:
    """The square as the other side sees it."""
    return (8 - square[0], 9 - square[1])


def boards(count: int) -> Iterator[Men]:
    """Positions made by chance, with both Generals."""
    rng = random.Random(39)
    everywhere = list(BOARD.squares())
    for _ in range(count):
        men: dict[Square, str] = {rng.choice(PALACE): "K"}
        men[turned(rng.choice(PALACE))] = "k"
        for _ in range(rng.randrange(2 * PIECES)):
            letter, is_white = rng.choice("ABNRCP"), rng.random() < 0.5
            square = rng.choice(POINTS.get(letter, everywhere))
            men.setdefault(
                square if is_white else turned(square), letter if is_white else letter.lower()
            )
        yield men


def moves(men: Men, *, white: bool) -> Iterator[tuple[Square, Square]]:
    """The moves of a side by the page, also those that lose its General."""
    friends = frozenset(at for at, letter in men.items() if letter.isupper() == white)
    names = {at: LETTERS[letter.upper()] for at, letter in men.items()}
    for square in friends:
        position = Position(
            BOARD, friends - {square}, men.keys() - friends, white=white, names=names
        )
        for result in results(ARMY[names[square]], position, square).all:
            assert result.to
            assert not result.when
            yield square, result.to


def takes_general(men: Men, *, white: bool) -> bool:
    """Whether a side can take the General of the other one."""
    general = "k" if white else "K"
    return any(men.get(to) == general for _, to in moves(men, white=white))


def legal(men: Men) -> set[str]:
    """The moves of White that do not lose its General, as the engine writes them."""
    played = ((start, to, {**men, to: men[start]}) for start, to in moves(men, white=True))
    after = (
        (start, to, {at: letter for at, letter in board.items() if at != start})
        for start, to, board in played
    )
    return {
        square_name(start, BOARD) + square_name(to, BOARD)
        for start, to, board in after
        if not takes_general(board, white=False)
    }


def fen(men: Men) -> str:
    """A position with White to move."""
    rows = (
        "".join(men.get((file, rank), ".") for file in range(9)) for rank in reversed(range(10))
    )
    return (
        "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows)
        + " w - - 0 1"
    )


def test_s14_the_army_of_the_page_plays_xiangqi() -> None:
    """Each legal move of the engine, and no other, in positions where Black is not in check."""
    asked = [men for men in boards(120) if not takes_general(men, white=True)]
    positions = (
        (men, legal(men), set(pyffish.legal_moves("xiangqi", fen(men), []))) for men in asked
    )

    assert len(asked) > 20
    none_wrong(
        f"{fen(men)}: {sorted(ours ^ engine)}" for men, ours, engine in positions if ours != engine
    )
