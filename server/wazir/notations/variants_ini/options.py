"""Settings that the engine checks together, with all that a section inherits, and those that exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass

from wazir.notations.variants_ini.vocabulary import keys

Options = Mapping[str, str]
"""Values by key. A list of pieces has their keys, separated by blanks: letters may change in a section below."""

DEFAULTS: Options = {
    "blastImmuneTypes": "",
    "blastOnCapture": "false",
    "castling": "true",
    "castlingDroppedPiece": "false",
    "castlingKingPieceBlack": "king",
    "castlingKingPieceWhite": "king",
    "castlingKingsideFile": "g",
    "castlingQueensideFile": "c",
    "castlingRank": "1",
    "castlingRookPiecesBlack": "rook",
    "castlingRookPiecesWhite": "rook",
    "checkCounting": "false",
    "checking": "true",
    "chess960": "false",
    "countingRule": "none",
    "doubleStep": "true",
    "doubleStepRegionBlack": "*7",
    "doubleStepRegionWhite": "*2",
    "extinctionPseudoRoyal": "false",
    "flagPieceSafe": "false",
    "flipEnclosedPieces": "none",
    "mutuallyImmuneTypes": "",
    "pieceDrops": "false",
    "promotedPieceType": "",
    "promotionPawnTypesBlack": "pawn",
    "promotionPawnTypesWhite": "pawn",
    "promotionPieceTypesBlack": "",
    "promotionPieceTypesWhite": "",
    "seirawanGating": "false",
    "wallingRule": "none",
}
"""The values of a section without a parent that sets none of them."""

PROMOTIONS: Mapping[str, str] = {
    "promotionPieceTypesWhite": "promotionPawnTypesWhite",
    "promotionPieceTypesBlack": "promotionPawnTypesBlack",
}
"""The options for the pieces that pawns become, each with that for the pawns."""

_BOTH = {
    "castlingRookPiece": "castlingRookPieces",
    "castlingKingPiece": "castlingKingPiece",
    "castlingRookPieces": "castlingRookPieces",
    "promotionPawnTypes": "promotionPawnTypes",
    "promotionPieceTypes": "promotionPieceTypes",
}
"""Keys that set a list of both sides, before the keys of one side."""


def options(values: Options, base: Options, by_letter: Mapping[str, str], removed: Set[str]) -> Options:
    """The options of a section.

    Args:
        values: The values that the section sets.
        base: The options that it inherits.
        by_letter: The keys of all its pieces by their letters, in lower case.
        removed: The keys of pieces that it removes, also of those that it adds again: the promotions to them go (F10).
    """
    made = dict(base)
    for key in PROMOTIONS:
        made[key] = " ".join(piece for piece in made[key].split() if piece not in removed)
    for key, target in _BOTH.items():
        if key in values:
            made[f"{target}White"] = made[f"{target}Black"] = _pieces(values[key], by_letter)
    for key in DEFAULTS:
        if key in values:
            made[key] = _value(key, values[key], base[key], by_letter)
    if made["doubleStep"] == "false":
        made["doubleStepRegionWhite"] = made["doubleStepRegionBlack"] = "-"
    elif made["doubleStepRegionWhite"] == made["doubleStepRegionBlack"] == "-":
        made["doubleStep"] = "false"
    return made


def _value(key: str, value: str, inherited: str, by_letter: Mapping[str, str]) -> str:
    known = keys()[key]
    match known.type:
        case "pieces":
            return _pieces(value, by_letter)
        case "promotions":
            return " ".join(_promotions(value, inherited, by_letter))
        case "bool" | "enum" if value not in (*known.values, "cambodian"):
            return "false" if known.type == "bool" else "none"
        case "squares" if value.startswith("-"):
            return "-"
    return value


def _pieces(value: str, by_letter: Mapping[str, str]) -> str:
    found = list[str]()
    for letter in "".join(value.split()):
        piece = "*" if letter == "*" else by_letter.get(letter.lower())
        if piece is None:
            break
        found.append(piece)
    return " ".join(found)


def _promotions(value: str, inherited: str, by_letter: Mapping[str, str]) -> Iterator[str]:
    """The keys of pieces that promote as in shogi."""
    promoting, letters = dict.fromkeys(inherited.split()), "".join(value.split())
    for start in range(0, len(letters) - 2, 3):
        piece, to = by_letter.get(letters[start].lower()), letters[start + 2].lower()
        if piece is None or (to != "-" and to not in by_letter):
            break
        promoting.pop(piece, None)
        if to != "-":
            promoting[piece] = None
    return iter(promoting)


# Conflicts


@dataclass(frozen=True, slots=True)
class Conflict:
    """Settings that exclude each other."""

    keys: tuple[str, ...]
    message: str
    applies: Callable[[Options, bool, int], bool]
    """Given the options, whether there is a king, and the number of ranks."""


def _number(value: str) -> int:
    """A rank, or a file by its letter or its number; zero if it is none."""
    if value[:1].isascii() and value[:1].islower():
        return ord(value[0]) - ord("a") + 1
    digits = value[: len(value) - len(value.lstrip("0123456789"))]
    return int(digits[:3] or 0)


def castling_rank(options: Options) -> int:
    """The rank of castling, counted from the player."""
    return _number(options["castlingRank"])


def _immune(key: str) -> Conflict:
    def applies(options: Options, king: bool, _ranks: int) -> bool:
        return (king or options["extinctionPseudoRoyal"] == "true") and options[key] != ""

    message = f"The engine does not support royal pieces with `{key}`."
    return Conflict((key, "king", "extinctionPseudoRoyal"), message, applies)


_KING = "The engine does not support a king with `{}`. Use `commoner` instead, or `king = -`."
CONFLICTS = (
    Conflict(
        ("checkCounting", "checking"),
        "`checkCounting` needs `checking = true`.",
        lambda options, _king, _ranks: options["checkCounting"] == "true" and options["checking"] == "false",
    ),
    Conflict(
        ("castlingRank", "maxRank", "castling"),
        "`castlingRank` is beyond `maxRank`.",
        lambda options, _king, ranks: options["castling"] == "true" and castling_rank(options) > ranks,
    ),
    Conflict(
        ("castlingQueensideFile", "castlingKingsideFile", "castling"),
        "`castlingQueensideFile` is to the right of `castlingKingsideFile`.",
        lambda options, _king, _ranks: (
            options["castling"] == "true"
            and _number(options["castlingQueensideFile"]) > _number(options["castlingKingsideFile"])
        ),
    ),
    Conflict(
        ("pieceDrops", "wallingRule"),
        "The engine does not support `wallingRule` with `pieceDrops`.",
        lambda options, _king, _ranks: options["pieceDrops"] == "true" and options["wallingRule"] != "none",
    ),
    Conflict(
        ("blastOnCapture", "king"),
        _KING.format("blastOnCapture"),
        lambda options, king, _ranks: king and options["blastOnCapture"] == "true",
    ),
    Conflict(
        ("flipEnclosedPieces", "king"),
        _KING.format("flipEnclosedPieces"),
        lambda options, king, _ranks: king and options["flipEnclosedPieces"] != "none",
    ),
    Conflict(
        ("wallingRule", "king"),
        _KING.format("wallingRule = duck"),
        lambda options, king, _ranks: king and options["wallingRule"] == "duck",
    ),
    *map(_immune, ("blastImmuneTypes", "mutuallyImmuneTypes")),
    Conflict(
        ("flagPieceSafe", "blastOnCapture"),
        "The engine does not support `flagPieceSafe` with `blastOnCapture`.",
        lambda options, _king, _ranks: options["flagPieceSafe"] == options["blastOnCapture"] == "true",
    ),
)
"""All pairs of settings that the engine's `check` reports."""


def conflicts(options: Options, has_king: bool, ranks: int) -> tuple[Conflict, ...]:
    """The conflicts between the options of a variant."""
    return tuple(one for one in CONFLICTS if one.applies(options, has_king, ranks))
