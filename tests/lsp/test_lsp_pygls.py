"""What the server assumes about private names of pygls: all of them are in `pygls_shim.py`, and are as they were."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pygls.lsp.server import LanguageServer
from pygls.protocol import JsonRPCProtocol, LanguageServerProtocol

from wazir.lsp import pygls_shim
from wazir.lsp.pygls_shim import Protocol

PACKAGE = Path(pygls_shim.__file__).parent
SHIM = Path(pygls_shim.__file__)

METHODS = {
    "_execute_handler": "(self, msg_id, handler, callback, args=None, kwargs=None)",
    "_send_handler_result": "(self, future, *, msg_id)",
    "_check_handler_result": "(self, future)",
    "_serialize_message": "(self, data)",
    "_send_data": "(self, data)",
    "structure_message": "(self, data)",
    "handle_message": "(self, message)",
    "lsp_initialize": "(self, params)",
    "lsp_shutdown": "(self, *args)",
}
"""Methods that the shim calls or overrides, with their parameters."""
STATE: dict[str, object] = {
    "_request_futures": {},
    "_server": LanguageServer,
}
"""Attributes that the shim reads, with their values, or their types, at the start."""
CALLED_BY_PYGLS = {
    "_execute_handler": "_handle_request",
    "_check_handler_result": "_handle_notification",
    "_send_handler_result": "_handle_request",
    "_send_data": "_send_response",
}
"""Overridden methods, and a method of pygls that must call each: else the override has no effect."""


START = """
import asyncio, json, sys
from wazir.lsp import transport

told = []

async def main():
    take = transport.begin(lambda message: told.append(json.loads(message)), print)
    def say(**message):
        take(json.dumps({"jsonrpc": "2.0", **message}))
    def loaded():
        return [name for name in ("lsprotocol.types", "pygls.protocol", "attrs") if name in sys.modules]
    say(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
    say(method="initialized", params={})
    item = {"uri": "file:///a.betza", "languageId": "betza", "version": 1, "text": "A = V"}
    say(method="textDocument/didOpen", params={"textDocument": item})
    while len(told) < 2:
        await asyncio.sleep(0)
    say(method="$/setTrace", params={"value": "off"})
    say(method="$/cancelRequest", params={"id": 9})
    say(method="textDocument/didSave", params={"textDocument": {"uri": item["uri"]}})
    print(told[1]["params"]["diagnostics"][0]["code"], loaded())
    say(id=2, method="textDocument/foldingRange", params={"textDocument": {"uri": item["uri"]}})
    while told[-1].get("id") != 2:
        await asyncio.sleep(0)
    print(len(loaded()) == 3)

asyncio.run(main())
"""


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


def test_the_first_diagnostics_do_not_need_pygls() -> None:
    """It is imported for the first request about a document, and in silence."""
    ran = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)

    assert ran.stdout.split() == ["unknown-letter", "[]", "True"]
