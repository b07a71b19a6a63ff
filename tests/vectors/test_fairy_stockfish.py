"""The reader and the profile of Fairy-Stockfish beside the engine itself, asked through pyffish (E1
to E16, B23).
"""

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
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.betza import BETZA
from wazir.notations.engine_files.variants_ini.meaning import Variant
from wazir.notations.notation import NO_NAMES, Analysis, Context
from wazir.piece.board import SquareBoard, square_name
from wazir.piece.equivalence import compared
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results
from wazir.text import apply

BOARDS = (SquareBoard(8, 8), SquareBoard(12, 10))
READ = BETZA.readers["fairy-stockfish"].read


@cache
def texts() -> tuple[str, ...]:
    """The strings of the corpus that a line of a configuration can hold, and others made of its
    letters by chance.
    """
    known = [row["betza"] for row in rows("corpus_betza")]
    rng, letters = random.Random(7), "".join(known)
    made = ["".join(rng.choices(letters, k=rng.randrange(1, 9))) for _ in range(200)]
    return tuple(
        dict.fromkeys(text for text in (*known, *made) if text.strip() == text and text.isascii())
    )


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
    """The names of variants of the engine whose piece `A` has a string; loaded at once, for each
    load takes long.
    """
    names = {text: f"wazir{board}number{number}" for number, text in enumerate(texts())}
    rows = "/".join([str(board.files)] * board.ranks)
    with silenced():
        pyffish.load_variant_config(
            "".join(
                f"[{name}:fairy]\nmaxFile = {board.files}\nmaxRank = {board.ranks}\ncustomPiece1 "
                f"= a:{text}\ncustomPiece2 = w:W\nking = -\nstartFen = {rows} w - - 0 1\n"
                for text, name in names.items()
            )
        )
    return names


def played(text: str, board: SquareBoard, position: Position, square: Square) -> set[str]:
    """Where the engine's piece of a text goes, by the names of the squares."""
    return asked(variants(board)[text], board, position, square)


def asked(variant: str, board: SquareBoard, position: Position, square: Square) -> set[str]:
    """Where the engine's piece `A` of a variant goes."""
    mover, friend, foe = "AWw" if position.white else "awW"
    rows = []
    for rank in reversed(range(board.ranks)):
        signs = ""
        for at in ((file, rank) for file in range(board.files)):
            others = friend if at in position.friends else foe if at in position.foes else "."
            signs += mover if at == square else others
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), signs))
    fen = "/".join(rows) + f" {'w' if position.white else 'b'} - - 0 1"
    moves = pyffish.legal_moves(variant, fen, [])
    matches = (re.fullmatch(r"([a-z]\d+)([a-z]\d+)", move) for move in moves)
    return {move[2] for move in matches if move and move[1] == square_name(square, board)}


def ends(piece: Piece, board: SquareBoard, position: Position, square: Square) -> set[str]:
    """Where a piece goes; a capture in passing needs a move before it."""
    return {
        square_name(result.to, board)
        for result in results(piece, position, square).all
        if result.to and not result.when
    }


def positions(text: str, board: SquareBoard, count: int) -> Iterator[tuple[Position, Square]]:
    rng = random.Random(text)
    every = list(board.squares())
    for _ in range(count):
        square, density = rng.choice(every), rng.choice((0.0, 0.2, 0.4))
        occupied = [at for at in every if at != square and rng.random() < density]
        friends = frozenset(at for at in occupied if rng.random() < 0.5)
        yield (
            Position(board, friends, frozenset(occupied) - friends, white=rng.random() < 0.5),
            square,
        )


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_e1_to_e16_the_engine_plays_what_the_reader_says(board: SquareBoard) -> None:
    """Each string on a position of its own."""
    wrong = []
    for text in texts():
        piece = READ(text)
        for position, square in positions(text, board, 1):
            read, expected = (
                ends(piece, board, position, square),
                played(text, board, position, square),
            )
            if read != expected:
                wrong.append(f"{text} on {square} of {position}: {contrast(expected, read)}")

    none_wrong(wrong)


def test_b23_the_profile_speaks_just_where_the_engine_plays_otherwise() -> None:
    """Every string: the engine plays what is meant, or else differs where the comparison says."""
    board = BOARDS[0]
    wrong = []
    for text in some(texts(), 3):
        context = Context("xbetza", profile="fairy-stockfish")
        analysis = BETZA.read(text, context, NO_NAMES)
        meant = next(
            (definition.piece for definition in analysis.definitions if not definition.broken), None
        )
        codes = {diagnostic.code.id for diagnostic in analysis.diagnostics}
        if meant is None or "i" in text:
            continue
        if "engine-differs" not in codes:
            where = list(positions(text, board, 2))
            if any(ends(meant, board, *place) != played(text, board, *place) for place in where):
                wrong.append(text)
            continue
        shown = compared(meant, READ(text), board).difference
        if shown is None:
            wrong.append(text)
        elif not any(result.when for result in (*shown.only_a, *shown.only_b)):
            place = shown.position, shown.square
            takes = any(result.takes or result.puts for result in (*shown.only_a, *shown.only_b))
            if not takes and ends(meant, board, *place) == played(text, board, *place):
                wrong.append(text)

    none_wrong(wrong)


CHAINS = ("pafK", "pafW", "pafF", "gafR", "gafB", "R12", "B12", "Q12", "W-fW", "mafR")
"""Chains, and rides, some of which have a text that the engine plays as they are meant."""


def analysed(text: str) -> Analysis:
    """A text with the profile of the engine."""
    return BETZA.read(text, Context("xbetza", profile="fairy-stockfish"), NO_NAMES)


