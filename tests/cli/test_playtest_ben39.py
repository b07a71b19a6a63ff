"""`wazir playtest` of Ben39, which needs no library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cli.running import ROOT, wazir
from harness import none_wrong

SCHEMA = json.loads((ROOT / "docs" / "playtest.schema.json").read_text("utf-8"))
TEXT = (ROOT / "tests" / "ben39" / "playtest.ben39").read_text("utf-8")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "games.ben39"
    path.write_text(TEXT)
    return str(path)


def test_a_report_has_what_fits(tmp_path: Path) -> None:
    """The same seed prints the same report, whatever the number of processes. There is no chess."""
    options = ["--games", "4", "--plies", "60"]
    ran = wazir("playtest", "ben39", *options, "--jobs", "1")
    again = wazir("playtest", "ben39", *options, "--jobs", "2")

    assert (ran.status, ran.err) == (0, "")
    assert again.out == ran.out
    assert ran.out.startswith("Ben39: 4 games, random, seed 1\n")
    for part in ("Squares entered", "Intersections entered", "immobilizer", " 2   ", "o"):
        assert part in ran.out
    assert "chess" not in ran.out


def test_a_record_plays_on_from_its_last_position(file: str) -> None:
    """The greedy player takes the king at once."""
    options = ["--games", "2", "--opening", "0", "--format", "ben39"]
    ran = wazir("playtest", f"{file}:first", "--player", "greedy", *options)

    assert ran.status == 0
    assert ran.out.count("1. Rf8xl8\n; greedy against greedy; the king is taken\n") == 2


def test_json_fits_the_schema_and_has_scores_of_the_search(file: str) -> None:
    options = ["--player", "engine", "--nodes", "30", "--plies", "8", "--format", "json"]
    ran = wazir("playtest", f"{file}:second", "--games", "2", *options)
    data = json.loads(ran.out)

    none_wrong([error.message for error in Draft202012Validator(SCHEMA).iter_errors(data)])
    assert (data["variant"], data["nodes"], data["chess"]) == ("second", 30, None)
    assert data["drama"] is not None


def test_a_page_shows_games_on_the_board(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ran = wazir("playtest", "ben39", "--games", "2", "--plies", "9", "--output", page)

    assert ran.status == 0
    assert "<h1>Playtest of Ben39</h1>" in page.read_text()
    assert "position game 1" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["{file}"], "has 3 records. Choose one: {file}:first, {file}:second, {file}:over."),
        (["{file}:third"], "third"),
        (["{file}:over"], "The game of `over` has ended."),
        (["ben39", "{file}:first"], "Only variants are compared."),
        (["ben39", "--format", "pgn"], "Use --format ben39."),
        (["antichess", "--format", "ben39"], "Use --format pgn."),
        (["ben39", "--program", "x"], "Ben39 is played by its own search."),
    ],
)
def test_what_does_not_go_together_is_refused(file: str, arguments: list[str], reason: str) -> None:
    given = [argument.format(file=file) for argument in arguments]
    ran = wazir("playtest", *given, "--games", "1")

    assert (ran.status, ran.out) == (2, "")
    assert reason.format(file=file) in " ".join(ran.err.split())
