"""Conditions: the tests of `@B`, `@P`, `@M` and `flip` (S8, S9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from wazir.notations.bensahas import codes, syntax
from wazir.notations.bensahas.syntax import Value
from wazir.notations.bensahas.values import (
    ENEMY,
    is_any,
    is_given,
    is_too_long,
    moment_of,
    oblique_of,
    parameter_of,
    range_of,
    too_many,
    too_many_groups,
    who_of,
)
from wazir.notations.bensahas.vocabulary import (
    CONDITIONS,
    step,
)
from wazir.notations.fixes import write
from wazir.notations.reports import Report
from wazir.notations.suggestions import is_slip
from wazir.piece.conditions import (
    All,
    Axis,
    Before,
    Compare,
    Coordinate,
    Exists,
    No,
    Open,
    Some,
    Test,
    Who,
)
from wazir.text import Span

_AXES = {"pos_x": Axis.FILE, "pos_y": Axis.RANK}
_INVALID = Open("")
"""The test of an invalid condition, whose statement has an error and therefore no moves."""


def condition_of(value: Value | None, end: Span, target: Who | None, report: Report) -> Test:
    """The test of a condition. In it `@T` means the *target*; without one, any enemy."""
    if not is_given(value, end, "condition", report=report):
        return _INVALID
    if isinstance(value, syntax.Squares):
        return Some(tuple(_square_test(square, target, report) for square in value.squares))
    if isinstance(value, syntax.Name):
        _unknown_condition(value, report)
        return Open(value.text)
    if isinstance(value, syntax.Call) and value.path:
        if is_too_long(value, report):
            return _INVALID
        return _function(syntax.unfolded(value), target, report)
    way = "Write a square such as `[n, 5]`, `exist(...)`, or `and`, `or`, `not` of these."
    report(codes.BAD_CONDITION, value.span, f"`{value}` is not a condition. {way}")
    return _INVALID


_COORDINATE = re.compile(r"(rank|file) (\d+)", re.IGNORECASE)


def _unknown_condition(
    name: syntax.Name, report: Report, known: Collection[str] = CONDITIONS
) -> None:
    """Report an unknown condition, with the known one that is likely meant."""
    written = name.text.lower()
    if name.text in known:
        report(
            codes.BAD_CONDITION,
            name.span,
            f"`{name.text}` needs conditions, such as `{name.text}([n, 5])`.",
        )
        return
    if match := _COORDINATE.fullmatch(written):
        square = f"[n, {match[2]}]" if match[1] == "rank" else f"[{match[2]}, n]"
        message = f"Unknown condition `{name.text}`. Did you mean `{square}`?"
        report(codes.MISSPELLED_WORD, name.span, message, write(name.span, square))
        return
    forms = (sorted(written), sorted(written.removesuffix("s")))
    if function := next(
        (word for word in known if sorted(word) in forms or is_slip(written, word)), ""
    ):
        message = f"Unknown function `{name.text}`. Did you mean `{function}`?"
        report(codes.MISSPELLED_WORD, name.span, message, write(name.span, function))
    else:
        message = f'Unknown condition `{name.text}`. It is kept as the condition "{name.text}".'
        report(codes.UNKNOWN_CONDITION, name.span, message)


def _function(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """The test of a function with one name."""
    test_of = FUNCTIONS.get(call.path[0].text)
    if test_of is None:
        _unknown_condition(call.path[0], report)
        return Open(str(call))
    return test_of(call, target, report)


def _all(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """`and(...)`."""
    return All(_conditions(call, target, report))


def _some(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """`or(...)`."""
    return Some(_conditions(call, target, report))


def _conditions(call: syntax.Call, target: Who | None, report: Report) -> tuple[Test, ...]:
    """The tests of the values of a function, which needs at least one."""
    too_many_groups(call, 1, report)
    values = call.values or (None,)
    return tuple(condition_of(value, call.close, target, report=report) for value in values)


def _no(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """`not(...)`."""
    too_many_groups(call, 1, report)
    too_many(call.values[1:], report)
    return No(condition_of(call.value, call.close, target, report=report))


def _exist(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """`exist(DISTANCE, DIRECTIONS, WHAT: @...)`; with parameters, it is never evaluated."""
    steps = range_of(call, first=True, report=report, more=1)
    whom = call.values[2:]
    if steps is not None and len(call.groups) > 1:
        parts = call.groups[1]
        if not whom and len(parts.values) == 3:
            whom, parts = parts.values[2:], replace(parts, values=parts.values[:2])
        steps = replace(steps, oblique=oblique_of(parts, steps, call.values, report=report))
    too_many_groups(call, 2, report)
    who = _who(whom[0], call, target, report=report) if whom else None
    moments = [
        moment_of(setting, in_exist=True, report=report)
        for setting in call.settings
        if parameter_of(setting, report) and setting.letter == "M"
    ]
    if steps is None:
        return Open(str(call))
    vectors = tuple(step(direction, steps.oblique) for direction in steps.directions)
    test = Exists(vectors, steps.most, who)
    if not call.settings:
        return test
    match moments:
        case [int(moment)] if len(call.settings) == 1 and moment < 0:
            return Open(str(call), Before(test, moves_ago=-moment))
    return Open(str(call))


FUNCTIONS: Mapping[str, Callable[[syntax.Call, Who | None, Report], Test]] = {
    "and": _all,
    "or": _some,
    "not": _no,
    "exist": _exist,
}
"""The tests of the functions that `words.toml` lists as conditions."""


def _who(value: Value | None, call: syntax.Call, target: Who | None, report: Report) -> Who:
    """The pieces that a function names; `@T` is the target."""
    if isinstance(value, syntax.Parameter) and value.letter == "T":
        return target or ENEMY
    return who_of(value, call.close, report)


def _square_test(square: syntax.Group, target: Who | None, report: Report) -> Test:
    """The test whether a square is `[x, y]`."""
    numbers = square.values
    if not all(is_given(number, square.span, "number", report=report) for number in numbers):
        return _INVALID
    if len(numbers) != 2:
        span = Span(numbers[0].span.start, numbers[-1].span.end) if numbers else square.span
        how = "counted from the player's own left-hand corner, or `n` for any."
        report(codes.BAD_SQUARE, span, f"A square is two numbers, `[file, rank]`, {how}")
        return _INVALID
    limits = [
        (axis, number) for axis, number in zip(Axis, numbers, strict=False) if not is_any(number)
    ]
    return All(
        tuple(_coordinate_test(axis, number, target, report=report) for axis, number in limits)
    )


def _coordinate_test(axis: Axis, value: Value, target: Who | None, report: Report) -> Test:
    """The test of a file or a rank."""
    own = Coordinate(axis)
    if isinstance(value, syntax.Number) and value.value >= 1:
        return Compare(own, "=", value.value)
    if isinstance(value, syntax.Call) and len(value.path) == 1:
        other, whose = _AXES.get(value.path[0].text), value.value
        if other is None:
            _unknown_condition(value.path[0], report, _AXES)
            return Open(str(value))
        too_many(value.values[1:], report)
        if isinstance(whose, syntax.Name) and whose.text == "self":
            return Compare(own, "=", Coordinate(other, of_mover=True))
        return Compare(own, "=", Coordinate(other, _who(whose, value, target, report=report)))
    way = "Write a positive number, `n` for any, `pos_x(self)` or `pos_y(F<King)`."
    report(codes.BAD_SQUARE, value.span, f"`{value}` is not a file or rank. {way}")
    return _INVALID
