"""Checked terms (S3, S8, S10 to S12) and the conditions in them (S8, S9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wazir.diagnostics import Fix
from wazir.notations.bensahas import ranges, rules, syntax
from wazir.notations.bensahas.vocabulary import ACTION_OF, ACTIONS, CONDITIONS, step
from wazir.notations.bensahas.write import label, of_value
from wazir.notations.kit import Report, remove, write
from wazir.notations.suggestions import alike, is_slip
from wazir.piece.conditions import All, Axis, Compare, Coordinate, Exists, Guard, Moved, No, Open, Some, Test, Who
from wazir.piece.known import texts
from wazir.piece.model import Victim
from wazir.text import Span

MODES = ("m", "c", "igui")
KINDS: Mapping[str, tuple[str, ...]] = {
    "": ("", *MODES),
    "cannon": ("", "m", "c"),
    "near": ("", "c"),
    "immobilize": ("",),
    "flip": ("",),
}
"""The kinds of terms, each with the modes that it can have."""


@dataclass(slots=True)
class Term:
    """A valid term."""

    mode: str
    """One of *MODES*; empty for moving or capturing."""
    kind: str
    """One of *KINDS*."""
    range: ranges.Range | None = None
    """None where only squares are named."""
    victim: Victim | None = None
    virgin: bool = False
    """The mover must not have moved yet."""
    guards: list[Guard] = field(default_factory=list)
    squares: Guard | None = None
    """The condition on the square where it ends."""
    values: tuple[Any, ...] = ()
    """The values after the `;` of `cannon` and `near`: numbers, None for `n`, and words."""


def flat(call: syntax.Call) -> syntax.Call:
    """A term with all its names before one bracket: `c(cannon(...))` means `c/cannon(...)` (S3)."""
    while (
        len(call.groups) == 1
        and not call.settings
        and len(call.values) == 1
        and isinstance(inner := call.values[0], syntax.Call)
        and inner.has_bracket
        and call.path
    ):
        call = replace(inner, span=call.span, path=(*call.path, *inner.path))
    return call


def term_of(call: syntax.Call, first: bool, report: Report) -> Term | None:
    """The checked term, as far as it is valid; None without an action. *first*: no leg before it has a heading."""
    call = flat(call)
    if ranges.is_too_long(call, report):
        return None
    if not call.has_bracket:
        _no_bracket(call, report)
        return None
    action = _action(call, report)
    if action is None:
        return None
    term = Term(*action)
    _settings(call, term, report)
    if call.groups or term.kind in ("cannon", "near") or not has_parameter(call, "P"):
        _read_values(call, term, first, report)
    return term


def has_parameter(call: syntax.Call, letter: str) -> bool:
    """Whether a term has a parameter of a letter."""
    return any(setting.letter == letter for setting in call.settings)


def _no_bracket(call: syntax.Call, report: Report) -> None:
    """Report a name where a term belongs."""
    name = call.path[-1] if call.path else None
    span = name.span if name else call.span
    known = texts("bensahas").get(name.text.lower()) if name and len(call.path) == 1 else None
    if known:
        moves = known.text.removesuffix("!")
        message = f"`{call.path[0].text}` is a name, not a move. Write `{moves}`."
        report(rules.UNEXPECTED_TOKEN, span, message, write(span, moves))
        return
    where = f"after `{name.text}`" if name else "here"
    message = f"Missing bracket {where}. Write a term with a distance and directions, such as `m(1, 15)`."
    report(rules.UNEXPECTED_TOKEN, span, message, remove(span, "it"))


def _action(call: syntax.Call, report: Report) -> tuple[str, str] | None:
    """The mode and the kind of a term; None if its actions contradict each other."""
    modes = [name for name in call.names if name in MODES]
    kinds = [name for name in call.names if name in KINDS]
    mode, kind = (*modes, "")[0], (*kinds, "")[0]
    clash = len(modes) > 1 or len(kinds) > 1 or mode not in KINDS[kind]
    if not call.is_more:
        _unknown(call, report)
    if clash:
        names = [f"`{name}`" for name in call.names if name in ACTIONS]
        message = f"{' and '.join(names)} exclude each other. Write one of `m`, `c` and `igui`, and `igui` alone."
        report(rules.CONTRADICTING_ACTIONS, call.path_span, message)
    return None if clash else (mode, kind)


def unknown_names(call: syntax.Call) -> tuple[syntax.Name, ...]:
    """The unknown actions of a term."""
    return tuple(name for name in call.path if name.text not in ACTIONS)


def _unknown(call: syntax.Call, report: Report) -> None:
    """Report unknown actions, with similar ones."""
    for name in unknown_names(call):
        action = ACTION_OF.get(name.text.lower(), "") or alike(name.text, ACTIONS)
        way = f"Did you mean `{action}`?" if action else "Its moves have it as a condition."
        code = rules.MISSPELLED_WORD if is_slip(name.text, action) else rules.UNKNOWN_ACTION
        fixes = [write(name.span, action)] if action else []
        report(code, name.span, f"Unknown action `{name.text}`. {way}", *fixes)


def _settings(call: syntax.Call, term: Term, report: Report) -> None:
    """Read the parameters of a term."""
    seen = set()
    for setting in sorted(call.settings, key=lambda setting: setting.letter != "T"):  # the target first
        if not ranges.is_parameter(setting, report) or setting.parameter is None:
            continue
        letter = setting.parameter.letter
        if letter in seen:
            message = f"Repeated parameter `@{letter}`. Write it once in a bracket, and each case as a statement."
            report(rules.BAD_PARAMETER, setting.parameter.span, message, *_removal(call, setting))
            continue
        seen.add(letter)
        _set(letter, setting, term, report)
    if term.victim and term.mode == "m" and not report.is_broken_in(call.span):
        _target_on_quiet(call, report)


def _removal(call: syntax.Call, setting: syntax.Setting) -> tuple[Fix, ...]:
    """The fix that removes a parameter that follows another one, with the comma before it."""
    ends = [before.span.end for before in call.settings if before.span.end <= setting.span.start]
    return (remove(Span(max(ends), setting.span.end), "it"),) if ends else ()


def _target_on_quiet(call: syntax.Call, report: Report) -> None:
    """Report `@T` on a term that never captures."""
    setting = next(setting for setting in call.settings if setting.letter == "T")
    message = "This term never moves: `m` excludes captures, and `@T` is a capture. Write `c`, or remove `@T`."
    report(rules.TARGET_ON_QUIET_MOVE, setting.span, message)


def _set(letter: str, setting: syntax.Setting, term: Term, report: Report) -> None:
    """Read a parameter of a term."""
    target = term.victim.who if term.victim else None
    value, place = setting.value, setting.span
    if letter == "M":
        times = ranges.moment_of(setting, False, report)
        term.virgin = times == 1
        if times is not None and times > 1:  # known only for a piece that has not moved
            term.guards.append(Guard(All((Moved(), Open(label(setting)))), label(setting)))
        return
    ranges.too_many(setting.values[1:], report)
    if letter == "T":
        term.victim = Victim(ranges.who_of(value, place, report), label(setting))
    elif letter == "B":
        term.guards.append(Guard(condition_of(value, place, target, report), label(setting)))
    elif isinstance(value, syntax.Squares):
        term.squares = Guard(condition_of(value, place, target, report), label(setting))
    elif ranges.is_given(value, place, "a square", report):
        message = f"`{of_value(value)}` is not a square. Write `[file, rank]`, once or several times."
        report(rules.BAD_SQUARE, value.span, message)


def _read_values(call: syntax.Call, term: Term, first: bool, report: Report) -> None:
    """Read the distance and the directions of a term, and the values after them."""
    if term.kind == "flip":
        report(rules.MISPLACED_ACTION, call.path_span, "`flip` is a separate statement. Remove the action before it.")
        return
    term.range = ranges.range_of(call, first, report, least=0 if term.kind == "cannon" else 1)
    if term.kind == "cannon":
        term.values = ranges.more_values(call, "cannon", rules.BAD_CANNON, report)
        if term.mode == "m" and term.values[3:4] == (-1,):
            span = call.groups[1].values[3].span
            report(rules.BAD_CANNON, span, "`-1` lands on the last screen, which `m` cannot: the square is occupied.")
    elif term.kind == "near":
        term.values = ranges.near_values(call, term.range, report) if term.range else ()
    else:
        if len(call.groups) > 1 and term.range:
            oblique = ranges.oblique_of(call.groups[1], term.range, call.values, report)
            term.range = replace(term.range, oblique=oblique) if oblique else None
        ranges.too_many_groups(call, 2, report)


# The conditions of `@B`, `@P`, `@M` and `flip` (S8, S9)

_AXES = {"pos_x": Axis.FILE, "pos_y": Axis.RANK}
_INVALID = Open("")
"""The test of an invalid condition, whose statement has an error and therefore no moves."""


def unfolded(call: syntax.Call) -> syntax.Call:
    """A function with one name: `a/b(x)` means `a(b(x))` (S3)."""
    if len(call.path) < 2:
        return call
    first, *rest = call.path
    inner = replace(call, span=Span(rest[0].span.start, call.span.end), path=tuple(rest))
    group = syntax.Group(inner.span, (inner,), call.close or inner.span)
    return replace(call, path=(first,), groups=(group,), settings=())


def condition_of(value: syntax.Value | None, end: Span, target: Who | None, report: Report) -> Test:
    """The test of a condition. In it `@T` means the *target*; without one, any enemy."""
    if not ranges.is_given(value, end, "a condition", report):
        return _INVALID
    if isinstance(value, syntax.Squares):
        return Some(tuple(_square_test(square, target, report) for square in value.squares))
    if isinstance(value, syntax.Name):
        _unknown_condition(value, report)
        return Open(value.text)
    if isinstance(value, syntax.Call):
        return _INVALID if ranges.is_too_long(value, report) else _function(unfolded(value), target, report)
    message = (
        f"`{of_value(value)}` is not a condition. Write a square such as `[n, 5]`, `exist(...)`, or `and`, `or`, `not` "
        "of these."
    )
    report(rules.BAD_CONDITION, value.span, message)
    return _INVALID


_COORDINATE = re.compile(r"(rank|file) (\d+)", re.IGNORECASE)


def _unknown_condition(name: syntax.Name, report: Report) -> None:
    """Report an unknown condition, with the one that is likely meant."""
    written = name.text.lower()
    if name.text in CONDITIONS:
        report(rules.BAD_CONDITION, name.span, f"`{name.text}` needs conditions, such as `{name.text}([n, 5])`.")
        return
    if match := _COORDINATE.fullmatch(written):
        square = f"[n, {match[2]}]" if match[1] == "rank" else f"[{match[2]}, n]"
        message = f"Unknown condition `{name.text}`. Did you mean `{square}`?"
        report(rules.MISSPELLED_WORD, name.span, message, write(name.span, square))
        return
    function = next((known for known in CONDITIONS if sorted(known) == sorted(written)), "")
    function = function or alike(written, CONDITIONS)
    if function and (sorted(function) == sorted(written) or is_slip(written, function)):
        message = f"Unknown function `{name.text}`. Did you mean `{function}`?"
        report(rules.MISSPELLED_WORD, name.span, message, write(name.span, function))
    else:
        message = f'Unknown condition `{name.text}`. It is kept as the condition "{name.text}".'
        report(rules.UNKNOWN_CONDITION, name.span, message)


def _function(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """The test of a function with one name."""
    name = call.path[0].text if call.path else ""
    if name == "exist":
        return _exist(call, target, report)
    if name not in CONDITIONS:
        if call.path:
            _unknown_condition(call.path[0], report)
        return Open(of_value(call))
    end = call.close or call.span
    ranges.too_many_groups(call, 1, report)
    if name == "not":
        ranges.too_many(call.values[1:], report)
        return No(condition_of(call.value, end, target, report))
    tests = tuple(condition_of(value, end, target, report) for value in call.values or (None,))
    return All(tests) if name == "and" else Some(tests)


def _exist(call: syntax.Call, target: Who | None, report: Report) -> Test:
    """`exist(DISTANCE, DIRECTIONS, WHAT: @...)`; with parameters, it is never evaluated."""
    steps = ranges.range_of(call, True, report, more=1)
    whom = call.values[2:3]
    if steps is not None and len(call.groups) > 1:
        parts = call.groups[1]
        if not whom and len(parts.values) == 3:
            whom, parts = parts.values[2:], replace(parts, values=parts.values[:2])
        steps = replace(steps, oblique=ranges.oblique_of(parts, steps, call.values, report))
    ranges.too_many_groups(call, 2, report)
    who = _who(whom[0], call, target, report) if whom else None
    for setting in call.settings:
        if ranges.is_parameter(setting, report) and setting.letter == "M":
            ranges.moment_of(setting, True, report)
    if steps is None or call.settings:
        return Open(of_value(call))
    return Exists(tuple(step(direction, steps.oblique) for direction in steps.directions), steps.most, who)


def _who(value: syntax.Value | None, call: syntax.Call, target: Who | None, report: Report) -> Who:
    """The pieces that a function names; `@T` is the target."""
    if isinstance(value, syntax.Parameter) and value.letter == "T":
        return target or ranges.ENEMY
    return ranges.who_of(value, call.close or call.span, report)


def _square_test(square: syntax.Group, target: Who | None, report: Report) -> Test:
    """The test whether a square is `[x, y]`."""
    numbers = square.values
    if not all(ranges.is_given(number, square.span, "a number", report) for number in numbers):
        return _INVALID
    if len(numbers) != 2:
        span = Span(numbers[0].span.start, numbers[-1].span.end) if numbers else square.span
        message = (
            "A square is two numbers, `[file, rank]`, counted from the player's own left-hand corner, or `n` for any."
        )
        report(rules.BAD_SQUARE, span, message)
        return _INVALID
    given = [(axis, number) for axis, number in zip(Axis, numbers, strict=False) if not ranges.is_any(number)]
    return All(tuple(_coordinate_test(axis, number, target, report) for axis, number in given))


def _coordinate_test(axis: Axis, value: syntax.Value, target: Who | None, report: Report) -> Test:
    """The test of a file or a rank."""
    own = Coordinate(axis)
    if isinstance(value, syntax.Number) and value.value >= 1:
        return Compare(own, "=", value.value)
    if isinstance(value, syntax.Call) and len(value.path) == 1:
        other = _AXES.get(value.path[0].text)
        if other is None:
            return Open(of_value(value))
        return _piece_test(own, other, value, target, report)
    message = (
        f"`{of_value(value)}` is not a file or rank. Write a positive number, `n` for any, `pos_x(self)` or "
        "`pos_y(F<King)`."
    )
    report(rules.BAD_SQUARE, value.span, message)
    return _INVALID


def _piece_test(own: Coordinate, axis: Axis, call: syntax.Call, target: Who | None, report: Report) -> Test:
    """The test of a number against the file or the rank of a piece."""
    whose = call.value
    ranges.too_many(call.values[1:], report)
    if isinstance(whose, syntax.Name) and whose.text == "self":
        return Compare(own, "=", Coordinate(axis, of_mover=True))
    return Compare(own, "=", Coordinate(axis, _who(whose, call, target, report)))
