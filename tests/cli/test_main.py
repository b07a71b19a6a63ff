"""The command as a whole: help, versions, a usage error, readers that go away."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import wazir as package
from cli.running import ROOT, wazir
from long import some
from wazir.cli import COMMANDS, HEADINGS, ben39
from wazir.cli.command import Headings

PYTHON = [sys.executable, "-m", "wazir"]


def test_the_version_is_told() -> None:
    """`--version` for people, `--version --json` for programs."""
    assert wazir("--version").out == f"wazir {package.__version__}\n"
    about = json.loads(wazir("--version", "--json").out)
    assert about == {
        "wazir": package.__version__,
        "python": platform.python_version(),
        "platform": sys.platform,
    }


@pytest.mark.parametrize("command", ["", "ben39", *COMMANDS])
def test_every_command_has_help_with_examples(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--help` goes to standard output, with status 0 and an example of the command, and fits a
    terminal.
    """
    monkeypatch.setenv("COLUMNS", "80")
    ran = wazir(*command.split(), "--help")
    lines = ran.out.splitlines()

    assert (ran.status, ran.err) == (0, "")
    assert any(f"wazir {command}".strip() in line for line in lines[lines.index("examples:") :])
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_what_names_no_command_loads_none(option: str) -> None:
    """Help and version are told without the notations, which take ten times as long to import."""
    program = [sys.executable, "-X", "importtime", "-P", "-m", "wazir", option]
    ran = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60)

    imported = {line.split("|")[2].strip() for line in ran.stderr.splitlines()}
    ours = {name for name in imported if name.startswith("wazir.")}
    of_errors = {"wazir.engines", "wazir.features"}
    assert ours == {
        "wazir.budget",
        "wazir.cli",
        "wazir.cli.ben39",
        "wazir.cli.command",
        "wazir.cli.console",
        *of_errors,
    }


@pytest.mark.parametrize(("arguments", "headings"), [([], HEADINGS), (["ben39"], ben39.HEADINGS)])
def test_help_lists_every_command(arguments: list[str], headings: Headings) -> None:
    """The help of a group has its commands with their summaries, below headings."""
    out = wazir(*arguments, "--help").out

    for heading, commands in headings.items():
        assert f"\n{heading}:\n" in out
        assert all(f"\n  {name} " in out and summary in out for name, summary in commands.items())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("actions x", "unknown command 'actions'. Did you mean 'ben39 actions'?"),
        ("chekc", "unknown command 'chekc'. Did you mean 'check'?"),
        ("eng", "unknown command 'eng'. Did you mean 'ben39 engine'?"),
        ("ben39 evla", "unknown command 'ben39 evla'. Did you mean 'ben39 eval'?"),
        ("ben39 check", "unknown command 'ben39 check'. Did you mean 'check'?"),
        (
            "fly",
            (
                "unknown command 'fly'. 'wazir --help' lists the commands; 'wazir show fly' "
                "draws a piece."
            ),
        ),
        ("draw N", "unknown command 'draw'. Did you mean 'show'?"),
        ("validate x.ini", "unknown command 'validate'. Did you mean 'check'?"),
        ("rules x.ini", "unknown command 'rules'. Did you mean 'variant'?"),
    ],
)
def test_an_unknown_command_gets_a_suggestion(arguments: str, message: str) -> None:
    """A misspelled command, or one of the other group."""
    ran = wazir(*arguments.split())

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == f"wazir: error: {message}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("show N --piece Cannon", "unknown option '--piece'. Did you mean '--name Cannon'?"),
        ("show N --as svg", "unknown option '--as'. Did you mean '--format svg'?"),
        ("show N --png", "unknown option '--png'. Did you mean '--format png'?"),
        ("show N --squre=d4", "unknown option '--squre=d4'. Did you mean '--square d4'?"),
        ("check --output=json .", "unknown option '--output=json'. Did you mean '--format json'?"),
        ("moves N e4", "unknown argument 'e4'. Did you mean '--square e4'?"),
        ("moves N knight", "unknown argument 'knight'."),
        ("show N --svg", "unknown option '--svg'. Did you mean '--format svg'?"),
        ("show N --json", "unknown option '--json'."),
        ("show N --frobnicate", "unknown option '--frobnicate'."),
        (
            "figures N --format json",
            "argument --format: invalid choice: 'json' (choose from table, csv, json-lines)."
            " Did you mean 'json-lines'?",
        ),
        (
            "moves N --side grey",
            "argument --side: invalid choice: 'grey' (choose from white, black).",
        ),
        (
            "perft chess 0",
            "argument DEPTH: '0' is not a whole number from 1 to 20",
        ),
        (
            "perft chess x",
            "argument DEPTH: 'x' is not a whole number from 1 to 20",
        ),
    ],
)
def test_an_unknown_option_leads_to_the_one_that_was_meant(arguments: str, message: str) -> None:
    """With the usage of the command itself."""
    command = arguments.split()[0]
    ran = wazir(*arguments.split())

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"usage: wazir {command} ")
    assert ran.err.splitlines()[-1] == f"wazir {command}: error: {message}"


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("help", "--help"),
        ("help show", "show --help"),
        ("help ben39 eval", "ben39 eval --help"),
        ("version", "--version"),
    ],
)
def test_help_and_version_are_commands(words: str, options: str) -> None:
    """`wazir help show` is `wazir show --help`."""
    assert wazir(*words.split()) == wazir(*options.split())


