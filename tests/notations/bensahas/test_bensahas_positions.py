"""What pieces do in positions, against expectations worked out by hand from the specification."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wazir.features.requests import answer

CASES = [
    part.partition("\n")
    for part in re.split(
        r"^== ", Path(__file__).with_name("positions.txt").read_text("utf-8"), flags=re.M
    )[1:]
]


def request(source: str, place: str) -> dict[str, object]:
    """The request for a text and what is said of the position."""
    square, *words = place.split()
    asked: dict[str, object] = {"notation": "bensahas", "source": source, "square": square}
    sides: dict[str, dict[str, str]] = {"o": {}, "x": {}}
    side = ""
    for number, word in enumerate(words):
        if word in sides:
            side = word
        elif word == "black":
            asked["side"] = "black"
        elif word == "moved":
            asked["virgin"] = False
        elif word == "board":
            asked["board"] = words[number + 1]
        elif side:
            at, _, name = word.partition("=")
            sides[side][at] = name
    return asked | {"friends": sides["o"], "foes": sides["x"]}


def written(result: dict[str, object]) -> str:
    """A result as the cases write it."""
    takes, becomes, when = (result.get(key, []) for key in ("takes", "becomes", "when"))
    assert isinstance(takes, list)
    assert isinstance(becomes, list)
    assert isinstance(when, list)
    parts = [str(result["to"])]
    parts += ["x", *takes] if takes else []
    parts += [">", " | ".join(becomes)] if becomes else []
    parts += ["?", ", ".join(when)] if when else []
    return " ".join(parts)


@pytest.mark.parametrize(
    ("title", "case"), [(title, case) for title, _, case in CASES], ids=lambda text: text[:60]
)
def test_what_it_does(title: str, case: str) -> None:
    """Each case has exactly the results that are listed."""
    source, _, rest = case.partition("\n-- ")
    place, *expected = rest.strip().splitlines()
    answered = answer(request(source, place))

    assert "error" not in answered, title
    results = answered["results"]
    assert isinstance(results, list)
    assert sorted(map(written, results)) == sorted(expected), title
