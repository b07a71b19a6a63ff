"""`same`: whether two pieces are the same on a board (Q1 to Q4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wazir.features import json_lines
from wazir.features.findings import Json
from wazir.features.requests import Request, RequestError, read_board, read_piece
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.equivalence.differences import Difference
from wazir.piece.equivalence.same import Verdict, same
from wazir.piece.motion.results import Position
from wazir.piece.squares import Square


def answer(request: Request) -> Json:
    """Whether the pieces `a` and `b` are the same; where they are not, a position that shows it."""
    (a, one), (b, other) = (read_piece(_side(request, key)) for key in ("a", "b"))
    board = read_board(request, one if one.board else other)
    return as_json(same(a, b, board))


def as_json(verdict: Verdict) -> Json:
    """What a comparison found, as plain data."""
    found: Json = {"same": verdict.same, "proved": verdict.proved, "positions": verdict.positions}
    if verdict.same is None:
        found["incomplete"] = True
    if verdict.difference:
        found |= difference_as_json(verdict.difference)
    if verdict.larger:
        found["larger"] = {"board": str(verdict.larger.position.board), **difference_as_json(verdict.larger)}
    return found


def _side(request: Request, key: str) -> Request:
    side = request.get(key)
    if not isinstance(side, Mapping):
        raise RequestError(f"`{key}` is an object with `notation` and `source`.")
    return side if request.get("board") is None else {**side, "board": request["board"]}


def difference_as_json(difference: Difference) -> Json:
    """A position and what only one of two pieces can do there, as plain data."""
    board = difference.position.board
    return {
        "position": position_as_json(difference.position, difference.square),
        "only_a": [json_lines.as_json(result, board) for result in difference.only_a],
        "only_b": [json_lines.as_json(result, board) for result in difference.only_b],
    }


def position_as_json(position: Position, square: Square) -> Json:
    """A position with its mover, such as a request has."""
    board = position.board
    return {
        "square": square_name(square, board),
        "virgin": position.virgin,
        "friends": _squares(position.friends, position, board),
        "foes": _squares(position.foes, position, board),
        "moved": _squares(position.moved, None, board),
    }


def _squares(squares: Iterable[Square], position: Position | None, board: PlayingBoard) -> object:
    """The names of squares; where pieces have names, an object from squares to them."""
    ordered = sorted(squares, key=board.place)
    if position and any(square in position.names for square in ordered):
        return {square_name(square, board): position.names.get(square) for square in ordered}
    return [square_name(square, board) for square in ordered]
