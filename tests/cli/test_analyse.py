"""`wazir ben39 analyse`: a table, JSON, comments, a picture; results are kept, and an interrupt
loses nothing.
"""

from __future__ import annotations

import errno
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import ROOT, ben39, wazir
from wazir.ben39 import fen
from wazir.ben39.actions import Game
from wazir.ben39.position import OPENING
from wazir.ben39.reading import play
from wazir.ben39.search import Limits
from wazir.cli import writing
from wazir.cli.ben39 import analyse
from wazir.cli.ben39.analyse import keys
from wazir.cli.ben39.records import MAX_NODES
from wazir.features.game.evaluation import JsonReport

MOVES = "moves:\n1. Bf4-b8 I@m1  ; A plan.\n2. Bb8xf12 Sf14xf12\n3. R@f14\n"
ACTIONS = ["Bf4-b8", "I@m1", "Bb8xf12", "Sf14xf12", "R@f14"]
FEN = "1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 w - XXXXXIWWZZCCxxxxxiwwzzcc"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.ben39"
    path.write_text(MOVES, "utf-8")
    return path


SCORES = [0, 0, 300, 290, 0, -1000]
"""From the side to move, by the number of actions played."""


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Searches that find at once what is written above. The number of actions of each position is
    kept.
    """
    seen: list[int] = []

    def evaluate(game: Game, _limits: Limits) -> Iterator[JsonReport]:
        seen.append(at := len(game.actions))
        yield {"depth": at, "lines": [{"score": {"cp": SCORES[at]}, "pv": ["X@e5", "X@e7"]}]}

    monkeypatch.setattr(analyse, "evaluate", evaluate)
    return seen


def test_the_file_is_written_only_on_demand(file: Path, searches: list[int]) -> None:
    before = file.read_bytes()
    ben39("analyse", file, "--jobs", "1", "--first", "4")

    assert searches
    assert file.read_bytes() == before


def test_it_begins_with_a_later_action(file: Path, searches: list[int]) -> None:
    """Earlier positions are not searched, and `--write` leaves earlier actions as they are."""
    ran = ben39("analyse", file, "--jobs", "1", "--first", "4", "--write", "--format", "json-lines")

    assert searches == [3, 4, 5]
    assert [json.loads(line)["ply"] for line in ran.out.splitlines()] == [3, 4]
    assert [line.partition("  ;")[0] for line in file.read_text("utf-8").splitlines()[2:]] == [
        "2. Bb8xf12 Sf14xf12",
        "3. R@f14",
    ]


def test_g26_each_action_has_a_line(file: Path, searches: list[int]) -> None:
    """Scores are White's; marks say what would be better; then a sentence for each side."""
    ran = ben39("analyse", file, "--jobs", "1")

    assert searches == [0, 1, 2, 3, 4, 5]
    assert (ran.status, ran.err) == (0, "")
    assert [re.split(r"\s{2,}", line.strip()) for line in ran.out.splitlines()] == [
        ["action", "score", "depth", "loss"],
        ["1.", "Bf4-b8", "+0.00", "1"],
        ["1...", "I@m1??", "+3.00", "2", "25.1", "blunder, better X@e5 X@e7"],
        ["2.", "Bb8xf12??", "-2.90", "3", "49.5", "blunder, better X@e5 X@e7"],
        ["2...", "Sf14xf12??", "+0.00", "4", "24.4", "blunder, better X@e5 X@e7"],
        ["3.", "R@f14", "+10.00", "5"],
        [""],
        ["White: 0 inaccuracies, 0 mistakes, 1 blunder; mean loss 16.5 points."],
        ["Black: 0 inaccuracies, 0 mistakes, 2 blunders; mean loss 24.8 points."],
    ]


def test_scripts_read_an_object_for_each_action(file: Path, searches: list[int]) -> None:
    """With the fields that the help describes."""
    verdicts = [
        json.loads(line)
        for line in ben39("analyse", file, "--jobs", "1", "--format", "json-lines").out.splitlines()
    ]

    assert searches
    assert [verdict["action"] for verdict in verdicts] == ACTIONS
    assert verdicts[1] == {
        "record": None,
        "ply": 1,
        "number": "1...",
        "side": "black",
        "action": "I@m1",
        "score": {"cp": 300},
        "depth": 2,
        "chance": 75.1,
        "loss": 25.1,
        "mark": "blunder",
        "best": {"score": {"cp": 0}, "pv": ["X@e5", "X@e7"]},
    }


