"""pygls and lsprotocol are used by their public names only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

import wazir.lsp
from wazir.lsp.protocol import Protocol
from wazir.lsp.server import Server

MODULES = sorted(Path(wazir.lsp.__file__).parent.rglob("*.py"))
ELSEWHERE = {"_exit", "_replace"}
"""Private by name alone: of `os`, and of named tuples."""


def private(path: Path) -> set[str]:
    """The private attributes that a module uses, without those that it or a class in it defines."""
    tree = ast.parse(path.read_text("utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    defined = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    defined |= {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return {name for name in used - defined if name.startswith("_") and not name.startswith("__")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_uses_a_private_name(path: Path) -> None:
    assert private(path) <= ELSEWHERE


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_imports_a_private_name(path: Path) -> None:
    imports = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
    ]
    names = {f"{node.module}.{alias.name}" for node in imports for alias in node.names}

    assert {
        name
        for name in names
        if name.split(".")[0] in ("pygls", "lsprotocol", "lark") and "._" in name
    } == set()


@pytest.mark.parametrize(
    ("ours", "theirs"), [(Protocol, LanguageServerProtocol), (Server, LanguageServer)]
)
def test_no_class_overrides_a_private_name(ours: type, theirs: type) -> None:
    """Neither a method nor an attribute of an instance."""
    instance = LanguageServer("test", "1")
    known = {*dir(theirs), *vars(instance if theirs is LanguageServer else instance.protocol)}
    server = Server()
    added = {*vars(ours), *(vars(server if ours is Server else server.protocol).keys() - known)}

    assert {
        name for name in added & known if name.startswith("_") and not name.startswith("__")
    } == set()
