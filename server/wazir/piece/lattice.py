"""Lengths and directions of steps on squares and on hexagons."""

from __future__ import annotations

from wazir.piece.model import Lattice
from wazir.piece.squares import Vector


def length(lattice: Lattice, step: Vector) -> int:
    """How many single steps a step is long."""
    x, y = step
    if lattice is Lattice.HEX and (x < 0) == (y < 0):
        return abs(x + y)
    return max(abs(x), abs(y))


def inner(lattice: Lattice, a: Vector, b: Vector) -> int:
    """The inner product of two steps, or twice that on hexagons; its sign says whether they go the same way."""
    straight = a[0] * b[0] + a[1] * b[1]
    return straight if lattice is Lattice.SQUARE else 2 * straight + a[0] * b[1] + a[1] * b[0]
