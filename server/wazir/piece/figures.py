"""Statistics of a piece on a board: moves, attacks, mobility, reach, and an estimate of its value
(Q8 to Q13).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from math import gcd, log2

from wazir.budget import STEPS_OF_EXTRA, if_affordable, is_cut
from wazir.piece.board import PlayingBoard, SquareBoard, length
from wazir.piece.conditions import Moved, No, Test
from wazir.piece.equivalence import compared, reflected
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.mobility import VACANCY, Mobility, mobility
from wazir.piece.model import CLEARS, JUMPS, Act, Count, Leg, Move, Over, Piece, Vector, guards_of
from wazir.piece.motion.context import EMPTY, FOE
from wazir.piece.motion.reach import Option, Options, options, reach

_HURDLE = Act.HOP | Act.PASS_FRIEND | Act.PASS_FOE


def classes(piece: Piece, options: Options, *, diverges: bool, is_one_way: bool) -> tuple[str, ...]:
    """All classes of a piece that has moved, in the order of Q11.

    Args:
        piece: The piece.
        options: Its options on the board.
        diverges: Whether it moves and captures differently.
        is_one_way: Whether it can never return.
    """
    after_first = piece.after_first_move()
    legs = [leg for move in after_first.moves for leg in move.legs]
    # rides have several steps, other than to a hurdle
    rides = (leg for leg in legs if (leg.most != 1 or leg.again) and leg.acts & ~_HURDLE)
    lengths = {length(piece.lattice, step) for leg in rides for step in _steps(leg)}
    each = [
        (start, option)
        for start, options_from in enumerate(options.each)
        for option in options_from
    ]
    classes = {
        "leaper": any(
            len(move.legs) == 1 and _is_step(move.legs[0]) and move.legs[0].over is Over.ANYTHING
            for move in after_first.moves
        ),
        "slider": 1 in lengths,
        "rider": any(far > 1 for far in lengths),
        "hopper": any(leg.over in JUMPS or not leg.acts & ~_HURDLE for leg in legs),
        "lame": any(map(_is_lame, after_first.moves)),
        "bent": any(map(_is_bent, after_first.moves)),
        "locust": any(
            option.to not in (None, start) and any(at != option.to for at in option.takes)
            for start, option in each
        ),
        "rifle": any(option.to == start and option.takes for start, option in each),
        "divergent": diverges,
        "one-way": is_one_way,
        "asymmetric": not _is_symmetric(after_first, options.board),
        "first-move": any(
            move.is_first or any(_asks_moved(guard.test) for guard in guards_of(move))
            for move in piece.moves
        ),
        "conditional": any(map(_is_conditional, after_first.moves)),
    }
    return tuple(name for name, holds in classes.items() if holds)


def _is_lame(move: Move) -> bool:
    """Whether it can be blocked on a square that it only passes."""
    if any(leg.over in CLEARS for leg in move.legs):
        return True
    before = move.legs[:-1]
    return (
        bool(before)
        and all(map(_is_step, move.legs))
        and all(leg.acts is Act.STOP for leg in before)
    )


def _is_bent(move: Move) -> bool:
    """Whether a leg or a ride changes direction."""
    if any(len(set(map(_direction, way))) > 1 for leg in move.legs for way in leg.all_ways):
        return True
    pairs = pairwise(leg for leg in move.legs if not leg.stays)
    headings = ((heading, leg) for before, leg in pairs for heading in _steps(before))
    turns = ((heading, way[0]) for heading, leg in headings for way in leg.after(heading))
    return any(_direction(heading) != _direction(step) for heading, step in turns)


def _is_step(leg: Leg) -> bool:
    """Whether it is a single step."""
    return leg.most == 1 and not leg.again and leg.counts is Count.OWN


def _steps(leg: Leg) -> set[Vector]:
    return {step for way in leg.all_ways for step in way}


def _direction(step: Vector) -> Vector:
    """The shortest step in the same direction."""
    shared = gcd(*step) or 1
    return step[0] // shared, step[1] // shared


def _asks_moved(test: Test) -> bool:
    return isinstance(test, Moved) or (isinstance(test, No) and _asks_moved(test.test))


def _is_conditional(move: Move) -> bool:
    named = any(leg.victim and leg.victim.who.name is not None for leg in move.legs)
    return (
        bool(move.labels) or named or any(not _asks_moved(guard.test) for guard in guards_of(move))
    )


def _is_symmetric(piece: Piece, board: PlayingBoard) -> bool:
    """Whether the mirror image of a piece is the same piece."""
    image = reflected(piece, board)
    if equal_normal_forms(piece, image, board):
        return True
    with if_affordable(STEPS_OF_EXTRA):
        return compared(piece, image, board, is_fewest=False).same is not False
    return True  # no difference was found


@dataclass(frozen=True, slots=True)
class Spread:
    """A number for each square of a board."""

    each: tuple[int, ...]
    """In the order of the board."""

    @property
    def mean(self) -> float:
        """The mean over all squares."""
        return sum(self.each) / len(self.each)

    @property
    def least(self) -> int:
        """The smallest."""
        return min(self.each)

    @property
    def most(self) -> int:
        """The largest."""
        return max(self.each)


class Returns(Enum):
    """The number of squares from which a piece can return from everywhere it can go."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Figures:
    """The statistics of a White piece that has moved."""

    board: PlayingBoard
    moves: Spread
    """The number of non-capturing moves from each square of an empty board (Q8)."""
    attacks: Spread
    """The number of squares attacked from each square (Q8)."""
    mobility: Mobility
    """The mean number of squares that it can go to among other pieces (Q9)."""
    reach: int
    """The largest number of squares reachable from a square, including itself (Q10)."""
    squares: int
    """The number of squares of the board."""
    returns: Returns
    """Whether it can come back (Q10)."""
    corners: int | None
    """The minimum number of moves from `a1` to the opposite corner; None if unreachable (Q10)."""
    distances: tuple[int | None, ...]
    """The minimum number of moves from the middle to each square; None if unreachable."""
    classes: tuple[str, ...]
    """The classes of the piece (Q11)."""
    incomplete: bool
    """The options are incomplete (M10), or the search for an asymmetry is."""


