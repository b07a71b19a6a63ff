r"""Searches positions of Ben39 for another program, which writes commands of UCI to standard
input and reads the answers from standard output: uci, isready, setoption, ucinewgame, position, go,
stop, quit. The page Engine protocol of the documentation describes them. The process ends when its
input does.

examples:
  wazir ben39 engine
  printf 'position startpos\ngo nodes 2000\n' | wazir ben39 engine
"""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from wazir import __version__
from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.clocks import Allotment, allot, is_enough
from wazir.ben39.position import OPENING, Side, turn
from wazir.ben39.reading import play
from wazir.ben39.rules import actions
from wazir.ben39.search import Limits, Report, search
from wazir.cli.command import Status
from wazir.cli.console import safe

_MAX_LETTERS = 60
"""The maximum length of a quoted text, in characters."""
_DIGITS = 15
"""The maximum length of a number."""

_YOUNG = 50_000
"""New objects until garbage is collected. A search makes many without cycles, so that each
collection is in vain.
"""


class RefusedError(Exception):
    """A command that cannot be done. The message is a sentence for the user."""


_tell = partial(print, flush=True)


def _quoted(text: str) -> str:
    return f"`{text[:_MAX_LETTERS]}{'…' * (len(text) > _MAX_LETTERS)}`"


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS else None


# The input


class Input:
    """The commands of standard input, which a thread reads while a search runs."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[list[str]] = SimpleQueue()
        self._waiting: deque[list[str]] = deque()
        """Commands that arrived during a search."""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read to the end from a stream of its own, so that the process can end while the thread
        waits for input.
        """
        with open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False) as stream:
            for line in stream:
                self._lines.put(line.split())
        self._lines.put(["quit"])

    def next(self) -> list[str]:
        """The words of the next command; `quit` at the end of the input."""
        return self._waiting.popleft() if self._waiting else self._lines.get()

    def stops(self, *, wait: bool = False) -> bool:
        """Whether a command ends the running search. Others are kept until it has ended, except
        `isready`.
        """
        while ["quit"] not in self._waiting:
            try:
                words = self._lines.get(block=wait)
            except Empty:
                return False
            if words == ["stop"]:
                return True
            if words == ["isready"]:
                _tell("readyok")
            else:
                self._waiting.append(words)
        return True


# Commands


class EngineOption(NamedTuple):
    """An option, which is a whole number."""

    default: int
    least: int
    most: int


OPTIONS = {"MultiPV": EngineOption(1, 1, 500), "Move Overhead": EngineOption(30, 0, 5_000)}
"""The options: the number of lines, and the milliseconds that an answer takes to arrive."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The state between two commands."""

    input: Input
    game: Game = field(default_factory=lambda: Game(OPENING))
    options: Mapping[str, int] = field(
        default_factory=lambda: {name: option.default for name, option in OPTIONS.items()}
    )


def _uci(engine: Engine, _: list[str]) -> Engine:
    _tell(f"id name Wazir {__version__}\nid author The Wazir authors")
    for name, (default, least, most) in OPTIONS.items():
        _tell(f"option name {name} type spin default {default} min {least} max {most}")
    _tell("uciok")
    return engine


def _isready(engine: Engine, _: list[str]) -> Engine:
    _tell("readyok")
    return engine


def _setoption(engine: Engine, words: list[str]) -> Engine:
    name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
    known = {option.lower(): option for option in OPTIONS}.get(name.lower())
    if known is None:
        raise RefusedError(f"There is no option {_quoted(name)}.")
    _, least, most = OPTIONS[known]
    number = _number(value)
    if number is None or not least <= number <= most:
        raise RefusedError(f"`{known}` is a whole number from {least} to {most}.")
    return replace(engine, options={**engine.options, known: number})


def _position(engine: Engine, words: list[str]) -> Engine:
    end = words.index("moves") if "moves" in words else len(words)
    match words[:end]:
        case ["startpos"]:
            start = OPENING
        case ["fen", *parts]:
            position = fen.read(" ".join(parts))
            if position.state is None:
                raise RefusedError(f"{position.faults[0].message} The position is not changed.")
            start = position.state
        case _:
            raise RefusedError(
                "Write `position startpos` or `position fen` with a position in its one-line form."
            )
    game, refused = play(Game(start), words[end + 1 :])
    if refused:
        raise RefusedError(f"{refused.reason} The position is not changed.")
    return replace(engine, game=game)


