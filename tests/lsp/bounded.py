"""Requests to a server in a process with limits of its own, and what each costs.

`python tests/lsp/bounded.py` reads rows as JSON, one a line, and writes a report for each. A row
has a `request`, the name of a file or its extension as `notation`, and a `text` with the cursor
`$0`, in parts: a part with a number is repeated. Each row runs in a fork: it costs no start, and
ends alone when it exceeds its limits.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import io
import json
import os
import pkgutil
import resource
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import wazir
from asked import requests
from wazir import system
from wazir.lsp.server import Server

Message = dict[str, Any]

SECONDS_TO_TRACE = 4
"""The processor time after which a process writes where it is."""
SECONDS = 10
"""The processor time after which a process is ended."""
BYTES = 1_500_000_000
"""The address space of a process."""


def _send(server: Server, method: str, params: object, identity: int | None = None) -> None:
    message: Message = {"jsonrpc": "2.0", "method": method, "params": params}
    if identity is not None:
        message["id"] = identity
    server.protocol.handle_message(json.loads(json.dumps(message)))


def _messages(data: bytes) -> Iterator[Message]:
    """The messages that a server wrote."""
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1].split(b"\r\n")[0])
        yield json.loads(rest[:length])
        data = rest[length:]


async def answers(row: Message) -> list[Message]:
    """The messages of a server about the document and the requests of a row."""
    system.HAS_PROCESSES = False
    server = Server()
    output = io.BytesIO()
    output.close = lambda: None  # type: ignore[method-assign]
    server.protocol.set_writer(output)
    capabilities = {
        "workspace": {},
        "textDocument": {
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}
            },
            "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
        },
    }
    begin = {"processId": None, "rootUri": None, "capabilities": capabilities}
    _send(server, "initialize", begin, 0)
    _send(server, "initialized", {})
    text = "".join(part if isinstance(part, str) else part[0] * part[1] for part in row["text"])
    before, mark, after = text.partition("$0")
    text = before + after if mark else text
    cursor = before if mark else text.rstrip("\n")
    place = {"line": cursor.count("\n"), "character": len(cursor.rpartition("\n")[2])}
    lines = text.split("\n")
    whole = {
        "start": {"line": 0, "character": 0},
        "end": {"line": len(lines) - 1, "character": len(lines[-1])},
    }
    name = row["notation"]
    uri = f"file:///pieces/{name}" if "." in name else f"file:///pieces/a.{name}"
    item = {"uri": uri, "languageId": "", "version": 1, "text": text}
    _send(server, "textDocument/didOpen", {"textDocument": item})
    await asyncio.sleep(0)
    if row["request"] != "diagnostics":
        known = {title: (method, more) for title, method, more in requests(place, whole)}
        method, more = known.get(row["request"], (row["request"], {}))
        params = {"textDocument": {"uri": uri}, "position": place, **more, **row.get("more", {})}
        _send(server, method, params, 1)
        if row["request"] == "actions":
            reply = [m for m in _messages(output.getvalue()) if m.get("id") == 1]
            for number, action in enumerate(reply[0].get("result") or ()):
                if "edit" not in action and "data" in action:
                    _send(server, "codeAction/resolve", action, 2 + number)
    for _ in range(200):
        await asyncio.sleep(0.0)
    return list(_messages(output.getvalue()))


def run(row: Message, output: int) -> None:
    """Answers a row within limits, and writes the messages to a descriptor. Does not return."""
    status = 1
    try:
        faulthandler.register(signal.SIGXCPU)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_TO_TRACE, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        messages = asyncio.run(answers(row))
        with os.fdopen(output, "w") as stream:
            json.dump(messages, stream)
        status = 0
    except MemoryError:
        status = 2
    finally:
        os._exit(status)


def measured(row: Message) -> Message:
    """What a row costs, and its messages if there are any."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        os.close(reader)
        run(row, writer)
    os.close(writer)
    with os.fdopen(reader) as stream:
        data = stream.read()
    _, status, usage = os.wait4(process, 0)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "seconds": round(usage.ru_utime + usage.ru_stime, 2),
        "megabytes": usage.ru_maxrss // 1024,
        "messages": json.loads(data) if data else [],
    }


def warm() -> None:
    """Imports the whole program."""
    for module in pkgutil.walk_packages(wazir.__path__, "wazir."):
        import_module(module.name)
    for name in ("betza", "lcpn", "bensahas", "ben39", "variants.ini"):
        asyncio.run(answers({"notation": name, "text": ["a = W\n"], "request": "hover"}))
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    warm()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(measured(json.loads(line))) + "\n")
        sys.stdout.flush()