def figures(piece: Piece, board: PlayingBoard) -> Figures:
    """The statistics of *piece* on *board*."""
    all_options = options(piece, board, friends=0)
    moves = [_moves(start, each) for start, each in enumerate(all_options.each)]
    attacks = list(map(_attacks, all_options.each))
    graph = Graph(moves)
    returns, squares = graph.returns(), all_options.squares
    last_corner = max(range(len(squares)), key=lambda number: board.place(squares[number])[::-1])
    return Figures(
        board=board,
        moves=Spread(tuple(squares.bit_count() for squares in moves)),
        attacks=Spread(tuple(squares.bit_count() for squares in attacks)),
        mobility=mobility(piece, all_options),
        reach=max(squares.bit_count() for squares in graph.reached),
        squares=len(squares),
        returns=returns,
        corners=graph.distances(0)[last_corner],
        distances=tuple(graph.distances(squares.index(board.middle))),
        classes=classes(
            piece, all_options, diverges=moves != attacks, is_one_way=returns is Returns.NONE
        ),
        incomplete=all_options.incomplete or is_cut(),
    )


def _moves(start: int, options_from: Sequence[Option]) -> int:
    """The targets of non-capturing moves on an empty board, as a bit set."""
    quiet = (
        option
        for option in options_from
        if not (option.takes or option.labels) and option.to != start
    )
    free = (option.to for option in quiet if all(content & EMPTY for _, content in option.needs))
    return sum(1 << to for to in {*free} if to is not None)


def _attacks(options_from: Sequence[Option]) -> int:
    """The attacked squares, as a bit set."""
    squares = 0
    for option in options_from:
        if len(option.takes) == 1 and not option.labels:
            [victim] = option.takes
            if all(content & (FOE if at == victim else EMPTY) for at, content in option.needs):
                squares |= 1 << victim
    return squares


@dataclass(frozen=True)
class Graph:
    """The graph of moves: the targets of each square as a bit set."""

    moves: Sequence[int]

    def distances(self, start: int) -> list[int | None]:
        """The minimum number of moves to each square."""
        lengths: list[int | None] = [None] * len(self.moves)
        for number, squares in enumerate(self._rings(start)):
            for at in bits(squares):
                lengths[at] = number
        return lengths

    @cached_property
    def reached(self) -> tuple[int, ...]:
        """The squares reachable from each square, including itself."""
        return tuple(sum(self._rings(start)) for start in range(len(self.moves)))

    def returns(self) -> Returns:
        """Whether the piece can return. Squares without moves do not count."""
        counted = [
            all(self.reached[at] >> start & 1 for at in bits(self.reached[start]))
            for start, squares in enumerate(self.moves)
            if squares
        ]
        if all(counted):
            return Returns.ALL
        if any(counted):
            return Returns.SOME
        return Returns.NONE

    def _rings(self, start: int) -> Iterator[int]:
        """The squares at distance 0, 1, 2, and so on."""
        known = ring = 1 << start
        while ring:
            yield ring
            further = 0
            for at in bits(ring):
                further |= self.moves[at]
            ring = further & ~known
            known |= ring


