"""`wazir perft`: counts of lines of play of variants, by the engine's library."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import wazir
from wazir.cli import console

pytest.importorskip("pyffish", reason="pyffish is not installed")


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    path = tmp_path / "variants.ini"
    path.write_text("[mine:chess]\nqueen = -\ncustomPiece1 = q:QN\n\n[lost:nothing]\n", "utf-8")
    return path


def test_a_count_stands_alone() -> None:
    """That of a built-in variant is known everywhere."""
    assert wazir("perft", "chess", "3").out == "8902\n"


def test_a_line_for_each_first_move(variants: Path) -> None:
    *lines, total = wazir("perft", f"{variants}:mine", "2", "--divide").out.splitlines()
    counts = dict(line.split(" ") for line in lines)

    assert "d1e3" in counts
    assert sum(map(int, counts.values())) == int(total) == 22 * 22


def test_a_file_of_any_name_has_variants(tmp_path: Path) -> None:
    """Its text tells that other programs do not read it."""
    path = tmp_path / "my.ini"
    path.write_text("[mine:chess]\ncastling = false\n", "utf-8")

    assert wazir("perft", f"{path}:mine", "1").out == "20\n"
    assert wazir("compare", path, "chess").out.splitlines()[0].split() == ["mine", "chess"]


def test_variants_of_a_file_have_headings(variants: Path) -> None:
    """One that the engine does not load is told, and the others are counted."""
    ran = wazir("perft", variants, "1")

    assert (ran.status, ran.out) == (1, "mine\n22\n\nlost\n")
    assert (
        ran.err
        == "wazir: The engine does not load `lost`. Variant template 'nothing' does not exist. "
        "`wazir check` shows its errors.\n"
    )


def test_what_is_missing_is_told(variants: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "'0' is not a whole number from 1 to 20" in wazir("perft", "chess", "0").err
    assert wazir("perft", f"{variants}:mime", "1").err.endswith(
        "has no variant `mime`. Did you mean `mine`?\n"
    )
    monkeypatch.setattr("wazir.engines.library.find_spec", lambda _name: None)
    ran = wazir("perft", "chess", "1")

    assert ran.status == 2
    assert "This needs pyffish. Install it with `" in ran.err


def test_the_progress_of_a_count_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, with the number of lines so far, and it is gone when the count comes."""
    monkeypatch.setattr(console, "SECONDS_UNSEEN", 0.0)
    ran = wazir("perft", "chess", "3", terminal=True)
    steps = re.findall(r"\r([\d,]+) lines of chess counted \.\.\.", ran.err)
    counts = [int(step.replace(",", "")) for step in steps]

    assert counts == sorted(counts)
    assert 0 < counts[0] < 8_902
    assert ran.err.endswith("\r\x1b[K")
    assert ran.out == "8902\n"
