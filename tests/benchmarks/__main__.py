"""The server beside others, as a table of ratios: `python -m tests.benchmarks [--rounds 5] [--keys 60]`.

Beside ours run a server of pygls that does nothing (`noop.py`) and `ruff server`, on files of as many definitions, one
after the other in each round. A ratio is the median over the rounds of the ratio within a round, so that a noisy
machine does little harm; times in milliseconds are there to give an idea. The exit status is 1 if a bar is not met.
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
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.timing import Timer

HERE = Path(__file__).parent
SIZES = (1_000, 10_000, 50_000)
CORPUS = HERE.parent / "data" / "corpus_betza.jsonl"


@dataclass(frozen=True)
class Server:
    """A server, and what it is given to read."""

    name: str
    command: list[str]
    language: str
    ending: str
    column: int
    """Where a letter can be put into a definition."""


def servers() -> list[Server]:
    """Ours and its peers."""
    ruff = shutil.which("ruff", path=sysconfig.get_path("scripts")) or shutil.which("ruff") or "ruff"
    python = [sys.executable]
    return [
        Server("wazir", [*python, "-m", "wazir", "lsp"], "betza", "betza", 14),
        Server("no-op", [*python, str(HERE / "noop.py")], "betza", "betza", 14),
        Server("ruff", [ruff, "server"], "python", "py", 3),
    ]


def definitions(count: int, language: str) -> str:
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
        lines.append(f"{name} = {'-'.join(legs)}" if language == "betza" else f"{name} = define({legs})")
    head = "%dialect extended" if language == "betza" else "from pieces import define"
    return "\n".join([head, *lines, ""])


@dataclass
class Run:
    """What was measured of one server with one file, in milliseconds and megabytes."""

    start: float = 0.0
    opening: float = 0.0
    keys: list[float] = field(default_factory=list)
    memory: float = 0.0

    @property
    def key(self) -> float:
        """The time of the middle keystroke."""
        return statistics.median(self.keys)


def run(server: Server, size: int, keys: int) -> Run:
    """Starts a server, opens a small file and a large one, and types."""
    small, large = definitions(20, server.language), definitions(size, server.language)
    timer = Timer(server.command)
    try:
        measured = Run()
        measured.start = 1000 * (timer.open(f"file:///small.{server.ending}", server.language, small)[1] - timer.born)
        time.sleep(0.5)
        uri = f"file:///large.{server.ending}"
        begun, came = timer.open(uri, server.language, large)
        measured.opening = 1000 * (came - begun)
        time.sleep(0.5)
        for version, change in enumerate(typing(size, server.column, keys), 2):
            item = {"uri": uri, "version": version}
            data = timer.message("textDocument/didChange", {"textDocument": item, "contentChanges": [change]})
            begun, came = timer.diagnosed(uri, version, data)
            measured.keys.append(1000 * (came - begun))
            time.sleep(0.02)
        measured.memory = timer.peak()
        return measured
    finally:
        timer.close()


def typing(size: int, column: int, keys: int) -> Iterator[dict[str, object]]:
    """Letters put in, and taken out again, all over a file."""
    rng = random.Random(size)
    for _ in range(keys // 2):
        line = rng.randrange(size // 10, size * 9 // 10)
        for length, text in ((0, "m"), (1, "")):
            start, end = ({"line": line, "character": column + at} for at in (0, length))
            yield {"range": {"start": start, "end": end}, "text": text}


def hovers() -> list[float]:
    """How long hovers with a picture take, for every string of the corpus."""
    strings = [json.loads(line)["betza"] for line in CORPUS.read_text("utf-8").splitlines()]
    timer = Timer([sys.executable, "-m", "wazir", "lsp"], {"pictures": True})
    try:
        uri = "file:///corpus.betza"
        lines = [f"p{number} = {text}" for number, text in enumerate(strings)]
        timer.open(uri, "betza", "\n".join(lines))
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        timer.request("textDocument/hover", place)
        return [
            1000 * timer.request("textDocument/hover", {**place, "position": {"line": line, "character": 0}})[0]
            for line in range(len(lines))
        ]
    finally:
        timer.close()


Runs = dict[tuple[str, int], list[Run]]


def ratio(runs: Runs, of: tuple[str, int], to: tuple[str, int], what: Callable[[Run], float]) -> float:
    """The median over the rounds of the ratio within a round."""
    return statistics.median(what(a) / what(b) for a, b in zip(runs[of], runs[to], strict=True))


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    what: str
    values: tuple[float, ...]
    """One for each size; NaN where there is none."""
    bars: tuple[float | None, ...]

    def __str__(self) -> str:
        cells = [
            "" if value != value else f"{value:.2f}" + (f" (at most {bar:g})" if bar else "")
            for value, bar in zip(self.values, self.bars, strict=True)
        ]
        return f"| {self.what} | {' | '.join(cells)} |"

    def missed(self) -> bool:
        """Whether a bar is not met."""
        return any(bar is not None and value > bar for value, bar in zip(self.values, self.bars, strict=True))


def p95(values: list[float]) -> float:
    """The value that one in twenty exceeds."""
    return sorted(values)[int(len(values) * 0.95)]


def table(runs: Runs) -> list[Row]:
    """All ratios."""

    def row(what: str, to: str, of: Callable[[Run], float], *bars: float | None) -> Row:
        return Row(what, tuple(ratio(runs, ("wazir", n), (to, n), of) for n in SIZES), bars)

    own = tuple(ratio(runs, ("wazir", n), ("wazir", SIZES[0]), lambda run: run.key) for n in SIZES)
    tail = tuple(p95([k for one in runs["wazir", n] for k in one.keys]) for n in SIZES)
    middle = tuple(statistics.median([k for one in runs["wazir", n] for k in one.keys]) for n in SIZES)
    return [
        row("keystroke to diagnostics, p50, to no-op", "no-op", lambda run: run.key, None, 0.6, 0.12),
        row("keystroke to diagnostics, p50, to ruff", "ruff", lambda run: run.key, None, 0.05, None),
        Row("the same, to ours at 1,000", own, (None, None, 1.3)),
        Row("the same, p95 to p50", tuple(a / b for a, b in zip(tail, middle, strict=True)), (4, 4, 4)),
        row("opening to diagnostics, to ruff", "ruff", lambda run: run.opening, None, 4, None),
        row("start to first diagnostics, to no-op", "no-op", lambda run: run.start, 1.3, 1.3, 1.3),
        row("peak memory, to no-op", "no-op", lambda run: run.memory, None, None, 2.5),
    ]


def main() -> int:
    """Measures, prints, and says by its status whether all bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keys", type=int, default=60, help="keystrokes in each round")
    options = parser.parse_args()
    all_servers = servers()
    runs: Runs = {(server.name, size): [] for server in all_servers for size in SIZES}
    for number in range(options.rounds):
        for size in SIZES:
            for server in all_servers:
                sys.stderr.write(f"\rround {number + 1}: {server.name} with {size:,} definitions   ")
                runs[server.name, size].append(run(server, size, options.keys))
    rows, hover = table(runs), p95(hovers())
    lines = [f"| ratios | {' | '.join(f'{size:,}' for size in SIZES)} |", "| --- | --- | --- | --- |", *map(str, rows)]
    for server in all_servers:
        cells = [f"{statistics.median(one.key for one in runs[server.name, size]):.2f}" for size in SIZES]
        lines.append(f"| {server.name}: milliseconds a keystroke, p50 | {' | '.join(cells)} |")
    lines += ["", f"Hover with a picture, p95 over the corpus: {hover:.1f} ms (at most 15).", ""]
    sys.stderr.write("\r")
    sys.stdout.write("\n".join(lines))
    return 1 if hover > 15 or any(row.missed() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
