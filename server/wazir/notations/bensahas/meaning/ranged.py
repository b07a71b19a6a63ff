"""The numbers behind the `;` of `cannon` and `near` (S10, S11)."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.meaning.ranges import Range, is_any, is_missing, too_many, turn_of
from wazir.notations.bensahas.meaning.targets import SIDES
from wazir.notations.bensahas.report import Report
from wazir.notations.bensahas.statements import Call, Name, Number, Turn, Value
from wazir.notations.bensahas.writing.canonical import of_value
from wazir.piece.model import Content


@dataclass(frozen=True, slots=True)
class Cannon:
    """Over which screens it goes, where it lands, and what it takes."""

    gap: int | None
    """The most empty squares between two screens; None is any number."""
    screens: Content
    """Whose pieces the screens are."""
    count: int | None
    """How many of them; None is one or more."""
    landing: int | None
    """The square beyond the last screen; None is any, -1 the last screen itself."""
    takes_screens: bool
    """Every screen is taken, and not what stands where it lands."""


@dataclass(frozen=True, slots=True)
class Near:
    """What a piece takes from where it leaves."""

    away: int
    """How far the victim stands from where the leg begins."""
    turn: int
    """In which direction, by eighths from that of the move."""
    most: int | None
    """The largest number of steps, as it is said here again."""


CANNON = ("GAP", "SCREEN", "COUNT", "LANDING", "TAKEN")
"""The values of a cannon behind its `;`."""
NEAR = ("AWAY", "/TURN", "AGAIN")


def _values(call: Call, names: tuple[str, ...], least: int, report: Report) -> tuple[Value, ...] | None:
    """The values behind the `;`; None if there are too few."""
    values = call.groups[1].values if len(call.groups) > 1 else ()
    too_many(values[len(names) :], report)
    for group in call.groups[2:]:
        too_many(group.values, report)
    end = call.close or call.span
    for number in range(max(least, len(values))):
        value = values[number] if number < len(values) else None
        if number < len(names) and is_missing(value, end, f"the value {names[number]}", report):
            return None
    return values if len(values) <= len(names) and len(call.groups) < 3 else None


def cannon_of(call: Call, report: Report) -> Cannon | None:
    """The numbers of a cannon; None if they make no sense."""
    values = _values(call, CANNON, 4, report)
    if values is None:
        return None
    gap, screen, count, landing = values[:4]
    taken = values[4] if len(values) > 4 else None
    sensible = [
        _fits(gap, _is_number(gap, 0) or is_any(gap), "GAP is a number of empty squares, or `n`", report),
        _fits(screen, _said(screen) in SIDES, "SCREEN is `F`, `E` or `FE`: a friend, an enemy, or either", report),
        _fits(count, _is_number(count, 1) or is_any(count), "COUNT is a number from 1 on, or `n`", report),
        _fits(
            landing,
            _is_number(landing, 1) or is_any(landing) or landing_is_back(landing),
            "LANDING is a number from 1 on, `n`, or `-1` for the last screen itself",
            report,
        ),
        taken is None or _fits(taken, _said(taken) in ("screen", "landing"), "TAKEN is `screen` or `landing`", report),
    ]
    if not all(sensible):
        return None
    return Cannon(_number(gap), SIDES[_said(screen)], _number(count), _number(landing), _said(taken) == "screen")


def landing_is_back(value: Value) -> bool:
    """Whether a landing is the last screen itself."""
    return isinstance(value, Number) and value.value == -1


def _fits(value: Value, fits: bool, rule: str, report: Report) -> bool:
    if not fits:
        report(rules.BAD_CANNON, value.span, f"`{of_value(value)}` cannot stand here: {rule}.")
    return fits


def _is_number(value: Value, least: int) -> bool:
    return isinstance(value, Number) and value.value >= least


def _said(value: Value | None) -> str:
    return value.text if isinstance(value, Name) else ""


def _number(value: Value) -> int | None:
    return value.value if isinstance(value, Number) else None


def near_of(call: Call, steps: Range, report: Report) -> Near | None:
    """The numbers of `near`; None if they make no sense."""
    values = _values(call, NEAR, 3, report)
    if values is None:
        return None
    away, turned, most = values
    if not isinstance(turned, Turn):
        _wrong(turned, "the direction of the victim is a turn, such as `/4` for straight behind", report)
        return None
    turn = turn_of(turned, False, report)
    if not isinstance(away, Number) or away.value < 1:
        _wrong(away, "the distance of the victim is a number from 1 on", report)
        return None
    if not (_is_number(most, 1) or is_any(most)):
        _wrong(most, "the last value repeats the distance: a number from 1 on, or `n`", report)
        return None
    if turn is None:
        return None
    if _number(most) != steps.most:
        report(
            rules.NEAR_RANGES_DIFFER,
            most.span,
            f"This repeats the distance of the move, which is `{of_value(call.values[0])}`: the shorter one holds.",
        )
    return Near(away.value, turn, _number(most))


def _wrong(value: Value, rule: str, report: Report) -> None:
    report(rules.BAD_NEAR, value.span, f"`{of_value(value)}` cannot stand here: {rule}.")
