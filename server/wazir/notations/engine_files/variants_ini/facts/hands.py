"""What a hand is for, and where its pieces enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import royals
from wazir.notations.engine_files.variants_ini.facts.regions import is_everywhere, sides
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.meaning import WITHOUT_HAND

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def drops_from_nowhere(view: View) -> bool:
    """Whether pieces are dropped from nowhere, which no key says."""
    return bool(view.value("pieceDrops")) and not set(WITHOUT_HAND).isdisjoint(view.variant.lineage)


def _fills_hand(view: View) -> bool:
    """Whether there are pieces in a hand, at the start or later."""
    return bool(view.in_hand)


def _drops_from_hand(view: View) -> bool:
    """Whether pieces are dropped from a hand."""
    return bool(view.value("pieceDrops") and not drops_from_nowhere(view) and _fills_hand(view))


def drops_pieces(view: View) -> bool:
    """Whether pieces are dropped, from a hand or from nowhere."""
    return _drops_from_hand(view) or drops_from_nowhere(view)


def _enters_through_gates(view: View) -> bool:
    """Whether pieces enter behind those that move first."""
    return bool(view.value("seirawanGating") and view.value("gating") and _fills_hand(view))


def _enters_from_hand(view: View) -> bool:
    """Whether pieces come to the board from a hand."""
    return drops_pieces(view) or _enters_through_gates(view)


def _uses_hand(view: View) -> bool:
    """Whether pieces leave a hand, or count there."""
    return bool(
        drops_pieces(view)
        or view.value("pieceDrops")
        or _enters_through_gates(view)
        or royals.ends_by_extinction(view)
    )


def _drops_limited_on_files(view: View) -> bool:
    """Whether a piece that is limited to a number on a file is dropped."""
    return not view.in_hand.isdisjoint(view.value("dropNoDoubled"))


def _drops_beyond_first_rank(view: View) -> bool:
    """Whether drops are allowed on another rank than the first."""
    return any(
        rank != (view.variant.ranks - 1 if side.side == "Black" else 0)
        for side in sides(view)
        for _, rank in view.of(side.side).squares("dropRegion")
    )


def _has_drop_region(view: View) -> bool:
    """Whether drops are limited to some squares."""
    return not is_everywhere(view, "dropRegion")


def _gate_openers(view: View) -> str:
    """What lets a piece enter behind it: pawns have no gates."""
    has_pawns = "P" in view.variant.start_fen.split(" ")[0].upper() and view.has("pawn")
    return "a piece other than a pawn" if has_pawns else "a piece"


def _encloses_beside(view: View) -> bool:
    """Whether drops have to touch a piece of their side."""
    return view.value("enclosingDrop") in ("ataxx", "quadwrangle")


def _uses_gates(view: View) -> bool:
    """Whether a rule uses the gates of pieces that have not moved."""
    return bool(view.value("seirawanGating") or view.value("cambodianMoves"))


def _has_gates(view: View) -> bool:
    """Whether pieces on the first rank have gates, which end where nothing can enter there."""
    ends = view.value("seirawanGating") and not _fills_hand(view)
    return view.value("castlingRank") == 1 and not ends


FACTS = named(
    _drops_beyond_first_rank,
    _drops_from_hand,
    _drops_limited_on_files,
    _encloses_beside,
    _enters_from_hand,
    _enters_through_gates,
    _fills_hand,
    _gate_openers,
    _has_drop_region,
    _has_gates,
    _uses_gates,
    _uses_hand,
    drops_from_nowhere,
    drops_pieces,
)
