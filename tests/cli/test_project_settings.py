"""Settings of a project on the command line."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

from cli.running import wazir

SETTINGS = """\
board = "10x8"
ignore = ["unknown-letter"]
exclude = ["drafts/"]
[severity]
bad-leap = "hint"
[files."sub/*"]
board = "9x9"
[files."*.txt"]
board = "4x4"
[files."b.*"]
profile = "xboard"
[files."sub/b*"]
board = "9x10"
dialect = ""
"""
TEXT = "A = NT\n%board 6x6\nB = (1,2,3)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a.betza", "sub/b.betza", "sub/drafts/c.betza"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TEXT, "utf-8")
    (tmp_path / "wazir.toml").write_text(SETTINGS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_check_follows_the_project() -> None:
    """Codes are ignored, severities changed, and excluded files not searched, but read if they are
    named.
    """
    assert wazir("check", "--format", "concise", "--hints").out.splitlines() == [
        "a.betza:3:5: hint: A leap is two numbers, as in `(1,4)`. [bad-leap]",
        "sub/b.betza:3:5: hint: A leap is two numbers, as in `(1,4)`. [bad-leap]",
    ]
    assert wazir("check", "--format", "concise", "--hints", "sub/drafts/c.betza").out.startswith(
        "sub/drafts/c.betza:3"
    )
    assert wazir("check", "--format", "concise", "-", stdin="A = NT\n").status == 0


def test_only_codes_that_are_selected_are_reported(folder: Path) -> None:
    """The others are not, whatever they are."""
    (folder / "wazir.toml").write_text('select = ["bad-leap"]\n', "utf-8")
    lines = wazir("check", "--format", "concise", "a.betza").out.splitlines()

    assert lines == ["a.betza:3:5: error: A leap is two numbers, as in `(1,4)`. [bad-leap]"]


@pytest.mark.usefixtures("folder")
def test_config_tells_what_holds() -> None:
    """Each setting with its value and its source: the project, a line of the file, the command
    line.
    """
    assert wazir("config", "sub/b.betza", "--dialect", "original").out == (
        "setting     value            source\n"
        "select      -                default\n"
        "ignore      unknown-letter   wazir.toml:2\n"
        "severity    bad-leap = hint  wazir.toml:5\n"
        "extra-keys  -                default\n"
        "board       9x10             wazir.toml:13\n"
        "board       6x6              sub/b.betza, from line 3\n"
        "dialect     original         command line\n"
        "profile     xboard           wazir.toml:11\n"
    )
    rows = {row["setting"]: row for row in json.loads(wazir("config", "--format", "json").out)}
    assert rows["exclude"] == {"setting": "exclude", "value": ["drafts/"], "source": "wazir.toml:3"}
    assert rows["board"] == {"setting": "board", "value": "10x8", "source": "wazir.toml:1"}
    rows = {
        row["setting"]: row
        for row in json.loads(wazir("config", "--format", "json", "a.betza").out)
    }
    assert rows["dialect"] == {"setting": "dialect", "value": None, "source": "default"}


def test_config_tells_the_engine_of_variants(tmp_path: Path) -> None:
    """V13: the engine of the project, or of a comment in the file, and the keys of other programs
    (V14).
    """
    (tmp_path / "wazir.toml").write_text(
        'engine = "fairy-stockfish 13"\nextra-keys = ["x", "y"]\n', "utf-8"
    )
    (tmp_path / "variants.ini").write_text("[a:chess]\nx = 1\ncustomPiece1 = a:N\n", "utf-8")
    (tmp_path / "new.ini").write_text("# wazir: engine fairy-stockfish 14\n[a:chess]\n", "utf-8")
    checked = wazir("check", "--format", "concise", tmp_path / "variants.ini").out
    rows = {
        row["setting"]: row["value"]
        for row in json.loads(wazir("config", "--format", "json", tmp_path / "new.ini").out)
    }

    assert checked.splitlines() == [
        f"{tmp_path / 'variants.ini'}:3:1: warning: Fairy-Stockfish 13 ignores `customPiece1`, "
        "which came with version 13.1. [newer-than-engine]"
    ]
    assert (rows["engine"], rows["extra-keys"]) == ("fairy-stockfish 14", ["x", "y"])
    assert wazir("check", "--engine", "fairy-stockfish", tmp_path / "variants.ini").status == 0


def test_config_shows_what_the_project_sets_for_editors(folder: Path) -> None:
    """Such a setting has a row if the project sets it, because an editor may set the others."""
    (folder / "wazir.toml").write_text(
        '[hover]\nfigures = false\n[files."sub/"]\ninlay-hints.marks = false\n', "utf-8"
    )
    printed = [
        [line.split() for line in wazir("config", name).out.splitlines() if "." in line]
        for name in ("a.betza", "sub/b.betza")
    ]

    assert [line for line in printed[0] if "wazir.toml" in line[-1]] == [
        ["hover.figures", "false", "wazir.toml:2"]
    ]
    assert [line for line in printed[1] if "wazir.toml" in line[-1]] == [
        ["hover.figures", "false", "wazir.toml:2"],
        ["inlay-hints.marks", "false", "wazir.toml:4"],
    ]


def test_config_of_a_folder_without_a_project(tmp_path: Path) -> None:
    """Every setting has its default."""
    rows = json.loads(wazir("config", "--format", "json", tmp_path).out)

    assert {row["source"] for row in rows} == {"default"}
    assert "exclude" in {row["setting"] for row in rows}
    assert {tuple(line.split()[1:]) for line in wazir("config", tmp_path).out.splitlines()[1:]} == {
        ("-", "default")
    }


@pytest.mark.parametrize(("others", "more"), [("", ""), ("x = 1\ny = 2\n", " (2 more)")])
def test_a_mistake_in_the_settings_ends_the_command(folder: Path, others: str, more: str) -> None:
    """With its place, the number of others, and status 2."""
    (folder / "sub" / "pyproject.toml").write_text(f'[tool.wazir]\nbord = "8x8"\n{others}', "utf-8")
    ran = wazir("check", "sub/b.betza")

    place = f"{Path('sub/pyproject.toml')}:2:1"
    assert ran.status == 2
    assert ran.err == f"wazir: {place}: Unknown setting `bord`. Did you mean `board`?{more}\n"


def test_standard_input_has_the_settings_of_its_name(tmp_path: Path) -> None:
    """Where there is a file with a name, other settings may hold than in the current folder."""
    (tmp_path / "wazir.toml").write_text('ignore = ["unknown-letter"]\n', "utf-8")
    named = wazir("check", "--stdin-filename", tmp_path / "a.betza", "-", stdin="a = fwN\n")

    assert (named.status, wazir("check", "-", stdin="a = fwN\n").status) == (0, 1)


@pytest.mark.parametrize("pieces", ["figures", "letters"])
def test_pictures_follow_the_project(folder: Path, pieces: str) -> None:
    """A piece, a page of Markdown and a page of variants have letters if the project wants them."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    (folder / "wazir.toml").write_text(f'[diagram]\npieces = "{pieces}"\n', "utf-8")
    (folder / "king.betza").write_text("King = K\n", "utf-8")
    (folder / "rules.md").write_text(f"```fen\n{fen}\n```\n", "utf-8")
    (folder / "variants.ini").write_text("[x:chess]\nking = k\n", "utf-8")
    ran = [
        wazir("show", "king.betza", "--format", "svg"),
        wazir("page", "rules.md"),
        wazir("page", "variants.ini"),
    ]
    drawn = [svg for each in ran for svg in pictures_in(each.out)]

    assert [each.status for each in ran] == [0, 0, 0]
    assert len(drawn) > 6
    assert all(('<g id="white-' in svg) == (pieces == "figures") for svg in drawn)


def pictures_in(text: str) -> list[str]:
    """A picture, or the pictures of a page."""
    encoded = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", text)
    return [base64.b64decode(each).decode() for each in encoded] or [text]
