"""Random play by the engine, and everything in it held against its laws: `python -m
tests.ben39.plays 100000`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from random import Random

from wazir.ben39 import fen
from wazir.ben39.actions import Action, after, before, spell
from wazir.ben39.position import OPENING, State, is_ended, pack, unpack
from wazir.ben39.rules import actions, perft

from . import sampling
from .agree import numbered

LONGEST = 200


def games(seed: int) -> Iterator[list[tuple[State, Action]]]:
    """Games without end, each from the opening or from strewn pieces, and what is played in each
    state.
    """
    rng = Random(seed)
    while True:
        state = OPENING if rng.random() < 0.3 else numbered(sampling.strewn(rng))
        played: list[tuple[State, Action]] = []
        while len(played) < LONGEST and (choices := actions(state)):
            kinds = [list(group) for _, group in groupby(choices, key=lambda action: action.kind)]
            played.append((state, rng.choice(rng.choice(kinds))))
            state = after(*played[-1])
        yield played


def faults(played: list[tuple[State, Action]]) -> Iterator[str]:
    """Where a game is not what it was when it is taken back, or a state is not what its name, line
    or number says.
    """
    if not played:
        return
    state = after(*played[-1])
    yield from _faults_of(state)
    for was, action in reversed(played):
        state = before(state, action)
        if state != was:
            yield f"{spell(action)} in {fen.write(was)} is not taken back"
        yield from _faults_of(was)


def _faults_of(state: State) -> Iterator[str]:
    if pack(unpack(state)) != state:
        yield f"{state} is not the number of its position"
    if not is_ended(state) and fen.read(fen.write(state)).state != state:
        yield f"{fen.write(state)} is read as something else"


def play(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """The kinds of so many actions or a few more, and what went wrong."""
    met: Counter[str] = Counter()
    wrong: list[str] = []
    for played in games(seed):
        met.update(str(action.kind) for _, action in played)
        wrong += faults(played)
        if met.total() >= count:
            return met, wrong
    raise AssertionError("There are always more games.")


def main(count: int) -> int:
    """The long form of what is tested each day: so many actions, and the opening three deep."""
    started = time.monotonic()
    met, wrong = play(count, seed=39)
    sys.stdout.write(
        f"{dict(met)}\n{wrong[:20]}\n{len(wrong)} faults, {time.monotonic() - started:.0f} s\n"
    )
    started = time.monotonic()
    lines = perft(OPENING, 3)
    sys.stdout.write(f"perft 3: {lines}, {time.monotonic() - started:.0f} s\n")
    return 1 if wrong or lines != 32_661_280 else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
