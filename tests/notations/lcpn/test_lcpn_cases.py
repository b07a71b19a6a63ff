"""What the text of the decisions says, in small (L1 to L17): the cases of `cases.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from wazir.features.requests import answer

TEXT = Path(__file__).with_name("cases.txt").read_text("utf-8").partition("\n\n")[2]
CASES = [tuple(part.strip() for part in line.split(" | ")) for line in TEXT.splitlines()]


def request(head: str, text: str, place: str) -> dict[str, object]:
    """The request that a case writes down."""
    _, style, *rest = head.split()
    asked: dict[str, object] = {
        "notation": "lcpn",
        "source": text.replace("\\n", "\n"),
        "side": "black" if "black" in rest else "white",
    }
    if style != "file":
        asked["style"] = style
    square, *words = place.split()
    asked |= {"square": square, "virgin": "moved" not in words}
    lists: dict[str, list[str]] = {"+": [], "x": []}
    key = ""
    for word in words:
        if key in ("board", "name"):
            asked[key], key = word.replace("_", " "), ""
        elif word in ("board", "name", "+", "x", "moved"):
            key = word
        elif key:
            lists[key].append(word)
    return asked | {"friends": lists["+"], "foes": lists["x"]}


def shown(result: dict[str, object]) -> str:
    """A result as the file writes it."""
    text = str(result["to"])
    for key, sign in (("takes", " x "), ("becomes", " = ")):
        listed = result.get(key)
        text += sign + " ".join(listed) if isinstance(listed, list) and listed else ""
    labels = result.get("when", [])
    assert isinstance(labels, list)
    return text + "".join(f" ? {label}" for label in labels)


@pytest.mark.parametrize(
    ("head", "text", "place", "expected"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES]
)
def test_results(head: str, text: str, place: str, expected: str) -> None:
    """The results are those worked out by hand, in any order."""
    answered = answer(request(head, text, place))
    if expected == "error":
        assert "error" in answered
        return
    moves = answered.get("results")
    assert isinstance(moves, list), answered
    assert sorted(map(shown, moves)) == sorted(
        {part.strip() for part in expected.split(";")} - {"-"}
    )
