"""A Markdown file is a file: each command that takes one acts on its fenced blocks, and no command
changes the text around them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import wazir
from wazir.cli import HEADINGS

TEXT = """\
# A game

Prose with  two blanks, and `Cannon`.

> ```betza
> Cannon = mRcpR
> Archbishop   = BN
> ```

1. A list
   ```lcpn
   (def guard (/ ferz (wazir :backward)))
   ```

```ini
[ponds:chess]
# heron
customPiece1 = h:NfA
startFen = rhbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBNR w - - 0 1
```

~~~ben39 title="x"
position first
moves:
1. Bf4-b8
~~~

```python
x  =  1
```

The  end
"""
COMMANDS = {
    ("check", "{md}"): "All checks passed",
    ("format", "--check", "{md}"): "rules.md",
    ("show", "{md}"): "Archbishop",
    ("show", "{md}", "--name", "heron"): "Leaps (1,2) like a knight",
    ("show", "{md}", "--format", "html"): "rules.md:15",
    ("moves", "{md}", "--name", "guard", "--square", "d4"): "c5",
    ("figures", "{md}"): "heron",
    ("name", "{md}", "--name", "Archbishop"): "Princess",
    ("compare", "{md}", "{md}"): "are the same (proved)",
    ("compare", "{md}:ponds", "chess"): "startFen",
    ("variant", "{md}"): "Ponds is a variant of chess.",
    ("variant", "{md}:ponds", "--json"): '"heron"',
    ("perft", "{md}:ponds", "1"): "21",
    ("convert", "{md}", "--to", "lcpn"): "(def heron ",
    ("page", "{md}"): "Ponds is a variant of chess.",
    ("config", "{md}"): "for the block of",
    ("ben39", "actions", "{md}"): "c5",
}
"""What each command with a file finds in the blocks."""
WITHOUT_FILE = {"explain", "readings", "find", "lsp", "ask", "complete", "man", "playtest"}
"""Commands that take no file. `playtest` takes variants as `perft` does, and plays for a minute."""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A Markdown file with blocks of all kinds."""
    path = tmp_path / "rules.md"
    path.write_text(TEXT, "utf-8")
    return path


def outside(text: str) -> list[str]:
    """The lines of a text that are not in a block of a notation, nor its fences."""
    lines, kept, is_in_block = text.splitlines(), list[str](), False
    for line in lines:
        if fence := re.match(r"[> ]*(?:```|~~~)(\w*)", line):
            is_in_block = fence[1] not in ("", "python") if not is_in_block else False
        if not is_in_block and not fence:
            kept.append(line)
    return kept


def test_every_command_is_listed() -> None:
    """A new command is tested with Markdown, or takes no file."""
    names = {name for commands in HEADINGS.values() for name in commands}
    assert names == {command[0] for command in COMMANDS} | WITHOUT_FILE


@pytest.mark.parametrize(("arguments", "expected"), COMMANDS.items(), ids=" ".join)
def test_a_markdown_file_is_a_file(page: Path, arguments: tuple[str, ...], expected: str) -> None:
    """No command refuses it, and each finds what is in the blocks."""
    if arguments[0] == "perft":
        pytest.importorskip("pyffish", reason="pyffish is not installed")
    ran = wazir(*(argument.format(md=page) for argument in arguments))

    assert ran.status in (0, 1), ran.err
    assert expected in ran.out
    assert page.read_text("utf-8") == TEXT


def test_format_changes_blocks_alone(page: Path) -> None:
    """Blanks in prose, in other blocks and before the fences stay."""
    assert wazir("format", page).status == 0
    after = page.read_text("utf-8")

    assert after == TEXT.replace("> Cannon =", "> Cannon     =").replace(
        "Archbishop   =", "Archbishop ="
    )
    assert wazir("format", "--check", page).status == 0


@pytest.mark.parametrize("target", ["lcpn", "original", "variants.ini", "bensahas", "sql"])
def test_convert_changes_blocks_and_their_fences_alone(page: Path, target: str) -> None:
    """The new text is read as the new notation, in place too; games stay."""
    ran = wazir("convert", page, "--to", target, "--in-place")
    after = page.read_text("utf-8")

    assert ran.status in (0, 1), ran.err
    assert outside(after) == outside(TEXT)
    assert "moves:\n1. Bf4-b8" in after
    names = wazir("figures", page).out
    assert all(name in names.casefold() for name in ("cannon", "archbishop", "guard", "heron"))


def test_a_block_that_cannot_be_converted_is_reported_at_its_line(tmp_path: Path) -> None:
    """The other blocks are converted, and the exit status is 1."""
    page = tmp_path / "rules.md"
    page.write_text("```betza\nA = N\nBroken = fmW(\n```\n\n```betza\nB = F\n```\n", "utf-8")
    ran = wazir("convert", page, "--to", "lcpn")

    assert ran.status == 1
    assert "rules.md:3: " in ran.err
    assert "(def b ferz)" in ran.out


def test_notation_chooses_blocks(page: Path) -> None:
    """`--notation` limits a Markdown file to the blocks of that notation."""
    assert "guard" not in wazir("figures", page, "--notation", "betza").out
    assert "Cannon" not in wazir("figures", page, "--notation", "lcpn").out


def test_standard_input_may_be_markdown(page: Path) -> None:
    ran = wazir("format", "-", "--stdin-filename", "x.md", stdin=TEXT.encode())
    assert "> Cannon     = mRcpR" in ran.out
    assert outside(ran.out) == outside(TEXT)
