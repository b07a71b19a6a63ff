"""Facts about the position at the start of a variant (V17)."""

from __future__ import annotations

import re

import pytest

from wazir.document import Document
from wazir.features.hover import hover
from wazir.features.markup import plain
from wazir.features.variants import built_in, rules_of, wins_in_words
from wazir.notations import by_name

pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed")
NOTATION = by_name("fairy-variants")


def facts(text: str) -> list[str]:
    """The facts about the last section of a text."""
    rules = list(rules_of(Document.open(NOTATION, text)))[-1]
    return [fact for part in rules.parts if part.is_about_start for fact in part.sentences]


CASES = [
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", []),
    (
        "[a:chess]\nstartFen = 4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1",
        [
            "White can capture the pawn on e5 at once.",
            "Black can capture the pawn on d4 at once.",
        ],
    ),
    (
        "[a:chess]\nstartFen = 4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1",
        ["Nothing protects the rook on a1 and the pawn on a7 at the start."],
    ),
    (
        "[a:fischerandom]\nstartFen = 4k3/p7/8/4r3/3P4/8/P7/R3K3 w Q - 0 1",
        [
            "White is in check in the position shown.",
            "White can capture the rook on e5 at once in the position shown.",
            "Nothing protects the rooks on a1 and e5 and the pawns on d4 and a7 in the position "
            "shown.",
        ],
    ),
    (
        "[a:fischerandom]\nstartFen = 4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1",
        ["Nothing protects the rook on a1 and the pawn on a7 at the start."],
    ),
    ("[a:chess]\nstartFen = 4k3/8/8/8/4R3/3K4/8/8 w - - 0 1", ["Black is in check at the start."]),
    (
        "[a:chess]\nstartFen = k7/8/8/8/8/8/8/K7 w - - 0 1\npromotionRegionWhite = b8\n"
        "promotionPawnTypes = p",
        [],
    ),
    (
        "[a:chess]\ncustomPiece1 = f:F\nstartFen = 4k3/8/8/8/8/8/8/F3K3 w - - 0 1",
        ["A ferz keeps to the squares of one colour."],
    ),
    (
        "[a:chess]\ncustomPiece1 = w:W\nmobilityRegionWhiteCustomPiece1 = a1 a2\n"
        "startFen = 4k3/8/8/8/8/8/8/W3K3 w - - 0 1",
        ["A wazir comes to 2 of the 64 squares at most."],
    ),
    (
        "[a:chess]\npawn = p:fmWfcF\npromotionRegionWhite = b8\n"
        "startFen = 4k3/8/8/8/8/8/7P/4K3 w - - 0 1",
        [],
    ),
    (
        "[a:chess]\ncustomPiece1 = p:fW\npawn = -\npromotionPawnTypes = p\n"
        "promotionRegionWhite = a8\nstartFen = 4k3/8/8/8/8/8/7P/4K3 w - - 0 1",
        ["White's pawns can never promote."],
    ),
    (
        "[a:chess]\npromotionPieceTypes = -\ncustomPiece1 = x:fW\nflagPiece = x\n"
        "flagRegionWhite = a8\nflagRegionBlack = a1\n"
        "startFen = 4k2x/8/8/8/8/8/8/X3K3 w - - 0 1",
        ["Black can never reach the goal."],
    ),
    (
        "[a:chess]\ncustomPiece1 = g:CimH\nstartFen = 4k3/8/8/8/8/8/8/G3K3 w - - 0 1",
        ["No G-piece starts where it makes its first moves."],
    ),
    (
        "[a:chess]\ncustomPiece1 = g:CimH\ndoubleStepRegionWhite = *2 a1\n"
        "startFen = 4k3/8/8/8/8/8/8/G3K3 w - - 0 1",
        [],
    ),
    (
        "[a:chess]\n# goat\ncustomPiece1 = g:pD\n# toad\ncustomPiece2 = t:gN\n"
        "startFen = 4k3/8/8/8/8/8/8/GT2K3 w - - 0 1",
        ["A goat and a toad never move."],
    ),
    # no pawn is there that could become a bishop
    (
        "[a:chess]\nflagPiece = b\nflagRegionWhite = a1\nflagRegionBlack = h8\n"
        "startFen = 4k3/8/8/8/8/b7/B7/4K3 w - - 0 1",
        ["White can never reach the goal."],
    ),
    (
        "[a:chess]\nflagPiece = q\nflagRegion = *5\nstartFen = 4k3/8/8/p7/P7/8/8/4K3 w - - 0 1",
        [],
    ),
    ("[a:chess]\ncheckmateValue = draw\nstalemateValue = draw", ["No rule lets a side win."]),
]


