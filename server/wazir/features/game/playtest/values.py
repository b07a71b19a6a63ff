"""Values of pieces from the results of games, by logistic regression (T9)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from statistics import quantiles
from typing import NamedTuple

from wazir.features.game.playtest.game import PlayedGame
from wazir.features.game.playtest.subject import Kinds
from wazir.placement import PiecePlacement

FIRST_PLY = 10
"""Positions before it say little."""
MAX_POSITIONS = 5
"""Positions of a game."""
RIDGE = 1.0
"""What a unit of a squared coefficient costs, in units of the logarithm of the likelihood."""
RESAMPLES = 200
_STEPS = 12
_MIN_GAMES_OF_VALUES = 20

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True)
class PieceValue:
    """The value of a kind of piece."""

    letter: str
    name: str
    value: float
    low: float
    high: float
    static: float | None
    """The estimate by its moves, in the same unit; None without one."""


@dataclass(frozen=True)
class PieceValues:
    """The values of the kinds of pieces that the games tell."""

    unit: str
    """The letter of the piece that is worth one."""
    unit_name: str
    values: tuple[PieceValue, ...]
    unknown: tuple[str, ...]
    """The names of kinds whose interval is wider than their value."""


def piece_values(
    games: Sequence[PlayedGame], kinds: Kinds, static: Mapping[str, float], seed: int
) -> PieceValues | None:
    """The values of pieces; None if there are too few decisive games, or no piece to compare with.

    Args:
        games: The games.
        kinds: The kinds of pieces, of which royal ones are left out.
        static: The static estimates in pawns, by letter.
        seed: That of the bootstrap.
    """
    finished = [game for game in games if game.result is not None]
    if len(finished) < _MIN_GAMES_OF_VALUES or not any(game.winner for game in finished):
        return None
    rows = [list(_positions(game)) for game in finished]
    letters = _letters(rows, kinds)
    unit = next((letter for letter in kinds.units if letter in letters), None)
    if unit is None or len(letters) < 2:
        return None
    samples = [
        [_Sample([1.0, *(row.get(letter, 0) for letter in letters)], _points(game)) for row in each]
        for game, each in zip(finished, rows, strict=True)
    ]
    place = letters.index(unit) + 1
    drawn = _bootstrap(samples, seed)
    weights = drawn.weights
    if weights[place] <= 0:
        return None
    found, unknown = list[PieceValue](), list[str]()
    for at, letter in enumerate(letters, 1):
        if letter == unit:
            continue
        ratios = [each[at] / each[place] for each in drawn.resampled if each[place] > 0]
        value, (low, high) = weights[at] / weights[place], _interval(ratios)
        # a pawn that may be worth nothing is no unit
        if len(ratios) < len(drawn.resampled) * 0.975 or high - low > abs(value):
            unknown.append(kinds.name(letter))
            continue
        ratio = static.get(letter), static.get(unit)
        known = ratio[0] / ratio[1] if ratio[0] and ratio[1] else None
        found.append(
            PieceValue(letter, kinds.name(letter), value, low=low, high=high, static=known)
        )
    return PieceValues(unit, kinds.name(unit), tuple(found), unknown=tuple(unknown))


def _points(game: PlayedGame) -> float:
    return ((game.result or 0) + 1) / 2


def _positions(game: PlayedGame) -> Iterator[dict[str, int]]:
    """The differences of material, White's less Black's, after quiet moves, evenly spread."""
    quiet = [
        ply
        for ply, move in enumerate(game.moves, 1)
        if ply >= FIRST_PLY and not (move.is_capture or move.is_promotion or move.is_check)
    ]
    if not quiet:
        return
    count = min(MAX_POSITIONS, len(quiet))
    chosen = {quiet[number * len(quiet) // count] for number in range(count)}
    for ply, placement in enumerate(game.placed()):
        if ply in chosen:
            yield _difference(placement)


def _difference(placement: PiecePlacement) -> dict[str, int]:
    found = dict[str, int]()
    for sign, count in (*placement.counts.items(), *placement.hand.items()):
        letter = sign.lower()
        found[letter] = found.get(letter, 0) + (count if sign[-1].isupper() else -count)
    return found


def _letters(rows: Sequence[Sequence[Mapping[str, int]]], kinds: Kinds) -> list[str]:
    """The kinds of which one side has had more."""
    met = set[str]()
    for each in rows:
        for row in each:
            met.update(letter for letter, count in row.items() if count)
    return sorted(met - kinds.royal, key=kinds.rank)


# The regression


class _Sample(NamedTuple):
    """A position: its features, the first of which is one, and the points of White."""

    features: Vector
    points: float


class _Drawn(NamedTuple):
    """The weights of the features, and those of resampled games."""

    weights: Vector
    resampled: list[Vector]


def _bootstrap(samples: Sequence[Sequence[_Sample]], seed: int) -> _Drawn:
    """The weights, and those of games that are drawn with replacement.

    Of drawn games, one step of Newton's method from the weights of all games is taken, to which
    each game contributes a fixed gradient and curvature.
    """
    size = len(samples[0][0].features) if samples[0] else _size(samples)
    weights = [0.0] * size
    for _ in range(_STEPS):
        weights = _step(weights, [_contribution(each, weights) for each in samples])
    contributions = [_contribution(each, weights) for each in samples]
    chance = random.Random(seed)
    resampled = [
        _step(weights, chance.choices(contributions, k=len(contributions)))
        for _ in range(RESAMPLES)
    ]
    return _Drawn(weights, resampled)


def _size(samples: Sequence[Sequence[_Sample]]) -> int:
    return next(len(each[0].features) for each in samples if each)


class _Contribution(NamedTuple):
    """The gradient and the curvature of the likelihood of a game."""

    gradient: Vector
    curvature: Matrix


def _contribution(samples: Sequence[_Sample], weights: Vector) -> _Contribution:
    size = len(weights)
    gradient, curvature = [0.0] * size, [[0.0] * size for _ in range(size)]
    for features, points in samples:
        expected = _logistic(sum(w * x for w, x in zip(weights, features, strict=True)))
        spread = expected * (1 - expected)
        present = [(at, value) for at, value in enumerate(features) if value]
        for at, value in present:
            gradient[at] += (points - expected) * value
            for other, more in present:
                curvature[at][other] += spread * value * more
    return _Contribution(gradient, curvature)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def _step(weights: Vector, contributions: Sequence[_Contribution]) -> Vector:
    """The weights after a step of Newton's method. The ridge spares the first one, which is the
    advantage of White.
    """
    size = len(weights)
    gradient, curvature = [0.0] * size, [[0.0] * size for _ in range(size)]
    for each in contributions:
        for at in range(size):
            gradient[at] += each.gradient[at]
            row, more = curvature[at], each.curvature[at]
            for other in range(size):
                row[other] += more[other]
    for at in range(size):
        ridge = RIDGE if at else 1e-9
        gradient[at] -= ridge * weights[at]
        curvature[at][at] += ridge
    change = _solved(curvature, gradient)
    return [weight + step for weight, step in zip(weights, change, strict=True)]


def _solved(matrix: Matrix, vector: Vector) -> Vector:
    """The solution of a system whose matrix is symmetric and positive: Gauss without pivots."""
    size = len(vector)
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for at in range(size):
        pivot = rows[at][at] or 1e-12
        for below in range(at + 1, size):
            factor = rows[below][at] / pivot
            if factor:
                rows[below] = [a - factor * b for a, b in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (rows[at][size] - known) / (rows[at][at] or 1e-12)
    return found


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The interval of 95 % of resampled values."""
    if len(values) < 2:
        return (float("-inf"), float("inf"))
    parts = quantiles(values, n=40, method="inclusive")
    return parts[0], parts[-1]
