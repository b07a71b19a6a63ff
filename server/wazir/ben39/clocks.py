"""Clocks of a game between two people, and the time that a search takes for an action of a game
with clocks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import NamedTuple

from wazir.ben39.position import Side
from wazir.ben39.search import Report
from wazir.ben39.words import title

_CONTROL = re.compile(
    r"(?P<minutes>\d{1,3}(?:\.\d{1,3})?)(?:\+(?P<seconds>\d{1,3}(?:\.\d{1,3})?))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each side at the start, and what each of its actions adds, in seconds."""

    time: float
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of both sides."""

    left: tuple[float, float]
    """White's and Black's time, in seconds."""
    fallen: Side | None
    """The side whose time ran out first; it has lost."""

    @property
    def result(self) -> str:
        """The end of the game on time as a sentence; empty if no flag has fallen."""
        if self.fallen is None:
            return ""
        return f"{title(self.fallen)}'s flag has fallen. {title(self.fallen.other)} wins on time."


def time_control(text: str) -> TimeControl | None:
    """The time control of a text: `10+5` is ten minutes, and five seconds for each action. None if
    it is invalid.
    """
    match = _CONTROL.fullmatch(text)
    if match is None or not float(match["minutes"]):
        return None
    return TimeControl(float(match["minutes"]) * 60, float(match["seconds"] or 0))


def clocks(
    control: TimeControl, first: Side, spent: Sequence[float | None], thinking: float = 0.0
) -> Clocks:
    """The clocks after some actions of both sides in turn.

    Args:
        control: The time control.
        first: The side of the first action.
        spent: The seconds of each action; None for one that was played without clocks.
        thinking: The seconds since the last action.
    """
    left = dict.fromkeys(Side, control.time)
    for side, seconds in zip(cycle((first, first.other)), (*spent, thinking)):
        if seconds is not None:
            left[side] -= seconds
            if left[side] <= 0:
                return _clocks(left, side)
            left[side] += control.increment
    left[side] -= control.increment  # it is still thinking
    return _clocks(left, None)


def _clocks(left: dict[Side, float], fallen: Side | None) -> Clocks:
    return Clocks((max(left[Side.WHITE], 0.0), max(left[Side.BLACK], 0.0)), fallen)


def shown(seconds: float) -> str:
    """A time as on a clock, rounded up: `9:58`, `1:00:00`."""
    minutes, second = divmod(math.ceil(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


# The time of a search


class Allotment(NamedTuple):
    """The time for an action, in seconds."""

    usual: float
    most: float
    """The limit if the best action turns out worse than it seemed."""


_TO_GO = 30
"""The number of actions for which the time has to suffice, if it is not known."""
_SHARE = 0.75
"""The share of an increment that is spent at once."""
_STRETCH = 4
"""The maximum time for an action, as a multiple of the usual one."""
_LEAST = 0.001
_FALL = 50
"""The loss of the best line, in centipawns, that is worth more time."""


def allot(left: float, increment: float = 0, to_go: int | None = None) -> Allotment:
    """The time for an action.

    Args:
        left: The seconds on the clock.
        increment: The seconds that are added after each action.
        to_go: The number of actions until time is added.
    """
    usual = left / max(to_go or _TO_GO, 1) + _SHARE * increment
    most = min(_STRETCH * usual, left if to_go == 1 else left / 2)
    return Allotment(max(min(usual, most), _LEAST), max(most, _LEAST))


def is_enough(report: Report, previous: Report | None, time: Allotment) -> bool:
    """Whether a search has taken enough time.

    Args:
        report: The last report.
        previous: The first report with the same completed depth; None if *report* is the first.
        time: The time for the action.
    """
    if not report.lines:
        return False
    if previous is None:  # an iteration takes several times as long as the one before
        return 2 * report.seconds >= time.usual
    fell = bool(previous.lines) and previous.lines[0].score - report.lines[0].score > _FALL
    return report.seconds >= (time.most if fell else time.usual)
