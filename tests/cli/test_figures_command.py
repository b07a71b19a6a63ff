"""`wazir figures`: a table for people, CSV and JSON lines for programs (Q8 to Q13)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from cli.running import wazir

PIECES = "Rook = R\nFerz = F\n# a comment\nBad = fmP\n"


def test_a_line_for_each_piece(tmp_path: Path) -> None:
    """A definition with an error is left out, and told; the status says so."""
    file = tmp_path / "pieces.betza"
    file.write_text(PIECES, "utf-8")
    ran = wazir("figures", file)
    heads, rook, ferz = ran.out.splitlines()

    assert ran.status == 1
    assert ":4:9: error: `P` is not an atom." in ran.err
    assert heads.split() == [
        "piece",
        "moves",
        "mobility",
        "reach",
        "returns",
        "corners",
        "value",
        "classes",
    ]
    assert rook.split()[:5] == ["Rook", "14.00", "(14", "to", "14)"]
    assert "32/64" in ferz


def test_of_one_piece_the_value_comes_with_its_work() -> None:
    """Never a bare number (Q13), and a single piece has room for it."""
    ran = wazir("figures", "N", "--mate")

    assert ran.status == 0
    assert "(33 + 0.7 × 8) × 8 hundredths are 3.09 pawns" in " ".join(ran.out.split())
    assert "What it leaves out" in ran.out
    assert "mates" in ran.out.splitlines()[0]
    assert "How the value comes about" not in wazir("figures", "(9,9)").out


def test_csv_and_json_lines_say_the_same() -> None:
    """The same pieces with the same figures, names as they are written."""
    text = "Wide king = KAD\nRook = R"
    table = list(
        csv.DictReader(
            io.StringIO(wazir("figures", text, "--format", "csv", "--notation", "betza").out)
        )
    )
    lines = [
        json.loads(line)
        for line in wazir(
            "figures", text, "--format", "json-lines", "--notation", "betza"
        ).out.splitlines()
    ]

    assert [row["piece"] for row in table] == [line["piece"] for line in lines]
    assert [float(row["mobility_mean"]) for row in table] == [
        line["mobility"]["mean"] for line in lines
    ]
    assert len(lines) == 2


def test_mate_needs_a_rectangle() -> None:
    """On other boards it is an error in one line."""
    ran = wazir("figures", "K", "--mate", "--board", "hex5")

    assert (ran.status, ran.out) == (2, "")
    assert "rectangular boards of up to 12x12" in ran.err


def test_without_a_piece_there_is_nothing_to_count() -> None:
    """A usage error, as of `show`."""
    assert wazir("figures", "-", stdin="").status == 2


def test_pieces_without_moves_are_named(tmp_path: Path) -> None:
    """Pieces of a variant that cannot move have no figures; others of the file have."""
    file = tmp_path / "variants.ini"
    file.write_text("[x:chess]\nimmobile = s\narchbishop = a\ncustomPiece1 = h:N\n", "utf-8")
    ran = wazir("figures", file)

    assert ran.err == "x: stone (s) has no moves, and so no figures.\n"
    assert [line.split()[0] for line in ran.out.splitlines()] == ["piece", "A", "H"]
