"""Today's figures and their bars: `python -m tests.benchmarks [--rounds 3] [--only keystroke]`. Linux only.

A ratio is measured against a server of pygls that does nothing (`noop.py`), `ruff server`, `betza-visualizer` or
`python-chess`, one after the other in each round; what is shown is the median over the rounds, so that a noisy machine
does little harm. Times in milliseconds depend on the machine. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.files import CORPUS, FILES
from tests.benchmarks.timing import CAPABILITIES, Timer

HERE = Path(__file__).parent
OURS = [sys.executable, "-m", "wazir", "lsp"]
NO_OP = [sys.executable, str(HERE / "noop.py")]
RUFF = [shutil.which("ruff", path=sysconfig.get_path("scripts")) or shutil.which("ruff") or "ruff", "server"]
KEYS = 40
"""Keystrokes and requests of a round."""
PAUSE = 0.02
"""Seconds between them."""
SETTLED = 0.7
"""Seconds after which a server that has told its diagnostics is done with what it does in silence, or begins it."""


class Session:
    """A server with an open file."""

    def __init__(
        self, command: list[str], kind: str, size: int, *, pictures: bool = False, partly: bool = False
    ) -> None:
        """*partly* is whether the opening ends with the diagnostics of the first lines."""
        self.file = FILES[kind]
        text = self.file.make(size)
        self.lines = text.splitlines()
        self.timer = Timer(command, {"pictures": pictures}, CAPABILITIES)
        self.small = self._opened("small", self.file.make(20))
        """Milliseconds from the start of the process to the diagnostics of a small file."""
        time.sleep(SETTLED)
        begun, came = self.timer.open(self._uri("large"), self.file.language, text, partly=partly)
        self.opening = 1000 * (came - begun)
        """Milliseconds from opening the file to its diagnostics."""
        time.sleep(SETTLED)
        self._edits = enumerate(self._typing(), 2)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.timer.close()

    def _uri(self, name: str) -> str:
        return f"file:///{name}.{self.file.language}"

    def _opened(self, name: str, text: str) -> float:
        return 1000 * (self.timer.open(self._uri(name), self.file.language, text)[1] - self.timer.born)

    def _typing(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Letters put in, and taken out again, all over the file, with the place of each."""
        rng, size = random.Random(len(self.lines)), len(self.lines)
        while True:
            number = rng.randrange(size // 10, max(1, size * 9 // 10))
            column = self.file.column if self.file.column >= 0 else max(0, len(self.lines[number]) + self.file.column)
            for length, text in ((0, self.file.letter), (1, "")):
                start, end = ({"line": number, "character": column + at} for at in (0, length))
                yield start, {"range": {"start": start, "end": end}, "text": text}

    def _edit(self) -> tuple[int, dict[str, Any], bytes]:
        version, (place, change) = next(self._edits)
        item = {"uri": self._uri("large"), "version": version}
        message = {"textDocument": item, "contentChanges": [change]}
        return version, place, self.timer.message("textDocument/didChange", message)

    def keys(self, count: int = KEYS) -> list[float]:
        """Milliseconds from keystrokes to their diagnostics."""
        taken = []
        for _ in range(count):
            version, _, data = self._edit()
            begun, came = self.timer.diagnosed(self._uri("large"), version, data)
            taken.append(1000 * (came - begun))
            time.sleep(PAUSE)
        return taken

    def asked(self, method: str, count: int = KEYS, **more: object) -> list[float]:
        """Milliseconds of requests, each right after a keystroke, but for two that load what is needed."""
        taken = []
        for _ in range(count + 2):
            _, place, data = self._edit()
            where = {"start": {**place, "character": 0}, "end": {"line": place["line"] + 50, "character": 0}}
            target = {"textDocument": {"uri": self._uri("large")}, "position": place, "range": where}
            self.timer.send(data)
            taken.append(1000 * self.timer.request(f"textDocument/{method}", {**target, **more})[0])
            time.sleep(PAUSE)
        return taken[2:]


# Figures of a round


def p95(values: list[float]) -> float:
    """The value that one in twenty exceeds."""
    return sorted(values)[int(len(values) * 0.95)]


def key(kind: str, size: int, command: list[str] = OURS) -> float:
    """Milliseconds of the middle keystroke."""
    with Session(command, kind, size) as session:
        return statistics.median(session.keys())


def to_no_op(kind: str, size: int) -> float:
    """A keystroke to one of the server that does nothing."""
    return key(kind, size) / key(kind, size, NO_OP)


def opening(kind: str, size: int, command: list[str] = OURS) -> float:
    """Milliseconds to all diagnostics."""
    with Session(command, kind, size) as session:
        return session.opening


def beginning(kind: str, size: int) -> float:
    """Milliseconds to the diagnostics of the first lines."""
    with Session(OURS, kind, size, partly=True) as session:
        return session.opening


def start(command: list[str]) -> float:
    """Milliseconds from the start of the process to the first diagnostics."""
    with Session(command, "betza", 20) as session:
        return session.small


def request(kind: str, size: int, method: str, of: Callable[[list[float]], float] = p95, **more: object) -> float:
    """Milliseconds of a request right after a keystroke, pictures on."""
    with Session(OURS, kind, size, pictures=True) as session:
        return of(session.asked(method, **more))


def formatting() -> float:
    """Formatting to that of ruff."""
    options = {"options": {"tabSize": 4, "insertSpaces": True}}
    taken = []
    for command, kind in ((OURS, "betza"), (RUFF, "python")):
        with Session(command, kind, 10_000) as session:
            taken.append(statistics.median(session.asked("formatting", 6, **options)))
    return taken[0] / taken[1]


def memory(command: list[str]) -> float:
    """The most megabytes, when all features were asked for."""
    with Session(command, "betza", 50_000) as session:
        session.keys(10)
        if command is OURS:
            for method in ("hover", "completion", "documentSymbol", "foldingRange", "semanticTokens/full"):
                session.asked(method, 2)
            session.asked("formatting", 2, options={"tabSize": 4, "insertSpaces": True})
        return session.timer.peak()


def worst_hover() -> float:
    """Milliseconds of the longest hover with a picture over the strings of the corpus."""
    strings = [json.loads(line)["betza"] for line in CORPUS.read_text("utf-8").splitlines()]
    timer, uri = Timer(OURS, {"pictures": True}), "file:///corpus.betza"
    try:
        timer.open(uri, "betza", "\n".join(f"p{number} = {text}" for number, text in enumerate(strings)))

        def hover(line: int) -> float:
            position = {"line": line, "character": 0}
            return 1000 * timer.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})[0]

        hover(0)
        return max(map(hover, range(len(strings))))
    finally:
        timer.close()


