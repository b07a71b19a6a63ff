"""Where a condition looks to the other side than the move goes: a twin copied without all of its numbers (S14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.meaning.compass import ABBREVIATIONS, directions, mirrored, total
from wazir.notations.bensahas.meaning.conditions import unfolded
from wazir.notations.bensahas.report import Report, replacement
from wazir.notations.bensahas.statements import Call, Number, Statement, Value


def report_twins(statement: Statement, report: Report) -> None:
    """Say where an `igui` asks for what stands on the other side than the next leg goes to."""
    for before, after in pairwise(statement.terms):
        if not any(name.text == "igui" for name in before.path) or len(after.groups) != 1:
            continue
        goes = _sum(after.values[1] if len(after.values) > 1 else None)
        for setting in before.settings if goes else ():
            if setting.parameter and setting.parameter.letter == "B":
                for value in setting.values:
                    _look(value, goes, report)


def _look(condition: Value, goes: int, report: Report) -> None:
    other = total(mirrored(direction) for direction in directions(goes))
    for looks in _existing(condition):
        if looks.value == other != goes:
            names = " and ".join(ABBREVIATIONS[direction] for direction in directions(other))
            report(
                rules.WEST_LINE_LOOKS_EAST,
                looks.span,
                f"This looks to {names}, and the next leg goes to the other side, to `{goes}`. Is it the mirror image "
                "of another line, where this number was left as it was?",
                fixes=replacement(looks.span, str(goes)),
            )


def _existing(value: Value) -> Iterator[Number]:
    """The sums of directions of each `exist` in a condition."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, Call) or one.is_too_long:
            continue
        call = unfolded(one)
        if call.path and call.path[0].text == "exist":
            found = call.values[1] if len(call.values) > 1 else None
            if isinstance(found, Number):
                yield found
        else:
            waiting += [inner for group in call.groups for inner in group.values]


def _sum(value: Value | None) -> int:
    """The sum of directions that a value is; 0 if it is none."""
    return value.value if isinstance(value, Number) and 1 <= value.value <= 255 else 0
