"""Compares pieces on a board; their deviations by square, and pieces derived from another one (Q1
to Q4, Q6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from wazir.piece import conditions
from wazir.piece.board import MAX_BOARD_SIDE, MAX_HEXAGON_SIDE, HexBoard, PlayingBoard, SquareBoard
from wazir.piece.conditions import BySide, Compare, Guard, Test
from wazir.piece.equivalence.demands import (
    UndecidedError,
    can_be_followed,
    cases,
    plane,
    separated,
)
from wazir.piece.equivalence.differences import Difference
from wazir.piece.equivalence.normal import equal_normal_forms, normal_form, rest
from wazir.piece.equivalence.search import Search
from wazir.piece.model import (
    Lattice,
    Leg,
    Move,
    Piece,
    Result,
    Square,
    Vector,
    all_tests,
    virginities,
)
from wazir.piece.motion.reach import minimal

CHESSBOARD = SquareBoard()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a comparison."""

    same: bool | None
    """Whether the pieces are equivalent; None if a walk is incomplete (M10)."""
    proved: bool = False
    """Whether that is proved for all positions, not only tested."""
    positions: int = 0
    """The number of tested positions."""
    difference: Difference | None = None
    """A minimal position in which they differ (Q3)."""
    larger: Difference | None = None
    """A difference on a larger board, if they are equivalent on this one (Q4)."""


def same(a: Piece, b: Piece, board: PlayingBoard = CHESSBOARD) -> Verdict:
    """Compare two pieces on a board and, if they are equivalent, on a board twice as large."""
    verdict, wider = compared(a, b, board), twice(board)
    if not verdict.same or wider == board or normal_form(a, board) == normal_form(b, board):
        return verdict
    return replace(verdict, larger=compared(a, b, wider).difference)


def compared(a: Piece, b: Piece, board: PlayingBoard, *, is_fewest: bool = True) -> Verdict:
    """Compare two pieces on a board, for each side if it matters.

    *is_fewest* is False if any position in which they differ will do, which is found sooner.
    """
    verdicts = []
    for white in (True, False) if differs_by_side(a) or differs_by_side(b) else (True,):
        verdict = _compared(a, b, board, is_fewest=is_fewest, white=white)
        if not verdict.same:
            return verdict
        verdicts.append(verdict)
    return Verdict(
        same=True,
        proved=all(side.proved for side in verdicts),
        positions=sum(side.positions for side in verdicts),
    )


def _compared(a: Piece, b: Piece, board: PlayingBoard, is_fewest: bool, white: bool) -> Verdict:
    """Compare two pieces of a side by their demands, else in many positions."""
    search = Search(a, b, board, white=white)
    difference, proved = search.at_once(), True
    if not difference and not search.incomplete:
        are_alike = normal_form(for_side(a, white, board), board) == normal_form(
            for_side(b, white, board), board
        )
        try:
            if not are_alike or not can_be_followed(a, board):
                difference = separated(a, b, board, is_fewest=is_fewest, white=white)
        except UndecidedError:
            difference = search.fewest_first()
            proved = bool(difference) or are_alike or search.is_exhaustive
    if search.incomplete and not difference:
        return Verdict(None, positions=search.positions)
    return Verdict(difference is None, proved, search.positions, difference=difference)


QUICK = 1_000
"""The maximum number of squares entered by a quick proof, which takes some 20 ms."""


def is_proved(a: Piece, b: Piece, board: PlayingBoard) -> bool:
    """Whether a quick proof shows that two pieces are equivalent and have equal properties."""
    if equal_normal_forms(a, b, board):
        return True
    if rest(a) != rest(b) or differs_by_side(a) or differs_by_side(b):
        return False
    try:
        return separated(a, b, board, is_fewest=False, most_states=QUICK) is None
    except UndecidedError:
        return False


def twice(board: PlayingBoard) -> PlayingBoard:
    """A board twice as large in each direction, up to the maximum size."""
    if isinstance(board, HexBoard):
        return HexBoard(min(2 * board.side, MAX_HEXAGON_SIDE))
    return replace(
        board,
        files=min(2 * board.files, MAX_BOARD_SIDE),
        ranks=min(2 * board.ranks, MAX_BOARD_SIDE),
    )


# Derived pieces


Turn = tuple[int, int]
"""The factors of the steps to the right and forward."""
REFLECTED, BACKWARD, TURNED = (-1, 1), (1, -1), (-1, -1)


def turned(piece: Piece, turn: Turn) -> Piece | None:
    """The piece with transformed steps; None if it depends on files or ranks, or is hexagonal."""
    if piece.lattice is Lattice.HEX or any(isinstance(test, Compare) for test in all_tests(piece)):
        return None

    def of_turn(test: Test) -> Test:
        if isinstance(test, conditions.Exists):
            return replace(test, vectors=tuple(map(step, test.vectors)))
        return test

    def step(vector: Vector) -> Vector:
        return vector[0] * turn[0], vector[1] * turn[1]

    return replace(_transformed(piece, of_turn, step), freezes=())


def reflected(piece: Piece, board: PlayingBoard) -> Piece:
    """The mirror image of a piece on a board, with left for right."""
    total = board.file(board.middle, white=True) + board.file(board.middle, white=False)

    def of_image(test: Test) -> Test:
        match test:
            case conditions.Exists(vectors):
                return replace(test, vectors=tuple(map(step, vectors)))
            case Compare(conditions.Coordinate(conditions.Axis.FILE) as number, sign, int(file)):
                return Compare(number, conditions.MIRRORED.get(sign, sign), total - file)
        return test

    def step(vector: Vector) -> Vector:
        return -vector[0] - vector[1] * (piece.lattice is Lattice.HEX), vector[1]

    return _transformed(piece, of_image, step)


