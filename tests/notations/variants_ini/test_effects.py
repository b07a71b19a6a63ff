"""What differs is told, and what does nothing is found (V15, V16)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from children import PARENTS, VARIANTS, parent, settings, view_of

from harness import none_wrong
from long import LONG, some
from wazir.document import Document
from wazir.notations.engine_files.variants_ini.effects import differences
from wazir.notations.engine_files.variants_ini.meaning import built_in_names
from wazir.notations.engine_files.variants_ini.prose import compared

CHILDREN = 200
"""The children that are tried of all keys, values and parents; ten times as many in a long run."""


def children() -> list[tuple[str, str, str]]:
    """Parents, each with a rule that a child changes, and its value."""
    everything = [(name, *setting) for name in built_in_names() for setting in settings()]
    return random.Random(49).sample(everything, CHILDREN * 10 if LONG else CHILDREN)


def untold(name: str, key: str, value: str) -> str:
    """The rules of a child of a variant that differ and are not told; empty if there are none."""
    view = view_of(f"[child:{name}]\n{key} = {value}\n")
    rules = compared(view, parent(name)).untold
    return f"{name}: {key} = {value}: {', '.join(rules)}" if rules else ""


def test_v15_each_rule_that_differs_is_told() -> None:
    """V15: whatever a child sets in whatever variant, a rule that a game meets in another state has
    a sentence.
    """
    none_wrong(filter(None, (untold(*child) for child in children())))


def test_v15_chess_with_each_setting() -> None:
    """V15: each setting of each rule on top of chess is told, if a game can meet it."""
    tried = some(list(settings()), step=3)

    none_wrong(filter(None, (untold("chess", *setting) for setting in tried)))


TURNED_OFF = (Path(__file__).parent / "turned_off.txt").read_text("utf-8").split("\n\n")
"""A variant with a rule, the line of a child that turns it off, and what is told then."""


@pytest.mark.parametrize("example", TURNED_OFF, ids=lambda example: example.split("\n")[0])
def test_v15_a_rule_that_a_child_turns_off_is_told(example: str) -> None:
    """V15: a sentence says that the rule does not hold any more."""
    first, second, *expected = example.strip().split("\n")
    base, _, lines = first.partition(": ")
    above = f"[p:{base}]\n" + lines.replace("; ", "\n") + "\n"
    told = compared(view_of(f"{above}[q:p]\n{second}\n"), view_of(above))

    assert [each.text for each in (*told.new, *told.ended)] == expected
    assert told.untold == ()


def test_v15_a_rule_that_no_game_meets_makes_no_difference() -> None:
    """V15: rules whose condition does not hold are no differences from chess."""
    text = (
        "[a:chess]\ndropPromoted = true\nextinctionPieceTypes = q\nfirstRankPawnDrops = "
        "true\npieceDrops = true\n"
    )

    assert list(differences(view_of(text), parent("chess"))) == []


NO_DIFFERENCE = (Path(__file__).parent / "no_difference.txt").read_text("utf-8").splitlines()
"""Settings that never made a game different, with the variant that they were played on top of."""


@pytest.mark.parametrize("setting", NO_DIFFERENCE)
def test_v15_a_setting_that_no_game_meets_is_not_told(setting: str) -> None:
    """V15: where games are the same, the page of the child tells no rule."""
    base, _, line = setting.partition(": ")
    view, before = view_of(f"[child:{base}]\n{line}\n"), parent(base)

    assert list(differences(view, before)) == []
    assert compared(view, before) == ((), (), ())


def test_v15_passed_squares_decide_on_captures_en_passant() -> None:
    """V15: a side whose region has no square that a pawn passes captures nobody en passant."""
    view = view_of("[child:chess]\nenPassantRegionWhite = a1 b2\n")

    assert [each.text for each in compared(view, parent("chess")).new] == [
        "A pawn that has just moved more than one square can be captured en passant by a black "
        "pawn, on a square that it passed."
    ]


PLANTS = {
    # pieces in hands count where too few pieces end the game
    ("pieceDrops", "seirawanGating", "extinctionValue"): ("capturesToHand = true",),
    ("pieceDrops", "seirawanGating"): (
        "castlingDroppedPiece = true",
        "dropChecks = false",
        "dropLoop = true",
        "dropNoDoubled = {letter}",
        "dropNoDoubledCount = 2",
        "dropOppositeColoredBishop = true",
        "dropPromoted = true",
        "dropRegionWhite = *3",
        "enclosingDrop = reversi",
        "firstRankPawnDrops = true",
        "mustDrop = true",
        "mustDropType = {letter}",
        "promotionZonePawnDrops = true",
        "shogiPawnDropMateIllegal = true",
        "sittuyinRookDrop = true",
        "twoBoards = true",
    ),
    ("blastOnCapture",): ("blastImmuneTypes = {letter}", "petrifyBlastPieces = true"),
    ("wallingRule",): ("wallingRegion = *3",),
    ("castling",): (
        "castlingKingPiece = {letter}",
        "castlingKingsideFile = f",
        "castlingQueensideFile = d",
        "castlingRank = 2",
        "castlingRookPiece = {letter}",
        "chess960 = true",
        "oppositeCastling = true",
    ),
    ("extinctionValue", "extinctionPseudoRoyal"): (
        "dupleCheck = true",
        "extinctionClaim = true",
        "extinctionOpponentPieceCount = 2",
        "extinctionPieceCount = 2",
        "extinctionPieceTypes = {letter}",
    ),
    ("flagRegionWhite", "flagRegionBlack"): (
        "flagMove = true",
        "flagPiece = {letter}",
        "flagPieceBlockedWin = true",
        "flagPieceCount = 2",
        "flagPieceSafe = true",
    ),
    ("connectN", "connectNxN", "collinearN", "connectRegion1White", "connectRegion1Black"): (
        "connectDiagonal = false",
        "connectPieceTypes = {letter}",
        "connectRegion1White = *1",
        "connectValue = loss",
        "connectVertical = false",
    ),
    ("nFoldRule",): ("chasingRule = axf", "nFoldValue = loss", "nFoldValueAbsolute = true"),
    ("nMoveRule",): ("nMoveRuleTypes = {letter}",),
    ("gating",): ("cambodianMoves = true", "seirawanGating = true"),
}
"""Settings that need one of some others, as their documentation has it."""
PLANTED = 100 if LONG else 12
FOUND = 90
"""The planted settings that are tried, and the percentage of them that has to be found."""


def planted() -> list[str]:
    """Sections on top of built-in variants that have nothing of what their one setting needs."""
    everything = [
        f"[planted:{name}]\n{line.format(letter=view.variant.pieces[0].letter)}\n"
        for name, view in ((name, parent(name)) for name in PARENTS)
        for needed, lines in PLANTS.items()
        if not any(view.holds(key) for key in needed)
        for line in lines
    ]
    return random.Random(16).sample(everything, PLANTED)


def test_v16_settings_without_their_condition_are_found() -> None:
    """V16: nine in ten settings whose condition is absent are reported as without an effect."""
    sections = planted()
    missed = [text for text in sections if not no_effects(text)]

    assert len(missed) * 100 <= len(sections) * (100 - FOUND), "\n".join(missed)


def no_effects(text: str) -> list[tuple[str, str]]:
    """The settings that are reported as without an effect, with the severity."""
    return [
        (text[slice(*each.span)], each.code.severity.name)
        for each in Document.open(VARIANTS, text).diagnostics()
        if each.code.id == "no-effect"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a:chess]\ncastling = true\n", [("castling", "HINT")]),
        ("[a:chess]\nking = k\n", [("king", "HINT")]),
        # the piece is set anew, so that pawns no longer promote to it
        ("[a:chess]\nknight = n\n", []),
        ("[a]\nnFoldRule = 3\n", [("nFoldRule", "HINT")]),
        ("[a:chess]\npieceDrops = true\n", [("pieceDrops", "INFORMATION")]),
        ("[a:chess]\nknight = n\npromotionPieceTypes = nbrq\n", [("knight", "HINT")]),
        # one half of a pair
        ("[a:chess]\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *1\n", []),
        # for programs around the engine
        ("[a:chess]\npocketSize = 8\n[b:a]\npocketSize = 8\n", []),
        ("[a:chess]\ncastling = false\n", []),
        # it is set in the section between
        (
            "[a:chess]\ncastling = false\n[b:a]\ncastling = true\n[c:b]\ncastling = true\n",
            [("castling", "HINT")],
        ),
    ],
)
def test_v16_both_kinds_of_settings_without_an_effect(
    text: str, expected: list[tuple[str, str]]
) -> None:
    """V16: what repeats is a hint, what lacks something an information; other settings are
    neither.
    """
    assert no_effects(text) == expected
