"""The settings of a variant that follow from an answer of the program."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Set
from functools import cache

from wazir_dev.environment import ROOT
from wazir_dev.variants.asking import KING, PAWN, Answer

Settings = dict[str, str]
"""The values of a section by their keys."""

_KEYS = ROOT / "server" / "wazir" / "notations" / "engine_files" / "variants_ini" / "keys.jsonl"
_OWN_WORDS = {"mafsmafW": "janggiElephant", "fsW": "soldier"}
"""Moves that the program writes in its own words, with the pieces that they are of."""
_IN_PALACES = {"WF": "wazir", "fsWfF": "soldier", "RB": "rook", "pRpB": "janggiCannon"}
"""The same of pieces that follow diagonal lines."""
_FURTHER = re.compile(r"ifmnDj?|j|ismNO\d|ismN|ifD|O\d|s|f{1,2}")
"""What may stand behind the moves of a piece: a double step, first moves, castling, and limits of
drops.
"""
_STANDARD_SIZE = 8


@cache
def _pieces() -> Mapping[str, str]:
    """The keys of the pieces of the engine by their moves."""
    rows = map(json.loads, _KEYS.read_text("utf-8").splitlines())
    return {row["moves"]: row["name"] for row in rows if row["type"] == "piece"} | _OWN_WORDS


def derived(answer: Answer, common: Set[str]) -> Settings:
    """The settings that an answer says.

    Args:
        answer: The answer.
        common: The letters of pieces that are not royal, though they could be kings.
    """
    settings: Settings = {"startFen": answer.start}
    for key, size in (("maxFile", answer.files), ("maxRank", answer.ranks)):
        if size != _STANDARD_SIZE:
            settings[key] = str(size)
    settings |= _army(answer, common)
    if answer.template != "fairy":
        settings["variantTemplate"] = answer.template
    if answer.table != "-":
        settings["pieceToCharTable"] = answer.table
    kinds = sum(not letter.startswith("+") for letter in answer.pieces)
    if answer.pocket not in (0, kinds):  # by default, each kind has its place
        settings["pocketSize"] = str(answer.pocket)
    return settings | _rules(answer)


def _rules(answer: Answer) -> Settings:
    """The rules that the moves of the pieces show."""
    settings: Settings = {}
    pawn, king = answer.added[PAWN], answer.added[KING]
    if "ifmnD" not in pawn:
        settings["doubleStep"] = "false"
    if "j" not in pawn:
        settings["firstRankPawnDrops"] = "true"
    if "O" not in king:
        settings["castling"] = "false"
    if "ismN" in king:
        settings["cambodianMoves"] = "true"
    if answer.captures_to_hand:
        settings["capturesToHand"] = "true"
    if answer.two_boards:
        settings["twoBoards"] = "true"
    for letter, text in answer.added.items():
        base, further = _split(text.partition("@")[0])
        settings |= _drops(letter.lower(), base, further)
    return settings


def _army(answer: Answer, common: Set[str]) -> Settings:
    """The pieces, what they become, and how they are dropped."""
    settings: Settings = {}
    becomes: dict[str, str] = {}
    custom = 0
    for drawn, text in answer.pieces.items():
        moves, dropped, _ = text.partition("@")
        letter = drawn.removeprefix("+").lower()
        if drawn.startswith("+"):
            becomes[letter] = moves
            continue
        base, _ = _split(moves)
        if dropped:
            settings["pieceDrops"] = "true"
        if letter == "k" and letter not in common:
            settings["king"] = letter if base == "K" else f"{letter}:{base.removesuffix('F')}"
        elif base == "K":
            settings["commoner"] = letter
        elif base in _pieces() or base in _IN_PALACES:
            key = _pieces().get(base) or _IN_PALACES[base]
            settings[key] = letter
        else:
            custom += 1
            settings[f"customPiece{custom}"] = f"{letter}:{moves}"
    by_moves = {
        _split(text.partition("@")[0])[0]: letter.lower()
        for letter, text in answer.pieces.items()
        if not letter.startswith("+")
    }
    if becomes:
        pairs = (f"{letter}:{by_moves[moves]}" for letter, moves in becomes.items())
        settings["promotedPieceType"] = " ".join(pairs)
    return settings


def _split(moves: str) -> tuple[str, str]:
    """The moves of a known piece, and what the program adds to them; all moves of another one."""
    known = {*_pieces(), *_IN_PALACES, "N", "W"}
    if moves in known:
        return moves, ""
    for match in _FURTHER.finditer(moves):
        base = moves[: match.start()]
        if base in known and _FURTHER.fullmatch(moves, match.start()):
            return base, match[0]
    return moves, ""


def _drops(letter: str, base: str, further: str) -> Settings:
    """How a piece may be dropped."""
    settings: Settings = {}
    if base == "B" and further == "s":
        settings["dropOppositeColoredBishop"] = "true"
    if further in ("f", "ff"):
        settings["dropNoDoubled"] = letter
        if len(further) > 1:
            settings["dropNoDoubledCount"] = str(len(further))
    return settings
