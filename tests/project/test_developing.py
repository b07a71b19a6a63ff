"""`python -m wazir_dev`, the way without make; nothing is installed or run here."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import wazir_dev.__main__ as developing
from project.test_workflows import FILES
from wazir_dev import environment

if TYPE_CHECKING:
    from collections.abc import Sequence

MAKEFILE = (environment.ROOT / "Makefile").read_text("utf-8")


@dataclass
class Commands:
    """The programs that are started, instead of starting them."""

    statuses: dict[str, int] = field(default_factory=dict)
    """The status of a program that fails, by a word of its arguments."""
    started: list[list[str]] = field(default_factory=list)

    def run(self, command: Sequence[str], **_options: Any) -> SimpleNamespace:
        """Keeps the arguments, and makes the environment that `venv` would make."""
        arguments = [*command]
        self.started.append(arguments)
        failed = [status for word, status in self.statuses.items() if word in arguments]
        if "venv" in arguments and not failed:
            python = environment.python()
            python.parent.mkdir(parents=True)
            python.touch()
        return SimpleNamespace(returncode=(failed or [0])[0])


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Commands:
    """Programs of an environment in a folder of the test, which does not exist yet."""
    commands = Commands()
    monkeypatch.setenv("VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(environment.subprocess, "run", commands.run)
    return commands


def pip(commands: Commands) -> list[str]:
    """What is installed."""
    return [arguments[-1] for arguments in commands.started if "pip" in arguments]


def test_every_command_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` lists each command with a sentence."""
    with pytest.raises(SystemExit) as ended:
        developing.main(["--help"])

    shown = capsys.readouterr().out
    assert ended.value.code == 0
    for name, function in developing.COMMANDS.items():
        assert f"  {name:9} {function.__doc__}" in shown


@pytest.mark.parametrize("arguments", [[], ["chekc"]], ids=["none", "unknown"])
def test_other_commands_are_usage_errors(arguments: list[str], commands: Commands) -> None:
    """The status is 2, and nothing is started."""
    with pytest.raises(SystemExit) as ended:
        developing.main(arguments)

    assert ended.value.code == 2
    assert commands.started == []


def test_make_calls_the_commands_that_there_are() -> None:
    """Each command that the Makefile and the workflows call is one of the module."""
    workflows = "".join(file.read_text("utf-8") for file in FILES)
    called = re.findall(r"\$\(DEV\) (\w+)", MAKEFILE)
    called += re.findall(r"python -m wazir_dev (\w+)", workflows)

    assert len(called) > 4
    assert set(called) <= set(developing.COMMANDS)


def test_make_waits_for_the_files_that_are_written() -> None:
    """The files that say that the environment is ready have the same names in the Makefile."""
    awaited = set(re.findall(r"\$\(VENV\)/(\.ready[\w-]*)", MAKEFILE))

    assert awaited <= {stamp for _, stamp in environment.PURPOSES.values()}


def test_check_runs_style_types_and_quick_tests(commands: Commands) -> None:
    """Every step runs in the environment, one after the other, the last with the arguments of
    pytest.
    """
    assert developing.main(["check", "-k", "name"]) == 0

    steps = commands.started[-5:]
    assert {arguments[0] for arguments in steps} == {str(environment.python())}
    assert [" ".join(arguments[1:]) for arguments in steps] == [
        "-m ruff check --quiet .",
        "-m ruff format --quiet --check .",
        "-m mypy",
        "-m mypy --config-file tests/mypy.ini",
        "-m pytest -m not slow -k name",
    ]


def test_check_lists_the_steps_that_fail(
    commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other steps run all the same."""
    commands.statuses["mypy"] = 3

    assert developing.main(["check"]) == 1
    assert "pytest" in commands.started[-1]
    assert capsys.readouterr().out.splitlines()[-1] == "Failed: types, types of tests."


@pytest.mark.parametrize(
    "name", ["test", "generate", "site", "bench", "variants", "notice", "figurines"]
)
def test_a_command_has_the_status_of_its_program(name: str, commands: Commands) -> None:
    """It runs one program after the environment is ready, and returns its status."""
    developing.main(["setup", "run", "tests", "site", "benchmarks", "figurines"])
    before = len(commands.started)
    commands.statuses[str(environment.python())] = 7

    assert developing.main([name]) == 7
    assert len(commands.started) == before + 1


def test_an_environment_is_made_once(commands: Commands) -> None:
    """The second command installs nothing."""
    developing.main(["test", "tests/piece"])
    developing.main(["test", "tests/piece"])

    words = [" ".join(arguments) for arguments in commands.started]
    assert sum(" -m venv " in line for line in words) == 1
    assert pip(commands)[0] == ".[dev]"
    assert len(pip(commands)) == len({*pip(commands)})
    assert words[-1] == f"{environment.python()} -m pytest tests/piece"


def test_a_change_of_the_project_is_installed(commands: Commands) -> None:
    """An environment that is older than `pyproject.toml` is not ready."""
    developing.main(["setup", "run"])
    os.utime(environment.venv() / ".ready", (0, 0))
    developing.main(["setup", "run"])

    assert pip(commands) == [".", "."]


def test_without_a_module_for_environments_the_packages_are_named(
    commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where neither `venv` nor `virtualenv` works, the message says what to install, and nothing is
    left.
    """
    commands.statuses |= {"venv": 1, "virtualenv": 1}

    assert developing.main(["check"]) == 1
    assert "apt-get install python3-venv" in capsys.readouterr().err
    assert not environment.venv().exists()


def test_a_failed_installation_is_not_ready(
    commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    """The next command tries again."""
    commands.statuses["pip"] = 1

    assert developing.main(["setup"]) == 1
    assert "pip could not install" in capsys.readouterr().err
    assert not (environment.venv() / ".ready-for-tests").exists()


def test_an_unknown_purpose_is_an_error(
    commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message lists the purposes."""
    assert developing.main(["setup", "nonsense"]) == 1
    assert "run, tests, site, benchmarks" in capsys.readouterr().err
    assert commands.started == []


def test_programs_are_where_the_system_has_them() -> None:
    """Windows has `Scripts`, other systems have `bin`."""
    windows = environment.python_in(PureWindowsPath(r"C:\wazir\.venv"), is_windows=True)
    posix = environment.python_in(PurePosixPath("/wazir/.venv"), is_windows=False)

    assert str(windows) == r"C:\wazir\.venv\Scripts\python.exe"
    assert str(posix) == "/wazir/.venv/bin/python"
