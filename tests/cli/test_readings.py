"""`wazir readings`, and `--reader` of other commands: what programs make of a text."""

from __future__ import annotations

import json

import pytest

from cli.running import wazir


def test_readings_that_play_alike_are_together() -> None:
    """Each group has a heading, a sentence and a diagram (E3, X4)."""
    groups = wazir("readings", "W03").out.split("\n\n")

    assert [group.splitlines()[0] for group in groups[::2]] == [
        "original, extended, xbetza",
        "fairy-stockfish",
        "xboard",
    ]
    assert "Slides any distance orthogonally" in wazir("readings", "W03").out


def test_readings_as_json() -> None:
    """What cannot be read has an error in place of a diagram (X18)."""
    ran = wazir("readings", "onR", "--format", "json")
    answer = json.loads(ran.out)

    assert ran.status == 0
    assert answer["source"] == "onR"
    (hangs,) = [reading for reading in answer["readings"] if reading["read_by"] == ["xboard"]]
    assert "hangs" in hangs["error"]
    (plays,) = [
        reading for reading in answer["readings"] if "fairy-stockfish" in reading["read_by"]
    ]
    assert plays["sentence"] == "Slides any distance orthogonally like a rook."
    assert plays["diagram"][3] == "X X X ! X X X"


def test_show_and_moves_take_a_text_as_a_program_reads_it() -> None:
    """E3: of a number one digit is read. X3: `L` is (2,3)."""
    assert "Moves one step orthogonally." in wazir("show", "R12", "--reader", "fairy-stockfish").out
    assert wazir("show", "R12", "--reader", "fairy-stockfish", "--format", "svg").out.startswith(
        "<svg"
    )
    assert wazir("moves", "frL", "--reader", "xboard", "--square", "d4").out == "to\ng6\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("moves", "vmaolrR", "--reader", "xboard"), "hangs"),
        (("show", "onR", "--reader", "xboard"), "hangs"),
        (("moves", "R", "--reader", "fairy-stockfish", "--board", "13x8"), "boards up to 12x10"),
        (("show", "pieces.betza", "--reader", "xboard"), "give the text of a piece"),
        (("show", "R", "--reader", "xboard", "--format", "html"), "cannot be combined"),
        (("show", "R", "--reader", "chess"), "invalid choice"),
    ],
)
def test_what_no_program_can_be_asked(arguments: tuple[str, ...], message: str) -> None:
    """A sentence, and the status of a usage error."""
    ran = wazir(*arguments)

    assert ran.status == 2
    assert message in ran.err
