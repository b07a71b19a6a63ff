"""Ben39: how well the search plays, and how fast the rules are: `python -m tests.benchmarks.ben39
[--games 100]`.

*Play.* The search, with a number of nodes for each action, against a player that looks one action
ahead. That one takes the king if it can; else, of the actions after which its own cannot be taken
(of all, if there are none), it does what the evaluation likes best afterwards, of equals any. Games
begin with random actions, where nobody is soon seen to win, and are played twice, with the sides
exchanged. They end when a king is taken, when a side has no action (in check it has lost, else it
is a draw), or after a number of actions; such a game is not won, and neither is a draw.

*Speed.* Perft of the opening and of middle games, against python-chess's of its own opening. In the
one column every action is done, in the other the last ones of each line are only counted. A ratio
is the median over the rounds, each of which has both. The search is measured in nodes of a crowded
middle game in the time of a move of python-chess, when it sees the position for the first time and
again. The exit status is 1 if a bar is not met.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing import Pool
from random import Random

import chess
from tests.strength.match import start

from wazir.ben39.actions import Action, after
from wazir.ben39.evaluation import evaluate
from wazir.ben39.fen import read
from wazir.ben39.position import OPENING, State, is_ended, turn
from wazir.ben39.rules import actions, escapes, in_check, king_takers, perft, takes_king
from wazir.ben39.search import Limits, search
from wazir.ben39.side_view import side_view

FORMS = {
    "opening": (
        "1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 w - XXXXXIWWZZCCxxxxxiwwzzcc"
    ),
    "captures on both sides": (
        "R1k1/2s2/2gp3/7/2P1S2/G1K2/3r 5/1i2X1/3I4/4X3/8/8/2Cx1C+1/5 d14,l2 w BNNPPPbp "
        "XXXWWZZxxxxxwwzzcc"
    ),
    "full hands": (
        "1sk1/2g2/3p3/7/3Gpn1/5/1K2 Z3x/6/w7/7Cx/5i2/4I3/3C+2/5 d14,l2 w RRBbnspppp "
        "XXXXXWWZxxxxwzzcc"
    ),
    "pieces on intersections": (
        "1s2/p1k2/3pp2/7/2P4/1G1Rp/1K2 Zw3/Wz1cx2/Cx2wzcx2/8/8/3W4/2CxiI1/3Z1 d14,l2 w BNrbngsp "
        "XXXXXxxxxx"
    ),
    "squares that may move": (
        "1sk1/1r3/3p1R1/1P1Ppb1/7/G1K2/2S1 zi3/2Iw2/4z3/8/2C+5/1x6/2Cx3/3wx d14,l2 w BNNGpp "
        "XXXXXWWZZxxxcc"
    ),
    "a queen": (
        "2kQ/s2b1/3pp2/7/2PP3/1BRgS/1K2 5/1zc+I2/8/8/8/3i4/6/5 d14,l2 w RNNGp XXXXXWWZZCCxxxxxwwzc"
    ),
}
"""The opening, and positions out of games between players that look one action ahead."""
FASTER = 30.0
"""The bar for the opening with every action done: a multiple of python-chess's lines in a
second.
"""
WINS = 0.95
"""The bar for the share of games that the search wins."""
COUNTED = 4_000
"""Nodes of a search whose speed is measured."""
LONGEST = 200
"""Actions in a game, without those."""


def greedy(state: State, rng: Random) -> Action:
    """What the player does that looks one action ahead."""
    if takes_king(side_view(state)):
        return king_takers(state, turn(state))[0]
    choices = escapes(state) or actions(state)
    rng.shuffle(choices)
    return min(choices, key=lambda action: evaluate(after(state, action)))


def thoughtful(state: State, nodes: int) -> Action:
    """What the search does."""
    (*_, last) = search(state, Limits(nodes=nodes))
    return last.lines[0].actions[0]


def game(number: int, nodes: int) -> tuple[str, int]:
    """How a game ends for the search, and after how many actions."""
    state = start(Random(number // 2))
    rng, searching = Random(number), number % 2
    for played in range(LONGEST):
        choices = actions(state)
        if not choices:
            if not (is_ended(state) or in_check(state)):
                return "stalemate", played
            return ("lost" if turn(state) == searching else "won"), played
        action = thoughtful(state, nodes) if turn(state) == searching else greedy(state, rng)
        state = after(state, action)
    return "unfinished", LONGEST


def _game(task: tuple[int, int]) -> tuple[str, int]:
    return game(*task)


def played(games: int, nodes: int, processes: int) -> list[tuple[str, int]]:
    """How games end, the search being White in every other one."""
    with Pool(processes) as pool:
        results = []
        for result in pool.imap(_game, [(number, nodes) for number in range(games)]):
            results.append(result)
            sys.stderr.write(f"\r{len(results)} games ")
        return results


def chess_walk(board: chess.Board, depth: int) -> int:
    """The same of chess."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_walk(board, depth - 1)
        board.pop()
    return count


