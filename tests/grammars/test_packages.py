"""The packages of the Tree-sitter grammars for npm, PyPI and crates: complete, and of one
version.
"""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from grammars.parsers import NAMES, ROOT, folder
from wazir import __version__

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]
LICENSE = (ROOT / "LICENSE").read_text("utf-8")
QUERIES = ("highlights", "injections", "locals", "folds")


def sources(name: str) -> list[str]:
    """The C files of a parser."""
    return sorted(f"src/{path.name}" for path in folder(name).glob("src/*.c"))


@pytest.mark.parametrize("name", NAMES)
def test_a_grammar_has_a_package_for_each_registry(name: str) -> None:
    """Each manifest has the name, the version, the licence and the repository of the grammar."""
    grammar = folder(name)
    npm = json.loads((grammar / "package.json").read_text("utf-8"))
    pypi = tomllib.loads((grammar / "pyproject.toml").read_text("utf-8"))["project"]
    crate = tomllib.loads((grammar / "Cargo.toml").read_text("utf-8"))["package"]

    for manifest in (npm, pypi, crate):
        assert manifest["name"] == f"tree-sitter-{name}"
        assert manifest["version"] == __version__
        assert manifest["license"] == PROJECT["license"]
    assert npm["repository"]["url"] == REPOSITORY
    assert pypi["urls"]["Repository"] == REPOSITORY
    assert crate["repository"] == REPOSITORY
    assert (grammar / "LICENSE").read_text("utf-8") == LICENSE


@pytest.mark.parametrize("name", NAMES)
def test_the_packages_contain_the_parser_and_its_queries(name: str) -> None:
    """Node compiles every C file, and each binding names every query."""
    grammar = folder(name)
    (target,) = json.loads((grammar / "binding.gyp").read_text("utf-8"))["targets"]
    bindings = (
        grammar / "bindings" / "node" / "index.js",
        grammar / "bindings" / "node" / "index.d.ts",
        grammar / "bindings" / "python" / f"tree_sitter_{name}" / "__init__.py",
        grammar / "bindings" / "python" / f"tree_sitter_{name}" / "__init__.pyi",
        grammar / "bindings" / "rust" / "lib.rs",
    )

    assert target["sources"] == ["bindings/node/binding.c", *sources(name)]
    for binding in bindings:
        named = set(re.findall(r"([A-Z]+)_QUERY", binding.read_text("utf-8")))
        assert named == {query.upper() for query in QUERIES}
    assert {path.stem for path in (grammar / "queries").iterdir()} == set(QUERIES)


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_a_package_exists(name: str) -> None:
    """npm and Cargo pack no file that is missing, and no placeholder of a template is left."""
    grammar = folder(name)
    npm = json.loads((grammar / "package.json").read_text("utf-8"))
    crate = tomllib.loads((grammar / "Cargo.toml").read_text("utf-8"))
    packed = [
        *npm["files"],
        npm["main"],
        *crate["package"]["include"],
        crate["package"]["build"],
        crate["lib"]["path"],
    ]

    assert [pattern for pattern in packed if not list(grammar.glob(pattern))] == []
    for path in (*grammar.glob("*"), *grammar.glob("bindings/**/*")):
        assert "GRAMMAR_NAME" not in path.name
        if path.is_file():
            text = path.read_text("utf-8")
            assert not re.search("GRAMMAR_(NAME|TITLE|VERSION)|PROJECT_(AUTHOR|REPOSITORY)", text)
