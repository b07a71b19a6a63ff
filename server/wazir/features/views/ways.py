"""The ways of a piece on a board, what the squares must hold for each, and why a square cannot be
reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from heapq import nsmallest
from typing import NamedTuple

from wazir.budget import MAX_SQUARES_OF_REASONS
from wazir.notations.wording import shortened
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.conditions import unresolved_labels
from wazir.piece.drawing.diagram import Mark, marks_of
from wazir.piece.model import EN_PASSANT, Arrival, Move, Piece, Result, Square, without_branches
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
from wazir.piece.words import join_phrases

MAX_WAYS_TO_SQUARE = 48
"""The maximum number of ways to a square; the longest are left out."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a square, or to capture on it from elsewhere."""

    move: Move
    steps: tuple[Step, ...]
    needs: tuple[tuple[Square, int], ...]
    """What each square must hold, as a sum of EMPTY, FRIEND and FOE, in the order of the path."""
    taken: frozenset[Square]
    carried: frozenset[Square]
    """Those of the taken pieces that are put down elsewhere."""
    end: Square
    """Where the piece ends."""
    labels: tuple[str, ...]
    """Its conditions."""

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
        mover_virgin=True,
        forward=1 if white else -1,
        is_position=False,
        keeps_steps=True,
    )
    budget = SquareCount(MAX_SQUARES_OF_REASONS)
    begin = SearchState(square, path=(square,))
    by_square: dict[Square, list[_FoundWay]] = {}
    arrivals: list[Arrival] = []
    for move in piece.moves:
        states = walk(context, move.legs, begin, start=square, budget=budget)
        for state, reached in ends(context, move, states, start=square, budget=budget):
            if state.square not in board:
                continue
            arrivals += [Arrival(at, kind) for at, kind in reached]
            length = sum(len(step.squares) for step in state.steps)
            for at in {state.square, *state.takes}:
                by_square.setdefault(at, []).append(_FoundWay(length, move, state))
            for at in burnt(context, move, state, start=square, budget=budget).takes - state.takes:
                by_square.setdefault(at, []).append(_FoundWay(length, move, state, burnt=at))
    if any(move.guards for move in piece.moves):
        arrivals = []
        for move in without_branches(replace(move, becomes=()) for move in piece.moves):
            states = walk(context, move.legs, begin, start=square, budget=budget)
            for _, reached in ends(context, move, states, start=square, budget=budget):
                arrivals += [Arrival(at, kind) for at, kind in reached]
    shortest = {
        at: tuple(
            _way(found, board)
            for found in nsmallest(MAX_WAYS_TO_SQUARE, some, key=lambda found: found.length)
        )
        for at, some in by_square.items()
    }
    return Ways(shortest, marks_of(arrivals), budget.spent)


class _FoundWay(NamedTuple):
    """A way that is described only if it is among the shortest to its square."""

    length: int
    move: Move
    state: SearchState
    burnt: Square | None = None
    """The square to which it leads, if what stands there is burnt from elsewhere."""


def _way(found: _FoundWay, board: PlayingBoard) -> Way:
    move, state = found.move, found.state
    order = dict.fromkeys([*(at for step in state.steps for at in step.squares), *state.overlay])
    needs = tuple((at, _need(state, at)) for at in order if at in state.overlay and at in board)
    if found.burnt is not None:
        needs = (*needs, (found.burnt, FRIEND | FOE))
    labels = {*state.labels, *move.labels, *unresolved_labels(move.guards)}
    put_down = {held.origin for held in state.overlay.values()}
    return Way(
        move=move,
        steps=state.steps,
        needs=needs,
        taken=frozenset(state.takes),
        carried=frozenset(at for at in state.takes if at in put_down),
        end=state.square,
        labels=tuple(sorted(labels)),
    )


def _need(state: SearchState, at: Square) -> int:
    """What a square must hold before the move."""
    if at in state.takes:  # the side of the piece that was taken there
        carried = [side for origin, side in state.hand if origin == at]
        put = [held.content for held in state.overlay.values() if held.origin == at]
        return (*carried, *put, FRIEND | FOE)[0]
    held = state.overlay[at]
    return EMPTY if held.origin is not None else held.content & (EMPTY | FRIEND | FOE)


