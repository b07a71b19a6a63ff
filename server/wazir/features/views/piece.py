"""A piece on a board as one plays with it: what it does on every square, and why not on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wazir.document import Document, Placed
from wazir.features.hover import reach_of, remarks, sentence_of
from wazir.features.views.parts import Part, makers
from wazir.features.views.reasons import conditions, said, why_not
from wazir.features.views.steps import StepView
from wazir.features.views.steps import view as step_view
from wazir.features.views.ways import Ways, ways
from wazir.notations.base import Definition
from wazir.piece import svg
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board, parse_square, square_name
from wazir.piece.diagram import Diagram, drawing, of_board, of_reach, of_results
from wazir.piece.marks import Mark
from wazir.piece.model import Lattice, Piece, Result, Results, Square
from wazir.piece.reach import reach
from wazir.piece.results import Position, Trace, traced
from wazir.piece.svg import Theme
from wazir.text import Span

MOST_WAYS = 4
"""Of one square; of more only the number is told."""
MOST_SQUARES_NAMED = 1_000
LIMIT = 10_000
"""How many squares a piece may enter before the search gives up."""
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
class WayView:
    """One thing that the piece can do."""

    words: str
    """All of it, as a sentence."""
    to: str | None
    """Where the piece ends; null if it is removed."""
    takes: tuple[str, ...]
    puts: Mapping[str, str]
    """For squares where a piece is put down the square from which it was taken."""
    becomes: tuple[str, ...]
    when: tuple[str, ...]
    """Conditions that no position answers."""
    path: tuple[str, ...]
    """Every square stepped on, that of the mover first; places over the edge are `-`."""
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square of the board."""

    name: str
    x: float
    """The middle, counted from the left in widths of a square."""
    y: float
    """The same from the top."""
    shade: int
    """0 or 1; on hexagons 0, 1 or 2. Squares beside each other have different ones."""
    holds: str
    """`mover`, `friend`, `foe`, or nothing."""
    mark: str
    """The sign of what the piece can do there if every other square holds just what that needs; or nothing."""
    reached: bool
    """The piece can go there, or take what stands there, in this position."""
    does: tuple[str, ...]
    """In this position: some of `moves`, `takes`, `takesFriend`, `takesFromAfar`, `hops`, `stays`, `onCondition`."""
    why: str
    """Why it can or cannot be reached, in sentences."""
    blockers: tuple[str, ...]
    """The squares that do not hold what the nearest way there needs."""
    spans: tuple[Span, ...]
    """The parts of the text that lead there, or would."""
    ways: tuple[WayView, ...]
    """The first few."""
    more_ways: int
    """How many others there are."""


@dataclass(frozen=True, slots=True)
class Legend:
    """A sign, and what it means."""

    sign: str
    words: str


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


def board_of(definition: Definition) -> PlayingBoard:
    """The board of a definition; the usual one where it names none."""
    try:
        return parse_board(definition.board or DEFAULT)
    except ValueError:
        return parse_board(DEFAULT)


def picture(definition: Definition, diagram: Diagram, title: str, theme: str) -> str:
    """A diagram as a picture."""
    words = sentence_of(definition.piece) if definition.piece else ""
    letter = next((sign.upper() for sign in definition.name or "" if sign.isalnum()), "")
    return svg.of_diagram(diagram, title=title, description=words, letter=letter, theme=Theme(theme), height=HEIGHT)


def title_of(placed: Placed, definition: Definition) -> str:
    """The name of a piece, else its moves."""
    text = definition.name or " ".join(placed.chunk.text[definition.moves.start : definition.moves.end].split())
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def _view(document: Document, placed: Placed, definition: Definition, choices: Choices) -> PieceView:
    position, square = position_of(choices, definition)
    board, start = position.board, placed.start
    scene = _Scene(definition.piece, position, square, makers(document, placed, definition), start)
    shown = scene.is_shown
    diagram = scene.diagram(choices) if shown else None
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


def _problems(document: Document, span: Span) -> Iterator[Problem]:
    for one in document.diagnostics(span):
        yield Problem(one.code.severity.name.lower(), one.code.id, one.message, one.span)


_TOO_MANY = "It has more moves than are followed here, so that some are left out."


