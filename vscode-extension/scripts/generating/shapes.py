"""What the board view draws with: the shapes of all pictures, and the colours of both themes."""

from __future__ import annotations

import json

from wazir.ben39.position import CASTLES, LETTERS, Piece, Side
from wazir.features.game import shapes as boards
from wazir.features.game.analysis import MARK_SHAPES, MARKS
from wazir.piece.drawing import shapes
from wazir.piece.drawing.shapes import VARIABLES, style_sheet
from wazir.piece.model import Content


def files() -> dict[str, str]:
    """The files with their texts."""
    return {
        "shapes.json": json.dumps({"piece": _of_pieces(), "position": _of_positions(), "curve": _of_curves()}, indent=2)
        + "\n",
        "palette.css": "/* Made by `make generate`. */\n" + style_sheet(),
    }


def _of_pieces() -> dict[str, object]:
    """The shapes of diagrams: marks by their signs, other pieces and the mover by their sides."""
    men = {str(side): shapes.piece_shape(Content.FRIEND, side is Side.WHITE).svg(VARIABLES) for side in Side}
    movers = {str(side): shapes.mover_shape(side is Side.WHITE).svg(VARIABLES) for side in Side}
    marks = {mark.sign: shape.svg(VARIABLES) for mark, shape in shapes.MARKS.items()}
    deviations = {how.value: shape.svg(VARIABLES) for how, shape in shapes.DEVIATIONS.items()}
    return {
        "cell": shapes.CELL,
        "marks": marks,
        "deviations": deviations,
        "men": men,
        "movers": movers,
        "stays": shapes.STAYS.svg(VARIABLES),
    }


def _of_curves() -> dict[str, object]:
    """The marks of an analysis: their colours, paths and signs, by name."""
    return {one.name: _mark(one.sign, *MARK_SHAPES[one.name]) for one in MARKS}


def _mark(sign: str, role: str, path: str) -> dict[str, str]:
    return {"sign": sign, "colour": VARIABLES[role], "path": path}


def _of_positions() -> dict[str, object]:
    """The shapes of Ben39: pieces by their sides and letters, and what is drawn over and below them."""
    men = {str(side): {LETTERS[piece]: _shape(boards.shape_id(side, piece)) for piece in Piece} for side in Side}
    for side in Side:
        men[str(side)][CASTLES[0].letter] = _shape(boards.stored_id(side, CASTLES[0].letter))
    letters = {
        str(side): {LETTERS[piece]: _shape(boards.letter_id(side, piece)) for piece in Piece if piece.on_squares}
        for side in Side
    }
    marks = {key: _shape(key) for key in ("bar", "check", "new", "taken", "tile")}
    return {"cell": boards.CELL, "men": men, "letters": letters, "marks": marks}


def _shape(key: str) -> str:
    return boards.SHAPES[key].format_map(VARIABLES)
