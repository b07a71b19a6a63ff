"""The time that a search takes for an action of a game with clocks."""

from __future__ import annotations

from typing import NamedTuple

from wazir.ben39.search import Report


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
