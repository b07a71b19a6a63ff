"""What pages tell of commands, files and names of the code is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from cli.running import ROOT, wazir
from project.test_readme import PAGES
from wazir.cli import COMMANDS, load
from wazir.cli.command import Parser

ALL = {**PAGES, ROOT / "CONTRIBUTING.md": (ROOT / "CONTRIBUTING.md").read_text("utf-8")}
FOR_DEVELOPERS = [
    path for path in ALL if path.name == "CONTRIBUTING.md" or path.parent.name == "development"
]
MENTION = re.compile(
    r"`wazir ((?:[a-z]|--)[^`\n]*)`|^(?:\$ (?:echo .* \| )?)?wazir (.+)$", re.MULTILINE
)
ROOTS = (
    "",
    "server",
    "server/wazir",
    "tests",
    "vscode-extension",
    "vscode-extension/scripts",
    "grammars",
)
"""Folders that paths on the pages for developers start from."""
ELSEWHERE = ("out/", "bundled/", ".venv", "src/parser.c", "wazir.toml", "textDocument/", "host/")
"""What only exists when it is built, files of users, and what is no path."""


@cache
def help_of(command: str) -> str:
    """The help of a command."""
    parser = Parser(prog=f"wazir {command}")
    load(command).add_arguments(parser)
    return parser.format_help()


@pytest.mark.parametrize("page", ALL, ids=lambda path: path.name)
def test_commands_that_a_page_names_exist(page: Path) -> None:
    """With each of their options."""
    wrong = []
    for mention in MENTION.finditer(ALL[page]):
        said = mention[1] or mention[2]
        command = max(
            (name for name in COMMANDS if f"{said} ".startswith(f"{name} ")), key=len, default=""
        )
        options = re.findall(r"(?<=\s)--[a-z][a-z-]*", said)
        if not command and said.split()[0] not in ("--help", "--version", "ben39"):
            wrong.append(said)
        wrong += [
            f"{said}: {option}"
            for option in options
            if command and option not in f"{help_of(command)} --help"
        ]

    assert wrong == []


@pytest.mark.parametrize("page", FOR_DEVELOPERS, ids=lambda path: path.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """Paths start at the root of the project or at one of its parts; a file of every notation has
    no folder.
    """
    named = re.findall(
        r"`((?:[\w.-]+/)+[\w.-]*|[\w/.-]+\.(?:py|md|yml|toml|mjs|txt|lock))`", ALL[page]
    )
    names = {
        path.name
        for ending in ("py", "toml")
        for path in (ROOT / "server" / "wazir").rglob(f"*.{ending}")
    }
    paths = {path for path in named if path not in names and not path.startswith(ELSEWHERE)}

    assert named
    assert {
        path for path in paths if not any((ROOT / root / path).exists() for root in ROOTS)
    } == set()


@pytest.mark.parametrize("page", ALL, ids=lambda path: path.name)
def test_targets_that_a_page_names_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {
        target for said in re.findall(r"`make ([a-z -]+)`", ALL[page]) for target in said.split()
    }

    assert {
        target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)
    } == set()


def test_the_engine_answers_as_its_page_shows() -> None:
    """But for searches, whose times differ."""
    dialogues = re.findall(
        r"^> (.*)\n((?:(?!> |```).*\n)*)", PAGES[ROOT / "docs" / "engine.md"], re.MULTILINE
    )
    certain = [(command, answer) for command, answer in dialogues if not command.startswith("go")]
    commands = "".join(f"{command}\n" for command, _ in certain)
    engine = [sys.executable, "-m", "wazir", "ben39", "engine"]
    ran = subprocess.run(
        engine, input=f"{commands}quit\n", capture_output=True, encoding="utf-8", check=True
    )

    assert ran.stdout == "".join(answer for _, answer in certain)


@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("eval samples/ben39/puzzles.ben39 --record turn-3 --depth 1 --format json-lines", 0),
        ("eval samples/ben39/puzzles.ben39 --record turn-3 --depth 1 --format json", 1),
        ("analyse samples/ben39/games.ben39 --record spider --nodes 100 --format json-lines", 2),
    ],
)
def test_json_has_the_fields_that_its_page_shows(
    command: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same order."""
    monkeypatch.chdir(ROOT)
    shown = re.findall(
        r"^```json\n(.*?)^```$", PAGES[ROOT / "docs" / "json-lines.md"], re.MULTILINE | re.DOTALL
    )
    printed = wazir("ben39", *command.split()).out
    first = json.loads(printed if number == 1 else printed.splitlines()[0])

    assert len(shown) == 3
    assert list(first) == list(json.loads(shown[number]))