def without_promotion(piece: Piece) -> Piece:
    """The piece without promotion."""
    return replace(
        piece, moves=tuple(replace(move, becomes=()) for move in piece.moves), promotions=()
    )


def _transformed(
    piece: Piece,
    of_simple: Callable[[Test], Test],
    step: Callable[[Vector], Vector] = lambda vector: vector,
) -> Piece:
    """The piece with other simple conditions and other steps. The condition of one side may take
    the place of both.
    """

    def test(some: Test) -> Test:
        match some:
            case conditions.All(tests) | conditions.Some(tests):
                return replace(some, tests=tuple(map(test, tests)))
            case conditions.No(inner):
                return conditions.No(test(inner))
            case BySide() if (chosen := of_simple(some)) is not some:
                return test(chosen)
        return of_simple(some)

    def guard(some: Guard) -> Guard:
        return replace(some, test=test(some.test))

    def leg(some: Leg) -> Leg:
        return some._replace(
            ways=tuple(
                (heading and step(heading), tuple(tuple(map(step, way)) for way in ways))
                for heading, ways in some.ways
            ),
            guards=tuple(map(guard, some.guards)),
            squares=some.squares and guard(some.squares),
        )

    def move(some: Move) -> Move:
        fragments = tuple(tuple(map(leg, legs)) for legs in some.fragments)
        guards = tuple(map(guard, some.guards))
        return replace(some, legs=tuple(map(leg, some.legs)), fragments=fragments, guards=guards)

    promotions = tuple(
        replace(promotion, guard=guard(promotion.guard)) for promotion in piece.promotions
    )
    return replace(piece, moves=tuple(map(move, piece.moves)), promotions=promotions)


# Pieces that differ by side


def differs_by_side(piece: Piece) -> bool:
    """Whether the side of the piece matters."""
    return any(isinstance(test, BySide) for test in all_tests(piece))


def for_side(piece: Piece, white: bool, board: PlayingBoard) -> Piece:
    """The piece of one side on a board, without conditions on the side."""
    total = board.rank(board.middle, white=True) + board.rank(board.middle, white=False)

    def of_side(test: Test) -> Test:
        match test:
            case BySide():
                return test.white if white else test.black
            case Compare(
                conditions.Coordinate(conditions.Axis.BOARD_RANK) as number, sign, int(rank)
            ):
                ranks = replace(number, axis=conditions.Axis.RANK)
                if white:
                    return Compare(ranks, sign, rank)
                return Compare(ranks, conditions.MIRRORED.get(sign, sign), total - rank)
        return test

    resolved, moves = _transformed(piece, of_side), list[Move]()
    for move in resolved.moves:
        answers = {
            guard: conditions.answered(guard.test, conditions.Situation()) for guard in move.guards
        }
        if False not in answers.values():
            moves.append(
                replace(
                    move, guards=tuple(guard for guard in move.guards if answers[guard] is not True)
                )
            )
    return replace(resolved, moves=tuple(moves))


# Deviations


class Deviation(Enum):
    """How the moves to a square deviate from what is meant."""

    ADDED = "+", "added by {}", "Only {} goes there."
    OMITTED = "-", "left out by {}", "{} does not go there."
    CHANGED = "~", "{} plays it differently", "{} goes there under other conditions."

    def __init__(self, sign: str, words: str, sentence: str) -> None:
        self.sign = sign
        """Its character in text diagrams."""
        self.words = words
        """Its meaning in legends, to be filled in with an engine."""
        self.sentence = sentence
        """Its meaning for one square, to be filled in with an engine."""


_Deed = tuple[bool, Result, frozenset[frozenset[tuple[Square, int]]]]
"""What is done to a square: whether the piece is virgin, the result, and its minimal demands."""


def deviations(
    meant: Piece, played: Piece, board: PlayingBoard, square: Square, white: bool = True
) -> Mapping[Square, Deviation]:
    """The squares to which the moves of two pieces differ, from a square of a board.

    Empty if the pieces are too complex to be compared square by square.
    """
    virgins = virginities(meant, played)
    try:
        first, second = (
            _behaviours(piece, board, square, virgins=virgins, white=white)
            for piece in (meant, played)
        )
    except UndecidedError:
        return {}
    how = {
        (True, True): Deviation.CHANGED,
        (True, False): Deviation.OMITTED,
        (False, True): Deviation.ADDED,
    }
    squares = (at for at in sorted(first.keys() | second.keys()) if first.get(at) != second.get(at))
    return {at: how[at in first, at in second] for at in squares}


@lru_cache(maxsize=64)
def deviations_around(
    meant: Piece, played: Piece, board: PlayingBoard
) -> Mapping[Square, Deviation]:
    """The same relative to the piece, wherever it is on a board."""
    wide = plane(board)
    x, y = wide.middle
    by_square = deviations(meant, played, wide, square=wide.middle)
    return {(at[0] - x, at[1] - y): deviation for at, deviation in by_square.items()}


def _behaviours(
    piece: Piece, board: PlayingBoard, square: Square, virgins: Iterable[bool], white: bool
) -> Mapping[Square, frozenset[_Deed]]:
    """What the piece does to each square that it reaches or from which it captures."""
    deeds: dict[Square, set[_Deed]] = {}
    for virgin in virgins:
        for result, some in cases(
            piece, board=board, square=square, virgin=virgin, white=white
        ).items():
            needed = frozenset(minimal(case.demand for case in some))
            for at in {*result.takes, *(() if result.to is None else (result.to,))}:
                deeds.setdefault(at, set()).add((virgin, result, needed))
    return {at: frozenset(behaviour) for at, behaviour in deeds.items()}