def rename() -> float:
    """Milliseconds of renaming a name with 10,000 uses."""
    timer, uri = Timer(OURS), "file:///used.lcpn"
    try:
        uses = "".join(f"(def used-{'i' * (number % 7)}{number} (/ base ferz))\n" for number in range(10_000))
        timer.open(uri, "lcpn", f"(def base wazir)\n{uses}")
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}, "newName": "basis"}
        return 1000 * timer.request("textDocument/rename", place)[0]
    finally:
        timer.close()


def corpus() -> float:
    """Reading and moving to parsing by betza-visualizer."""
    from tests.benchmarks.pieces import to_visualizer

    return to_visualizer()


def perft() -> float:
    """Lines of play of Ben39 to those of python-chess, every action done."""
    from tests.benchmarks.ben39 import ratios

    return next(done for name, done, _ in ratios(1) if name == "opening")


def search() -> float:
    """Nodes in a second of the search of Ben39, in a crowded late game."""
    from tests.benchmarks.ben39 import nodes_a_second

    return nodes_a_second(1)


# The table


class Row(NamedTuple):
    """A figure with its bar."""

    what: str
    bar: float
    measure: Callable[[], float]
    unit: str = ""
    """Empty for ratios."""
    is_least: bool = False
    """The bar is the least good figure, not the greatest."""

    def misses(self, figure: float) -> bool:
        """Whether a figure is on the wrong side of the bar."""
        return figure < self.bar if self.is_least else figure > self.bar


