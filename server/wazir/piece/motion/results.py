"""The exact results of a piece in a position (M8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import NamedTuple

from wazir.budget import MAX_SQUARES_OF_WALK
from wazir.piece.board import Board, PlayingBoard, SquareBoard
from wazir.piece.conditions import granted
from wazir.piece.model import Move, Piece, Result, Results, Square
from wazir.piece.motion.context import (
    EMPTY,
    FOE,
    FRIEND,
    ConditionView,
    Contents,
    Overlay,
    SearchState,
    SquareCount,
    SquareState,
    WalkContext,
)
from wazir.piece.motion.walk import walk


@dataclass(frozen=True, slots=True)
class Position:
    """A board with pieces. Friends and foes are relative to the mover, which is not included."""

    board: PlayingBoard = field(default_factory=SquareBoard)
    friends: frozenset[Square] = frozenset()
    foes: frozenset[Square] = frozenset()
    moved: frozenset[Square] = frozenset()
    """The squares of pieces that have moved."""
    white: bool = True
    """Whether the mover is White."""
    virgin: bool = True
    """Whether the mover has not moved."""
    names: Mapping[Square, str] = field(default_factory=dict)
    """The names of pieces, if known."""
    walls: frozenset[Square] = frozenset()
    """The friends that are walls: they block and are hopped over, as in Fairy-Stockfish, and are
    never taken.
    """


class Trace(NamedTuple):
    """The origin of a result."""

    move: Move
    state: SearchState
    """Its state, with steps."""


def results(
    piece: Piece, position: Position, square: Square, limit: int = MAX_SQUARES_OF_WALK
) -> Results:
    """The results of *piece* on *square*, sorted; at most *limit* squares are entered (M10)."""
    return results_in(context_of(position, square), piece, square, budget=SquareCount(limit))


def results_in(context: WalkContext, piece: Piece, square: Square, budget: SquareCount) -> Results:
    """The same in a context with a budget. Each square has one content."""
    return _best(
        (result for _, result in every_result(context, piece, square, budget=budget)),
        budget,
        context.board,
    )


def traced(
    piece: Piece, position: Position, square: Square, limit: int = MAX_SQUARES_OF_WALK
) -> tuple[Results, Mapping[Result, list[Trace]]]:
    """The same, with all shortest states of each result and move."""
    context = replace(context_of(position, square), keeps_steps=True)
    budget = SquareCount(limit)
    traces: dict[Result, dict[Move, Trace]] = {}
    each = []
    for trace, result in every_result(context, piece, square, budget=budget):
        each.append(result)
        known = traces.setdefault(result, {})
        if trace.move not in known or len(trace.state.path) < len(known[trace.move].state.path):
            known[trace.move] = trace
    best = _best(each, budget, position.board)
    return best, {result: list(traces[result].values()) for result in best.all}


def every_result(
    context: WalkContext, piece: Piece, square: Square, budget: SquareCount
) -> Iterator[tuple[Trace, Result]]:
    """All paths with their results. Results may repeat."""
    begin = SearchState(square, path=(square,))
    for move in piece.moves:
        if move.is_first and not context.mover_virgin:
            continue
        granting = granted(move.guards, ConditionView(context, begin, square, mover=square))
        if granting is None:
            continue
        conditions = granting.union(move.labels)
        for state in walk(context, move.legs, begin, start=square, budget=budget):
            if state.square not in context.board:
                continue
            end = burnt(context, move, state, start=square, budget=budget)
            to = None if move.vanishes else state.square
            takes = tuple(sorted(end.takes, key=context.board.place))
            put = [(at, held.origin) for at, held in end.overlay.items() if held.origin is not None]
            puts = tuple(sorted(put, key=lambda pair: context.board.place(pair[0])))
            labels = end.labels | conditions
            for becomes, more in _promoted(context, piece, move, state=state):
                yield (
                    Trace(move, state),
                    Result(
                        to=to,
                        takes=takes,
                        puts=puts,
                        becomes=becomes,
                        when=tuple(sorted(labels | more)),
                        path=state.path,
                    ),
                )


def _best(each: Iterable[Result], budget: SquareCount, board: Board) -> Results:
    """The results without repetitions, each with the path to draw, and without conditional ones
    that also occur unconditionally.
    """
    best: dict[Result, Result] = {}
    for result in each:
        known = best.setdefault(result, result)
        if known is not result and _is_drawn_before(board, result.path, known.path):
            best[result] = result
    distinct: Iterable[Result] = best.values()
    if any(result.when for result in distinct):
        unlabelled = {(r.to, r.takes, r.puts, r.becomes) for r in distinct if not r.when}
        distinct = [
            r
            for r in distinct
            if not r.when or (r.to, r.takes, r.puts, r.becomes) not in unlabelled
        ]
    return Results(
        tuple(sorted(distinct, key=partial(_order, board))), budget.spent, budget.endless
    )


def _order(board: Board, result: Result) -> tuple[object, ...]:
    place = board.place
    end = (1, (0, 0)) if result.to is None else (0, place(result.to))
    puts = tuple([(place(at), place(origin)) for at, origin in result.puts])
    return (end, tuple(map(place, result.takes)), puts, result.becomes, result.when)


def _is_drawn_before(board: Board, path: Sequence[Square], other: Sequence[Square]) -> bool:
    """Whether a path to a result is drawn rather than another one: the shortest is, then the first
    in board order (M6).
    """
    if len(path) != len(other):
        return len(path) < len(other)
    return tuple(map(board.place, path)) < tuple(map(board.place, other))


def context_of(position: Position, square: Square) -> WalkContext:
    """A position as a context for paths from a square."""
    contents = Contents(_empty(position.board))
    contents.update(dict.fromkeys(position.friends, FRIEND))
    contents.update(dict.fromkeys(position.foes, FOE))
    contents[square] = EMPTY

    def virgin(at: Square) -> bool:
        return at not in position.moved

    forward = 1 if position.white else -1
    return WalkContext(
        position.board,
        contents.__getitem__,
        virgin,
        mover_virgin=position.virgin,
        forward=forward,
        names=position.names,
    )


@lru_cache(maxsize=16)
def _empty(board: PlayingBoard) -> Mapping[Square, int]:
    """The contents of an empty board."""
    return dict.fromkeys(board.squares(), EMPTY)


def _promoted(
    context: WalkContext, piece: Piece, move: Move, state: SearchState
) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    """The promotions at the end of a move, with open labels."""
    promotions = []
    for promotion in piece.promotions if not move.vanishes else ():
        labels = granted(
            (promotion.guard,), ConditionView(context, state, state.square, mover=state.square)
        )
        if labels is not None:
            promotions.append((promotion.becomes, labels))
    return promotions or [(move.becomes, frozenset())]


def burnt(
    context: WalkContext, move: Move, state: SearchState, start: Square, budget: SquareCount
) -> SearchState:
    """The state of a mover with the effects of its fragments from its end (B17).

    Each fragment sees the board as the mover left it, and carries only its own captures.
    """
    if not move.fragments:
        return state
    blocked: Overlay = {**state.overlay, state.square: SquareState(0)}
    takes, changed = state.takes, dict(state.overlay)
    context = replace(context, forks=False)
    begin = SearchState(
        state.square,
        state.heading,
        state.path,
        used=state.used,
        length=state.length,
        overlay=blocked,
    )
    for legs in move.fragments:
        for fragment in walk(context, legs, begin, start=start, budget=budget):
            takes |= fragment.takes
            changed.update(
                (at, held) for at, held in fragment.overlay.items() if blocked.get(at) != held
            )
    return state._replace(takes=takes, overlay=changed)