def chess_bulk(board: chess.Board, depth: int) -> int:
    """The same of chess."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_bulk(board, depth - 1)
        board.pop()
    return count


def speed(count: Callable[[], int]) -> float:
    """How many lines or nodes are counted in a second of the processor."""
    begun = time.process_time()
    return count() / (time.process_time() - begun)


def ratios(rounds: int) -> list[tuple[str, float, float]]:
    """For each position, how much faster we are with every action done, and with the last only
    counted.
    """
    states = {name: read(form).state or OPENING for name, form in FORMS.items()}
    for state in states.values():
        perft(state, 2)
    by_name: dict[str, list[tuple[float, float]]] = {name: [] for name in states}
    for _ in range(rounds):
        theirs = (
            speed(lambda: chess_walk(chess.Board(), 4)),
            speed(lambda: chess_bulk(chess.Board(), 4)),
        )
        for name, state in states.items():
            ours = speed(partial(perft, state, 2)), speed(partial(perft, state, 2, bulk=True))
            by_name[name].append((ours[0] / theirs[0], ours[1] / theirs[1]))
    return [
        (name, *(statistics.median(column) for column in zip(*rows, strict=True)))
        for name, rows in by_name.items()
    ]


def search_ratios() -> tuple[float, float]:
    """Nodes of the search in the time of a move of python-chess: in a crowded position that is new,
    and again.
    """
    state = read(FORMS["pieces on intersections"]).state or OPENING

    def searched() -> int:
        (*_, last) = search(state, Limits(nodes=COUNTED))
        return last.nodes

    moves = speed(lambda: chess_walk(chess.Board(), 4))
    return speed(searched) / moves, speed(searched) / moves


def main() -> int:
    """Plays, counts, prints, and says by its status whether all bars are met."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=2_000, help="for each action of the search")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="of counting lines of play")
    options = parser.parse_args()
    missed = False
    if options.rounds:
        lines = [
            "| perft 2, to python-chess's perft 4 | each action done | the last counted |",
            "| --- | --- | --- |",
        ]
        for name, done, counted in ratios(options.rounds):
            lines.append(f"| {name} | {done:.1f} | {counted:.1f} |")
            missed |= name == "opening" and done < FASTER
        new, again = search_ratios()
        lines += [
            "",
            (
                f"Nodes of the search, to moves of python-chess: {new:.2f} in a new position, then "
                f"{again:.2f}."
            ),
        ]
        sys.stdout.write("\n".join([*lines, "", ""]))
    if options.games:
        results = played(options.games, options.nodes, options.processes)
        ends = Counter(end for end, _ in results)
        won, middle = (
            ends["won"] / options.games,
            statistics.median(length for _, length in results),
        )
        missed |= won < WINS
        counts = ", ".join(f"{count} {end}" for end, count in ends.most_common())
        sys.stdout.write(
            f"\r{options.games} games: {counts} (at least {WINS:.0%} won), {middle:g} actions in "
            "the middle one\n"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
