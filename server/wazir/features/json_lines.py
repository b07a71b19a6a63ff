"""Answers to scripts: a request as plain data in, its answer as plain data out (spec/json-lines.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from wazir.features.findings import Json
from wazir.features.requests import (
    Request,
    RequestError,
    flag,
    optional,
    read_board,
    read_names,
    read_piece,
    read_played,
    read_side,
    read_square,
    read_squares,
    text,
)
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.model import Result
from wazir.piece.motion.results import Position, results


def moves(request: Request) -> Json:
    """The exact moves of a piece in a position: `results`, and `incomplete` if the search was cut off."""
    reader = optional(request, "reader")
    if reader is None:
        piece, chosen = read_piece(request)
        board = read_board(request, chosen)
    else:
        piece, board = read_played(request, reader)
    square = read_square(text(request, "square"), board)
    position = Position(
        board=board,
        friends=read_squares(request, "friends", board) - {square},
        foes=read_squares(request, "foes", board) - {square},
        moved=read_squares(request, "moved", board),
        white=read_side(request),
        virgin=flag(request, "virgin", default=True),
        names=read_names(request, "foes", board) | read_names(request, "friends", board),
    )
    both = position.friends & position.foes
    if both:
        raise RequestError(f"`{square_name(min(both, key=board.place), board)}` is among the friends and the foes.")
    found = results(piece, position, square)
    if found.endless:
        raise RequestError("The program hangs here: a ride goes round the board for ever.")
    answered: Json = {"results": [as_json(result, board) for result in found.found]}
    return answered | ({"incomplete": True} if found.incomplete else {})


def as_json(result: Result, board: PlayingBoard) -> Json:
    """A result as plain data."""
    data: Json = {
        "to": None if result.to is None else square_name(result.to, board),
        "takes": [square_name(square, board) for square in result.takes],
    }
    if result.puts:
        data["puts"] = {square_name(to, board): square_name(origin, board) for to, origin in result.puts}
    if result.becomes:
        data["becomes"] = list(result.becomes)
    if result.when:
        data["when"] = list(result.when)
    return data


def answer_line(line: str, ask: Callable[[Request], Json] = moves) -> str:
    """The answer of *ask* to a line of JSON, as a line of JSON without its end. Never raises."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as wrong:
        return json.dumps({"error": f"This line is no JSON: {wrong}."})
    return json.dumps(answer(request, ask))


def answer(request: object, ask: Callable[[Request], Json] = moves) -> Json:
    """The `id` of a request with what *ask* answers, or with an `error`. Never raises."""
    if not isinstance(request, Mapping):
        return {"error": "A request is a JSON object."}
    known: Json = {"id": request["id"]} if "id" in request else {}
    try:
        return known | ask(request)
    except RequestError as refused:
        return known | {"error": str(refused)} | ({"diagnostics": refused.diagnostics} if refused.diagnostics else {})
    except Exception as mistake:  # a defect must not stop the requests that follow
        return known | {"error": f"Wazir failed, which is a mistake of its own: {mistake!r}."}