@pytest.mark.parametrize(("text", "told"), CASES)
def test_v17_what_a_designer_asks(text: str, told: list[str]) -> None:
    """Sections have the facts that a person sees in their positions, and no fact of the parent."""
    found = facts(text)

    assert [fact for fact in found if fact in told] == told
    if not told:
        assert found == []


VARIANTS = [
    "berolina",
    "capablanca",
    "chess",
    "embassy",
    "gorogoro",
    "horde",
    "judkins",
    "makruk",
    "manchu",
    "mini",
    "nightrider",
    "shatranj",
    "xiangqi",
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("side", ["White", "Black"])
def test_v17_captures_at_once_are_those_of_the_engine(variant: str, side: str) -> None:
    """The squares that a side can capture on at once are those of Fairy-Stockfish's legal moves."""
    words = pyffish.start_fen(variant).split(" ")
    words[1] = side[0].lower()
    legal = pyffish.legal_moves(variant, " ".join(words), [])
    moves = [re.match(r"([a-z]\d+)([a-z]\d+)", move) for move in legal]
    captured = {
        move[2]
        for move, text in zip(moves, legal, strict=True)
        if move and pyffish.is_capture(variant, " ".join(words), [], text)
    }
    told = [fact for fact in own_facts(variant) if fact.startswith(f"{side} can capture")]

    assert set(re.findall(r"\b[a-l]\d+\b", " ".join(told))) == captured


def own_facts(variant: str) -> list[str]:
    """The facts about a built-in variant."""
    found = built_in(variant)
    assert found
    document, placed = found.document, found.placed
    capability = NOTATION.variants
    assert capability
    rules = capability.rules(document.analysis(placed))
    assert rules
    return [fact for part in rules.parts if part.is_about_start for fact in part.sentences]


def test_v17_facts_are_in_the_hover_and_on_the_page() -> None:
    """The hover of a section has the facts, and so has its page."""
    text = "[a:chess]\nstartFen = 4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1\n"
    document = Document.open(NOTATION, text)
    told = "White can capture the pawn on e5 at once."
    shown = hover(document, 1)
    (rules,) = rules_of(document)

    assert shown
    assert told in plain(shown.blocks)
    assert told in [sentence for part in rules.parts for sentence in part.sentences]


@pytest.mark.parametrize(
    ("wins", "told"),
    [
        ({"White": (2, []), "Black": (2, [])}, ["Neither side can win in one or two moves."]),
        ({"Black": (2, [])}, ["Black cannot win in one or two moves."]),
        (
            {"Black": (1, ["Qh4#"]), "White": (2, ["a3", "b3"])},
            [
                "Black can win in one move: Qh4#.",
                "White threatens to win in two moves: a3 or b3.",
            ],
        ),
        (
            {"White": (1, []), "Black": (0, [])},
            [
                "White cannot win in one move. The search for a win of White in two moves was too "
                "long.",
                "The search for a win of Black in one move was too long.",
            ],
        ),
    ],
)
def test_v17_wins_in_words(wins: dict[str, tuple[int, list[str]]], told: list[str]) -> None:
    """V17: who can win, who threatens to, and what is not known."""
    found = {side: {"searched": each[0], "wins": each[1]} for side, each in wins.items()}

    assert list(wins_in_words(found)) == told
