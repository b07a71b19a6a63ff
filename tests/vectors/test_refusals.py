"""What each notation cannot say, piece by piece, and that it says all the rest (Q14, Q17).

A line of `refusals.txt` is a text, and the indented lines below it are the refusals, each with the
notations and dialects that refuse for this reason. All others write the piece. `python
tests/vectors/test_refusals.py` writes today's refusals into the file, to be judged.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_questions import asked

FILE = Path(__file__).with_name("refusals.txt")
TARGETS = {"original": "betza", "extended": "betza", "xbetza": "betza", "c": "lcpn", "": "bensahas"}
ROWS = re.findall(r"^(\w+) (\w*) (\S.*)\n((?: .*\n)*)", FILE.read_text("utf-8"), re.MULTILINE)


def refusals(notation: str, dialect: str, text: str) -> str:
    """The lines about a text."""
    word, by_reason = "dialect" if notation == "betza" else "style", dict[str, list[str]]()
    asks = {"ask": "write", "notation": notation, "source": text} | (
        {word: dialect} if dialect else {}
    )
    for style, to in TARGETS.items():
        if not (answer := asked(asks | {"to": to} | ({"to_style": style} if style else {}))).get(
            "source"
        ):
            reason = re.sub("^.* has no way to say ", "", answer["refused"])
            by_reason.setdefault(reason, []).append(style or to)
    return "".join(f"    {' '.join(targets)}: {reason}\n" for reason, targets in by_reason.items())


@pytest.mark.parametrize(("notation", "dialect", "text", "expected"), ROWS)
def test_q14_a_piece_is_refused_for_its_reason_or_written(
    notation: str, dialect: str, text: str, expected: str
) -> None:
    """What is written is proved to be the same piece when it is written."""
    assert refusals(notation, dialect, text) == expected


if __name__ == "__main__":
    FILE.write_text(
        "".join(f"{n} {d} {text}\n{refusals(n, d, text)}" for n, d, text, _ in ROWS), "utf-8"
    )
