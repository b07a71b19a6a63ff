"""Distances, directions and oblique steps out of a bracket (S4 to S6)."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.meaning.compass import Oblique, directions
from wazir.notations.bensahas.report import Report, removal, replacement
from wazir.notations.bensahas.statements import Call, Group, Name, Nothing, Number, Turn, Value
from wazir.notations.bensahas.writing.canonical import of_value
from wazir.text import Span

ANY = "n"
"""Any number."""


@dataclass(frozen=True, slots=True)
class Range:
    """Where a leg may go: so many steps in some directions."""

    most: int | None
    """The largest number of steps; None is unlimited."""
    directions: tuple[int, ...] = ()
    turn: int | None = None
    """Instead of directions: by how many eighths the heading before is turned."""
    oblique: Oblique | None = None


def is_any(value: Value) -> bool:
    """Whether a value is `n`."""
    return isinstance(value, Name) and value.text == ANY


def is_too_long(call: Call, report: Report) -> bool:
    """Whether there are too many names before a bracket, which is reported."""
    if call.is_too_long:
        report(rules.TOO_LONG, call.path_span, "There are so many names before one bracket that they are not read.")
    return call.is_too_long


def is_missing(value: Value | None, place: Span, what: str, report: Report) -> bool:
    """Whether a value is not there, which is reported with what should be."""
    if value is not None and not isinstance(value, Nothing):
        return False
    report(rules.VALUE_MISSING, value.span if value else place, f"Before this, {what} is missing.")
    return True


def range_of(call: Call, first: bool, report: Report, *, more: int = 0, least: int = 1) -> Range | None:
    """The distance and the directions of a bracket; None if they make no sense.

    Args:
        call: The term.
        first: Whether no leg before has a heading.
        report: Where to say what is wrong.
        more: How many values may follow.
        least: The least distance.
    """
    values, end = call.values, call.close or call.span
    if not any(not isinstance(value, Nothing) for value in values):
        is_missing(values[0] if values else None, end, "a distance and directions, such as `1, 15`,", report)
        return None
    most = distance_of(values[0] if values else None, end, report, least=least)
    towards = directions_of(values[1] if len(values) > 1 else None, call.groups[0].stop, first, report)
    too_many(values[2 + more :], report)
    if isinstance(most, bool) or towards is None:
        return None
    return Range(most, *towards)


def distance_of(value: Value | None, end: Span, report: Report, *, least: int = 1) -> int | bool | None:
    """A number of steps; None if any number is meant, False if it makes no sense."""
    if is_missing(value, end, "a number of steps, or `n`,", report) or value is None:
        return False
    if is_any(value):
        return None
    if isinstance(value, Number) and value.value >= least:
        return value.value
    said = f"`{of_value(value)}` is no distance"
    what = "a number from 1 on" if least else "a number"
    report(rules.BAD_DISTANCE, value.span, f"{said}: write {what}, or `n` for any number of steps.")
    return False


def directions_of(
    value: Value | None, end: Span, first: bool, report: Report
) -> tuple[tuple[int, ...], int | None] | None:
    """Directions or a turn; None if they make no sense."""
    if is_missing(value, end, "the sum of the directions", report) or value is None:
        return None
    if isinstance(value, Turn):
        turn = turn_of(value, first, report)
        return None if turn is None else ((), turn)
    if isinstance(value, Number) and 1 <= value.value <= 255:
        return directions(value.value), None
    if isinstance(value, Number):
        why = "Directions are a sum from 1 to 255: N 1, E 2, S 4, W 8, NE 16, SE 32, SW 64, NW 128."
    else:
        why = "Directions are a sum of numbers, such as 15 for all orthogonal ones, or a turn such as `/4`."
    report(rules.BAD_DIRECTIONS, value.span, f"`{of_value(value)}` is no sum of directions. {why}")
    return None


def turn_of(turn: Turn, first: bool, report: Report) -> int | None:
    """The eighths of a turn; None if there is nothing to turn from, or no such turn."""
    if turn.eighths is None or not 0 <= turn.eighths <= 7:
        report(
            rules.BAD_TURN,
            turn.span,
            f"`{of_value(turn)}` is no turn: a number from 0 to 7 says by how many eighths, clockwise.",
        )
        return None
    if first:
        report(
            rules.TURN_WITHOUT_HEADING,
            turn.span,
            f"`{of_value(turn)}` turns from the heading of the leg before, and here there is none. Write the sum of "
            "some directions.",
        )
        return None
    return turn.eighths


def too_many(values: tuple[Value, ...], report: Report) -> None:
    """Say that some values have no place."""
    if values:
        span = Span(values[0].span.start, values[-1].span.end)
        report(rules.TOO_MANY_VALUES, span, "Here no further value has a meaning.", fixes=removal("Remove it", span))


def oblique_of(group: Group, steps: Range, values: tuple[Value, ...], report: Report) -> Oblique | None:
    """The two parts of an oblique step, behind the `;`; None if they make no sense."""
    numbers = [value.value for value in group.values if isinstance(value, Number) and value.value >= 0]
    if not group.values:
        is_missing(None, group.stop, "the two parts of an oblique step, such as `1, 2`,", report)
        return None
    if any(isinstance(value, Nothing) for value in group.values):
        is_missing(next(value for value in group.values if isinstance(value, Nothing)), group.span, "a number", report)
        return None
    if len(numbers) != 2 or len(group.values) != 2 or numbers == [0, 0]:
        span = group.span
        report(
            rules.BAD_OBLIQUE_STEP,
            span,
            "An oblique step is two numbers, how far it goes along the two sides of the board, such as `1, 2` for that "
            "of the knight.",
        )
        return None
    short, long = sorted(numbers)
    if short in (0, long):
        kind = "straight" if short == 0 else "diagonal"
        report(
            rules.STEP_NOT_OBLIQUE,
            group.span,
            f"This step is {kind}, not oblique: its numbers are turned by half an eighth all the same.",
        )
    if (short, long) == (1, 2) and steps.most is None:
        report(
            rules.NIGHTRIDER_FOR_KNIGHT,
            values[0].span,
            "`n` lets it make any number of knight's moves in one direction, as a nightrider does. A knight makes "
            "one: `1`.",
            fixes=replacement(values[0].span, "1"),
        )
    return short, long
