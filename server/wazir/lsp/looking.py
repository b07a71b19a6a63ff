"""A search as the server runs it: in a process of its own where there is one, else in slices between messages."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from wazir.ben39 import fen
from wazir.ben39.position import State
from wazir.ben39.search import Limits
from wazir.features.game.evaluation import Said, evaluate
from wazir.lsp.slices import Slices
from wazir.system import HAS_PROCESSES, step_back

_PACKAGES = ("wazir", "lark")
"""What the process needs besides the standard library. It is imported from where this one has it from."""
_RUN = "import json, sys; sys.path[:0] = json.loads(sys.argv.pop(1)); from wazir.cli import main; sys.exit(main())"
_LONGEST_LINE = 1_000_000
"""Bytes of a report."""
_NICENESS = 10
"""The search steps back where others want the processor, above all the server that started it."""


def reports(state: State, limits: Limits) -> AsyncGenerator[Said, None]:
    """What a search says, as it comes. Closing the iterator ends the search at once."""
    return _in_process(state, limits) if HAS_PROCESSES else _in_slices(state, limits)


async def _in_process(state: State, limits: Limits) -> AsyncGenerator[Said, None]:
    """The reports of the command `wazir eval`, isolated from the current folder and the environment."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", _RUN, json.dumps(packages()),
        "eval", "--json-lines", "--fen", fen.write(state), *_options(limits),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=_LONGEST_LINE,
    )  # fmt: skip
    try:
        step_back(process.pid, _NICENESS)
        assert process.stdout
        async for line in process.stdout:
            yield json.loads(line)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def packages() -> list[str]:
    """The folders of the packages that a process of ours needs."""
    specs = filter(None, map(find_spec, _PACKAGES))
    return [str(Path(place).parent) for spec in specs for place in spec.submodule_search_locations or ()]


def _options(limits: Limits) -> list[str]:
    given = {"--depth": limits.depth, "--nodes": limits.nodes, "--time": limits.seconds, "--lines": limits.lines}
    return [f"{name}={value}" for name, value in given.items() if value is not None]


async def _in_slices(state: State, limits: Limits) -> AsyncGenerator[Said, None]:
    slices = Slices()
    for said in evaluate(state, limits):
        yield said
        await slices.others()
