"""Conditions on a position with three values: true, false, or open (M9)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from itertools import product
from math import prod
from typing import Literal, TypeAlias

from wazir.budget import MAX_SITUATIONS
from wazir.piece.board import Content, Vector

Answer: TypeAlias = bool | str
"""The value of a condition: true, false, or a description of its open part."""


@dataclass(frozen=True, slots=True)
class Who:
    """A set of pieces, by name and side."""

    name: str | None = None
    """None is any name."""
    sides: Content = Content.FRIEND | Content.FOE


class Axis(Enum):
    """A coordinate of a square, from 1."""

    FILE = auto()
    """From the left of the mover."""
    RANK = auto()
    """From the side of the mover."""
    BOARD_RANK = auto()
    """From White's side."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A number that depends on the position: the file or rank of a piece."""

    axis: Axis
    of: Who | None = None
    """The piece; None is the square that the condition is about."""
    of_mover: bool = False
    """The square of the mover before the leg with the condition."""


Number: TypeAlias = int | Coordinate
Sign: TypeAlias = Literal["=", "!=", "<", ">", "<=", ">="]


class Situation:
    """The facts that conditions can ask for; None is unknown. Here nothing is known."""

    def coordinate(self, _axis: Axis, _of_mover: bool, /) -> int | None:
        """The file or rank of the square that the condition is about, or of the mover's square."""
        return None

    def offset(self, _axis: Axis, /) -> int | None:
        """The file or rank of the square that the condition is about, counted from the mover's
        square.
        """
        return None

    def coordinates(self, _axis: Axis, _who: Who, /) -> Mapping[int, bool] | None:
        """The files or ranks of matching pieces: True for certain matches, False for possible
        ones.
        """
        return None

    def moved(self) -> bool | None:
        """Whether the mover has moved before."""
        return None

    def is_white(self) -> bool | None:
        """Whether the mover is White."""
        return None

    def meets(
        self, _vectors: Iterable[Vector], _most: int | None, _who: Who | None, /
    ) -> bool | None:
        """Whether a matching piece is on a square that rides of a length reach from the square of
        the condition.
        """
        return None


@dataclass(frozen=True, slots=True)
class Open:
    """A condition that is never evaluated."""

    label: str
    asks: Before | MoveNumber | None = field(default=None, compare=False)
    """What it asks about the game, if that has a form of its own."""


@dataclass(frozen=True, slots=True)
class Before:
    """A condition that held some moves ago."""

    test: Exists
    moves_ago: int


@dataclass(frozen=True, slots=True)
class MoveNumber:
    """The mover makes its first, second, ... move."""

    number: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The mover has moved before."""


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers."""

    left: Number
    sign: Sign
    right: Number


@dataclass(frozen=True, slots=True)
class Exists:
    """A piece is a number of steps away, with only empty squares between."""

    vectors: tuple[Vector, ...]
    most: int | None
    who: Who | None
    """None is any piece."""


@dataclass(frozen=True, slots=True)
class All:
    """The conjunction of conditions; true if empty."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """The disjunction of conditions; false if empty."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class No:
    """The negation of a condition."""

    test: Test


@dataclass(frozen=True, slots=True)
class BySide:
    """A condition for White and another one for Black."""

    white: Test
    black: Test


Test: TypeAlias = Open | Moved | Compare | Exists | All | Some | No | BySide

