"""Whether two pieces can do the same on every position (M14)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product

from wazir.piece.board import SquareBoard
from wazir.piece.model import Act, Count, Move, Over, Piece, Results, Square
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

MOST_SQUARES = 7
"""With no more squares that matter, all their occupations are tried."""
SAMPLES = 240
"""Else as many random positions are tried."""
MIDDLE: Square = (12, 12)
ROOM = SquareBoard(25, 25)


class Ground(Enum):
    """How sure an answer is."""

    PROOF = "both are made of the same moves"
    EXHAUSTIVE = "every occupation of the squares that matter was tried"
    SAMPLED = "random positions were tried"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether two pieces are the same, how that is known, and a smallest position where they differ."""

    same: bool
    ground: Ground
    position: Position | None = None
    square: Square | None = None


def same(a: Piece, b: Piece) -> Verdict:
    """Compare two pieces: by their moves, else on all relevant positions if these are few, else on random ones."""
    if a.properties != b.properties:
        return Verdict(False, Ground.PROOF)
    if are_made_alike(a, b):
        return Verdict(True, Ground.PROOF)
    squares = _relevant(a, b)
    if squares is not None:
        trials, ground = _all_occupations(squares), Ground.EXHAUSTIVE
    else:
        trials, ground = _random_positions(), Ground.SAMPLED
    for position, square in trials:
        if _differ(a, b, position, square):
            return Verdict(False, ground, _smallest(a, b, position, square), square)
    return Verdict(True, ground)


def are_made_alike(a: Piece, b: Piece) -> bool:
    """Whether it is proved that two pieces are the same, without a search: False proves nothing."""
    return a.properties == b.properties and _normal(a) == _normal(b)


def _differ(a: Piece, b: Piece, position: Position, square: Square) -> bool:
    first, second = results(a, position, square), results(b, position, square)
    return not _unknown(first, second) and first.found != second.found


def _unknown(first: Results, second: Results) -> bool:
    """Whether a search was cut short, so that a difference would prove nothing (M10)."""
    return first.incomplete or second.incomplete


Element = tuple[object, ...]


def _normal(piece: Piece) -> frozenset[Element]:
    """The moves taken apart into single ways and acts, without those that another one includes."""
    elements: dict[Element, set[tuple[int, float]]] = {}
    for move in piece.moves:
        for key, bounds in _elements(move):
            elements.setdefault(key, set()).add(bounds)
    return frozenset((key, *sorted(_joined(bounds))) for key, bounds in elements.items())


def _elements(move: Move) -> Iterator[tuple[Element, tuple[int, float]]]:
    """Each way of the first leg with each act, apart from its range where that stands alone."""
    rest: tuple[object, ...] = (move.fragments, move.vanishes, move.becomes, tuple(sorted(set(move.labels))))
    if len(move.legs) != 1 or move.fragments or move.legs[0].counts is not Count.OWN or move.legs[0].skips_first:
        yield (move.legs, *rest), (0, 0)
        return
    leg = move.legs[0]
    bounds = (leg.least, float("inf") if leg.most is None else leg.most)
    for act in leg.acts:
        bare = leg._replace(
            acts=act, least=1, most=1, ranged=False, victim_virgin=leg.victim_virgin and act is not Act.STOP
        )
        for _, ways in leg.ways:
            for way in ways:
                yield (bare._replace(ways=((None, (way,)),)), *rest), bounds
        if leg.anywhere:
            yield (bare, *rest), bounds


def _joined(bounds: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Ranges with those that touch or overlap made one: one to three and two to five are one to five."""
    joined: list[tuple[int, float]] = []
    for least, most in sorted(bounds):
        if joined and least <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], most))
        else:
            joined.append((least, most))
    return joined


def _relevant(*pieces: Piece) -> list[Square] | None:
    """The squares whose occupation can matter, relative to the mover; None if they are many, or edges matter too."""
    squares: set[Square] = set()
    for piece in pieces:
        for move in piece.moves:
            if move.guards:
                return None
            for leg in (*move.legs, *(leg for legs in move.fragments for leg in legs)):
                if leg.most is None or leg.wraps or leg.anywhere or leg.back or Act.CROSS in leg.acts:
                    return None
                if leg.over is not Over.ANYTHING or leg.guards or leg.squares or leg.victim:
                    return None
        reached = reach(piece)
        squares.update(square for arrival in reached.arrivals for square in arrival.path)
        if reached.incomplete or len(squares) > MOST_SQUARES + 1:
            return None
    return sorted(squares - {(0, 0)})


def _all_occupations(squares: list[Square]) -> Iterator[tuple[Position, Square]]:
    """Every way to fill the squares around a mover in the middle of a board with room, those with few pieces first."""
    placed = [(MIDDLE[0] + x, MIDDLE[1] + y) for x, y in squares]
    fillings = sorted(product((0, 1, 2), repeat=len(placed)), key=lambda filling: sum(map(bool, filling)))
    for filling in fillings:
        friends = frozenset(at for at, what in zip(placed, filling, strict=True) if what == 1)
        foes = frozenset(at for at, what in zip(placed, filling, strict=True) if what == 2)
        for moved in (frozenset[Square](), friends | foes):
            yield Position(ROOM, friends, foes, moved, virgin=not moved), MIDDLE


_BOARDS = (SquareBoard(8, 8), SquareBoard(12, 10), SquareBoard(26, 26), SquareBoard(8, 8, cylinder=True))


def _random_positions() -> Iterator[tuple[Position, Square]]:
    """Boards of several sizes, from empty to full; the same ones each time."""
    rng = random.Random(39)
    for number in range(SAMPLES):
        board = _BOARDS[number % len(_BOARDS)]
        every = list(board.squares())
        density = rng.choice((0.0, 0.1, 0.2, 0.35, 0.5, 0.7))
        occupied = [at for at in every if rng.random() < density]
        friends = frozenset(at for at in occupied if rng.random() < 0.5)
        square = rng.choice(every)
        foes = frozenset(occupied) - friends - {square}
        moved = frozenset(at for at in occupied if rng.random() < 0.5)
        position = Position(board, friends - {square}, foes, moved, rng.random() < 0.5, rng.random() < 0.5)
        yield position, square


def _smallest(a: Piece, b: Piece, position: Position, square: Square) -> Position:
    """The position without every piece that the difference does not need."""
    for at in sorted(position.friends | position.foes):
        fewer = replace(
            position, friends=position.friends - {at}, foes=position.foes - {at}, moved=position.moved - {at}
        )
        if _differ(a, b, fewer, square):
            position = fewer
    return position
