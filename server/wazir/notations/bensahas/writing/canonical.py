"""How values, terms and statements are written in canonical form (S9, S13, S15)."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.notations.bensahas.statements import (
    Call,
    Name,
    Nothing,
    Number,
    Outcome,
    Parameter,
    Place,
    Places,
    Setting,
    Statement,
    Turn,
    Value,
    Whom,
)


def of_value(value: Value) -> str:
    """A value."""
    match value:
        case Number(_, number):
            return str(number)
        case Name(_, text):
            return text
        case Turn(_, eighths):
            return f"/{'' if eighths is None else eighths}"
        case Whom(_, side, name):
            return f"{side.text}<{name.text if name else ''}"
        case Parameter(_, letter):
            return f"@{letter}"
        case Places(_, places):
            return "".join(map(_place, places))
        case Call():
            return of_call(value)
        case Nothing():
            return ""


def _place(place: Place) -> str:
    return f"[{of_values(place.numbers)}]"


def of_values(values: Iterable[Value]) -> str:
    """Values with commas between."""
    return ", ".join(map(of_value, values))


def of_setting(setting: Setting) -> str:
    """A parameter with its value: `@M = moved, 1`."""
    name = f"@{setting.parameter.letter}" if setting.parameter else ""
    return f"{name} = {of_values(setting.values)}" if setting.has_sign else name or of_values(setting.values)


def of_call(call: Call) -> str:
    """A term or a function."""
    if not call.has_bracket:
        return "/".join(name.text for name in call.path)
    path = "+ " if call.is_more else "/".join(name.text for name in call.path) + "("
    groups = "; ".join(of_values(group.values) for group in call.groups)
    settings = ", ".join(map(of_setting, call.settings))
    return f"{path}{groups}{': ' if groups and settings else ''}{settings})"


def of_statement(statement: Statement) -> str:
    """A chain: its terms with single blanks between, and its `!`."""
    return " ".join(map(of_call, statement.terms)) + "!"


def of_outcome(outcome: Outcome) -> str:
    """A piece that another may turn into, as results list it."""
    return outcome.name.text if outcome.name else " ".join(map(of_statement, outcome.statements))


def label(setting: Setting) -> str:
    """The label of a parameter that is not evaluated: `T: King`."""
    name = setting.parameter.letter if setting.parameter else ""
    return f"{name}: {of_values(setting.values)}"
