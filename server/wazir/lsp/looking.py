"""A search as the server runs it: in a process of its own where there is one, else in slices between messages."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

from wazir.ben39 import fen
from wazir.ben39.position import State
from wazir.ben39.search import Limits
from wazir.features.evaluation import Said, evaluate
from wazir.lsp.slices import Slices

_HAS_PROCESSES = sys.platform != "emscripten"
_LONGEST_LINE = 1_000_000
"""Bytes of a report."""
_NICENESS = 10
"""The search steps back where others want the processor, above all the server that started it."""


def reports(state: State, limits: Limits) -> AsyncGenerator[Said, None]:
    """What a search says, as it comes. Closing the iterator ends the search at once."""
    return _in_process(state, limits) if _HAS_PROCESSES else _in_slices(state, limits)


async def _in_process(state: State, limits: Limits) -> AsyncGenerator[Said, None]:
    """The reports of the command `wazir eval`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "wazir", "eval", "--json-lines", "--fen", fen.write(state), *_options(limits),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        limit=_LONGEST_LINE,
    )  # fmt: skip
    try:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        assert process.stdout
        async for line in process.stdout:
            yield json.loads(line)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _options(limits: Limits) -> list[str]:
    given = {"--depth": limits.depth, "--nodes": limits.nodes, "--time": limits.seconds, "--lines": limits.lines}
    return [f"{name}={value}" for name, value in given.items() if value is not None]


async def _in_slices(state: State, limits: Limits) -> AsyncGenerator[Said, None]:
    slices = Slices()
    for said in evaluate(state, limits):
        yield said
        await slices.others()
