"""`wazir page`: reads Markdown, writes one file, and includes images of the folder."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from cli.running import ROOT, play_package, wazir
from drawings import Page
from wazir.features.game.variant import LEVELS

SAMPLE = ROOT / "samples" / "markdown" / "rules.md"
PIXEL = base64.b64decode("R0lGODlhAQABAAAAACwAAAAAAQABAAA=")


def test_the_page_is_written(tmp_path: Path) -> None:
    """To a file, or to standard output; from a file, or from standard input."""
    to = tmp_path / "rules.html"

    assert wazir("page", SAMPLE, "--output", to).status == 0
    assert (
        wazir("page", SAMPLE).raw
        == to.read_bytes()
        == wazir("page", "-", stdin=SAMPLE.read_bytes()).raw
    )
    assert wazir("page", SAMPLE, "--output", "-").raw == to.read_bytes()


def test_images_of_the_folder_are_part_of_the_page(tmp_path: Path) -> None:
    """An image elsewhere, a file of another kind, or one that is not there, is a link."""
    inside = tmp_path / "inside"
    inside.mkdir()
    for path in (inside / "a b.gif", inside / "notes.txt", tmp_path / "outside.gif"):
        path.write_bytes(PIXEL)
    others = [
        "../outside.gif",
        (tmp_path / "outside.gif").as_posix(),
        "notes.txt",
        "none.gif",
        "http://a.example/a.gif",
    ]
    links = "\n".join(f"![other](<{path}>)" for path in others)
    text = f"![here](<a b.gif>)\n{links}\n\n```fen\n```\n"
    (inside / "RULES.md").write_text(text, "utf-8")
    page = Page(wazir("page", inside / "RULES.md").out)

    assert [image["src"] for image in page.all("img")] == [
        f"data:image/gif;base64,{base64.b64encode(PIXEL).decode()}"
    ]
    assert [link["href"] for link in page.all("a")] == others


def test_definitions_with_errors_are_counted(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("```betza\nA = fmW(\n```\n", "utf-8")
    ran = wazir("page", tmp_path / "rules.md")

    assert ran.status == 1
    assert Page(ran.out).text
    assert ran.err == "wazir: 1 definition with errors; `wazir check` shows them.\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [("none.md", "No such file or folder: `none.md`."), (".", "`.` is a folder")],
)
def test_only_files_are_read(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = wazir("page", name)

    assert ran.status == 2
    assert message in ran.err


@pytest.mark.parametrize("name", ["notes.txt", "notes.md"])
def test_a_text_without_a_block_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a page would show nothing; other commands refuse Markdown with the same words."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("Some words, and ```ini``` in them.\n", "utf-8")
    ran = wazir("page", name)

    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"wazir: `{name}` has no fenced block in a known notation.\n"


VARIANTS = """\
[mine:chess]
# marquis
customPiece1 = n:NW
knight = -

[other:crazyhouse]

[broken:chess]
maxRank = 99
"""


def test_one_variant_of_a_file_is_shown(tmp_path: Path) -> None:
    (tmp_path / "variants.ini").write_text(VARIANTS, "utf-8")
    file = tmp_path / "variants.ini"

    assert Page(wazir("page", f"{file}:mine").out).text.count("Mine") > 0
    assert "Other" not in Page(wazir("page", f"{file}:mine").out).text
    assert wazir("page", f"{file}:mien").err.endswith("Did you mean `mine`?\n")


def test_the_board_and_the_engine_are_put_beside_the_page(tmp_path: Path) -> None:
    """The page names them, and holds the text of the shown variant alone."""
    (tmp_path / "variants.ini").write_text(VARIANTS, "utf-8")
    to = tmp_path / "mine.html"
    with play_package(tmp_path / "packages"):
        command = ("page", f"{tmp_path / 'variants.ini'}:mine", "--playable", "--output")
        assert wazir(*command, to).status == 0
        assert "Name it: --output FILE.html" in wazir(*command, "-").err

    assert {path.name for path in (tmp_path / "wazir-play").iterdir()} == {
        "board.html",
        "engine.js",
    }
    assert (tmp_path / "wazir-play.js").is_file()
    [frame] = Page(to.read_text("utf-8")).all("iframe")
    board = json.loads(frame["data-board"])
    assert (frame["data-src"], "src" in frame) == ("wazir-play/board.html", False)
    assert "customPiece1 = n:NW" in board["config"]
    assert [level["words"] for level in board["levels"]] == [level.words for level in LEVELS]
    assert "other" not in board["config"]
    assert board["pieces"]["n"] == {
        "name": "marquis",
        "side": "black",
        "letter": "N",
        "shape": "black-N",
    }


def test_a_variant_with_an_error_is_not_played(tmp_path: Path) -> None:
    """The engine may crash on it. Without another one there is no page to play on."""
    (tmp_path / "variants.ini").write_text(VARIANTS, "utf-8")
    file = tmp_path / "variants.ini"
    with play_package(tmp_path / "packages"):
        every = wazir("page", file, "--playable", "--output", tmp_path / "all.html")
        broken = wazir("page", f"{file}:broken", "--playable", "--output", tmp_path / "no.html")

    assert every.status == 1
    assert len(Page((tmp_path / "all.html").read_text("utf-8")).all("iframe")) == 2
    assert broken.err == f"wazir: `{file}:broken` has no variant to play.\n"
    assert not (tmp_path / "no.html").exists()


def test_the_package_of_the_board_is_named_where_it_is_missing(tmp_path: Path) -> None:
    (tmp_path / "variants.ini").write_text(VARIANTS, "utf-8")
    to = tmp_path / "mine.html"
    ran = wazir("page", f"{tmp_path / 'variants.ini'}:mine", "--playable", "--output", to)

    assert (ran.status, to.exists()) == (2, False)
    assert "pip install 'wazir[play]'" in ran.err


def test_a_built_in_variant_has_a_page() -> None:
    """Without the text of a section, which the engine does not need."""
    ran = wazir("page", "kingofthehill")
    page = Page(ran.out)

    assert (ran.status, ran.err) == (0, "")
    assert page.text.startswith("Kingofthehill")
    assert "The goal of both sides (⚐⚑): d4, e4, d5, e5." in page.text
    assert "It has an error" not in page.text
    assert "[kingofthehill]" not in page.text
