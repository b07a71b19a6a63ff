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
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.running import ROOT
from wazir.cli import COMMANDS, files, load, main, writing
from wazir.cli.command import OutputName

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CODE_PAGES = ("cp1252", "cp932")
"""Western Europe and Japan."""
_SPAWNED = """
import multiprocessing, sys
from cli.test_platforms import run_all
multiprocessing.set_start_method("spawn")
run_all(*sys.argv[1:])
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
    "playtest --output": WritingCase(
        arguments="{in} --games 2 --plies 10 --output {out}",
        name="x.ini",
        source="; é 駒\n[mine:chess]\nstalemateValue = loss\n",
        written="mine",
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


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    status: int
    printed: bytes
    errors: bytes
    source: Path
    written: Path


def folder_of(name: str, root: Path) -> Path:
    """The folder in which a command runs."""
    return root / name.replace(" ", "_") / FOLDER


def run_all(code_page: str, root: str) -> None:
    """Runs every command in its folder, with standard streams of a code page."""
    for name, case in CASES.items():
        folder = folder_of(name, Path(root))
        os.chdir(folder)
        places = {"{in}": str(folder / case.name), "{out}": str(folder / case.output)}
        arguments = [places.get(word, word) for word in case.arguments.split()]
        with ExitStack() as streams:
            for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
                path = folder.parent / stream
                opened = streams.enter_context(path.open(mode, encoding=code_page))
                setattr(sys, stream, opened)
            status = main([*name.split(" -")[0].split(), *arguments])
        (folder.parent / "status").write_text(str(status), "utf-8")


@pytest.fixture(scope="module", params=CODE_PAGES)
def outcomes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Outcome]:
    """All commands, run one after the other in a process with a code page, which spawns others."""
    root = tmp_path_factory.mktemp(request.param)
    for name, case in CASES.items():
        folder = folder_of(name, root)
        folder.mkdir(parents=True)
        (folder / case.name).write_bytes(case.source.replace("\n", "\r\n").encode())
        (folder.parent / "stdin").write_bytes(case.stdin.replace("\n", "\r\n").encode())
    strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    paths = os.pathsep.join(map(str, (ROOT / "server", ROOT / "tests")))
    own = {"PYTHONUTF8": "0", "PYTHONIOENCODING": request.param, "PYTHONPATH": paths}
    subprocess.run(
        [sys.executable, "-P", *strict, "-c", _SPAWNED, request.param, str(root)],
        env={**os.environ, **own},
        timeout=300,
        check=True,
    )
    return {name: outcome(name, root) for name in CASES}


def outcome(name: str, root: Path) -> Outcome:
    """What a command left in its folder."""
    folder, case = folder_of(name, root), CASES[name]
    source = folder / case.name
    return Outcome(
        status=int((folder.parent / "status").read_text("utf-8")),
        printed=(folder.parent / "stdout").read_bytes(),
        errors=(folder.parent / "stderr").read_bytes(),
        source=source,
        written=folder / case.output if case.output else source,
    )


@pytest.mark.parametrize("name", CASES)
def test_a_command_writes_utf8(name: str, outcomes: Mapping[str, Outcome]) -> None:
    """The text is complete in UTF-8, a source keeps its ends of lines, and messages can be
    written.
    """
    ran = outcomes[name]

    assert ran.status in (0, 1), ran.errors
    assert b"Traceback" not in ran.errors
    ran.printed.decode("utf-8")
    text = ran.written.read_bytes().decode("utf-8")
    assert CASES[name].written in text
    if ran.written == ran.source:
        assert text.count("\r\n") == text.count("\n") > 0
