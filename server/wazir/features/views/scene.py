"""A piece in a position: what it does on every square, leg by leg, and which part of the text makes
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wazir.budget import STEPS_OF_EXTRA, if_affordable
from wazir.document import Document, Placed
from wazir.features.subject import reach_of
from wazir.features.views.ways import RuleScope, Ways, captures_of, effect, ways, why_not
from wazir.lazy import lazy
from wazir.notations.results import Definition, Played
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.drawing.diagram import Mark
from wazir.piece.equivalence import Deviation, deviations
from wazir.piece.model import Act, Kind, Leg, Move, Over, Piece, Result, Results, Square
from wazir.piece.motion.context import Step
from wazir.piece.motion.results import Position, Trace
from wazir.piece.words import join_phrases
from wazir.text import Span

MAX_WAYS = 4
"""The maximum number of ways to a square that are listed."""


@dataclass(frozen=True, slots=True)
class WayView:
    """One thing that the piece can do."""

    words: str
    """The whole way as a sentence."""
    to: str | None
    """Where the piece ends; null if it is removed."""
    takes: tuple[str, ...]
    puts: Mapping[str, str]
    """For each square on which a piece is put down, the square from which it was taken."""
    becomes: tuple[str, ...]
    when: tuple[str, ...]
    """Conditions that a position does not determine."""
    path: tuple[str, ...]
    """The squares of the path, starting with that of the mover; places over the edge are `-`."""
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square of the board."""

    name: str
    x: float
    """The middle, counted from the left in widths of a square."""
    y: float
    """The same from the top."""
    label: str
    """What is there and what the piece does there, for screen readers."""
    holds: str
    """`mover`, `friend`, `foe`, `wall`, or nothing."""
    mark: str
    """The sign of what the piece can do there if the other squares permit it; or nothing.

    On a square that only an engine reaches, of what the piece of the engine can do there.
    """
    deviation: str
    """The sign of what the engine of the profile does otherwise there, as in *Deviation*; or
    nothing.
    """
    reached: bool
    """The piece can go there, or capture there, in this position."""
    does: tuple[str, ...]
    """In this position: some of `moves`, `takes`, `takesFriend`, `takesFromAfar`, `carries`,
    `hops`, `stays`, `onCondition`; of a piece in hand `enters`.
    """
    why: str
    """Why it can or cannot be reached, in sentences."""
    blockers: tuple[str, ...]
    """The squares that block the nearest way."""
    spans: tuple[Span, ...]
    """The parts of the text that make the ways there, or would."""
    ways: tuple[WayView, ...]
    """The first few."""
    more_ways: int
    """The number of further ways."""


@dataclass(frozen=True, slots=True)
class Legend:
    """A shape of a picture and its meaning."""

    sign: str
    """Its name in the picture."""
    words: str


_DOES = {
    "moves": "moves there",
    "takes": "takes a foe there",
    "takesFriend": "takes a friend there",
    "takesFromAfar": "takes from afar",
    "carries": "moves the piece there elsewhere",
    "hops": "only with a hop",
    "stays": "may end where it stood",
    "onCondition": "only under a condition",
}
"""The words for what a piece does on a square."""


