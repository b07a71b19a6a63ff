"""Diagrams of pieces: the mark of each square (M11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from wazir.piece.board import (
    Hexagon,
    PlayingBoard,
    Rectangle,
    Window,
    length,
    steps_of,
)
from wazir.piece.equivalence import Deviation
from wazir.piece.model import (
    Arrival,
    Content,
    Kind,
    Lattice,
    Reach,
    Result,
    Results,
    Square,
    freest,
)
from wazir.piece.motion.results import Position

HERE: Square = (0, 0)
"""The square of the mover, from its point of view."""


class Mark(Enum):
    """The mark of a square, in the order of precedence (M11).

    `z` and `@` are extensions: the range of an immobilizer, which S12 marks, and the squares of
    drops, gates and walls.
    """

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    BOTH = "X", "moves or captures"
    CANNON = "M", "moves, but captures only with a hop"
    MOVE = "m", "moves without capturing"
    CAPTURE = "c", "only captures"
    DESTROY = "d", "takes a friend"
    HOP = "h", "only with a hop"
    FIRST = "i", "only as its first move"
    RIFLE = "r", "takes without landing there"
    CONDITION = "?", "only under a condition"
    EDGE = "/", "must lie over the edge"
    FREEZE = "z", "pieces there cannot move"
    ENTER = "@", "may be placed there"

    def __init__(self, sign: str, words: str) -> None:
        self.sign = sign
        """Its character in text diagrams."""
        self.words = words
        """Its meaning in legends."""


_FREEZE = Kind.FREEZE
_PIECES = (Content.FRIEND, Content.FOE, Content.FRIEND | Content.FOE)
"""Bound, because Python 3.11 takes long to find members of enumerations."""
_HOP_CAPTURE = Kind.CAPTURE | Kind.HOP
_PLAIN = {
    Mark.BOTH: frozenset({Kind.QUIET, Kind.CAPTURE}),
    Mark.MOVE: frozenset({Kind.QUIET}),
    Mark.CAPTURE: frozenset({Kind.CAPTURE}),
    Mark.DESTROY: frozenset({Kind.DESTROY}),
    Mark.RIFLE: frozenset({Kind.RIFLE}),
}
"""The marks of squares that are reached without hop, first move or condition."""
_OTHERS: Mapping[Mark | None, Kind] = {Mark.MOVE: Kind.CAPTURE, Mark.CAPTURE: Kind.QUIET}
"""What is not done on a square with a mark, not even with a hop or as the first move."""
_QUALIFIED = {Mark.HOP: Kind.HOP, Mark.FIRST: Kind.FIRST, Mark.CONDITION: Kind.CONDITION}


def _applies(mark: Mark, kinds: frozenset[Kind]) -> bool:
    if mark in _PLAIN:
        return _PLAIN[mark] <= kinds
    if mark is Mark.CANNON:
        return Kind.QUIET in kinds and any(_HOP_CAPTURE in kind for kind in kinds)
    return any(_QUALIFIED[mark] in kind for kind in kinds)


@lru_cache(maxsize=4096)
def mark_of(kinds: frozenset[Kind]) -> Mark | None:
    """The mark of a square that is reached in these ways; None without any.

    It is the first that applies (M11). If that is for only moving or only capturing, and the piece
    also does the other in some way, it is the mark for both.
    """
    free = freest(kinds)
    mark = next((mark for mark in Mark if _applies(mark, free)), None)
    other = _OTHERS.get(mark)
    does_both = other and any(other in kind and Kind.CONDITION not in kind for kind in free)
    return Mark.BOTH if does_both else mark


def marks_of(
    arrivals: Iterable[Arrival], over_edge: Iterable[Square] = ()
) -> Mapping[Square, Mark]:
    """The mark of each square, sorted by square."""
    ways: dict[Square, set[Kind]] = {}
    for arrival in arrivals:
        ways.setdefault(arrival.square, set()).add(arrival.kind)
    marks = dict.fromkeys(over_edge, Mark.EDGE)
    for square, kinds in ways.items():
        marks[square] = mark_of(frozenset(kinds - {_FREEZE})) or Mark.FREEZE
    return dict(sorted(marks.items()))


MIN_REACH, MIN_REACH_OF_RIDE, MAX_REACH = 2, 3, 7
"""Half-widths of 5x5, 7x7 and 15x15 squares (M12)."""

EMPTY_SIGN, PIECE_SIGN, OTHER_SIGN = ".", "!", ":"


class Goal(Enum):
    """The side that wins on a square."""

    __hash__ = object.__hash__

    WHITE = "White wins here"
    BLACK = "Black wins here"
    BOTH = "both sides win here"

    @property
    def words(self) -> str:
        """Its meaning in legends."""
        return self.value


class Man(NamedTuple):
    """A piece of a whole position."""

    letter: str
    white: bool
    figurine: str = ""
    """Its figurine, as in `figurines.toml`; empty if it has none."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The content of a drawing, for text and pictures."""

    window: Window
    marks: Mapping[Square, Mark]
    """The marks of the squares in the window."""
    arrivals: tuple[Arrival, ...]
    """For the lines of a picture. They may end outside the window."""
    pieces: Mapping[Square, Content] = field(default_factory=dict)
    """The other pieces of a position, or the pieces that moves need."""
    start: Square = HERE
    """The square of the mover."""
    stays: bool = False
    """A move may end on the mover's square."""
    labels: tuple[str, ...] = ()
    """Conditions and properties of the piece."""
    warnings: tuple[str, ...] = ()
    """Sentences about what is not shown."""
    board: PlayingBoard | None = None
    """The board of a concrete position. Then squares are those of the board, with names."""
    white: bool = True
    """Whether the mover is White. A piece without a position is drawn as White."""
    deviations: Mapping[Square, Deviation] = field(default_factory=dict)
    """How an engine deviates on squares of the window."""
    engine: str = ""
    """The title of that engine."""
    men: Mapping[Square, Man] = field(default_factory=dict)
    """All pieces of a whole position, drawn with their letters in the place of the others and of
    the mover.
    """
    walls: frozenset[Square] = frozenset()
    highlighted: Square | None = None
    """The square of the piece that is pointed at."""
    goals: Mapping[Square, Goal] = field(default_factory=dict)
    """The squares on which a piece wins."""
    palace: frozenset[Square] = frozenset()
    """The squares that royal pieces may not leave."""

    @property
    def used(self) -> tuple[Mark, ...]:
        """The marks that occur, in order of precedence."""
        marks = {*self.marks.values(), *([Mark.FREEZE] if self.frozen else [])}
        return tuple(mark for mark in Mark if mark in marks)

    @property
    def deviating(self) -> tuple[tuple[Deviation, str], ...]:
        """The deviations that occur, with their meanings."""
        shown = set(self.deviations.values())
        return tuple(
            (deviation, deviation.words.format(self.engine))
            for deviation in Deviation
            if deviation in shown
        )

    @property
    def frozen(self) -> tuple[Square, ...]:
        """The squares where pieces cannot move, with or without another mark."""
        frozen = [arrival.square for arrival in self.arrivals if arrival.kind is _FREEZE]
        return tuple(square for square in frozen if square in self.window and square != self.start)


