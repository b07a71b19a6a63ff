"""The squares on which a piece is played otherwise than it is meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache

from wazir.piece.board import PlayingBoard
from wazir.piece.equivalence.demands import Case, Demand, UndecidedError, cases, plane
from wazir.piece.inspection import virginities
from wazir.piece.model import Piece, Result, Square


class Deviation(Enum):
    """How the moves to a square deviate from what is meant. Values are signs of text diagrams."""

    ADDED = "+", "added by {}", "Only {} goes there."
    OMITTED = "-", "left out by {}", "{} does not go there."
    CHANGED = "~", "{} plays it otherwise", "{} goes there under other conditions."

    _words: str
    _sentence: str

    def __new__(cls, sign: str, words: str, sentence: str) -> Deviation:
        """A deviation with its sign as value."""
        made = object.__new__(cls)
        made._value_, made._words, made._sentence = sign, words, sentence
        return made

    def words(self, engine: str) -> str:
        """Its meaning in legends."""
        return self._words.format(engine)

    def sentence(self, engine: str) -> str:
        """Its meaning for one square."""
        return self._sentence.format(engine)


_Deed = tuple[bool, Result, frozenset[frozenset[tuple[Square, int]]]]
"""What is done to a square: whether the piece is virgin, the result, and its minimal demands."""


def deviations(
    meant: Piece, played: Piece, board: PlayingBoard, square: Square, white: bool = True
) -> Mapping[Square, Deviation]:
    """The squares to which the moves of two pieces differ, from a square of a board.

    Empty if the pieces are too complex to be compared square by square.
    """
    virgins = virginities(meant, played)
    try:
        first, second = (_behaviours(piece, board, square, virgins, white) for piece in (meant, played))
    except UndecidedError:
        return {}
    return {
        at: _deviation(at in first, at in second)
        for at in sorted(first.keys() | second.keys())
        if first.get(at) != second.get(at)
    }


@lru_cache(maxsize=64)
def deviations_around(meant: Piece, played: Piece, board: PlayingBoard) -> Mapping[Square, Deviation]:
    """The same relative to the piece, wherever it is on a board."""
    wide = plane(board)
    x, y = wide.middle
    by_square = deviations(meant, played, wide, wide.middle)
    return {(at[0] - x, at[1] - y): deviation for at, deviation in by_square.items()}


def _deviation(is_meant: bool, is_played: bool) -> Deviation:
    if is_meant and is_played:
        return Deviation.CHANGED
    return Deviation.OMITTED if is_meant else Deviation.ADDED


def _behaviours(
    piece: Piece, board: PlayingBoard, square: Square, virgins: Iterable[bool], white: bool
) -> Mapping[Square, frozenset[_Deed]]:
    """What the piece does to each square that it reaches or from which it captures."""
    deeds: dict[Square, set[_Deed]] = {}
    for virgin in virgins:
        for result, some in cases(piece, board, square, virgin, white=white).items():
            minimal = frozenset(_minimal(some))
            for at in {*result.takes, *(() if result.to is None else (result.to,))}:
                deeds.setdefault(at, set()).add((virgin, result, minimal))
    return {at: frozenset(behaviour) for at, behaviour in deeds.items()}


def _minimal(some: Iterable[Case]) -> Iterator[frozenset[tuple[Square, int]]]:
    """The demands that no other one makes redundant."""
    demands = {case.demand: dict(case.demand) for case in some}
    for key, demand in demands.items():
        if not any(_implies(demand, other) for other in demands.values() if other is not demand):
            yield key


def _implies(demand: Demand, other: Demand) -> bool:
    """Whether every position that meets a demand meets the other one."""
    return all(at in demand and not demand[at] & ~mask for at, mask in other.items())
