"""`wazir page`: reads Markdown, writes one file, and includes images of the folder."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from cli.running import ROOT, wazir
from drawings import Page

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
    text = "![here](<a b.gif>)\n" + "\n".join(f"![other](<{path}>)" for path in others)
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
    ("name", "message"), [("none.md", "none.md: No such file"), (".", "`.` is a folder")]
)
def test_only_files_are_read(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = wazir("page", name)

    assert ran.status == 2
    assert message in ran.err
