"""Games that a variant plays by itself, in as many processes as are wanted (T1).

Each process has limits, and the one way there is to run a program: none is left when the games end,
however they end.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

from wazir import system
from wazir.engines import EngineError
from wazir.engines.library import require
from wazir.engines.process import CannotStart, Program, TooMuchOutput, running
from wazir.engines.program import NODES_PER_SECOND, located
from wazir.game_setup import GameProgram, GameSetup

SECONDS_TO_ANSWER = 60.0
"""Seconds between two signs of life of a process, but for searches."""
MAX_GAMES = 20_000
"""Memory keeps the moves of all games, and some positions: 40 kilobytes for one of random chess."""
_MAX_GAME = 20_000_000
"""Bytes of a game."""
_PROGRAM = "from wazir.engines.playing import main; main()"

GameData = dict[str, Any]
"""The fields of *features.game.playtest.game.Game*."""


def default_jobs() -> int:
    """A process for each processor."""
    return os.cpu_count() or 1


def play(
    setup: GameSetup, games: int, keep: Callable[[GameData], object], jobs: int | None = None
) -> None:
    """Plays games of a variant.

    An exception in *keep*, or an interrupt, ends all processes.

    Args:
        setup: What is played.
        games: Their number.
        keep: Is called with each game when it has ended, in the order of the ends.
        jobs: The number of processes; None for one a processor. It changes no game.

    Raises:
        EngineError: pyffish or the program is missing, does not know the variant, or fails.
    """
    require()
    if "engine" in setup.players:
        located(setup.program, ())
    play_by_program(program_of(setup), games, keep, jobs=jobs)


def program_of(setup: GameSetup) -> GameProgram:
    """The program that plays a variant by pyffish."""
    played = json.dumps(asdict(setup))
    return GameProgram(
        code=_PROGRAM,
        packages=("wazir", "pyffish"),
        played=played,
        name=setup.name,
        nodes=setup.nodes,
    )


def play_by_program(
    program: GameProgram,
    games: int,
    keep: Callable[[GameData], object],
    jobs: int | None = None,
) -> None:
    """Plays games as *play* does, by any program."""
    asyncio.run(play_in_processes(program, games, keep, jobs=min(jobs or default_jobs(), games)))


async def play_in_processes(
    program: GameProgram, games: int, keep: Callable[[GameData], object], jobs: int
) -> None:
    """Plays games as *play_by_program* does, for callers with an event loop."""
    numbers = iter(range(games))
    await together(jobs, lambda: _play_some(program, numbers, keep))


async def together(jobs: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Does work several times at once. The first failure ends all."""
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(work())
    except ExceptionGroup as problems:
        raise problems.exceptions[0] from None


async def _play_some(
    program: GameProgram, numbers: Iterator[int], keep: Callable[[GameData], object]
) -> None:
    """Plays the next games, one after the other, in a process."""
    async with aclosing(_games(program, numbers)) as games:
        async for game in games:
            keep(game)


async def _games(program: GameProgram, numbers: Iterator[int]) -> AsyncGenerator[GameData, None]:
    """The next games, which a process plays.

    Raises:
        EngineError: The process is silent, crashes, or says why it fails.
    """
    name = program.name
    seconds = SECONDS_TO_ANSWER + program.nodes / NODES_PER_SECOND
    crash = f"The engine crashes on `{name}`."
    command = system.python(program.code, program.packages)
    try:
        async with running(command, max_bytes=None, max_line=_MAX_GAME, has_errors=True) as process:
            errors = asyncio.create_task(process.errors())
            process.write(f"{program.played}\n".encode())
            answer = await _answer(process, seconds)
            if answer == "unknown":
                process.write(b"", is_all=True)
                sentence = f"The engine does not load `{name}`."
                raise EngineError(_with_last_line(sentence, await errors))
            if not answer:
                raise EngineError(_with_last_line(crash, await errors))
            for number in numbers:
                process.write(f"{number}\n".encode())
                answer = await _answer(process, seconds)
                if not answer:
                    raise EngineError(_with_last_line(crash, await errors))
                yield json.loads(answer)
            errors.cancel()
    except TimeoutError:
        raise EngineError(f"The engine has no answer after {seconds:.0f} seconds.") from None
    except (CannotStart, TooMuchOutput, OSError, ValueError):
        raise EngineError(crash) from None


def _with_last_line(sentence: str, errors: bytes) -> str:
    """A sentence with the last line of the engine's errors."""
    last = errors.decode("utf-8", "replace").splitlines()[-1:]
    return " ".join([sentence, *" ".join(last).split()])


async def _answer(process: Program, seconds: float) -> str:
    """The next line with text; empty at the end of the process. Blank lines show that it runs.

    Raises:
        EngineError: The process says why it fails.
        TimeoutError: No line comes within *seconds*.
    """
    lines = process.lines()
    line = b"\n"
    while line and not line.strip():
        async with asyncio.timeout(seconds):
            line = await anext(lines, b"")
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    if text.startswith("failed "):
        raise EngineError(text.removeprefix("failed "))
    return text
