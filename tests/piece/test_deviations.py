"""The squares on which an engine deviates, beside what both pieces do in random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from piece.corpora import exhibits
from piece.test_results import read_piece
from wazir.document import Document
from wazir.features import definitions
from wazir.notations.betza import BETZA
from wazir.notations.notation import Context
from wazir.notations.results import Played
from wazir.piece.board import SquareBoard
from wazir.piece.drawing.diagram import of_reach, with_deviations
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.equivalence import Deviation, deviations, deviations_around
from wazir.piece.model import Piece, Square
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

BOARD = SquareBoard()
TEXTS = [
    "W03",
    "R12",
    "fsK",
    "DD",
    "mQmpK2",
    "NnN",
    "ifmnH",
    "N-N",
    "fpRbgR",
    "W-F",
    "gR3",
    "icF",
    "yafsF",
    "[F?R]",
]


def played(text: str, engine: str) -> Played | None:
    last = definitions.last(Document.open(BETZA, text, Context(profile=engine)))
    return last[1].played if last else None


def touched(piece: Piece, position: Position, square: Square) -> dict[Square, set[object]]:
    """What a piece does to each square in a position."""
    outcomes: dict[Square, set[object]] = {}
    for result in results(piece, position, square).all:
        for at in {*result.takes, *([result.to] if result.to else [])}:
            outcomes.setdefault(at, set()).add(
                (result.to, result.takes, result.when, result.becomes)
            )
    return outcomes


def positions(text: str, white: bool) -> Iterator[tuple[Position, Square]]:
    rng, every = random.Random(text), list(BOARD.squares())
    for density in (0.0, 0.1, 0.2, 0.3, 0.5):
        square = rng.choice(every)
        held = [at for at in every if at != square and rng.random() < density]
        friends = frozenset(at for at in held if rng.random() < 0.5)
        virgin = rng.random() < 0.5
        yield (
            Position(BOARD, friends, frozenset(held) - friends, white=white, virgin=virgin),
            square,
        )


def corpus() -> list[str]:
    return [
        exhibit.text for exhibit in exhibits() if exhibit.notation == "betza" and not exhibit.broken
    ][::40]


@pytest.mark.parametrize("engine", ["fairy-stockfish", "xboard"])
@pytest.mark.parametrize("white", [True, False], ids=["white", "black"])
def test_pieces_differ_only_where_a_deviation_is_marked(engine: str, white: bool) -> None:
    """A square on which both differ in some position is marked; added ones are never meant, others
    never left out.
    """
    seen = set()
    for text in (*TEXTS, *corpus()):
        other = played(text, engine)
        if other is None:
            continue
        for position, square in positions(text, white):
            differences = deviations(other.meant, other.piece, BOARD, square, white)
            meant, actual = (
                touched(other.meant, position, square),
                touched(other.piece, position, square),
            )
            for at in meant.keys() | actual.keys():
                how = differences.get(at)
                assert how or not differences or meant.get(at) == actual.get(at), (text, at)
                assert how is not Deviation.ADDED or at not in meant, (text, at)
                assert how is not Deviation.OMITTED or at not in actual, (text, at)
                seen.add(how)

    assert seen == {None, *Deviation}


def test_a_piece_that_is_played_as_meant_has_no_deviation() -> None:
    for text in ("K", "R", "nN", "fmWfcFifmnD", "pR"):
        assert played(text, "fairy-stockfish") is None
        meant = read_piece(text, "xbetza")
        assert deviations_around(meant, meant, BOARD) == {}


def test_b23_the_place_of_the_piece_has_no_deviation() -> None:
    """A pass of one of both has a place of its own; it is one of those that the diagram does not
    show.
    """
    meant, actual = (of_reach(reach(read_piece(moves, "extended"))) for moves in ("K", "KW-bW"))
    shown = with_deviations(meant, actual, {(0, 0): Deviation.ADDED}, "Fairy-Stockfish")

    assert shown.deviations == {}
    assert [warning for warning in shown.warnings if "beyond this diagram" in warning]


def test_b23_the_diagram_shows_both() -> None:
    """The marks of what is meant, those of the engine where it adds squares, and a sign after each
    that deviates.
    """
    other = played("fsKbmN", "fairy-stockfish")
    assert other
    meant, actual = (of_reach(reach(piece)) for piece in (other.meant, other.piece))
    differences = deviations_around(other.meant, other.piece, BOARD)

    assert str(
        drawing(with_deviations(meant, actual, differences, "Fairy-Stockfish"))
    ).splitlines() == [
        ". . . . .",
        ". X . X .",
        ". X+! X+.",
        ". . . . .",
        ". m . m .",
        "",
        "! the piece",
        "X moves or captures",
        "m moves without capturing",
        "+ after a mark: added by Fairy-Stockfish",
    ]
