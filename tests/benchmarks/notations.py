"""The server with each notation, beside one that does nothing: `python -m tests.benchmarks.notations [--rounds 3]`.

Files of 10,000 definitions, of which a third use one another where the notation has names. A ratio is the median over
the rounds of the ratio within a round. The exit status is 1 if a bar is not met.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path

from tests.benchmarks.__main__ import p95
from tests.benchmarks.timing import Timer

SIZE = 10_000
KEYS = 40
KEY_BAR, HOVER_BAR, RENAME_BAR = 0.6, 15, 1_000
"""A keystroke to the no-op server's; milliseconds of a hover and of renaming a name that is used everywhere."""

HERE = Path(__file__).parent
PYTHON = sys.executable
LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAMES = [f"piece-{''.join(letters)}" for letters in product(LETTERS, repeat=3)][:SIZE]
KNOWN = ("wazir", "ferz", "knight", "rook", "bishop", "camel")

LISP = ("(/ {} {})", "(=> wazir (ferz :outward))", "(/ (move {}) (capture {}))", "({} :forward)")
C = ("{} / {}", "wazir => ferz:outward", "move({}) / capture({})", "{}:forward")
SQL = ("{} OR {}", "wazir AND_THEN ferz:outward", "moving {} OR capturing {}", "{}:forward")
BENSAHAS = ("(n, 15)!", "m(1, 1)! c(1, 144)!", "(1, 255; 1, 2)!", "c/cannon(n, 15; n, FE, 1, n, landing)!")


def text(line: str, bodies: tuple[str, ...], sign: str) -> str:
    """A file of definitions, the same each time."""
    rng = random.Random(SIZE)
    lines = []
    for number, name in enumerate(NAMES):
        before = NAMES[max(number - 99, 0) : number]
        used = [rng.choice(before if before and rng.random() < 0.3 else KNOWN) for _ in range(2)]
        body = rng.choice(bodies).format(*(one.replace("-", sign) for one in used))
        lines.append(line.format(name.replace("-", sign), body))
    return "\n".join(lines) + "\n"


def page() -> str:
    """A Markdown text of as many lines, of which four in ten are in a thousand fenced blocks; one in fifty is wrong."""
    rng = random.Random(SIZE)
    moves = ("fmWfcF", "mRcB", "W2F", "BN0", "K", "F", "fRbB")
    lines = []
    for number in range(0, SIZE, 10):
        pieces = [f"piece{number}-{one} = {rng.choice(moves)}{'V' * (rng.random() < 0.02)}" for one in range(4)]
        lines += [f"# Chapter {number}", "", "Some words about the pieces.", "", "```betza", *pieces, "```"]
    return "\n".join(lines) + "\n"


def variants() -> str:
    """Sections of `variants.ini` with a third of as many pieces, each of the corpus; one in three inherits another."""
    rng = random.Random(SIZE)
    with (HERE.parent / "data" / "corpus_betza.jsonl").open("rb") as rows:
        moves = [json.loads(row)["betza"] for row in rows]
    parts = []
    for number in range(SIZE // 10):
        parent = f"v{rng.randrange(number)}" if number and rng.random() < 0.3 else "chess"
        pieces = (f"customPiece{one + 1} = {letter}:{rng.choice(moves)}" for one, letter in enumerate("acd"))
        parts += [f"[v{number}:{parent}]", "maxFile = 10", *pieces, "castlingKingsideFile = i", "pieceToCharTable = -"]
        parts += [
            "promotionPieceTypes = acdqrbn",
            "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
            "",
        ]
    return "\n".join(parts) + "\n"


FILES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "lisp": ("lcpn", lambda: text("(def {} {})", LISP, "-")),
    "c": ("lcpn", lambda: text("{} := {}", C, "_")),
    "sql": ("lcpn", lambda: text("{} IS {}", SQL, "_")),
    "markdown": ("markdown", page),
    "variants.ini": ("fairy-variants", variants),
    "bensahas": ("bensahas", lambda: text(":{} {{ {} }}", BENSAHAS, " ")),
}


def typed(command: list[str], language: str, content: str) -> list[float]:
    """The milliseconds from a letter at the end of a definition to its diagnostics."""
    timer = Timer(command)
    try:
        uri, lines, rng = f"file:///large.{language}", content.splitlines(), random.Random(1)
        timer.open(uri, language, content)
        time.sleep(0.5)
        taken = []
        for version in range(2, KEYS + 2, 2):
            line = rng.randrange(SIZE)
            column = max(len(lines[line]) - 3, 0)
            for further, (width, sign) in enumerate(((0, " "), (1, ""))):
                place = {"line": line, "character": column}, {"line": line, "character": column + width}
                change = {"range": dict(zip(("start", "end"), place, strict=True)), "text": sign}
                item = {"uri": uri, "version": version + further}
                data = timer.message("textDocument/didChange", {"textDocument": item, "contentChanges": [change]})
                begun, came = timer.diagnosed(uri, version + further, data)
                taken.append(1000 * (came - begun))
                time.sleep(0.02)
        return taken
    finally:
        timer.close()


def asked(language: str, content: str) -> tuple[float, float]:
    """The milliseconds of hovers with pictures (p95), and of renaming a name that every definition uses."""
    timer = Timer([PYTHON, "-m", "wazir", "lsp"], {"pictures": True})
    try:
        uri, lines = f"file:///asked.{language}", content.splitlines()
        timer.open(uri, language, content)
        hovers = []
        for line in range(0, SIZE, SIZE // 200):
            place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": len(lines[line]) // 2}}
            hovers.append(1000 * timer.request("textDocument/hover", place)[0])
        return p95(hovers[1:]), renamed(timer) if language == "lcpn" else 0.0
    finally:
        timer.close()


def renamed(timer: Timer) -> float:
    """The milliseconds of renaming a name that is used 10,000 times."""
    uri = "file:///used.lcpn"
    content = "(def base wazir)\n" + "".join(f"(def {name} (/ base ferz))\n" for name in NAMES)
    timer.open(uri, "lcpn", content)
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}, "newName": "basis"}
    return 1000 * timer.request("textDocument/rename", place)[0]


def main() -> int:
    """Measures, prints, and says by its status whether all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("files", nargs="*", choices=[[], *FILES], metavar="FILE", help=f"of {', '.join(FILES)}")
    chosen = parser.parse_args()
    rounds = chosen.rounds
    missed = False
    sys.stdout.write("| | keystroke to no-op, p50 | hover, p95, ms | rename of 10,000 uses, ms |\n|---|---|---|---|\n")
    for name in chosen.files or FILES:
        language, make = FILES[name]
        content = make()
        ratios = []
        for _ in range(rounds):
            ours = statistics.median(typed([PYTHON, "-m", "wazir", "lsp"], language, content))
            floor = statistics.median(typed([PYTHON, str(HERE / "noop.py")], language, content))
            ratios.append(ours / floor)
        hover, rename = asked(language, content)
        key = statistics.median(ratios)
        sys.stdout.write(f"| {name} | {key:.2f} | {hover:.1f} | {rename:.0f} |\n")
        missed |= key > KEY_BAR or hover > HOVER_BAR or rename > RENAME_BAR
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
