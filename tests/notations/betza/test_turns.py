"""XBetza as the Interactive Diagram reads it: turns of later legs, and groups that repeat legs (D3
to D5).
"""

from __future__ import annotations

import random

import pytest

from harness import opened
from wazir.diagnostics import Severity
from wazir.features import definitions
from wazir.features.conversion import converted, every_target
from wazir.notations import by_name
from wazir.piece.board import parse_board
from wazir.piece.equivalence import compared
from wazir.piece.model import Piece
from wazir.piece.motion.results import Position, results
from wazir.text import apply


def piece(text: str) -> Piece:
    """The piece of a text in XBetza, which has no error."""
    document = opened("betza", text, "xbetza")
    found = definitions.last(document)
    assert found
    assert found[1].piece
    assert not found[1].broken, [each.message for each in document.diagnostics()]
    return found[1].piece


SAME = [
    ("afsafzW", "afraflWaflafrW"),
    ("afsafqW", "afrafrWaflaflW"),
    ("afsafzafqF", "afraflaflFaflafrafrF"),
    ("afsafafzK", "afrafaflKaflafafrK"),
    ("aflafzW", "aflafrW"),
    ("sazW", "larWralW"),
    ("afsmabqcW", "afrmabrcWaflmablcW"),
    ("azN", "alNarN"),
    ("afqN", "aflNafrN"),
    ("[W-fsF-fzW]", "[W-flF-frW][W-frF-flW]"),
    ("(az)N", "zNN"),
    ("(afq)N", "qN"),
    ("(az)mF", "mzB"),
    ("afs(afzafz)W", "nN0"),
    ("(maz)N", "zNN"),
]
"""Texts, and the same with a letter for each turn, as the author of XBetza writes them."""


@pytest.mark.parametrize(("text", "expanded"), SAME)
def test_d3_d5_turns_and_groups_are_shorter_texts(text: str, expanded: str) -> None:
    """`z` and `q` of a later leg are the other and the same side, and a group is its
    repetitions.
    """
    board = parse_board("9x9")

    assert compared(piece(text), piece(expanded), board).same


ENDS = (("al", "ar"), ("alar", "aral"))
GROUPS = [
    (
        "(az)W",
        [
            "W",
            *(f"{'alar' * n}{end}W{'aral' * n}{other}W" for n in range(4) for end, other in ENDS),
        ],
    ),
    ("Wafs(afz)W", ["W", "aflW", "afrW", "aflafrW", "afraflW", "aflafraflW", "afraflafrW"]),
    ("afs(afzafz)F", ["aflF", "afrF", "aflafraflF", "afraflafrF"]),
    ("c(alar)W", ["cW", "calarW", "calaralarW"]),
    ("(ab)N", ["N", "abN", "ababN", "abababN"]),
]
"""Groups, and what they repeat on a board of four files."""


@pytest.mark.parametrize(("text", "repeated"), GROUPS)
def test_d5_a_group_repeats_its_legs(text: str, repeated: list[str]) -> None:
    """`x(y)zA` plays on positions as `xzA`, `xyzA`, `xyyzA` and so on do together."""
    rng, board = random.Random(text), parse_board("4x4")
    group, parts = piece(text), piece("".join(repeated))
    squares = [(file, rank) for file in range(4) for rank in range(4)]
    for _ in range(40):
        start, *others = rng.sample(squares, 5)
        position = Position(board, frozenset(others[:2]), frozenset(others[2:]))

        found = set(results(group, position, start).all)
        assert found == set(results(parts, position, start).all), (start, others)


ENGINES = ["fairy-stockfish", "xboard"]


@pytest.mark.parametrize("name", ENGINES)
def test_d4_no_program_is_asked_for_the_diagram(name: str) -> None:
    """D4: readers exist for the programs that could be run, and read a group as they do: XBoard
    stops (X2), Fairy-Stockfish drops its letters (E1).
    """
    readers = by_name("betza").readers

    assert sorted(readers) == ENGINES
    assert bool(readers[name].read("(az)N").moves) == (name == "fairy-stockfish")


def test_d4_the_diagram_has_every_atom_and_suffix() -> None:
    """D4: `U`, `O`, `I` and the suffix `X` are no mistakes in an Interactive Diagram."""
    lines = ("a:A:U:::a1", "king:K:KisO2:::e1", "c:C:I:::c1", "d:D:FX:::d1")
    page = "\n".join(('<div class="idiagram">', "royal=2", *lines, "</div>"))
    found = opened("interactive-diagram", page).diagnostics()

    assert [each.message for each in found if each.code.severity is Severity.ERROR] == []


def test_d5_a_diagram_reads_and_keeps_groups() -> None:
    """A group in an Interactive Diagram is the same piece as in a file, and is written as it
    stands.
    """
    page = '<div class="idiagram">\nquint:Q:(az)N:::d1\nmarauder:M:Wafs(afz)W:::a1\n</div>'
    pieces = [found.piece for _, found in definitions.every(opened("interactive-diagram", page))]
    texts = ["(az)N", "Wafs(afz)W"]

    assert pieces == [piece(text) for text in texts]
    for text in texts:
        target = every_target()["interactive-diagram"]
        document = opened("betza", f"A = {text}", "xbetza")
        assert f"A:A:{text}::a1" in converted(document, target).text


MISTAKES = [
    ("(az)", "xbetza", "Missing atom after `az`. Write an atom, such as `W` or `N`."),
    (
        "(aW)(az)N",
        "extended",
        "A group of legs `(a)` is not part of the extended dialect. Write `%dialect xbetza` on a "
        "line before.",
    ),
    (
        "(as)N",
        "original",
        "A group of legs `(a)` is not part of the original dialect. Write `%dialect xbetza` on a "
        "line before.",
    ),
    (
        "fR[fl][br]BbW",
        "xbetza",
        "Directions are written without brackets. Write `flbr`.",
    ),
]


@pytest.mark.parametrize(("text", "dialect", "message"), MISTAKES)
def test_d5_mistakes_with_groups(text: str, dialect: str, message: str) -> None:
    """A group without an atom or in another dialect is an error, and so are directions in
    brackets.
    """
    assert message in [each.message for each in opened("betza", text, dialect).diagnostics()]


def test_the_fix_of_directions_in_brackets_is_the_piece() -> None:
    """Wikipedia's left chariot becomes the rook forward and two diagonals of a bishop."""
    document = opened("betza", "fR[fl][br]BbW", "xbetza")
    (found,) = document.diagnostics()

    assert apply(document.text, found.fixes[0].edits) == "fRflbrBbW"
