"""A Fairy-Stockfish program, which the user names, over UCI: it plays variants, and checks files of them.

Each question has a process of its own with limits, which ends with its answer or with the server.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from wazir import system
from wazir.engines import EngineError

PATIENCE = 10.0
"""Seconds for the answer to a question, besides the time to think."""
_LONGEST_LINE = 100_000
_NICENESS = 10
_SCORE = re.compile(r"info .*?depth (\d+) .*?score (cp|mate) (-?\d+)")


class BestMove(NamedTuple):
    """The move of an engine."""

    move: str
    summary: str
    """The depth of the search and its score, as a sentence."""


async def best_move(
    program: str, variant: tuple[str, str], moves: Sequence[str], skill: int, seconds: float
) -> BestMove:
    """The move that a program plays.

    Args:
        program: The path of the program.
        variant: The text of the file of the variant, and its name.
        moves: The moves from the start, which are legal, in the notation of UCI.
        skill: The strength: from -20 to 20.
        seconds: The time to think.

    Raises:
        EngineError: There is no such program, or it fails.
    """
    config, name = variant
    commands = [
        *_given("load", config),
        f"setoption name UCI_Variant value {name}",
        f"setoption name Skill Level value {skill}",
        f"position startpos{' moves' * bool(moves)} {' '.join(moves)}".rstrip(),
        f"go movetime {int(seconds * 1000)}",
    ]
    try:
        process = await asyncio.create_subprocess_exec(
            _path(program),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )
    except OSError as problem:
        raise _cannot_start(program, problem) from None
    try:
        system.step_back(process.pid, _NICENESS)
        assert process.stdin
        process.stdin.write(("\n".join(commands) + "\n").encode())
        async with asyncio.timeout(seconds + PATIENCE):
            return await _heard(process)
    except TimeoutError:
        raise EngineError(f"`{Path(program).name}` plays no move within its time.") from None
    except (OSError, ValueError):
        raise EngineError(f"`{Path(program).name}` is not an engine for UCI.") from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _heard(process: asyncio.subprocess.Process) -> BestMove:
    summary = ""
    assert process.stdout
    async for line in process.stdout:
        words = line.decode("utf-8", "replace")
        if match := _SCORE.match(words):
            depth, kind, value = match.groups()
            score = f"{int(value) / 100:+.2f}" if kind == "cp" else f"mate in {abs(int(value))}"
            summary = f"Depth {depth}, {score}."
        elif words.startswith("bestmove"):
            return BestMove(words.split()[1], summary)
    raise EngineError("The engine ends without a move: it may crash on this variant.")


def check(program: str, config: str) -> list[str]:
    """The messages of a program about a file of variants.

    Raises:
        EngineError: There is no such program, or it fails.
    """
    commands = "\n".join([*_given("check", config), "quit", ""])
    try:
        ran = subprocess.run(
            [_path(program)], input=commands.encode(), capture_output=True, timeout=PATIENCE
        )
    except OSError as problem:
        raise _cannot_start(program, problem) from None
    except subprocess.TimeoutExpired:
        raise EngineError(
            f"`{Path(program).name}` checks no file within {PATIENCE:.0f} seconds."
        ) from None
    messages = ran.stderr.decode("utf-8", "replace").splitlines()
    return messages if ran.returncode == 0 else [*messages, "The engine crashes."]


def _given(command: str, config: str) -> list[str]:
    """A command with a text. Its last line cannot be in the text, which could give commands of its own."""
    end = uuid4().hex
    return [f"{command} <<{end}", config, end]


def _path(program: str) -> str:
    """The path of a program.

    Raises:
        EngineError: It is not the whole path of a file.
    """
    path = Path(program).expanduser()
    if not program or not path.is_absolute() or not path.is_file():
        raise EngineError(f"`{program}` is not the whole path of a program.")
    return str(path)


def _cannot_start(program: str, problem: OSError) -> EngineError:
    return EngineError(f"`{Path(program).name}` does not start: {problem.strerror}.")
