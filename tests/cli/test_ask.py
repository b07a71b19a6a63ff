"""`wazir ask`: questions of scripts as JSON lines."""

from __future__ import annotations

import json

from cli.running import wazir


def test_each_line_gets_a_line() -> None:
    """What cannot be answered is an error under its id; blank lines get no answer."""
    lines = ['{"id": 1, "ask": "weather"}', "", '{"id": 2}', "nonsense", '{"id": 3, "ask": 7}']
    ran = wazir("ask", "--json-lines", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]

    assert ran.status == 0
    assert [answer.get("id") for answer in answers] == [1, 2, None, 3]
    assert answers[0]["error"].startswith("There is no question `weather`")
    assert answers[1]["error"] == "`ask` is missing."
    assert all("error" in answer for answer in answers)


def test_without_json_lines_it_is_a_usage_error() -> None:
    """There is no question on the command line yet."""
    ran = wazir("ask")

    assert (ran.status, ran.out) == (2, "")
