"""The rules of variants as pyffish, the library of Fairy-Stockfish, plays them.

It crashes on some texts, so it runs in a process with limits, and only when the user asks for it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from wazir import system
from wazir.engines import EngineError
from wazir.engines.process import CannotStart, Program, TooMuchOutput, running

SECONDS_TO_ANSWER = 20.0
"""The maximum time for a position, in seconds."""
_SECONDS_FOR_WINS = 120.0
"""The maximum time for the wins from a start, in seconds. Usually they take less than 10."""
MEMORY = 1 << 30
"""The maximum memory of a process, in bytes."""
_MAX_ANSWER = 100_000_000
"""Bytes of an answer. A position may have hundreds of thousands of moves with walls."""
_INVALID_FEN = "This is not a position of the variant in FEN."
_PROGRAM = "from wazir.engines.library import main; main()"


async def position(
    config: str, name: str, moves: Sequence[str] = (), start: str = ""
) -> dict[str, Any]:
    """A position of a variant: the fields of *features.game.variant.EngineState*.

    Args:
        config: The text of the file of variants.
        name: The variant.
        moves: The moves from the start, in the notation of UCI or in algebraic notation. The first
            illegal one and those after it are left out.
        start: The position in FEN from which they are played; empty for that of the variant.

    Raises:
        EngineError: pyffish is missing, does not know the variant, or fails; or the
            position is not one of the variant.
    """
    answer = await _ask("state", SECONDS_TO_ANSWER, config, name, list(moves), start)
    if "problem" in answer:
        raise EngineError(answer["problem"])
    return answer


def state(config: str, name: str, moves: Sequence[str] = (), start: str = "") -> dict[str, Any]:
    """What `position` returns, for callers without an event loop.

    Raises:
        EngineError: pyffish is missing, does not know the variant, or fails.
    """
    return asyncio.run(position(config, name, moves, start=start))


def divide(
    config: str,
    name: str,
    depth: int,
    patience: float | None = None,
    progress: Callable[[int], object] = lambda _count: None,
) -> dict[str, int]:
    """The number of lines of a length from the start by their first moves.

    Args:
        config: The text of the file of variants.
        name: The variant.
        depth: The length.
        patience: The maximum time in seconds; None without a limit.
        progress: Is called several times a second with the number of lines that are counted so far.

    Raises:
        EngineError: pyffish is missing, does not know the variant, or fails.
    """
    return asyncio.run(_ask("divide", patience, config, name, depth, progress=progress))


async def search_wins(config: str, name: str) -> dict[str, dict[str, Any]]:
    """The shortest wins of both sides from the start, as *engines.wins.wins* returns them.

    Args:
        config: The text of the file of variants.
        name: The variant.

    Raises:
        EngineError: pyffish is missing, does not know the variant, or fails.
    """
    return await _ask("wins", _SECONDS_FOR_WINS, config, name=name)


def wins(config: str, name: str) -> dict[str, dict[str, Any]]:
    """What `search_wins` returns, for callers without an event loop.

    Raises:
        EngineError: pyffish is missing, does not know the variant, or fails.
    """
    return asyncio.run(search_wins(config, name))


def require() -> None:
    """Checks that pyffish can run.

    Raises:
        EngineError: It cannot.
    """
    if not system.HAS_PROCESSES:
        raise EngineError(
            "The engine plays where the server runs on your machine, not in the browser."
        )
    if find_spec("pyffish") is None:
        raise EngineError(
            f"This needs pyffish. Install it with `{sys.executable} -m pip install pyffish`."
        )


async def _ask(
    question: str,
    patience: float | None,
    config: str,
    name: str,
    *more: object,
    progress: Callable[[int], object] = lambda _count: None,
) -> dict[str, Any]:
    require()
    command = system.python(_PROGRAM, ("wazir", "pyffish"))
    asked = json.dumps([question, config, name, *more])
    try:
        async with running(
            command,
            seconds=patience,
            max_bytes=_MAX_ANSWER,
            max_line=_MAX_ANSWER,
            has_errors=True,
        ) as library:
            library.write(asked.encode(), is_all=True)
            last, errors = await asyncio.gather(_last_line(library, progress), library.errors())
        answer: dict[str, Any] | None = json.loads(last)
    except TimeoutError:
        raise EngineError(f"The engine has no answer after {patience:.0f} seconds.") from None
    except (CannotStart, TooMuchOutput, OSError, ValueError):
        raise EngineError(f"The engine crashes on `{name}`.") from None
    if answer is None:
        said = " ".join(errors.decode("utf-8", "replace").splitlines()[-1:])
        raise EngineError(f"The engine does not load `{name}`. {said}".rstrip())
    return answer


async def _last_line(library: Program, progress: Callable[[int], object]) -> bytes:
    """The last line of the output; those before it that are counts go to *progress*."""
    last = b""
    async for line in library.lines():
        if last.startswith(_COUNTED):
            progress(int(last.removeprefix(_COUNTED)))
        last = line
    return last


# The process

_COUNTED = b"counted "
"""The start of a line with the number of lines of play that are counted so far."""
_PAUSE = 0.1
"""Seconds between two such lines."""


def main() -> None:
    """Answers one question on standard input."""
    system.limit_memory(MEMORY)
    question, config, name, *more = json.load(sys.stdin)
    import pyffish

    pyffish.load_variant_config(config)
    answer = _ANSWERS[question](pyffish, name, *more) if name in pyffish.variants() else None
    # The library may have written a part of a line.
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


def _state(engine: Any, name: str, moves: list[str], given: str) -> dict[str, object]:
    start = given or engine.start_fen(name)
    if given and engine.validate_fen(given, name) != engine.FEN_OK:
        return {"problem": _INVALID_FEN}
    try:
        engine.get_fen(name, start, moves)
    except (SystemError, ValueError):  # a move is illegal
        moves = _legal_moves(engine, name, start, asked=moves)
    is_over, result = engine.is_immediate_game_end(name, start, moves)
    is_immediate = is_over
    legal = [] if is_over else engine.legal_moves(name, start, moves)
    fen = engine.get_fen(name, start, moves)
    if not is_over and not legal:
        is_over, result = True, engine.game_result(name, start, moves)
    return {
        "start": given,
        "fen": fen,
        "played": list(
            zip(moves, engine.get_san_moves(name, start, moves) if moves else (), strict=True)
        ),
        "legal": [(move, *_described(engine, name, fen, move=move)) for move in legal],
        "is_check": engine.gives_check(name, start, moves),
        "result": (result > 0) - (result < 0) if is_over else None,
        "can_claim": engine.is_optional_game_end(name, start, moves)[0],
        "is_immediate": is_immediate,
    }


def _legal_moves(engine: Any, name: str, start: str, asked: Sequence[str]) -> list[str]:
    """The first moves that are legal, in the notation of UCI."""
    moves = list[str]()
    for move in asked:
        legal = engine.legal_moves(name, start, moves)
        if move not in legal:
            fen = engine.get_fen(name, start, moves)
            spelled = {_bare(engine.get_san(name, fen, each)): each for each in legal}
            if _bare(move) not in spelled:
                break
            move = spelled[_bare(move)]
        moves.append(move)
    return moves


def _bare(move: str) -> str:
    """A move in algebraic notation without the signs of check and of comments."""
    return move.rstrip("+#!?")


def _described(engine: Any, name: str, fen: str, move: str) -> tuple[str, bool]:
    """A move in algebraic notation, and whether it captures. Hundreds of moves with walls would
    take seconds.
    """
    if "," in move:
        return ("", False)
    return (engine.get_san(name, fen, move), engine.is_capture(name, fen, [], move))


def _divide(engine: Any, name: str, depth: int) -> dict[str, int]:
    start, counted, reported = engine.start_fen(name), 0, time.monotonic()

    def count(moves: list[str]) -> int:
        nonlocal counted, reported
        if len(moves) == depth:
            return 1
        legal = engine.legal_moves(name, start, moves)
        if len(moves) + 1 < depth:
            return sum(count([*moves, move]) for move in legal)
        counted += len(legal)
        if time.monotonic() - reported > _PAUSE:
            reported = time.monotonic()
            sys.stdout.write(f"\n{_COUNTED.decode()}{counted}\n")
            sys.stdout.flush()
        return len(legal)

    return {move: count([move]) for move in sorted(engine.legal_moves(name, start, []))}


def _wins(engine: Any, name: str) -> object:
    from wazir.engines.wins import wins as wins_of_both_sides

    return wins_of_both_sides(engine, name)


_ANSWERS: Mapping[str, Callable[..., object]] = {
    "state": _state,
    "divide": _divide,
    "wins": _wins,
}
