"""Measure the speed that users feel, with its bars: `python -m tests.benchmarks [--only hover]`.
Linux only.

Ratios are to a server of pygls that does nothing (`noop.py`), to `ruff server`, or to python-chess,
measured in turn in each round; milliseconds depend on the machine. The median over the rounds is
shown. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks import adversarial
from tests.benchmarks.files import CORPUS, FILES
from tests.benchmarks.timing import CAPABILITIES, Timer

HERE = Path(__file__).parent
WAZIR = [sys.executable, "-m", "wazir"]
OURS = [*WAZIR, "lsp"]
NO_OP = [sys.executable, str(HERE / "noop.py")]
RUFF = [
    shutil.which("ruff", path=sysconfig.get_path("scripts")) or shutil.which("ruff") or "ruff",
    "server",
]
REQUESTS = 200
"""Keystrokes and requests of a round."""
PAUSE = 0.02
"""Seconds between them."""
BESIDE = 20.0
"""Seconds of hovers beside other work. To read 34,000 definitions, each with an error, takes
longer.
"""
SETTLED = 0.7
"""Seconds after which a server has done what it does in silence, such as comparing pieces."""
LINES_OF_VARIANTS = 2_126
"""Lines of the `variants.ini` of Fairy-Stockfish, the largest file known."""
HOSTILE = {
    "lcpn": "c circle",
    "betza": "broken chunks",
    "bensahas": "misspelt",
    "ben39": "records",
    "markdown": "broken fences",
}
"""A hostile text of 950,000 characters in each language."""
FORMATTING = {"options": {"tabSize": 4, "insertSpaces": True}}


class Session:
    """A server with an open file."""

    def __init__(self, command: list[str], kind: str, size: int, *, pictures: bool = False) -> None:
        self.file = FILES[kind]
        text = self.file.make(size)
        self.lines = text.splitlines()
        self.timer = Timer(command, {"pictures": pictures}, CAPABILITIES)
        self.opening = self.open("large", self.file.language, text)
        """Milliseconds to its first diagnostics, and to all."""
        self._edits = enumerate(self._typing(), 2)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.timer.close()

    def open(self, name: str, language: str, text: str) -> tuple[float, float]:
        """Open a file. Returns milliseconds to its first diagnostics, and to the last ones before a
        silence.
        """
        uri = f"file:///{name}.{language}"
        begun, came = self.timer.open(uri, language, text)
        return 1000 * (came - begun), 1000 * (
            self.timer.last_diagnostics(uri, SETTLED, came) - begun
        )

    @property
    def uri(self) -> str:
        """The address of the file."""
        return f"file:///large.{self.file.language}"

    def _typing(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Letters that are inserted and deleted again all over the file, with the place of each."""
        rng, size = random.Random(len(self.lines)), len(self.lines)
        while True:
            number = rng.randrange(size // 10, max(1, size * 9 // 10))
            column = (
                self.file.column
                if self.file.column >= 0
                else max(0, len(self.lines[number]) + self.file.column)
            )
            for length, text in ((0, self.file.letter), (1, "")):
                start, end = ({"line": number, "character": column + more} for more in (0, length))
                yield start, {"range": {"start": start, "end": end}, "text": text}

    def _edit(self) -> tuple[int, dict[str, Any], bytes]:
        version, (place, change) = next(self._edits)
        item = {"uri": self.uri, "version": version}
        message = {"textDocument": item, "contentChanges": [change]}
        return version, place, self.timer.message("textDocument/didChange", message)

    def keystrokes(self) -> list[float]:
        """Milliseconds from keystrokes to their diagnostics."""
        taken = []
        for _ in range(REQUESTS):
            version, _, data = self._edit()
            begun, came = self.timer.diagnosed(self.uri, version, data)
            taken.append(1000 * (came - begun))
            time.sleep(PAUSE)
        return taken

    def request(self, method: str, **more: object) -> float:
        """Milliseconds of a request right after a keystroke."""
        _, place, data = self._edit()
        target = {"textDocument": {"uri": self.uri}, "position": place}
        self.timer.send(data)
        taken, answer = self.timer.request(f"textDocument/{method}", {**target, **more})
        assert "result" in answer, answer
        time.sleep(PAUSE)
        return 1000 * taken

    def requests(self, method: str, **more: object) -> list[float]:
        """Milliseconds of requests."""
        return [self.request(method, **more) for _ in range(REQUESTS)]


# Figures of a round


def middle(values: Sequence[float]) -> tuple[float, float]:
    """The middle value, and the one that one in twenty exceeds."""
    return statistics.median(values), sorted(values)[int(len(values) * 0.95)]


def keystrokes(size: int) -> list[float]:
    """p50 and p95 of a keystroke, and p50 to ruff and to the server that does nothing."""
    figures = []
    for command, kind in ((OURS, "betza"), (RUFF, "python"), (NO_OP, "betza")):
        with Session(command, kind, size) as session:
            figures.append(middle(session.keystrokes()))
    (p50, p95), (ruff, _), (no_op, _) = figures
    return [p50, p95, p50 / ruff, p50 / no_op]


def opening(size: int) -> list[float]:
    """To the first diagnostics, and to all."""
    with Session(OURS, "betza", size) as session:
        return list(session.opening)


def first_hover() -> list[float]:
    """The first hover after the first diagnostics."""
    with Session(OURS, "betza", 1_000, pictures=True) as session:
        return [session.request("hover")]


def requests(method: str, **more: object) -> list[float]:
    """p50 and p95 of a request right after a keystroke."""
    with Session(OURS, "betza", 1_000, pictures=True) as session:
        session.request(method, **more)
        return list(middle(session.requests(method, **more)))


def worst_hover() -> list[float]:
    """The longest hover with a picture over the strings of the corpus."""
    strings = [json.loads(line)["betza"] for line in CORPUS.read_text("utf-8").splitlines()]
    timer, uri = Timer(OURS, {"pictures": True}), "file:///corpus.betza"
    try:
        timer.open(
            uri, "betza", "\n".join(f"p{number} = {text}" for number, text in enumerate(strings))
        )
        time.sleep(SETTLED)

        def hover(line: int) -> float:
            position = {"line": line, "character": 0}
            return (
                1000
                * timer.request(
                    "textDocument/hover", {"textDocument": {"uri": uri}, "position": position}
                )[0]
            )

        hover(0)
        return [max(map(hover, range(len(strings))))]
    finally:
        timer.close()


def start() -> list[float]:
    """From the start of the process to the first diagnostics, to the server that does nothing."""
    taken = []
    for command in (OURS, NO_OP):
        timer = Timer(command, {}, CAPABILITIES)
        taken.append(
            timer.open("file:///small.betza", "betza", FILES["betza"].make(20))[1] - timer.born
        )
        timer.close()
    return [taken[0] / taken[1]]


def memory(size: int) -> list[float]:
    """Peak memory after all features, to the server that does nothing."""
    peaks = []
    for command in (OURS, NO_OP):
        with Session(command, "betza", size, pictures=True) as session:
            session.keystrokes()
            if command is OURS:
                for method in (
                    "hover",
                    "completion",
                    "documentSymbol",
                    "foldingRange",
                    "semanticTokens/full",
                ):
                    session.request(method)
                session.request("formatting", **FORMATTING)
            peaks.append(session.timer.peak())
    return [peaks[0] / peaks[1]]


def hovers_beside(
    work: Callable[[Timer], tuple[bytes, Callable[[dict[str, Any]], bool]]],
) -> list[float]:
    """p50 and p95 of hovers over a small file while other work goes on, for twenty seconds at most.

    *work* prepares it: it returns the message that begins the work, and recognizes the message that
    ends it.
    """
    timer, uri = Timer(OURS, {"pictures": True}, CAPABILITIES), "file:///small.betza"
    hover = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}
    taken, is_over = list[float](), False
    try:
        timer.open(uri, "betza", "Probe = WfF\n")
        timer.request("textDocument/hover", hover)
        data, is_end = work(timer)

        def is_answer(message: dict[str, Any], identity: int) -> bool:
            nonlocal is_over
            is_over = is_over or is_end(message)
            return message.get("id") == identity

        end = timer.send(data) + BESIDE
        while not is_over and time.perf_counter() < end:
            identity, begun = timer.post("textDocument/hover", hover)
            came, _ = timer.until(partial(is_answer, identity=identity))
            taken.append(1000 * (came - begun))
            time.sleep(PAUSE / 10)
    finally:
        timer.close()
    return list(middle(taken))


