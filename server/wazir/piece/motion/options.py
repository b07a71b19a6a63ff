"""Everything that a piece can do on a board, each with what it needs of the other squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.conditions import All, BySide, Compare, Coordinate, Exists, Guard, No, Some, Test
from wazir.piece.model import Act, Piece, Result, Square
from wazir.piece.motion.results import Trace, every_result, results_in
from wazir.piece.motion.walk import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, World

MOST_STATES = 400_000
"""How many squares a piece may enter from all squares of a board together (M10)."""

Needs = tuple[tuple[int, int], ...]
"""Squares, as numbers in the order of the board, and what each may hold; ordered."""


class Option(NamedTuple):
    """A result (M6), and when it comes about. Squares are numbers in the order of the board."""

    to: int | None
    takes: tuple[int, ...]
    puts: bool
    """Whether pieces are put down."""
    labels: tuple[str, ...]
    needs: Needs


@dataclass(frozen=True, slots=True)
class Options:
    """What a piece that has moved can do from each square of a board, for White."""

    board: PlayingBoard
    squares: tuple[Square, ...]
    each: tuple[tuple[Option, ...], ...]
    """From each square, in order."""
    few: bool
    """The options are complete only where no more than one friend and one foe stand on the board."""
    incomplete: bool
    """The bound on states was reached (M10)."""


def options(piece: Piece, board: PlayingBoard, friends: int = 1) -> Options:
    """The options of a piece from every square.

    Args:
        piece: The piece; it has moved before.
        board: The board.
        friends: A piece that looks at others than those on its path is tried beside at most one foe and so many
            friends, which takes long.
    """
    piece = _moved(piece)
    squares = tuple(board.squares())
    numbers = {square: number for number, square in enumerate(squares)}
    few = _looks_around(piece)
    if not few and _moves_alike(piece, board):
        each, incomplete = _shifted(piece, board, numbers)
        return Options(board, squares, each, few, incomplete)
    left, incomplete, found = MOST_STATES, False, []
    for square in squares:
        allowed = Budget(min(LIMIT, left))
        each_from = (
            _beside_few(piece, board, square, numbers, friends, allowed)
            if few
            else (_option(result, _needed(trace), numbers) for trace, result in _open(piece, board, square, allowed))
        )
        found.append(tuple(dict.fromkeys(each_from)))
        left -= min(LIMIT, left) - max(0, allowed.left)
        incomplete = incomplete or allowed.spent
    return Options(board, squares, tuple(found), few, incomplete)


def reached_from(
    piece: Piece, board: PlayingBoard, square: Square
) -> set[tuple[Square | None, tuple[Square, ...], tuple[str, ...]]]:
    """Where a piece that has moved ends, what it takes and under which labels, squares holding what is needed (M8)."""
    return {(one.to, one.takes, one.when) for _, one in _open(_moved(piece), board, square, Budget(LIMIT))}


def _moved(piece: Piece) -> Piece:
    """The piece without what it can do only before it has moved."""
    return replace(piece, moves=tuple(move for move in piece.moves if not move.is_first))


def _moves_alike(piece: Piece, board: PlayingBoard) -> bool:
    """Whether nothing but the edges of the board makes its moves differ from square to square."""
    legs = [leg for move in piece.moves for leg in move.legs]
    return not (
        (isinstance(board, SquareBoard) and board.cylinder)
        or any(leg.wraps or leg.anywhere or leg.on_edge_file or leg.acts & Act.CROSS for leg in legs)
        or any(_sees(guard.test, Compare) for guard in _guards(piece))
    )


def _shifted(
    piece: Piece, board: PlayingBoard, numbers: dict[Square, int]
) -> tuple[tuple[tuple[Option, ...], ...], bool]:
    """The options from every square, by those from the middle of a larger board."""
    wide, budget = board.around, Budget(LIMIT)
    middle = wide.middle
    patterns = dict.fromkeys(
        (result.to, result.takes, result.when, tuple(_needed(trace)), _outermost(trace, middle))
        for trace, result in _open(piece, wide, middle, budget)
    )
    each = []
    for square in numbers:
        dx, dy = square[0] - middle[0], square[1] - middle[1]
        found = []
        for to, takes, when, needs, outermost in patterns:
            if any((x + dx, y + dy) not in numbers for x, y in outermost):
                continue
            found.append(
                Option(
                    None if to is None else numbers[to[0] + dx, to[1] + dy],
                    tuple([numbers[x + dx, y + dy] for x, y in takes]),
                    False,
                    when,
                    tuple([(numbers[x + dx, y + dy], content) for (x, y), content in needs]),
                )
            )
        each.append(tuple(found))
    return tuple(each), budget.spent


def _outermost(trace: Trace, start: Square) -> tuple[Square, ...]:
    """Of the squares of a path those that leave a board first; boards are convex."""
    touched = {*trace.trail.path, *trace.trail.overlay}
    ways: tuple[Callable[[Square], int], ...] = (lambda at: at[0], lambda at: at[1], lambda at: at[0] + at[1])
    return tuple({end for way in ways for end in (min(touched, key=way), max(touched, key=way))} - {start})


def _looks_around(piece: Piece) -> bool:
    """Whether what a path needs cannot be told path by path: tests see pieces aside, pieces are put down or burnt."""
    return (
        any(move.fragments for move in piece.moves)
        or any(leg.acts & Act.UNLOAD for move in piece.moves for leg in move.legs)
        or any(_sees(guard.test, Exists) for guard in _guards(piece))
    )


def _guards(piece: Piece) -> Iterator[Guard]:
    for move in piece.moves:
        yield from move.guards
        for leg in move.legs:
            yield from (*leg.guards, *((leg.squares,) if leg.squares else ()))
    yield from (promotion.guard for promotion in piece.promotions)


def _sees(test: Test, what: type[Compare] | type[Exists]) -> bool:
    """Whether a test compares numbers of squares, or sees pieces."""
    match test:
        case All(tests) | Some(tests):
            return any(_sees(one, what) for one in tests)
        case No(inner):
            return _sees(inner, what)
        case BySide(white, black):
            return _sees(white, what) or _sees(black, what)
        case Compare(left, _, right) if what is Exists:
            return any(isinstance(number, Coordinate) and number.of is not None for number in (left, right))
        case _:
            return isinstance(test, what)


def _open(piece: Piece, board: PlayingBoard, square: Square, budget: Budget) -> Iterator[tuple[Trace, Result]]:
    """Every path, on squares that may hold anything until it asks for something."""
    contents = dict.fromkeys(board.squares(), EMPTY | FRIEND | FOE)
    contents[square] = EMPTY
    world = World(board, lambda at: contents.get(at, OFF), lambda _: False, mover_virgin=False, forward=1)
    return every_result(world, board.place, piece, square, budget)


def _needed(trace: Trace) -> Iterator[tuple[Square, int]]:
    """The squares that a path asks something of, and what."""
    taken = dict(trace.trail.hand)
    return ((at, taken.get(at, held.content)) for at, held in trace.trail.overlay.items() if held.content != OFF)


def _option(result: Result, needs: Iterable[tuple[Square, int]], numbers: dict[Square, int]) -> Option:
    return Option(
        None if result.to is None else numbers[result.to],
        tuple(numbers[at] for at in result.takes),
        bool(result.puts),
        result.when,
        tuple(sorted((numbers[at], content) for at, content in needs)),
    )


def _beside_few(
    piece: Piece, board: PlayingBoard, square: Square, numbers: dict[Square, int], friends: int, budget: Budget
) -> Iterator[Option]:
    """The results of every position with at most one foe and so many friends.

    A piece on a square that nothing looks at changes nothing, so that only those looked at are tried.
    """
    stack: list[dict[Square, int]] = [{}]
    known: set[frozenset[tuple[Square, int]]] = set()
    while stack and not budget.spent:
        placed = stack.pop()
        asked = set(placed)

        def content(at: Square, placed: dict[Square, int] = placed, asked: set[Square] = asked) -> int:
            if at not in numbers:
                return OFF
            asked.add(at)
            return placed.get(at, EMPTY)

        world = World(board, content, lambda _: False, mover_virgin=False, forward=1)
        found = results_in(world, board.place, piece, square, budget)
        for result in found.found:
            yield _option(result, ((at, placed.get(at, EMPTY)) for at in asked - {square}), numbers)
        sides = list(placed.values())
        for side in (FRIEND,) * (sides.count(FRIEND) < friends) + (FOE,) * (FOE not in sides):
            for at in asked - placed.keys() - {square}:
                more = {**placed, at: side}
                if frozenset(more.items()) not in known:
                    known.add(frozenset(more.items()))
                    stack.append(more)
