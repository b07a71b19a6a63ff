"""The packages of the Tree-sitter grammars, built and installed as their users do it.

`make test-release` runs it, because it needs a network, Node, and a C compiler with the headers of
Python. The crates are built by the workflow `check`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grammars.parsers import NAMES, folder

PATIENCE = 600
"""The longest time of a command, in seconds."""
SHOW_IN_PYTHON = """
import json
import tree_sitter_{name} as grammar
from tree_sitter import Language, Parser, Query

language = Language(grammar.language())
root = Parser(language).parse(b"").root_node
queries = [
    grammar.HIGHLIGHTS_QUERY,
    grammar.INJECTIONS_QUERY,
    grammar.LOCALS_QUERY,
    grammar.FOLDS_QUERY,
]
for query in queries:
    Query(language, query)
print(json.dumps([root.type, queries]))
"""
SHOW_IN_NODE = """
const grammar = require("tree-sitter-{name}");
const queries = [
    grammar.HIGHLIGHTS_QUERY,
    grammar.INJECTIONS_QUERY,
    grammar.LOCALS_QUERY,
    grammar.FOLDS_QUERY,
];
console.log(JSON.stringify([require("node:util").types.isExternal(grammar.language), queries]));
"""


def run(command: list[str], where: Path, path: Path | None = None) -> str:
    """The output of a command, which succeeds; *path* is where Python finds modules."""
    environment = os.environ | {"PYTHONPATH": str(path) if path else ""}
    ran = subprocess.run(
        command,
        cwd=where,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def queries(name: str) -> list[str]:
    """The texts of the queries of a grammar."""
    kinds = ("highlights", "injections", "locals", "folds")
    return [(folder(name) / "queries" / f"{kind}.scm").read_text("utf-8") for kind in kinds]


@pytest.mark.parametrize("name", NAMES)
def test_the_wheel_is_a_language_of_python(name: str, tmp_path: Path) -> None:
    """The wheel is built from the source distribution, and parses a text where it is installed."""
    copy = shutil.copytree(folder(name), tmp_path / "copy")
    installed = tmp_path / "installed"

    run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--target", "build-tool", "build"],
        tmp_path,
    )
    run(
        [sys.executable, "-m", "build", "--outdir", "dist", str(copy)],
        tmp_path,
        tmp_path / "build-tool",
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(installed), str(wheel)],
        tmp_path,
    )

    shown = run([sys.executable, "-c", SHOW_IN_PYTHON.format(name=name)], tmp_path, installed)
    assert json.loads(shown) == ["source_file", queries(name)]


@pytest.mark.parametrize("name", NAMES)
def test_the_npm_package_is_a_language_of_node(name: str, tmp_path: Path) -> None:
    """npm compiles the package that it has packed, and the package exports the language."""
    run(
        ["npm", "pack", "--silent", "--pack-destination", str(tmp_path), str(folder(name))],
        tmp_path,
    )
    (archive,) = tmp_path.glob("*.tgz")

    run(["npm", "install", "--silent", "--omit=peer", str(archive)], tmp_path)

    shown = run(["node", "-e", SHOW_IN_NODE.format(name=name)], tmp_path)
    assert json.loads(shown) == [True, queries(name)]
