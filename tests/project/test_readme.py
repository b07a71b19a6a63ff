"""The README and the documentation: commands print what is shown below them, and tables are those
of the code.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.running import ROOT, play_package, wazir
from generating.settings import Row, table
from wazir.document import Document
from wazir.notations import REGISTRY, by_name

PAGES = {
    path: path.read_text("utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
TUTORIALS = {
    ROOT / "docs" / "tutorial.md": ("rules.html",),
    ROOT / "docs" / "variant-tutorial.md": (
        "ponds.html",
        "ponds-rules.html",
        "wazir-play/board.html",
        "wazir-play.js",
    ),
}
"""The tutorials, each with the files that are made."""
WRITTEN = {"markdown": "rules.md", "ini": "variants.ini"}
"""The files that the reader writes, by the language of their text."""
LONG_FENCE = re.compile(r"^````.*?^````$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^```console\n\$ (.*)\n((?:.*\n)*?)^```$", re.MULTILINE)
STEP = re.compile(
    rf"^````(markdown|ini)\n((?:.*\n)*?)^````$|^```diff\n-(.*)\n\+(.*)\n^```$|{COMMAND.pattern}",
    re.MULTILINE,
)
"""A step of the tutorial: a file to write, a line to correct, or a command."""
CONSOLE = dict(
    COMMAND.findall("\n".join(text for path, text in PAGES.items() if path not in TUTORIALS))
)
NOTATIONS = "|".join(notation.name for notation in REGISTRY)
PIECE_FENCE = re.compile(rf"^```({NOTATIONS})\n((?:.*\n)*?)^```$", re.MULTILINE)
PIECES = [
    pytest.param(name, text, id=f"{path.name}: {text.splitlines()[0]}")
    for path, page in PAGES.items()
    for name, text in PIECE_FENCE.findall(LONG_FENCE.sub("", page))
]
"""The texts in the notations that pages show."""


@pytest.mark.parametrize(("command", "output"), CONSOLE.items(), ids=list(CONSOLE))
def test_a_command_prints_what_is_shown(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command shown prints exactly the lines below it; an ellipsis stands for any lines."""
    monkeypatch.chdir(ROOT)
    check_output(command, output)


def check_output(command: str, output: str) -> None:
    """Run a command, perhaps with the output of `echo` for its input, and compare what it
    prints.
    """
    stdin = ""
    if " | " in command:
        printed, command = command.split(" | ")
        stdin = shlex.split(printed)[1] + "\n"
    ran = wazir(*shlex.split(command)[1:], stdin=stdin)
    shown = [re.escape(part) for part in output.split("...\n")]

    assert re.fullmatch("(?s:.*)".join(shown), ran.out + ran.err), ran.out + ran.err


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.name)
def test_a_tutorial_works_as_it_stands(
    tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command acts on the file that the reader writes, and corrects, on the way."""
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    made = TUTORIALS[tutorial]
    written = folder
    with play_package(tmp_path / "packages"):
        for language, text, removed, added, command, output in STEP.findall(PAGES[tutorial]):
            if text:
                written = folder / WRITTEN[language]
                written.write_text(text, "utf-8")
            elif removed:
                written.write_text(written.read_text("utf-8").replace(removed, added), "utf-8")
            else:
                check_output(command, output)

    assert [name for name in made if not (folder / name).is_file()] == []


def test_there_are_commands_to_try() -> None:
    """The pattern that finds commands still finds them."""
    assert len(CONSOLE) >= 4


@pytest.mark.parametrize(("name", "text"), PIECES)
def test_the_pieces_of_the_pages_are_right(name: str, text: str) -> None:
    """Nothing is found in the texts that they show."""
    assert list(Document.open(by_name(name), text).diagnostics()) == []


def test_the_pages_show_every_notation() -> None:
    """There is a text in each."""
    assert {case.values[0] for case in PIECES} == {notation.name for notation in REGISTRY}


@pytest.mark.parametrize("row", table(), ids=lambda row: row.name)
def test_the_settings_are_listed(row: Row) -> None:
    """Each setting stands in the table with its default and its meaning."""
    default = f"`{str(row.default).lower()}`" if row.default != "" else "empty"

    choices = ", ".join(f"`{choice}`" for choice in row.choices if choice)
    meaning = row.description + (f" One of {choices}." if choices else "")

    assert f"| `{row.name}` | {default} | {meaning} |\n" in PAGES[ROOT / "docs" / "settings.md"]


@pytest.mark.parametrize("path", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda path: path.name)
def test_every_file_that_is_linked_is_there(path: Path) -> None:
    """Links into the project lead somewhere."""
    prose = re.sub(r"^(```+).*?^\1$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\((?!https?:)([^)#]+)", prose)

    assert [link for link in links if not (path.parent / link).exists()] == []
