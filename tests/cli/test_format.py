"""`wazir format`: files laid out in place, or only looked at (B24)."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cli.running import wazir

UNEVEN = "Ferz=F # one\nWazir   =   W   # two"
EVEN = "Ferz  = F  # one\nWazir = W  # two\n"


@pytest.fixture
def uneven(tmp_path: Path) -> Path:
    path = tmp_path / "uneven.betza"
    path.write_text(UNEVEN, "utf-8")
    return path


def test_b24_a_file_is_laid_out(uneven: Path) -> None:
    """B24: names, `=` and comments stand in columns afterwards, and a line end at the end."""
    ran = wazir("format", uneven)

    assert uneven.read_text("utf-8") == EVEN
    assert (ran.status, ran.out, ran.err) == (0, "", "1 file formatted, 0 unchanged.\n")


def test_check_changes_nothing_and_tells(uneven: Path) -> None:
    """`--check` lists what would change, with status 1."""
    ran = wazir("format", "--check", uneven)

    assert (ran.status, ran.out) == (1, f"{uneven}\n")
    assert uneven.read_text("utf-8") == UNEVEN


def test_an_even_file_is_left_alone(uneven: Path) -> None:
    """A file that is laid out already is not written, and `--check` is content."""
    wazir("format", uneven)
    before = uneven.stat()

    assert wazir("format", "--check", uneven).status == 0
    assert wazir("format", uneven).err == "0 files formatted, 1 unchanged.\n"
    assert (uneven.stat().st_mtime_ns, uneven.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_standard_input_is_not_written_where_it_is_only_checked(option: str) -> None:
    """Whether it would change or not, its text does not go to standard output."""
    even, uneven = (
        wazir("format", option, "-", "--notation", "betza", stdin=text) for text in (EVEN, UNEVEN)
    )

    assert (even.status, even.out) == (0, "")
    assert uneven.status == 1
    assert EVEN not in uneven.out


def test_a_file_that_was_not_written_is_not_counted_as_formatted(uneven: Path) -> None:
    """It failed, which the last line and the status say."""
    uneven.chmod(0o444)
    ran = wazir("format", uneven)

    assert (ran.status, ran.err.splitlines()[-1]) == (
        2,
        "0 files formatted, 0 unchanged, 1 failed.",
    )


def test_diff_shows_the_change(uneven: Path) -> None:
    """`--diff` is a unified difference that `patch` can read."""
    ran = wazir("format", "--diff", uneven)

    assert ran.status == 1
    assert uneven.read_text("utf-8") == UNEVEN
    assert ran.out == (
        f"--- {uneven}\n+++ {uneven}\n@@ -1,2 +1,2 @@\n"
        "-Ferz=F # one\n-Wazir   =   W   # two\n\\ No newline at end of file\n"
        "+Ferz  = F  # one\n+Wazir = W  # two\n"
    )


def test_a_diff_is_coloured_on_a_terminal(uneven: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, places, and lines that come and go; those around them are plain."""
    uneven.write_text("a = W\n\nb=F\n", "utf-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    lines = wazir("format", "--diff", uneven, terminal=True).out.splitlines()

    assert [line.startswith("\x1b[") for line in lines] == [
        True,
        True,
        True,
        False,
        False,
        True,
        True,
    ]
    assert lines[3:5] == [" a = W", " "]
    assert len({line.partition("m")[0] for line in lines[1:3] + lines[5:]}) == 4


def test_a_missing_line_end_is_told_on_a_line_of_its_own_on_a_terminal(
    uneven: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told as in a file, without colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    lines = wazir("format", "--diff", uneven, terminal=True).out.splitlines()

    assert lines[4:6] == ["-Wazir   =   W   # two", "\\ No newline at end of file"]


def test_standard_input_is_printed(uneven: Path) -> None:
    """With `-` the text goes to standard output, and nothing else."""
    ran = wazir("format", "-", stdin=UNEVEN)

    assert (ran.status, ran.out) == (0, EVEN)


def test_standard_input_can_be_checked() -> None:
    """`--check` and `--diff` work on standard input, under its name."""
    assert (
        wazir("format", "--check", "--stdin-filename", "x.betza", "-", stdin=UNEVEN).out
        == "x.betza\n"
    )
    assert wazir("format", "--check", "-", stdin=EVEN).status == 0


@pytest.mark.parametrize(
    "odd",
    [
        b"\xef\xbb\xbfA=W\r\nBcd=F\r\n",
        b"A=W\rBcd=F\r",
        b"A\xff=W\nBcd\xed\xa0\x80=F\n",
        b"A=W # \xe2\x80\xa8 \x0c \x00\nBcd=F\n",
        "😀=W\nBcd=F # ħ\n".encode(),
        b"A\t=\tW\n\tF\nBcd=(((\n",
        b"",
        b"\r\n",
    ],
)
def test_nothing_but_blanks_changes(odd: bytes) -> None:
    """Whatever the bytes are, only blanks and the last line end differ, and line ends keep their
    kind.
    """
    after = wazir("format", "-", stdin=odd).raw

    def inked(data: bytes) -> bytes:
        return bytes(byte for byte in data if byte not in b" \t").rstrip(b"\r\n")

    assert inked(after) == inked(odd)
    assert wazir("format", "-", stdin=after).raw == after


def test_check_and_diff_exclude_each_other(uneven: Path) -> None:
    """Both at once is a usage error."""
    assert wazir("format", "--check", "--diff", uneven).status == 2


@pytest.mark.skipif(os.name == "nt", reason="such names of files are impossible there")
def test_a_name_with_control_characters_is_quoted_in_a_diff(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git applies the difference to the file."""
    monkeypatch.chdir(tmp_path)
    name = 'a"é\x1b\n.betza'
    Path(name).write_text("a = W\nbc=F\n", "utf-8")
    changes = wazir("format", "--diff", name).raw

    assert changes.startswith(rb'--- "a\042\303\251\033\012.betza"' + b"\n")
    subprocess.run(["git", "apply", "-p0", "--unsafe-paths", "-"], input=changes, check=True)
    assert Path(name).read_text("utf-8") == "a  = W\nbc = F\n"
