"""All options of a piece on a board, each with the contents of squares that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.inspection import has_separate_paths, is_uniform
from wazir.piece.model import Piece, Result, Square
from wazir.piece.motion.results import Trace, every_result, results_in
from wazir.piece.motion.world import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, Contents, World
from wazir.steps import Steps, collected, stepwise

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


@stepwise
def options(piece: Piece, board: PlayingBoard, friends: int = 1) -> Steps[Options]:
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
    is_joined = isinstance(board, SquareBoard) and board.cylinder
    if not few and not is_joined and is_uniform(piece, board):
        each, incomplete = yield from _shifted(piece, board, numbers)
        return Options(board, squares, each, few, incomplete)
    left, incomplete, found = MOST_STATES, False, []
    for square in squares:
        yield
        allowed = Budget(min(LIMIT, left))
        if few:
            each_from = yield from collected(_beside_few(piece, board, square, numbers, friends, allowed))
        else:
            paths = yield from collected(_open(piece, board, square, allowed))
            each_from = [_option(result, _needed(trace), numbers) for trace, result in paths]
        found.append(tuple(dict.fromkeys(each_from)))
        left -= min(LIMIT, left) - max(0, allowed.left)
        incomplete = incomplete or allowed.spent
    return Options(board, squares, tuple(found), few, incomplete)


def reached_from(
    piece: Piece, board: PlayingBoard, square: Square
) -> set[tuple[Square | None, tuple[Square, ...], tuple[str, ...]]]:
    """The results of a piece that has moved, if squares hold what is needed (M8)."""
    found = filter(None, _open(piece.after_first_move(), board, square, Budget(LIMIT)))
    return {(one.to, one.takes, one.when) for _, one in found}


def _shifted(
    piece: Piece, board: PlayingBoard, numbers: dict[Square, int]
) -> Steps[tuple[tuple[tuple[Option, ...], ...], bool]]:
    """The options from every square, shifted from the middle of a larger board."""
    wide, budget = board.around, Budget(LIMIT)
    middle = wide.middle
    patterns = dict[_Pattern, None]()
    for one in _open(piece, wide, middle, budget):
        if one is None:
            yield
            continue
        trace, result = one
        patterns[result.to, result.takes, result.when, tuple(_needed(trace)), _outermost(trace, middle)] = None
    each = []
    for square in numbers:
        yield
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
    """The squares of a path that leave a convex board first."""
    touched = {*trace.trail.path, *trace.trail.overlay}
    ways: tuple[Callable[[Square], int], ...] = (lambda at: at[0], lambda at: at[1], lambda at: at[0] + at[1])
    return tuple({end for way in ways for end in (min(touched, key=way), max(touched, key=way))} - {start})


def _open(piece: Piece, board: PlayingBoard, square: Square, budget: Budget) -> Iterator[tuple[Trace, Result] | None]:
    """The paths on squares with unknown contents. None is a pause."""
    contents = Contents.fromkeys(board.squares(), EMPTY | FRIEND | FOE)
    contents[square] = EMPTY
    world = World(board, contents.__getitem__, lambda _: False, mover_virgin=False, forward=1)
    return every_result(world, board.place, piece, square, budget)


def _needed(trace: Trace) -> Iterator[tuple[Square, int]]:
    """The requirements of a path."""
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
) -> Iterator[Option | None]:
    """The results of all positions with at most one foe and a number of friends. None is a pause.

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

        world = World(board, content, lambda _: False, mover_virgin=False, forward=1)
        found = yield from results_in.steps(world, board.place, piece, square, budget)
        for result in found.found:
            yield _option(result, ((at, placed.get(at, EMPTY)) for at in asked - {square}), numbers)
        sides = list(placed.values())
        for side in (FRIEND,) * (sides.count(FRIEND) < friends) + (FOE,) * (FOE not in sides):
            for at in asked - placed.keys() - {square}:
                more = {**placed, at: side}
                if frozenset(more.items()) not in known:
                    known.add(frozenset(more.items()))
                    stack.append(more)
