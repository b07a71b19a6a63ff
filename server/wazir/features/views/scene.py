"""A piece in a position: what it does on every square, and why not on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wazir.features.subject import reach_of
from wazir.features.views.parts import Part
from wazir.features.views.reasons import said, why_not
from wazir.features.views.steps import StepView, named
from wazir.features.views.steps import view as step_view
from wazir.features.views.ways import Ways, ways
from wazir.piece.board import square_name
from wazir.piece.drawing.diagram import Mark, of_results
from wazir.piece.model import Lattice, Piece, Result, Results, Square
from wazir.piece.motion.results import Position, Trace, traced
from wazir.text import Span

MOST_WAYS = 4
"""Of one square; of more only the number is told."""
LIMIT = 10_000
"""How many squares a piece may enter before the search gives up."""


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
    done: str
    """The sign of what the piece does there in this position; or nothing."""
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


_TOO_MANY = "It has more moves than are followed here, so that some are left out."


@dataclass(frozen=True)
class Scene:
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

    @cached_property
    def done(self) -> Mapping[Square, Mark]:
        """The marks of what it does in this position."""
        return of_results(self.found, self.position, self.square).marks

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

    @cached_property
    def beyond(self) -> frozenset[Square]:
        """Where it could go if the board went on behind its edges; nowhere if that is not followed."""
        if self.piece is None or self.ways.incomplete or self.piece.lattice is not self.position.board.lattice:
            return frozenset()
        forward, (x, y) = 1 if self.position.white else -1, self.square
        vectors = (arrival.square for arrival in reach_of(self.piece).arrivals)
        return frozenset((x + right * forward, y + up * forward) for right, up in vectors)

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
        mark, done = self.ways.marks.get(at), self.done.get(at)
        why, blockers, spans = self._why(at, touching)
        return SquareView(
            name=square_name(at, board),
            x=round(x, 4),
            y=round(y, 4),
            shade=(at[0] - at[1]) % 3 if board.lattice is Lattice.HEX else sum(at) % 2,
            holds=self._holds(at),
            mark=mark.sign if mark and at != self.square else "",
            done=done.sign if done else "",
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
            return "The piece is here.", (), set()
        reason = why_not(self.position, self.ways, at, at in self.beyond)
        makers = {part.span for part in self._makers(reason.way.move)} if reason.way else set()
        return reason.text, reason.at, makers

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
            when=result.when,
            path=tuple(named(one, board) for one in trace.trail.path),
            steps=tuple(steps),
        )
