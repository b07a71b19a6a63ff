"""Whether there are captures, and whether a position can come up again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import hands, pawn_steps
from wazir.notations.engine_files.variants_ini.facts.goals import FLIPS
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.variant import ResolvedPiece

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View

_PART = re.compile(r"([a-z]*)[A-Z]\d*")
_PARTS = re.compile(r"(?:[a-z]*[A-Z]\d*)+")


def _modifiers(piece: ResolvedPiece) -> list[str]:
    """The modifiers of each part of the moves of a piece; none if they are not plain Betza."""
    text = piece.betza or ""
    return _PART.findall(text) if _PARTS.fullmatch(text) else []


def _captures_pieces(view: View) -> bool:
    """Whether a piece in play captures others."""
    return any(map(_may_capture, view.pieces_in_play))


def _may_capture(piece: ResolvedPiece) -> bool:
    """Whether a part of the moves of a piece captures, or is not known not to."""
    modifiers = _modifiers(piece)
    return not modifiers or any("m" not in each or "c" in each for each in modifiers)


def _positions_repeat(view: View) -> bool:
    """Whether a position can come up again: not if each move adds a wall or a piece, if no piece
    ever moves, or if all pieces only move forward.
    """
    if _adds_walls(view) or _only_drops(view):
        return False
    if pawn_steps.may_pass(view) or view.value("flipEnclosedPieces") in FLIPS:
        return True
    moving = [piece for piece in view.pieces_in_play if piece.key != "immobile"]
    if hands.drops_pieces(view):
        return bool(moving)
    return not all(map(only_advances, moving))


def _adds_walls(view: View) -> bool:
    """Whether each move adds a wall."""
    return view.value("wallingRule") not in ("none", "duck") and not view.value("wallOrMove")


def _reaches_move_rule(view: View) -> bool:
    """Whether a game can last as long as the rule of moves without progress counts, which starts
    again with each drop.
    """
    if _only_drops(view):
        return False
    size = view.variant.files * view.variant.ranks
    return not _adds_walls(view) or size - len(view.fen.letters) >= 2 * view.value("nMoveRule")


def _only_drops(view: View) -> bool:
    """Whether each move is a drop."""
    is_still = all(piece.key == "immobile" for piece in view.pieces_in_play)
    return is_still and hands.drops_pieces(view) and not pawn_steps.may_pass(view)


def only_advances(piece: ResolvedPiece) -> bool:
    """Whether each part of the moves of a piece has `f`, and no sign of another direction."""
    modifiers = _modifiers(piece)
    return bool(modifiers) and all("f" in each and not {*"bvs"} & {*each} for each in modifiers)


def has_walls(view: View) -> bool:
    """Whether squares are or become blocked."""
    petrifies = view.value("petrifyOnCaptureTypes") or view.value("petrifyBlastPieces")
    return view.value("wallingRule") != "none" or bool(petrifies) or "*" in view.variant.start_fen


def _may_fill_board(view: View) -> bool:
    """Whether the board can be full: by walls, by pieces that are dropped from nowhere or come from
    another board, or by all pieces that there are.
    """
    squares = view.variant.files * view.variant.ranks
    adds_walls = view.value("wallingRule") not in ("none", "duck")
    pieces = len(view.fen.letters) + view.variant.start_fen.split(" ")[0].count("*")
    return bool(
        adds_walls or hands.drops_from_nowhere(view) or view.value("twoBoards") or pieces >= squares
    )


def _may_skip_move(view: View) -> bool:
    """Whether `wallOrMove` lets a side do something else than move."""
    return view.value("wallingRule") != "none" or not view.value("passOnStalemate")


def progress_pieces(view: View) -> list[ResolvedPiece]:
    """The pieces whose moves start the count of moves again: only those that have moves which they
    cannot take back.
    """
    letters = view.pieces("nMoveRuleTypes")
    every = {piece.letter: piece for piece in view.variant.pieces}
    return [every[letter] for letter in letters if letter in every and not _returns(every[letter])]


def _returns(piece: ResolvedPiece) -> bool:
    """Whether a piece can take back each of its moves."""
    modifiers = _modifiers(piece)
    return bool(modifiers) and not any({*"fblr"} & {*each} for each in modifiers)


FACTS = named(
    _captures_pieces,
    _may_fill_board,
    _may_skip_move,
    _positions_repeat,
    _reaches_move_rule,
)
