"""Pieces that a text speaks of: `Pawn`, `E<Pawn`, `F<King`, `FE<n` (S8)."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.meaning.ranges import ANY, is_missing, too_many
from wazir.notations.bensahas.report import Report
from wazir.notations.bensahas.statements import Name, Setting, Value, Whom
from wazir.notations.bensahas.writing.canonical import label, of_value
from wazir.piece.conditions import Who
from wazir.piece.model import Content, Victim
from wazir.text import Span

SIDES: Mapping[str, Content] = {
    "E": Content.FOE,
    "F": Content.FRIEND,
    "FE": Content.FOE | Content.FRIEND,
}
"""Whose piece it is, by the letters before `<`."""


def who_of(value: Value | None, end: Span, report: Report) -> Who | None:
    """The pieces that a value names; None if it names none."""
    if is_missing(value, end, "the name of a piece", report) or value is None:
        return None
    if isinstance(value, Name):
        return Who(_named(value), Content.FOE)
    if isinstance(value, Whom) and value.name and value.side.text in SIDES:
        return Who(_named(value.name), SIDES[value.side.text])
    if isinstance(value, Whom):
        span = value.side.span if value.name else value.span
        why = f"`{value.side.text}<` says no side" if value.name else "behind `<` the name of a piece is missing"
    else:
        span, why = value.span, f"`{of_value(value)}` names no piece"
    report(
        rules.BAD_TARGET,
        span,
        f"{why[0].upper()}{why[1:]}: write the name of a piece, which is an enemy's, or `E<`, `F<` or `FE<` before it "
        "for an enemy, a friend or either; `n` is any name.",
    )
    return None


def _named(name: Name) -> str | None:
    return None if name.text == ANY else name.text


def victim_of(setting: Setting, report: Report) -> Victim | None:
    """What `@T` lets a term take; None if it makes no sense."""
    too_many(setting.values[1:], report)
    who = who_of(setting.values[0] if setting.values else None, setting.span, report)
    return Victim(who, label(setting)) if who else None
