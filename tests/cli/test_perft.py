"""`wazir ben39 perft`: counts of lines, with a sign of life where they take long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.running import ROOT, ben39

OPENING = ROOT / "samples" / "ben39" / "opening.ben39"


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 324), (2, 103184)])
def test_g27_the_count_stands_alone(depth: int, count: int) -> None:
    """Of one record nothing else is written."""
    ran = ben39("perft", OPENING, str(depth))

    assert (ran.status, ran.out, ran.err) == (0, f"{count}\n", "")


def test_a_line_for_each_first_action() -> None:
    """They add up to the last line, in the order of letters."""
    *lines, total = ben39("perft", OPENING, "--divide", "2").out.splitlines()
    counts = dict(line.split(" ") for line in lines)

    assert list(counts) == ben39("actions", OPENING).out.splitlines()
    assert sum(map(int, counts.values())) == int(total) == 103184


def test_deep_counts_are_made_of_parts() -> None:
    """A count of three actions, taken from a position with few."""
    line = "fen: 2k/5/7/7/7/5/K2 4/6/8/8/8/8/1C+4/1Cx2 n4,b12 w - -"
    first = ben39("perft", "-", "1", stdin=line).out
    *lines, total = ben39("perft", "-", "3", "--divide", stdin=line).out.splitlines()

    assert len(lines) == int(first) > 1
    assert f"{total}\n" == ben39("perft", "-", "3", stdin=line).out
    assert [*lines, total] == ben39(
        "perft", "-", "3", "--divide", "--bulk", stdin=line
    ).out.splitlines()
    assert f"{total}\n" == ben39("perft", "-", "3", "--bulk", stdin=line).out


def test_several_records_stand_below_their_names() -> None:
    """One that was asked for stands alone."""
    text = "position a\nposition b\nmoves: X@e5\n"

    assert ben39("perft", "-", "1", stdin=text).out == "a\n324\n\nb\n319\n"
    assert ben39("perft", "-", "--record", "b", "1", stdin=text).out == "319\n"


@pytest.mark.parametrize("depth", ["-1", "x", "100", "1.5"])
def test_wrong_depths_are_refused(depth: str) -> None:
    """The depth is a whole number, and not so great that nobody would see the end."""
    ran = ben39("perft", OPENING, depth)

    assert (ran.status, ran.out) == (2, "")


def test_an_interrupt_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count so far goes to standard error, for it is no count."""

    def counting(*_: object) -> Iterator[int]:
        yield 1234
        raise KeyboardInterrupt

    monkeypatch.setattr("wazir.cli.ben39.perft.parts", counting)
    ran = ben39("perft", OPENING, "3")

    assert (ran.status, ran.out, ran.err) == (130, "", "Interrupted after 1,234 lines.\n")


def test_who_looks_at_a_terminal_sees_it_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, on standard error; the line is taken away at the end."""
    monkeypatch.setattr("wazir.cli.console.SECONDS_UNSEEN", 0.0)
    ran = ben39("perft", OPENING, "2", terminal=True)

    assert "103,184 lines counted ..." in ran.err
    assert ran.err.endswith("\r\x1b[K")
    assert ran.out == "103184\n"
