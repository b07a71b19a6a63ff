"""The bars for the size and simplicity of the server: `python -m tests.bars` prints what is measured beside each limit.

Each row has the limit that the tests hold (`tests/project/test_bars.py`) and the goal. Lower a limit when the code has
become smaller; only the commit of a feature may raise one, and says what a user gets for it. The paths of a keystroke
and of a hover take seconds, and are only printed.
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "server" / "wazir"

FORBIDDEN_FILES = (
    *(
        "steps.py",
        "endpoint.py",
        "transport.py",
        "pygls_shim.py",
        "raw_json.py",
        "scheduling.py",
        "rope.py",
        "blocks.py",
    ),
    *("beginning.py", "lcpn/shapes.py", "tables.py", "*.table.json"),
)
"""Ends of paths that no file has."""
FORBIDDEN_WORDS = ("stepwise", "Steps[", "provably_clean")
"""Words that no module has."""
CODE = {"": (38_627, 39_000), "cli": (3_413, 3_450), "document": (612, 900), "lsp": (2_599, 2_600)}
"""Packages, each with the limit and the goal of its lines of code; "" is all of the server."""
MODULES = (240, 240)
"""The limit and the goal."""
FRAMEWORKS = {"lark", "lsprotocol", "pygls"}
"""Packages whose private names are forbidden."""

KEYSTROKE = {"functions": 45, "modules": 10}
HOVER_FUNCTIONS = 20
HOVER = "wazir.features.hover.hover"
"""The function before which a hover may enter as many functions as `HOVER_FUNCTIONS` tells."""
DEFINITIONS = 1_000
"""The number of definitions in the document that is measured."""


@dataclass(frozen=True)
class Row:
    """A measure beside its limit and its goal."""

    measure: str
    value: int
    limit: int | None
    """None if the tests hold no limit."""
    goal: int

    @property
    def is_within_limit(self) -> bool:
        """Whether the tests pass."""
        return self.limit is None or self.value <= self.limit


# Sources


@cache
def modules() -> tuple[Path, ...]:
    """The modules of the server."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def source(path: Path) -> str:
    """The text of a module."""
    return path.read_text("utf-8")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the tree of a module."""
    return tuple(ast.walk(ast.parse(source(path))))


_NO_CODE = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}


def lines_of_code(path: Path) -> int:
    """The number of lines with code: neither blank nor only of a comment or a docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source(path)).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in nodes(path):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int() as last):
                lines.difference_update(range(first, last + 1))
    return len(lines)


def _frameworks_of(path: Path) -> set[str]:
    """The frameworks that a module imports."""
    imported: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).partition(".")[0])
    return imported & FRAMEWORKS


_PRIVATE = re.compile(r"_(?!replace|asdict|make|fields)[^\W_]\w*")
"""A private name. Those of named tuples are public."""


def _own_names() -> set[str]:
    """The private names that the server itself defines."""
    names: set[str] = set()
    for path in modules():
        for node in nodes(path):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                    names.add(name)
                case ast.Constant(value=str() as name):  # of __slots__
                    names.add(name)
    return names


def private_names() -> Iterator[str]:
    """The private names of frameworks in modules that import a framework, each as `file:line: name`."""
    own = _own_names()
    for path in filter(_frameworks_of, modules()):
        for node in nodes(path):
            match node:
                case ast.Attribute(value=ast.Name(id="os")):  # `os._exit` is public
                    pass
                case ast.Attribute(attr=name) if _PRIVATE.fullmatch(name) and name not in own:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: {name}"
                case ast.ImportFrom(module=str() as module, names=aliases) if module.partition(".")[0] in FRAMEWORKS:
                    for part in [*module.split("."), *(alias.name for alias in aliases)]:
                        if _PRIVATE.fullmatch(part):
                            yield f"{path.relative_to(ROOT)}:{node.lineno}: {part}"


def cheap_rows() -> Iterator[Row]:
    """The measures that the tests hold."""
    for name in FORBIDDEN_FILES:
        paths = [*PACKAGE.glob(f"**/{name}"), *(ROOT / "grammars").glob(f"**/{name}")]
        yield Row(f"files {name}", len(paths), 0, 0)
    for word in FORBIDDEN_WORDS:
        yield Row(f"modules with {word}", sum(word in source(path) for path in modules()), 0, 0)
    yield Row("private names of frameworks", sum(1 for _ in private_names()), 0, 0)
    for package, (limit, goal) in CODE.items():
        paths = [path for path in modules() if path.is_relative_to(PACKAGE / package)]
        name = f"wazir.{package}".rstrip(".")
        yield Row(f"lines of code in {name}", sum(map(lines_of_code, paths)), limit, goal)
    yield Row("modules", len(modules()), *MODULES)


# Paths

