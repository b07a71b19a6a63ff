"""The ways of a piece on a board, what the squares must hold for each, and why a square cannot be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from wazir.budget import MAX_SQUARES_OF_REASONS
from wazir.notations.kit import shortened
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.conditions import unresolved_labels
from wazir.piece.drawing.diagram import Mark, marks_of
from wazir.piece.model import Arrival, Move, Piece, Result, Square, without_branches
from wazir.piece.motion.context import (
    EMPTY,
    FOE,
    FRIEND,
    OFF,
    SearchState,
    SquareCount,
    Step,
    WalkContext,
)
from wazir.piece.motion.reach import ends
from wazir.piece.motion.results import Position, burnt
from wazir.piece.motion.walk import walk
from wazir.piece.words import listed

MOST_OF_A_SQUARE = 48
"""The maximum number of ways to a square; the longest are left out."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a square, or to capture on it from elsewhere."""

    move: Move
    steps: tuple[Step, ...]
    needs: tuple[tuple[Square, int], ...]
    """What each square must hold, as a sum of EMPTY, FRIEND and FOE, in the order of the path."""
    taken: frozenset[Square]
    labels: tuple[str, ...]
    """Its conditions, in words."""

    def need(self, square: Square) -> int:
        """What a square must hold."""
        return next((content for at, content in self.needs if at == square), EMPTY | FRIEND | FOE)


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways of a piece on a board."""

    to: Mapping[Square, tuple[Way, ...]]
    """The shortest first."""
    marks: Mapping[Square, Mark]
    incomplete: bool


def ways(piece: Piece, board: PlayingBoard, square: Square, white: bool) -> Ways:
    """The ways of a piece from a square of a board."""

    def anything(at: Square) -> int:
        if at not in board:
            return OFF
        return EMPTY if at == square else EMPTY | FRIEND | FOE

    context = WalkContext(
        board,
        anything,
        lambda _: True,
        True,
        1 if white else -1,
        is_position=False,
        keeps_steps=True,
    )
    budget, begin = SquareCount(MAX_SQUARES_OF_REASONS), SearchState(square, path=(square,))
    by_square: dict[Square, list[Way]] = {}
    arrivals: list[Arrival] = []
    for move in piece.moves:
        states = walk(context, move.legs, begin, square, budget)
        for state, reached in ends(context, move, states, square, budget):
            if state.square not in board:
                continue
            arrivals += [Arrival(at, kind) for at, kind in reached]
            way = _way(move, state, board)
            for at in {state.square, *state.takes}:
                by_square.setdefault(at, []).append(way)
            for at in burnt(context, move, state, square, budget).takes - state.takes:
                by_square.setdefault(at, []).append(
                    replace(way, needs=(*way.needs, (at, FRIEND | FOE)))
                )
    if any(move.guards for move in piece.moves):
        arrivals = []
        for move in without_branches(replace(move, becomes=()) for move in piece.moves):
            states = walk(context, move.legs, begin, square, budget)
            for _, reached in ends(context, move, states, square, budget):
                arrivals += [Arrival(at, kind) for at, kind in reached]
    for some in by_square.values():
        some.sort(key=lambda way: sum(len(step.squares) for step in way.steps))
    shortest = {at: tuple(some[:MOST_OF_A_SQUARE]) for at, some in by_square.items()}
    return Ways(shortest, marks_of(arrivals), budget.spent)


def _way(move: Move, state: SearchState, board: PlayingBoard) -> Way:
    order = dict.fromkeys([*(at for step in state.steps for at in step.squares), *state.overlay])
    needs = tuple((at, _need(state, at)) for at in order if at in state.overlay and at in board)
    labels = {*state.labels, *move.labels, *unresolved_labels(move.guards)}
    return Way(move, state.steps, needs, state.takes, tuple(sorted(labels)))


def _need(state: SearchState, at: Square) -> int:
    """What a square must hold before the move."""
    if at in state.takes:  # the side of the piece that was taken there
        carried = [side for origin, side in state.hand if origin == at]
        put = [held.content for held in state.overlay.values() if held.origin == at]
        return (*carried, *put, FRIEND | FOE)[0]
    held = state.overlay[at]
    return EMPTY if held.origin is not None else held.content & (EMPTY | FRIEND | FOE)


MOST_REASONS = 2
"""The maximum number of obstacles in a sentence; the others are counted."""

_SIDES = {FRIEND: "friend", FOE: "foe", FRIEND | FOE: "piece"}


class WhyNot(NamedTuple):
    """The reason why a square cannot be reached."""

    text: str
    way: Way | None = None
    """The nearest way."""
    at: tuple[Square, ...] = ()
    """The squares that block it."""


class Lack(NamedTuple):
    """A square that blocks a way."""

    square: Square
    need: int
    have: int
    is_taken: bool


def held(position: Position, square: Square) -> int:
    """The content of a square: EMPTY, FRIEND or FOE."""
    if square in position.friends:
        return FRIEND
    return FOE if square in position.foes else EMPTY


def _what(position: Position, square: Square) -> str:
    """The word for what stands on a square."""
    return "wall" if square in position.walls else _SIDES[held(position, square)]


class RuleScope(Enum):
    """The rules of a variant that the moves of a piece include."""

    NONE = ""
    """It is not a piece of a variant: its own moves are all that there are."""
    UNKNOWN = "Rules of the section, such as double steps, castling and drops, are not drawn."
    """Its own moves only."""
    DRAWN = "Drawn are its moves with double steps, en passant and castling."
    """Its own moves, and those that the module of moves on boards adds."""


def why_not(
    position: Position, ways: Ways, target: Square, *, is_over_edge: bool, rules: RuleScope
) -> WhyNot:
    """The reason why a piece cannot reach a square.

    Args:
        position: The other pieces.
        ways: The ways of the piece on that board.
        target: The square, which is not that of the piece.
        is_over_edge: It would reach the square on a board without edges.
        rules: The rules that the ways include: no more is claimed.
    """
    reason = _own_reason(position, ways, target, is_over_edge)
    if rules is RuleScope.NONE or target in position.walls:
        return reason
    if not ways.to.get(target) and not ways.incomplete and not is_over_edge:
        return WhyNot(f"No move there is known. {rules.value}")
    return (
        reason if rules is RuleScope.DRAWN else reason._replace(text=f"{reason.text} {rules.value}")
    )


def _own_reason(position: Position, ways: Ways, target: Square, is_over_edge: bool) -> WhyNot:
    """The reason why none of the moves of a piece reaches a square."""
    some = ways.to.get(target, ())
    if not some and ways.incomplete:
        return WhyNot("No move there was found, but it has too many moves to follow them all.")
    if not some and is_over_edge:
        return WhyNot("Its way there leads over the edge of the board.")
    if not some:
        return WhyNot("No move leads there, whatever stands on the board.")
    have, name = held(position, target), square_name(target, position.board)
    if not (fitting := [way for way in some if way.need(target) & have]):
        return WhyNot(_on_target(position, some, target), some[0], (target,))
    judged = [(way, lacks(position, way)) for way in fitting]
    best, lacking = min(judged, key=lambda pair: len(pair[1]))
    if not lacking:
        return WhyNot(_condition(position, [way for way, lack in judged if not lack], name), best)
    return WhyNot(_lacking(position, lacking, judged), best, tuple(lack.square for lack in lacking))


def lacks(position: Position, way: Way) -> tuple[Lack, ...]:
    """The squares that block a way, in the order of the path."""
    each = ((square, need, held(position, square)) for square, need in way.needs)
    return tuple(
        Lack(at, need, have, at in way.taken) for at, need, have in each if not need & have
    )


def _on_target(position: Position, some: Sequence[Way], target: Square) -> str:
    """The reason if the content of the square itself is wrong."""
    have, name = held(position, target), square_name(target, position.board)
    needed = {way.need(target) for way in some}
    if have == EMPTY:
        whom = (
            _SIDES[FRIEND]
            if needed == {FRIEND}
            else _SIDES[FOE]
            if needed == {FOE}
            else _SIDES[FRIEND | FOE]
        )
        return f"Nothing stands on {name}, and it can only take a {whom} there."
    if target in position.walls:
        return f"There is a wall on {name}."
    return f"A {_SIDES[have]} stands on {name}, and it takes no {_SIDES[have]} there."


def _lacking(
    position: Position, lacking: Sequence[Lack], judged: Iterable[tuple[Way, tuple[Lack, ...]]]
) -> str:
    first = lacking[0]
    if len(lacking) == 1 and first.have == EMPTY and not first.is_taken:
        # the hurdle that is missing may stand on any of some squares
        others = [lacks[0] for _, lacks in judged if len(lacks) == 1]
        squares = {other.square for other in others if other[1:] == first[1:]}
        names = [
            square_name(square, position.board)
            for square in sorted(squares, key=position.board.place)
        ]
        return (
            f"It needs a {_SIDES[first.need]} to pass on {listed(names)}, and nothing stands there."
        )
    reasons = [_lack(position, lack) for lack in lacking[:MOST_REASONS]]
    more = len(lacking) - len(reasons)
    rest = (
        [f"{more} more square{'s do' if more > 1 else ' does'} not hold what it needs."]
        if more
        else []
    )
    return " ".join((*reasons, *rest))


def _lack(position: Position, lack: Lack) -> str:
    name = square_name(lack.square, position.board)
    if lack.need & EMPTY:
        return f"The {_what(position, lack.square)} on {name} is in the way."
    what = f"a {_SIDES[lack.need]} to {'take' if lack.is_taken else 'pass'} on {name}"
    there = (
        "nothing stands there"
        if lack.have == EMPTY
        else f"there is a {_what(position, lack.square)}"
    )
    return f"It needs {what}, and {there}."


def _condition(position: Position, free: Sequence[Way], name: str) -> str:
    """The reason if no square blocks the way."""
    if not position.virgin and all(way.move.is_first for way in free):
        return f"It goes to {name} only as its first move, and it has moved."
    if not (labels := list(dict.fromkeys(label for way in free for label in way.labels))):
        return f"Nothing is in the way, but a condition of its way to {name} does not hold here."
    if len(labels) == 1:
        return f"It goes to {name} only under a condition that does not hold here: {shortened(labels[0])}."
    return f"It goes to {name} only under conditions, one of which does not hold here: {conditions(labels)}."


def conditions(labels: Iterable[str]) -> str:
    """Labels of conditions, as a list."""
    return "; ".join(map(shortened, labels))


# What can be reached


def effect(result: Result, target: Square, position: Position) -> str:
    """The effect of a result on a square, as a sentence."""
    becomes = (
        f"; it becomes {' or '.join(map(shortened, result.becomes))}" if result.becomes else ""
    )
    when = f"; only if: {conditions(result.when)}" if result.when else ""
    text = f"{listed(_deeds(result, target, position), ' and ')}{becomes}{when}"
    return f"{text[:1].upper()}{text[1:]}."


def _deeds(result: Result, target: Square, position: Position) -> Iterator[str]:
    def what(square: Square) -> str:
        return f"the {_SIDES[held(position, square)]} on {square_name(square, position.board)}"

    others = [square for square in result.takes if square != target]
    if target in result.takes:
        yield f"takes {what(target)}" + (" without landing there" if result.to != target else "")
    elif result.to == target:
        yield f"ends on {square_name(target, position.board)}"
    if others:
        yield f"takes {listed(map(what, others), ' and ')}"
    if result.to is not None and result.to != target:
        yield f"ends on {square_name(result.to, position.board)}"
    for at, origin in result.puts:
        yield f"puts down what stood on {square_name(origin, position.board)} on {square_name(at, position.board)}"
    if result.to is None:
        yield "is removed itself"