MAX_REASONS = 2
"""The maximum number of sentences about obstacles; the other obstacles are counted."""
MAX_IN_THE_WAY = 3
"""The maximum number of squares of pieces in the way in a sentence; the others are counted."""

_SIDES = {FRIEND: "friend", FOE: "foe", FRIEND | FOE: "piece"}
_PLURALS = {"friend": "friends", "foe": "foes", "piece": "pieces", "wall": "walls"}


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
    """Its piece leaves the board."""
    is_carried: bool
    """Its piece is put down elsewhere."""


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
    DRAWN = "Double steps, en passant and castling are drawn where the rules have them."
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
    reason = _own_reason(position, ways, target, is_over_edge=is_over_edge)
    if rules is RuleScope.NONE or target in position.walls:
        return reason
    if not ways.to.get(target) and not ways.incomplete and not is_over_edge:
        return WhyNot(f"No known move leads there. {rules.value}")
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
    # a friend on the square is in the way as it would be on the path
    fits = FRIEND | EMPTY if have == FRIEND and target not in position.walls else have
    if not (fitting := [way for way in some if way.need(target) & fits]):
        return WhyNot(_on_target(position, some, target), some[0], (target,))
    judged = [(way, lacks(position, way)) for way in fitting]
    best, lacking = min(judged, key=lambda pair: len(pair[1]))
    if not lacking:
        free = [way for way, lack in judged if not lack]
        return WhyNot(_condition(position, free, target), best)
    text = _lacking(position, lacking, judged)
    if best.labels and all(way.labels for way in fitting):
        text += f" {_reaches(best, target, name)} only if: {conditions(best.labels)}."
    return WhyNot(text, best, tuple(lack.square for lack in lacking))


def lacks(position: Position, way: Way) -> tuple[Lack, ...]:
    """The squares that block a way, in the order of the path."""
    each = ((square, need, held(position, square)) for square, need in way.needs)
    return tuple(
        Lack(
            square=at,
            need=need,
            have=have,
            is_taken=at in way.taken - way.carried,
            is_carried=at in way.carried,
        )
        for at, need, have in each
        if not need & have
    )


def _on_target(position: Position, some: Sequence[Way], target: Square) -> str:
    """The reason if the content of the square itself is wrong."""
    have, name = held(position, target), square_name(target, position.board)
    needed = {way.need(target) for way in some}
    if target not in position.walls and all(target in way.carried for way in some):
        lack = Lack(
            square=target, need=some[0].need(target), have=have, is_taken=False, is_carried=True
        )
        return _obstacle(position, [lack])
    if have == EMPTY:
        whom = _SIDES[needed.pop() if needed in ({FRIEND}, {FOE}) else FRIEND | FOE]
        return f"Nothing stands on {name}, and it can only take a {whom} there."
    if target in position.walls:
        return f"There is a wall on {name}."
    if needed in ({FRIEND}, {FOE}):
        return (
            f"A {_SIDES[have]} stands on {name}, and it can only take a {_SIDES[needed.pop()]} "
            "there."
        )
    return f"A {_SIDES[have]} stands on {name}, and it takes no {_SIDES[have]} there."


def _lacking(
    position: Position, lacking: Sequence[Lack], judged: Iterable[tuple[Way, tuple[Lack, ...]]]
) -> str:
    first = lacking[0]
    is_hurdle = not first.is_taken and not first.is_carried
    if len(lacking) == 1 and first.have == EMPTY and is_hurdle:
        # the hurdle that is missing may stand on any of some squares
        others = [lacks[0] for _, lacks in judged if len(lacks) == 1]
        squares = {other.square for other in others if other[1:] == first[1:]}
        names = [
            square_name(square, position.board)
            for square in sorted(squares, key=position.board.place)
        ]
        needed = f"a {_SIDES[first.need]} to pass on {join_phrases(names)}"
        return f"It needs {needed}, and nothing stands there."
    groups = _obstacles(position, lacking)[:MAX_REASONS]
    reasons = [_obstacle(position, group) for group in groups]
    more = len(lacking) - sum(map(len, groups))
    rest = []
    if more:
        noun = "squares do" if more > 1 else "square does"
        rest.append(f"{more} more {noun} not hold what it needs.")
    return " ".join((*reasons, *rest))


