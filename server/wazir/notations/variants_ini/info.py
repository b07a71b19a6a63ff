"""A variant in the form of `variant_info`, a function that Fairy-Stockfish's libraries are to get (FSF#1011, V2).

Fields are there for the rules of Fairy-Stockfish; its fork, which has that function, adds more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wazir.notations.variants_ini.meaning import Variant, VariantPiece, is_royal
from wazir.notations.variants_ini.reading import BOTH, Value
from wazir.notations.variants_ini.vocabulary import key_of, pieces

SCHEMA = 1
"""The version of the form."""

_FIELDS: Mapping[str, str] = {
    "board": "chess960 twoBoards diagonalLines",
    "movement": "doubleStep doubleStepRegions=2doubleStepRegion tripleStepRegions=2tripleStepRegion"
    " enPassantRegions=2enPassantRegion enPassantTypes=2enPassantTypes pass=2pass passOnStalemate=2passOnStalemate"
    " mustCapture immobilityIllegal cambodianMoves makpongRule flyingGeneral soldierPromotionRank",
    "promotion": "regions=2promotionRegion pawnTypes=2promotionPawnTypes pieceTypes=2promotionPieceTypes"
    " promotedPieceTypes=promotedPieceType limits=promotionLimit sittuyin=sittuyinPromotion"
    " onCapture=piecePromotionOnCapture mandatoryPawn=mandatoryPawnPromotion"
    " mandatoryPiece=mandatoryPiecePromotion demotion=pieceDemotion",
    "capture": "blast=blastOnCapture blastImmuneTypes mutuallyImmuneTypes petrifyTypes=petrifyOnCaptureTypes"
    " petrifyBlastPieces",
    "castling": "enabled=castling droppedPiece=castlingDroppedPiece kingSideFile=castlingKingsideFile"
    " queenSideFile=castlingQueensideFile rank=castlingRank kingFile=castlingKingFile"
    " rookKingSideFile=castlingRookKingsideFile rookQueenSideFile=castlingRookQueensideFile"
    " kingPieces=2castlingKingPiece rookPieces=2castlingRookPieces opposite=oppositeCastling wins=castlingWins",
    "drops": "enabled=pieceDrops capturesToHand mustDrop mustDropType dropLoop firstRankPawnDrops"
    " promotionZonePawnDrops regions=2dropRegion enclosingRule=enclosingDrop enclosingStart=enclosingDropStart"
    " sittuyinRook=sittuyinRookDrop oppositeColoredBishop=dropOppositeColoredBishop promoted=dropPromoted",
    "gating": "enabled=gating seirawan=seirawanGating wallingRule wallingRegions=2wallingRegion wallOrMove",
    "gameEnd": "checking dropChecks mustCapture nMoveRule nMoveRuleTypes=2nMoveRuleTypes nFoldRule nFoldValue"
    " nFoldValueAbsolute perpetualCheckIllegal moveRepetitionIllegal chasingRule stalemateValue stalematePieceCount"
    " checkmateValue shogiPawnDropMateIllegal shatarMateRule bikjangRule dupleCheck checkCounting materialCounting"
    " adjudicateFullBoard countingRule",
    "extinction": "value=extinctionValue claim=extinctionClaim pseudoRoyal=extinctionPseudoRoyal"
    " pieceTypes=extinctionPieceTypes pieceCount=extinctionPieceCount opponentPieceCount=extinctionOpponentPieceCount",
    "flag": "pieces=2flagPiece regions=2flagRegion pieceCount=flagPieceCount blockedWin=flagPieceBlockedWin"
    " move=flagMove safe=flagPieceSafe",
    "connect": "n=connectN pieceTypes=connectPieceTypes horizontal=connectHorizontal vertical=connectVertical"
    " diagonal=connectDiagonal region1=2connectRegion1 region2=2connectRegion2 nxn=connectNxN collinearN"
    " value=connectValue",
    "enclosing": "flipRule=flipEnclosedPieces",
    "protocol": "pieceToCharTable pocketSize",
}
"""The fields of each part, with the key of the rule if it has another name; 2 is one rule for each side."""
_RESPELLED = {"whitedrawodds": "whiteDrawOdds", "blackdrawodds": "blackDrawOdds"}
_SINGLE = ("castlingKingPiece", "mustDropType")
"""The rules whose pieces are one."""


def variant_info(variant: Variant, name: str) -> Mapping[str, Any]:
    """A variant with a name, as plain data."""
    parts = {part: dict(_fields(fields.split(), variant)) for part, fields in _FIELDS.items()}
    held = sorted(variant.pieces, key=lambda piece: _rank(piece.key))
    size = {"width": variant.files, "height": variant.ranks, "startFen": variant.start_fen}
    return {
        "schemaVersion": SCHEMA,
        "name": name,
        "template": variant.options["variantTemplate"],
        "board": size | parts.pop("board"),
        "pieces": [_piece(piece, variant) for piece in held],
        "pieceTypes": _types(piece.key for piece in held),
        "royalPieceTypes": _types(piece.key for piece in held if is_royal(piece, variant)),
        **parts,
    }


def _fields(fields: Iterable[str], variant: Variant) -> Iterator[tuple[str, Any]]:
    for field in fields:
        name, _, key = field.partition("=")
        key = key or name
        if key.startswith("2"):
            white, black = (_value(f"{key[1:]}{side}", variant) for side in BOTH)
            yield name, {"white": white, "black": black}
        else:
            yield name, _value(key, variant)


def _value(key: str, variant: Variant) -> Any:
    """The value of a rule: names of squares and of pieces, numbers of files."""
    value: Value = variant.options[key]
    known = key_of(key)
    assert known is not None
    match known.type:
        case "squares":
            inside = ((rank, file) for file, rank in value if file < variant.files and rank < variant.ranks)
            return [f"{chr(ord('a') + file)}{rank + 1}" for rank, file in sorted(inside)]
        case "pieces":
            types = _types(value)
            return types if not key.startswith(_SINGLE) else types[0] if types else "none"
        case "numbers":
            return {_type(piece): number for piece, number in value}
        case "promotions":
            return {_type(piece): _type(other) for piece, other in value}
        case "castling":
            sides = {"white": ("K", "Q"), "black": ("k", "q")}
            return {side: {"kingSide": k in value, "queenSide": q in value} for side, (k, q) in sides.items()}
        case "enum":
            return _RESPELLED.get(value, value)
    return value


def _piece(piece: VariantPiece, variant: Variant) -> dict[str, Any]:
    midgame, endgame = (dict(variant.options[key]).get(piece.key, 0) for key in ("pieceValueMg", "pieceValueEg"))
    synonym, standard = piece.synonym, key_of(piece.key)
    is_standard = standard is not None and piece.moves == standard.moves
    return {
        "type": _type(piece.key),
        "fen": {"white": piece.letter.upper(), "black": piece.letter},
        "synonym": {"white": synonym.upper(), "black": synonym} if synonym else None,
        "customBetza": None if is_standard else piece.moves,
        "value": {"midgame": midgame, "endgame": endgame},
    }


def _types(keys: Iterable[str]) -> list[str]:
    """The names of pieces, in the order of the engine."""
    return [_type(key) for key in sorted(keys, key=_rank)]


def _type(key: str) -> str:
    return "all" if key == "*" else re.sub("^customPiece", "custom", key)


def _rank(key: str) -> int:
    return pieces().get(key, -1)
