"""Checked values of brackets: directions, distances, oblique steps, pieces and parameters (S4 to
S11). Conditions are in `conditions.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import TypeGuard

from wazir.diagnostics import Code
from wazir.notations.bensahas import codes, syntax
from wazir.notations.bensahas.syntax import Value
from wazir.notations.bensahas.vocabulary import (
    ARGUMENTS,
    PARAMETERS,
    Oblique,
    directions,
)
from wazir.notations.fixes import remove, write
from wazir.notations.reports import Report
from wazir.notations.wording import capitalized
from wazir.piece.conditions import (
    Who,
)
from wazir.piece.model import Content
from wazir.text import Span

# Distances and directions (S4 to S6)

ANY = "n"
"""Any number."""


@dataclass(frozen=True, slots=True)
class Range:
    """The number of steps and the directions of a leg."""

    most: int | None
    """The largest number of steps; None is unlimited."""
    directions: tuple[int, ...] = ()
    turn: int | None = None
    """Instead of directions: the turn of the heading before, in eighths."""
    oblique: Oblique | None = None

    @property
    def is_ambiguous(self) -> bool:
        """Whether one step belongs to two directions."""
        return self.oblique is not None and self.oblique[0] in (0, self.oblique[1])


def is_any(value: Value) -> bool:
    """Whether a value is `n`."""
    return isinstance(value, syntax.Name) and value.text == ANY


def is_too_long(call: syntax.Call, report: Report) -> bool:
    """Whether there are too many names before a bracket; reported if so."""
    if call.is_too_long:
        report(codes.TOO_LONG, call.path_span, "Too many names before a bracket.")
    return call.is_too_long


def is_given(
    value: Value | None, place: Span, what: str, report: Report, rule: str = ""
) -> TypeGuard[Value]:
    """Whether a value is present; a missing one is reported as *what*, with its rule."""
    if value is not None and not isinstance(value, syntax.Nothing):
        return True
    message = f"Missing {what} before this."
    report(
        codes.MISSING_VALUE,
        value.span if value else place,
        f"{message} {rule}." if rule else message,
    )
    return False


def range_of(
    call: syntax.Call, first: bool, report: Report, *, more: int = 0, least: int = 1
) -> Range | None:
    """The distance and the directions of a bracket; None if they are invalid.

    Args:
        call: The term.
        first: Whether no previous leg has a heading.
        report: Collects the diagnostics.
        more: How many values may follow.
        least: The least distance.
    """
    values, end = call.values, call.close
    if all(isinstance(value, syntax.Nothing) for value in values):
        is_given(call.value, end, "distance and directions, such as `1, 15`,", report=report)
        return None
    most = distance_of(call.value, end, report, least=least)
    towards = directions_of(
        value=values[1] if len(values) > 1 else None,
        end=call.groups[0].stop,
        first=first,
        report=report,
    )
    too_many(values[2 + more :], report)
    return None if isinstance(most, bool) or towards is None else replace(towards, most=most)


def distance_of(
    value: Value | None, end: Span, report: Report, *, least: int = 1
) -> int | bool | None:
    """A number of steps; None if any number is meant, False if it makes no sense."""
    if not is_given(value, end, "number of steps, or `n`,", report=report):
        return False
    if is_any(value):
        return None
    if isinstance(value, syntax.Number) and value.value >= least:
        return value.value
    way = f"Write a number{' from 1 on' if least else ''}, or `n` for any number of steps."
    report(codes.BAD_DISTANCE, value.span, f"`{value}` is not a distance. {way}")
    return False


def directions_of(value: Value | None, end: Span, first: bool, report: Report) -> Range | None:
    """Directions or a turn, for any number of steps; None if they are invalid."""
    if not is_given(value, end, "sum of directions", report=report):
        return None
    if isinstance(value, syntax.Turn):
        turn = turn_of(value, first, report)
        return None if turn is None else Range(None, turn=turn)
    if isinstance(value, syntax.Number):
        if 1 <= value.value <= 255:
            return Range(None, directions(value.value))
        why = "Write a sum from 1 to 255: N 1, E 2, S 4, W 8, NE 16, SE 32, SW 64, NW 128."
    else:
        why = "Write a sum, such as 15 for all orthogonal directions, or a turn, such as `/4`."
    report(codes.BAD_DIRECTIONS, value.span, f"`{value}` is not a sum of directions. {why}")
    return None


def turn_of(turn: syntax.Turn, first: bool, report: Report) -> int | None:
    """The eighths of a turn; None if it is invalid or has no heading to turn."""
    if turn.eighths is None or not 0 <= turn.eighths <= 7:
        message = (
            f"`{turn}` is not a turn. Write a number of eighths, clockwise, from `/0` to `/7`."
        )
        report(codes.BAD_TURN, turn.span, message)
        return None
    if first:
        message = (
            f"`{turn}` has no heading to turn from: no leg before it has one. Write a sum of "
            "directions."
        )
        report(codes.TURN_WITHOUT_HEADING, turn.span, message)
        return None
    return turn.eighths


def too_many(values: tuple[Value, ...], report: Report) -> None:
    """Report values that are too many."""
    if values:
        span = Span(values[0].span.start, values[-1].span.end)
        report(codes.TOO_MANY_VALUES, span, "Too many values.", remove(span, "it"))


def too_many_groups(call: syntax.Call, most: int, report: Report) -> None:
    """Report the values after a `;` that a bracket does not take, or the `;` alone."""
    for before, group in pairwise(call.groups[most - 1 :]):
        too_many(group.values, report)
        if not group.values:
            message = "Too many values. Remove this `;`."
            report(codes.TOO_MANY_VALUES, before.stop, message, remove(before.stop, "it"))


def oblique_of(
    group: syntax.Group, steps: Range, values: tuple[Value, ...], report: Report
) -> Oblique | None:
    """The two parts of an oblique step, after the `;`; None if they are invalid."""
    numbers = [
        value.value
        for value in group.values
        if isinstance(value, syntax.Number) and value.value >= 0
    ]
    if not group.values:
        is_given(value=None, place=group.stop, what="oblique step, such as `1, 2`,", report=report)
        return None
    if not all(is_given(value, group.span, "number", report=report) for value in group.values):
        return None
    if len(numbers) != 2 or len(group.values) != 2 or numbers == [0, 0]:
        what = "An oblique step is two numbers, its lengths along the two axes of the board."
        report(codes.BAD_OBLIQUE_STEP, group.span, f"{what} Write `1, 2` for the knight.")
        return None
    short, long = sorted(numbers)
    if short in (0, long):
        kind = "straight" if short == 0 else "diagonal"
        message = (
            f"The step is {kind}, not oblique. Its directions are still turned by half an eighth."
        )
        report(codes.STEP_NOT_OBLIQUE, group.span, message)
    if (short, long) == (1, 2) and steps.most is None:
        message = "`n` makes this a nightrider, which repeats the step. Write `1` for a knight."
        report(codes.NIGHTRIDER_FOR_KNIGHT, values[0].span, message, write(values[0].span, "1"))
    return short, long


# Pieces that a text speaks of: `Pawn`, `E<Pawn`, `F<King`, `FE<n` (S8)

SIDES: Mapping[str, Content] = {
    "E": Content.FOE,
    "F": Content.FRIEND,
    "FE": Content.FOE | Content.FRIEND,
}
"""The sides, by the letters before `<`."""


ENEMY = Who(None, Content.FOE)
"""Any enemy."""


def who_of(value: Value | None, end: Span, report: Report) -> Who:
    """The pieces that a value names; any enemy if it is invalid."""
    if not is_given(value, end, "name of a piece", report=report):
        return ENEMY
    if isinstance(value, syntax.Name):
        return Who(_named(value), Content.FOE)
    if isinstance(value, syntax.PieceSelector) and value.name and value.side.text in SIDES:
        return Who(_named(value.name), SIDES[value.side.text])
    if isinstance(value, syntax.PieceSelector):
        span = value.side.span if value.name else value.span
        if value.name:
            why = f"`{value.side.text}<` is not a side"
        else:
            why = "missing name of a piece after `<`"
    else:
        span, why = value.span, f"`{value}` is not the name of a piece"
    way = (
        "with `E<`, `F<` or `FE<` before it for an enemy, a friend or either, or `n` for any name."
    )
    report(codes.BAD_TARGET, span, f"{capitalized(why)}. Write the name of an enemy piece, {way}")
    return ENEMY


def _named(name: syntax.Name) -> str | None:
    """The name of a piece; None for any name."""
    return None if name.text == ANY else name.text


# The values after the `;` of `cannon` and `near` (S10, S11)


def more_values(
    call: syntax.Call, action: str, code: Code, report: Report
) -> tuple[int | str | None, ...]:
    """The values after the `;` of an action; empty if one is missing or invalid, or there are too
    many.
    """
    arguments = ARGUMENTS[action][1]
    values = call.groups[1].values if len(call.groups) > 1 else ()
    too_many(values[len(arguments) :], report)
    too_many_groups(call, 2, report)
    for argument, value in zip_longest(arguments, values[: len(arguments)]):
        if value is None and argument.optional:
            continue
        if not is_given(value, call.close, "value", report=report, rule=argument.rule):
            return ()
    if len(values) > len(arguments) or len(call.groups) > 2:
        return ()
    fits = True
    for argument, value in zip(arguments, values, strict=False):
        is_number = (
            isinstance(value, syntax.Number)
            and argument.least is not None
            and value.value >= argument.least
        )
        if (
            not is_number
            and ("/" if isinstance(value, syntax.Turn) else str(value)) not in argument.words
        ):
            report(code, value.span, f"Invalid value `{value}`. {argument.rule}.")
            fits = False
    return tuple(map(_plain, values)) if fits else ()


def _plain(value: Value) -> int | str | None:
    """A number, the eighths of a turn, a word, or None for `n`."""
    if isinstance(value, syntax.Number | syntax.Turn):
        return value.value if isinstance(value, syntax.Number) else value.eighths
    return None if is_any(value) else str(value)


def near_values(call: syntax.Call, steps: Range, report: Report) -> tuple[int | str | None, ...]:
    """The values after the `;` of `near`; empty if they are invalid."""
    values = more_values(call, "near", codes.BAD_NEAR, report=report)
    if not values:
        return ()
    _, turned, again = call.groups[1].values
    if isinstance(turned, syntax.Turn) and turn_of(turned, first=False, report=report) is None:
        return ()
    if values[2] != steps.most:
        message = (
            f"The last value repeats the distance, which is `{call.values[0]}`. The shorter one "
            "applies."
        )
        report(codes.NEAR_RANGES_DIFFER, again.span, message)
    return values


# Parameters (S8)


def parameter_of(setting: syntax.Setting, report: Report) -> syntax.Parameter | None:
    """The parameter of a setting `@X = ...`; None if it is invalid."""
    parameter = setting.parameter
    if parameter is None:
        known = "`@M = ...`, `@T = ...`, `@B = ...` or `@P = ...`"
        message = f"Unexpected value after the colon. Write parameters: {known}."
    elif parameter.letter not in PARAMETERS:
        known = "`@M` (moved), `@T` (target), `@B` (condition) and `@P` (squares)"
        message = f"Unknown parameter `@{parameter.letter}`. The parameters are {known}."
    elif not setting.is_parted:
        message = (
            "Missing colon before the first parameter. Write it as in `m(1, 15: @M = moved, 1)`."
        )
    elif not setting.has_sign:
        message = f"Missing `=` and value after `@{parameter.letter}`."
    else:
        return parameter
    report(codes.BAD_PARAMETER, parameter.span if parameter else setting.span, message)
    return None


_FIRST_MOVE = "Write `@M = moved, 1` for a piece that has not moved yet."
_MOMENTS = {
    "moved": (1, "a positive number"),
    "relative": (-1, "a negative number of moves: `-1` is one move ago"),
}
"""The words of `@M`: the number that is closest to now, and the numbers that are valid."""


def moment_of(setting: syntax.Setting, in_exist: bool, report: Report) -> int | None:
    """The number of `@M = moved, k` or `@M = relative, -k`; None if it is invalid."""
    word, number = (*setting.values, None, None)[:2]
    if not is_given(word, setting.span, "`moved` or `relative`", report=report):
        return None
    name = word.text if isinstance(word, syntax.Name) else ""
    too_many(setting.values[2:], report)
    if name == "relative" and not in_exist:
        span = Span(word.span.start, (number or word).span.end)
        report(codes.BAD_MOVED, span, f"`relative` is only allowed in `exist(...)`. {_FIRST_MOVE}")
    elif name not in _MOMENTS:
        report(codes.BAD_MOVED, word.span, f"`{word}` is not `moved` or `relative`. {_FIRST_MOVE}")
    elif number is None:
        example = f"{name}, {_MOMENTS[name][0]}"
        message = f"Missing number after `{name}`. Write `@M = {example}`."
        report(codes.BAD_MOVED, word.span, message, write(word.span, example))
    elif is_given(number, setting.span, "number", report=report):
        sign, what = _MOMENTS[name]
        if isinstance(number, syntax.Number) and number.value * sign > 0:
            return number.value
        report(codes.BAD_MOVED, number.span, f"`{number}` is not {what}.")
    return None
