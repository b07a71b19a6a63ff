"""Estimates the value of a piece, with an explanation (Q13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

from wazir.piece.board import SquareBoard
from wazir.piece.figures.mobility import VACANCY
from wazir.piece.figures.summary import Figures
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SHORT = 2
"""The maximum length of a leap in Muller's formula, in king steps."""
SPREAD = 0.1
"""The relative error of the formula: a rule of thumb."""
BOUND = 0.1
"""The reduction for each halving of the reachable squares: a rule of thumb."""
ONE_WAY = 0.25
"""The reduction for a piece that can never return: a rule of thumb."""


@dataclass(frozen=True, slots=True)
class Value:
    """An estimate in pawns."""

    pawns: float | None
    """None if the figures do not allow one."""
    least: float | None
    most: float | None
    work: tuple[str, ...]
    """The calculation, in sentences."""
    left_out: tuple[str, ...]
    """What the estimate ignores, or why there is none, in sentences."""


def value(piece: Piece, figures: Figures) -> Value:
    """The value of a piece from its statistics."""
    left_out = tuple(_left_out(piece, figures))
    knight = _knight(figures)
    why_not = _why_not(figures, knight)
    if why_not:
        return Value(None, None, None, (), (why_not, *left_out))
    mean = figures.mobility.mean
    as_leaper = mean / knight * len(KNIGHT)
    estimates = [_muller(as_leaper)]
    work = [
        f"Mobility: {mean:.2f} squares. A knight with 8 moves has {knight:.2f}, so that this is like {as_leaper:.1f} "
        f"moves: (33 + 0.7 × {as_leaper:.1f}) × {as_leaper:.1f} hundredths are {estimates[0]:.2f} pawns."
    ]
    moves = figures.moves.most
    if _is_short_leaper(piece, figures):
        estimates.append(_muller(moves))
        work.append(
            f"H. G. Muller's empirical rule for short-range leapers: {moves} moves, so that "
            f"(33 + 0.7 × {moves}) × {moves} hundredths are {estimates[-1]:.2f} pawns."
        )
    low, high = min(estimates) * (1 - SPREAD), max(estimates) * (1 + SPREAD)
    work.append(f"Give or take {SPREAD:.0%}: from {low:.2f} to {high:.2f} pawns.")
    for share, words in _corrections(figures):
        low *= 1 - share
        work.append(f"{words}: by a rule of thumb up to {share:.0%} less, from {low:.2f} pawns.")
    if "lame" in figures.classes:
        work.append("The mobility counts how often its way is blocked (lame).")
    return Value(estimates[-1], low, high, tuple(work), left_out)


def _muller(moves: float) -> float:
    """The value in pawns of a short-range leaper with a number of moves on 8x8 (Muller)."""
    return (33 + 0.7 * moves) * moves / 100


def _knight(figures: Figures) -> float:
    """The mobility of a knight on the same board; 0 if it has none."""
    board = figures.board
    free = float(VACANCY + (1 - VACANCY) / 2)
    return free * sum(map(board.room, KNIGHT)) / figures.squares if isinstance(board, SquareBoard) else 0.0


def _why_not(figures: Figures, knight: float) -> str:
    """The reason why there is no estimate; empty if there is one."""
    if figures.incomplete:
        return "It has more moves than are followed, so that its value is not estimated."
    if not isinstance(figures.board, SquareBoard):
        return "There is no rule for the value on a board of hexagons."
    if not knight:
        return "The board is too small for a rule about values."
    if not figures.mobility.mean:
        return "It has no move that always counts, so that its value is not estimated."
    return ""


def _is_short_leaper(piece: Piece, figures: Figures) -> bool:
    """Whether Muller's formula applies: all moves are short leaps that both move and capture."""
    only = {"leaper", "one-way", "asymmetric", "first-move"} >= set(figures.classes)
    return only and bool(figures.moves.most) and reach(piece).leap <= SHORT and figures.squares >= _ROOM**2


_ROOM = 2 * SHORT + 1
"""The width of a board with a square from which every short leap is possible."""


def _corrections(figures: Figures) -> Iterator[tuple[float, str]]:
    """Possible reductions with their reasons."""
    if "one-way" in figures.classes:
        yield ONE_WAY, "It never comes back (one-way)"
    elif "hopper" not in figures.classes and figures.reach < figures.squares:
        halvings = min(3.0, log2(figures.squares / figures.reach))
        yield BOUND * halvings, f"It reaches {figures.reach} of {figures.squares} squares (bound)"


def _left_out(piece: Piece, figures: Figures) -> Iterator[str]:
    seen = {
        "first-move": "What it can do only before it has moved is left out.",
        "conditional": "Moves under conditions that the board alone does not decide are left out.",
        "divergent": "That captures and other moves are worth different amounts is left out.",
        "locust": "What it takes beside the square where it ends is left out.",
        "rifle": "What it takes without moving is left out.",
        "hopper": "That a hopper is worth less when few pieces are left is left out.",
    }
    yield from (words for name, words in seen.items() if name in figures.classes)
    if piece.promotions or any(move.becomes for move in piece.moves):
        yield "Promotion is left out."
    if piece.properties:
        yield "What it is besides its moves, such as royal, is left out."
    yield "Pairs, and how it works with other pieces, are left out."
