"""Well-known pieces with names and definitions, and fingerprints to find them (Q5, Q7)."""

from __future__ import annotations

import json
import random
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from operator import itemgetter
from typing import Any

from wazir.budget import MAX_SQUARES_OF_WALK
from wazir.piece.board import SquareBoard
from wazir.piece.model import Piece, Square
from wazir.piece.motion.context import SquareCount, WalkContext
from wazir.piece.motion.results import Position, context_of, results_in


@dataclass(frozen=True, slots=True)
class Known:
    """A well-known piece."""

    name: str
    text: str
    """Its definition in a notation."""
    notation: str
    dialect: str
    known_from: str
    """The game or author."""
    source: str
    """The reference: a page, a book, a file."""
    also: tuple[str, ...] = ()
    """Other names."""
    properties: tuple[str, ...] = ()
    note: str = ""
    """A sentence that distinguishes it from another piece of its name."""
    unread: bool = False
    """Whether the moves are from memory: neither the source nor a second one could be read."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the best-known first."""
        return (self.name, *self.also)

    def is_named(self, name: str) -> bool:
        """Whether it has a name, in upper or lower case."""
        return name.casefold() in map(str.casefold, self.names)


@cache
def table() -> tuple[Known, ...]:
    """All well-known pieces, the best-known first."""
    import tomllib  # late: not needed at the start of a server

    read = tomllib.loads(_packaged("names.toml"))
    common = {"notation": read["notation"], "dialect": read["dialect"]}
    return tuple(
        Known(
            **{
                **common,
                **row,
                "also": tuple(row.get("also", ())),
                "properties": tuple(row.get("properties", ())),
            }
        )
        for row in read["piece"]
    )


@cache
def fingerprints() -> Mapping[str, list[tuple[int, str]]]:
    """The known pieces by fingerprint, each with its relation to a piece of that fingerprint."""
    by_fingerprint: dict[str, list[tuple[int, str]]] = _made()["fingerprints"]
    return by_fingerprint


def pieces(
    by_fingerprint: Mapping[str, list[tuple[int, str]]] | None = None,
) -> tuple[tuple[Known, ...], ...]:
    """The entries of the table by their moves: those that move alike together, best-known first.

    Args:
        by_fingerprint: The index; that of the package if it is left out.
    """
    first = dict[int, int]()
    for relatives in (by_fingerprint or fingerprints()).values():
        same = sorted(number for number, relation in relatives if relation == "same")
        if same:
            first |= dict.fromkeys(same, same[0])
    groups = dict[int, list[Known]]()
    for number, known in enumerate(table()):
        groups.setdefault(first.get(number, number), []).append(known)
    return tuple(map(tuple, groups.values()))


def size(by_fingerprint: Mapping[str, list[tuple[int, str]]] | None = None) -> str:
    """The numbers of pieces with different moves and of names, as pages state them.

    `461 pieces with 759 names`.
    """
    names = {name.casefold() for known in table() for name in known.names}
    return f"{len(pieces(by_fingerprint))} pieces with {len(names)} names"


@cache
def texts(notation: str, dialect: str = "") -> Mapping[str, Known]:
    """The best-known pieces of each lower-case name that a dialect can express, with their texts in
    it.

    Without a dialect, the texts mean the same in all dialects of the notation.
    """
    written = _made()["texts"].get(notation, {}).get(dialect, {})
    first = {
        name.lower(): number
        for number, known in reversed([*enumerate(table())])
        for name in known.names
    }
    return {
        name: replace(
            table()[number], text=written[str(number)], notation=notation, dialect=dialect
        )
        for name, number in sorted(first.items(), key=itemgetter(1))
        if str(number) in written
    }


@cache
def _made() -> dict[str, Any]:
    """The generated index of the table (`make generate`)."""
    made: dict[str, Any] = json.loads(_packaged("names.json"))
    return made


