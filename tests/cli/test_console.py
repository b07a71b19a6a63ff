"""Text on a terminal: its width, and characters that control one."""

from __future__ import annotations

import json

import pytest

from wazir.cli.console import json_text, safe, width


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("é", 1), ("e\u0301", 1), ("名", 2), ("a名\u0301b", 4)]
)
def test_the_width_of_a_text(text: str, columns: int) -> None:
    """Wide characters take two columns, and marks on others none."""
    assert width(text) == columns


def test_control_characters_are_shown() -> None:
    """Those of ASCII by their symbols, the others by a replacement."""
    assert safe("a\x1b\x7f\x9b") == "a\u241b\u2421\ufffd"


def test_json_has_no_sign_that_a_terminal_obeys() -> None:
    """Escapes stand for them; other letters are readable."""
    value = {"é\x1b\u202e": ["\x85\n", "K"]}
    text = json_text(value, indent=1)

    assert json.loads(text) == value
    assert [sign for sign in text if sign != "\n"] == [
        sign for sign in safe(text) if sign != "\u240a"
    ]
    assert "é" in text