def test_results_are_kept_for_a_later_run(file: Path, searches: list[int]) -> None:
    """Of the same moves and limits, in a file that may be empty; a line that was cut off is
    searched again.
    """
    cache = file.with_name("results.jsonl")
    cache.touch()
    first = ben39("analyse", file, "--jobs", "1", "--cache", cache)
    searches.clear()

    assert ben39("analyse", file, "--jobs", "1", "--cache", cache) == first
    assert searches == []
    cache.write_bytes(cache.read_bytes()[:-9])
    assert ben39("analyse", file, "--jobs", "1", "--cache", cache) == first
    assert searches == [5]
    searches.clear()
    assert ben39("analyse", file, "--jobs", "1", "--cache", cache) == first
    assert searches == []
    file.write_text(MOVES.replace("Sf14xf12", "Rf12-d12").replace("Bb8xf12", "X@e5"), "utf-8")
    ben39("analyse", file, "--jobs", "1", "--cache", cache)
    assert searches == [3, 4]
    searches.clear()
    ben39("analyse", file, "--jobs", "1", "--cache", cache, "--depth", "3")
    assert searches == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "text",
    [
        "position a\n",
        "[1]\n",
        '{"key": "a", "report": {"depth": 1, "lines": [{}]}}\n',
        "[" * 9999 + "\n",
    ],
)
def test_another_file_is_no_place_for_results(file: Path, text: str) -> None:
    """It is not touched."""
    other = file.with_name("other")
    other.write_text(text, "utf-8")
    ran = ben39("analyse", file, "--cache", other)

    assert (ran.status, ran.out) == (2, "")
    assert "has no results of searches" in ran.err
    assert other.read_text("utf-8") == text


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch, searches: list[int]) -> list[int]:
    """Searches of which the fourth is interrupted."""
    evaluate = analyse.evaluate

    def interrupt(game: Game, limits: Limits) -> Iterator[JsonReport]:
        if len(game.actions) == 3:
            raise KeyboardInterrupt
        yield from evaluate(game, limits)

    monkeypatch.setattr(analyse, "evaluate", interrupt)
    return searches


def test_an_interrupt_keeps_what_is_done(file: Path, interrupted: list[int]) -> None:
    """In the table, in the comments, in the picture and among the results."""
    cache, picture = file.with_name("results.jsonl"), file.with_name("curve.svg")
    ran = ben39("analyse", file, "--jobs", "1", "--cache", cache, "--write", "--picture", picture)

    assert ran.status == 130
    assert interrupted == [0, 1, 2]
    assert "\nNot analysed: 3 actions.\n" in ran.out
    assert file.read_text("utf-8") == (
        "moves:\n1. Bf4-b8  ; [%eval +0.00,1]\nI@m1  ; A plan. [%eval +3.00,2 blunder, better "
        "X@e5 X@e7]\n2. Bb8xf12 Sf14xf12\n3. R@f14\n"
    )
    assert cache.read_text("utf-8").count("\n") == 3
    assert picture.read_text("utf-8").count("data-at") == 2


def test_comments_are_written_once(file: Path, searches: list[int]) -> None:
    """A second run changes nothing, and the table is printed too."""
    first = ben39("analyse", file, "--jobs", "1", "--write")
    written = file.read_bytes()
    second = ben39("analyse", file, "--jobs", "1", "--write")

    assert searches
    assert first == second
    assert file.read_bytes() == written != MOVES.encode()
    assert wazir("check", file).status == 0