def marks(reach: Reach) -> Mapping[Square, Mark]:
    """The mark of each square that a piece can reach, relative to the mover, without its own
    square.
    """
    return {
        square: mark
        for square, mark in marks_of(reach.arrivals, reach.crosses_edge).items()
        if square != HERE
    }


def size(reach: Reach) -> int:
    """The number of squares on each side of the piece (M12).

    Two leaps of a ride are shown, so that it differs from a single leap.
    """
    least = MIN_REACH_OF_RIDE if reach.rides else MIN_REACH
    rides = (
        arrival.square
        for arrival in reach.arrivals
        if arrival.rides and _is_early_leap(arrival, reach.lattice)
    )
    return min(
        max(reach.leap, least, *(length(reach.lattice, square) for square in rides)), MAX_REACH
    )


def _is_early_leap(arrival: Arrival, lattice: Lattice) -> bool:
    """Whether a ride ends with its first or second leap."""
    last = [length(lattice, step) for step in steps_of(arrival.path[-4:])]
    return last[-1] > 1 and last != 3 * last[-1:]


def of_men(
    board: PlayingBoard,
    men: Mapping[Square, Man],
    walls: frozenset[Square] = frozenset(),
    highlighted: Square | None = None,
) -> Diagram:
    """The diagram of a whole position."""
    return Diagram(board.window, {}, (), board=board, men=men, walls=walls, highlighted=highlighted)


