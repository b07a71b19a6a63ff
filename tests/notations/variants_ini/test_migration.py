"""The fixes of old keys, beside the engine itself (F8): a section before and after `wazir check
--fix`.
"""

from __future__ import annotations

from itertools import count, product

import pyffish
import pytest

from long import some
from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.features.actions import fix_all
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.reading import DEPRECATED, REMOVED
from wazir.text import apply

VARIANTS = by_name("fairy-variants")
NAMES = count()
HEIGHTS = {6: "k7/1P3p2/2p3P1/3P4/4p1P1/2P4K", 8: "k7/1P6/2p3P1/3P1p2/4p1P1/1p3P2/2P3p1/7K"}
"""Positions with pawns on all ranks, by the number of ranks."""
RANKS = [*map(str, range(1, 7)), "x"]
OLD = [
    *product(("promotionRank", "doubleStepRank", "doubleStepRankMin"), RANKS),
    *product(("whiteFlag", "blackFlag"), ("*6", "a1 b* d4", "-")),
    *product(("whiteDropRegion", "blackDropRegion"), ("*3 *4", "-")),
    *product(("dropOnTop",), ("true", "false")),
]


def migrated(text: str) -> str:
    """A file with all safe fixes."""
    for _ in range(3):
        text = apply(text, fix_all(Document.open(VARIANTS, text)))
    return text


def played(section: str) -> list[object]:
    """The legal moves of both sides, and those after some of them."""
    name = f"migrated{next(NAMES)}"
    pyffish.load_variant_config(section.replace("[old", f"[{name}"))
    start = pyffish.start_fen(name)
    sides = [start, start.replace(" w ", " b ")]
    moves = [(fen, pyffish.legal_moves(name, fen, [])) for fen in sides]
    made = [(fen, move) for fen, legal in moves for move in some(sorted(legal), step=4)]
    replies = [sorted(pyffish.legal_moves(name, fen, [move])) for fen, move in made]
    results = [pyffish.is_optional_game_end(name, fen, [move]) for fen, move in made]
    return [sorted(legal) for _, legal in moves] + [replies, results]


@pytest.mark.parametrize(("key", "value"), OLD)
def test_a_deprecated_key_is_replaced_by_what_the_engine_plays_the_same(
    key: str, value: str
) -> None:
    """F8: on two boards, with drops and a flag."""
    for ranks, board in HEIGHTS.items():
        settings = {
            **{
                "maxRank": str(ranks),
                key: value,
                "pieceDrops": "true",
                "flagPiece": "k",
                "castlingRank": "1",
            },
            "startFen": f"{board}[RNrn] w - - 0 1",
        }
        text = "[old:chess]\n" + "".join(f"{name} = {word}\n" for name, word in settings.items())
        after = migrated(text)

        assert (f"{key} =" in after) == (value == "x"), after
        assert played(after) == played(text), after


def test_both_ranks_of_double_steps_are_replaced_as_the_engine_reads_them() -> None:
    """F8: it reads `doubleStepRankMin` only without `doubleStepRank`, and regions override both."""
    for ranks, more in product(("4 1", "3 3", "1 2"), ("", "doubleStepRegionBlack = *5\n")):
        lines = "doubleStepRank = {}\ndoubleStepRankMin = {}\n".format(*ranks.split())
        text = f"[old:chess]\n{lines}{more}castling = false\nstartFen = {HEIGHTS[8]} w - - 0 1\n"
        after = migrated(text)

        assert "doubleStepRank " not in after
        assert "doubleStepRankMin" not in after
        assert played(after) == played(text), after


REMOVED_SECTIONS = {
    "arrowGating = true": "wallingRule = arrow",
    "arrowWalling = false": "",
    "bareKingMove = true": "extinctionClaim = true|extinctionOpponentPieceCount = 2",
    "bareKingValue = loss": (
        "extinctionValue = loss|extinctionPieceTypes = *|extinctionPieceCount = 1"
    ),
    "bikjangValue = draw": "bikjangRule = true",
    "bikjangValue = win": "bikjangRule = true|materialCounting = janggi",
    "duckGating = true": "wallingRule = duck",
    "duckWalling = true": "wallingRule = duck",
    "endgameEval = true": "",
    "firstRankDoubleSteps = true": "doubleStepRegionWhite = *1 *2|doubleStepRegionBlack = *8 *7",
    "firstRankDrops = true": "firstRankPawnDrops = true",
    "kingPass = true": "pass = true",
    "kingPassOnStalemate = true": "passOnStalemate = true",
    "pastGating = true": "wallingRule = past",
    "pastWalling = true": "wallingRule = past",
    "petrifyOnCapture = true": "petrifyOnCaptureTypes = nbrqk",
    "shogiDoubledPawn = false|shogiPawn = s": "shogiPawn = s|dropNoDoubled = s",
    "shogiDoubledPawn = true": "dropNoDoubled = -",
    "staticGating = true|staticGatingRegion = *3": "wallingRule = static|wallingRegion = *3",
    "staticWalling = true": "wallingRule = static",
    "xiangqiSoldier = true": "soldierPromotionRank = 6",
}
"""Lines with removed keys below chess, and those that replace them, as the history of the engine
has it.
"""


def replaced(text: str) -> str:
    """A file with the first fix of each removed key."""
    while keys := removed_keys(text):
        text = apply(text, keys[0].fixes[0].edits)
    return text


def removed_keys(text: str) -> list[Diagnostic]:
    """The diagnostics of removed keys."""
    found = Document.open(VARIANTS, text).diagnostics()
    return [each for each in found if each.code.id == "unknown-key"]


@pytest.mark.parametrize("old", [old for old, new in REMOVED_SECTIONS.items() if new])
def test_a_removed_key_is_not_replaced_unasked(old: str) -> None:
    """F8: the engine ignores the key, so that the settings that replace it change the rules."""
    text = "\n".join(["[old:chess]", *old.split("|"), ""])

    assert migrated(text) == text


KINGS = {"kingType = n": "king = k:N", "xiangqiGeneral = true": "king = k:W"}


@pytest.mark.parametrize("old", REMOVED_SECTIONS)
def test_a_removed_key_is_replaced(old: str) -> None:
    """F8: the settings that replace the keys that Fairy-Stockfish has removed are offered."""
    after = replaced("\n".join(["[old:chess]", *old.split("|"), ""]))

    assert set(after.splitlines()[1:]) == {
        line for line in REMOVED_SECTIONS[old].split("|") if line
    }


@pytest.mark.parametrize("old", KINGS)
def test_a_king_that_moves_otherwise_is_offered(old: str) -> None:
    """F8: not by `--fix`, because another king moves."""
    (diagnostic,) = Document.open(VARIANTS, f"[old:chess]\n{old}\n").diagnostics()

    assert [fix.title for fix in diagnostic.fixes] == [f"Write `{KINGS[old]}`"]
    assert not diagnostic.fixes[0].safe


def test_every_old_key_has_an_example() -> None:
    """All keys of both tables are tried above."""
    removed = (
        line.split(" = ")[0] for old in (*REMOVED_SECTIONS, *KINGS) for line in old.split("|")
    )

    assert {key for key, _ in OLD} == set(DEPRECATED)
    assert set(removed) - {"shogiPawn"} == set(REMOVED)
