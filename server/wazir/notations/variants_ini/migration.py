"""Keys of older versions of Fairy-Stockfish, with the settings that replace them (F8).

The engine still reads the deprecated ones, as its `parser.cpp` does; the removed ones are from its history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from wazir.notations.variants_ini.meaning import Resolved, Variant
    from wazir.notations.variants_ini.syntax import IniSetting

Settings: TypeAlias = Mapping[str, str]
_Replace: TypeAlias = "Callable[[str, Resolved], Settings | None]"
"""Returns the settings in place of a value in a section; None if nothing says the same."""


def _renamed(key: str) -> _Replace:
    return lambda value, _: {key: value}


def _if_true(**settings: str) -> _Replace:
    return lambda value, _: settings if value == "true" else {}


# Ranks of a player


def _rank(value: str, variant: Variant) -> int:
    """A rank of the board; zero if it is none."""
    return int(value) if value.isascii() and value.isdigit() and 1 <= int(value[:3]) <= variant.ranks else 0


def _regions(key: str, ranks: Iterable[int], variant: Variant) -> Settings:
    """The regions of both sides, from ranks that each counts from itself."""
    own = list(ranks)
    return {
        f"{key}White": " ".join(f"*{rank}" for rank in own) or "-",
        f"{key}Black": " ".join(f"*{variant.ranks + 1 - rank}" for rank in own) or "-",
    }


def _promotion_rank(value: str, resolved: Resolved) -> Settings | None:
    variant = resolved.variant
    rank = _rank(value, variant)
    return _regions("promotionRegion", range(rank, variant.ranks + 1), variant) if rank else None


def _double_step_rank(value: str, resolved: Resolved) -> Settings | None:
    rank = _rank(value, resolved.variant)
    return _regions("doubleStepRegion", range(2, rank + 1), resolved.variant) if rank else None


def _double_step_rank_min(value: str, resolved: Resolved) -> Settings | None:
    last = resolved.section.last.get("doubleStepRank")
    if last and _rank(last.value, resolved.variant):  # the engine reads only the first of the two
        return {}
    rank = _rank(value, resolved.variant)
    return _regions("doubleStepRegion", range(rank, 3), resolved.variant) if rank else None


def _first_rank_double_steps(value: str, resolved: Resolved) -> Settings:
    return _regions("doubleStepRegion", (1, 2), resolved.variant) if value == "true" else {}


# Pieces


def _letters(variant: Variant) -> Mapping[str, str]:
    return {piece.key: piece.letter for piece in variant.pieces}


def _king(moves: str, resolved: Resolved) -> Settings | None:
    """The king with other moves; None if the section sets it already."""
    letter = _letters(resolved.variant).get("king")
    return {"king": f"{letter}:{moves}"} if letter and "king" not in resolved.section.last else None


def _king_type(value: str, resolved: Resolved) -> Settings | None:
    piece = resolved.variant.by_letter.get(value[:1].lower())
    return _king(piece.moves, resolved) if piece else None


def _general(value: str, resolved: Resolved) -> Settings | None:
    return _king("W", resolved) if value == "true" else {}


def _doubled_pawn(value: str, resolved: Resolved) -> Settings | None:
    pawn = "-" if value == "true" else _letters(resolved.variant).get("shogiPawn")
    return {"dropNoDoubled": pawn} if pawn else None


def _petrify(value: str, resolved: Resolved) -> Settings:
    officers = (piece.letter for piece in resolved.variant.pieces if piece.key != "pawn")
    return {"petrifyOnCaptureTypes": "".join(officers)} if value == "true" else {}


# Results


def _bare_king(value: str, _: Resolved) -> Settings:
    if value not in ("win", "loss", "draw"):
        return {}
    return {"extinctionValue": value, "extinctionPieceTypes": "*", "extinctionPieceCount": "1"}


def _bikjang(value: str, _: Resolved) -> Settings:
    if value not in ("win", "loss", "draw"):
        return {}
    return {"bikjangRule": "true"} | ({} if value == "draw" else {"materialCounting": "janggi"})


DEPRECATED: Mapping[str, _Replace] = {
    "promotionRank": _promotion_rank,
    "doubleStepRank": _double_step_rank,
    "doubleStepRankMin": _double_step_rank_min,
    "whiteFlag": _renamed("flagRegionWhite"),
    "blackFlag": _renamed("flagRegionBlack"),
    "whiteDropRegion": _renamed("dropRegionWhite"),
    "blackDropRegion": _renamed("dropRegionBlack"),
    "dropOnTop": _if_true(enclosingDrop="top"),
}
REMOVED: Mapping[str, _Replace] = {
    "arrowGating": _if_true(wallingRule="arrow"),
    "arrowWalling": _if_true(wallingRule="arrow"),
    "bareKingMove": _if_true(extinctionClaim="true", extinctionOpponentPieceCount="2"),
    "bareKingValue": _bare_king,
    "bikjangValue": _bikjang,
    "duckGating": _if_true(wallingRule="duck"),
    "duckWalling": _if_true(wallingRule="duck"),
    "endgameEval": lambda _value, _section: {},  # the engine finds it out
    "firstRankDoubleSteps": _first_rank_double_steps,
    "firstRankDrops": _renamed("firstRankPawnDrops"),
    "kingPass": _renamed("pass"),
    "kingPassOnStalemate": _renamed("passOnStalemate"),
    "kingType": _king_type,
    "pastGating": _if_true(wallingRule="past"),
    "pastWalling": _if_true(wallingRule="past"),
    "petrifyOnCapture": _petrify,
    "shogiDoubledPawn": _doubled_pawn,
    "staticGating": _if_true(wallingRule="static"),
    "staticGatingRegion": _renamed("wallingRegion"),
    "staticWalling": _if_true(wallingRule="static"),
    "xiangqiGeneral": _general,
    "xiangqiSoldier": lambda value, _: {"soldierPromotionRank": "6" if value == "true" else "1"},
}


def replacements(setting: IniSetting, resolved: Resolved) -> Settings | None:
    """The settings that replace that of an old key; None if it is not old, or if nothing says the same.

    Settings that override the old one are left out, so that there may be none.
    """
    replace = DEPRECATED.get(setting.key) or REMOVED.get(setting.key)
    settings = replace(setting.read, resolved) if replace else None
    if settings is None:
        return None
    last = resolved.section.last
    both = {key: key.removesuffix("White").removesuffix("Black") for key in settings}
    return {key: value for key, value in settings.items() if key not in last and both[key] not in last}
