"""The moves of a piece on an empty board, and its mean mobility among random other pieces (Q9)."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, cycle, islice
from math import prod, sqrt
from statistics import fmean, stdev

from wazir.budget import (
    MAX_CASES_OF_CHANCE,
    MAX_NEEDS_COMPARED,
    MAX_NEEDS_TESTED,
    MAX_SQUARES_OF_CHANCE,
    MAX_SQUARES_OF_SAMPLE,
    spend,
)
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.model import JUMPS, Act, Move, Piece, Results, Square, Vector, virginities
from wazir.piece.motion.context import EMPTY, FOE, FRIEND
from wazir.piece.motion.reach import Needs, Option, Options, minimal
from wazir.piece.motion.results import Position, results

VACANCY = Fraction(69, 100)
"""The probability of an empty square. Friends and foes are equally likely on the others."""
SEED = 69
"""Of sampled positions."""
BATCHES = 64
MIN_BATCHES = 4
TESTS_OF_STEP = 50
"""The tests of a need that take as long as a step of the budget."""
BATCH = 256
"""The number of positions of a batch."""
CONCRETE = 1_024
"""The number of sampled positions of a piece that looks at squares off its path."""

_CHANCES = {EMPTY: VACANCY, FRIEND: (1 - VACANCY) / 2, FOE: (1 - VACANCY) / 2}
_CHANCE = [
    sum((chance for side, chance in _CHANCES.items() if side & content), start=Fraction(0))
    for content in range(8)
]


@dataclass(frozen=True, slots=True)
class Mobility:
    """The mean over all squares and positions."""

    mean: float
    error: float
    """The standard error; 0 if the mean is exact."""


def mobility(piece: Piece, options: Options) -> Mobility:
    """The mobility of a piece: exact if possible, else from sampled positions, which are always the
    same.
    """
    if options.few:
        return _of_positions(piece, options, random.Random(SEED))
    every = [_by_end(start, options_from) for start, options_from in enumerate(options.each)]
    compared = sum(len(needs) ** 2 for ends in every for needs in ends)
    if compared > MAX_NEEDS_COMPARED:
        return _of_samples(every, random.Random(SEED))
    spend(compared // TESTS_OF_STEP)
    each = [[tuple(minimal(needs)) for needs in ends] for ends in every]
    known: dict[tuple[Needs, ...], Fraction] = {}
    try:
        patterns = Counter(_pattern(ways) for ends in each for ways in ends)
        total = sum(
            (_chance(pattern, known) * count for pattern, count in patterns.items()),
            start=Fraction(0),
        )
    except TooManyError:
        return _of_samples(each, random.Random(SEED))
    return Mobility(float(total / len(each)), 0.0)


def _by_end(start: int, options_from: Iterable[Option]) -> list[tuple[Needs, ...]]:
    """For each target without labels, the alternative needs."""
    ends: defaultdict[int, defaultdict[Needs, int]] = defaultdict(lambda: defaultdict(int))
    for option in options_from:
        to = option.to
        if to is not None and to != start and not option.labels:
            content = dict(option.needs).get(to, EMPTY | FRIEND | FOE)
            ends[to][tuple(need for need in option.needs if need[0] != to)] |= content
    anything = EMPTY | FRIEND | FOE
    return [
        tuple(
            needs if content == anything else tuple(sorted((*needs, (to, content))))
            for needs, content in ways.items()
        )
        for to, ways in ends.items()
    ]


class TooManyError(Exception):
    """The probability depends on too many squares."""


def _pattern(ways: tuple[Needs, ...]) -> tuple[Needs, ...]:
    """The alternatives with squares renumbered from 0, so that equal patterns share one
    calculation.
    """
    if len(ways) == 1:
        return (tuple(enumerate(sorted(content for _, content in ways[0]))),)
    squares = sorted({at for way in ways for at, _ in way})
    if len(squares) > MAX_SQUARES_OF_CHANCE:
        raise TooManyError
    numbers = {at: number for number, at in enumerate(squares)}
    return tuple(sorted(tuple((numbers[at], content) for at, content in way) for way in ways))


def _chance(ways: tuple[Needs, ...], known: dict[tuple[Needs, ...], Fraction]) -> Fraction:
    """The probability of sorted alternatives; the known ones are calculated only once.

    Raises:
        TooManyError: There are too many cases.
    """
    if len(ways) < 2:
        if ways:
            return prod([_CHANCE[content] for _, content in ways[0]], start=Fraction(1))
        return Fraction(0)
    if not ways[0]:
        return Fraction(1)
    if ways not in known:
        if len(known) >= MAX_CASES_OF_CHANCE:
            raise TooManyError
        [(square, _)] = Counter(at for way in ways for at, _ in way).most_common(1)
        cases = ((chance, _given(ways, square, content)) for content, chance in _CHANCES.items())
        known[ways] = sum(
            (chance * _chance(left, known) for chance, left in cases), start=Fraction(0)
        )
    return known[ways]


def _given(ways: tuple[Needs, ...], square: int, content: int) -> tuple[Needs, ...]:
    """The remaining needs, given the content of a square."""
    left = {
        tuple(need for need in way if need[0] != square)
        for way in ways
        if all(at != square or content & wanted for at, wanted in way)
    }
    return tuple(sorted(left))


def _of_samples(each: list[list[tuple[Needs, ...]]], rng: random.Random) -> Mobility:
    """The mean over random positions, one for each bit of an integer."""
    means = []
    all_ways = chain.from_iterable(chain.from_iterable(each))
    size = sum(map(len, all_ways))
    batches = max(MIN_BATCHES, min(BATCHES, MAX_NEEDS_TESTED // max(size, 1)))
    spend(batches * size // TESTS_OF_STEP)
    for _ in range(batches):
        held = [_random_contents(rng) for _ in each]
        met = sum(_met(ways, held).bit_count() for ends in each for ways in ends)
        means.append(met / BATCH / len(each))
    return Mobility(fmean(means), stdev(means) / sqrt(len(means)))


def _random_contents(rng: random.Random) -> list[int]:
    """For each set of contents, the positions in which a square has one of them."""
    full = (1 << BATCH) - 1
    vacant = 0
    sides = rng.getrandbits(BATCH)
    chance = round(VACANCY * 2**32)
    for place in range(32):  # of the binary digits, the least significant one first
        bits = rng.getrandbits(BATCH)
        vacant = bits | vacant if chance >> place & 1 else bits & vacant
    single = {EMPTY: vacant, FRIEND: full & ~vacant & sides, FOE: full & ~vacant & ~sides}
    return [sum(bits for side, bits in single.items() if side & content) for content in range(8)]


def _met(ways: tuple[Needs, ...], held: list[list[int]]) -> int:
    """The positions that meet one of the needs."""
    met = 0
    for way in ways:
        meeting = (1 << BATCH) - 1
        for at, content in way:
            meeting &= held[at][content]
        met |= meeting
    return met


def _of_positions(piece: Piece, options: Options, rng: random.Random) -> Mobility:
    """The mean over random positions with the piece on each square in turn."""
    counts = []
    for square in islice(cycle(options.squares), CONCRETE):
        contents = rng.choices(
            (EMPTY, FRIEND, FOE),
            [float(chance) for chance in _CHANCES.values()],
            k=len(options.squares),
        )
        placed = [
            (at, content)
            for at, content in zip(options.squares, contents, strict=True)
            if at != square
        ]
        friends = frozenset(at for at, content in placed if content == FRIEND)
        foes = frozenset(at for at, content in placed if content == FOE)
        position = Position(options.board, friends, foes, moved=friends | foes, virgin=False)
        outcome = results(piece, position, square, limit=MAX_SQUARES_OF_SAMPLE)
        counts.append(
            len({result.to for result in outcome.all if not result.when} - {square, None})
        )
    return Mobility(fmean(counts), stdev(counts) / sqrt(CONCRETE))


# Moves on an empty board


@dataclass(frozen=True, slots=True)
class MoveCount:
    """The number of moves on an empty board, without those under a condition (Q8)."""

    board: PlayingBoard
    square: str
    moves: int
    """The number of squares to which the piece moves from that square if it has moved before."""
    first: int
    """The same number if it has not moved before."""
    mean: float | None
    """The mean over all squares if it has moved before; None if it takes too long for a hover."""
    incomplete: bool
    """Some moves are left out."""

    def __str__(self) -> str:
        moves = "1 move" if self.moves == 1 else f"{self.moves} moves"
        first = "" if self.first == self.moves else f" ({self.first} as its first move)"
        mean = "" if self.mean is None else f", {self.mean:.2f} on average over its squares"
        return f"{moves} from {self.square} on the empty {self.board} board{first}{mean}."


def move_count(
    piece: Piece, board: PlayingBoard, square: Square | None = None, *, white: bool = True
) -> MoveCount:
    """The number of moves of a piece.

    Args:
        piece: The piece.
        board: The board.
        square: Its square; None for the middle of the board.
        white: Whether it is White's.
    """
    start = board.middle if square is None else square
    by_virginity = {
        virgin: results(piece, Position(board, white=white, virgin=virgin), start)
        for virgin in virginities(piece)
    }
    first = by_virginity[True]
    moved = by_virginity.get(False, first)
    total = _total(piece.after_first_move(), board)
    return MoveCount(
        board=board,
        square=square_name(start, board),
        moves=_count(moved, start),
        first=_count(first, start),
        mean=None if total is None else total / board.room((0, 0)),
        incomplete=moved.incomplete or first.incomplete,
    )


def _count(found: Results, start: Square) -> int:
    """The number of squares to which results lead that take nothing and have no condition."""
    quiet = (result for result in found.all if not (result.takes or result.when))
    return len({result.to for result in quiet} - {start, None})


def _total(piece: Piece, board: PlayingBoard) -> int | None:
    """The sum of moves over all squares: a straight ride fits on a board as often as its end
    does.
    """
    ends: set[Vector] = set()
    for move in piece.moves:
        if move.labels:
            continue
        # It needs a piece.
        if any(not leg.acts & (Act.STOP | Act.CROSS) or leg.over in JUMPS for leg in move.legs):
            continue
        if board.cylinder or not _is_straight(move):
            return None
        (leg,) = move.legs
        most = board.longest if leg.most is None else min(leg.most, board.longest)
        ends |= {
            (x * n, y * n) for ((x, y), *_) in leg.all_ways for n in range(leg.least, most + 1)
        }
    return sum(map(board.room, ends))


def _is_straight(move: Move) -> bool:
    """Whether a move is one leg that stays on the board if its end does."""
    if len(move.legs) != 1 or move.fragments or move.vanishes or move.guards:
        return False
    (leg,) = move.legs
    return (
        leg.is_ordinary and Act.CROSS not in leg.acts and all(len(way) == 1 for way in leg.all_ways)
    )
