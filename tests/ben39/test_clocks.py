"""The clocks of two people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.ben39.clocks import Clocks, TimeControl, clocks, shown, time_control
from wazir.ben39.position import Side

W, B = Side.WHITE, Side.BLACK
SPENT = st.lists(st.none() | st.integers(0, 90).map(float), max_size=12)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10+5", TimeControl(600, 5)),
        ("0.5", TimeControl(30, 0)),
        ("3+2.5", TimeControl(180, 2.5)),
        ("0+5", None),
        ("10+", None),
        ("-1", None),
        ("1e3", None),
        ("١٠", None),
        ("9999", None),
    ],
)
def test_a_time_control_is_read(text: str, control: TimeControl | None) -> None:
    assert time_control(text) == control


@pytest.mark.parametrize(
    ("first", "spent", "thinking", "left", "fallen"),
    [
        (W, [], 0, (60, 60), None),
        (W, [20, 30], 10, (35, 35), None),
        (B, [20], 10, (50, 45), None),
        (W, [None, 30], 0, (60, 35), None),
        (W, [59], 0, (6, 60), None),
        (W, [60], 0, (0, 60), W),
        (W, [], 61, (0, 60), W),
        (W, [10, 70, 0], 0, (55, 0), B),
    ],
)
def test_a_side_loses_whose_time_runs_out(
    first: Side,
    spent: list[float | None],
    thinking: float,
    left: tuple[float, float],
    fallen: Side | None,
) -> None:
    """The increment comes after the action, and too late for a flag that has fallen."""
    assert clocks(TimeControl(60, 5), first, spent, thinking) == Clocks(left, fallen)


@given(SPENT, st.integers(0, 90))
def test_no_time_is_lost(spent: list[float | None], thinking: int) -> None:
    """While no flag falls, both times together are those of the start, less what was spent, with
    the increments.
    """
    clock = clocks(TimeControl(300, 3), W, spent, thinking)
    timed = [seconds for seconds in spent if seconds is not None]

    if clock.fallen is None:
        assert sum(clock.left) == 600 - sum(timed) + 3 * len(timed) - thinking
    else:
        assert clock.left[clock.fallen] == 0


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (0.2, "0:01"), (598, "9:58"), (3600, "1:00:00")]
)
def test_times_are_shown_as_on_a_clock(seconds: float, text: str) -> None:
    assert shown(seconds) == text
