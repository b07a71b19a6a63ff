"""The line of a diagnostic with carets under its place."""

from __future__ import annotations

import pytest

from harness import opened
from wazir.cli.output import frame
from wazir.text import Span

TEXT = "a = N\nb = NK # more\nc\n"


@pytest.mark.parametrize(
    ("place", "carets"),
    [
        (Span(4, 5), "    1 | a = N\n      |     ^"),
        (Span(4, 7), "    1 | a = N\n      |     ^"),
        (Span(10, 12), "    2 | b = NK # more\n      |     ^^"),
        (Span(10, 21), "    2 | b = NK # more\n      |     ^^^^^^^^^"),
        (Span(5, 5), "    1 | a = N\n      |      ^"),
    ],
)
def test_carets_are_under_the_part_in_the_first_line(place: Span, carets: str) -> None:
    """To the end of the line, where the place goes on in another."""
    assert (
        "\n".join(frame(opened("betza", TEXT), place, 80, lambda _, text: text, "error")) == carets
    )