def test_a_record_that_would_be_too_long_is_not_written(
    file: Path, searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comments would make it unreadable."""
    text = f"; Nowhere else.\n{MOVES}"
    file.write_text(text, "utf-8")
    monkeypatch.setattr("wazir.notations.ben39.syntax.MAX_LETTERS_READ", len(text) + 20)
    ran = ben39("analyse", file, "--jobs", "1", "--write")

    assert searches
    assert ran.status == 2
    assert "Nothing was written." in ran.err
    assert file.read_text("utf-8") == text


def test_the_curve_is_written(file: Path, searches: list[int]) -> None:
    """In the colours of a theme."""
    pictures = [file.with_name(f"{theme}.svg") for theme in ("light", "dark")]
    for picture in pictures:
        assert (
            ben39(
                "analyse", file, "--jobs", "1", "--picture", picture, "--theme", picture.stem
            ).status
            == 0
        )
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")

    assert searches
    assert pictures[0].read_text("utf-8") != pictures[1].read_text("utf-8")


def test_several_records_stand_below_their_names(file: Path, searches: list[int]) -> None:
    """One without actions has nothing to analyse; no position is searched twice; a picture is of
    one.
    """
    file.write_text(f"position a\n{MOVES}position none\nposition b\n{MOVES}", "utf-8")
    ran = ben39("analyse", file, "--jobs", "1")

    assert searches == [0, 1, 2, 3, 4, 5]
    assert [line for line in ran.out.splitlines() if line in ("a", "b", "none")] == ["a", "b"]
    assert "Choose one for the picture" in ben39("analyse", file, "--picture", "curve.svg").err


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["-"], "position a\n", "There are no actions to analyse."),
        (["-", "--write"], MOVES, "--write needs a .ben39 file."),
        (["--fen", FEN, "--moves", "X@e5", "--write"], "", "--write needs a .ben39 file."),
        (["-", "--jobs", "0"], MOVES, "is not a whole number"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], stdin: str, message: str) -> None:
    ran = ben39("analyse", *arguments, stdin=stdin)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_an_error_in_the_record_is_the_status(searches: list[int]) -> None:
    """The legal actions are analysed."""
    ran = ben39("analyse", "-", "--jobs", "1", stdin="moves: Bf4-b8 Ba1-a3")

    assert searches == [0, 1]
    assert ran.status == 1
    assert "1.  Bf4-b8" in ran.out


# Processes


def test_several_processes_find_the_same() -> None:
    """With a limit of nodes the result does not depend on their number."""
    arguments = (
        "ben39",
        "analyse",
        "--fen",
        FEN,
        "--moves",
        " ".join(ACTIONS),
        "--nodes",
        "200",
        "--format",
        "json-lines",
    )
    alone, two = (wazir(*arguments, "--jobs", jobs) for jobs in ("1", "2"))

    assert [json.loads(line)["action"] for line in alone.out.splitlines()] == ACTIONS
    assert alone == two


@pytest.fixture
def process(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """An analysis in two processes that does not end, of a game whose first action is known."""
    state = fen.read(FEN).state
    assert state
    game, _ = play(Game(state), ACTIONS)
    first, second, *_ = keys(game, Limits(nodes=MAX_NODES))
    report = {"depth": 1, "lines": [{"score": {"cp": 0}, "pv": ["X@e5"]}]}
    cache = file.with_name("results.jsonl")
    cache.write_text(
        "".join(json.dumps({"key": key, "report": report}) + "\n" for key in (first, second)),
        "utf-8",
    )
    options = [f"--nodes={MAX_NODES}", "--jobs=2", "--format", "json-lines", f"--cache={cache}"]
    with subprocess.Popen(
        [sys.executable, "-m", "wazir", "ben39", "analyse", file, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # Whoever runs the tests in the background may ignore interrupts, and so would the process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["action"] == ACTIONS[0]
        yield process


def test_a_signal_ends_all_searches(process: subprocess.Popen[bytes]) -> None:
    """Without a word, and soon."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert (process.returncode, out, err) == (130, b"", b"")


def test_an_interrupt_while_processes_start_is_not_lost() -> None:
    """It comes when all of them have started."""
    order = list[str]()
    before = signal.signal(signal.SIGINT, lambda *_: order.append("interrupt"))
    try:
        with analyse._delayed_interrupts():
            signal.raise_signal(signal.SIGINT)
            order.append("started")
    finally:
        signal.signal(signal.SIGINT, before)

    assert order == ["started", "interrupt"]


def test_searches_end_with_their_parent(process: subprocess.Popen[bytes]) -> None:
    """Also if it is killed: then nobody holds its standard output any more."""
    process.kill()
    out, _ = process.communicate(timeout=60)

    assert (process.returncode, out) == (-signal.SIGKILL, b"")


def test_an_error_of_the_cache_names_it(
    file: Path, searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, of which the system names no file, and a file that cannot be read."""

    def append(_path: Path, _line: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing, "append", append)
    cache = file.with_name("results.jsonl")
    full = ben39("analyse", file, "--jobs", "1", "--cache", cache)
    folder = ben39("analyse", file, "--jobs", "1", "--cache", file.parent)

    assert (full.status, full.err) == (2, f"wazir: {cache}: No space left on device\n")
    assert folder.status == 2
    assert folder.err.startswith(f"wazir: {file.parent}: ")
    assert searches == [0]


def test_windows_has_no_more_than_61_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pool refuses more, as Python documents; `--jobs` may be larger all the same."""
    pools: list[int] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, count: int, **_: object) -> None:
            if count > 61:
                raise ValueError("max_workers must be <= 61")
            pools.append(count)
            super().__init__(2)

    monkeypatch.setattr(analyse, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(analyse, "_search", lambda *_: {"depth": 0, "lines": []})
    monkeypatch.setattr(sys, "platform", "win32")
    games = [(number, Game(OPENING)) for number in range(200)]

    assert sorted(number for number, _ in analyse.searched(games, Limits(), 256)) == [*range(200)]
    assert pools == [61]
