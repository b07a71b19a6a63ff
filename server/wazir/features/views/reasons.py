"""Why a piece can or cannot reach a square of a position, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wazir.features.views.ways import Way, Ways
from wazir.piece.board import square_name
from wazir.piece.model import Result, Square
from wazir.piece.motion.results import Position
from wazir.piece.motion.walk import EMPTY, FOE, FRIEND
from wazir.piece.words.plain import listed

MOST_SAID = 2
"""Of more things in the way the others are counted."""
LONGEST_LABEL = 80

_SIDES = {FRIEND: "friend", FOE: "foe", FRIEND | FOE: "piece"}


class WhyNot(NamedTuple):
    """Why a square cannot be reached."""

    text: str
    way: Way | None = None
    """The way that comes nearest."""
    at: tuple[Square, ...] = ()
    """The squares that do not hold what that needs."""


class Lack(NamedTuple):
    """A square that does not hold what a way needs."""

    square: Square
    need: int
    have: int
    is_taken: bool


def held(position: Position, square: Square) -> int:
    """What a square holds: EMPTY, FRIEND or FOE."""
    if square in position.friends:
        return FRIEND
    return FOE if square in position.foes else EMPTY


def why_not(position: Position, ways: Ways, target: Square, is_over_edge: bool) -> WhyNot:
    """Why a piece cannot reach a square where it does not stand and that it cannot reach.

    Args:
        position: Where the others stand.
        ways: All that it could do on that board.
        target: The square.
        is_over_edge: It could on a board without edges.
    """
    some = ways.to.get(target, ())
    if not some:
        return WhyNot(_never(ways, is_over_edge))
    have, name = held(position, target), square_name(target, position.board)
    fitting = [way for way in some if way.need(target) & have]
    if not fitting:
        return WhyNot(_on_target(some, target, have, name), some[0], (target,))
    judged = [(way, lacks(position, way)) for way in fitting]
    best, lacking = min(judged, key=lambda one: len(one[1]))
    if not lacking:
        free = [way for way, lack in judged if not lack]
        return WhyNot(_condition(position, free, name), best)
    return WhyNot(_lacking(position, lacking, judged), best, tuple(lack.square for lack in lacking))


def lacks(position: Position, way: Way) -> tuple[Lack, ...]:
    """The squares that do not hold what a way needs, in the order in which they are met."""
    each = ((square, need, held(position, square)) for square, need in way.needs)
    return tuple(Lack(at, need, have, at in way.taken) for at, need, have in each if not need & have)


def _never(ways: Ways, is_over_edge: bool) -> str:
    if ways.incomplete:
        return "No move was found that leads there; there are more moves than are followed here."
    if is_over_edge:
        return "Its way there leads over the edge of the board."
    return "No move leads there, whatever stands on the board."


def _on_target(some: Sequence[Way], target: Square, have: int, name: str) -> str:
    """What is wrong with what stands on the square itself."""
    needed = {way.need(target) for way in some}
    if have == EMPTY:
        whom = _SIDES[FRIEND] if needed == {FRIEND} else _SIDES[FOE] if needed == {FOE} else _SIDES[FRIEND | FOE]
        return f"Nothing stands on {name}, and it can only take a {whom} there."
    return f"A {_SIDES[have]} stands on {name}, and it takes no {_SIDES[have]} there."


def _lacking(position: Position, lacking: Sequence[Lack], judged: Iterable[tuple[Way, tuple[Lack, ...]]]) -> str:
    if len(lacking) == 1 and lacking[0].have == EMPTY and not lacking[0].is_taken:
        return _hurdle(position, lacking[0], [lack for _, found in judged for lack in found if len(found) == 1])
    said = [_lack(position, lack) for lack in lacking[:MOST_SAID]]
    more = len(lacking) - len(said)
    rest = [f"{more} more square{'s do' if more > 1 else ' does'} not hold what it needs."] if more else []
    return " ".join((*said, *rest))


def _hurdle(position: Position, lack: Lack, others: Iterable[Lack]) -> str:
    """Where a piece would help that is left alone; any of some squares will do."""
    squares = dict.fromkeys(other.square for other in others if other[1:] == lack[1:])
    names = [square_name(square, position.board) for square in sorted(squares, key=position.board.place)]
    return f"It needs a {_SIDES[lack.need]} to pass on {listed(names)}, and nothing stands there."


def _lack(position: Position, lack: Lack) -> str:
    name = square_name(lack.square, position.board)
    if lack.need & EMPTY:
        return f"The {_SIDES[lack.have]} on {name} is in the way."
    what = f"a {_SIDES[lack.need]} to {'take' if lack.is_taken else 'pass'} on {name}"
    there = "nothing stands there" if lack.have == EMPTY else f"there is a {_SIDES[lack.have]}"
    return f"It needs {what}, and {there}."


def _condition(position: Position, free: Sequence[Way], name: str) -> str:
    """Nothing stands wrong, so that it is something else."""
    if not position.virgin and all(way.is_first for way in free):
        return f"It goes to {name} only as its first move, and it has moved."
    labels = list(dict.fromkeys(label for way in free for label in way.labels))
    if not labels:
        return f"Nothing is in the way, but what is asked of its way to {name} is not so here."
    if len(labels) == 1:
        return f"It goes to {name} only under a condition that does not hold here: {short(labels[0])}."
    return f"It goes to {name} only under conditions, of which one does not hold here: {conditions(labels)}."


def conditions(labels: Iterable[str]) -> str:
    """Some labels of conditions, one after the other."""
    return "; ".join(map(short, labels))


def short(label: str) -> str:
    """A label on one short line."""
    line = " ".join(label.split())
    return line if len(line) <= LONGEST_LABEL else f"{line[: LONGEST_LABEL - 1]}…"


# What can be reached


def said(result: Result, target: Square, position: Position) -> str:
    """What a result does to a square, as a sentence."""
    text = "".join((listed(_deeds(result, target, position), " and "), _after(result)))
    return f"{text[:1].upper()}{text[1:]}."


def _deeds(result: Result, target: Square, position: Position) -> Iterator[str]:
    def what(square: Square) -> str:
        return f"the {_SIDES[held(position, square)]} on {square_name(square, position.board)}"

    goes = result.to is not None and result.to not in result.takes
    others = [square for square in result.takes if square != target]
    if target in result.takes:
        yield f"takes {what(target)}" + (" without landing there" if result.to != target else "")
    elif result.to == target and goes:
        yield f"ends on {square_name(target, position.board)}"
    if others:
        yield f"takes {listed(map(what, others), ' and ')}"
    if result.to is not None and result.to != target:
        yield f"ends on {square_name(result.to, position.board)}"
    for at, origin in result.puts:
        yield f"puts down what stood on {square_name(origin, position.board)} on {square_name(at, position.board)}"
    if result.to is None:
        yield "is removed itself"


def _after(result: Result) -> str:
    becomes = f"; it becomes {' or '.join(map(short, result.becomes))}" if result.becomes else ""
    when = f"; only if: {conditions(result.when)}" if result.when else ""
    return becomes + when