@dataclass(frozen=True)
class PieceInPosition:
    """A piece in a position."""

    piece: Piece
    """It has no moves if nothing is known of them."""
    position: Position
    square: Square
    parts_by_move: tuple[tuple[Part, ...], ...]
    """For each of its first moves, the parts of the text that make it."""
    start: int
    """The offset from which the spans of parts count."""
    played: Played | None
    """The piece that an engine plays instead."""
    traces: tuple[Results, Mapping[Result, list[Trace]]]
    """Its results, and the traces that lead to each."""
    men: Mapping[str, str] = field(default_factory=dict)
    """The names of the pieces of a position, by their squares."""
    rules: RuleScope = RuleScope.NONE
    """The rules of a variant that its moves include."""

    @property
    def is_shown(self) -> bool:
        """Whether there are moves to show."""
        return bool(self.piece.moves or self.piece.freezes)

    @property
    def results(self) -> Results:
        """Its results in this position."""
        return self.traces[0]

    @lazy
    def ways(self) -> Ways:
        """Its ways if the other squares permit them."""
        return ways(self.piece, self.position.board, self.square, white=self.position.white)

    @property
    def is_incomplete(self) -> bool:
        """Whether some moves are left out."""
        return self.is_shown and (self.results.incomplete or self.ways.incomplete)

    @lazy
    def deviations(self) -> Mapping[Square, Deviation]:
        """The squares on which the engine plays otherwise."""
        if self.played is None:
            return {}
        position = self.position
        return deviations(
            self.played.meant,
            self.played.piece,
            position.board,
            square=self.square,
            white=position.white,
        )

    @lazy
    def marks(self) -> Mapping[Square, Mark]:
        """Its possible moves, and on squares that only the engine reaches those of the engine."""
        if self.played is None:
            return self.ways.marks
        other = ways(
            self.played.piece, self.position.board, self.square, white=self.position.white
        ).marks
        return {
            **{at: other[at] for at in self.deviations.keys() & other.keys()},
            **self.ways.marks,
        }

    @lazy
    def beyond(self) -> frozenset[Square]:
        """The squares that it would reach on a board without edges; none if that is not
        computed.
        """
        if self.ways.incomplete:
            return frozenset()
        forward = 1 if self.position.white else -1
        x, y = self.square
        vectors = (
            arrival.square
            for arrival in reach_of(self.piece).arrivals
            if arrival.kind is not Kind.FREEZE
        )
        return frozenset((x + right * forward, y + up * forward) for right, up in vectors)

    # Squares

    def squares(self) -> Iterator[SquareView]:
        """The squares of the board, row by row from the top."""
        touching: dict[Square, list[Result]] = {}
        for result in self.results.all:
            for at in {*result.takes, *(() if result.to is None else (result.to,))}:
                touching.setdefault(at, []).append(result)
        for row in self.position.board.window.rows():
            for at in row:
                yield self._square(at, touching.get(at, []))

    def _square(self, at: Square, touching: list[Result]) -> SquareView:
        board = self.position.board
        x, y = board.window.middle(at)
        mark, deviation = self.marks.get(at), self.deviations.get(at)
        why, blockers, spans = self._why(at, touching)
        if deviation and self.played:
            why += f" {deviation.sentence.format(self.played.engine)}"
        name = square_name(at, board)
        holds = self._holds(at)
        does = self._does(at, touching)
        is_certain = self.rules is RuleScope.NONE or holds == "wall"
        unreached = "not reached" if is_certain else "no known move"
        reaches = [_DOES[each] for each in does] or ([] if holds == "mover" else [unreached])
        there = self.men.get(name) or (f"the {holds}" if holds == "mover" else holds)
        return SquareView(
            name=name,
            label=", ".join(filter(None, (name, there, *reaches))),
            x=round(x, 4),
            y=round(y, 4),
            holds=holds,
            mark=mark.sign if mark and at != self.square else "",
            deviation=deviation.sign if deviation and at != self.square else "",
            reached=bool(touching),
            does=does,
            why=why,
            blockers=tuple(square_name(blocker, board) for blocker in blockers),
            spans=tuple(sorted({span.moved(self.start) for span in spans})),
            ways=tuple(self._way(at, result) for result in touching[:MAX_WAYS]),
            more_ways=max(len(touching) - MAX_WAYS, 0),
        )

    def _holds(self, at: Square) -> str:
        if at == self.square:
            return "mover"
        if at in self.position.walls:
            return "wall"
        if at in self.position.friends:
            return "friend"
        if at in self.position.foes:
            return "foe"
        return ""

    def _does(self, at: Square, touching: list[Result]) -> tuple[str, ...]:
        """What the results do at a square, in the words of the protocol."""
        captures = [result for result in touching if at in captures_of(result)]
        others = [result for result in touching if result not in captures]
        ends = [result for result in others if result.to == at]
        traces = [trace for result in touching for trace in self.traces[1][result]]
        does = []
        if ends and at != self.square:
            does.append("moves")
        if any(result.to == at for result in captures):
            does.append("takes" if at in self.position.foes else "takesFriend")
        if any(result.to != at for result in captures):
            does.append("takesFromAfar")
        if any(at in result.takes for result in others):
            does.append("carries")
        if touching and all(trace.state.hops for trace in traces):
            does.append("hops")
        if at == self.square and any(result.to == at for result in touching):
            does.append("stays")
        if touching and all(result.when for result in touching):
            does.append("onCondition")
        return tuple(does)

    def _why(self, at: Square, touching: list[Result]) -> tuple[str, tuple[Square, ...], set[Span]]:
        """Why a square can be reached or not, the blocking squares, and the parts of the text."""
        if touching:
            words = list(dict.fromkeys(effect(result, at, self.position) for result in touching))
            more = [f"And in {len(words) - MAX_WAYS} more ways."] if len(words) > MAX_WAYS else []
            spans = {part.span for result in touching for part in self._parts(result)}
            return " ".join((*words[:MAX_WAYS], *more)), (), spans
        if at == self.square:
            return "The piece is here.", (), set()
        reason = why_not(
            self.position,
            self.ways,
            at,
            is_over_edge=at in self.beyond,
            rules=self.rules,
        )
        spans = (
            {part.span for part in self.parts.get(id(reason.way.move), ())} if reason.way else set()
        )
        return reason.text, reason.at, spans

    @lazy
    def parts(self) -> Mapping[int, tuple[Part, ...]]:
        """The parts of the text that make a move, by its identity, which is faster than comparing
        moves.
        """
        return {
            id(move): parts
            for move, parts in zip(self.piece.moves, self.parts_by_move, strict=False)
        }

    def _parts(self, result: Result) -> Iterator[Part]:
        for trace in self.traces[1][result]:
            yield from self.parts.get(id(trace.move), ())

    def _way(self, at: Square, result: Result) -> WayView:
        board = self.position.board
        trace = min(self.traces[1][result], key=lambda trace: len(trace.state.path))
        part = next(iter(self.parts.get(id(trace.move), ())), None)
        carried = frozenset(origin for _, origin in result.puts)
        steps = (
            step_view(step, trace.move, board, part=part, start=self.start, carried=carried)
            for step in trace.state.steps
        )
        return WayView(
            words=effect(result, at, self.position),
            to=None if result.to is None else square_name(result.to, board),
            takes=tuple(square_name(at, board) for at in result.takes),
            puts={square_name(to, board): square_name(origin, board) for to, origin in result.puts},
            becomes=result.becomes,
            when=result.when,
            path=tuple(named(at, board) for at in trace.state.path),
            steps=tuple(steps),
        )


