"""The lines of a picture: rides, bent paths, and arrows beyond the edge (M13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from wazir.piece.drawing.diagram import Diagram
from wazir.piece.drawing.window import Window
from wazir.piece.model import Arrival, Content, Lattice, Square, Vector
from wazir.piece.motion.reach import HORIZON
from wazir.piece.squares import length

Edge = tuple[Square, Square]
"""A straight line between two squares."""

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
        ink: The maximum total length in squares. The farthest lines are left out first, together with their mirror
        images.
    """
    straight: dict[Edge, None] = {}
    bent: dict[Edge, None] = {}
    arrows: dict[Edge, None] = {}
    window = diagram.window
    for path, rides, shown in _paths(diagram):
        if len(path) < 2 or (len(path) == 2 and not rides):
            continue
        if shown:
            inside = (edge for edge in pairwise(path) if edge[0] in window and edge[1] in window)
            (straight if _keeps_direction(path) else bent).update(dict.fromkeys(inside))
        if diagram.board is None:
            arrows.update(dict.fromkeys(_leaving(path, rides, window)))
    turns = [edge for edge in bent if edge not in straight]
    kept = _within(ink, {edge: edge in straight for edge in (*straight, *turns)}, diagram.here, window)
    return Lines(tuple(e for e in straight if e in kept), tuple(e for e in turns if e in kept), tuple(arrows))


def _paths(diagram: Diagram) -> list[tuple[tuple[Square, ...], bool, bool]]:
    """The paths, shortest first: whether each rides, and whether its square is shown."""
    found: dict[tuple[tuple[Square, ...], bool, bool], None] = {}
    for arrival in diagram.arrivals:
        found[_through(arrival, diagram.window), arrival.rides, arrival.square in diagram.window] = None
    return sorted(found, key=lambda item: (len(item[0]), item[0]))


def _through(arrival: Arrival, window: Window) -> tuple[Square, ...]:
    """The path of a move without intermediate stops, by way of the squares that a lame leap needs empty."""
    path = arrival.path
    if any(a == b for a, b in pairwise(path)):
        path = (*(a for a, b in pairwise(path) if a != b), path[-1])
    if len(path) != 2:
        return path
    start, end = path
    between = [square for square, content in arrival.needs if content == Content.EMPTY and square not in arrival.path]
    return (start, *sorted(between, key=lambda square: _length((start, square), window)), end)


def _keeps_direction(path: tuple[Square, ...]) -> bool:
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    first = steps[0]
    return all(x * first[1] == y * first[0] and x * first[0] + y * first[1] > 0 for x, y in steps)


def _leaving(path: tuple[Square, ...], rides: bool, window: Window) -> Iterator[Edge]:
    """The edge by which a move leaves the window, also if its ride ends at the horizon."""
    if path[-1] not in window:
        yield next(edge for edge in pairwise(path) if edge[1] not in window)
        return
    beyond = _next(path)
    if rides and beyond not in window and length(window.lattice, beyond) > HORIZON:
        yield path[-1], beyond


def _next(path: tuple[Square, ...]) -> Square:
    """The next square of a ride: straight on, or to the other side if it is crooked."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    crooked = len(steps) > 2 and steps[-1] == steps[-3] != steps[-2]
    step = steps[-2] if crooked else steps[-1]
    return path[-1][0] + step[0], path[-1][1] + step[1]


def _within(ink: float, edges: Mapping[Edge, bool], here: Square, window: Window) -> set[Edge]:
    """The edges within the limit of *ink*, straight and near ones first. Mirror images stay together."""
    groups: dict[tuple[object, ...], list[Edge]] = {}
    for edge, straight in edges.items():
        groups.setdefault((not straight, *_orbit(edge, here, window.lattice)), []).append(edge)
    kept: set[Edge] = set()
    for _, group in sorted(groups.items()):
        ink -= sum(max(_length(edge, window) - KEPT_CLEAR, 0) for edge in group)
        if ink < 0:
            break
        kept.update(group)
    return kept


def _length(edge: Edge, window: Window) -> float:
    (ax, ay), (bx, by) = map(window.middle, edge)
    return hypot(bx - ax, by - ay)


def _orbit(edge: Edge, here: Square, lattice: Lattice) -> tuple[int, int, Edge]:
    """A key, equal for edges that are images of each other by rotation or reflection; nearer edges sort first."""
    a, b = ((x - here[0], y - here[1]) for x, y in edge)
    images = list(zip(_images(a, lattice), _images(b, lattice), strict=True))
    return length(lattice, a), length(lattice, b), max(images)


def _images(vector: Vector, lattice: Lattice) -> list[Vector]:
    """The images of a vector by all rotations and reflections, in a fixed order."""
    turned = [vector]
    for _ in range(5 if lattice is Lattice.HEX else 3):
        x, y = turned[-1]
        turned.append((-y, x + y) if lattice is Lattice.HEX else (-y, x))
    return turned + [(y, x) for x, y in turned]
