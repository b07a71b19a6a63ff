"""The reader and the profile of Fairy-Stockfish beside the engine itself, asked through pyffish (E1 to E16, B23)."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pyffish
import pytest

from harness import contrast, none_wrong, rows
from long import some
from wazir.notations.base import NO_NAMES, Context
from wazir.notations.betza import BETZA
from wazir.piece.board import SquareBoard, square_name
from wazir.piece.equivalence.same import compared
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results

BOARDS = (SquareBoard(8, 8), SquareBoard(12, 10))
READ = BETZA.readers["fairy-stockfish"].read


@cache
def texts() -> tuple[str, ...]:
    """The strings of the corpus that a line of a configuration can hold, and others made of its letters by chance."""
    known = [row["betza"] for row in rows("corpus_betza")]
    rng, letters = random.Random(7), "".join(known)
    made = ["".join(rng.choices(letters, k=rng.randrange(1, 9))) for _ in range(200)]
    return tuple(dict.fromkeys(text for text in (*known, *made) if text.strip() == text and text.isascii()))


@contextmanager
def silenced() -> Iterator[None]:
    """The engine writes what it thinks of a variant straight to the terminal."""
    saved = os.dup(2)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a descriptor is needed
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


@cache
def variants(board: SquareBoard) -> dict[str, str]:
    """The names of variants of the engine whose piece `A` has a string; loaded at once, for each load takes long."""
    names = {text: f"wazir{board}number{number}" for number, text in enumerate(texts())}
    rows = "/".join([str(board.files)] * board.ranks)
    with silenced():
        pyffish.load_variant_config(
            "".join(
                f"[{name}:fairy]\nmaxFile = {board.files}\nmaxRank = {board.ranks}\ncustomPiece1 = a:{text}\n"
                f"customPiece2 = w:W\nking = -\nstartFen = {rows} w - - 0 1\n"
                for text, name in names.items()
            )
        )
    return names


def played(text: str, board: SquareBoard, position: Position, square: Square) -> set[str]:
    """Where the engine's piece goes, by the names of the squares."""
    mover, friend, foe = "AWw" if position.white else "awW"
    rows = []
    for rank in reversed(range(board.ranks)):
        signs = ""
        for at in ((file, rank) for file in range(board.files)):
            others = friend if at in position.friends else foe if at in position.foes else "."
            signs += mover if at == square else others
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), signs))
    fen = "/".join(rows) + f" {'w' if position.white else 'b'} - - 0 1"
    moves = pyffish.legal_moves(variants(board)[text], fen, [])
    found = (re.fullmatch(r"([a-z]\d+)([a-z]\d+)", move) for move in moves)
    return {move[2] for move in found if move and move[1] == square_name(square, board)}


def ends(piece: Piece, board: SquareBoard, position: Position, square: Square) -> set[str]:
    """Where a piece goes; a capture in passing needs a move before it."""
    return {square_name(one.to, board) for one in results(piece, position, square).found if one.to and not one.when}


def positions(text: str, board: SquareBoard, count: int) -> Iterator[tuple[Position, Square]]:
    rng = random.Random(text)
    every = list(board.squares())
    for _ in range(count):
        square, density = rng.choice(every), rng.choice((0.0, 0.2, 0.4))
        occupied = [at for at in every if at != square and rng.random() < density]
        friends = frozenset(at for at in occupied if rng.random() < 0.5)
        yield Position(board, friends, frozenset(occupied) - friends, white=rng.random() < 0.5), square


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_e1_to_e16_the_engine_plays_what_the_reader_says(board: SquareBoard) -> None:
    """Each string on a position of its own."""
    wrong = []
    for text in texts():
        piece = READ(text)
        for position, square in positions(text, board, 1):
            given, expected = ends(piece, board, position, square), played(text, board, position, square)
            if given != expected:
                wrong.append(f"{text} on {square} of {position}: {contrast(expected, given)}")

    none_wrong(wrong)


def test_b23_the_profile_speaks_just_where_the_engine_plays_otherwise() -> None:
    """Every string: the engine plays what is meant, or else differs where the comparison says."""
    board = BOARDS[0]
    wrong = []
    for text in some(texts(), 3):
        context = Context("xbetza", profile="fairy-stockfish")
        analysis = BETZA.analyser.analyse(text, context, NO_NAMES)
        meant = next((one.piece for one in analysis.definitions if not one.broken), None)
        codes = {one.code.id for one in analysis.diagnostics}
        if meant is None or "i" in text:
            continue
        if "engine-differs" not in codes:
            where = list(positions(text, board, 2))
            if any(ends(meant, board, *one) != played(text, board, *one) for one in where):
                wrong.append(text)
            continue
        shown = compared(meant, READ(text), board).difference
        if shown is None:
            wrong.append(text)
        elif not any(one.when for one in (*shown.only_a, *shown.only_b)):
            one = shown.position, shown.square
            takes = any(result.takes or result.puts for result in (*shown.only_a, *shown.only_b))
            if not takes and ends(meant, board, *one) == played(text, board, *one):
                wrong.append(text)

    none_wrong(wrong)


@cache
def kings() -> dict[str, str]:
    """The names of variants whose king has a string; loaded at once, for each load takes long."""
    names = {text: f"wazirking{number}" for number, text in enumerate(texts()[::4])}
    with silenced():
        pyffish.load_variant_config(
            "".join(
                f"[{name}:fairy]\nking = k:{text}\ncastling = false\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n"
                for text, name in names.items()
            )
        )
    return names


def test_e18_a_king_with_moves_of_its_own_is_read_by_the_same_rules() -> None:
    """E18: the engine's king goes where its string leads, as the reader says."""
    board, rng, wrong = BOARDS[0], random.Random(18), []
    for text, variant in kings().items():
        square = (rng.randrange(8), rng.randrange(8))
        empty = ["8"] * 8
        before, after = square[0], 7 - square[0]
        empty[7 - square[1]] = f"{before or ''}K{after or ''}"
        moves = pyffish.legal_moves(variant, "/".join(empty) + " w - - 0 1", [])
        given = {move[2:] for move in moves}
        if given != ends(READ(text), board, Position(board), square):
            wrong.append((text, square, given))

    assert wrong == []
