"""`wazir ben39 engine`: dialogues, read from a file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from threading import Timer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.running import ROOT
from wazir.ben39.clocks import Allotment, allot, is_enough
from wazir.ben39.position import State
from wazir.ben39.search import Limits, Line, Report
from wazir.cli.ben39.engine import COMMANDS, OPTIONS, Engine, Input, RefusedError

FILE = ROOT / "tests" / "data" / "engine_dialogues.txt"
END = "END"
PATIENCE = 60.0


def dialogues() -> Iterator[tuple[str, list[str]]]:
    for text in FILE.read_text("utf-8").split("\n: ")[1:]:
        title, *lines = text.strip().split("\n")
        yield title, lines


def engine() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "wazir", "ben39", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        # Whoever runs the tests in the background may ignore interrupts, and so would the process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def hold(process: subprocess.Popen[str], lines: list[str]) -> None:
    """Writes and reads the lines of a dialogue."""
    assert process.stdin
    assert process.stdout
    skips = False
    for sent, group in groupby(lines, key=lambda line: line.startswith(">")):
        texts = [line[2:] for line in group]
        if sent:
            process.stdin.write("".join(f"{text}\n" for text in texts if text != END))
            process.stdin.flush()
            if END in texts:
                process.stdin.close()
            continue
        for pattern in texts:
            if pattern == "...":
                skips = True
                continue
            seen = []
            for line in process.stdout:
                seen.append(line.rstrip("\n"))
                if not skips or re.fullmatch(pattern, seen[-1]):
                    break
            if pattern == END:
                assert (seen, process.wait()) == ([], 0)
            else:
                assert seen, f"ended before {pattern}"
                assert re.fullmatch(pattern, seen[-1])
            skips = False


@pytest.mark.parametrize(
    ("title", "lines"), list(dialogues()), ids=[title for title, _ in dialogues()]
)
def test_a_dialogue(title: str, lines: list[str]) -> None:
    """Every dialogue goes as the file says, and nothing comes to standard error."""
    with engine() as process:
        watch = Timer(PATIENCE, process.kill)
        watch.start()
        try:
            hold(process, lines)
        finally:
            watch.cancel()
            process.kill()
        assert process.stderr
        assert process.stderr.read() == ""


def test_any_bytes_are_only_refused() -> None:
    """Also where they are no text, or control a terminal."""
    ended = subprocess.run(
        [sys.executable, "-m", "wazir", "ben39", "engine"],
        input=b"\xff\xfe\x00\n\x1b[2J\nposition fen \xff\ngo depth "
        + b"9" * 5_000
        + b"\nsetoption name "
        + b"x" * 9_000,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )

    assert ended.stderr == b""
    assert [line.startswith("info string ") for line in ended.stdout.decode().splitlines()] == [
        True
    ] * 5
    assert "\x1b" not in ended.stdout.decode()


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_has_its_bounds(name: str) -> None:
    """The least and the most are accepted, one below and one above are not."""
    _, least, most = OPTIONS[name]
    for number in (least, most):
        assert (
            COMMANDS["setoption"](Engine(NoInput()), ["name", name, "value", str(number)]).options[
                name
            ]
            == number
        )
    for number in (least - 1, most + 1):
        with pytest.raises(RefusedError, match=f"from {least} to {most}"):
            COMMANDS["setoption"](Engine(NoInput()), ["name", name, "value", str(number)])


def test_an_interrupt_ends_the_engine() -> None:
    """Without a traceback, though it waits for input."""
    with engine() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == "readyok\n"
        process.send_signal(signal.SIGINT)
        assert (process.wait(PATIENCE), process.stderr.read()) == (130, "")


# Time


@pytest.mark.parametrize(
    ("left", "increment", "to_go", "usual"),
    [
        (60, 0, None, 2),
        (60, 4, None, 5),
        (60, 0, 1, 60),
        (60, 0, 10, 6),
        (1, 10, None, 0.5),
        (0, 0, None, 0.001),
    ],
)
def test_a_share_of_the_time_that_is_left(
    left: float, increment: float, to_go: int | None, usual: float
) -> None:
    assert allot(left, increment, to_go).usual == pytest.approx(usual)


@given(st.floats(0.01, 1e6), st.floats(0, 1e6), st.none() | st.integers(1, 200))
def test_no_action_takes_more_time_than_there_is(
    left: float, increment: float, to_go: int | None
) -> None:
    usual, most = allot(left, increment, to_go)

    assert 0 < usual <= most <= left


def report(depth: int, seconds: float, score: int) -> Report:
    return Report(depth, 1, seconds, (Line(score, None, ()),), False)


@pytest.mark.parametrize(
    ("now", "before", "enough"),
    [
        (report(3, 0.9, 0), None, False),
        (report(3, 1.1, 0), None, True),
        (report(3, 1.9, 0), report(3, 0.9, 0), False),
        (report(3, 2.1, 0), report(3, 0.9, 0), True),
        (report(3, 2.1, -60), report(3, 0.9, 0), False),
        (report(3, 6.1, -60), report(3, 0.9, 0), True),
        (Report(0, 1, 9.0, (), False), None, False),
    ],
)
def test_when_a_search_has_taken_enough_time(
    now: Report, before: Report | None, enough: bool
) -> None:
    """A new depth is begun in the first half; the whole is taken, and more if the best line has
    become worse.
    """
    assert is_enough(now, before, Allotment(2, 6)) is enough


class NoInput(Input):
    """Standard input that stays empty."""

    def __init__(self) -> None:
        pass

    def stops(self, *, wait: bool = False) -> bool:
        return wait


@pytest.mark.parametrize(
    ("asked", "limits"),
    [
        ("depth 3 nodes 50", Limits(3, 50, None, 2)),
        ("depth -3", Limits(0, None, None, 2)),
        ("movetime 1500", Limits(None, None, 1.5, 2)),
        ("wtime 60000", Limits(None, None, allot(59.97).most, 2)),
        ("wtime 60000 winc 2000 binc 9000", Limits(None, None, allot(59.97, 2).most, 2)),
        ("wtime 60000 movestogo 10", Limits(None, None, allot(59.97, 0, 10).most, 2)),
        ("wtime 60000 movetime 1500", Limits(None, None, 1.5, 2)),
        ("wtime 10", Limits(None, None, allot(0).most, 2)),
        ("btime 60000", Limits(None, None, None, 2)),
        ("infinite", Limits(None, None, None, 2)),
    ],
)
def test_what_limits_a_search(asked: str, limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of `go`; of the clocks that of the side to move, without the overhead of 30
    ms.
    """
    received = []

    def search(_state: State, limits: Limits, _states: object) -> Iterator[Report]:
        received.append(limits)
        yield Report(0, 0, 0.0, (), True)

    monkeypatch.setattr("wazir.cli.ben39.engine.search", search)
    COMMANDS["go"](
        COMMANDS["setoption"](Engine(NoInput()), ["name", "MultiPV", "value", "2"]), asked.split()
    )

    assert received == [limits]
