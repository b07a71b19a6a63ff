"""Files written for engines: the engine plays each piece as it is meant."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import pyffish
import pytest
from test_fairy_stockfish import ends, silenced
from test_fairy_stockfish import positions as random_positions

from wazir.document import Document
from wazir.features.conversion import Translation, every_target, exported
from wazir.features.definitions import every, last
from wazir.notations import by_name, for_file
from wazir.notations.notation import Context
from wazir.piece.board import SquareBoard, square_name
from wazir.piece.equivalence import compared
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position

SAMPLES = Path(__file__).parents[2] / "samples"
FILES = [
    "betza/fairy.betza",
    "betza/orthodox.betza",
    "betza/shogi.betza",
    "betza/hoppers.betza",
    "betza/xiangqi.betza",
    "bensahas/pieces.bensahas",
    "lcpn/lisp.lcpn",
]
BOARD = SquareBoard()


@cache
def written(name: str, form: str) -> tuple[Translation, dict[str, Piece]]:
    """A sample in the file of an engine, and the pieces that are meant, by name."""
    notation = for_file(name)
    assert notation
    document = Document.open(
        notation,
        (SAMPLES / name).read_text("utf-8"),
        Context("xbetza", "8x8", fixed=frozenset({"board"})),
    )
    pieces = {
        definition.name: definition.piece
        for _, definition in every(document)
        if definition.name and definition.piece
    }
    return exported(document, every_target()[form]), pieces


def played(variant: str, letter: str, position: Position, square: Square) -> set[str]:
    """Where the engine moves a piece among others of its kind."""
    mover, foe = (letter.upper(), letter) if position.white else (letter, letter.upper())
    rows = []
    for rank in reversed(range(BOARD.ranks)):
        signs = (
            mover
            if (file, rank) == square
            else mover
            if (file, rank) in position.friends
            else foe
            if (file, rank) in position.foes
            else "1"
            for file in range(BOARD.files)
        )
        rows.append(re.sub("1+", lambda empty: str(len(empty[0])), "".join(signs)))
    moves = pyffish.legal_moves(
        variant, f"{'/'.join(rows)} {'w' if position.white else 'b'} - - 0 1", []
    )
    return {move[2:] for move in moves if move[:2] == square_name(square, BOARD)}


@pytest.mark.parametrize("name", FILES)
def test_fairy_stockfish_plays_an_exported_section_as_meant(name: str) -> None:
    """E1 to E16, F2, F6: each piece on random positions, asked of the engine itself."""
    made, meant = written(name, "variants.ini")
    variant = "exported" + re.sub(r"\W", "", name)
    section = made.text.replace("[pieces]", f"[{variant}]")
    with silenced():
        pyffish.load_variant_config(
            section.replace("king = k", "king = -") + section.replace(variant, variant + "2")
        )
    lines = re.findall(r"^# (.*)\ncustomPiece\d+ = (\w):(.*)$", made.text, re.M)
    fen = re.findall(r"startFen = (.*)", made.text)[0]

    assert lines
    assert pyffish.validate_fen(fen, variant + "2") == pyffish.FEN_OK
    for label, letter, text in lines:
        for position, square in random_positions(label, BOARD, 4):
            if "i" not in text:
                expected = ends(meant[label], BOARD, position, square)
                assert played(variant, letter, position, square) == expected, (
                    label,
                    text,
                    position,
                    square,
                )


@pytest.mark.parametrize("name", FILES)
def test_an_exported_section_has_no_errors(name: str) -> None:
    """F19: read as a document, it has hints at most."""
    document = Document.open(by_name("fairy-variants"), written(name, "variants.ini")[0].text)

    assert [
        diagnostic
        for diagnostic in document.diagnostics()
        if diagnostic.code.severity.name in ("ERROR", "WARNING")
    ] == []


@pytest.mark.parametrize("name", FILES)
def test_f20_xboard_plays_exported_lines_as_meant(name: str) -> None:
    """F20: each line, read as the program reads it, is the piece that is meant."""
    made, meant = written(name, "xboard")
    lines = re.findall(r"^# (.*)\npiece ([A-Z])& (\S+)$", made.text, re.M)
    read = by_name("betza").readers["xboard"].read

    assert made.text.count("piece ") == len(lines) > 0
    assert len({letter for _, letter, _ in lines}) == len(lines)
    for label, _, text in lines:
        if not any(move.labels for move in meant[label].moves):
            assert compared(meant[label], read(text), BOARD).same, label


@pytest.mark.parametrize("name", FILES)
def test_f25_the_interactive_diagram_has_the_pieces_that_are_meant(name: str) -> None:
    """D1, F25: the pieces are XBetza, each with an ID and a square of its own."""
    made, meant = written(name, "interactive-diagram")
    lines = [line.split(":") for line in unescape(made.text).splitlines() if ":" in line]
    names = {re.sub(r"[\s:]+", "_", key): piece for key, piece in meant.items()}

    assert lines
    assert len({line[1] for line in lines}) == len({line[4] for line in lines}) == len(lines)
    for label, _, text, *_ in lines:
        pair = last(Document.open(by_name("betza"), text, Context("xbetza")))
        assert pair
        _, definition = pair
        assert definition.piece
        assert compared(names[label], definition.piece, BOARD).same, label


@pytest.mark.parametrize("form", ["variants.ini", "xboard", "interactive-diagram"])
def test_what_is_left_out_has_a_reason(form: str) -> None:
    """The giraffe is a leap that no program reads."""
    left = {
        omission.name: omission.reason for omission in written("betza/fairy.betza", form)[0].left
    }

    assert re.match("No text was found that .* plays as this piece", left["Giraffe"])
    assert left["Knishop"] == "There are letters for 25 pieces."
