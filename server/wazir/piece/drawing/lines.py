"""The lines of a diagram: rides, bent moves, and arrows out of the window (M13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot

from wazir.piece.board import HORIZON, Window, length, steps_of
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.model import Arrival, Content, Lattice, Square, Vector

Edge = tuple[Square, Square]
"""A straight line between two squares."""

_EMPTY, _HEX = Content.EMPTY, Lattice.HEX
"""Bound, because Python 3.11 takes long to find members of enumerations."""

KEPT_CLEAR = 0.7
"""The mean length of an edge that the marks at its ends cover, in squares."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a diagram."""

    straight: tuple[Edge, ...] = ()
    """Rides in one direction."""
    bent: tuple[Edge, ...] = ()
    """Moves that change direction."""
    arrows: tuple[Edge, ...] = ()
    """From a square of the window to one outside, where a ride continues."""


def lines_of(diagram: Diagram, ink: float) -> Lines:
    """The lines of a diagram, without repetitions.

    Args:
        diagram: The diagram.
        ink: The maximum total length in squares. The farthest lines are left out first, together
            with their mirror images.
    """
    straight = dict[Edge, None]()
    bent = dict[Edge, None]()
    arrows = dict[Edge, None]()
    window = diagram.window
    paths = (
        (_through(arrival, window), arrival.rides, arrival.square in window)
        for arrival in diagram.arrivals
    )
    for path, rides, shown in sorted(
        dict.fromkeys(paths), key=lambda item: (len(item[0]), item[0])
    ):
        if len(path) < 2 or (len(path) == 2 and not rides):
            continue
        if shown:
            (straight if _keeps_direction(path) else bent).update(dict.fromkeys(pairwise(path)))
        if diagram.board is None:
            arrows.update(dict.fromkeys(_leaving(path, rides, window)))
    inside = [edge for edge in {**straight, **bent} if edge[0] in window and edge[1] in window]
    drawn = _within(ink, {edge: edge in straight for edge in inside}, diagram.start, window=window)
    return Lines(
        tuple([edge for edge in straight if edge in drawn]),
        tuple([edge for edge in bent if edge in drawn and edge not in straight]),
        tuple(arrows),
    )


def _through(arrival: Arrival, window: Window) -> tuple[Square, ...]:
    """The path of a move without intermediate stops, by way of the squares that a lame leap needs
    empty.
    """
    path = arrival.path
    if len({*path}) < len(path):
        path = (*(a for a, b in pairwise(path) if a != b), path[-1])
    if len(path) != 2:
        return path
    start, end = path
    between = [
        square
        for square, content in arrival.needs
        if content is _EMPTY and square not in arrival.path
    ]
    return (start, *sorted(between, key=lambda square: _length((start, square), window)), end)


def _keeps_direction(path: tuple[Square, ...]) -> bool:
    steps = steps_of(path)
    right, ahead = steps[0]
    return all(x * ahead == y * right and x * right + y * ahead > 0 for x, y in steps)


def _leaving(path: tuple[Square, ...], rides: bool, window: Window) -> Iterator[Edge]:
    """The edge by which a move leaves the window, also if its ride ends at the horizon."""
    if path[-1] not in window:
        yield next(edge for edge in pairwise(path) if edge[1] not in window)
    elif rides:
        steps = steps_of(path[-4:])
        is_crooked = len(steps) > 2 and steps[-1] == steps[-3] != steps[-2]
        x, y = steps[-2] if is_crooked else steps[-1]
        beyond = path[-1][0] + x, path[-1][1] + y
        if beyond not in window and length(window.lattice, beyond) > HORIZON:
            yield path[-1], beyond


def _within(ink: float, edges: Mapping[Edge, bool], start: Square, window: Window) -> set[Edge]:
    """The edges within the limit of *ink*, straight and near ones first. Mirror images stay
    together.
    """
    groups: dict[tuple[object, ...], list[Edge]] = {}
    for edge, straight in edges.items():
        a, b = ((x - start[0], y - start[1]) for x, y in edge)
        groups.setdefault((not straight, *_orbit(a, b, window.lattice)), []).append(edge)
    edges_within: set[Edge] = set()
    for _, group in sorted(groups.items()):
        ink -= sum(max(_length(edge, window) - KEPT_CLEAR, 0) for edge in group)
        if ink < 0:
            break
        edges_within.update(group)
    return edges_within


def _length(edge: Edge, window: Window) -> float:
    (ax, ay), (bx, by) = map(window.middle, edge)
    return hypot(bx - ax, by - ay)


@lru_cache(maxsize=4096)
def _orbit(a: Vector, b: Vector, lattice: Lattice) -> tuple[int, int, Edge]:
    """A key, equal for edges that are images of each other by rotation or reflection; nearer edges
    sort first.
    """
    images = list(zip(_images(a, lattice), _images(b, lattice), strict=True))
    return length(lattice, a), length(lattice, b), max(images)


def _images(vector: Vector, lattice: Lattice) -> list[Vector]:
    """The images of a vector by all rotations and reflections, in a fixed order."""
    turned = [vector]
    for _ in range(5 if lattice is _HEX else 3):
        x, y = turned[-1]
        turned.append((-y, x + y) if lattice is _HEX else (-y, x))
    return turned + [(y, x) for x, y in turned]
