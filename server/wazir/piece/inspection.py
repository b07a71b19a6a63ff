"""What the moves of a piece depend on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from wazir.piece.board import PlayingBoard
from wazir.piece.conditions import (
    All,
    Compare,
    Coordinate,
    Exists,
    Guard,
    Moved,
    No,
    Some,
    Test,
    Who,
    is_always,
    simple_tests,
)
from wazir.piece.model import Act, Move, Piece


def all_tests(piece: Piece) -> Iterator[Test]:
    """All simple conditions of a piece, and those by side."""
    return simple_tests(*(guard.test for guard in _guards(piece)))


def _guards(piece: Piece) -> Iterator[Guard]:
    yield from (promotion.guard for promotion in piece.promotions)
    for move in piece.moves:
        yield from guards_of(move)


def guards_of(move: Move) -> Iterator[Guard]:
    """The conditions of a move and of its legs."""
    yield from move.guards
    for leg in move.all_legs:
        yield from leg.guards
        if leg.squares:
            yield leg.squares


def asks_own_virginity(piece: Piece) -> bool:
    """Whether the piece's own first move matters."""
    return any(move.is_first for move in piece.moves) or any(isinstance(test, Moved) for test in all_tests(piece))


def virginities(*pieces: Piece) -> tuple[bool, ...]:
    """Whether pieces that are compared have not moved: both cases, where their own first moves matter."""
    return (True, False) if any(map(asks_own_virginity, pieces)) else (True,)


def asks_virginity(piece: Piece) -> bool:
    """Whether the first moves of other pieces matter."""
    return any(leg.victim_virgin for move in piece.moves for leg in move.all_legs)


def asked_names(piece: Piece) -> frozenset[str]:
    """The names of other pieces in its conditions."""
    who: list[Who | None] = [leg.victim.who for move in piece.moves for leg in move.all_legs if leg.victim]
    for test in all_tests(piece):
        who.extend(_asked(test))
    return frozenset(selector.name for selector in who if selector and selector.name)


def looks_around(piece: Piece) -> bool:
    """Whether pieces off its path matter."""
    return any(isinstance(test, Exists) or any(_asked(test)) for test in all_tests(piece))


def has_separate_paths(piece: Piece) -> bool:
    """Whether a path depends only on its own squares: nothing is burnt or put down, and pieces off it do not matter."""
    return not looks_around(piece) and not any(
        move.fragments or any(leg.acts & Act.UNLOAD for leg in move.legs) for move in piece.moves
    )


def _asked(test: Test) -> tuple[Who | None, ...]:
    if isinstance(test, Exists):
        return (test.who,)
    if isinstance(test, Compare):
        return tuple(number.of for number in (test.left, test.right) if isinstance(number, Coordinate))
    return ()


def is_uniform(piece: Piece, board: PlayingBoard) -> bool:
    """Whether the piece moves the same from every square, as far as the board allows."""
    return not any(isinstance(test, Compare) for test in all_tests(piece)) and not any(
        (leg.wraps and not board.cylinder) or leg.anywhere or leg.on_edge_file or Act.CROSS in leg.acts
        for move in piece.moves
        for leg in move.all_legs
    )


def always_wraps(piece: Piece) -> bool:
    """Whether side edges are joined for all its legs, as they are on a cylinder."""
    return all(leg.wraps for move in piece.moves for leg in move.all_legs)


def test_of(move: Move) -> Test:
    """The condition before a move."""
    return All(tuple(guard.test for guard in move.guards))


def without_branches(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves. Those that differ only in conditions of which one always holds are one without condition."""
    for alike, some in by_branch(moves).items():
        yield from (alike,) if is_always(Some(tuple(map(test_of, some)))) else some


def by_branch(moves: Iterable[Move]) -> dict[Move, list[Move]]:
    """The moves without their conditions, each with those that have them; without those that are never made."""
    moves = tuple(moves)
    if any(move.guards for move in moves):
        moves = tuple(single for move in moves for single in _single_ways(move))
    branches: dict[Move, list[Move]] = {}
    for move in moves:
        if not (move.guards and is_always(No(test_of(move)))):
            branches.setdefault(replace(move, guards=()), []).append(move)
    return branches


def _single_ways(move: Move) -> Iterator[Move]:
    """The moves of one way each that a move of one leg consists of; a move of several legs itself."""
    if len(move.legs) != 1 or move.fragments:
        yield move
        return
    (leg,) = move.legs
    for way in dict(leg.ways).get(None, ()):
        yield replace(move, legs=(leg._replace(ways=((None, (way,)),)),))
    if leg.anywhere:
        yield move
