"""`wazir compare` and `wazir name`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import wazir


@pytest.mark.parametrize(
    ("a", "b", "status", "expected"),
    [
        ("R", "W0", 0, "R and W0 are the same (proved).\n"),
        ("N", "(1, 255; 1, 2)!", 0, "N and (1, 255; 1, 2)! are the same (proved).\n"),
        ("W-F", "F-W", 1, "W-F and F-W differ on 8x8, from d4.\n"),
        (
            "R",
            "R7",
            0,
            "R and R7 are the same (proved).\nThey differ on a larger board, 16x16, from h8.\n",
        ),
        ("KimfW2", "K", 1, "differ on 8x8, from d4.\n\nOnly KimfW2:\n"),
    ],
)
def test_two_texts_are_compared(a: str, b: str, status: int, expected: str) -> None:
    """The exit status says whether they are the same; what only one can do is drawn."""
    ran = wazir("compare", a, b)

    assert ran.status == status
    assert expected in ran.out


def test_a_search_does_not_call_itself_a_proof() -> None:
    """It says how many positions were tried (Q2)."""
    shown = wazir("compare", "xK", "xcK", "--dialect", "extended").out
    assert re.search(r"\d positions tried \(not proved\)", shown)


def test_the_board_decides() -> None:
    """`--board` is where they are compared."""
    assert wazir("compare", "R", "R7", "--board", "10x10").status == 1


def test_the_difference_is_drawn() -> None:
    """Other pieces stand where they are needed; only what one of both can do is marked."""
    ran = wazir("compare", "pW-W", "pW-tW-W", "--dialect", "extended")

    assert "Only pW-W:" in ran.out
    assert "Only pW-tW-W:" not in ran.out
    assert "  4 . . . ! . . . .\n  3 . . . : . . . .\n  2 . . . m . . . .\n" in ran.out


def test_as_json_and_as_a_picture() -> None:
    """JSON is what `wazir ask` answers, the picture an SVG."""
    comparison = json.loads(wazir("compare", "W", "mW", "--format", "json").out)
    picture = wazir("compare", "W", "mW", "--format", "svg")

    assert (comparison["same"], comparison["position"]["square"]) == (False, "d4")
    assert [len(comparison[key]) for key in ("only_a", "only_b")] == [1, 0]
    assert ElementTree.fromstring(picture.out).tag.endswith("svg")
    assert picture.status == 1
    title = "<title>K</title><desc>What only K can do, of W and K.</desc>"
    assert title in wazir("compare", "W", "K", "--format", "svg").out


def test_files_are_compared_by_names(tmp_path: Path) -> None:
    """Each name with the same name; what only one file defines is told."""
    (tmp_path / "a.betza").write_text("knight = N\nrook = R\n", "utf-8")
    (tmp_path / "b.lcpn").write_text(
        "(def knight [2 1])\n(def rook bishop)\n(def man ferz)\n", "utf-8"
    )
    ran = wazir("compare", tmp_path / "a.betza", tmp_path / "b.lcpn")

    assert ran.status == 1
    assert "knight = N and (def knight [2 1])" in ran.out
    assert "rook = R and (def rook bishop) differ on 8x8" in ran.out
    assert "man: only B defines it.\n" in ran.out
    assert (
        wazir("compare", tmp_path / "a.betza", tmp_path / "b.lcpn", "--name", "knight").status == 0
    )
    assert wazir("compare", tmp_path / "a.betza", tmp_path / "a.betza").status == 0


def test_a_converted_file_is_compared_with_what_it_was(tmp_path: Path) -> None:
    """Names as each notation spells them, numbers for none; a piece with an error holds up no
    other.
    """
    (tmp_path / "a.betza").write_text("Far Away = R\nElephant 2 = A\nW\nwrong = W(\n", "utf-8")
    (tmp_path / "b.lcpn").write_text(
        "(def elephant-ii alfil)\n(def far-away rook)\n(def piece-iii wazir)\n", "utf-8"
    )
    ran = wazir("compare", tmp_path / "a.betza", tmp_path / "b.lcpn")

    assert (ran.status, ran.out.count("are the same (proved)")) == (1, 3)
    assert ran.out.endswith("wrong: only A defines it.\n")
    ran = wazir("compare", tmp_path / "a.betza", tmp_path / "a.betza")
    assert (ran.status, ran.out.count("are the same (proved)")) == (1, 3)
    assert ":4:10: error: " in ran.err


def test_a_name_goes_to_its_own_before_one_that_is_spelled_alike(tmp_path: Path) -> None:
    """Each name of a file is compared once."""
    (tmp_path / "a.betza").write_text("cannon = W\nCannon = F\nHawk = D\nhawk = D\n", "utf-8")
    (tmp_path / "b.betza").write_text("CANNON = F\ncannon = W\nHAWK = D\n", "utf-8")
    ran = wazir("compare", tmp_path / "a.betza", tmp_path / "b.betza")

    assert ran.out.splitlines() == [
        "cannon = W and cannon = W are the same (proved).",
        "Cannon = F and CANNON = F are the same (proved).",
        "Hawk = D and HAWK = D are the same (proved).",
        "hawk: only A defines it.",
    ]


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_piece_with_an_error_is_compared_with_none(tmp_path: Path, order: str) -> None:
    """Not by what is left of it either."""
    (tmp_path / "a.betza").write_text("king = K\nrook = RwM\n", "utf-8")
    (tmp_path / "b.betza").write_text("king = K\nrook = R\n", "utf-8")
    ran = wazir("compare", *(tmp_path / f"{name}.betza" for name in order))

    assert (ran.status, ran.out.count("are the same"), ran.out.count("differ")) == (1, 1, 0)
    assert ":2:9: error: " in ran.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["none.betza", "R"], "none.betza"),
        (["", "R"], "No piece found"),
        (["R", "W0", "--format", "svg"], "nothing to draw"),
    ],
)
def test_what_cannot_be_compared_is_a_usage_error(arguments: list[str], expected: str) -> None:
    """It is said on standard error."""
    ran = wazir("compare", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert expected in ran.err


@pytest.mark.parametrize(
    ("text", "status", "line"),
    [
        ("BN", 0, "Archbishop, Princess, Cardinal, Janus, Equerry (Capablanca Chess)"),
        ("KfsN", 1, ""),
        ("FbW", 0, "Silver General, Khon, Silver (shogi), turned round"),
        ("QNAD", 0, "Queen + Squirrel (compound)"),
        ("(n, 15)!", 0, "Rook (chess)"),
    ],
)
def test_name(text: str, status: int, line: str) -> None:
    """All names, what it is related to, and compounds; status 1 if there is none."""
    ran = wazir("name", text)

    assert (ran.status, line in ran.out.splitlines()) == (status, bool(line))
    assert ("No well-known piece moves like this." in ran.err) is not bool(line)


def test_a_piece_with_an_error_has_no_name() -> None:
    """It is not said that none is known."""
    ran = wazir("name", "fmP")

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("error: `P` is not an atom.")


def test_names_of_a_file(tmp_path: Path) -> None:
    """Each piece with its names below it."""
    (tmp_path / "a.betza").write_text("a = BN\nb = KfsN\n", "utf-8")
    ran = wazir("name", tmp_path / "a.betza")

    assert ran.status == 0
    assert ran.out.startswith("Archbishop, Princess")
    assert ran.err == "a = BN:\nb = KfsN:\n"


def test_a_file_without_a_known_piece(tmp_path: Path) -> None:
    """It is said once for all of its pieces."""
    (tmp_path / "a.betza").write_text("a = KfsN\nb = KbsN\n", "utf-8")
    ran = wazir("name", tmp_path / "a.betza")

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "a = KfsN:",
        "b = KbsN:",
        "None of these is a well-known piece.",
    ]


@pytest.mark.parametrize(
    ("a", "b", "status", "expected"),
    [
        ("chess", "crazyhouse", 1, r"pieceDrops +false +true"),
        ("chess", "chess", 0, "chess and chess have the same pieces and rules."),
        ("A.ini:x", "B.ini:y", 1, r"castling +false +true"),
        ("A.ini:x", "chess", 1, r"castling +false +true"),
        ("amazon", "QN", 0, r"amazon and QN are the same \(proved\)."),
    ],
)
def test_variants_are_compared(
    a: str, b: str, status: int, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two built-in ones, and sections of files; a name that is also a piece is one beside a
    piece.
    """
    (tmp_path / "A.ini").write_text("[x:chess]\ncastling = false\n", "utf-8")
    (tmp_path / "B.ini").write_text("[y:chess]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = wazir("compare", a, b)

    assert ran.status == status
    assert re.search(expected, ran.out)
