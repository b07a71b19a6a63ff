"""Commands with all that they print: `transcripts.txt`.

The file begins with the files of the folder in which the commands run, each below a line `===
NAME`. A line that begins with `$` is a command; one that ends with `| terminal` prints to a
terminal of 80 columns, or of those after the word. Lines that begin with `<` are its standard
input. Below it stands what it prints: lines that begin with `!` are those of standard error, and
the last line is the exit status in brackets. SITE is the address of the documentation.
`PYTHONPATH=server:tests python tests/cli/test_transcripts.py` writes what the commands print into
the file.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.running import wazir
from wazir.addresses import SITE

FILE = Path(__file__).with_name("transcripts.txt")
HEAD, *COMMANDS = FILE.read_text("utf-8").split("\n\n$ ")


class Transcript(NamedTuple):
    """A command with its standard input and what it prints."""

    command: str
    given: str
    printed: str

    def __str__(self) -> str:
        return self.command


def transcript(text: str) -> Transcript:
    command, *lines = text.rstrip("\n").split("\n")
    given = [line[2:] for line in takewhile(lambda line: line.startswith("<"), lines)]
    return Transcript(
        command, "".join(f"{line}\n" for line in given), "\n".join(lines[len(given) :])
    )


TRANSCRIPTS = tuple(map(transcript, COMMANDS))


def write_files(folder: Path) -> None:
    """The files of the folder."""
    for part in HEAD.split("=== ")[1:]:
        name, _, text = part.partition("\n")
        (folder / name).write_text(f"{text.rstrip()}\n", "utf-8")


def printed(case: Transcript) -> str:
    """What a command prints, with its exit status."""
    command, is_terminal, columns = case.command.partition(" | terminal")
    os.environ["COLUMNS"] = columns.strip() or "80"
    ran = wazir(*shlex.split(command)[1:], stdin=case.given, terminal=bool(is_terminal))
    errors = "".join(f"! {line}\n" for line in ran.err.splitlines())
    text = f"{ran.out}{errors}[{ran.status}]"
    return text.replace("\x1b", "␛").replace(SITE, "SITE")


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")  # restored after a command has set another width


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("case", TRANSCRIPTS, ids=str)
def test_what_a_command_prints(case: Transcript) -> None:
    """It is what stands in the file."""
    assert printed(case) == case.printed


if __name__ == "__main__":
    parts = [HEAD]
    for case in TRANSCRIPTS:
        with tempfile.TemporaryDirectory() as place:
            write_files(Path(place))
            os.chdir(place)
            given = "".join(f"< {line}\n" for line in case.given.splitlines())
            parts.append(f"{case.command}\n{given}{printed(case)}")
    FILE.write_text("\n\n$ ".join(parts) + "\n", "utf-8")
