"""The files that are measured: the same definitions each time, in every notation and as calls of
Python.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).parents[1] / "data" / "corpus_betza.jsonl"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAMES = [f"piece-{''.join(letters)}" for letters in product(LETTERS, repeat=3)]
KNOWN = ("wazir", "ferz", "knight", "rook", "bishop", "camel")

LISP = ("(/ {} {})", "(=> wazir (ferz :outward))", "(/ (move {}) (capture {}))", "({} :forward)")
C = ("{} / {}", "wazir => ferz:outward", "move({}) / capture({})", "{}:forward")
SQL = ("{} OR {}", "wazir AND_THEN ferz:outward", "moving {} OR capturing {}", "{}:forward")
BENSAHAS = (
    "(n, 15)!",
    "m(1, 1)! c(1, 144)!",
    "(1, 255; 1, 2)!",
    "c/cannon(n, 15; n, FE, 1, n, landing)!",
)


def betza(count: int, language: str = "betza") -> str:
    """As many definitions of pieces, the same each time, as pieces or as calls of Python."""
    rng = random.Random(count)
    lines = []
    for number in range(count):
        legs = [
            "".join(rng.sample("fblrvsmcni", rng.randrange(3)))
            + rng.choice("WFDNAHCZKQRB")
            + (str(rng.randint(2, 7)) if rng.random() < 0.4 else "")
            for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))
        ]
        name = f"piece_{number:05d}"
        lines.append(
            f"{name} = {'-'.join(legs)}" if language == "betza" else f"{name} = define({legs})"
        )
    head = "%dialect extended" if language == "betza" else "from pieces import define"
    return "\n".join([head, *lines, ""])


def text(line: str, bodies: tuple[str, ...], sign: str, count: int) -> str:
    """Definitions of which a third use one another."""
    rng = random.Random(count)
    lines = []
    for number, name in enumerate(islice(NAMES, count)):
        before = NAMES[max(number - 99, 0) : number]
        used = [rng.choice(before if before and rng.random() < 0.3 else KNOWN) for _ in range(2)]
        body = rng.choice(bodies).format(*(name.replace("-", sign) for name in used))
        lines.append(line.format(name.replace("-", sign), body))
    return "\n".join(lines) + "\n"


def page(count: int) -> str:
    """A Markdown text of as many lines, of which four in ten are in a thousand fenced blocks; one
    in fifty is wrong.
    """
    rng = random.Random(count)
    moves = ("fmWfcF", "mRcB", "W2F", "BN0", "K", "F", "fRbB")
    lines = []
    for number in range(0, count, 10):
        pieces = [
            f"piece{number}-{digit} = {rng.choice(moves)}{'V' * (rng.random() < 0.02)}"
            for digit in range(4)
        ]
        lines += [
            f"# Chapter {number}",
            "",
            "Some words about the pieces.",
            "",
            "```betza",
            *pieces,
            "```",
        ]
    return "\n".join(lines) + "\n"


def variants(count: int) -> str:
    """That many lines of `variants.ini`, with as many sections, own pieces and comments as the
    engine's file has.
    """
    rng = random.Random(count)
    moves = [json.loads(row)["betza"] for row in CORPUS.read_text("utf-8").splitlines()]
    lines = list[str]()
    number = 0
    while len(lines) < count:
        parent = f"v{rng.randrange(number)}" if number and rng.random() < 0.3 else "chess"
        lines += [
            "# A variant with a piece",
            "# of its own, and two",
            "# that are known,",
            "# on ten files.",
        ]
        lines += [f"[v{number}:{parent}]", "maxFile = 10", "archbishop = a", "chancellor = c"]
        lines += [
            f"customPiece1 = d:{rng.choice(moves)}",
            "castlingKingsideFile = i",
            "pieceToCharTable = -",
        ]
        lines += ["promotionPieceTypes = acdqrbn", "nMoveRule = 100"]
        lines += [
            "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
            "",
        ]
        number += 1
    return "\n".join(lines) + "\n"


class File(NamedTuple):
    """A kind of file."""

    language: str
    make: Callable[[int], str]
    """Its text with a number of definitions."""
    letter: str = " "
    """What is typed."""
    column: int = -3
    """Where it is typed: a column, from the end of the line if it is negative."""


FILES: Mapping[str, File] = {
    "betza": File("betza", betza, "m", 14),
    "python": File("python", partial(betza, language="python"), "m", 3),
    "lisp": File("lcpn", partial(text, "(def {} {})", LISP, "-")),
    "c": File("lcpn", partial(text, "{} := {}", C, "_")),
    "sql": File("lcpn", partial(text, "{} IS {}", SQL, "_")),
    "markdown": File("markdown", page),
    "variants.ini": File("fairy-variants", variants),
    "bensahas": File("bensahas", partial(text, ":{} {{ {} }}", BENSAHAS, " ")),
    "broken": File("lcpn", lambda size: f"(def piece (/ {' '.join(NAMES)[:size]}"),
}
"""By name; the last is one unclosed definition, and its size a number of characters."""
