"""The figures of a piece as the server works them out: in a process of its own where there is one."""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams

from wazir.features.findings import Json
from wazir.features.questions.find import as_json, find, read_wanted
from wazir.features.requests import RequestError
from wazir.features.views.figures import Subject, numbers, subject_at
from wazir.features.views.piece import Refused
from wazir.lsp.looking import packages
from wazir.lsp.ours import asked
from wazir.lsp.server import WazirServer
from wazir.lsp.views import at_place, places
from wazir.steps import Steps
from wazir.system import HAS_PROCESSES, step_back

_RUN = "import json, sys; sys.path[:0] = json.loads(sys.argv.pop(1)); from wazir.lsp.figuring import work; work()"
_LONGEST_LINE = 4_000_000
"""Bytes of an answer."""
_NICENESS = 10
NO_PROCESS = "Whether it mates is worked out where Python runs on your machine, not in the browser."


async def figures(server: WazirServer, params: Any) -> Json | None:
    """The figures of the piece at a place; null if no piece there can be read."""
    said = asked("wazir/figures", params)
    if not (found := at_place(server, said)):
        return None
    file, offset = found
    if said.get("mate") and not HAS_PROCESSES:
        raise JsonRpcInvalidParams(NO_PROCESS)
    theme = said.get("theme", server.client.theme)
    try:
        subject = subject_at(file.document, offset, said.get("board"), theme, said.get("mate", False))
    except Refused as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    if subject is None:
        return None
    head = {"uri": file.uri, "version": file.version, "span": places(file.document, server)(subject.span)}
    partial = said.get("partialResultToken")

    def tell(moves: int) -> None:
        if partial is not None:
            server.protocol.notify(types.PROGRESS, types.ProgressParams(partial, {"moves": moves}))

    return head | (await _in_process(subject, tell) if HAS_PROCESSES else numbers(subject, lambda _: None))


async def _in_process(subject: Subject, tell: Callable[[int], None]) -> Json:
    """The numbers, worked out in a process that ends when nobody waits for it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", _RUN, json.dumps(packages()),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=_LONGEST_LINE,
    )  # fmt: skip
    try:
        step_back(process.pid, _NICENESS)
        assert process.stdin
        assert process.stdout
        process.stdin.write(pickle.dumps(subject))
        process.stdin.close()
        async for line in process.stdout:
            found: Json = json.loads(line)
            moves = found.get("moves")
            if not isinstance(moves, int):
                return found
            tell(moves)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    raise JsonRpcInternalError("The figures could not be worked out.")


def work() -> None:
    """What the process does: it reads a piece, and writes how far it is, and what it comes to, as JSON lines."""

    def tell(found: Json) -> None:
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()

    tell(numbers(pickle.load(sys.stdin.buffer), lambda moves: tell({"moves": moves})))


def found_texts(_server: WazirServer, params: Any) -> Steps[Json]:
    """The texts that reach just some squares."""
    said = asked("wazir/find", params)
    squares = {name: kind for kind in ("quiet", "capture", "both") for name in said.get(kind, ())}
    try:
        wanted = read_wanted({**said, "squares": squares})
    except RequestError as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    found = []
    for one in find(wanted):
        found.append(as_json(one))
        yield
    return {"found": found}
