"""Whole pictures, as they were looked at (M13, Q8)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from piece.test_hexagons import read_piece as on_hexagons
from piece.test_results import read_piece
from wazir.piece.board import HexBoard, Rectangle, SquareBoard
from wazir.piece.drawing.diagram import (
    Diagram,
    Man,
    of_board,
    of_men,
    of_reach,
    of_results,
    with_deviations,
)
from wazir.piece.drawing.heat_map import heat_map
from wazir.piece.drawing.shapes import Theme
from wazir.piece.drawing.svg import of_diagram
from wazir.piece.equivalence import deviations_around
from wazir.piece.model import Reach
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

PICTURES = Path(__file__).with_name("pictures")


def among_others() -> Diagram:
    """A rook that pushes on among friends and foes, on hexagons."""
    board = HexBoard(4)
    position = Position(
        board, friends=frozenset({(2, 0), (-1, 2)}), foes=frozenset({(0, 2), (-2, 0)}), white=False
    )
    return of_results(
        results(on_hexagons("* six / 1 1,1 -1,-1"), position, (0, -1)), position, (0, -1)
    )


def doing_otherwise() -> Diagram:
    """A piece that passes, takes friends, takes what it does not land on, and vanishes by moving
    diagonally.
    """
    board = SquareBoard(6, 5)
    position = Position(
        board, friends=frozenset({(4, 4), (4, 2)}), foes=frozenset({(1, 2), (3, 1), (0, 0)})
    )
    piece, leaving = (read_piece(moves, "xbetza") for moves in ("mabWcabWmcdA", "mcF"))
    whole = replace(
        piece, moves=(*piece.moves, *(replace(move, vanishes=True) for move in leaving.moves))
    )
    return of_results(results(whole, position, (2, 2)), position, (2, 2))


def deviating() -> Diagram:
    """What an engine leaves out, adds and plays otherwise."""
    meant, played = (read_piece(moves, "xbetza") for moves in ("fNmRcpRfmF", "bNflnNRnDmabF"))
    deviations = deviations_around(meant, played, SquareBoard())
    return with_deviations(
        of_reach(reach(meant)), of_reach(reach(played)), deviations, "The engine"
    )


def whole() -> Diagram:
    """A position with a wall, and a piece that is pointed at."""
    men = {
        (0, 0): Man("K", white=True),
        (3, 2): Man("+P", white=False),
        (1, 4): Man("q", white=False),
    }
    return of_men(SquareBoard(4, 5), men, frozenset({(2, 1), (0, 3)}), (3, 2))


def motley() -> Reach:
    """What a piece does that takes without moving, passes, takes friends, and immobilizes what is
    near.
    """
    piece = read_piece("mWcabFdDmabFifmnH", "xbetza")
    return reach(replace(piece, freezes=read_piece("WfA", "xbetza").moves))


DIAGRAMS = {
    "among-others": among_others,
    "deviating": deviating,
    "doing-otherwise": doing_otherwise,
    "whole": whole,
    "lame": lambda: of_reach(reach(read_piece("nNnCnZ", "xbetza")), Rectangle(-2, -2, 5, 5)),
    "narrow": lambda: of_reach(
        reach(read_piece("F(pD-bW)nH", "extended")), Rectangle(-1, -1, 3, 3)
    ),
    "crooked": lambda: of_reach(reach(read_piece("zBnNgRjH", "xbetza"))),
    "far": lambda: of_reach(reach(read_piece("(8,1)NN[F?R]", "xbetza"))),
    "hexagons": lambda: of_reach(reach(on_hexagons("* six / 1 1,1 -2,1"))),
    "black": lambda: of_board(
        reach(read_piece("fmWfcFifmnDsgR", "xbetza"), horizon=26), SquareBoard(5, 11), white=False
    ),
    "motley": lambda: of_reach(motley()),
}


NAMES = [*DIAGRAMS, "heat", "hexagonal-heat"]


def picture(name: str) -> str:
    """A picture, with a line for each element."""
    board, hexagons = SquareBoard(4, 3), HexBoard(3)
    values = [None if number == 5 else number * number for number, _ in enumerate(board.squares())]
    if name == "heat":
        svg = heat_map(board, values, title="", description="", theme=Theme.DARK)
    elif name == "hexagonal-heat":
        svg = heat_map(hexagons, [*range(3, 22)], title="", description="")
    else:
        svg = of_diagram(DIAGRAMS[name](), title=name, description="", letter=f"«{name}»")
    return svg.replace("><", ">\n<") + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_pictures(name: str) -> None:
    """To draw them anew, run this file, and look at each that changes."""
    assert picture(name) == (PICTURES / f"{name}.svg").read_text("utf-8")


if __name__ == "__main__":
    for drawn in NAMES:
        (PICTURES / f"{drawn}.svg").write_text(picture(drawn), "utf-8")
