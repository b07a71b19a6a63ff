"""A Fairy-Stockfish program, which the user names, over UCI: it plays variants, and checks files of
them.

Each question has a process of its own with limits, which ends with its answer or with the server.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from wazir.engines import EngineError
from wazir.engines.process import CannotStart, Program, TooMuchOutput, running

SECONDS_TO_ANSWER = 10.0
"""Seconds for the answer to a question, besides the time to think."""
_LAST_WORDS = 1.0
"""Seconds for the end of a program that has closed its output."""
_MAX_LINKS = 40
_MOVE = "bestmove "
"""The start of the last line of a search."""
_SCORE = re.compile(r"info .*?depth (\d+) .*?score (cp|mate) (-?\d+)")


class BestMove(NamedTuple):
    """The move of an engine."""

    move: str
    summary: str
    """The depth of the search and its score, as a sentence."""


async def best_move(
    program: str,
    variant: tuple[str, str],
    moves: Sequence[str],
    skill: int,
    seconds: float,
    *,
    nodes: int | None = None,
    start: str = "",
    folders: Iterable[Path] = (),
) -> BestMove:
    """The move that a program plays.

    Args:
        program: The path of the program.
        variant: The text of the file of the variant, and its name.
        moves: The moves from the start, which are legal, in the notation of UCI.
        skill: The strength: from -20 to 20.
        seconds: The maximum time to think.
        nodes: The maximum number of positions.
        start: The position in FEN at the start; empty for that of the variant.
        folders: The open folders. A program in one of them is not run.

    Raises:
        EngineError: There is no such program, or it fails.
    """
    config, name = variant
    search = search_commands(name, moves, skill, seconds=seconds, nodes=nodes, start=start)
    commands = [*_given("load", config), *search]
    late = "plays no move within its time"
    async with _started(program, folders, seconds + SECONDS_TO_ANSWER, late=late) as engine:
        engine.write(("\n".join(commands) + "\n").encode())
        written = list[str]()
        async for line in engine.lines():
            written.append(line.decode("utf-8", "replace"))
            if written[-1].startswith(_MOVE):
                break
        else:
            await engine.status(_LAST_WORDS)
    return found_move(written)


def search_commands(
    name: str,
    moves: Sequence[str],
    skill: int,
    *,
    seconds: float,
    nodes: int | None = None,
    start: str = "",
) -> list[str]:
    """The commands of UCI that search for a move, in an engine that has loaded the variant. The
    arguments are those of `best_move`.
    """
    limits = f"nodes {nodes} " * (nodes is not None)
    position = f"fen {' '.join(start.split())}" if start else "startpos"
    return [
        f"setoption name UCI_Variant value {name}",
        f"setoption name Skill Level value {skill}",
        f"position {position}{' moves' * bool(moves)} {' '.join(moves)}".rstrip(),
        f"go {limits}movetime {int(seconds * 1000)}",
    ]


def found_move(lines: Sequence[str]) -> BestMove:
    """The move at the end of a search, of which an engine has written some lines.

    Raises:
        EngineError: There is none.
    """
    if not lines or not lines[-1].startswith(_MOVE):
        raise EngineError("The engine ends without a move: it may crash on this variant.")
    scores = [match for match in map(_SCORE.match, lines) if match]
    summary = _summary(*scores[-1].groups()) if scores else ""
    return BestMove(lines[-1].split()[1], summary)


def _summary(depth: str, kind: str, value: str) -> str:
    score = f"{int(value) / 100:+.2f}" if kind == "cp" else f"mate in {abs(int(value))}"
    return f"Depth {depth}, {score}."


# A program that plays whole games


_BOUND = re.compile(r"\b(?:lower|upper)bound\b")
"""A score that is only a bound of it."""
NODES_PER_SECOND = 10_000
"""What even a slow program searches."""
_MATE = 100_000
"""The score of a mate, in hundredths of a pawn, less the moves that it takes."""


class SearchedMove(NamedTuple):
    """The move of a program."""

    move: str
    score: int | None
    """In hundredths of a pawn, from the side of the player; None if the program tells none."""


class Search:
    """A running program that plays a variant at a fixed number of nodes."""

    def __init__(self, program: Program, runner: asyncio.Runner, name: str, nodes: int) -> None:
        self._program, self._runner = program, runner
        self._name, self._nodes = name, nodes

    def reset(self) -> None:
        """Begins a new game: the program forgets what it has searched."""
        self._program.write(b"ucinewgame\n")

    def best_move(self, moves: Sequence[str]) -> SearchedMove:
        """The move after some moves from the start.

        Raises:
            EngineError: The program ends, or plays none in time.
        """
        return self._runner.run(self._best_move(moves))

    async def _best_move(self, moves: Sequence[str]) -> SearchedMove:
        start = f"position startpos{' moves' * bool(moves)} {' '.join(moves)}".rstrip()
        self._program.write(f"{start}\ngo nodes {self._nodes}\n".encode())
        score = None
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER + self._nodes / NODES_PER_SECOND):
                async for line in self._program.lines():
                    words = line.decode("utf-8", "replace")
                    match = _SCORE.match(words)
                    if match and not _BOUND.search(words):
                        score = _score(match[2], int(match[3]))
                    elif words.startswith("bestmove "):
                        return SearchedMove(words.split()[1], score)
        except TimeoutError:
            raise EngineError(f"`{self._name}` plays no move within its time.") from None
        raise EngineError("The engine ends without a move: it may crash on this variant.")


def _score(kind: str, value: int) -> int:
    """A score in hundredths of a pawn."""
    if kind == "cp":
        return value
    return (_MATE if value > 0 else -_MATE) - value


@contextmanager
def searching(program: str, variant: tuple[str, str], nodes: int) -> Iterator[Search]:
    """A program that plays a variant, for callers without an event loop.

    Args:
        program: The path of the program.
        variant: The text of the file of the variant, and its name.
        nodes: The positions that it searches for a move.

    Raises:
        EngineError: There is no such program, or it does not start.
    """
    config, name = variant
    commands = [
        *(_given("load", config) if config else ()),
        f"setoption name UCI_Variant value {name}",
        "setoption name Threads value 1",
    ]
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        started = runner.run(stack.enter_async_context(_endless(program)))
        try:
            started.write(("\n".join(["uci", *commands]) + "\n").encode())
            yield Search(started, runner, Path(program).name, nodes=nodes)
        finally:
            runner.run(stack.aclose())


@asynccontextmanager
async def _endless(program: str) -> AsyncIterator[Program]:
    """A running program without bounds of time and of output, which others set."""
    path = located(program, ())
    try:
        async with running(
            [str(path.given)],
            path=str(path.file),
            folder=str(path.file.parent),
            max_bytes=None,
        ) as started:
            yield started
    except (CannotStart, OSError) as problem:
        raise EngineError(f"`{Path(program).name}` does not start: {problem}.") from None


async def messages(program: str, config: str, folders: Iterable[Path] = ()) -> list[str]:
    """The messages of a program about a file of variants.

    Args:
        program: The path of the program.
        config: The text of the file.
        folders: The open folders. A program in one of them is not run.

    Raises:
        EngineError: There is no such program, or it fails.
    """
    commands = "\n".join([*_given("check", config), "quit", ""])
    late = f"checks no file within {SECONDS_TO_ANSWER:.0f} seconds"
    async with _started(program, folders, SECONDS_TO_ANSWER, late=late, has_errors=True) as engine:
        engine.write(commands.encode(), is_all=True)
        said = (await engine.errors()).decode("utf-8", "replace").splitlines()
        is_crash = await engine.status() != 0
    return [*said, "The engine crashes."] if is_crash else said


def check(program: str, config: str) -> list[str]:
    """What `messages` returns, for callers without an event loop.

    Raises:
        EngineError: There is no such program, or it fails.
    """
    return asyncio.run(messages(program, config))


@asynccontextmanager
async def _started(
    program: str,
    folders: Iterable[Path],
    seconds: float,
    late: str,
    *,
    has_errors: bool = False,
) -> AsyncIterator[Program]:
    """A running program. Its problems become errors of an engine; *late* is that of its time."""
    path = located(program, folders)
    name = f"`{Path(program).name}`"
    try:
        async with running(
            [str(path.given)],
            path=str(path.file),
            folder=str(path.file.parent),
            seconds=seconds,
            has_output=not has_errors,
            has_errors=has_errors,
        ) as started:
            yield started
    except CannotStart as reason:
        raise EngineError(f"{name} does not start: {reason}.") from None
    except TooMuchOutput:
        raise EngineError(f"{name} is not an engine for UCI.") from None
    except TimeoutError:
        raise EngineError(f"{name} {late}.") from None
    except OSError as problem:
        raise EngineError(f"{name} does not start: {problem.strerror}.") from None


def _given(command: str, config: str) -> list[str]:
    """A command with a text. Its last line cannot be in the text, which could give commands of its
    own.
    """
    end = uuid4().hex
    return [f"{command} <<{end}", config, end]


# The path of a program


class Located(NamedTuple):
    """A program that may be run."""

    given: Path
    """The path that the user names."""
    file: Path
    """The file to which its links lead."""


def located(program: str, folders: Iterable[Path]) -> Located:
    """The file of a program that the user names.

    Raises:
        EngineError: It is not the whole path of a file, or it leads through an open folder, whose
            files may be from anybody.
    """
    path = Path(program).expanduser()
    if not program or not path.is_absolute() or not path.is_file():
        raise EngineError(f"`{program}` is not the whole path of a program.")
    visited = list(_visited(path))
    for folder in folders:
        if any(_is_inside(place, folder) for place in visited):
            raise EngineError(
                f"`{program}` is not run, because it leads into the open folder "
                f"`{folder.name or folder}`. Move the program out of it."
            )
    return Located(path, visited[-1])


def _visited(path: Path) -> Iterator[Path]:
    """The places through which the links of a path lead; the last one is the file itself."""
    place = Path(path.anchor)
    pending = list(reversed(path.parts[1:]))
    links = 0
    while pending:
        part = pending.pop()
        if part == "..":
            place = place.parent
            continue
        place = place / part
        yield place
        if place.is_symlink() and links < _MAX_LINKS:
            links += 1
            target = place.readlink()
            place = Path(target.anchor) if target.is_absolute() else place.parent
            pending += reversed(target.parts[target.is_absolute() :])


def _is_inside(place: Path, folder: Path) -> bool:
    """Whether a path is in a folder, however both are written."""
    return any(_is_same(parent, folder) for parent in place.parents)


def _is_same(parent: Path, folder: Path) -> bool:
    try:
        return parent.samefile(folder)
    except OSError:
        return parent == folder