@dataclass(frozen=True, slots=True)
class StepView:
    """One leg of a path."""

    squares: tuple[str, ...]
    """The squares of the leg, in order; places over the edge are `-`."""
    act: str
    """What happens on the last one: `stop`, `capture`, `destroy`, `hop`, `passFriend`, `passFoe`,
    `unload`, `cross`.
    """
    stays: bool
    """The mover stays on its square: it acts from afar."""
    words: str
    """What the squares must hold, as a sentence."""
    span: Span | None
    """The part of the text; null if that is not clear."""


OVER_EDGE = "-"
_ACTS = {
    Act.STOP: ("stop", "which must be empty"),
    Act.CAPTURE: ("capture", "where a foe is taken"),
    Act.DESTROY: ("destroy", "where a friend is taken"),
    Act.HOP: ("hop", "where a piece is passed"),
    Act.PASS_FRIEND: ("passFriend", "where a friend is passed"),
    Act.PASS_FOE: ("passFoe", "where a foe is passed"),
    Act.UNLOAD: ("unload", "where what was picked up is put down"),
    Act.CROSS: ("cross", "which must lie over the edge"),
}
_PICKED_UP = {
    Act.CAPTURE: "where a foe is picked up",
    Act.DESTROY: "where a friend is picked up",
}
"""The words for the end of a leg that takes a piece which is put down elsewhere."""
_BETWEEN = {
    Over.CLEAR: "the squares between must be empty",
    Over.CLEAR_STRAIGHT_FIRST: "the squares between must be empty, going straight first",
    Over.ONE: "exactly one piece must stand between",
    Over.ONE_STRAIGHT_FIRST: "exactly one piece must stand between, going straight first",
    Over.CLEAR_HALFWAY: "the square halfway must be empty",
    Over.ONE_HALFWAY: "a piece must stand halfway",
}


