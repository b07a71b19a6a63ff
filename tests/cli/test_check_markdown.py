"""`wazir check` with Markdown: its fenced blocks are checked, and all places are those of the
file.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import wazir

PAGE = """# Pieces

```betza
Pawn = fmWfcF
Bad = V
```

> - ```lcpn
>   (def a nobody)
>   ```

```python
K = V
```
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "README.md"
    path.write_text(PAGE, "utf-8", newline="")
    return path


def test_text_shows_the_line_of_the_file(page: Path) -> None:
    """The place is that of the file, the line is shown whole, and the carets stand below the right
    signs.
    """
    ran = wazir("check", page.name)

    assert ran.status == 1
    assert "README.md:5:7: error:" in ran.out
    assert "    5 | Bad = V\n      |       ^\n" in ran.out
    assert "README.md:9:12: error:" in ran.out
    assert "    9 | >   (def a nobody)\n      |            ^^^^^^\n" in ran.out
    assert ran.out.splitlines()[-1].startswith("2 errors in 1 file")


def test_every_output_says_the_place_in_the_file(page: Path) -> None:
    """JSON counts from zero, the others from one."""
    diagnostics = json.loads(wazir("check", page.name, "--format", "json").out)
    github = wazir("check", page.name, "--format", "github").out.splitlines()
    [run] = json.loads(wazir("check", page.name, "--format", "sarif").out)["runs"]
    regions = [result["locations"][0]["physicalLocation"]["region"] for result in run["results"]]

    assert [diagnostic["range"]["start"] for diagnostic in diagnostics] == [
        {"line": 4, "character": 6},
        {"line": 8, "character": 11},
    ]
    assert ["line=5,col=7," in line or "line=9,col=12," in line for line in github] == [True, True]
    assert [(region["startLine"], region["startColumn"]) for region in regions] == [(5, 7), (9, 12)]


def test_folders_are_not_searched_for_markdown(page: Path) -> None:
    """Who wants it checked names it: a folder of a program is full of Markdown with nothing to
    check.
    """
    assert "No files" in wazir("check", ".").out
    assert wazir("check", ".", page.name).status == 1


def test_a_page_without_blocks_is_fine(page: Path) -> None:
    """There is nothing in it to be wrong."""
    page.write_text("# Nothing\n", "utf-8")

    assert wazir("check", page.name).status == 0


def test_safe_fixes_leave_the_rest_of_the_file_alone(page: Path) -> None:
    """What stands before lines stays before them, and every other byte stays as it was."""
    before = (
        "text\r\n\r\n> ```betza\r\n> A = WW\r\n> B = fmWfmW\r\n> ```\r\n\r\n~~~{.betza}\nC = KK\n"
    )
    page.write_text(before, "utf-8", newline="")
    ran = wazir("check", "--fix", page.name)
    after = page.read_bytes().decode()

    assert "Fixed" in ran.err
    assert [line for line in after.splitlines() if not line.lstrip("> ")[:1].isupper()] == [
        line for line in before.splitlines() if not line.lstrip("> ")[:1].isupper()
    ]
    assert after != before
    assert all(
        line.startswith(("> A = ", "> B = ", "C = "))
        for line in set(after.splitlines()) - set(before.splitlines())
    )


def test_standard_input_may_be_markdown() -> None:
    """If it goes by such a name."""
    ran = wazir("check", "-", "--stdin-filename", "page.markdown", stdin=PAGE)

    assert "page.markdown:5:7: error:" in ran.out
