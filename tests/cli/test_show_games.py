"""`wazir show` of records of games: as text, as a picture, as a page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import wazir

TWO = "position first\nmoves: 1. X@e5 C+@g11\n\nposition second\nturn: black\n"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.ben39"
    path.write_text(TWO, "utf-8")
    return path


def test_g23_records_are_drawn_as_text_with_the_facts(two: Path) -> None:
    """G23: the drawing after the moves, what is beside the board, and the facts of G26 in
    sentences.
    """
    ran = wazir("show", two)
    first, second = ran.out.split("second\n")
    lines = first.splitlines()

    assert ran.status == 0
    assert lines[0] == "first  (after 2 actions, the last C+@g11)"
    assert "5   +---+---X---+---+---+---+---+" in lines
    assert "black reserve: X X X X X I W W Z Z C" in lines
    assert "castles: g11+" in lines
    assert "White to move." in lines
    assert any("legal moves" in line for line in lines)
    assert "Black to move." in second


def test_a_picture_of_pieces_leaves_out_games(tmp_path: Path) -> None:
    """Of a folder with both, it says how to draw the games."""
    (tmp_path / "0.ben39").write_text(TWO, "utf-8")
    (tmp_path / "rook.betza").write_text("rook = R\n", "utf-8")
    ran = wazir("show", tmp_path, "--format", "svg")

    assert ran.status == 0
    assert ran.err.endswith("0.ben39.\n")


def test_a_record_is_chosen_by_its_name(two: Path) -> None:
    out = wazir("show", two, "--record", "second").out

    assert out.startswith("second\n")
    assert "first" not in out


def test_a_picture_shows_one_record(two: Path, tmp_path: Path) -> None:
    """As SVG, with the last action; in a file where that is wanted; several records are on a
    sheet.
    """
    ran = wazir("show", two, "--record", "first", "--format", "svg", "--theme", "dark")
    root = ElementTree.fromstring(ran.out)
    written = tmp_path / "first.svg"

    assert (root.tag, root.findtext(f"{SVG}title")) == (f"{SVG}svg", "first")
    assert "prefers-color-scheme" not in ran.out
    assert (
        wazir(
            "show",
            two,
            "--record",
            "first",
            "--format",
            "svg",
            "--theme",
            "dark",
            "--output",
            written,
        ).raw
        == b""
    )
    assert written.read_text("utf-8") == ran.out

    several = ElementTree.fromstring(wazir("show", two, "--format", "svg").out)
    assert [picture.findtext(f"{SVG}title") for picture in several.iter(f"{SVG}svg")] == [
        two.name,
        "first",
        "second",
    ]


def test_a_page_steps_through_all_records_or_one(two: Path) -> None:
    every, second = (
        wazir("show", two, "--format", "html").out,
        wazir("show", two, "--format", "html", "--record", "second").out,
    )

    assert every.startswith("<!DOCTYPE html>")
    assert every.count("<section") == 2
    assert second.count("<section") == 1
    assert "<code>C+@g11</code>" in every
    assert "<code>C+@g11</code>" not in second


def test_standard_input_has_records_too() -> None:
    out = wazir("show", "-", "--notation", "ben39", "--format", "html", stdin=TWO).out

    assert "<h1>Games</h1>" in out
    assert out.count("<section") == 2


def test_a_page_of_a_folder_shows_its_pieces_and_says_where_the_games_are(two: Path) -> None:
    (two.parent / "pieces.betza").write_text("Ferz = F\n", "utf-8")
    ran = wazir("show", two.parent, "--format", "html")

    assert ran.status == 0
    assert "1 piece." in ran.out
    assert "<script" not in ran.out
    assert "two.ben39" in ran.err


def test_a_name_is_looked_for_among_pieces_and_games(two: Path) -> None:
    """A picture of what has it, wherever that is in a folder; where both have it, of the piece,
    which is said.
    """
    (two.parent / "pieces.betza").write_text("Ferz = F\nfirst = W\n", "utf-8")
    game, piece, both = (
        wazir("show", two.parent, "--format", "svg", "--name", name)
        for name in ("second", "Ferz", "first")
    )
    titles = [
        ElementTree.fromstring(ran.out).findtext(f"{SVG}title") for ran in (game, piece, both)
    ]

    assert titles == ["second", "Ferz", "first"]
    assert game.err == piece.err == ""
    assert "one step orthogonally" in both.out
    assert "two.ben39" in both.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--record", "third"), "No record named `third`"),
        (("--record", "third", "--format", "html"), "No record named `third`"),
        (("--name", "third"), "No record named `third`."),
        (("--name", "first", "--format", "html"), "--name cannot be combined with --format html"),
    ],
)
def test_what_is_not_there_is_said(two: Path, arguments: tuple[str, ...], message: str) -> None:
    ran = wazir("show", two, *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_piece_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "one.betza"
    path.write_text("Ferz = F\n", "utf-8")
    ran = wazir("show", path, "--record", "Ferz")

    assert ran.status == 2
    assert "No record named `Ferz`." in ran.err


def test_a_record_with_an_error_is_drawn_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "wrong.ben39"
    path.write_text("position wrong\nmoves: X@e5 X@e5\n", "utf-8")
    ran = wazir("show", path)

    assert ran.status == 1
    assert ran.err.startswith(f"{path}:2:13: error: ")
    assert "5   +---+---X---+" in ran.out


def test_a_page_of_nothing_is_told_apart_from_one_of_games(tmp_path: Path) -> None:
    """A file of records without any is a page without pieces, and no text at all."""
    path = tmp_path / "none.ben39"
    path.write_text("; nothing\n", "utf-8")

    assert wazir("show", path, "--format", "html").status == 0
    assert wazir("show", path).status == 2


@pytest.mark.parametrize("form", ["text", "html"])
def test_names_are_safe(tmp_path: Path, form: str) -> None:
    path = tmp_path / "bad.ben39"
    path.write_text("position \x1b[31m<script>\n", "utf-8")
    out = wazir("show", path, "--format", form).out

    assert "\x1b" not in out
    assert form == "text" or "&lt;script&gt;" in out


def test_a_text_without_a_record_is_said_to_have_none(tmp_path: Path) -> None:
    """It is not asked for pieces."""
    path = tmp_path / "none.ben39"
    path.write_text("", "utf-8")
    ran = wazir("show", path)

    assert (ran.status, ran.out, ran.err) == (2, "", f"wazir: `{path}` has no records.\n")
