"""`wazir ben39 eval`: the facts of a position, the search, and both as JSON."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from cli.running import ROOT, ben39
from wazir.ben39.position import State
from wazir.ben39.search import Limits

SAMPLES = ROOT / "samples" / "ben39"
OPENING, PUZZLES = SAMPLES / "opening.ben39", SAMPLES / "puzzles.ben39"
LINE = "1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 w - XXXXXIWWZZCCxxxxxiwwzzcc"
WON = "fen: 2k1/2R2/7/7/7/5/K3 5/6/8/8/8/8/6/5 d14,l2 w - -\nmoves: Rh12xh14\n"
REPORT = {"depth": 2, "seconds": 0.5, "nodes": 1000, "nps": 2000, "done": False}
BEST = {
    "lines": [
        {"score": {"cp": -35}, "words": "Black is better by 0.35 pawns", "pv": ["X@e5", "X@g11"]}
    ]
}


def as_json(*arguments: object, stdin: str = "") -> list[dict[str, Any]]:
    ran = ben39("eval", *map(str, arguments), stdin=stdin)
    return [json.loads(line) for line in ran.out.splitlines()]


def test_g26_the_facts_are_told_and_a_line() -> None:
    """Whose turn it is, actions by kind, control with counts, material; then the line and how it
    was found.
    """
    ran = ben39("eval", OPENING, "--nodes", "500")

    assert (ran.status, ran.err) == (0, "")
    facts, search = ran.out.split("\n\n")
    assert facts.splitlines() == [
        "White to move.",
        "324 legal moves: 16 piece moves and 308 entries from reserve.",
        "Nobody controls d14.",
        "Nobody controls l2.",
        "Material: White 22, Black 22 (level).",
    ]
    line, words, depth = search.rsplit("\n", 3)[:3]
    assert re.fullmatch(r" *[+-]\d+\.\d\d  \S+@?\S+.*", line, re.DOTALL)
    assert re.fullmatch(r"(White|Black) is better by [\d.]+ pawns?\.", words)
    assert re.fullmatch(r"Depth \d+, [\d,]+ nodes?, [\d,]+ per second\.", depth)


def test_g26_check_immobilized_pieces_and_control_are_told() -> None:
    """What the published diagrams are about."""
    check = ben39("eval", SAMPLES / "seed.ben39", "--record", "immobilizer", "--depth", "1").out
    control = ben39("eval", SAMPLES / "seed.ben39", "--record", "control", "--depth", "1").out

    assert "Black to move, in check.\nThe king of Black could be taken by Gf2xh4.\n" in check
    assert "Immobilized: b4.\n" in control
    assert "Nobody controls b4, 2 to 2; the immobilized piece on it does not count.\n" in control
    assert "White controls l2, 3 to 2.\n" in control


@pytest.mark.parametrize("number", [2, 3])
def test_g26_wins_are_told_by_the_number_of_own_actions(number: int) -> None:
    """Each puzzle is solved, with the action that its key gives first."""
    names = re.findall(rf"^position (\S+-{number})$", PUZZLES.read_text("utf-8"), re.M)
    assert len(names) >= 3
    for name in names:
        (evaluation,) = as_json(
            PUZZLES, "--record", name, "--depth", 2 * number, "--format", "json"
        )
        (line,) = evaluation["search"]["lines"]
        assert (line["score"], line["pv"][0]) == ({"mate": number}, _key(name))
        assert (
            f" #{number}  {_key(name)} "
            in ben39("eval", PUZZLES, "--record", name, "--depth", str(2 * number)).out
        )


def _key(name: str) -> str:
    """The first action of a solution."""
    match = re.search(
        rf"position {name}-key\nfen: .*\nmoves: 1\. (\S+)\n", PUZZLES.read_text("utf-8")
    )
    assert match
    return match[1]


def test_g26_the_king_can_be_taken() -> None:
    """`#1` with the threat itself in the facts."""
    (evaluation,) = as_json("-", "--format", "json", "--depth", "2", stdin=WON.split("moves")[0])

    assert evaluation["threats"] == ["Rh12xh14"]
    assert evaluation["search"]["lines"][0] == {
        "score": {"mate": 1},
        "words": "White wins in 1",
        "pv": ["Rh12xh14"],
    }


def test_g26_of_an_ended_game_who_won_and_no_search() -> None:
    """Neither as text nor as JSON."""
    assert ben39("eval", "-", stdin=WON).out == "White has taken the king and won.\n"
    (evaluation,) = as_json("-", "--format", "json", stdin=WON)
    assert (evaluation["status"], evaluation["winner"], evaluation["search"]) == (
        "ended",
        "white",
        None,
    )
    assert as_json("-", "--format", "json-lines", stdin=WON) == []


def test_lines_are_as_many_as_were_asked_for() -> None:
    """The best first."""
    (evaluation,) = as_json(OPENING, "--lines", "3", "--depth", "1", "--format", "json")
    scores = [line["score"]["cp"] for line in evaluation["search"]["lines"]]

    assert len({line["pv"][0] for line in evaluation["search"]["lines"]}) == 3
    assert scores == sorted(scores, reverse=True)


def test_json_has_all_facts() -> None:
    """Plain values, with the names that the help shows."""
    (evaluation,) = as_json(
        SAMPLES / "seed.ben39", "--record", "control", "--format", "json", "--nodes", "100"
    )

    assert evaluation["record"] == "control"
    assert evaluation["fen"].endswith(" l2,b4 w - XXIWWZZCxxxxwwzc")
    assert (evaluation["turn"], evaluation["status"], evaluation["winner"]) == (
        "white",
        "none",
        None,
    )
    assert evaluation["immobilized"] == ["b4"]
    assert evaluation["control"] == {
        "l2": {"side": "white", "white": 3, "black": 2},
        "b4": {"side": None, "white": 2, "black": 2},
    }
    assert sum(evaluation["actions"].values()) == len(
        ben39("actions", "--fen", evaluation["fen"]).out.splitlines()
    )
    assert evaluation["material"] == {"white": 300, "black": 0}
    assert list(evaluation["search"]) == [*REPORT, "lines"]


def test_moves_are_played_from_a_position() -> None:
    """As they are in a record; a position that has occurred is worth nothing to the search."""
    moves = "Bf4-b8 Bj12-n8 Bb8-f4 Bn8-j12 Bf4-b8"
    (evaluation,) = as_json("--fen", LINE, "--moves", moves, "--format", "json", "--nodes", "300")
    (same,) = as_json("-", "--format", "json", "--nodes", "300", stdin=f"moves: {moves}\n")

    assert evaluation["fen"] == same["fen"] != LINE
    assert evaluation["search"]["lines"] == same["search"]["lines"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--fen", LINE, "--moves", "Bf4-b8 Bf4-b8"), "--moves: Nothing stands on f4."),
        (("--moves", "Bf4-b8"), "--moves needs --fen."),
        (("--rules", "answer-check"), "--rules needs --fen."),
        (
            ("--fen", LINE, "--rules", "must-change check"),
            "Unknown rule `check`. The rules are own-promotion, ",
        ),
    ],
)
def test_moves_that_cannot_be_played_are_refused(arguments: tuple[str, ...], message: str) -> None:
    ran = ben39("eval", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_rules_of_a_position_are_given_beside_it() -> None:
    """As they are in a record."""
    line = "3/2r2/7/7/7/2N2/2K2 4/6/8/8/8/8/6/6 l2,d2 w - -"
    (usual,) = as_json("--fen", line, "--format", "json", "--depth", "1")
    (ruled,) = as_json(
        "--fen", line, "--rules", "answer-check must-change", "--format", "json", "--depth", "1"
    )
    (same,) = as_json(
        "-",
        "--format",
        "json",
        "--depth",
        "1",
        stdin=f"fen: {line}\nrules: must-change answer-check\n",
    )

    assert (usual["status"], ruled["status"]) == ("none", "stalemate")
    assert {**ruled, "search": None} == {**same, "search": None}


def test_json_lines_come_one_by_one_and_the_last_says_so() -> None:
    """Each is a report, whose form the help describes."""
    reports = as_json("--fen", LINE, "--nodes", "2000", "--format", "json-lines")

    assert all(list(report) == ["record", *REPORT, "lines"] for report in reports)
    assert [report["done"] for report in reports] == [False] * (len(reports) - 1) + [True]
    assert reports[-1]["lines"][0]["pv"]


def test_several_records_stand_below_their_names() -> None:
    """In JSON each has its object."""
    text = "position a\nposition b\nturn: black\n"
    ran = ben39("eval", "-", "--nodes", "50", stdin=text)

    assert ran.out.startswith("a\nWhite to move.\n")
    assert "\n\nb\nBlack to move.\n" in ran.out
    assert [
        evaluation["record"]
        for evaluation in as_json("-", "--nodes", "50", "--format", "json", stdin=text)
    ] == [
        "a",
        "b",
    ]


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The reports of a search that the user interrupts."""
    reports: list[dict[str, Any]] = []

    def search(_state: State, _limits: Limits) -> Iterator[dict[str, Any]]:
        yield from reports
        raise KeyboardInterrupt

    monkeypatch.setattr("wazir.cli.ben39.records.evaluate", search)
    return reports