def bits(number: int) -> Iterator[int]:
    """The set bits of an integer, from the lowest."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SHORT = 2
"""The maximum length of a leap in Muller's formula, in king steps."""
SPREAD = 0.1
"""The relative error of the formula: a rule of thumb."""
BOUND = 0.1
"""The reduction for each halving of the reachable squares: a rule of thumb."""
ONE_WAY = 0.25
"""The reduction for a piece that can never return: a rule of thumb."""


@dataclass(frozen=True, slots=True)
class Value:
    """An estimate in pawns."""

    pawns: float | None
    """None if the figures do not allow one."""
    least: float | None
    most: float | None
    work: tuple[str, ...]
    """The calculation, in sentences."""
    left_out: tuple[str, ...]
    """What the estimate ignores, or why a piece has no estimate, in sentences."""


def value(piece: Piece, figures: Figures) -> Value:
    """The value of a piece from its statistics."""
    left_out, board = tuple(_left_out(piece, figures)), figures.board
    free = float(VACANCY + (1 - VACANCY) / 2)
    knight = free * sum(map(board.room, KNIGHT)) / figures.squares
    if why_not := _why_not(figures, knight):
        return Value(pawns=None, least=None, most=None, work=(), left_out=(why_not, *left_out))
    mean = figures.mobility.mean
    as_leaper = mean / knight * len(KNIGHT)
    estimates = [_muller(as_leaper)]
    work = [
        f"Mobility: {mean:.2f} squares. A knight with 8 moves has {knight:.2f}, so that this is "
        f"like {as_leaper:.1f} moves: (33 + 0.7 × {as_leaper:.1f}) × {as_leaper:.1f} hundredths "
        f"are {estimates[0]:.2f} pawns."
    ]
    moves = figures.moves.most
    # Muller's formula applies if all moves are short leaps that both move and capture
    only = {"leaper", "one-way", "asymmetric", "first-move"} >= set(figures.classes)
    if only and moves and reach(piece).leap <= SHORT and figures.squares >= _ROOM**2:
        estimates.append(_muller(moves))
        work.append(
            f"H. G. Muller's empirical rule for short-range leapers: {moves} moves, so that "
            f"(33 + 0.7 × {moves}) × {moves} hundredths are {estimates[-1]:.2f} pawns."
        )
    low, high = min(estimates) * (1 - SPREAD), max(estimates) * (1 + SPREAD)
    work.append(f"Give or take {SPREAD:.0%}: from {low:.2f} to {high:.2f} pawns.")
    for share, words in _corrections(figures):
        low *= 1 - share
        work.append(f"{words}: by a rule of thumb up to {share:.0%} less, from {low:.2f} pawns.")
    if "lame" in figures.classes:
        work.append("The mobility counts how often its way is blocked (lame).")
    return Value(estimates[-1], low, high, work=tuple(work), left_out=left_out)


def _muller(moves: float) -> float:
    """The value in pawns of a short-range leaper with a number of moves on 8x8 (Muller)."""
    return (33 + 0.7 * moves) * moves / 100


def _why_not(figures: Figures, knight: float) -> str:
    """The reason why there is no estimate; empty if there is one."""
    if figures.incomplete:
        return "It has more moves than are followed, so that its value is not estimated."
    if not isinstance(figures.board, SquareBoard):
        return "There is no rule for the value on a board of hexagons."
    if not knight:
        return "The board is too small for a rule about values."
    if not figures.mobility.mean:
        return "It has no move that always counts, so that its value is not estimated."
    return ""


_ROOM = 2 * SHORT + 1
"""The width of a board with a square from which every short leap is possible."""


def _corrections(figures: Figures) -> Iterator[tuple[float, str]]:
    """Possible reductions with their reasons."""
    if "one-way" in figures.classes:
        yield ONE_WAY, "It never comes back (one-way)"
    elif "hopper" not in figures.classes and figures.reach < figures.squares:
        halvings = min(3.0, log2(figures.squares / figures.reach))
        yield BOUND * halvings, f"It reaches {figures.reach} of {figures.squares} squares (bound)"


def _left_out(piece: Piece, figures: Figures) -> Iterator[str]:
    seen = {
        "first-move": "What it can do only before it has moved is left out.",
        "conditional": "Moves under conditions that the board alone does not decide are left out.",
        "divergent": "That captures and other moves are worth different amounts is left out.",
        "locust": "What it takes beside the square where it ends is left out.",
        "rifle": "What it takes without moving is left out.",
        "hopper": "That a hopper is worth less when few pieces are left is left out.",
    }
    yield from (words for name, words in seen.items() if name in figures.classes)
    if piece.promotions or any(move.becomes for move in piece.moves):
        yield "Promotion is left out."
    if piece.properties:
        yield "What it is besides its moves, such as royal, is left out."
    yield "Pairs, and how it works with other pieces, are left out."
