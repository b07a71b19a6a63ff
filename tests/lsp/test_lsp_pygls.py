"""What the server assumes about private names of pygls: all of them are in `pygls_shim.py`, and are as they were."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from pygls.lsp.server import LanguageServer
from pygls.protocol import JsonRPCProtocol, LanguageServerProtocol

from wazir.lsp import pygls_shim, server
from wazir.lsp.pygls_shim import Protocol
from wazir.lsp.server import WazirServer

PACKAGE = Path(pygls_shim.__file__).parent
SHIM = Path(pygls_shim.__file__)

METHODS = {
    "_execute_handler": "(self, msg_id, handler, callback, args=None, kwargs=None)",
    "_send_handler_result": "(self, future, *, msg_id)",
    "_check_handler_result": "(self, future)",
    "_handle_response": "(self, msg_id, result=None, error=None)",
    "_serialize_message": "(self, data)",
    "_send_data": "(self, data)",
    "handle_message": "(self, message)",
    "structure_message": "(self, data)",
    "send_request": "(self, method, params=None, callback=None, msg_id=None)",
}
"""Methods that the shim calls or overrides, with their parameters."""
STATE: dict[str, object] = {
    "_shutdown": False,
    "_request_futures": {},
    "_result_types": {},
    "_include_headers": False,
    "_server": LanguageServer,
}
"""Attributes that the shim reads, with their values, or their types, at the start."""
CALLED_BY_PYGLS = {
    "_execute_handler": "_handle_request",
    "_check_handler_result": "_handle_notification",
    "_send_handler_result": "_handle_request",
    "_handle_response": "handle_message",
    "_send_data": "_send_response",
}
"""Overridden methods, and a method of pygls that must call each: else the override has no effect."""


def parameters(function: Callable[..., object]) -> str:
    """The signature without annotations."""
    signature = inspect.signature(function)
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    return str(inspect.Signature(bare))


@pytest.mark.parametrize("name", METHODS)
def test_a_method_of_pygls_has_the_expected_parameters(name: str) -> None:
    assert parameters(getattr(LanguageServerProtocol, name)) == METHODS[name]


@pytest.mark.parametrize("name", STATE)
def test_an_attribute_of_pygls_has_the_expected_value(name: str) -> None:
    value = getattr(LanguageServer("test", "1").protocol, name)
    expected = STATE[name]

    assert isinstance(value, expected) if isinstance(expected, type) else value == expected


@pytest.mark.parametrize(("name", "caller"), CALLED_BY_PYGLS.items())
def test_pygls_calls_what_is_overridden(name: str, caller: str) -> None:
    assert name in vars(Protocol)
    assert name in getattr(JsonRPCProtocol, caller).__code__.co_names


def private(path: Path) -> set[str]:
    """The private attributes that a module uses, without those that it or a class in it defines."""
    tree = ast.parse(path.read_text("utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    defined |= {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return {name for name in used - defined if name.startswith("_") and not name.startswith("__")}


def test_the_shim_uses_no_other_private_name() -> None:
    """The tables above are complete: what the shim uses, and what it defines that pygls has too."""
    inherited = {name for name in vars(Protocol) if name.startswith("_") and hasattr(LanguageServerProtocol, name)}
    inherited = {name for name in inherited if not name.startswith("__")}

    assert private(SHIM) | inherited == {name for name in (*METHODS, *STATE) if name.startswith("_")}


ELSEWHERE = {"_exit", "_replace"}
"""Private by name alone: of `os`, and of named tuples."""


@pytest.mark.parametrize("path", sorted(set(PACKAGE.rglob("*.py")) - {SHIM}), ids=lambda path: path.stem)
def test_no_other_module_uses_a_private_name(path: Path) -> None:
    assert private(path) <= ELSEWHERE


def test_the_server_overrides_nothing_private() -> None:
    """A private name of its own that pygls has too would change pygls by accident."""
    tree = ast.parse(Path(server.__file__).read_text("utf-8"))
    stored = {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    of_pygls = {*dir(LanguageServer), *vars(LanguageServer("test", "1"))}

    assert {name for name in (stored | {*vars(WazirServer)}) & of_pygls if name[0] == "_" != name[1]} == set()
