"""A match of two engines of Ben39: `python -m tests.strength.match "wazir ben39 engine"
"old/bin/wazir ben39 engine"`.

Each opening, some random actions, is played twice, with the sides exchanged; a pair of games is one
result. A side loses whose king is taken, which is mated, which sees that it loses by force, or
whose time is over. A draw is a game without an action and check, with the third occurrence of a
position, or with too many actions.

With `--sprt 0 30` the match ends as soon as it is likely enough that the first engine is 30 Elo
better than the second, or that it is no better. The exit status is 1 if it is no better, or,
without a test, if it may well be worse.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.strength.elo import BOUND, elo, log_likelihood

from wazir.ben39.actions import Game, after, spell
from wazir.ben39.fen import write
from wazir.ben39.position import OPENING, Side, State, is_ended, turn
from wazir.ben39.reading import read
from wazir.ben39.rules import actions, in_check
from wazir.ben39.search import Limits, search
from wazir.cli.ben39.records import written

RANDOM = 8
"""Random actions at the start of a game."""
SEEN = 3_000
"""Nodes of the search by which a start is judged."""
FAIR = 100
"""The maximum advantage of a side at the start, in centipawns: a game that is decided tells nothing
of the engines.
"""
LONGEST = 200
"""Actions in a game, without those."""
OCCURRENCES = 3
"""Occurrences of a position that end a game."""


def start(rng: Random) -> State:
    """A position after random actions, each kind of which is as likely, in which no side is much
    better.
    """
    while True:
        state = OPENING
        for _ in range(RANDOM):
            kinds = [
                list(group) for _, group in groupby(actions(state), key=lambda action: action.kind)
            ]
            state = after(state, rng.choice(rng.choice(kinds)))
            if is_ended(state):
                break
        if not is_ended(state) and is_fair(state):
            return state


def is_fair(state: State) -> bool:
    """Whether no side is much better."""
    (*_, last) = search(state, Limits(nodes=SEEN))
    return abs(last.lines[0].score) <= FAIR


@dataclass(frozen=True)
class Pace:
    """What an engine may spend: the words of `go`, or with a clock the seconds of a game and for
    each action.
    """

    words: str
    clock: tuple[float, float] | None = None

    def go(self, left: list[float]) -> str:
        """The command for the side to move."""
        if self.clock is None:
            return f"go {self.words}"
        white, black = (round(1_000 * seconds) for seconds in left)
        more = round(1_000 * self.clock[1])
        return f"go wtime {white} btime {black} winc {more} binc {more}"


class Answer(NamedTuple):
    """What an engine plays."""

    action: str
    is_lost: bool
    """It sees that it loses by force."""


class Engine:
    """A process that speaks UCI."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self._ask("uci", "uciok")

    def _ask(self, text: str, end: str) -> list[str]:
        """The answer to some commands, up to the line that begins with a word."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line.strip())
            if line.startswith(end):
                return lines
        raise SystemExit(f"An engine has ended after {lines[-3:]}.")

    def begin(self) -> None:
        """Tell of a new game."""
        self._ask("ucinewgame\nisready", "readyok")

    def play(self, game: Game, go: str) -> Answer:
        """The action of the engine after those of a game."""
        moves = " ".join(map(spell, game.actions))
        *infos, best = self._ask(
            f"position fen {write(game.start)} moves {moves}\n{go}", "bestmove"
        )
        scores = [line for line in infos if " score " in line]
        return Answer(best.split()[1], bool(scores) and " score mate -" in scores[-1])

    def close(self) -> None:
        """End the process."""
        self._process.communicate("quit\n")


class End(NamedTuple):
    """How a game ends."""

    points: float
    """The points of White."""
    why: str


def ended(game: Game) -> End | None:
    """How a game has ended by its rules; None if it goes on."""
    state = game.state
    if not actions(state):
        if is_ended(state) or in_check(state):
            return End(float(turn(state) is Side.BLACK), "won")
        return End(0.5, "stalemate")
    if game.repetitions >= OCCURRENCES - 1:
        return End(0.5, "repetition")
    return End(0.5, "too long") if len(game.actions) == LONGEST else None


def played(begun: State, engines: tuple[Engine, Engine], pace: Pace) -> tuple[End, Game]:
    """A game of White's engine with Black's."""
    game = Game(begun)
    left = [pace.clock[0]] * 2 if pace.clock else [0.0] * 2
    for engine in engines:
        engine.begin()
    while (end := ended(game)) is None:
        side = turn(game.state)
        before = time.monotonic()
        answer = engines[side].play(game, pace.go(left))
        if pace.clock:
            left[side] -= time.monotonic() - before
            if left[side] < 0:
                return End(float(side is Side.BLACK), "time"), game
            left[side] += pace.clock[1]
        action = read(game.state, answer.action).action
        if action is None:
            raise SystemExit(f"{answer.action} is not legal in {write(game.state)}.")
        game = Game(game.start, (*game.actions, action))
        if answer.is_lost:
            return End(float(side is Side.BLACK), "won"), game
    return end, game


class Pair(NamedTuple):
    """Two games from one opening."""

    points: tuple[float, float]
    """The points of the first engine, as White and as Black."""
    ends: tuple[str, str]
    games: tuple[Game, Game]


def pairs(first: Engine, second: Engine, pace: Pace, seed: int) -> Iterator[Pair]:
    """Pairs of games without end, always from the same openings for a seed."""
    rng = Random(seed)
    while True:
        begun = start(rng)
        (white, why), game = played(begun, (first, second), pace)
        (black, why_not), other = played(begun, (second, first), pace)
        yield Pair((white, 1 - black), (why, why_not), (game, other))


def summary(played_pairs: list[Pair], test: tuple[float, float] | None) -> str:
    """The results so far in a line."""
    points = Counter(score for pair in played_pairs for score in pair.points)
    ends = Counter(why for pair in played_pairs for why in pair.ends)
    shares = [sum(pair.points) / 2 for pair in played_pairs]
    least, value, most = elo(shares)
    actions_ = sum(len(game.actions) for pair in played_pairs for game in pair.games) / (
        2 * len(played_pairs)
    )
    line = (
        f"{2 * len(played_pairs)} games: {points[1.0]} won, {points[0.5]} drawn, {points[0.0]} "
        f"lost; Elo {value:+.0f} ({least:+.0f} to {most:+.0f}); {actions_:.0f} actions a game; "
        f"{', '.join(f'{count} {why}' for why, count in ends.most_common())}"
    )
    return line + (f"; LLR {log_likelihood(shares, *test):+.2f} of {BOUND:.2f}" if test else "")


def main() -> int:
    """Plays a match, and prints its results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first", help="the command of the engine that is tested")
    parser.add_argument("second", help="the command of the other one")
    parser.add_argument("--pairs", type=int, default=100, help="of games, at most")
    parser.add_argument("--go", default="nodes 2000", help="the words of `go` for each action")
    parser.add_argument(
        "--clock", nargs=2, type=float, metavar=("GAME", "ACTION"), help="seconds, instead of --go"
    )
    parser.add_argument(
        "--sprt", nargs=2, type=float, metavar=("WORSE", "BETTER"), help="Elo differences to test"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write the games to a .ben39 file"
    )
    options = parser.parse_args()
    engines = Engine(options.first), Engine(options.second)
    pace = Pace(options.go, tuple(options.clock) if options.clock else None)
    played_pairs: list[Pair] = []
    for pair in pairs(*engines, pace, options.seed):
        played_pairs.append(pair)
        sys.stderr.write(f"\r{summary(played_pairs, options.sprt)}\x1b[K")
        sys.stderr.flush()
        shares = [sum(finished.points) / 2 for finished in played_pairs]
        ratio = log_likelihood(shares, *options.sprt) if options.sprt else 0.0
        if len(played_pairs) == options.pairs or abs(ratio) >= BOUND:
            break
    for engine in engines:
        engine.close()
    sys.stderr.write("\r\x1b[K")
    sys.stdout.write(f"{summary(played_pairs, options.sprt)}\n")
    if options.record:
        text = "\n".join(
            written(f"game-{number}-{side}", game)
            for number, finished in enumerate(played_pairs, 1)
            for side, game in zip(("white", "black"), finished.games, strict=True)
        )
        options.record.write_text(text, "utf-8")
    return int(ratio < BOUND) if options.sprt else int(elo(shares).most < 0)


if __name__ == "__main__":
    sys.exit(main())
