"""Requests of scripts as plain data, and the exact moves of a piece as an answer
(docs/json-lines.md).

Each function that reads a field raises RequestError if the field is missing or invalid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TypeAlias

from wazir.document import Document
from wazir.features import RequestError as RequestError
from wazir.features import definitions
from wazir.features.definitions import Json, diagnostic_as_json
from wazir.notations import by_name
from wazir.notations.notation import Context, Notation
from wazir.notations.results import Definition
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board, parse_square, square_name
from wazir.piece.model import Piece, Result, Square
from wazir.piece.motion.results import Position, results
from wazir.text import Span

Request: TypeAlias = Mapping[str, object]

MAX_DIAGNOSTICS = 100
"""The maximum number of diagnostics in an answer."""


def read_piece(request: Request) -> tuple[Piece, Definition]:
    """The piece that `notation`, `source` and optionally `name`, `dialect` or `style` and `board`
    define.
    """
    notation, source = read_notation(request), text(request, "source")
    dialect = optional(request, "dialect") or optional(request, "style")
    fields = {"dialect": dialect, "board": optional(request, "board")}
    check_dialect(notation, dialect)
    fixed = frozenset(field for field, value in fields.items() if value is not None)
    document = Document.open(notation, source, Context(dialect, fields["board"], fixed=fixed))
    name = optional(request, "name")
    if name is None:
        pair = definitions.last(document)
    else:
        pair = next(definitions.named(document, name), None)
    if pair is None:
        why = f"There is no piece `{name}`." if name else "There is no piece in the source."
        raise RequestError(why, _diagnostics(document))
    placed, definition = pair
    if definition.broken or definition.piece is None:
        which = f"piece `{definition.name}`" if definition.name else "piece"
        end = placed.start + len(placed.chunk.text)
        reasons = [f"The {which} has an error."] if definition.broken else []
        if definition.reason:
            reasons.append(definition.reason)
        raise RequestError(" ".join(reasons), _diagnostics(document, Span(placed.start, end - 1)))
    return definition.piece, definition


def read_played(request: Request, reader: str) -> tuple[Piece, PlayingBoard]:
    """The piece that a program plays for the string `source`, and the `board`."""
    notation = read_notation(request)
    if reader not in notation.readers:
        there = f"; there are {', '.join(notation.readers)}" if notation.readers else ""
        raise RequestError(f"There is no reader `{reader}` of {notation.title}{there}.")
    program = notation.readers[reader]
    try:
        board = named_board(optional(request, "board") or DEFAULT)
        program.check_board(board)
        return program.read(text(request, "source")), board
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None


def _diagnostics(document: Document, span: Span | None = None) -> list[Json]:
    first = islice(document.diagnostics(span), MAX_DIAGNOSTICS)
    return [diagnostic_as_json(document, diagnostic) for diagnostic in first]


def check_dialect(notation: Notation, dialect: str | None) -> None:
    """Check that a notation has a dialect."""
    if dialect is not None and dialect not in notation.dialects:
        there = f"; there are {', '.join(notation.dialects)}" if notation.dialects else ""
        raise RequestError(f"There is no {notation.dialect_word} `{dialect}`{there}.")


def read_notation(request: Request, key: str = "notation") -> Notation:
    """The notation of a field."""
    name = text(request, key)
    try:
        return by_name(name)
    except KeyError:
        raise RequestError(f"There is no notation `{name}`.") from None


def read_board(request: Request, definition: Definition) -> PlayingBoard:
    """The board of the request, of the source, or 8x8."""
    return named_board(optional(request, "board") or definition.board or DEFAULT)


def named_board(name: str) -> PlayingBoard:
    """The board of a name such as `10x8`."""
    try:
        return parse_board(name)
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None


def read_square(name: object, board: PlayingBoard) -> Square:
    """The square of a name such as `d4`."""
    if not isinstance(name, str):
        raise RequestError("A square is a text such as `d4`.")
    try:
        return parse_square(name, board)
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None


def read_squares(request: Request, key: str, board: PlayingBoard) -> frozenset[Square]:
    """The squares of a list, or of an object from squares to names."""
    if not isinstance(squares := request.get(key) or (), list | dict | tuple):
        raise RequestError(f"`{key}` is a list of squares, or an object from squares to names.")
    return frozenset(read_square(name, board) for name in squares)


def read_names(request: Request, key: str, board: PlayingBoard) -> dict[Square, str]:
    """The names of the pieces of one side, as far as the request has them."""
    if not isinstance(squares := request.get(key), dict):
        return {}
    if any(not isinstance(name, str | None) for name in squares.values()):
        raise RequestError(f"The names in `{key}` are texts.")
    return {read_square(square, board): name for square, name in squares.items() if name}


def read_position(request: Request, board: PlayingBoard) -> tuple[Position, Square]:
    """The position of `square`, `friends`, `foes`, `moved`, `side` and `virgin`, and the square of
    the piece.
    """
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
    if both := position.friends & position.foes:
        raise RequestError(
            f"`{square_name(min(both, key=board.place), board)}` is among the friends and the foes."
        )
    return position, square


def read_side(request: Request) -> bool:
    """Whether the piece is White's."""
    if (side := request.get("side", "white")) not in ("white", "black"):
        raise RequestError("`side` is `white` or `black`.")
    return side == "white"


def flag(request: Request, key: str, *, default: bool) -> bool:
    """A boolean field."""
    if not isinstance(value := request.get(key, default), bool):
        raise RequestError(f"`{key}` is true or false.")
    return value


def text(request: Request, key: str) -> str:
    """A required text."""
    if (value := optional(request, key)) is None:
        raise RequestError(f"`{key}` is missing.")
    return value


def optional(request: Request, key: str) -> str | None:
    """An optional text; None if it is missing."""
    if (value := request.get(key)) is not None and not isinstance(value, str):
        raise RequestError(f"`{key}` is a text.")
    return value


# Exact moves


def moves(request: Request) -> Json:
    """The exact moves of a piece in a position: `results`, and `incomplete` if the search was cut
    off.
    """
    if (reader := optional(request, "reader")) is None:
        piece, chosen = read_piece(request)
        board = read_board(request, chosen)
    else:
        piece, board = read_played(request, reader)
    if (outcome := results(piece, *read_position(request, board))).endless:
        raise RequestError("The program hangs here: a ride goes round the board forever.")
    answered: Json = {"results": [result_as_json(result, board) for result in outcome.all]}
    return answered | ({"incomplete": True} if outcome.incomplete else {})


def result_as_json(result: Result, board: PlayingBoard) -> Json:
    """A result as plain data."""
    to = None if result.to is None else square_name(result.to, board)
    data: Json = {"to": to, "takes": [square_name(square, board) for square in result.takes]}
    if result.puts:
        data["puts"] = {
            square_name(at, board): square_name(origin, board) for at, origin in result.puts
        }
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
        return json.dumps({"error": f"This line is not valid JSON: {wrong}."})
    return json.dumps(answer(request, ask))


def answer(request: object, ask: Callable[[Request], Json] = moves) -> Json:
    """The `id` of a request with what *ask* answers, or with an `error`. Never raises."""
    if not isinstance(request, Mapping):
        return {"error": "A request is a JSON object."}
    known: Json = {"id": request["id"]} if "id" in request else {}
    try:
        return known | ask(request)
    except RequestError as refused:
        return (
            known
            | {"error": str(refused)}
            | ({"diagnostics": refused.diagnostics} if refused.diagnostics else {})
        )
    except Exception as mistake:  # a defect must not stop the requests that follow
        return known | {"error": f"Wazir failed, which is a mistake of its own: {mistake!r}."}
