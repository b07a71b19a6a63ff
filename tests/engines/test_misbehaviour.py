"""Programs that hang, flood, stay or start others: each question ends, and with it all processes of
the program.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tracemalloc
from pathlib import Path

import pytest

from engines.fakes import FAKES, MURDER, fake
from wazir.engines import EngineError, process, program
from wazir.engines.process import running
from wazir.engines.program import best_move, messages

VARIANT = ("[mine:chess]\n", "mine")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program has one second."""
    monkeypatch.setattr(program, "SECONDS_TO_ANSWER", 1.0)


@pytest.mark.parametrize("name", [*FAKES, MURDER])
def test_a_move_of_such_a_program_is_an_error(tmp_path: Path, name: str) -> None:
    with fake(tmp_path, name) as engine:
        with pytest.raises(EngineError, match=r"within its time|not an engine|without a move"):
            asyncio.run(best_move(str(engine.path), VARIANT, [], 0, 0.1))

        assert engine.is_gone()


@pytest.mark.parametrize("name", [*FAKES, MURDER])
def test_a_check_by_such_a_program_ends(tmp_path: Path, name: str) -> None:
    """With an error, or without messages if the program ends as if nothing were wrong."""
    with fake(tmp_path, name) as engine:
        try:
            said = asyncio.run(messages(str(engine.path), VARIANT[0]))
        except EngineError:
            said = []

        assert not said or name == MURDER
        assert engine.is_gone()


@pytest.mark.parametrize("name", [name for name in FAKES if "without end" in name])
def test_no_more_is_kept_than_the_limit(tmp_path: Path, name: str) -> None:
    """What a program writes is counted while it is read."""
    tracemalloc.start()
    with fake(tmp_path, name) as engine, pytest.raises(EngineError):
        asyncio.run(messages(str(engine.path), VARIANT[0]))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < 100_000_000


@pytest.mark.parametrize("name", [*FAKES, MURDER])
def test_a_cancelled_question_ends_the_program(tmp_path: Path, name: str) -> None:
    """Also one that had not started yet."""

    async def cancelled(at_once: bool) -> None:
        task = asyncio.create_task(best_move(str(engine.path), VARIANT, [], 0, 60))
        await asyncio.sleep(0)
        if not at_once:
            await asyncio.to_thread(engine.wait_for_start)
        task.cancel()
        await asyncio.wait([task])

    with fake(tmp_path, name) as engine:
        for at_once in (True, False):
            asyncio.run(cancelled(at_once))

            assert engine.is_gone()


def test_a_program_that_leaves_the_group_delays_nobody(tmp_path: Path) -> None:
    """It has the output open; the question ends all the same."""

    async def ask() -> None:
        detached = "setsid sleep 600 & echo $! > pid; wait"
        async with running(["/bin/sh", "-c", detached], folder=str(tmp_path), seconds=1) as shell:
            await shell.output()

    with pytest.raises(TimeoutError):
        asyncio.run(ask())
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


def test_a_program_whose_end_nobody_waits_for_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a slow machine: it is killed, but has not ended when the waiting is over."""
    monkeypatch.setattr(process, "_SECONDS_TO_END", 0)
    problems = []

    async def leave() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: problems.append(context))
        async with running([str(engine.path)]) as started:
            pass
        await started.status(seconds=5)

    with fake(tmp_path, "hangs") as engine:
        asyncio.run(leave())

    assert problems == []