def of_entering(position: Diagram, squares: Iterable[Square]) -> Diagram:
    """A whole position with the squares where a piece from beside the board, or a wall, may be
    placed.
    """
    return replace(position, marks=dict.fromkeys(sorted(squares), Mark.ENTER))


def of_reach(reach: Reach, window: Window | None = None, *, white: bool = True) -> Diagram:
    """The diagram of a piece without a position.

    Args:
        reach: Its reach.
        window: The window; by default the square of M12, or a hexagon of as many rows.
        white: Whether the piece is White. Black moves down.
    """
    reach = reach if white else _turned(reach)
    if window is None:
        half = size(reach)
        square = Rectangle(-half, -half, width=2 * half + 1, height=2 * half + 1)
        window = Hexagon(half + 1) if reach.lattice is Lattice.HEX else square
    far = reach.leap
    beyond = far > MAX_REACH and not all(
        at in window for at in ((far, 0), (-far, 0), (0, far), (0, -far))
    )
    warnings = ("Some moves lead beyond this diagram.",) if beyond else ()
    return replace(_diagram(reach, window, HERE, warnings=warnings), white=white)


def _turned(reach: Reach) -> Reach:
    """The reach of the other side's piece, rotated by 180 degrees."""

    def turned(at: Square) -> Square:
        return -at[0], -at[1]

    def of_other(arrival: Arrival) -> Arrival:
        path = tuple(map(turned, arrival.path))
        needs = tuple((turned(at), held) for at, held in arrival.needs)
        return replace(arrival, square=turned(arrival.square), path=path, needs=needs)

    crosses_edge = tuple(map(turned, reach.crosses_edge))
    return replace(reach, arrivals=tuple(map(of_other, reach.arrivals)), crosses_edge=crosses_edge)


def of_board(
    reach: Reach, board: PlayingBoard, square: Square | None = None, *, white: bool = True
) -> Diagram:
    """The diagram of a piece on a whole board, with coordinates.

    Args:
        reach: Its reach, with a horizon of at least the length of the board.
        board: The board. On a cylinder moves wrap around.
        square: The square of the piece; by default the middle.
        white: Whether the piece is White. Black moves down.
    """
    reach = reach if white else _turned(reach)
    start = board.middle if square is None else square
    window = board.window

    def moved(at: Square) -> Square:
        return at[0] + start[0], at[1] + start[1]

    def landed(at: Square) -> Square:
        return board.joined(moved(at), wraps=False)

    arrivals = []
    for arrival in reach.arrivals:
        needs = tuple((landed(at), held) for at, held in arrival.needs)
        round_and_back = arrival.square != HERE and landed(arrival.square) == start
        if round_and_back or any(at == start and held in _PIECES for at, held in needs):
            continue
        if all(landed(at) in window for at in arrival.path if at not in reach.crosses_edge):
            arrivals.append(
                Arrival(
                    landed(arrival.square),
                    arrival.kind,
                    tuple(map(moved, arrival.path)),
                    needs=needs,
                )
            )
    warnings = () if reach.lattice is board.lattice else (_OTHER_LATTICE[board.lattice],)
    shown = replace(reach, arrivals=tuple(arrivals), crosses_edge=())
    return replace(_diagram(shown, window, start, warnings=warnings), board=board, white=white)


