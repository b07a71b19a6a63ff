"""The calls of functions, here and in another commit: `python -m tests.benchmarks.compare BASE [--bar 1.1]`.

Each count is that of one kind of request in one process, which is told what a client would send. Counts are the same
on every machine and in every run, but for what goes on in the background of slow requests. The exit status is 1 if a
count has grown by more than the bar.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from cProfile import Profile
from itertools import count
from pathlib import Path
from typing import Any

from tests.benchmarks.files import FILES

ROOT = Path(__file__).parents[2]
SIZE = 1_000
KEYS = 6
"""Keystrokes and requests of a count."""
KINDS = ("betza", "lisp", "c", "sql", "bensahas", "markdown", "variants.ini")
REQUESTS = (
    *("completion", "hover", "documentSymbol", "foldingRange", "codeLens", "inlayHint"),
    *("semanticTokens/full", "semanticTokens/range", "codeAction"),
)
TEXT_DOCUMENT: dict[str, Any] = {
    "hover": {"contentFormat": ["markdown"]},
    "publishDiagnostics": {"versionSupport": True},
    "completion": {"completionItem": {"snippetSupport": True}},
    "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    "semanticTokens": {
        "requests": {"full": True, "range": True},
        "tokenTypes": [],
        "tokenModifiers": [],
        "formats": [],
    },
}


class Client:
    """A client in the same process."""

    def __init__(self) -> None:
        from wazir.lsp import transport

        self.came: list[dict[str, Any]] = []
        self._take = transport.begin(lambda message: self.came.append(json.loads(message)), lambda _: None)
        self._id = 0

    def notify(self, method: str, params: object) -> None:
        """Sends a notification."""
        self._take(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    async def until(self, accept: Callable[[dict[str, Any]], bool]) -> None:
        """Waits for a message."""
        while not any(map(accept, self.came)):
            await asyncio.sleep(0)
        self.came.clear()

    async def diagnosed(self, uri: str, version: int) -> None:
        """Waits for the diagnostics of a version of a file."""
        published = {"uri": uri, "version": version}
        await self.until(lambda message: published.items() <= (message.get("params") or {}).items())

    async def request(self, method: str, params: object) -> None:
        """Sends a request, and waits for the answer."""
        self._id += 1
        self._take(json.dumps({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params}))
        await self.until(lambda message: message.get("id") == self._id)


async def counts(kind: str) -> dict[str, int]:
    """The calls of opening a file, of keystrokes, and of each kind of request."""
    found: dict[str, int] = {}

    @contextmanager
    def counting(name: str) -> Iterator[None]:
        profile = Profile()
        with profile:
            yield
        found[f"{kind}: {name}"] = sum(entry.callcount for entry in profile.getstats())

    client, file = Client(), FILES[kind]
    capabilities = {"textDocument": TEXT_DOCUMENT, "general": {"positionEncodings": ["utf-16"]}}
    options = {"initializationOptions": {"pictures": True}}
    await client.request("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities, **options})
    client.notify("initialized", {})

    async def opened(name: str, size: int) -> str:
        uri = f"file:///{name}.{file.language}"
        item = {"uri": uri, "languageId": file.language, "version": 1, "text": file.make(size)}
        client.notify("textDocument/didOpen", {"textDocument": item})
        await client.diagnosed(uri, 1)
        return uri

    versions = count(2)

    async def typed(uri: str, number: int) -> dict[str, int]:
        version, line = next(versions), 10 + number // 2 * 37
        column = file.column if file.column >= 0 else 5
        place, end = {"line": line, "character": column}, {"line": line, "character": column + number % 2}
        change = {"range": {"start": place, "end": end}, "text": "" if number % 2 else file.letter}
        item = {"uri": uri, "version": version}
        client.notify("textDocument/didChange", {"textDocument": item, "contentChanges": [change]})
        await client.diagnosed(uri, version)
        return place

    small = await opened("small", 20)
    client.notify("textDocument/didClose", {"textDocument": {"uri": small}})
    with counting("opening"):
        uri = await opened("large", SIZE)
    with counting("keystrokes"):
        for number in range(KEYS):
            await typed(uri, number)
    for method in REQUESTS:
        for number in range(2 * KEYS):  # the first ones load what they need
            place = await typed(uri, number)
            params = {"textDocument": {"uri": uri}, "position": place, "range": {"start": place, "end": place}}
            if method == "codeAction":
                params["context"] = {"diagnostics": []}
            if number < KEYS:
                await client.request(f"textDocument/{method}", params)
            else:
                name = method if number == KEYS else f"{method} {number}"
                with counting(name):
                    await client.request(f"textDocument/{method}", params)
                if number > KEYS:
                    found[f"{kind}: {method}"] += found.pop(f"{kind}: {name}")
    return found


def counted(root: Path) -> Mapping[str, int]:
    """The counts of the server in a working tree."""
    environment = {**os.environ, "PYTHONPATH": f"{root / 'server'}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tests.benchmarks.compare", "--count"]
    done = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    found: Mapping[str, int] = json.loads(done.stdout)
    return found


def main() -> int:
    """Counts, prints, and says by its status whether all counts are within the bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", nargs="?", default="HEAD", help="a commit")
    parser.add_argument("--bar", type=float, default=1.1, help="the most that a count may grow")
    parser.add_argument("--count", action="store_true", help="only print the counts of this tree, as JSON")
    options = parser.parse_args()
    if options.count:
        every = {name: count for kind in KINDS for name, count in asyncio.run(counts(kind)).items()}
        sys.stdout.write(json.dumps(every))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", folder, options.base], check=True)
        try:
            before, after = counted(Path(folder)), counted(ROOT)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)
    sys.stdout.write(f"| calls | {options.base} | now | ratio |\n|---|---|---|---|\n")
    grown = False
    for name, calls in after.items():
        ratio = calls / before[name] if before.get(name) else 1.0
        grown |= ratio > options.bar
        shown = f"**{ratio:.2f}**" if ratio > options.bar else f"{ratio:.2f}"
        sys.stdout.write(f"| {name} | {before.get(name, 0):,} | {calls:,} | {shown} |\n")
    return int(grown)


if __name__ == "__main__":
    sys.exit(main())
