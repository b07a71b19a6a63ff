"""Describes conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from wazir.piece.conditions import (
    FALSE,
    MIRRORED,
    SIGNS,
    TRUE,
    All,
    Axis,
    BySide,
    Compare,
    Coordinate,
    Guard,
    Moved,
    No,
    Nowhere,
    Open,
    Sign,
    Some,
    Test,
    answered,
)
from wazir.piece.words.plain import listed, quoted

_PLACES: Mapping[Axis, Mapping[Sign, str]] = {
    Axis.FILE: {
        "=": "on file {}",
        "!=": "not on file {}",
        "<": "left of file {}",
        ">": "right of file {}",
        "<=": "not right of file {}",
        ">=": "not left of file {}",
    },
    Axis.RANK: {
        "=": "on rank {}",
        "!=": "not on rank {}",
        "<": "below rank {}",
        ">": "above rank {}",
        "<=": "not above rank {}",
        ">=": "not below rank {}",
    },
    Axis.BOARD_RANK: {
        "=": "on rank {} of the board",
        "!=": "not on rank {} of the board",
        "<": "below rank {} of the board",
        ">": "above rank {} of the board",
        "<=": "not above rank {} of the board",
        ">=": "not below rank {} of the board",
    },
}
_NOT: Mapping[Sign, Sign] = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
_LARGEST = 60
"""More than the number of ranks or files of any board."""


def provisos(guards: Iterable[Guard]) -> Iterator[str]:
    """The conditions before a leg or a move: "if it is on rank 2", "under the condition “near a piece”"."""
    answered_tests: list[Test] = []
    others: list[str] = []
    for guard in guards:
        words = condition(guard.test)
        if words is not None and "“" not in words:
            answered_tests += _parts(_positive(guard.test))
        elif label := open_label(guard):
            others.append(_open_words(guard, label))
    together = condition(All(tuple(answered_tests))) if answered_tests else None
    separate = [condition(test) for test in answered_tests]
    yield from (f"if {words}" for words in ([together] if together else separate) if words)
    yield from others


def _open_words(guard: Guard, label: str) -> str:
    """A partly open condition in words; by its label if it has one."""
    if guard.label is None:
        if words := condition(guard.test):
            return f"if {words}"
        if isinstance(guard.test, No) and (words := condition(guard.test.test)):
            return f"unless {words}"
    return f"under the condition {quoted((label,))}"


def ending(guard: Guard) -> str | None:
    """The condition on the last square of a leg."""
    if where := place(guard.test):
        return f"ending {where}"
    label = open_label(guard)
    return f"under the condition {quoted((label,))}" if label else None


def open_label(guard: Guard) -> str | None:
    """The label of an open guard; None if it holds or fails anyway."""
    answer = answered(guard.test, Nowhere())
    return (guard.label or answer) if isinstance(answer, str) else None


def place(test: Test) -> str | None:
    """The place that a condition names: "on rank 8"; None if it is another condition."""
    words = condition(test)
    return words.removeprefix("it is ") if words and words.startswith("it is ") and "“" not in words else None


def condition(test: Test) -> str | None:
    """A condition in words: "it is on rank 8 or “in check”"; None if it has no short words."""
    match _positive(test):
        case All(tests) if tests:
            return _told(_needed(_parts(All(tests))), " and ")
        case Some(tests) if tests:
            found = [_told(_needed(_parts(one)), " and ") for one in tests]
            known = [one for one in found if one is not None]
            return _joined(known, " or ") if len(known) == len(found) else None
        case simple:
            return _simple(simple)


def _positive(test: Test) -> Test:
    """The condition with negations only of simple conditions."""
    match test:
        case No(No(inner)):
            return _positive(inner)
        case No(Compare(left, sign, right)):
            return Compare(left, _NOT[sign], right)
        case No(All(tests)) if not _is_open(test):
            return Some(tuple(_positive(No(one)) for one in tests))
        case No(Some(tests)) if not _is_open(test):
            return All(tuple(_positive(No(one)) for one in tests))
        case All((one,)) | Some((one,)):
            return _positive(one)
        case All(tests) | Some(tests):
            return replace(test, tests=tuple(map(_positive, tests)))
    return test


def _is_open(test: Test) -> bool:
    """Whether a part of a condition is open, so its label covers the whole."""
    match test:
        case No(inner):
            return _is_open(inner)
        case All(tests) | Some(tests):
            return any(map(_is_open, tests))
    return isinstance(test, Open)


def _parts(test: Test) -> list[Test]:
    """The terms of a conjunction."""
    return [part for one in test.tests for part in _parts(one)] if isinstance(test, All) else [test]


def _needed(tests: list[Test]) -> list[Test]:
    """The conditions without redundant ones: rank 7 implies not rank 2."""
    found = list(dict.fromkeys(map(_mirrored, tests)))
    for test in tuple(found):
        if any(_includes(other, test) for other in found if other != test):
            found.remove(test)
    return found


def _mirrored(test: Test) -> Test:
    """A comparison with the number on the right."""
    if isinstance(test, Compare) and isinstance(test.left, int):
        return Compare(test.right, MIRRORED.get(test.sign, test.sign), test.left)
    return test


def _includes(one: Test, other: Test) -> bool:
    """Whether a comparison implies another one that comes first."""
    if not (isinstance(one, Compare) and isinstance(other, Compare) and one.left == other.left):
        return False
    a, b = one.right, other.right
    if not (isinstance(a, int) and isinstance(b, int)):
        return False
    holding = [n for n in range(_LARGEST) if SIGNS[one.sign](n, a)]
    return bool(holding) and all(SIGNS[other.sign](n, b) for n in holding)


def _told(tests: list[Test], last: str) -> str | None:
    found = [_simple(test) for test in tests]
    known = [one for one in found if one is not None]
    return _joined(known, last) if len(known) == len(found) else None


def _joined(words: list[str], last: str) -> str:
    """Several conditions; "it is" is said once for places."""
    if all(one.startswith("it is ") for one in words):
        return f"it is {listed((one.removeprefix('it is ') for one in words), last)}"
    return listed(words, last)


def _simple(test: Test) -> str | None:
    match _mirrored(test):
        case Compare(Coordinate(axis, None, False), sign, int(number)):
            return f"it is {_PLACES[axis][sign].format(number)}"
        case Compare(Coordinate(axis, None, False), "=", Coordinate(other, None, True)) if axis is other:
            return f"it is on its own {axis.name.lower()}"
        case Moved():
            return "it has moved"
        case No(Moved()):
            return "it has not moved"
        case Open(label):
            return quoted((label,))
        case No(Open(label)):
            return f"not {quoted((label,))}"
        case BySide(white, black):
            return _by_side(white, black)
    return None


def _by_side(white: Test, black: Test) -> str | None:
    """A condition by side: "it is on rank 2 as White or on rank 7 as Black", "it is White's"."""
    found = []
    for side, test in (("White", white), ("Black", black)):
        words = condition(test)
        if words is None and test not in (TRUE, FALSE):
            return None
        if test != FALSE:
            found.append(f"{words} as {side}" if words else f"it is {side}'s")
    return _joined(found, " or ")
