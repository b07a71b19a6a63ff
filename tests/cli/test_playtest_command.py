"""`wazir playtest`: variants that play themselves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest
from jsonschema import Draft202012Validator

from cli.running import ROOT, wazir
from engines import uci
from harness import none_wrong
from wazir.api.playing import playtest

pytest.importorskip("pyffish", reason="pyffish is not installed")

SCHEMA = json.loads((ROOT / "docs" / "playtest.schema.json").read_text("utf-8"))
KINGS = "7k/7r/8/8/8/8/8/K6R w - - 0 1"
MINE = "[mine:antichess]\npromotionPieceTypes = n\n[yours:chess]\nstalemateValue = win\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "variants.ini"
    path.write_text(MINE)
    return str(path)


def test_a_report_has_every_part(file: str) -> None:
    """The same seed prints the same report, whatever the number of processes."""
    ran = wazir("playtest", f"{file}:mine", "--games", "4", "--jobs", "1")

    assert ran.status == 0
    for heading in ("Results", "How games end", "Pieces", "Squares entered"):
        assert f"\n{heading}\n" in ran.out
    again = wazir("playtest", f"{file}:mine", "--games", "4", "--jobs", "2")
    assert again.out == ran.out


def test_two_variants_are_compared(file: str) -> None:
    """With the rules in which they differ."""
    ran = wazir("playtest", "antichess", f"{file}:mine", "--games", "3")

    assert ran.status == 0
    assert "promotionPieceTypes" in ran.out
    assert "captures a game" in ran.out


def test_a_file_with_several_variants_needs_a_name(file: str) -> None:
    ran = wazir("playtest", file)

    assert ran.status == 2
    assert "has 2 variants. Choose one" in ran.err


def test_the_player_engine_needs_a_program(file: str) -> None:
    ran = wazir("playtest", f"{file}:mine", "--player", "engine")

    assert (ran.status, "needs a program" in ran.err) == (2, True)


def test_what_the_engine_refuses_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.ini"
    path.write_text("[mine:chess]\nflagRegion = aa *x\n")
    ran = wazir("playtest", f"{path}:mine", "--games", "2")

    assert (ran.status, ran.out) == (1, "")
    assert ran.err == (
        "wazir: The engine crashes on `mine`. what(): stoi. `wazir check` shows its errors.\n"
    )


def test_too_many_games_are_refused() -> None:
    """Memory keeps them all."""
    ran = wazir("playtest", "antichess", "--games", "20001")

    assert (ran.status, "20,000" in ran.err or "20000" in ran.err) == (2, True)
    with pytest.raises(ValueError, match="At most 20,000 games"):
        playtest("antichess", games=20_001)


def test_games_are_written_as_pgn(file: str) -> None:
    ran = wazir("playtest", f"{file}:mine", "--games", "2", "--format", "pgn", "--seed", "3")

    assert ran.out.count('[Variant "mine"]') == 2
    assert '[SetUp "1"]' in ran.out


def test_json_has_the_figures(file: str) -> None:
    ran = wazir("playtest", f"{file}:mine", "--games", "3", "--format", "json")
    data = json.loads(ran.out)

    none_wrong([error.message for error in Draft202012Validator(SCHEMA).iter_errors(data)])
    assert not Draft202012Validator(SCHEMA).is_valid({**data, "more": 1})
    assert (data["variant"], data["games"], data["seed"]) == ("mine", 3, 1)
    assert sum(data["results"][name] for name in ("white", "draws", "black", "cut")) == 3


def test_the_schema_fits_a_comparison_and_players_with_a_program(tmp_path: Path) -> None:
    """The program plays a move and tells a score."""
    Draft202012Validator.check_schema(SCHEMA)
    path = tmp_path / "variants.ini"
    path.write_text(f"[a:chess]\nstartFen = {KINGS}\n[b:chess]\nstartFen = {KINGS}\n")
    program = uci.program(tmp_path, "a1a2")
    options = ["--player", "engine", "--program", program, "--plies", "1", "--opening", "0"]
    ran = wazir("playtest", f"{path}:a", f"{path}:b", *options, "--games", "2", "--format", "json")
    data = json.loads(ran.out)

    none_wrong([error.message for error in Draft202012Validator(SCHEMA).iter_errors(data)])
    assert data["a"]["drama"]["leadChanges"]["value"] == 0
    assert data["a"]["nodes"] == 1000


def test_a_page_is_written_to_a_file_of_that_name(file: str, tmp_path: Path) -> None:
    """It has plots, the games worth seeing, what it cannot say, and its sources."""
    page = tmp_path / "report.html"
    ran = wazir("playtest", f"{file}:mine", "--games", "3", "--output", page)
    html = page.read_text()

    assert (ran.status, ran.out) == (0, "")
    for part in ("<svg", "[Variant &quot;mine&quot;]", "Engines are not people", "Browne"):
        assert part in html
    wazir("playtest", "antichess", f"{file}:mine", "--games", "2", "-o", page)
    assert "promotionPieceTypes" in page.read_text()


def test_nothing_of_a_file_reaches_a_page_unescaped(tmp_path: Path) -> None:
    path, page = tmp_path / "bad.ini", tmp_path / "report.html"
    path.write_text("[<b>:antichess]\n")
    ran = wazir("playtest", path, "--games", "1", "--output", page)

    assert ran.status == 0, ran.err
    assert "<b>" not in page.read_text()


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(),
    reason="the processes of a run are found by their environment in /proc",
)
def test_an_interrupt_prints_what_is_played_and_leaves_no_process(tmp_path: Path) -> None:
    """The exit status is that of an interrupt."""
    mark = f"WAZIR_MARK={uuid4().hex}"
    output = tmp_path / "games.json"
    command = [sys.executable, "-m", "wazir", "playtest", "antichess", "--games", "20000"]
    command += ["--plies", "4"]  # so that some games end soon on any machine
    name, _, value = mark.partition("=")
    with subprocess.Popen(
        [*command, "--jobs", "2", "--format", "json", "--output", str(output)],
        env={**os.environ, name: value},
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(10)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)

    assert (process.returncode, errors) == (130, b"")
    assert 0 < json.loads(output.read_text())["games"] < 20000
    assert marked(mark.encode()) == []


def marked(mark: bytes) -> list[str]:
    """The processes with a text in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes():
                found.append(path.parent.name)
        except OSError:  # it has ended, or is not ours
            continue
    return found
