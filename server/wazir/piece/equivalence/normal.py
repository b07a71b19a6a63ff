"""The normal form of a piece: its moves split into single ways and acts (Q2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wazir.piece.model import Act, Count, Move, Piece


def are_made_alike(a: Piece, b: Piece) -> bool:
    """Whether normal forms and properties are equal, which proves equivalence. False proves nothing."""
    return _rest(a) == _rest(b) and normal_form(a) == normal_form(b)


def _rest(piece: Piece) -> tuple[object, ...]:
    return piece.properties, frozenset(piece.freezes), piece.lattice


Element = tuple[object, ...]


def normal_form(piece: Piece) -> frozenset[object]:
    """The promotions, and the moves split into single ways and acts, without redundant ones."""
    elements: dict[Element, set[tuple[int, float]]] = {}
    for move in piece.moves:
        for key, bounds in _elements(move):
            elements.setdefault(key, set()).add(bounds)
    return frozenset((*piece.promotions, *((key, *_joined(bounds)) for key, bounds in elements.items())))


def _elements(move: Move) -> Iterator[tuple[Element, tuple[int, float]]]:
    """Each way of the first leg with each act, with its range separated if possible."""
    rest = (move.fragments, move.vanishes, move.becomes, frozenset(move.labels), frozenset(move.guards))
    if len(move.legs) != 1 or move.fragments or move.legs[0].counts is not Count.OWN or move.legs[0].skips:
        yield (move.legs, *rest), (0, 0)
        return
    leg = move.legs[0]
    bounds = (leg.least, float("inf") if leg.most is None else leg.most)
    for act in leg.acts:
        bare = leg._replace(
            acts=act, least=1, most=1, ranged=False, victim_virgin=leg.victim_virgin and act is not Act.STOP
        )
        for way in dict(leg.ways).get(None, ()):
            yield (bare._replace(ways=((None, (way,)),)), *rest), bounds
        if leg.anywhere:
            yield (bare, *rest), bounds


def _joined(bounds: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Merge overlapping or adjacent ranges: one to three and two to five are one to five."""
    joined: list[tuple[int, float]] = []
    for least, most in sorted(bounds):
        if joined and least <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], most))
        else:
            joined.append((least, most))
    return joined
