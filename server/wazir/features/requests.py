"""What the requests of scripts say: pieces, boards and squares as plain data (spec/json-lines.md).

Each function raises RequestError if it is not said, or makes no sense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from wazir.document import Document
from wazir.features import definitions, findings
from wazir.features.findings import Json
from wazir.notations import by_name
from wazir.notations.base import Context, Definition, Notation
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board, parse_square
from wazir.piece.model import Piece, Square
from wazir.text import Span

Request: TypeAlias = Mapping[str, object]

MOST_DIAGNOSTICS = 100
"""So many findings are told in an answer."""


class RequestError(Exception):
    """A request that cannot be answered; the text is a sentence that says why."""

    def __init__(self, why: str, diagnostics: Sequence[Json] = ()) -> None:
        super().__init__(why)
        self.diagnostics = list(diagnostics)
        """The findings in the source that are the reason."""


def read_piece(request: Request) -> tuple[Piece, Definition]:
    """The piece that `notation`, `source` and, if they are there, `name`, `dialect` or `style` and `board` define."""
    document = Document.open(_notation(request), text(request, "source"), _context(request))
    name = optional(request, "name")
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


def read_played(request: Request, reader: str) -> tuple[Piece, PlayingBoard]:
    """The piece that a program plays for the bare string `source`, and the `board`."""
    notation = _notation(request)
    if reader not in notation.readers:
        there = f"; there are {', '.join(notation.readers)}" if notation.readers else ""
        raise RequestError(f"There is no reader `{reader}` of {notation.title}{there}.")
    program = notation.readers[reader]
    try:
        board = parse_board(optional(request, "board") or DEFAULT)
        program.check_board(board)
        return program.read(text(request, "source")), board
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None


def _diagnostics(document: Document, span: Span | None = None) -> list[Json]:
    return [findings.as_json(document, one) for one in islice(document.diagnostics(span), MOST_DIAGNOSTICS)]


def _context(request: Request) -> Context:
    dialect = optional(request, "dialect") or optional(request, "style")
    board = optional(request, "board")
    notation = _notation(request)
    if dialect is not None and dialect not in notation.dialects:
        there = f"; there are {', '.join(notation.dialects)}" if notation.dialects else ""
        raise RequestError(f"There is no {notation.dialect_word} `{dialect}`{there}.")
    given = {"dialect": dialect, "board": board}
    return Context(dialect, board, fixed=frozenset(field for field, value in given.items() if value is not None))


def _notation(request: Request) -> Notation:
    name = text(request, "notation")
    try:
        return by_name(name)
    except KeyError:
        raise RequestError(f"There is no notation `{name}`.") from None


def read_board(request: Request, definition: Definition) -> PlayingBoard:
    """The board of the request, else that of the source, else 8x8."""
    try:
        return parse_board(optional(request, "board") or definition.board or DEFAULT)
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
    squares = request.get(key) or ()
    if not isinstance(squares, list | dict | tuple):
        raise RequestError(f"`{key}` is a list of squares, or an object from squares to names.")
    return frozenset(read_square(name, board) for name in squares)


def read_names(request: Request, key: str, board: PlayingBoard) -> dict[Square, str]:
    """What the pieces of one side are called, where the request says it."""
    squares = request.get(key)
    if not isinstance(squares, dict):
        return {}
    if any(not isinstance(name, str | None) for name in squares.values()):
        raise RequestError(f"The names in `{key}` are texts.")
    return {read_square(square, board): name for square, name in squares.items() if name}


def read_side(request: Request) -> bool:
    """Whether the piece is White's."""
    side = request.get("side", "white")
    if side not in ("white", "black"):
        raise RequestError("`side` is `white` or `black`.")
    return side == "white"


def flag(request: Request, key: str, *, default: bool) -> bool:
    """A value that is true or false."""
    value = request.get(key, default)
    if not isinstance(value, bool):
        raise RequestError(f"`{key}` is true or false.")
    return value


def text(request: Request, key: str) -> str:
    """A text that has to be there."""
    value = optional(request, key)
    if value is None:
        raise RequestError(f"`{key}` is missing.")
    return value


def optional(request: Request, key: str) -> str | None:
    """A text; None if it is absent."""
    value = request.get(key)
    if value is not None and not isinstance(value, str):
        raise RequestError(f"`{key}` is a text.")
    return value