def _opens(
    name: str, language: str, text: str, timer: Timer
) -> tuple[bytes, Callable[[dict[str, Any]], bool]]:
    """The message that opens a file, and what recognizes the answer to a request after it."""
    item = {"uri": f"file:///{name}", "languageId": language, "version": 1, "text": text}
    data = timer.message("textDocument/didOpen", {"textDocument": item})
    symbols = {"textDocument": {"uri": item["uri"]}}
    data += timer.message("textDocument/documentSymbol", symbols, id="symbols")
    data += timer.message("textDocument/formatting", {**symbols, **FORMATTING}, id="formatting")
    left = {"symbols", "formatting", "diagnostics"}

    def is_end(message: dict[str, Any]) -> bool:
        is_about = (message.get("params") or {}).get("uri") == item["uri"]
        left.discard("diagnostics" if is_about else message.get("id"))
        return not left

    return data, is_end


def beside_large() -> list[float]:
    """The p95 of hovers while 10,000 definitions are opened, outlined and formatted."""
    text = FILES["betza"].make(10_000)
    return hovers_beside(partial(_opens, "large.betza", "betza", text))[1:]


def beside_hostile() -> list[float]:
    """The worst p50 and p95 of hovers while a hostile text is opened."""
    figures = []
    for language, name in HOSTILE.items():
        text = adversarial.TEXTS[language]()[name]
        figures.append(hovers_beside(partial(_opens, f"hostile.{language}", language, text)))
    return [max(column) for column in zip(*figures, strict=True)]