def _obstacles(position: Position, lacking: Sequence[Lack]) -> list[list[Lack]]:
    """Obstacles that are told in one sentence: pieces of a side that are in the way, else each by
    itself.
    """
    groups: list[list[Lack]] = []
    for lack in lacking:
        last = groups[-1] if groups else []
        is_alike = bool(last) and all(
            each.need & EMPTY and _what(position, each.square) == _what(position, last[0].square)
            for each in (last[0], lack)
        )
        if is_alike:
            last.append(lack)
        else:
            groups.append([lack])
    return groups


def _obstacle(position: Position, group: Sequence[Lack]) -> str:
    """The reason of obstacles of one kind."""
    lack = group[0]
    names = [square_name(each.square, position.board) for each in group]
    more = len(names) - MAX_IN_THE_WAY
    if more > 1:
        names[MAX_IN_THE_WAY:] = [f"{more} more squares"]
    name = join_phrases(names, " and ")
    if lack.need & EMPTY:
        what = _what(position, lack.square)
        if len(group) == 1:
            return f"The {what} on {name} is in the way."
        return f"The {_PLURALS[what]} on {name} are in the way."
    if lack.is_carried:
        deed = ""
    elif lack.is_taken:
        deed = " to take"
    else:
        deed = " to pass"
    if lack.have == EMPTY:
        there = "nothing stands there"
    else:
        there = f"there is a {_what(position, lack.square)}"
    return f"It needs a {_SIDES[lack.need]}{deed} on {name}, and {there}."


def _condition(position: Position, free: Sequence[Way], target: Square) -> str:
    """The reason if no square blocks the way."""
    name = square_name(target, position.board)
    reaches = _reaches(free[0], target, name)
    if not position.virgin and all(way.move.is_first for way in free):
        return f"{reaches} only as its first move, and it has moved."
    if not (labels := list(dict.fromkeys(label for way in free for label in way.labels))):
        return f"Nothing is in the way, but a condition of its way to {name} is not met here."
    if len(labels) == 1:
        return f"{reaches} only under a condition that is not met here: {conditions(labels)}."
    return f"{reaches} only under conditions, one of which is not met here: {conditions(labels)}."


def _reaches(way: Way, target: Square, name: str) -> str:
    """The start of a sentence about a way to a square, or to what stands on it."""
    if way.end == target:
        return f"It goes to {name}"
    return f"It {'moves' if target in way.carried else 'takes'} a piece on {name}"


_SENTENCES = {EN_PASSANT: "a foe can be taken en passant"}
"""Labels that are no sentences, as sentences."""


def conditions(labels: Iterable[str]) -> str:
    """Labels of conditions, as a list."""
    return "; ".join(shortened(_SENTENCES.get(label, label)) for label in labels)


# What can be reached


def effect(result: Result, target: Square, position: Position) -> str:
    """The effect of a result on a square, as a sentence."""
    becomes = (
        f"; it becomes {' or '.join(map(shortened, result.becomes))}" if result.becomes else ""
    )
    when = f"; only if: {conditions(result.when)}" if result.when else ""
    text = f"{join_phrases(_deeds(result, target, position), ' and ')}{becomes}{when}"
    return f"{text[:1].upper()}{text[1:]}."


def captures_of(result: Result) -> tuple[Square, ...]:
    """The squares of the pieces that leave the board: those that are put down again do not."""
    carried = {origin for _, origin in result.puts}
    return tuple(square for square in result.takes if square not in carried)


def _deeds(result: Result, target: Square, position: Position) -> Iterator[str]:
    def what(square: Square) -> str:
        return f"the {_SIDES[held(position, square)]} on {square_name(square, position.board)}"

    taken = captures_of(result)
    others = [square for square in taken if square != target]
    if target in taken:
        yield f"takes {what(target)}" + (" without landing there" if result.to != target else "")
    elif result.to == target:
        yield f"ends on {square_name(target, position.board)}"
    if others:
        yield f"takes {join_phrases(map(what, others), ' and ')}"
    if result.to is not None and result.to != target:
        yield f"ends on {square_name(result.to, position.board)}"
    for at, origin in result.puts:
        yield f"moves {what(origin)} to {square_name(at, position.board)}"
    if result.to is None:
        yield "is removed itself"
