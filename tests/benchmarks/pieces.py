"""Reading strings and finding moves, beside a parser and an engine: `python -m tests.benchmarks.pieces`.

1,000 plain strings of the corpus, each on a random position of its own. Beside ours stand `betza-visualizer`, which
parses only, and `pyffish`, the Python calls of Fairy-Stockfish. All are timed in turn within each round, and what is
shown is the median over the rounds of the ratio within a round, so that a noisy machine does little harm.
"""

from __future__ import annotations

import json
import os
import random
import re
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import pyffish
from betza_visualizer import BetzaParser

from wazir.notations.base import NO_NAMES, Context
from wazir.notations.betza import BETZA
from wazir.piece.board import SquareBoard, square_name
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results

CORPUS = Path(__file__).parents[1] / "data" / "corpus_betza.jsonl"
STRINGS = 1000
ROUNDS = 5
XBETZA = Context(dialect="xbetza")

Case = tuple[str, Position, Square]


def cases() -> list[Case]:
    """The strings with their positions, the same ones each time."""
    rng = random.Random(1)
    lines = map(json.loads, CORPUS.read_text("utf-8").splitlines())
    plain = [line["betza"] for line in lines if line["syntax"] == "plain"]
    made = []
    for number in range(STRINGS):
        square = (rng.randrange(8), rng.randrange(8))
        occupied = [at for at in SquareBoard().squares() if at != square and rng.random() < 0.31]
        friends = frozenset(at for at in occupied if rng.random() < 0.5)
        position = Position(friends=friends, foes=frozenset(occupied) - friends, virgin=False)
        made.append((plain[number % len(plain)], position, square))
    return made


def lower(text: str) -> Piece:
    """The piece that a string describes."""
    piece = BETZA.analyser.analyse(text, XBETZA, NO_NAMES).definitions[0].piece
    return piece or Piece(())


def fen(position: Position, square: Square) -> str:
    """A position for the engine: the piece as `A` among wazirs."""
    ranks = []
    for rank in reversed(range(8)):
        signs = ""
        for at in ((file, rank) for file in range(8)):
            signs += "A" if at == square else "W" if at in position.friends else "w" if at in position.foes else "."
        ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), signs))
    return "/".join(ranks) + " w - - 0 1"


def configure(strings: list[str]) -> dict[str, str]:
    """A variant of the engine for each string."""
    names = {text: f"wazir{number}" for number, text in enumerate(dict.fromkeys(strings))}
    for text, name in names.items():
        pyffish.load_variant_config(
            f"[{name}:fairy]\ncustomPiece1 = a:{text}\ncustomPiece2 = w:W\nking = -\n"
            "startFen = 8/8/8/8/8/8/8/8 w - - 0 1\n"
        )
    return names


@contextmanager
def silenced_engine():
    """The engine writes what it thinks of a variant straight to the terminal."""
    saved = os.dup(2)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def timed(work: Callable[[], object]) -> float:
    """Seconds that a piece of work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def named(square: Square) -> str:
    """The name of a square of the usual board."""
    return square_name(square, SquareBoard())


def to_visualizer() -> float:
    """The time of reading the strings and moving the pieces, to that of parsing the strings by betza-visualizer."""
    made, parser = cases(), BetzaParser()
    ours = timed(lambda: [results(lower(text), position, square).found for text, position, square in made])
    return ours / timed(lambda: [parser.parse(text) for text, _, _ in made])


def main() -> None:
    """Measure, and print the table."""
    made = cases()
    strings = [text for text, _, _ in made]
    pieces = [lower(text) for text in strings]
    with silenced_engine():
        variants = configure(strings)
    fens = [fen(position, square) for _, position, square in made]
    parser = BetzaParser()
    agreeing = sum(
        {named(square) + named(r.to) for r in results(piece, position, square).found if r.to}
        == {move for move in pyffish.legal_moves(variants[text], line, []) if move.startswith(named(square))}
        for (text, position, square), piece, line in zip(made, pieces, fens, strict=True)
    )
    work = {
        "wazir: read": lambda: [lower(text) for text in strings],
        "wazir: moves": lambda: [results(p, at, square).found for p, (_, at, square) in zip(pieces, made, strict=True)],
        "betza-visualizer: parse": lambda: [parser.parse(text) for text in strings],
        "pyffish: legal_moves": lambda: [
            pyffish.legal_moves(variants[text], line, []) for text, line in zip(strings, fens, strict=True)
        ],
    }
    rounds = [{name: timed(job) for name, job in work.items()} for _ in range(ROUNDS)]
    both = [r["wazir: read"] + r["wazir: moves"] for r in rounds]
    out = sys.stdout.write
    out(f"{STRINGS} strings on random positions; the engine agrees on the squares of {agreeing}.\n\n")
    out("| | microseconds a string | wazir read and moves / this |\n|---|---|---|\n")
    out(f"| wazir: read and moves | {statistics.median(both) / STRINGS * 1e6:.0f} | 1.00 |\n")
    for name in work:
        each = statistics.median(r[name] for r in rounds) / STRINGS * 1e6
        ratio = statistics.median(all_of / r[name] for all_of, r in zip(both, rounds, strict=True))
        out(f"| {name} | {each:.0f} | {ratio:.2f} |\n")


if __name__ == "__main__":
    main()