def test_e17_every_fix_of_the_profile_is_played_as_meant_by_the_engine() -> None:
    """E17: texts of the corpus and chains, after each fix, loaded as pieces of variants."""
    board, fixed = BOARDS[0], dict[str, tuple[str, Piece]]()
    for text in (*CHAINS, *texts()):
        analysis = analysed(text)
        meant = next(
            (definition.piece for definition in analysis.definitions if not definition.broken), None
        )
        for diagnostic in analysis.diagnostics:
            if diagnostic.code.id == "engine-differs" and meant and "i" not in text:
                edits = ((apply(text, fix.edits), meant) for fix in diagnostic.fixes)
                fixed |= {
                    f"wazirfix{len(fixed) + number}": edit for number, edit in enumerate(edits)
                }
    with silenced():
        pyffish.load_variant_config(
            "".join(
                f"[{name}:fairy]\ncustomPiece1 = a:{text}\ncustomPiece2 = w:W\nking = -\n"
                "startFen = 8/8/8/8/8/8/8/8 w - - 0 1\n"
                for name, (text, _) in fixed.items()
            )
        )

    wrong = [
        (text, place)
        for name, (text, meant) in fixed.items()
        if not any(
            diagnostic.code.id == "engine-differs" for diagnostic in analysed(text).diagnostics
        )
        for place in positions(text, board, 3)
        if ends(meant, board, *place) != asked(name, board, *place)
    ]

    assert len(fixed) > 20
    none_wrong(wrong)


@cache
def kings() -> dict[str, str]:
    """The names of variants whose king has a string; loaded at once, for each load takes long."""
    names = {text: f"wazirking{number}" for number, text in enumerate(texts()[::4])}
    with silenced():
        pyffish.load_variant_config(
            "".join(
                (
                    f"[{name}:fairy]\nking = k:{text}\ncastling = false\nstartFen = "
                    "8/8/8/8/8/8/8/8 w - - 0 1\n"
                )
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
        targets = {move[2:] for move in moves}
        if targets != ends(READ(text), board, Position(board), square):
            wrong.append((text, square, targets))

    assert wrong == []


CASTLING = [
    ("R3K2R", "KQ"),
    ("R3K2R", "K"),
    ("R3K2R", "Q"),
    ("R3K2R", "-"),
    ("RN2K2R", "KQ"),
    ("R2NK2R", "KQ"),
    ("R1N1K2R", "KQ"),
    ("R3KN1R", "KQ"),
    ("R3K1NR", "KQ"),
    ("Rn2K2R", "KQ"),
    ("R3K1nR", "KQ"),
    ("4K2R", "K"),
    ("R3K3", "Q"),
]


SET = ("queen", "rook", "bishop", "knight", "amazon", "customPiece1", "customPiece2")
PROMOTING = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def test_f10_pawns_become_what_is_left_of_the_inherited_promotions() -> None:
    """F10: pieces that are set again by chance, with their letters or with those of others, in
    three generations.
    """
    rng, sections, names = random.Random(10), [], ["chess"]
    for number in range(150):
        parent = names[-1] if number % 3 else "chess"
        names.append(f"wazirpromotion{number}")
        letters = (
            f"{key} = {rng.choice('qrbnqrbnxyz-')}:N\n"
            for key in rng.choices(SET, k=rng.randrange(1, 4))
        )
        lists = f"promotionPieceTypes = {''.join(rng.choices('qrbnxyz', k=3))}\n" * rng.choice(
            (0, 0, 0, 1)
        )
        sections.append(
            f"[{names[-1]}:{parent}]\n{''.join(letters)}{lists}startFen = {PROMOTING}\n"
        )
    with silenced():
        pyffish.load_variant_config("".join(sections))
    document, wrong = Document.open(by_name("fairy-variants"), "".join(sections)), []
    for name in names[1:]:
        made = document.scope.facts(name)
        assert isinstance(made, Variant)
        pieces = made.options["promotionPieceTypesWhite"]
        available = {piece.letter for piece in made.pieces if piece.key in pieces}
        played = {
            move[4] for move in pyffish.legal_moves(name, PROMOTING, []) if move.startswith("a7a8")
        }
        if available != played:
            wrong.append(f"{name}: {available}, but {played}")

    none_wrong(wrong)


@pytest.mark.parametrize("white", [True, False])
@pytest.mark.parametrize(("rank", "rights"), CASTLING)
def test_b22_castling_is_that_of_the_engine_in_chess(rank: str, rights: str, white: bool) -> None:
    """B22: `KisO2` on set positions: rooks have moved, are missing, or have something between them
    and the king.
    """
    home = 0 if white else 7
    files = re.sub(r"\d", lambda empty: "." * int(empty[0]), rank)
    shown, first = (rank, "w") if white else (rank.swapcase(), "b")
    other = "k" if white else "K"
    rows = [f"{other}7", *["8"] * 6, shown] if white else [shown, *["8"] * 6, f"{other}7"]
    fen = f"{'/'.join(rows)} {first} {rights if white else rights.lower()} - 0 1"
    at = {
        sign: [(file, home) for file, piece in enumerate(files) if piece == sign] for sign in "RNn"
    }
    corners = {(7, home): "K", (0, home): "Q"}
    position = Position(
        BOARDS[0],
        frozenset(at["R"] + at["N"]),
        frozenset(at["n"]),
        moved=frozenset(place for place in at["R"] if corners[place] not in rights),
        white=white,
    )
    (king,) = BETZA.read("KisO2", Context("xbetza"), NO_NAMES).definitions
    assert king.piece

    targets = {
        target for target in ends(king.piece, BOARDS[0], position, (4, home)) if target[0] in "cg"
    }

    moves = pyffish.legal_moves("chess", fen, [])
    assert targets == {move[2:] for move in moves if move[:2] == f"e{home + 1}" and move[2] in "cg"}