def with_deviations(
    meant: Diagram, played: Diagram, deviations: Mapping[Square, Deviation], engine: str
) -> Diagram:
    """The diagram of a piece with what an engine plays instead.

    Args:
        meant: The diagram of the piece that is meant.
        played: The diagram of the piece that the engine plays, in the same window.
        deviations: Where they differ, in the squares of the diagrams.
        engine: The title of the engine.
    """
    inside = {at: how for at, how in deviations.items() if at in meant.window and at != meant.start}
    added = {at for at, how in inside.items() if how is Deviation.ADDED}
    marks = dict(
        sorted(
            {**{at: played.marks[at] for at in added & played.marks.keys()}, **meant.marks}.items()
        )
    )
    arrivals = (
        *meant.arrivals,
        *(arrival for arrival in played.arrivals if arrival.square in added),
    )
    warnings = meant.warnings
    if not deviations:
        warnings += (
            f"{engine} plays it differently in positions that this diagram does not show.",
        )
    elif len(inside) < len(deviations):
        warnings += (f"{engine} also plays it differently beyond this diagram.",)
    return replace(
        meant, marks=marks, arrivals=arrivals, deviations=inside, engine=engine, warnings=warnings
    )


_OTHER_LATTICE = {
    Lattice.HEX: "Its steps are meant for squares: forward is forward-right here.",
    Lattice.SQUARE: "Its steps are meant for hexagons: forward-right is forward here.",
}


def of_results(results: Results, position: Position, square: Square) -> Diagram:
    """The diagram of the results of a piece in a position, with coordinates.

    Args:
        results: The results.
        position: The other pieces.
        square: The square of the piece.
    """
    board = position.board
    arrivals = tuple(
        arrival for result in results.all for arrival in _done(result, position, square)
    )
    conditions = {label for result in results.all for label in result.when}
    reach = Reach(arrivals, incomplete=results.incomplete, labels=tuple(sorted(conditions)))
    pieces = dict.fromkeys(position.friends, Content.FRIEND) | dict.fromkeys(
        position.foes, Content.FOE
    )
    pieces.pop(square, None)
    diagram = _diagram(reach, board.window, square)
    return replace(diagram, pieces=dict(sorted(pieces.items())), board=board, white=position.white)


def _done(result: Result, position: Position, square: Square) -> Iterator[Arrival]:
    """The squares of a result: the end of the mover, and captures."""
    how = Kind.CONDITION if result.when else Kind(0)
    if result.to is not None and (result.to != square or not result.takes):
        taken = Kind.CAPTURE if result.to in position.foes else Kind.DESTROY
        yield Arrival(
            result.to, how | (taken if result.to in result.takes else Kind.QUIET), result.path
        )
    for victim in result.takes:
        if victim != result.to:
            yield Arrival(victim, how | Kind.RIFLE, result.path)


def _diagram(
    reach: Reach, window: Window, start: Square, warnings: tuple[str, ...] = ()
) -> Diagram:
    marks = marks_of(reach.arrivals, reach.crosses_edge)
    seen = {square: mark for square, mark in marks.items() if square in window and square != start}
    stays = any(arrival.square == start and arrival.kind & Kind.QUIET for arrival in reach.arrivals)
    if reach.incomplete:
        warnings = (*warnings, "Incomplete: there are more moves than could be looked at.")
    pieces: dict[
        Square, Content
    ] = {}  # that moves need on otherwise unmarked squares of the window
    needs = (
        need for arrival in reach.arrivals if arrival.square in window for need in arrival.needs
    )
    for square, content in needs:
        if square in window and square not in seen and content in _PIECES:
            pieces[square] = pieces.get(square, content) | content
    return Diagram(
        window=window,
        marks=seen,
        arrivals=reach.arrivals,
        pieces=dict(sorted(pieces.items())),
        start=start,
        stays=stays,
        labels=reach.labels,
        warnings=warnings,
    )
