"""Commands that write files do the same on every system: code pages, ends of lines, and processes
that are spawned.

A code page of Windows is given to the standard streams; a file that is opened with the encoding of
the system is an error here. Processes are started as on Windows and macOS.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Action, ArgumentParser, ArgumentTypeError
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.running import ROOT
from wazir.cli import COMMANDS, files, load, writing
from wazir.cli.command import OutputName

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE_PAGES = ("cp1252", "cp932")
"""Western Europe and Japan."""
_SPAWNED = """
import multiprocessing, runpy, sys
multiprocessing.set_start_method("spawn")
sys.argv[0] = "wazir"
runpy.run_module("wazir", run_name="__main__", alter_sys=True)
"""
FLAGS = {
    "check": "--fix",
    "convert": "--in-place",
    "ben39 analyse": "--write",
}
"""The options without a value that write into a source."""
FOLDER = "é 駒"
"""A folder whose name neither code page can write."""


@dataclass(frozen=True)
class WritingCase:
    """A command that writes a file."""

    arguments: str
    """Below the command. `{in}` is the source, `{out}` the file for output."""
    name: str
    """The name of the source."""
    source: str
    written: str
    """A part of the written text."""
    output: str = ""
    """The name of the file for output; empty for the source."""
    stdin: str = ""


GAME = "position game\nmoves: X@e5 X@g5\n"
CASES: dict[str, WritingCase] = {
    "check --fix": WritingCase(
        arguments="--fix {in}",
        name="x.betza",
        source="# é 駒\nRook = WW\n",
        written="# é 駒\r\nRook = R\r\n",
    ),
    "format": WritingCase(
        arguments="{in}",
        name="x.betza",
        source="# é 駒\nFerz=F\nWazir   = W\n",
        written="# é 駒\r\nFerz  = F\r\nWazir = W\r\n",
    ),
    "convert --in-place": WritingCase(
        arguments="--to c --in-place {in}",
        name="x.lcpn",
        source="; é 駒\n(def a-b rook)\n",
        written="é 駒",
    ),
    "convert --output": WritingCase(
        arguments="{in} --to lcpn --output {out}",
        name="x.betza",
        source="# é 駒\nFerz = F\n",
        written="é 駒",
        output="x.lcpn",
    ),
    "show --output": WritingCase(
        arguments="{in} --format html --output {out}",
        name="x.betza",
        source="# é 駒\nÉ = F\n",
        written="É",
        output="x.html",
    ),
    "compare --output": WritingCase(
        arguments="{in} {in} --format json --output {out}",
        name="x.betza",
        source="É = F\n",
        written='"same": true',
        output="x.json",
    ),
    "variant --output": WritingCase(
        arguments="{in} mine --format json --output {out}",
        name="x.ini",
        source="; é 駒\n[mine:chess]\nstalemateValue = loss\n",
        written='"name": "mine"',
        output="x.json",
    ),
    "page --output": WritingCase(
        arguments="{in} --output {out}",
        name="x.md",
        source="# é 駒\n\n```betza\nÉ = F\n```\n",
        written="é 駒",
        output="x.html",
    ),
    "ben39 play --save": WritingCase(
        arguments="--nodes 50 --save {out}",
        name="unused.ben39",
        source=GAME,
        written="moves:",
        output="x.ben39",
        stdin="X@e5\nquit\n",
    ),
    "ben39 analyse --write": WritingCase(
        arguments="{in} --nodes 50 --jobs 2 --write",
        name="x.ben39",
        source=f"; é 駒\n{GAME}",
        written="[%eval",
    ),
    "ben39 analyse --cache": WritingCase(
        arguments="{in} --nodes 50 --cache {out}",
        name="x.ben39",
        source=GAME,
        written="{",
        output="x.jsonl",
    ),
    "ben39 analyse --picture": WritingCase(
        arguments="{in} --nodes 50 --picture {out}",
        name="x.ben39",
        source=GAME,
        written="<svg",
        output="x.svg",
    ),
}
"""The commands that write, by their names and the option that names or permits the file."""


def names_output(action: Action) -> bool:
    """Whether an option names a file that is written."""
    if not action.option_strings or not callable(action.type):
        return False
    try:
        return isinstance(action.type("x"), OutputName | Path)
    except (ArgumentTypeError, ValueError):
        return False


def writers() -> Iterator[str]:
    """The commands that write files: by their options for files, and by their use of the functions
    that write.
    """
    for name in COMMANDS:
        command = load(name)
        parser = ArgumentParser()
        command.add_arguments(parser)
        outputs = [action.option_strings[-1] for action in parser._actions if names_output(action)]
        yield from (f"{name} {option}" for option in outputs)
        uses = vars(command).values()
        if files.write in uses:
            yield f"{name} {FLAGS.get(name, '')}".rstrip()
        if writing in uses and not outputs:
            yield name


def test_every_command_that_writes_has_a_case() -> None:
    """A new command or option that writes is missing here until it has one."""
    assert sorted(set(writers())) == sorted(CASES)


@pytest.mark.parametrize("code_page", CODE_PAGES)
@pytest.mark.parametrize("name", CASES)
def test_a_command_writes_utf8(name: str, code_page: str, tmp_path: Path) -> None:
    """The text is complete in UTF-8, a source keeps its ends of lines, and messages can be
    written.
    """
    case = CASES[name]
    folder = tmp_path / FOLDER
    folder.mkdir()
    source = folder / case.name
    source.write_bytes(case.source.replace("\n", "\r\n").encode())
    output = folder / (case.output or case.name)
    ran = run(name.split(" -")[0].split(), case, source, output, code_page)

    assert ran.returncode in (0, 1), ran.stderr.decode(code_page)
    assert b"Traceback" not in ran.stderr
    ran.stdout.decode("utf-8")
    text = output.read_bytes().decode("utf-8")
    assert case.written in text
    if output == source:
        assert text.count("\r\n") == text.count("\n") > 0


def run(
    command: list[str], case: WritingCase, source: Path, output: Path, code_page: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command with a code page, and with processes that are spawned."""
    places = {"{in}": str(source), "{out}": str(output)}
    arguments = [places.get(word, word) for word in case.arguments.split()]
    strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    own = {"PYTHONUTF8": "0", "PYTHONIOENCODING": code_page, "PYTHONPATH": str(ROOT / "server")}
    return subprocess.run(
        [sys.executable, "-P", *strict, "-c", _SPAWNED, *command, *arguments],
        cwd=source.parent,
        input=case.stdin.replace("\n", "\r\n").encode(),
        env={**os.environ, **own},
        capture_output=True,
        timeout=120,
        check=False,
    )
