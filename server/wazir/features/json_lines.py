"""Exact moves for scripts: a request as plain data in, its answer as plain data out (spec/json-lines.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice

from wazir.document import Document
from wazir.features import definitions, findings
from wazir.features.findings import Json
from wazir.notations import by_name
from wazir.notations.base import Context, Definition, Notation
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board, parse_square, square_name
from wazir.piece.model import Piece, Result, Square
from wazir.piece.results import Position, results
from wazir.text import Span

MOST_DIAGNOSTICS = 100
"""So many findings are told in an answer."""


class RequestError(Exception):
    """A request that cannot be answered; the text is a sentence that says why."""

    def __init__(self, why: str, diagnostics: Sequence[Json] = ()) -> None:
        super().__init__(why)
        self.diagnostics = list(diagnostics)
        """The findings in the source that are the reason."""


def answer_line(line: str) -> str:
    """The answer to a line of JSON, as a line of JSON without its end. Never raises."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as wrong:
        return json.dumps({"error": f"This line is no JSON: {wrong}."})
    return json.dumps(answer(request))


def answer(request: object) -> Json:
    """The answer to a request: its `id`, and `results` or an `error`. Never raises."""
    if not isinstance(request, Mapping):
        return {"error": "A request is a JSON object."}
    known: Json = {"id": request["id"]} if "id" in request else {}
    try:
        return known | _answer(request)
    except RequestError as refused:
        return known | {"error": str(refused)} | ({"diagnostics": refused.diagnostics} if refused.diagnostics else {})
    except Exception as mistake:  # of ours, which must not cost the requests behind this one
        return known | {"error": f"Wazir failed, which is a mistake of its own: {mistake!r}."}


def _answer(request: Mapping[str, object]) -> Json:
    piece, chosen = _piece(request)
    board = _board(request, chosen)
    square = _square(_text(request, "square"), board)
    position = Position(
        board=board,
        friends=_squares(request, "friends", board) - {square},
        foes=_squares(request, "foes", board) - {square},
        moved=_squares(request, "moved", board),
        white=_side(request),
        virgin=_flag(request, "virgin", default=True),
        names=_names(request, "foes", board) | _names(request, "friends", board),
    )
    both = position.friends & position.foes
    if both:
        raise RequestError(f"`{square_name(min(both, key=board.place), board)}` is among the friends and the foes.")
    found = results(piece, position, square)
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


def _piece(request: Mapping[str, object]) -> tuple[Piece, Definition]:
    document = Document.open(_notation(request), _text(request, "source"), _context(request))
    name = _optional(request, "name")
    found = definitions.placed_last(document) if name is None else next(definitions.named(document, name), None)
    if found is None:
        why = f"There is no piece `{name}`." if name else "There is no piece in the source."
        raise RequestError(why, _diagnostics(document))
    placed, definition = found
    if definition.broken or definition.piece is None:
        which = f"piece `{definition.name}`" if definition.name else "piece"
        behind = placed.start + len(placed.chunk.text)
        why = f"The {which} has an error. {definition.reason}".rstrip()
        raise RequestError(why, _diagnostics(document, Span(placed.start, behind - 1)))
    return definition.piece, definition


def _diagnostics(document: Document, span: Span | None = None) -> list[Json]:
    return [findings.as_json(document, one) for one in islice(document.diagnostics(span), MOST_DIAGNOSTICS)]


def _context(request: Mapping[str, object]) -> Context:
    dialect = _optional(request, "dialect") or _optional(request, "style")
    board = _optional(request, "board")
    notation = _notation(request)
    if dialect is not None and dialect not in notation.dialects:
        there = f"; there are {', '.join(notation.dialects)}" if notation.dialects else ""
        raise RequestError(f"There is no {notation.dialect_word} `{dialect}`{there}.")
    given = {"dialect": dialect, "board": board}
    return Context(dialect, board, fixed=frozenset(field for field, value in given.items() if value is not None))


def _notation(request: Mapping[str, object]) -> Notation:
    name = _text(request, "notation")
    try:
        return by_name(name)
    except KeyError:
        raise RequestError(f"There is no notation `{name}`.") from None


def _board(request: Mapping[str, object], definition: Definition) -> PlayingBoard:
    try:
        return parse_board(_optional(request, "board") or definition.board or DEFAULT)
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None


def _square(name: object, board: PlayingBoard) -> Square:
    if not isinstance(name, str):
        raise RequestError("A square is a text such as `d4`.")
    try:
        return parse_square(name, board)
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None


def _squares(request: Mapping[str, object], key: str, board: PlayingBoard) -> frozenset[Square]:
    squares = request.get(key) or ()
    if not isinstance(squares, list | dict | tuple):
        raise RequestError(f"`{key}` is a list of squares, or an object from squares to names.")
    return frozenset(_square(name, board) for name in squares)


def _names(request: Mapping[str, object], key: str, board: PlayingBoard) -> dict[Square, str]:
    """What the pieces of one side are called, where the request says it."""
    squares = request.get(key)
    if not isinstance(squares, dict):
        return {}
    if any(not isinstance(name, str | None) for name in squares.values()):
        raise RequestError(f"The names in `{key}` are texts.")
    return {_square(square, board): name for square, name in squares.items() if name}


def _side(request: Mapping[str, object]) -> bool:
    side = request.get("side", "white")
    if side not in ("white", "black"):
        raise RequestError("`side` is `white` or `black`.")
    return side == "white"


def _flag(request: Mapping[str, object], key: str, *, default: bool) -> bool:
    value = request.get(key, default)
    if not isinstance(value, bool):
        raise RequestError(f"`{key}` is true or false.")
    return value


def _text(request: Mapping[str, object], key: str) -> str:
    value = _optional(request, key)
    if value is None:
        raise RequestError(f"`{key}` is missing.")
    return value


def _optional(request: Mapping[str, object], key: str) -> str | None:
    value = request.get(key)
    if value is not None and not isinstance(value, str):
        raise RequestError(f"`{key}` is a text.")
    return value