NARROW = [
    "help",
    "help check",
    "help show",
    "check samples/betza/misprints.betza",
    "check --format grouped samples/betza",
    "show samples/betza/hoppers.betza --square d4",
    "show BN fwN",
    "figures samples/betza/orthodox.betza",
    "name BN",
    "find d5:quiet,c5:capture,e5:capture",
    "config samples/betza/orthodox.betza",
    "explain unknown-letter",
    "moves N",
    "readings W03",
    "compare R R7 --board 10x10",
    "ben39 eval samples/ben39/puzzles.ben39 --record turn-3 --depth 1",
]


@pytest.mark.parametrize("command", NARROW)
def test_no_line_is_wider_than_a_narrow_terminal(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the terminal breaks no word; an address stays whole."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("wazir.cli.console.SECONDS_UNSEEN", 0)
    ran = wazir(*command.split(), terminal=True)
    shown = (ran.out + ran.err).replace("\x1b[K", "")  # erases the rest of a line of progress

    assert [line for line in shown.splitlines() if len(line) > 60 and "://" not in line] == []


@pytest.mark.parametrize(
    "arguments", [[], ["ben39"], ["fly"], ["--json"], ["check", "--unknown"], ["show"]]
)
def test_wrong_use_is_status_2(arguments: list[str]) -> None:
    """Wrong arguments give status 2, a word on standard error, and nothing on standard output."""
    ran = wazir(*arguments)

    assert (ran.status, ran.out) == (2, "")
    assert "usage: wazir" in ran.err


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    """`wazir check ... | head -1` ends quietly."""
    text = "\n".join(f"p{number} = w" for number in range(20_000))
    process = subprocess.Popen(
        [*PYTHON, "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(text.encode())
    process.stdin.close()
    first = process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)

    assert first.startswith(b"-:1:")
    assert errors == b""
    assert process.returncode == 141


def test_it_imports_nothing_from_the_current_folder(tmp_path: Path) -> None:
    """Even where `PYTHONPATH` names it; folders with whole paths count."""
    (tmp_path / "argparse.py").write_text("raise SystemExit('imported')")
    places = os.pathsep.join([".", "", str(ROOT / "server")])
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    ran = subprocess.run(
        [*PYTHON, "--help"],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (ran.returncode, ran.stderr) == (0, "")


def test_it_starts_as_a_module() -> None:
    """`python -m wazir` is the same command."""
    ran = subprocess.run(
        [*PYTHON, "--version"], capture_output=True, text=True, check=True, timeout=60
    )

    assert ran.stdout == f"wazir {package.__version__}\n"


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt ends a run with the status of shells, and no traceback."""

    def interrupted(*_: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wazir.cli.check.find_with_pages", interrupted)
    ran = wazir("check", "-", stdin="K")

    assert (ran.status, ran.out, ran.err) == (130, "", "")


READING = [
    "check -",
    "format -",
    "show K",
    "moves K",
    "moves --json-lines",
    "ben39 eval -",
    "ben39 play",
]
CLOSED = [
    (command, closed) for command in READING for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")
]


@pytest.mark.parametrize(("command", "closed"), some(CLOSED, 3))
def test_a_closed_stream_is_no_trouble(command: str, closed: str) -> None:
    """Whatever whoever starts it has closed, there is no traceback, and the status is one of those
    of the README.
    """
    shell = f'"$0" -m wazir {command} {closed}'
    ran = subprocess.run(
        ["sh", "-c", shell, sys.executable],
        input=b"",
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=120,
    )

    assert b"Traceback" not in ran.stderr
    assert ran.returncode in (0, 2)


@pytest.mark.parametrize(
    "command", ["check -", "show K", "format -", "explain --list", "--version"]
)
def test_a_full_disk_behind_the_output_is_said(command: str) -> None:
    """What cannot be written is told in one line, with status 2."""
    ran = subprocess.run(
        ["sh", "-c", f'"$0" -m wazir {command} > /dev/full', sys.executable],
        input=b"K\n",
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=120,
    )

    assert b"No space left on device" in ran.stderr
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == 2


@pytest.mark.parametrize("name", ["x" * 100_000 + ".betza", "x" * 300 + ".betza", ""])
@pytest.mark.parametrize(
    "command",
    ["check", "format", "config", "show", "variant", "convert --to c", "ben39 eval"],
)
def test_a_name_that_cannot_be_is_said(command: str, name: str) -> None:
    """A name that is too long, or empty, is a usage error, and is not repeated at length."""
    ran = wazir(*command.split(), name)

    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err) < 500


def test_a_text_longer_than_a_name_is_converted() -> None:
    """A definition may have more characters than the name of a file."""
    ran = wazir("convert", "--to", "betza", "(=> wazir" + " " * 300 + "ferz)")

    assert ran.status == 0
    assert ran.out == wazir("convert", "--to", "betza", "(=> wazir ferz)").out


def test_a_long_text_that_is_not_read_is_no_empty_one() -> None:
    """Where an error hides everything, `show` and `moves` say so."""
    for command in ("show", "moves"):
        assert "[too-long]" in wazir(command, "K" * 100_000).err
        assert wazir(command, "# nothing").err == "wazir: No piece found.\n"