@dataclass(frozen=True)
class _Scene:
    """A piece in a position, and all that is asked of it."""

    piece: Piece | None
    position: Position
    square: Square
    makers: tuple[tuple[Part, ...], ...]
    start: int
    """From where the spans of parts count."""

    @property
    def is_shown(self) -> bool:
        """Whether there are moves to show."""
        return bool(self.piece and (self.piece.moves or self.piece.freezes))

    @cached_property
    def traces(self) -> tuple[Results, Mapping[Result, list[Trace]]]:
        """What it can do, and how."""
        return traced(self.piece or Piece(()), self.position, self.square, LIMIT)

    @property
    def found(self) -> Results:
        """What it can do."""
        return self.traces[0]

    @cached_property
    def ways(self) -> Ways:
        """What it could do."""
        return ways(self.piece or Piece(()), self.position.board, self.square, self.position.white)

    @property
    def is_incomplete(self) -> bool:
        """Whether there is more."""
        return self.found.incomplete or self.ways.incomplete

    @property
    def notes(self) -> tuple[str, ...]:
        """What is missing."""
        return (_TOO_MANY,) if self.is_shown and self.is_incomplete else ()

    @cached_property
    def legend(self) -> tuple[Legend, ...]:
        """The marks that occur."""
        occurring = {mark for at, mark in self.ways.marks.items() if at != self.square}
        return tuple(Legend(mark.sign, mark.words) for mark in Mark if mark in occurring)

    def diagram(self, choices: Choices) -> Diagram:
        """The piece by itself, on a board, or among others."""
        piece = self.piece or Piece(())
        if self.position.friends or self.position.foes:
            return of_results(self.found, self.position, self.square)
        if choices.board is None and choices.square is None:
            return of_reach(reach_of(piece))
        return of_board(reach(piece, LIMIT, self.position.board.longest), self.position.board, self.square)

    # Squares

    def squares(self) -> Iterator[SquareView]:
        """The squares of the board, row by row from the top."""
        touching: dict[Square, list[Result]] = {}
        for result in self.found.found:
            for at in {*result.takes, *(() if result.to is None else (result.to,))}:
                touching.setdefault(at, []).append(result)
        for row in self.position.board.window.rows():
            for at in row:
                yield self._square(at, touching.get(at, []))

    def _square(self, at: Square, touching: list[Result]) -> SquareView:
        board = self.position.board
        x, y = board.window.middle(at)
        mark = self.ways.marks.get(at)
        why, blockers, spans = self._why(at, touching)
        return SquareView(
            name=square_name(at, board),
            x=round(x, 4),
            y=round(y, 4),
            shade=(at[0] - at[1]) % 3 if board.lattice is Lattice.HEX else sum(at) % 2,
            holds=self._holds(at),
            mark=mark.sign if mark and at != self.square else "",
            reached=bool(touching),
            does=tuple(self._does(at, touching)),
            why=why,
            blockers=tuple(square_name(one, board) for one in blockers),
            spans=tuple(sorted({span.moved(self.start) for span in spans})),
            ways=tuple(self._way(at, result) for result in touching[:MOST_WAYS]),
            more_ways=max(len(touching) - MOST_WAYS, 0),
        )

    def _holds(self, at: Square) -> str:
        if at == self.square:
            return "mover"
        return "friend" if at in self.position.friends else "foe" if at in self.position.foes else ""

    def _does(self, at: Square, touching: list[Result]) -> Iterator[str]:
        takes = [result for result in touching if at in result.takes]
        if any(result.to == at != self.square and at not in result.takes for result in touching):
            yield "moves"
        if any(result.to == at for result in takes):
            yield "takes" if at in self.position.foes else "takesFriend"
        if any(result.to != at for result in takes):
            yield "takesFromAfar"
        if touching and all(trace.trail.hops for result in touching for trace in self.traces[1][result]):
            yield "hops"
        if any(result.to == at == self.square for result in touching):
            yield "stays"
        if touching and all(result.when for result in touching):
            yield "onCondition"

    def _why(self, at: Square, touching: list[Result]) -> tuple[str, tuple[Square, ...], set[Span]]:
        """Why a square can be reached or not, what is in the way, and which parts of the text lead there."""
        if touching:
            words = list(dict.fromkeys(said(result, at, self.position) for result in touching))
            more = [f"And in {len(words) - MOST_WAYS} more ways."] if len(words) > MOST_WAYS else []
            makers = {part.span for result in touching for part in self._parts(result)}
            return " ".join((*words[:MOST_WAYS], *more)), (), makers
        if at == self.square:
            return "Here it stands.", (), set()
        reason = why_not(self.position, self.ways, at, self._is_over_edge(at))
        makers = {part.span for part in self._makers(reason.way.move)} if reason.way else set()
        return reason.text, reason.at, makers

    def _is_over_edge(self, at: Square) -> bool:
        """Whether the piece could go there if the board went on behind its edges."""
        forward = 1 if self.position.white else -1
        piece = self.piece or Piece(())
        if piece.lattice is not self.position.board.lattice:
            return False
        vector = (at[0] - self.square[0]) * forward, (at[1] - self.square[1]) * forward
        return any(arrival.square == vector for arrival in reach_of(piece).arrivals)

    def _makers(self, move: int) -> tuple[Part, ...]:
        return self.makers[move] if move < len(self.makers) else ()

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The numbers of the moves by their places in memory, which is quicker than to compare them."""
        return {id(move): number for number, move in enumerate(self.piece.moves if self.piece else ())}

    def _parts(self, result: Result) -> Iterator[Part]:
        for trace in self.traces[1][result]:
            yield from self._makers(self.numbers[id(trace.move)])

    def _way(self, at: Square, result: Result) -> WayView:
        board = self.position.board
        trace = min(self.traces[1][result], key=lambda trace: len(trace.trail.path))
        part = next(iter(self._makers(self.numbers[id(trace.move)])), None)
        steps = (step_view(step, trace.move, board, part, self.start) for step in trace.trail.steps)
        return WayView(
            words=said(result, at, self.position),
            to=None if result.to is None else square_name(result.to, board),
            takes=tuple(square_name(one, board) for one in result.takes),
            puts={square_name(to, board): square_name(origin, board) for to, origin in result.puts},
            becomes=result.becomes,
            when=(conditions(result.when),) if len(result.when) > 10 else result.when,
            path=tuple(square_name(one, board) if one in board else "-" for one in trace.trail.path),
            steps=tuple(steps),
        )
