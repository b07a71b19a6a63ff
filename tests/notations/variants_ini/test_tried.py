"""The documented rules of built-in variants were tried in the program."""

from __future__ import annotations

import pyffish

from wazir_dev.variants import trying

MOVES = "moves of "
STEP = 6
"""Every sixth confirmed setting is tried again: a position takes milliseconds."""


def test_every_setting_is_confirmed_or_not() -> None:
    """The file has a row for each setting of a rule, and counts them as they are."""
    assert trying.TRIED.read_text("utf-8") == trying.text(trying.results())


def test_confirmed_settings_change_the_moves_of_their_positions() -> None:
    """The program has other moves in the position of a row without the setting."""
    confirmed = [result for result in trying.results() if result.difference.startswith(MOVES)]
    again = confirmed[::STEP]
    trying.load(result.setting for result in again)

    assert len(again) > 4
    for result in again:
        fen = result.difference.removeprefix(MOVES)
        variant = result.setting.variant
        with_it, without_it = (
            sorted(pyffish.legal_moves(name, fen, []))
            for name in (trying.whole(variant), result.setting.name_without)
        )
        assert with_it != without_it, result


def test_settings_that_were_not_tried_are_counted() -> None:
    """No result is a row with a question mark."""
    settings = trying.documented()
    first = trying.Tried(setting=settings[0], difference=trying.NOTHING)
    head, columns, *rows = trying.text([first]).splitlines()

    assert head == (
        f"# {len(settings)} settings, 0 confirmed, 1 without a difference (-), "
        f"{len(settings) - 1} not tried (?)"
    )
    assert columns == trying.COLUMNS.rstrip("\n")
    assert [row.rpartition("\t")[2] for row in rows] == ["-", *["?"] * (len(settings) - 1)]
