"""Which pieces promote, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import hands
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import nouns

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def _has_promoting_pawns(view: View) -> bool:
    """Whether there are pieces that promote as pawns."""
    return bool(
        view.pieces("promotionPawnTypes")
        and view.pieces("promotionPieceTypes")
        and view.value("promotionRegion")
    )


def _has_pawn_types(view: View) -> bool:
    """Whether there are pieces that could promote as pawns."""
    return bool(view.pieces("promotionPawnTypes"))


def _has_pawn_promotions(view: View) -> bool:
    """Whether there are pieces to which pawns promote."""
    return bool(view.pieces("promotionPieceTypes"))


def _barred_letters(view: View) -> list[str]:
    """The letters of the pieces that may not enter the squares of promotion: they have to promote
    there, and can become no piece.
    """
    return _unpromotable(view) if view.value("mandatoryPawnPromotion") else []


def _unpromotable(view: View) -> list[str]:
    """The letters of the pieces that promote as pawns and can become no piece."""
    promotions = view.pieces("promotionPieceTypes") or "*" in view.value("promotionPieceTypes")
    if promotions or not view.value("promotionRegion"):
        return []
    pawns = [piece for piece in view.variant.pieces if piece.key == "pawn"]
    exempt = [pawn.letter for pawn in pawns if pawn.promoted or view.value("sittuyinPromotion")]
    return [letter for letter in view.pieces("promotionPawnTypes") if letter not in exempt]


def _barred_pieces(view: View) -> str:
    """The pieces that may not enter the squares of promotion, at the start of a sentence; empty if
    there are none.
    """
    letters = _barred_letters(view)
    return nouns([view.noun(letter) for letter in letters], "A or", view.colour) if letters else ""


def _pawn_zone_matters(view: View) -> bool:
    """Whether the squares of promotion matter to pawns, which promote there or may not enter."""
    return _has_pawn_promotions(view) or bool(_barred_letters(view))


def _promotes_as_in_shogi(view: View) -> bool:
    """Whether there are pieces that promote as in shogi."""
    return _has_promoted_forms(view) and bool(view.value("promotionRegion"))


def _pawn_promotes_as_in_shogi(view: View) -> bool:
    """Whether a pawn has a promoted form, as in shogi."""
    pawns = [piece for piece in view.variant.pieces if piece.key == "pawn"]
    turning = any(pawn.promoted and pawn.letter in view.in_play for pawn in pawns)
    return turning and bool(view.value("promotionRegion"))


def _any_pawn_promotes(view: View) -> bool:
    """Whether a pawn promotes in either way, or comes to where it would have to."""
    return (
        _has_promoting_pawns(view) or _pawn_promotes_as_in_shogi(view) or bool(_unpromotable(view))
    )


def _promotes_on_arrival(view: View) -> bool:
    """Whether a piece promotes where it arrives: not the standard pawn of sittuyin."""
    others = {piece.letter for piece in view.variant.pieces if piece.key != "pawn"}
    types = view.pieces("promotionPawnTypes")
    return not view.value("sittuyinPromotion") or not others.isdisjoint(types)


def _has_promoted_forms(view: View) -> bool:
    """Whether a piece has a promoted form."""
    return bool(view.value("promotedPieceType").keys() & view.in_play)


def _shows_promoted(view: View) -> bool:
    """Whether promoted forms come to the board: by a move, a drop, or at the start."""
    drops = view.value("dropPromoted") and hands.drops_pieces(view)
    return bool(view.value("promotionRegion") or drops or "+" in view.variant.start_fen)


def any_promotion(view: View) -> bool:
    """Whether pieces promote in either way."""
    return _has_promoting_pawns(view) or _promotes_as_in_shogi(view)


def _promotes_in_zone(view: View) -> bool:
    """Whether a piece promotes once there are squares for it."""
    promotes = _has_pawn_promotions(view) or view.value("mandatoryPawnPromotion")
    return (_has_pawn_types(view) and bool(promotes)) or _has_promoted_forms(view)


def _promotion_zone(view: View) -> str:
    """Where moves promote, unless anywhere."""
    where = view.word("promotionRegion", "")
    return "" if where == "any square" else f" into, within or out of {where}"


def _capture_promotion_zone(view: View) -> str:
    """Where captures promote, unless anywhere."""
    zone = _promotion_zone(view)
    return f" with a move{zone}" if zone else ""


def _limits_promoted_pieces(view: View) -> bool:
    """Whether the number of promoted pieces is limited."""
    return bool(view.value("promotionLimit")) and any_promotion(view)


FACTS = named(
    _any_pawn_promotes,
    _barred_pieces,
    _capture_promotion_zone,
    _has_pawn_types,
    _has_promoted_forms,
    _has_promoting_pawns,
    _limits_promoted_pieces,
    _pawn_promotes_as_in_shogi,
    _pawn_zone_matters,
    _promotes_as_in_shogi,
    _promotes_in_zone,
    _promotes_on_arrival,
    _promotion_zone,
    _shows_promoted,
    any_promotion,
)