ROWS = (
    Row("keystroke, Betza, 10,000 definitions, to no-op", 0.3, partial(to_no_op, "betza", 10_000)),
    Row("keystroke, Betza, 50,000 definitions, to no-op", 0.1, partial(to_no_op, "betza", 50_000)),
    Row("keystroke, Betza, 50,000 to 1,000", 1.1, lambda: key("betza", 50_000) / key("betza", 1_000)),
    *(
        Row(f"keystroke, {name}, 10,000 definitions, to no-op", 0.35, partial(to_no_op, kind, 10_000))
        for name, kind in (("LCPN Lisp", "lisp"), ("LCPN C", "c"), ("LCPN SQL", "sql"), ("Bensaħas", "bensahas"))
    ),
    Row("keystroke, Markdown, 10,000 lines, to no-op", 0.6, partial(to_no_op, "markdown", 10_000)),
    Row("keystroke, variants.ini, 10,000 lines, to no-op", 0.6, partial(to_no_op, "variants.ini", 10_000)),
    Row("keystroke, one broken definition of 24 KB", 20, partial(key, "broken", 24_000), "ms"),
    Row("completion, 1,000 definitions, p95", 10, partial(request, "betza", 1_000, "completion"), "ms"),
    Row("hover with picture after a keystroke, p95", 10, partial(request, "betza", 1_000, "hover"), "ms"),
    Row("hover with picture, the worst of the corpus", 30, worst_hover, "ms"),
    Row(
        "opening, Betza, 10,000 definitions, to ruff",
        1.5,
        lambda: opening("betza", 10_000) / opening("python", 10_000, RUFF),
    ),
    *(
        Row(f"opening, {name}, 10,000 definitions, the first lines", 20, partial(beginning, kind, 10_000), "ms")
        for name, kind in (("Betza", "betza"), ("LCPN Lisp", "lisp"))
    ),
    *(
        Row(f"opening, LCPN {name}, 10,000 definitions", 1_000, partial(opening, kind, 10_000), "ms")
        for name, kind in (("Lisp", "lisp"), ("C", "c"), ("SQL", "sql"))
    ),
    Row(
        "outline, 10,000 definitions, p50",
        30,
        partial(request, "betza", 10_000, "documentSymbol", statistics.median),
        "ms",
    ),
    Row("tokens of 50 lines, p95", 5, partial(request, "betza", 10_000, "semanticTokens/range"), "ms"),
    Row("formatting, 10,000 definitions, to ruff", 1, formatting),
    Row("renaming a name with 10,000 uses", 1_000, rename, "ms"),
    Row("start to first diagnostics, to no-op", 0.7, lambda: start(OURS) / start(NO_OP)),
    Row("peak memory, 50,000 definitions, to no-op", 1.8, lambda: memory(OURS) / memory(NO_OP)),
    Row("strings of the corpus read and moved, to betza-visualizer's parsing", 1.5, corpus),
    Row("perft of Ben39, every action done, to python-chess", 30, perft, is_least=True),
    Row("search of Ben39, crowded late game", 60_000, search, "nodes/s", is_least=True),
)


def main() -> int:
    """Measures, prints, and says by its status whether all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="a part of the name of rows")
    options = parser.parse_args()
    missed = False
    sys.stdout.write("| | today | bar |\n|---|---|---|\n")
    for row in [row for row in ROWS if options.only in row.what]:
        figure = statistics.median(row.measure() for _ in range(options.rounds))
        is_missed = row.misses(figure)
        missed |= is_missed
        today = f"{figure:,.2f}" if figure < 10 else f"{figure:,.0f}"
        marked = f"**{today}**" if is_missed else today
        unit = f" {row.unit}" if row.unit else ""
        sys.stdout.write(
            f"| {row.what} | {marked}{unit} | {'at least' if row.is_least else 'at most'} {row.bar:,g}{unit} |\n"
        )
        sys.stdout.flush()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
