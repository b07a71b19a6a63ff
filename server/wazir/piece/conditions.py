"""Tests on a position, of which some cannot be answered: each is true, false, or open (M9)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, Protocol, TypeAlias

from wazir.piece.squares import Content, Vector

Answer: TypeAlias = bool | str
"""What is known of a test: whether it holds, or in words what is still open of it."""


@dataclass(frozen=True, slots=True)
class Who:
    """Some pieces: those of a name, or of any, on one side or on both."""

    name: str | None = None
    """None is any name."""
    sides: Content = Content.FRIEND | Content.FOE


class Axis(Enum):
    """The numbers of a square, counted from 1."""

    FILE = auto()
    """From the left as the mover sees the board."""
    RANK = auto()
    """From the mover's side."""
    BOARD_RANK = auto()
    """From White's side, whoever moves."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A number that depends on the position: the file or the rank of a piece."""

    axis: Axis
    of: Who | None = None
    """Whose; None is the square that the test is about."""
    of_mover: bool = False
    """It is that of the mover, where it stands before the leg of which the test is."""


Number: TypeAlias = int | Coordinate
Sign: TypeAlias = Literal["=", "!=", "<", ">", "<=", ">="]


class Situation(Protocol):
    """What a test can ask; None is not known."""

    def coordinate(self, axis: Axis, of_mover: bool) -> int | None:
        """The file or rank of the square that the test is about, or of the one where the mover stands."""

    def coordinates(self, axis: Axis, who: Who) -> Mapping[int, bool] | None:
        """The files or ranks of such pieces; True where some is one for certain, False where it may be."""

    def moved(self) -> bool | None:
        """Whether the mover has moved before."""

    def is_white(self) -> bool | None:
        """Whether the mover is White's."""

    def meets(self, vectors: Iterable[Vector], most: int | None, who: Who | None) -> bool | None:
        """Whether such a piece stands where rides of so many steps come to, from the square that the test is about."""


@dataclass(frozen=True, slots=True)
class Open:
    """A test that is never answered."""

    label: str


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
    """A piece stands so many steps away, with nothing between."""

    vectors: tuple[Vector, ...]
    most: int | None
    who: Who | None
    """None is any piece."""


@dataclass(frozen=True, slots=True)
class All:
    """All of these; true if there are none."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of these; false if there are none."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class No:
    """Not this."""

    test: Test


@dataclass(frozen=True, slots=True)
class BySide:
    """One test where the mover is White's, another where it is Black's."""

    white: Test
    black: Test


Test: TypeAlias = Open | Moved | Compare | Exists | All | Some | No | BySide

TRUE, FALSE = All(()), Some(())


@dataclass(frozen=True, slots=True)
class Guard:
    """A test that must hold."""

    test: Test
    label: str | None = None
    """The label where it stays open; None is what is open of it, in words."""


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
    """The labels of what stays open of some guards; None if one of them is false."""
    labels = []
    for guard in guards:
        answer = answered(guard.test, situation)
        if answer is False:
            return None
        if answer is not True:
            labels.append(answer if guard.label is None else guard.label)
    return frozenset(labels)


def answered(test: Test, situation: Situation) -> Answer:
    """Whether a test holds, or what is open of it."""
    match test:
        case Open(label):
            return label
        case Moved():
            return _or(situation.moved(), test)
        case Compare():
            return _or(_compared(test, situation), test)
        case Exists(vectors, most, who):
            return _or(situation.meets(vectors, most, who), test)
        case No(inner):
            answer = answered(inner, situation)
            return f"not ({answer})" if isinstance(answer, str) else not answer
        case All(tests):
            return _joined([answered(one, situation) for one in tests], "and", decides=False)
        case Some(tests):
            return _joined([answered(one, situation) for one in tests], "or", decides=True)
        case BySide(white, black):
            return _by_side(answered(white, situation), answered(black, situation), situation.is_white())


def _or(answer: bool | None, test: Moved | Compare | Exists) -> Answer:
    return _words(test) if answer is None else answer


def _by_side(white: Answer, black: Answer, is_white: bool | None) -> Answer:
    """The answer of one side; where the side is not known, those that may hold."""
    if is_white is not None or white == black:
        return black if is_white is False else white
    sides = (("White", white), ("Black", black))
    return " or ".join(f"as {side}{'' if answer is True else f' ({answer})'}" for side, answer in sides if answer)


def _joined(answers: list[Answer], word: str, *, decides: bool) -> Answer:
    """What several tests come to; one answer of the kind that decides is enough."""
    if decides in [answer for answer in answers if isinstance(answer, bool)]:
        return decides
    left = [answer for answer in answers if isinstance(answer, str)]
    if len(left) < 2:
        return left[0] if left else not decides
    return f" {word} ".join(f"({answer})" for answer in left)


def _compared(test: Compare, situation: Situation) -> bool | None:
    left, right, sign = test.left, test.right, test.sign
    if isinstance(left, Coordinate) and left.of is not None:
        return _compared_to_some(left, sign, right, situation)
    if isinstance(right, Coordinate) and right.of is not None:
        return _compared_to_some(right, MIRRORED.get(sign, sign), left, situation)
    first, second = _number(left, situation), _number(right, situation)
    return None if first is None or second is None else SIGNS[sign](first, second)


def _compared_to_some(some: Coordinate, sign: Sign, other: Number, situation: Situation) -> bool | None:
    """Whether the number of some piece compares so; it is open where only a piece that may be one does."""
    number = _number(other, situation)
    known = situation.coordinates(some.axis, some.of) if some.of else None
    if number is None or known is None:
        return None
    fitting = [certain for value, certain in known.items() if SIGNS[sign](value, number)]
    return True if any(fitting) else (None if fitting else False)


def _number(number: Number, situation: Situation) -> int | None:
    return number if isinstance(number, int) else situation.coordinate(number.axis, number.of_mover)


def _words(test: Moved | Compare | Exists) -> str:
    """A test in words."""
    match test:
        case Moved():
            return "moved"
        case Compare(left, sign, right):
            return f"{_named(left)} {sign} {_named(right)}"
        case Exists(_, _, who):
            return f"near {who.name}" if who and who.name else "near a piece"


def _named(number: Number) -> str:
    if isinstance(number, int):
        return str(number)
    whose = f" of {number.of.name or 'a piece'}" if number.of else ""
    return f"{number.axis.name.lower().replace('_', ' ')}{whose}"


class Nowhere:
    """A situation of which nothing is known."""

    def coordinate(self, _axis: Axis, _of_mover: bool) -> None:
        """Not known."""

    def coordinates(self, _axis: Axis, _who: Who) -> None:
        """Not known."""

    def moved(self) -> None:
        """Not known."""

    def is_white(self) -> None:
        """Not known."""

    def meets(self, _vectors: Iterable[Vector], _most: int | None, _who: Who | None) -> None:
        """Not known."""


def spoken(guards: Iterable[Guard]) -> frozenset[str]:
    """The labels of guards where nothing is known; none of those that hold or fail anyway."""
    answers = ((guard, answered(guard.test, Nowhere())) for guard in guards)
    return frozenset(guard.label or answer for guard, answer in answers if isinstance(answer, str))
