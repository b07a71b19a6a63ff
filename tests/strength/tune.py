"""Weights of the evaluation from games of the search with itself.

    python -m tests.strength.tune play out/games.tsv --games 3000
    python -m tests.strength.tune fit out/games.tsv

The first command writes a game in each line: the points of White, then the positions in which the
search is not in check, sees no forced win and does not capture. The second prints the weights with
which the evaluation predicts the points best, by a logistic regression (Texel's method). They stay
near today's where the games tell little.

Both need the pure build, whose modules can be changed; the same games and weights always give the
same result.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from tests.strength.match import ended, start

from wazir.ben39 import evaluation
from wazir.ben39.actions import Game
from wazir.ben39.fen import read, write
from wazir.ben39.position import Side, State, turn
from wazir.ben39.rules import in_check
from wazir.ben39.search import TEMPO, Limits, Line, search
from wazir.ben39.side_view import SideView, opposite, side_view

CERTAIN = 580
"""The score, in centipawns, that multiplies the odds of the result by e."""
DOUBT = 60
"""The deviation, in centipawns, that a weight is expected to have from today's."""
STEPS = 4
"""Steps of Newton's method."""

Vector: TypeAlias = list[float]
View: TypeAlias = tuple[SideView, SideView]
"""A position as the side to move and as its opponent sees it."""


# Games


def game(seed: int, nodes: int) -> tuple[float, list[State]]:
    """The points of White in a game of the search with itself, and its quiet positions."""
    game = Game(start(Random(seed)))
    quiet: list[State] = []
    while (end := ended(game)) is None:
        line = best(game, nodes)
        if line.mate:
            return float((line.mate > 0) is (turn(game.state) is Side.WHITE)), quiet
        action = line.actions[0]
        if not (action.taken or in_check(game.state)):
            quiet.append(game.state)
        game = Game(game.start, (*game.actions, action))
    return end.points, quiet


def best(game: Game, nodes: int) -> Line:
    """The best line, with more nodes if these do not suffice for one."""
    (*_, last) = search(game.state, Limits(nodes=nodes), game.states)
    return last.lines[0] if last.lines else best(game, 2 * nodes)


def play(file: Path, seed: int, games: int, nodes: int) -> None:
    """Append games to a file."""
    with file.open("a", encoding="utf-8") as out:
        for number in range(seed, seed + games):
            points, quiet = game(number, nodes)
            out.write("\t".join([str(points), *map(write, quiet)]) + "\n")


# Weights


WEIGHTS = frozenset(
    {
        "PLACED",
        "HELD",
        "WORKING",
        "FREEDOM",
        "SIEGE",
        "GUARD",
        "CHECK",
        "DROP_CHECK",
        "FROZEN",
        "CASTLED",
        "REFUGE",
    }
    | {"CONTROL", "CARRIED", "NEAR", "GRIP", "LANDING"}
)
"""The names of the weights, all of which count as often as something occurs."""


class Weight(NamedTuple):
    """A number of the evaluation that can be changed."""

    name: str
    value: int
    set: Callable[[int], None]


def weights() -> Iterator[Weight]:
    """All weights of the evaluation: its numbers, and those in its tables."""
    for name, value in vars(evaluation).items():
        if name in WEIGHTS:
            if isinstance(value, dict):
                yield from (
                    Weight(f"{name}[{key.name}]", number, partial(value.__setitem__, key))
                    for key, number in value.items()
                )
            else:
                yield Weight(name, value, partial(setattr, evaluation, name))


def judged(views: list[View]) -> Vector:
    """The evaluations of some positions with the weights as they are."""
    for kept in vars(evaluation).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    return [evaluation.judge(*view) + TEMPO for view in views]


def features(views: list[View], known: list[Weight]) -> tuple[Vector, list[Vector]]:
    """The evaluations of some positions, and for each the differences that a point more of each
    weight makes.
    """
    today = judged(views)
    columns: list[Vector] = []
    for weight in known:
        weight.set(weight.value + 1)
        columns.append([now - before for now, before in zip(judged(views), today, strict=True)])
        weight.set(weight.value)
    return today, [list(row) for row in zip(*columns, strict=True)]


def fit(today: Vector, rows: list[Vector], points: Vector) -> Iterator[tuple[float, Vector]]:
    """The mean loss and the changes of the weights, after each step."""
    changes = [0.0] * len(rows[0])
    while True:
        slope = [change / DOUBT**2 for change in changes]
        curve = [
            [(row == column) / DOUBT**2 for column in range(row + 1)] for row in range(len(changes))
        ]
        loss = 0.0
        for value, row, result in zip(today, rows, points, strict=True):
            used = [(index, entry) for index, entry in enumerate(row) if entry]
            odds = (value + sum(entry * changes[index] for index, entry in used)) / CERTAIN
            chance = 1 / (1 + math.exp(-odds))
            loss -= result * math.log(chance) + (1 - result) * math.log(1 - chance)
            away, weight = (chance - result) / CERTAIN, chance * (1 - chance) / CERTAIN**2
            for index, entry in used:
                slope[index] += away * entry
                curve_row, share = curve[index], weight * entry
                for other, two in used:
                    if other > index:
                        break
                    curve_row[other] += share * two
        yield loss / len(points), changes
        changes = [
            change - step for change, step in zip(changes, solved(curve, slope), strict=True)
        ]


def solved(curve: list[Vector], slope: Vector) -> Vector:
    """The solution of a positive definite system, of which the lower half is given, by Cholesky's
    method.
    """
    size = len(slope)
    root: list[Vector] = [[0.0] * size for _ in range(size)]
    half: Vector = []
    for row in range(size):
        for column in range(row + 1):
            rest = curve[row][column] - sum(
                map(float.__mul__, root[row][:column], root[column][:column])
            )
            root[row][column] = math.sqrt(rest) if row == column else rest / root[column][column]
        half.append((slope[row] - sum(map(float.__mul__, root[row][:row], half))) / root[row][row])
    for row in reversed(range(size)):
        rest = half[row] - sum(root[below][row] * half[below] for below in range(row + 1, size))
        half[row] = rest / root[row][row]
    return half


def tune(file: Path) -> None:
    """Print the best weights."""
    views: list[View] = []
    points: Vector = []
    for line in file.read_text("utf-8").splitlines():
        result, *forms = line.split("\t")
        for form in forms:
            seen = side_view(read(form).state)
            views.append((seen, opposite(seen)))
            points.append(float(result) if seen.side is Side.WHITE else 1 - float(result))
    known = list(weights())
    steps = fit(*features(views, known), points)
    losses, changes = zip(*islice(steps, STEPS + 1), strict=True)
    sys.stderr.write(f"The loss was {losses[0]:.4f}, and is {losses[-1]:.4f}.\n")
    for weight, change in zip(known, changes[-1], strict=True):
        sys.stdout.write(f"{weight.name} = {weight.value + change:.0f}\n")


def main() -> None:
    """Plays games, or prints weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("file", type=Path, help="the games")
    parser.add_argument("--seed", type=int, default=1, help="of the first game to play")
    parser.add_argument("--games", type=int, default=1_000, help="to play")
    parser.add_argument("--nodes", type=int, default=500, help="of the search for each action")
    options = parser.parse_args()
    if options.what == "play":
        play(options.file, options.seed, options.games, options.nodes)
    else:
        tune(options.file)


if __name__ == "__main__":
    main()
