"""All options of a piece on a board, each with the contents of squares that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from wazir.piece.board import PlayingBoard
from wazir.piece.inspection import has_separate_paths, is_uniform
from wazir.piece.model import Piece, Result, Square
from wazir.piece.motion.context import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, Contents, WalkContext
from wazir.piece.motion.results import Trace, every_result, results_in

MOST_STATES = 400_000
"""The maximum number of squares entered from all squares of a board together (M10)."""

Needs = tuple[tuple[int, int], ...]
"""Numbers of squares with their allowed contents, sorted."""


_Pattern = tuple[Square | None, tuple[Square, ...], tuple[str, ...], tuple[tuple[Square, int], ...], tuple[Square, ...]]
"""The end, the captures, the labels, the needs and the outermost squares of an option."""


class Option(NamedTuple):
    """A result (M6) and its needs. Squares are numbered in the order of the board."""

    to: int | None
    takes: tuple[int, ...]
    puts: bool
    """Whether pieces are put down."""
    labels: tuple[str, ...]
    needs: Needs


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a White piece that has moved, from each square."""

    board: PlayingBoard
    squares: tuple[Square, ...]
    each: tuple[tuple[Option, ...], ...]
    """The options by square."""
    few: bool
    """They are complete only for at most one friend and one foe."""
    incomplete: bool
    """The limit of states was reached (M10)."""


def options(piece: Piece, board: PlayingBoard, friends: int = 1) -> Options:
    """The options of a piece from every square.

    Args:
        piece: The piece; it has moved before.
        board: The board.
        friends: For a piece that looks at squares off its path, the number of friends to try beside at most one
        foe. Slow.
    """
    piece = piece.after_first_move()
    squares = tuple(board.squares())
    numbers = {square: number for number, square in enumerate(squares)}
    few = not has_separate_paths(piece)
    if not few and not board.cylinder and is_uniform(piece, board):
        each, incomplete = _shifted(piece, board, numbers)
        return Options(board, squares, each, few, incomplete)
    left, incomplete, by_square = MOST_STATES, False, []
    for square in squares:
        budget = Budget(min(LIMIT, left))
        if few:
            options_from = _beside_few(piece, board, square, numbers, friends, budget)
        else:
            paths = _open(piece, board, square, budget)
            options_from = (_option(result, _needed(trace), numbers) for trace, result in paths)
        by_square.append(tuple(dict.fromkeys(options_from)))
        left -= min(LIMIT, left) - max(0, budget.left)
        incomplete = incomplete or budget.spent
    return Options(board, squares, tuple(by_square), few, incomplete)


def reached_from(
    piece: Piece, board: PlayingBoard, square: Square
) -> set[tuple[Square | None, tuple[Square, ...], tuple[str, ...]]]:
    """The results of a piece that has moved, if squares hold what is needed (M8)."""
    paths = _open(piece.after_first_move(), board, square, Budget(LIMIT))
    return {(result.to, result.takes, result.when) for _, result in paths}


def _shifted(
    piece: Piece, board: PlayingBoard, numbers: dict[Square, int]
) -> tuple[tuple[tuple[Option, ...], ...], bool]:
    """The options from every square, shifted from the middle of a larger board."""
    wide, budget = board.around, Budget(LIMIT)
    middle = wide.middle
    patterns = dict[_Pattern, None]()
    for trace, result in _open(piece, wide, middle, budget):
        patterns[result.to, result.takes, result.when, tuple(_needed(trace)), _outermost(trace, middle)] = None
    by_square = []
    for square in numbers:
        dx, dy = square[0] - middle[0], square[1] - middle[1]
        options_from = []
        for to, takes, when, needs, outermost in patterns:
            if any((x + dx, y + dy) not in numbers for x, y in outermost):
                continue
            options_from.append(
                Option(
                    None if to is None else numbers[to[0] + dx, to[1] + dy],
                    tuple([numbers[x + dx, y + dy] for x, y in takes]),
                    False,
                    when,
                    tuple([(numbers[x + dx, y + dy], content) for (x, y), content in needs]),
                )
            )
        by_square.append(tuple(options_from))
    return tuple(by_square), budget.spent


def _outermost(trace: Trace, start: Square) -> tuple[Square, ...]:
    """The squares of a path that leave a convex board first."""
    touched = {*trace.state.path, *trace.state.overlay}
    axes: tuple[Callable[[Square], int], ...] = (lambda at: at[0], lambda at: at[1], lambda at: at[0] + at[1])
    return tuple({end for axis in axes for end in (min(touched, key=axis), max(touched, key=axis))} - {start})


def _open(piece: Piece, board: PlayingBoard, square: Square, budget: Budget) -> Iterator[tuple[Trace, Result]]:
    """The paths on squares with unknown contents."""
    contents = Contents.fromkeys(board.squares(), EMPTY | FRIEND | FOE)
    contents[square] = EMPTY
    context = WalkContext(board, contents.__getitem__, lambda _: False, mover_virgin=False, forward=1)
    return every_result(context, board.place, piece, square, budget)


def _needed(trace: Trace) -> Iterator[tuple[Square, int]]:
    """The requirements of a path."""
    taken = dict(trace.state.hand)
    return ((at, taken.get(at, held.content)) for at, held in trace.state.overlay.items() if held.content != OFF)


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
    """The results of all positions with at most one foe and a number of friends.

    Only squares that a walk looks at are filled, because others do not matter.
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

        context = WalkContext(board, content, lambda _: False, mover_virgin=False, forward=1)
        for result in results_in(context, board.place, piece, square, budget).all:
            yield _option(result, ((at, placed.get(at, EMPTY)) for at in asked - {square}), numbers)
        sides = list(placed.values())
        for side in (FRIEND,) * (sides.count(FRIEND) < friends) + (FOE,) * (FOE not in sides):
            for at in asked - placed.keys() - {square}:
                more = {**placed, at: side}
                if frozenset(more.items()) not in known:
                    known.add(frozenset(more.items()))
                    stack.append(more)
