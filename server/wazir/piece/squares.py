"""What everything else about boards is said in: squares, steps, and what a square may hold (M1, M3)."""

from __future__ import annotations

from enum import Flag, auto

Vector = tuple[int, int]
"""A step as the mover sees it: (right, forward) in squares; on hexagons (right, forward-right) (M1)."""

Square = tuple[int, int]
"""(file, rank) from 0, as White sees the board; may lie off the board."""


class Content(Flag):
    """What a square may hold; in a position exactly one of the three."""

    EMPTY = auto()
    FRIEND = auto()
    FOE = auto()
