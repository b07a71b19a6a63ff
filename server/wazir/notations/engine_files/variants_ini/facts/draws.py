"""How a game is drawn, and when a side has no move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import hands, repeating
from wazir.notations.engine_files.variants_ini.facts.regions import sides
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import at_most, with_article
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.variant import ResolvedPiece
from wazir.notations.wording import join_words
from wazir.piece.words import ordinal

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def _drawn_or_ended(view: View) -> str:
    """`The game is drawn`, or `The game ends` if the pieces that are left decide."""
    return "The game is drawn" if view.value("materialCounting") == "none" else "The game ends"


def _repetition_decides(view: View) -> bool:
    """Whether a repetition is won or lost."""
    return view.value("nFoldValue") in ("win", "loss")


def _repetition_sentence(view: View) -> str:
    """The sentence about repetition."""
    count, value = int(view.value("nFoldRule")), view.value("nFoldValue")
    event = f"a position comes up for the {ordinal(count)} time"
    if value == "draw":
        return f"{_drawn_or_ended(view)} when {event}."
    if value == "none":
        return f"The game ends without a result when {event}."
    if view.value("nFoldValueAbsolute"):
        return f"{'White' if value == 'win' else 'Black'} wins when {event}."
    return f"When {event}, the player to move {'wins' if value == 'win' else 'loses'}."


def _progress(view: View) -> str:
    """The moves that start the count of moves again."""
    drop = ["a drop"] if hands.drops_pieces(view) else []
    return join_words(["a capture", *drop, *_progress_moves(view)], "or")


def _progress_moves(view: View) -> Iterator[str]:
    """The moves of pieces that start the count of moves again."""
    white, black = (repeating.progress_pieces(view.of(side)) for side in BOTH)
    if not (white or black):
        return
    names = list(map(view.noun, (piece.letter for piece in white)))
    others = list(map(view.noun, (piece.letter for piece in black)))
    if set(names) != set(others):
        names = [f"white {noun}" for noun in names] + [f"black {noun}" for noun in others]
    only_advance = all(map(repeating.only_advances, (*white, *black)))
    condition = "" if only_advance else " that cannot be taken back"
    yield f"a move of {join_words(map(with_article, names), 'or')}{condition}"


def _moves_without_progress(view: View) -> str:
    """The number of moves without progress that ends a game."""
    return at_most(view.value("nMoveRule"), "move")


def _end_by_passing(view: View) -> str:
    """How a game ends in which both sides pass, unless the pieces that are left decide."""
    return "" if view.value("materialCounting") != "none" else " in a draw"


_STEPS_ANYWHERE = re.compile(r"(?<![a-z])m?[WFKRBQ]")
"""A step or slide in all its directions, which some square always allows."""
_LEAPS_ANYWHERE = re.compile(r"(?<![a-z])m?[WFKRBQNAD]")
"""The same with leaps of up to two squares, where no edge is too near."""


def _has_stuck_piece(view: View) -> bool:
    """Whether a piece can come to a square where it never moves again."""
    return repeating.has_walls(view) or any(
        _gets_stuck(piece, side) for side in sides(view) for piece in side.pieces_in_play
    )


def _gets_stuck(piece: ResolvedPiece, view: View) -> bool:
    """Whether a piece can come to a square of the empty board where it never moves again."""
    is_wide = min(view.variant.files, view.variant.ranks) > 3
    anywhere = _LEAPS_ANYWHERE if is_wide else _STEPS_ANYWHERE
    return not (anywhere.search(piece.betza or "") or _always_promotes(piece, view))


def _always_promotes(piece: ResolvedPiece, view: View) -> bool:
    """Whether a pawn is another piece before it comes to where it cannot move."""
    if piece.key != "pawn" or piece.letter not in view.pieces("promotionPawnTypes"):
        return False
    if hands.drops_pieces(view) or view.value("sittuyinPromotion"):
        return False
    if not (view.pieces("promotionPieceTypes") and view.value("mandatoryPawnPromotion")):
        return False
    last = 0 if view.side == "Black" else view.variant.ranks - 1
    region = view.of(view.side).squares("promotionRegion")
    return all((file, last) in region for file in range(view.variant.files))


def _has_counted_pieces(view: View) -> bool:
    """Whether a side can have the pieces for which moves are counted."""
    return view.value("countingRule") != "asean" or view.has("rook", "khon", "knight")


FACTS = named(
    _drawn_or_ended,
    _end_by_passing,
    _has_counted_pieces,
    _has_stuck_piece,
    _moves_without_progress,
    _progress,
    _repetition_decides,
    _repetition_sentence,
)