_CLOCKS = {Side.WHITE: ("wtime", "winc"), Side.BLACK: ("btime", "binc")}
_NUMBERS = {"depth", "nodes", "movetime", "movestogo", *_CLOCKS[Side.WHITE], *_CLOCKS[Side.BLACK]}


def _go(engine: Engine, words: list[str]) -> Engine:
    state, numbers = engine.game.state, _numbers_of_go(words)
    clock, increment = _CLOCKS[turn(state)]
    time: Allotment | None = None
    if clock in numbers:
        left = max(numbers[clock] - engine.options["Move Overhead"], 0)
        time = allot(left / 1_000, numbers.get(increment, 0) / 1_000, numbers.get("movestogo"))
    seconds = numbers["movetime"] / 1_000 if "movetime" in numbers else time and time.most
    limits = Limits(
        numbers.get("depth"), numbers.get("nodes"), seconds, lines=engine.options["MultiPV"]
    )
    report = _searched(engine, limits, time)
    if "infinite" in words and report.done:
        engine.input.stops(wait=True)
    best = report.lines[0].actions if report.lines else actions(state)
    _tell(f"bestmove {spell(best[0]) if best else '(none)'}")
    return engine


def _numbers_of_go(words: list[str]) -> dict[str, int]:
    """The numbers of `go` by name. Unknown words are skipped, as UCI says."""
    numbers = dict[str, int]()
    remaining = iter(words)
    for word in remaining:
        if word in _NUMBERS:
            text = next(remaining, "")
            number = _number(text)
            if number is None:
                raise RefusedError(f"`{word}` needs a whole number, not {_quoted(text)}.")
            numbers[word] = max(number, 0)
        elif word != "infinite":
            _inform(f"`go` has no {_quoted(word)}.")
    return numbers


def _searched(engine: Engine, limits: Limits, time: Allotment | None) -> Report:
    """The last report of a search; those with news are printed."""
    shown = previous = None
    for report in search(engine.game.state, limits, engine.game.states):
        if shown is None or _has_news(report, shown):
            _show(report)
            shown = report
        if previous and previous.depth != report.depth:
            previous = None
        has_answer = bool(report.lines) and not report.done
        if has_answer and (engine.input.stops() or (time and is_enough(report, previous, time))):
            break
        previous = previous or report
    return report


def _has_news(report: Report, shown: Report) -> bool:
    """Whether a report says more than the one that was shown last."""
    if (report.depth, report.lines) != (shown.depth, shown.lines):
        return True
    return report.done and report.nodes != shown.nodes


def _show(report: Report) -> None:
    """Print each line of a report."""
    speed = round(report.nodes / report.seconds) if report.seconds else 0
    spent = f"nodes {report.nodes} nps {speed} time {round(report.seconds * 1_000)}"
    for number, line in enumerate(report.lines, 1):
        score = f"cp {line.score}" if line.mate is None else f"mate {line.mate}"
        pv = " ".join(["", *map(spell, line.actions)])
        _tell(f"info depth {report.depth} multipv {number} score {score} {spent} pv{pv}")


def _inform(text: str) -> None:
    _tell(f"info string {safe(text)}")


COMMANDS: Mapping[str, Callable[[Engine, list[str]], Engine]] = {
    "uci": _uci,
    "isready": _isready,
    "setoption": _setoption,
    "ucinewgame": lambda engine, _: replace(engine, game=Game(OPENING)),
    "position": _position,
    "go": _go,
    "stop": lambda engine, _: engine,  # the search has ended already
}
"""The commands by name, besides `quit`."""


def add_arguments(_: ArgumentParser) -> None:
    """The command has no arguments."""


def run(_: Namespace) -> int:
    """Run the command and return its exit status."""
    gc.set_threshold(_YOUNG)
    engine = Engine(Input())
    while (words := engine.input.next()) != ["quit"]:
        if not words:
            continue
        command = COMMANDS.get(words[0])
        try:
            if command is None:
                raise RefusedError(f"There is no command {_quoted(words[0])}.")
            engine = command(engine, words[1:])
        except RefusedError as refused:
            _inform(str(refused))
    return Status.CLEAN
