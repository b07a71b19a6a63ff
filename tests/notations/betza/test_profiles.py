"""The profiles of programs (B23), by the table in `profiles.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from wazir.diagnostics import Diagnostic
from wazir.notations.betza import BETZA
from wazir.notations.notation import Context

TABLE = Path(__file__).with_name("profiles.txt").read_text("utf-8").split("\n\n", 1)[1]
ROWS = [
    tuple(part.strip() for part in f"{line} |".split("|")[:4])
    for line in TABLE.splitlines()
    if line.strip()
]


def found(moves: str, profile: str | None, **context: str) -> tuple[Diagnostic, ...]:
    dialect = "extended" if "-" in moves and "[" not in moves else "xbetza"
    return BETZA.read(moves, Context(dialect=dialect, profile=profile, **context)).diagnostics


@pytest.mark.parametrize(
    ("profile", "moves", "parts", "fixes"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS]
)
def test_b23_what_a_program_plays_otherwise(
    profile: str, moves: str, parts: str, fixes: str
) -> None:
    """Just the parts of which the program makes something else are marked, and only with the
    profile.
    """
    warned = [
        diagnostic for diagnostic in found(moves, profile) if diagnostic.code.id == "engine-differs"
    ]

    assert [
        moves[diagnostic.span.start : diagnostic.span.end] for diagnostic in warned
    ] == parts.split()
    assert [
        edit.text for diagnostic in warned for fix in diagnostic.fixes for edit in fix.edits
    ] == fixes.split()
    assert not [
        diagnostic for diagnostic in found(moves, None) if diagnostic.code.id.startswith("engine")
    ]


def test_e17_the_message_says_what_is_played_instead() -> None:
    """E17: in words, and whether the engine can play what is meant at all."""
    (message,) = [diagnostic.message for diagnostic in found("W03", "fairy-stockfish")]

    assert message == (
        "Fairy-Stockfish plays `W03` differently: it slides any distance orthogonally like a rook. "
        "It has nothing that slides exactly three steps in a straight line orthogonally."
    )


def test_e13_first_moves_are_tied_to_a_rank() -> None:
    """E13: an information at each `i`; XBoard looks at whether the piece has moved, as it is
    meant.
    """
    (diagnostic,) = found("fmWfcFifmnD", "fairy-stockfish")

    assert (diagnostic.code.id, diagnostic.span.start) == ("engine-first-move", 6)
    assert found("fmWfcFifmnD", "xboard") == ()


def test_e12_parts_that_change_each_other_are_marked_where_they_meet() -> None:
    """E12: the second part is marked, and the sentence is that of both."""
    (diagnostic,) = found("mQmpK2", "fairy-stockfish")

    assert "together with what stands before it" in diagnostic.message


@pytest.mark.parametrize(
    ("board", "messages"), [("12x10", []), ("14x8", ["Fairy-Stockfish has boards up to 12x10"])]
)
def test_e15_boards_that_the_engine_does_not_have(board: str, messages: list[str]) -> None:
    """E15: on such a board nothing can be compared, which is said of each definition."""
    assert [
        diagnostic.message.split(",")[0]
        for diagnostic in found("K", "fairy-stockfish", board=board)
    ] == messages


def test_a_number_matters_by_the_board() -> None:
    """`R9` has no limit on 8x8, where it may be `R`; on 12x10 it has one, which one digit can
    say.
    """
    assert [
        edit.text
        for diagnostic in found("R10", "fairy-stockfish")
        for fix in diagnostic.fixes
        for edit in fix.edits
    ] == ["R"]
    assert found("R9", "fairy-stockfish", board="12x10") == ()
    (diagnostic,) = found("R10", "fairy-stockfish", board="12x10")
    assert diagnostic.fixes == ()


def test_b23_pieces_whose_moves_are_too_many_to_follow_are_compared_too() -> None:
    """On an empty board, what the engine plays is known, and a move that is not among it is
    enough.
    """
    chains = "".join(f"[W{number}-F]" for number in range(2, 60))

    assert {diagnostic.code.id for diagnostic in found(chains, "fairy-stockfish")} == {
        "engine-differs"
    }
    assert [
        diagnostic
        for diagnostic in found("WF" * 300, "fairy-stockfish")
        if diagnostic.code.id == "engine-differs"
    ] == []


def test_e17_a_comment_inside_a_definition_is_not_compared() -> None:
    """E17: the parts of a definition of several lines are compared without its comments."""
    parts = [
        diagnostic.span.start
        for diagnostic in found("W # one step\n  [W? # perhaps another\n  F]", "fairy-stockfish")
    ]

    assert parts == [15]