def step_view(
    step: Step,
    move: Move,
    board: PlayingBoard,
    part: Part | None,
    start: int,
    *,
    carried: Collection[Square] = (),
) -> StepView:
    """A step of a move.

    Args:
        step: The step.
        move: Its move.
        board: The board.
        part: The part of the text that makes the move.
        start: The offset from which the spans of that part count.
        carried: The squares of pieces that are put down elsewhere.
    """
    leg = move.legs[step.number]
    names = tuple(named(square, board) for square in step.squares)
    span = part.leg(step.number, len(move.legs)) if part else None
    return StepView(
        names,
        _ACTS[step.act][0],
        leg.stays,
        words=_words(names, leg, step.act, is_carried=step.squares[-1] in carried),
        span=span.moved(start) if span else None,
    )


def named(square: Square, board: PlayingBoard) -> str:
    """The name of a square, or the sign of a place over the edge."""
    return square_name(square, board) if square in board else OVER_EDGE


def _words(names: tuple[str, ...], leg: Leg, act: Act, *, is_carried: bool) -> str:
    *passed, last = ("a place over the edge" if name == OVER_EDGE else name for name in names)
    if passed[: leg.skips]:
        skipped = [f"over {' and '.join(passed[: leg.skips])}, whatever stands there,"]
    else:
        skipped = []
    passed = passed[leg.skips :]
    through = [f"through {join_phrases(passed, ' and ')}, which must be empty,"] if passed else []
    between = [f"; {_BETWEEN[leg.over]}"] if leg.over in _BETWEEN else []
    at_end = _PICKED_UP[act] if is_carried and act in _PICKED_UP else _ACTS[act][1]
    words = " ".join((*skipped, *through, f"to {last}, {at_end}")) + "".join(between)
    return f"{'From afar ' * leg.stays}{words if leg.stays else words[:1].upper() + words[1:]}."


MAX_WORDS = 200
"""The maximum number of tokens of a definition that is divided into parts."""
MAX_MOVES = 500
"""The maximum number of moves that are attributed to parts; the others belong to the whole
definition.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a definition that is a piece by itself. Spans count from the start of the chunk."""

    span: Span
    legs: tuple[Span, ...]
    """The spans of its legs, in order. One span may stand for several legs."""

    def leg(self, number: int, count: int) -> Span | None:
        """The span of a leg of a move with *count* legs; None if that is not clear."""
        if len(self.legs) == 1:
            return self.legs[0]
        return self.legs[number] if count <= len(self.legs) else None


def parts_by_move(
    document: Document, placed: Placed, definition: Definition
) -> tuple[tuple[Part, ...], ...]:
    """For each of the first moves of a piece, the smallest parts that make it, or the whole
    definition.
    """
    if definition.piece is None:
        return ()
    analysis, moves = document.analysis(placed), definition.moves
    known = list[Part]()
    makers: dict[Move, list[Part]] = {}
    starts = [
        token.start for token in analysis.tree.tokens if moves.start <= token.start < moves.end
    ]
    if len(starts) > MAX_WORDS:
        starts = []
    with if_affordable(STEPS_OF_EXTRA):
        for start in starts:
            hover = analysis.hover(start)
            if hover is None or hover.piece is None or hover.piece_span is None:
                continue
            part = Part(hover.piece_span, hover.leg_spans)
            if part in known:
                continue
            known.append(part)
            for move in hover.piece.moves:
                makers.setdefault(move, []).append(part)
    whole = (Part(moves, ()),)
    moves_shown = definition.piece.moves[:MAX_MOVES]
    return tuple(_smallest(known, makers.get(move, ())) or whole for move in moves_shown)


def _smallest(known: Sequence[Part], making: Sequence[Part]) -> tuple[Part, ...]:
    """The smallest parts that make a move; all parts around them must make it too."""
    others = [part for part in known if part not in making]
    smallest = [part for part in making if not any(_holds(other, part) for other in others)]
    return tuple(
        part
        for part in smallest
        if not any(_holds(part, other) for other in smallest if other is not part)
    )


def _holds(outer: Part, inner: Part) -> bool:
    return outer.span != inner.span and outer.span.contains_range(inner.span)