def check() -> list[float]:
    """Seconds of `wazir check` of a large `variants.ini`, the whole process."""
    text = FILES["variants.ini"].make(LINES_OF_VARIANTS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "variants.ini")
        path.write_text(text, "utf-8")
        begun = time.perf_counter()
        subprocess.run([*WAZIR, "check", str(path)], stdout=subprocess.DEVNULL, check=False)
        return [time.perf_counter() - begun]


def perft() -> list[float]:
    """Perft of Ben39 to that of python-chess, every action done."""
    from tests.benchmarks.ben39 import ratios

    return [next(done for name, done, _ in ratios(1) if name == "opening")]


def search() -> list[float]:
    """Nodes of the search of Ben39 in the time of a move of python-chess: in a new position, and
    again.
    """
    from tests.benchmarks.ben39 import search_ratios

    return list(search_ratios())


# The table


class Row(NamedTuple):
    """A figure with its bar."""

    name: str
    bar: float
    unit: str = ""
    """Empty for ratios."""
    is_least: bool = False
    """The bar is a minimum."""

    def misses(self, figure: float) -> bool:
        """Whether a figure is on the wrong side of the bar."""
        return figure < self.bar if self.is_least else figure > self.bar


NO_BAR = float("inf")
MEASURES: tuple[tuple[Callable[[], list[float]], tuple[Row, ...]], ...] = (
    (
        partial(keystrokes, 1_000),
        (
            Row("keystroke to diagnostics, 1,000 definitions, p50", 5, "ms"),
            Row("keystroke, 1,000, p95", 16, "ms"),
            Row("keystroke, 1,000, p50 to ruff", 1),
            Row("keystroke, 1,000, p50 to no-op", NO_BAR),
        ),
    ),
    (
        partial(keystrokes, 10_000),
        (
            Row("keystroke, 10,000, p50", 16, "ms"),
            Row("keystroke, 10,000, p95", NO_BAR, "ms"),
            Row("keystroke, 10,000, p50 to ruff", 0.5),
            Row("keystroke, 10,000, p50 to no-op", NO_BAR),
        ),
    ),
    (
        partial(opening, 1_000),
        (
            Row("opening, 1,000, first diagnostics", 150, "ms"),
            Row("opening, 1,000, all diagnostics", 500, "ms"),
        ),
    ),
    (
        partial(opening, 10_000),
        (
            Row("opening, 10,000, first diagnostics", NO_BAR, "ms"),
            Row("opening, 10,000, all", 5_000, "ms"),
        ),
    ),
    (first_hover, (Row("first hover after the first diagnostics, 1,000", 80, "ms"),)),
    *(
        (
            partial(requests, method, **more),
            (Row(f"{name}, 1,000, p50", p50, "ms"), Row(f"{name}, 1,000, p95", p95, "ms")),
        )
        for name, method, p50, p95, more in (
            ("hover with picture after a keystroke", "hover", 8, 20, {}),
            ("completion", "completion", 10, 30, {}),
            ("outline", "documentSymbol", 30, NO_BAR, {}),
            ("tokens", "semanticTokens/full", 30, NO_BAR, {}),
            ("formatting", "formatting", 60, NO_BAR, FORMATTING),
        )
    ),
    (worst_hover, (Row("hover with picture, worst of the corpus", 60, "ms"),)),
    (start, (Row("start to first diagnostics, to no-op", 1.4),)),
    (partial(memory, 1_000), (Row("peak memory, 1,000, to no-op", 2),)),
    (partial(memory, 10_000), (Row("peak memory, 10,000, to no-op", 4),)),
    (beside_large, (Row("hover while 10,000 are opened, outlined, formatted, p95", 50, "ms"),)),
    (
        beside_hostile,
        (
            Row("hover while a hostile text of 950,000 characters is opened, p50", 20, "ms"),
            Row("hover beside a hostile text, p95", 150, "ms"),
        ),
    ),
    (check, (Row("`wazir check` of a `variants.ini` of 2,126 lines", 1, "s"),)),
    (perft, (Row("perft of Ben39, each action done, to python-chess", 30, is_least=True),)),
    (
        search,
        (
            Row(
                "search of Ben39, nodes in a new position, to moves of python-chess",
                0.15,
                is_least=True,
            ),
            Row(
                "search of Ben39, nodes in one searched before, to moves of python-chess",
                0.2,
                is_least=True,
            ),
        ),
    ),
)


def main() -> int:
    """Measure and print. Returns 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="a part of the name of a row")
    options = parser.parse_args()
    missed = False
    sys.stdout.write("| | today | bar |\n|---|---|---|\n")
    for measure, rows in MEASURES:
        if not any(options.only in row.name for row in rows):
            continue
        columns = zip(*[measure() for _ in range(options.rounds)], strict=True)
        for row, figures in zip(rows, columns, strict=True):
            figure = statistics.median(figures)
            missed |= row.misses(figure)
            today = f"{figure:,.2f}" if figure < 10 else f"{figure:,.0f}"
            marked = f"**{today}**" if row.misses(figure) else today
            side, bar = (
                "at least" if row.is_least else "at most",
                "" if row.bar == NO_BAR else f"{row.bar:,g} {row.unit}",
            )
            sys.stdout.write(
                f"| {row.name} | {marked} {row.unit} | {f'{side} {bar}' if bar else ''} |\n"
            )
        sys.stdout.flush()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
