"""A piece on a board as one plays with it: what it does on every square, and why not on the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wazir.document import Document, Placed
from wazir.features.definitions import board_of, moves_of
from wazir.features.hover import remarks
from wazir.features.subject import reach_of, sentence_of
from wazir.features.views.parts import makers
from wazir.features.views.scene import LIMIT, Legend, Scene, SquareView
from wazir.notations.base import Definition
from wazir.piece.board import parse_board, parse_square, square_name
from wazir.piece.drawing import svg
from wazir.piece.drawing.diagram import Diagram, drawing, of_board, of_reach, of_results
from wazir.piece.drawing.svg import Theme
from wazir.piece.model import Lattice, Piece, Square
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position
from wazir.text import Span

MOST_SQUARES_NAMED = 1_000
HEIGHT = 300
"""Of a picture, in pixels."""
LONGEST_TITLE = 200


class Refused(Exception):  # noqa: N818
    """What was asked for cannot be; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user has chosen."""

    board: str | None = None
    """As files say it; None is the board of the file, else the usual one."""
    square: str | None = None
    """Where the piece stands; None is the middle."""
    friends: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    side: str = "white"
    moved: bool = False
    """The piece has moved before."""
    theme: str = "auto"
    picture: bool = True
    """The picture is wanted."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding."""

    severity: str
    """`error`, `warning`, `information` or `hint`."""
    code: str
    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece on a board."""

    name: str | None
    title: str
    """Its name, else its moves."""
    notation: str
    dialect: str
    span: Span
    """The whole definition."""
    moves: Span
    """The moves alone."""
    broken: bool
    """It has an error, so that this may not be all of it."""
    problems: tuple[Problem, ...]
    sentence: str
    """What it does, in words; empty where nothing is known."""
    notes: tuple[str, ...]
    """Further sentences: how it was read, how many moves it has, what was left out."""
    board: str
    board_words: str
    lattice: str
    """`square` or `hex`."""
    width: float
    """Of the board, in widths of a square."""
    height: float
    square: str
    """Where the piece stands."""
    side: str
    moved: bool
    friends: tuple[str, ...]
    foes: tuple[str, ...]
    squares: tuple[SquareView, ...]
    """All squares of the board, row by row from the top; none where nothing is known of the moves."""
    legend: tuple[Legend, ...]
    """The marks that occur."""
    results: int
    """How many different things it can do in this position."""
    incomplete: bool
    """There are more moves than were followed."""
    text: str
    """The diagram in signs."""
    svg: str
    """The diagram as a picture: of the piece by itself, unless a board or squares were chosen."""


def piece_at(document: Document, offset: int) -> tuple[Placed, Definition] | None:
    """The definition of a piece at an offset, or else one that ends or begins on the line of it."""
    placed = document.chunk_at(offset)
    local = offset - placed.start
    found = [one for one in document.analysis(placed).definitions if one.game is None]
    line = document.position(offset).line

    def is_near(one: Definition) -> bool:
        return line in [document.position(placed.start + at).line for at in one.span]

    here = next((one for one in found if one.span.start <= local <= one.span.end), None)
    near = here or next((one for one in found if is_near(one)), None)
    return (placed, near) if near else None


def piece(document: Document, offset: int, choices: Choices | None = None) -> PieceView | None:
    """The piece at an offset on a board; None where there is none.

    Raises:
        Refused: A board or a square is none.
    """
    found = piece_at(document, offset)
    return _view(document, *found, choices or Choices()) if found else None


def position_of(choices: Choices, definition: Definition) -> tuple[Position, Square]:
    """The position that was chosen, and where the piece stands.

    Raises:
        Refused: A board or a square is none.
    """
    if len(choices.friends) + len(choices.foes) > MOST_SQUARES_NAMED:
        raise Refused(f"There are no more than {MOST_SQUARES_NAMED:,} squares.")
    try:
        board = parse_board(choices.board) if choices.board is not None else board_of(definition)
        square = parse_square(choices.square, board) if choices.square is not None else board.middle
        friends, foes = (
            frozenset(parse_square(name, board) for name in some) for some in (choices.friends, choices.foes)
        )
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    if both := friends & foes:
        raise Refused(f"`{square_name(min(both), board)}` is among the friends and the foes.")
    own = frozenset((square,))
    return Position(board, friends - own, foes - own, white=choices.side != "black", virgin=not choices.moved), square


def picture(definition: Definition, diagram: Diagram, title: str, theme: str) -> str:
    """A diagram as a picture."""
    words = sentence_of(definition.piece) if definition.piece else ""
    letter = next((sign.upper() for sign in definition.name or "" if sign.isalnum()), "")
    return svg.of_diagram(diagram, title=title, description=words, letter=letter, theme=Theme(theme), height=HEIGHT)


def title_of(placed: Placed, definition: Definition) -> str:
    """The name of a piece, else its moves."""
    text = definition.name or moves_of(placed, definition)
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def _view(document: Document, placed: Placed, definition: Definition, choices: Choices) -> PieceView:
    position, square = position_of(choices, definition)
    board, start = position.board, placed.start
    scene = Scene(definition.piece, position, square, makers(document, placed, definition), start)
    shown = scene.is_shown
    diagram = _diagram(scene, choices) if shown else None
    title, name = title_of(placed, definition), square_name
    width, height = board.window.size
    return PieceView(
        name=definition.name,
        title=title,
        notation=document.notation.name,
        dialect=definition.dialect,
        span=definition.span.moved(start),
        moves=definition.moves.moved(start),
        broken=definition.broken,
        problems=tuple(_problems(document, definition.span.moved(start))),
        sentence=sentence_of(definition.piece) if definition.piece and (shown or not definition.broken) else "",
        notes=(*remarks(document, definition), *(diagram.warnings if diagram else ()), *scene.notes),
        board=str(board),
        board_words=board.describe(),
        lattice="hex" if board.lattice is Lattice.HEX else "square",
        width=round(width, 4),
        height=round(height, 4),
        square=name(square, board),
        side=choices.side,
        moved=choices.moved,
        friends=tuple(name(at, board) for at in sorted(position.friends, key=board.place)),
        foes=tuple(name(at, board) for at in sorted(position.foes, key=board.place)),
        squares=tuple(scene.squares()) if shown else (),
        legend=scene.legend if shown else (),
        results=len(scene.found.found) if shown else 0,
        incomplete=scene.is_incomplete if shown else False,
        text=str(drawing(diagram)) if diagram else "",
        svg=picture(definition, diagram, title, choices.theme) if diagram and choices.picture else "",
    )


def _diagram(scene: Scene, choices: Choices) -> Diagram:
    """The piece by itself, on a board, or among others."""
    piece, position = scene.piece or Piece(()), scene.position
    if position.friends or position.foes:
        return of_results(scene.found, position, scene.square)
    if choices.board is None and choices.square is None:
        return of_reach(reach_of(piece), white=position.white)
    found = reach(piece, LIMIT, position.board.longest)
    return of_board(found, position.board, scene.square, white=position.white)


def _problems(document: Document, span: Span) -> Iterator[Problem]:
    for one in document.diagnostics(span):
        yield Problem(one.code.severity.name.lower(), one.code.id, one.message, one.span)
