"""The squares where pieces in hand and walls may be placed, beside the legal moves of
Fairy-Stockfish.
"""

from __future__ import annotations

import random
import re

import pytest
from children import VARIANTS as NOTATION

from long import LONG
from wazir.document import Document
from wazir.features.views.piece import Choices, piece
from wazir.notations.results import HoverText
from wazir.piece.board import square_name

pytest.importorskip("pyffish", reason="pyffish is not installed")

import pyffish
from board_oracle import Section, random_game

WALL = re.compile(r",[a-z]\d+([a-z]\d+)")
POSITIONS, PLIES = (20, 60) if LONG else (3, 40)
DROP = re.compile(r"\+?([A-Z])@([a-z]\d+)")
GATED = re.compile(r"([a-z]\d+)[a-z]\d+([a-z])$")
# what each has: pawns that are not dropped on some ranks, one pawn on a file, squares without
# moves, promoted drops, regions, rooks on the first rank, drops that enclose, touch or fall
DROPPING = [
    "crazyhouse",
    "dobutsu",
    "flipello",
    "gorogoro",
    "kyotoshogi",
    "minishogi",
    "placement",
    "pocketknight",
    "sittuyin",
]


def hovered(name: str, fen: str, at: str) -> HoverText | None:
    """The hover at the first place of a text in a position of a variant."""
    text = f"[shown:{name}]\nstartFen = {fen}\n"
    document = Document.open(NOTATION, text)
    offset = text.index(at, text.index(fen)) + len(at) - 1
    return document.analysis(document.chunk_at(0)).hover(offset)


def marked(hover: HoverText | None) -> set[str]:
    """The names of the marked squares."""
    assert hover
    assert hover.position
    return {square_name(at, hover.position.board) for at in hover.position.marks}


def in_hand(fen: str) -> set[str]:
    """The letters in hand of the side to move."""
    board, side, *_ = fen.split(" ")
    held = board.partition("[")[2].rstrip("]")
    return {letter for letter in held if letter.isupper() == (side == "w")}


@pytest.mark.parametrize("variant", DROPPING)
def test_v18_a_piece_in_hand_shows_where_it_may_be_dropped(variant: str) -> None:
    """V18: these squares are those of the drops of the engine; check, and bishops of a side that
    have to be on both colours, forbid some.
    """
    section, tried = Section(variant), 0
    holding = [fen for fen in random_game(section, PLIES) if in_hand(fen)]
    for fen in random.Random(variant).sample(holding, min(POSITIONS, len(holding))):
        drops = [match for move in section.legal(fen) if (match := DROP.match(move))]
        for letter in in_hand(fen) if drops else ():
            played = {drop[2] for drop in drops if drop[1] == letter.upper()}
            shown = marked(hovered(variant, fen, _hand_before(fen, letter)))
            assert played <= shown, fen
            if variant != "placement" and not _is_checked(section, fen):
                assert shown == played, (fen, letter)
            tried += 1

    assert tried


@pytest.mark.parametrize("variant", DROPPING)
def test_v18_a_click_on_a_piece_in_hand_shows_where_it_may_be_dropped(variant: str) -> None:
    """V18: the board view has the squares of the hover, which are those of the engine."""
    section, tried = Section(variant), 0
    fens = [fen for fen in random_game(section, PLIES) if in_hand(fen)]
    for fen in fens[:: max(len(fens) // POSITIONS, 1)]:
        document = Document.open(NOTATION, f"[shown:{variant}]\nstartFen = {fen}\n")
        for letter in in_hand(fen):
            held = piece(document, document.text.index(fen), Choices(square=f"{letter}@"))
            assert held
            reached = {square.name for square in held.squares if square.reached}
            assert reached == marked(hovered(variant, fen, _hand_before(fen, letter))), fen
            assert held.square == f"{letter}@"
            tried += 1

    assert tried


def _hand_before(fen: str, letter: str) -> str:
    """The hand up to a letter."""
    start = fen.index("[")
    return fen[start : fen.index(letter, start) + 1]


def _is_checked(section: Section, fen: str) -> bool:
    return bool(pyffish.gives_check(section.name, fen, []))


def test_v18_a_piece_in_hand_shows_the_gates() -> None:
    """V18: in seirawan chess a piece enters behind those that have not moved."""
    fen = "r1bqkbnr/pppppppp/n7/8/8/N7/PPPPPPPP/R1BQKBNR[HEhe] w KQCDFGkqcdfg - 2 2"
    played = {m[1] for move in Section("seirawan").legal(fen) if (m := GATED.match(move))}
    hover = hovered("seirawan", fen, "[H")

    assert played == {"a1", "g1"}
    assert marked(hover) == {"a1", "c1", "d1", "e1", "f1", "g1", "h1"}
    assert hover
    assert (
        hover.notes[-1] == "It may enter behind the piece that leaves a1, c1, d1, e1, f1, g1 or h1."
    )


def test_v18_a_letter_that_is_no_file_is_no_gate() -> None:
    """V18: a castling right that is not in ASCII is left out; its capital may be two letters."""
    fen = "4k2r/8/8/8/8/8/8/4K2R[H] w Kß - 0 1"

    assert marked(hovered("seirawan", fen.replace("[H]", "[h]"), "[h")) == set()
    assert marked(hovered("seirawan", fen, "[H")) == {"e1", "h1"}


WALLED = (
    "[w:chess]\nking = -\ncommoner = k\nwallingRule = duck\n",
    "[w:chess]\nwallingRule = static\nwallingRegion = e3 e2\n",
    "[w:chess]\nwallingRule = edge\n",
    "[w:chess]\nwallingRule = edge\nstartFen = 7k/8/8/3*4/8/8/8/7K w - - 0 1\n",
    "[w:chess]\nwallingRule = past\nstartFen = 7k/8/8/8/8/8/3R4/7K w - - 0 1\n",
    "[w:chess]\nwallingRule = arrow\n",
    "[w:chess]\nwallingRule = arrow\nstartFen = 7k/8/8/3q4/8/1B6/8/7K b - - 0 1\n",
    "[w:amazons]\nwallingRule = arrow\n",
    "[w:snailtrail]\nwallingRule = past\n",
    "[w:isolation]\nwallingRule = static\n",
)


@pytest.mark.parametrize("text", WALLED)
def test_v18_a_rule_of_walls_shows_where_one_may_be_put(text: str) -> None:
    """V18: in the region, and on the square that the piece leaves; an arrow flies where the piece
    could move on. These are the squares of the engine.
    """
    document = Document.open(NOTATION, text)
    hover = document.analysis(document.chunk_at(0)).hover(text.index("wallingRule = ") + 15)
    name = f"walls-shown-{WALLED.index(text)}"
    pyffish.load_variant_config(text.replace("[w:", f"[{name}:"))
    moves = pyffish.legal_moves(name, pyffish.start_fen(name), [])

    assert moves
    assert marked(hover) == {WALL.findall(move)[0] for move in moves}
