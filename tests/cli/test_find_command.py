"""`wazir find`: the shortest texts that reach some squares (Q18)."""

from __future__ import annotations

import json

from cli.running import wazir


def test_a_row_for_each_text() -> None:
    """In each notation and dialect; a square may be reached only quietly, or only by taking."""
    ran = wazir("find", "d5:quiet,c5:capture,e5:capture")

    assert ran.status == 0
    assert "Betza notation (xbetza)                  fmWfcF  " in ran.out
    assert "m(1, 1)!" in ran.out


def test_as_json_it_is_the_answer_to_scripts() -> None:
    """The same object as `wazir ask` gives."""
    ran = wazir("find", "d5,d6", "--square", "d4", "--on", "", "--format", "json")
    request = {"ask": "find", "square": "d4", "squares": {"d5": "both", "d6": "both"}, "on": []}

    assert json.loads(ran.out) == json.loads(
        wazir("ask", "--json-lines", stdin=json.dumps(request)).out
    )


def test_wrong_squares_are_a_usage_error() -> None:
    """One line, and nothing found."""
    for squares in ("d5:sometimes", "z9", "d4", ","):
        ran = wazir("find", squares, "--square", "d4")
        assert (ran.status, ran.out) == (2, "")


def test_squares_may_be_words() -> None:
    assert wazir("find", "d5", "d3", "c4", "e4").out == wazir("find", "d5,d3,c4,e4").out