def test_an_interrupt_gives_the_best_line_so_far(interrupted: list[dict[str, Any]]) -> None:
    """And ends the run, with the status of shells."""
    interrupted.append(REPORT | BEST)
    ran = ben39("eval", "-", stdin="position a\nposition b\n")

    assert ran.status == 130
    assert ran.out.endswith(
        "\n\n -0.35  X@e5 X@g11\nBlack is better by 0.35 pawns.\nDepth 2, 1,000 nodes, 2,000 per "
        "second.\n"
    )
    assert "\nb\n" not in ran.out
    lines = as_json(OPENING, "--format", "json-lines")
    assert [line["done"] for line in lines] == [False, True]
    (evaluation,) = as_json(OPENING, "--format", "json")
    assert evaluation["search"] == REPORT | BEST | {"done": True}


def test_an_interrupt_before_anything_is_known(interrupted: list[dict[str, Any]]) -> None:
    """Leaves the facts."""
    assert interrupted == []
    ran = ben39("eval", OPENING)

    assert ran.status == 130
    assert ran.out.endswith("Black 22 (level).\n")
    assert ben39("eval", OPENING, "--format", "json-lines").out == ""


def test_a_running_search_is_ended_by_a_signal() -> None:
    """The process writes the last report, and leaves."""
    command = [
        sys.executable,
        "-m",
        "wazir",
        "ben39",
        "eval",
        "--format",
        "json-lines",
        "--time=600",
        "--fen",
        LINE,
    ]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # Whoever runs the tests in the background may ignore interrupts, and so would the process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout
        while not json.loads(process.stdout.readline())["lines"]:
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()

    assert (process.returncode, err) == (130, b"")
    assert json.loads(out.splitlines()[-1])["done"] is True


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], Limits(seconds=3.0)),
        (["--depth", "4"], Limits(depth=4)),
        (["--nodes", "9", "--time", "0.5", "--lines", "2"], Limits(nodes=9, seconds=0.5, lines=2)),
    ],
)
def test_a_search_ends_soon_unless_told(
    arguments: list[str], expected: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few seconds, if nothing else ends it."""
    seen = []

    def search(_state: State, limits: Limits) -> Iterator[dict[str, Any]]:
        seen.append(limits)
        return iter([])

    monkeypatch.setattr("wazir.cli.ben39.records.evaluate", search)
    ben39("eval", OPENING, *arguments)

    assert seen == [expected]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--depth", "0"],
        ["--depth", "x"],
        ["--nodes", "-1"],
        ["--nodes", "1" * 5000],
        ["--time", "nan"],
        ["--time", "inf"],
        ["--time", "0"],
        ["--time", "x"],
        ["--lines", "0"],
        ["--format", "xml"],
    ],
)
def test_wrong_limits_are_refused(arguments: list[str]) -> None:
    """Status 2, and nothing on standard output."""
    ran = ben39("eval", OPENING, *arguments)

    assert (ran.status, ran.out) == (2, "")


def test_who_looks_at_a_terminal_sees_the_best_line_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error, no wider than the terminal."""
    monkeypatch.setattr("wazir.cli.console.SECONDS_UNSEEN", 0.0)
    monkeypatch.setenv("COLUMNS", "50")
    ran = ben39("eval", OPENING, "--nodes", "2000", terminal=True)
    shown = re.findall(r"\r([^\r\x1b]+)\x1b", ran.err)

    assert shown
    assert max(map(len, shown)) <= 50
    assert "nodes: " in shown[-1]
    assert ran.err.endswith("\r\x1b[K")