_TRACER = f"""
import inspect, json, signal, sys, threading, time

entered = {{}}

def trace(frame, event, _):
    is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED  # not the body of a class or a module
    if event == "call" and is_function and frame.f_code.co_filename.startswith({str(PACKAGE)!r}):
        entered.setdefault((frame.f_globals["__name__"], frame.f_code.co_qualname), time.monotonic())

signal.signal(signal.SIGUSR1, lambda *_: entered.clear())
report = sys.argv.pop()
threading.setprofile(trace)
sys.setprofile(trace)
from wazir.cli import main
status = main(["lsp"])
sys.setprofile(None)
with open(report, "w") as file:
    json.dump([[*name, moment] for name, moment in entered.items()], file)
sys.exit(status)
"""
"""A server that reports the functions that it has entered since the last signal, with the moment of the first call."""


@dataclass
class Session:
    """A session with a server whose functions are recorded."""

    process: subprocess.Popen[bytes]
    _number: int = 0

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: object) -> Any:
        """Send a request and return the result."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self.wait(lambda message: message.get("id") == self._number and "method" not in message)

    def _send(self, message: dict[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def wait(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next wanted message; others are skipped, and requests of the server get null."""
        stream = self.process.stdout
        assert stream
        while True:
            length = 0
            while header := stream.readline().strip():
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
            if not length:
                raise EOFError("The server has ended.")
            message: dict[str, Any] = json.loads(stream.read(length))
            if is_wanted(message):
                return message
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})


URI = "file:///bars.betza"


def path_of(measured: str) -> list[tuple[str, str]]:
    """The functions, each with its module, that a second keystroke or hover enters for the first time, in order.

    A keystroke ends with the published diagnostics, a hover with its answer. Functions without a name are left out.
    """
    import signal
    import time

    text = "".join(f"p{number} = WfF{number % 7 + 1}\n" for number in range(DEFINITIONS))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "entered.json"
        process = subprocess.Popen(
            [sys.executable, "-c", _TRACER, str(report)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)},
        )
        session = Session(process)
        session.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        session.notify("initialized", {})
        item = {"uri": URI, "languageId": "betza", "version": 0, "text": text}
        session.notify("textDocument/didOpen", {"textDocument": item})
        session.wait(_publishes(0))

        line = DEFINITIONS // 2
        for version in (1, 2):
            time.sleep(2.0)  # until work of idle moments is done
            process.send_signal(signal.SIGUSR1)
            time.sleep(0.2)
            start = time.monotonic()
            if measured == "keystroke":
                place = {"line": line, "character": len(f"p{line} = WfF")}
                changes = [{"range": {"start": place, "end": place}, "text": "1"}]
                item = {"uri": URI, "version": version}
                session.notify("textDocument/didChange", {"textDocument": item, "contentChanges": changes})
                session.wait(_publishes(version))
            else:
                place = {"line": line, "character": len(f"p{line} = ")}
                session.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": place})
            end = time.monotonic()
        session.ask("shutdown", None)
        session.notify("exit", None)
        process.communicate(timeout=60)
        calls = [(module, name) for module, name, moment in json.loads(report.read_text()) if start <= moment <= end]
    return [(module, name) for module, name in calls if not name.endswith(">")]


def _publishes(version: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a message has the diagnostics of a version of the document."""

    def is_wanted(message: dict[str, Any]) -> bool:
        if message.get("method") != "textDocument/publishDiagnostics":
            return False
        return bool(message["params"]["uri"] == URI) and message["params"].get("version", version) == version

    return is_wanted


def path_rows(keystroke: list[tuple[str, str]], hover: list[tuple[str, str]]) -> Iterator[Row]:
    """The measures of the paths of a keystroke and of a hover."""
    yield Row("functions of a keystroke", len(keystroke), None, KEYSTROKE["functions"])
    yield Row("modules of a keystroke", len({module for module, _ in keystroke}), None, KEYSTROKE["modules"])
    yield Row(f"functions of a hover before {HOVER}", len(before_hover(hover)), None, HOVER_FUNCTIONS)


def before_hover(path: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The part of a path before the feature."""
    names = [f"{module}.{name}" for module, name in path]
    return path[: names.index(HOVER)]


def _print_rows(rows: Iterable[Row]) -> None:
    print(f"{'measure':60} {'value':>7} {'limit':>7} {'goal':>7}")
    for row in rows:
        mark = "" if row.value <= row.goal else "  above the goal" if row.is_within_limit else "  above the limit"
        print(f"{row.measure:60} {row.value:7,} {'' if row.limit is None else row.limit:>7} {row.goal:7,}{mark}")


def main() -> None:
    """Print all measures, and the functions on the paths."""
    keystroke, hover = path_of("keystroke"), path_of("hover")
    _print_rows([*cheap_rows(), *path_rows(keystroke, hover)])
    for title, path in (("A keystroke", keystroke), ("A hover before the feature", before_hover(hover))):
        print(f"\n{title}:")
        for module, name in path:
            print(f"  {module}.{name}")
    for name in private_names():
        print(f"private name: {name}")


if __name__ == "__main__":
    main()
