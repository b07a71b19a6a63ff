"""The rule that ended a game, from the rules of the variant and the last position (T2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from wazir.features.game.playtest.game import Game
from wazir.notations.variant import ResolvedVariant
from wazir.placement import BLACK, WHITE, PiecePlacement

ENDINGS: Mapping[str, str] = {
    "checkmate": "checkmate",
    "stalemate": "no legal move",
    "flag": "a piece reaches its goal",
    "extinction": "loss of pieces",
    "checks": "enough checks",
    "connection": "a row, a square or a chain of pieces",
    "castling": "castling",
    "king": "the king is taken",
    "passes": "both players pass",
    "kings": "the kings face each other",
    "full": "the board is full",
    "repetition": "repetition",
    "moves": "too many moves without progress",
    "counting": "the end of a count",
    "material": "neither side has the pieces to win",
    "cut": "cut off",
    "unknown": "an unknown rule",
}
"""The ways in which a game ends, in words."""
_UNSEEN = frozenset({"connection", "kings"})
"""The endings that no position shows."""
_CHECKS_LEFT = re.compile(r"\d+\+\d+")


def ending(game: Game, variant: ResolvedVariant) -> str:
    """The rule that ended a game: a key of *ENDINGS*.

    It is `unknown` unless exactly one rule of the variant explains the end. If the engine does not
    say whether a rule has ended the game at once, the position has to show it.
    """
    match game.end:
        case "cut" | "material":
            return game.end
        case "claim":
            return _claimed(game, _Rules(variant))
    no_move = "checkmate" if game.is_check else "stalemate"
    possible = immediate_endings(game, variant)
    if game.is_immediate is False or (game.is_immediate is None and not possible):
        return no_move
    is_shown = game.is_immediate or not _UNSEEN.intersection(possible)
    return possible[0] if len(possible) == 1 and is_shown else "unknown"


def immediate_endings(game: Game, variant: ResolvedVariant) -> tuple[str, ...]:
    """The rules that may have ended a game at once: those that its last position shows, or those
    that it does not rule out.
    """
    rules = _Rules(variant)
    explaining = [
        name for name, explains in _IMMEDIATE.items() if explains(game, rules) is not False
    ]
    certain = [name for name in explaining if _IMMEDIATE[name](game, rules)]
    return tuple(certain or explaining)


def goals(variant: ResolvedVariant) -> tuple[str, ...]:
    """The endings by which the rules of a variant let a player win, in the order of *ENDINGS*."""
    rules = _Rules(variant)
    is_royal = rules.is_pseudo_royal or any(piece.royal for piece in variant.pieces)
    may_lose_pieces = rules.value("blastOnCapture") or not rules.is_pseudo_royal
    present = {
        "checkmate": is_royal and rules.value("checking"),
        "stalemate": rules.value("stalemateValue") in ("win", "loss"),
        "flag": rules.has_flag,
        "extinction": may_lose_pieces
        and rules.has_extinction
        and rules.value("extinctionValue") != "draw",
        "checks": rules.value("checkCounting"),
        "connection": rules.has_connection,
        "castling": rules.value("castlingWins") not in ("", "-", None, False),
        "repetition": rules.value("nFoldValue") in ("win", "loss"),
    }
    return tuple(name for name in ENDINGS if present.get(name))


class _Rules:
    """The values of the keys of a variant."""

    def __init__(self, variant: ResolvedVariant) -> None:
        self._rules = variant.rules

    def value(self, key: str, side: str = "") -> Any:
        """The value of a key, that of a side for a key of both."""
        own = f"{key}{side.capitalize()}"
        rule = self._rules.get(own) or self._rules.get(key)
        return rule.value if rule else None

    @property
    def is_pseudo_royal(self) -> bool:
        """Whether the loss of pieces is prevented by check, as if they were kings."""
        return bool(self.value("extinctionPseudoRoyal"))

    @property
    def has_extinction(self) -> bool:
        """Whether the loss of pieces ends the game."""
        return self.value("extinctionValue") not in ("none", None) and bool(
            self.value("extinctionPieceTypes")
        )

    @property
    def has_flag(self) -> bool:
        """Whether a piece of some side has a goal."""
        return any(
            self.value("flagRegion", side) and self.value("flagPiece", side)
            for side in (WHITE, BLACK)
        )

    @property
    def has_connection(self) -> bool:
        """Whether rows, squares or chains of pieces end the game."""
        keys = ("connectN", "connectNxN", "collinearN", "connectRegion1White")
        return any(map(self.value, keys))

    @property
    def passes(self) -> bool:
        """Whether a player may pass."""
        keys = ("passWhite", "passBlack", "passOnStalemateWhite", "passOnStalemateBlack")
        return any(map(self.value, keys)) and not self.value("wallOrMove")


def _claimed(game: Game, rules: _Rules) -> str:
    """The rule by which a player may end a game."""
    clock, limit = game.final.split()[-2], rules.value("nMoveRule") or 0
    found = []
    if limit and clock.isdigit() and int(clock) >= 2 * limit:
        found.append("moves")
    folds = rules.value("nFoldRule") or 0
    if folds and game.repeats >= max(1, folds - 1):
        found.append("repetition")
    if not found and rules.value("countingRule") not in ("none", None):
        found.append("counting")
    return found[0] if len(found) == 1 else "unknown"


# Rules that end a game at once: True if one explains the end, False if it does not, None if the
# position does not say

_Explains = Callable[[Game, _Rules], bool | None]


def _by_flag(game: Game, rules: _Rules) -> bool:
    board = PiecePlacement.of(game.final).board
    return any(
        _is_at_goal(board, rules, side)
        for side in (WHITE, BLACK)
        if game.winner in (side, None) and rules.has_flag
    )


def _is_at_goal(board: Mapping[str, str], rules: _Rules, side: str) -> bool:
    region = rules.value("flagRegion", side) or ()
    letters = rules.value("flagPiece", side) or ()
    arrived = [
        square
        for square, sign in board.items()
        if square in region
        and sign[-1].isupper() == (side == WHITE)
        and ("*" in letters or sign.lower() in letters)
    ]
    return len(arrived) >= max(1, rules.value("flagPieceCount") or 1)


def _by_extinction(game: Game, rules: _Rules) -> bool:
    if not rules.has_extinction:
        return False
    placement = PiecePlacement.of(game.final)
    loser = {WHITE: BLACK, BLACK: WHITE}.get(game.winner or "")
    value = rules.value("extinctionValue")
    sides = {"loss": [loser], "win": [game.winner]}.get(value, [WHITE, BLACK])
    return any(_is_extinct(placement, rules, side) for side in sides if side)


def _is_extinct(placement: PiecePlacement, rules: _Rules, side: str) -> bool:
    """Whether a side has too few pieces of one of the kinds that count."""
    other = BLACK if side == WHITE else WHITE
    most = rules.value("extinctionPieceCount") or 0
    least = rules.value("extinctionOpponentPieceCount") or 0
    return any(
        placement.count(side, [letter]) <= most and placement.count(other, [letter]) >= least
        for letter in rules.value("extinctionPieceTypes")
    )


def _by_checks(game: Game, rules: _Rules) -> bool:
    left = next(filter(_CHECKS_LEFT.fullmatch, game.final.split()), "")
    return bool(rules.value("checkCounting")) and "0" in left.split("+")


def _by_passes(game: Game, rules: _Rules) -> bool:
    last = game.moves[-2:]
    return rules.passes and len(last) == 2 and all(move.is_pass for move in last)


def _by_full_board(game: Game, rules: _Rules) -> bool:
    return bool(rules.value("adjudicateFullBoard")) and not PiecePlacement.of(game.final).empty


def _by_castling(game: Game, rules: _Rules) -> bool:
    castles = bool(game.moves) and game.moves[-1].san.startswith("O-O")
    return castles and rules.value("castlingWins") not in ("", "-", None, False)


def _by_connection(_game: Game, rules: _Rules) -> bool | None:
    return None if rules.has_connection else False


def _by_kings(_game: Game, rules: _Rules) -> bool | None:
    return None if rules.value("bikjangRule") else False


_IMMEDIATE: Mapping[str, _Explains] = {
    "flag": _by_flag,
    "extinction": _by_extinction,
    "checks": _by_checks,
    "passes": _by_passes,
    "full": _by_full_board,
    "castling": _by_castling,
    "connection": _by_connection,
    "kings": _by_kings,
}