TRUE, FALSE = All(()), Some(())


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition that must hold."""

    test: Test
    label: str | None = None
    """The label if it stays open; None describes the open part."""


SIGNS: Mapping[Sign, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
MIRRORED: Mapping[Sign, Sign] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def granted(guards: Iterable[Guard], situation: Situation) -> frozenset[str] | None:
    """The labels of the open guards; None if one is false."""
    labels = []
    for guard in guards:
        answer = answered(guard.test, situation)
        if answer is False:
            return None
        if answer is not True:
            labels.append(answer if guard.label is None else guard.label)
    return frozenset(labels)


def answered(test: Test, situation: Situation) -> Answer:
    """The value of a condition."""
    return _composed(test, partial(_answered_alone, situation), situation.is_white())


def _answered_alone(situation: Situation, test: Test) -> Answer:
    """The value of a condition that has no others in it; the condition in words if it stays
    open.
    """
    match test:
        case Open(label):
            return label
        case Compare(left, sign, right):
            answer = _compared(test, situation)
            words = f"{_named(left)} {sign} {_named(right)}"
        case Exists(vectors, most, who):
            answer = situation.meets(vectors, most, who)
            words = f"near {(who and who.name) or 'a piece'}"
        case _:
            answer, words = situation.moved(), "moved"
    return words if answer is None else answer


def _composed(test: Test, alone: Callable[[Test], Answer], is_white: bool | None) -> Answer:
    """The value of a condition, given the value of each simple condition in it."""
    match test:
        case No(inner):
            answer = _composed(inner, alone, is_white)
            return f"not ({answer})" if isinstance(answer, str) else not answer
        case All(tests) | Some(tests):
            return _joined(
                [_composed(part, alone, is_white) for part in tests], decides=isinstance(test, Some)
            )
        case BySide(white, black):
            return _by_side(
                _composed(white, alone, is_white), _composed(black, alone, is_white), is_white
            )
    return alone(test)


def _by_side(white: Answer, black: Answer, is_white: bool | None) -> Answer:
    """The value for one side; if the side is unknown, the combined values."""
    if is_white is not None or white == black:
        return black if is_white is False else white
    sides = (("White", white), ("Black", black))
    return " or ".join(
        f"as {side}{'' if answer is True else f' ({answer})'}" for side, answer in sides if answer
    )


def _joined(answers: list[Answer], *, decides: bool) -> Answer:
    """The combined value of several conditions; one decisive value is enough."""
    if decides in answers:
        return decides
    left = [answer for answer in answers if isinstance(answer, str)]
    if len(left) < 2:
        return left[0] if left else not decides
    return (" or " if decides else " and ").join(f"({answer})" for answer in left)


def _compared(test: Compare, situation: Situation) -> bool | None:
    left, right, sign = test.left, test.right, test.sign
    if isinstance(left, Coordinate) and left.of is not None:
        return _compared_to_some(left, sign, right, situation=situation)
    if isinstance(right, Coordinate) and right.of is not None:
        return _compared_to_some(right, MIRRORED.get(sign, sign), left, situation=situation)
    first, second = _number(left, situation), _number(right, situation)
    if (
        isinstance(left, Coordinate)
        and isinstance(right, Coordinate)
        and left.axis is right.axis
        and first is None
    ):
        offset = situation.offset(left.axis)
        first, second = (0, offset) if left.of_mover else (offset, 0)
    return None if first is None or second is None else SIGNS[sign](first, second)


def _compared_to_some(
    some: Coordinate, sign: Sign, other: Number, situation: Situation
) -> bool | None:
    """Whether a comparison holds for some piece; open if only possible matches satisfy it."""
    number = _number(other, situation)
    known = situation.coordinates(some.axis, some.of) if some.of else None
    if number is None or known is None:
        return None
    fitting = [certain for value, certain in known.items() if SIGNS[sign](value, number)]
    if any(fitting):
        return True
    if fitting:
        return None
    return False


def _number(number: Number, situation: Situation) -> int | None:
    return number if isinstance(number, int) else situation.coordinate(number.axis, number.of_mover)


def _named(number: Number) -> str:
    if isinstance(number, int):
        return str(number)
    whose = f" of {number.of.name or 'a piece'}" if number.of else ""
    return f"{number.axis.name.lower().replace('_', ' ')}{whose}"


def unresolved_labels(guards: Iterable[Guard]) -> frozenset[str]:
    """The labels of guards in an unknown situation, without those that hold or fail anyway."""
    return frozenset(label for label in map(open_label, guards) if label is not None)


def open_label(guard: Guard) -> str | None:
    """The label of an open guard; None if it holds or fails anyway."""
    answer = answered(guard.test, Situation())
    return (guard.label or answer) if isinstance(answer, str) else None


def is_always(test: Test) -> bool:
    """Whether a condition holds in every situation: true, if that is certain."""
    facts: dict[object, set[int]] = {}
    for part in simple_tests(test):
        match part:
            case BySide():
                facts[BySide] = {0, 1}
            case Compare(Coordinate() as place, _, int(n)) | Compare(
                int(n), _, Coordinate() as place
            ):
                facts.setdefault(place, set()).update({max(n - 1, 1), n, n + 1})
            case _:
                facts[part] = {0, 1}
    if prod(map(len, facts.values())) > MAX_SITUATIONS:
        return False
    cases = (dict(zip(facts, values, strict=True)) for values in product(*facts.values()))
    return all(_composed(test, partial(_holds, case), bool(case.get(BySide))) for case in cases)


def simple_tests(*tests: Test) -> Iterator[Test]:
    """The conditions that others consist of; one by side is among them, with those of both
    sides.
    """
    waiting = list(tests)
    while waiting:
        test = waiting.pop()
        match test:
            case All(parts) | Some(parts):
                waiting += parts
            case No(inner):
                waiting.append(inner)
            case BySide(white, black):
                waiting += (white, black)
                yield test
            case _:
                yield test


def _holds(facts: Mapping[object, int], test: Test) -> bool:
    """The value of a condition that has no others in it, from the numbers in it or its own."""
    if isinstance(test, Compare) and (isinstance(test.left, int) or isinstance(test.right, int)):
        a, b = (side if isinstance(side, int) else facts[side] for side in (test.left, test.right))
        return SIGNS[test.sign](a, b)
    return bool(facts[test])