def _packaged(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")


# Fingerprints


BOARD = SquareBoard(15, 15)
DENSITIES = (0.35, 0.0, 0.1, 0.2, 0.55, 0.8)
"""The densities of pieces in the positions. The first one distinguishes most pieces."""
STARTS: tuple[Square, ...] = (BOARD.middle, (0, 5))
BEGINNING = 4
"""The number of digits that the first position alone determines."""


def fingerprint(
    piece: Piece, limit: int = MAX_SQUARES_OF_WALK, beginnings: Container[str] | None = None
) -> str | None:
    """Sixteen hexadecimal digits, the same in all notations and on all machines.

    They hash the results of the piece in fixed positions on a 15x15 board. Pieces that are
    equivalent there have equal fingerprints; other pieces have different ones with high
    probability.

    Args:
        piece: The piece.
        limit: The number of squares that may be entered in each position.
        beginnings: The first digits of the wanted fingerprints; None if all are wanted.

    Returns:
        The fingerprint; None if a walk is incomplete (M10), or if no wanted fingerprint begins like
        this one.
    """
    digest, beginning = sha256(), ""
    for context, square in _contexts():
        results = results_in(context, piece, square, budget=SquareCount(limit))
        if results.incomplete:
            return None
        digest.update(
            repr([(r.to, r.takes, r.puts, r.becomes, r.when) for r in results.all]).encode()
        )
        beginning = beginning or digest.hexdigest()[:BEGINNING]
        if beginnings is not None and beginning not in beginnings:
            return None
    return beginning + digest.hexdigest()[BEGINNING:16]


QUICK = 600
"""The maximum number of squares that a quick fingerprint enters in a position: known pieces enter
fewer.
"""


@cache
def beginnings() -> frozenset[str]:
    """The first digits of the fingerprints of known pieces and of their relatives."""
    return frozenset(digits[:BEGINNING] for digits in fingerprints())


@lru_cache(maxsize=1024)
def quick_fingerprint(piece: Piece) -> str | None:
    """The fingerprint of a piece that may be known, cached; None if it takes long."""
    return fingerprint(piece, QUICK, beginnings()) if piece.moves else None


def of_same_moves(piece: Piece) -> Iterator[Known]:
    """The known pieces of the same fingerprint, the best-known first. They almost always have the
    same moves; their properties may differ.
    """
    for number, relation in fingerprints().get(quick_fingerprint(piece) or "", ()):
        if relation == "same":
            yield table()[number]


def best_known(piece: Piece) -> Known | None:
    """The best-known piece of the same fingerprint, which almost always is the same piece."""
    same = of_same_moves(piece)
    return next((known for known in same if known.properties == piece.properties), None)


@cache
def _contexts() -> tuple[tuple[WalkContext, Square], ...]:
    return tuple((context_of(position, square), square) for position, square in positions())


@cache
def positions() -> tuple[tuple[Position, Square], ...]:
    """The positions with the squares of the mover."""
    rng = random.Random(7)
    middle, last = BOARD.middle, BOARD.files - 1
    castling = Position(BOARD, friends=frozenset({(0, middle[1]), (last, middle[1])}))
    return (
        *(
            (_position(rng, density, square, virgin=(number + turn) % 2 == 0), square)
            for number, density in enumerate(DENSITIES)
            for turn, square in enumerate(STARTS)
        ),
        (castling, middle),
    )


def _position(rng: random.Random, density: float, square: Square, *, virgin: bool) -> Position:
    """A random position. Only `random()` is stable across Python versions."""
    friends, foes, moved = set[Square](), set[Square](), set[Square]()
    for at in BOARD.squares():
        is_occupied = rng.random() < density
        is_friend = rng.random() < 0.5
        has_moved = rng.random() < 0.5
        if is_occupied and at != square:
            (friends if is_friend else foes).add(at)
            if has_moved:
                moved.add(at)
    return Position(
        BOARD, frozenset(friends), frozenset(foes), moved=frozenset(moved), virgin=virgin
    )
