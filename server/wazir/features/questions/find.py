"""The question `find`: texts that reach just the squares that are ticked (Q18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wazir.document import Document
from wazir.features import definitions
from wazir.features.findings import Json
from wazir.features.questions.names import named
from wazir.features.requests import Request, RequestError, optional, read_square, read_squares, text
from wazir.notations import REGISTRY
from wazir.notations.base import Context, Notation
from wazir.piece.board import DEFAULT, SquareBoard, parse_board
from wazir.piece.lookup import Wanted, is_just
from wazir.piece.model import Piece

KINDS = {"quiet": "m", "capture": "c", "both": "mc"}
"""The ways in which a square can be reached, by what a request calls them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A text that reaches just what is wanted."""

    notation: Notation
    dialect: str | None
    source: str
    piece: Piece


def find(wanted: Wanted) -> Iterator[Found]:
    """The shortest texts in every notation that can say it, and in each of its dialects; each has been read again."""
    for notation in REGISTRY:
        texts = () if notation.editor.lookup is None else dict.fromkeys(notation.editor.lookup(wanted))
        for dialect, source in sorted(texts, key=lambda each: (each[0] or "", len(each[1]))):
            piece = _read(notation, dialect, source)
            if piece is not None and is_just(piece, wanted):
                yield Found(notation, dialect, source, piece)


def _read(notation: Notation, dialect: str | None, source: str) -> Piece | None:
    context = Context(dialect, fixed=frozenset({"dialect"} if dialect else ()))
    placed = definitions.placed_last(Document.open(notation, source, context))
    return None if placed is None or placed[1].broken else placed[1].piece


def answer(request: Request) -> Json:
    """The texts that reach just the squares of a request."""
    wanted = read_wanted(request)
    return {"found": [as_json(found) for found in find(wanted)]}


def as_json(found: Found) -> Json:
    """A text as plain data."""
    dialect = {} if found.dialect is None else {found.notation.dialect_word: found.dialect}
    return {"notation": found.notation.name, **dialect, "source": found.source, "names": named(found.piece)}


def read_wanted(request: Request) -> Wanted:
    """The squares of a request.

    Raises:
        RequestError: They make no sense.
    """
    board = _board(optional(request, "board") or DEFAULT)
    square = read_square(text(request, "square"), board)
    ticked = request.get("squares")
    if not isinstance(ticked, Mapping) or not ticked:
        raise RequestError("`squares` is an object from squares to `quiet`, `capture` or `both`.")
    if any(not isinstance(kind, str) or kind not in KINDS for kind in ticked.values()):
        raise RequestError("A square is reached by `quiet`, `capture` or `both`.")
    kinds = {read_square(name, board): KINDS[kind] for name, kind in ticked.items()}
    if square in kinds:
        raise RequestError("The piece stands on one of the squares.")
    on = read_squares(request, "on", board) if request.get("on") is not None else None
    if on is not None and not on <= kinds.keys():
        raise RequestError("`on` has squares that are not among `squares`.")
    return Wanted(
        board,
        square,
        frozenset(at for at, kind in kinds.items() if "m" in kind),
        frozenset(at for at, kind in kinds.items() if "c" in kind),
        on,
    )


def _board(name: str) -> SquareBoard:
    try:
        board = parse_board(name)
    except ValueError as wrong:
        raise RequestError(str(wrong)) from None
    if not isinstance(board, SquareBoard) or board.cylinder:
        raise RequestError("Squares are looked up on rectangular boards.")
    return board
