"""Checked terms (S3, S8, S10 to S12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, Flag, auto

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.conditions import guard_of, is_parameter, moment_of, moved_guard, squares_of
from wazir.notations.bensahas.ranges import (
    Cannon,
    Near,
    Range,
    cannon_of,
    is_too_long,
    near_of,
    oblique_of,
    range_of,
    too_many_groups,
    victim_of,
)
from wazir.notations.bensahas.statements import Call, Name, Setting
from wazir.notations.kit import Report, remove, write
from wazir.notations.suggestions import alike, is_slip
from wazir.piece.conditions import Guard
from wazir.piece.known import texts
from wazir.piece.model import Victim


class Mode(Flag):
    """The action at the end of a term; none is moving or capturing."""

    MOVE = auto()
    CAPTURE = auto()
    IGUI = auto()


class Kind(Enum):
    """The kind of a term."""

    PLAIN = auto()
    CANNON = auto()
    NEAR = auto()
    IMMOBILIZE = auto()
    FLIP = auto()


MODES: Mapping[str, Mode] = {"m": Mode.MOVE, "c": Mode.CAPTURE, "igui": Mode.IGUI}
KINDS: Mapping[str, Kind] = {"cannon": Kind.CANNON, "near": Kind.NEAR, "immobilize": Kind.IMMOBILIZE, "flip": Kind.FLIP}


@dataclass(slots=True)
class Term:
    """A valid term."""

    mode: Mode
    kind: Kind
    range: Range | None = None
    """None where only squares are named."""
    victim: Victim | None = None
    virgin: bool = False
    """The mover must not have moved yet."""
    guards: list[Guard] = field(default_factory=list)
    squares: Guard | None = None
    """The condition on the square where it ends."""
    cannon: Cannon | None = None
    near: Near | None = None


def flat(call: Call) -> Call:
    """A term with all its names before one bracket: `c(cannon(...))` means `c/cannon(...)` (S3)."""
    while (
        len(call.groups) == 1
        and not call.settings
        and len(call.values) == 1
        and isinstance(inner := call.values[0], Call)
        and inner.has_bracket
        and call.path
    ):
        call = replace(inner, span=call.span, path=(*call.path, *inner.path))
    return call


def term_of(call: Call, first: bool, report: Report) -> Term | None:
    """The checked term, as far as it is valid; None without an action. *first*: no leg before it has a heading."""
    call = flat(call)
    if is_too_long(call, report):
        return None
    if not call.has_bracket:
        _no_bracket(call, report)
        return None
    action = _action(call, report)
    if action is None:
        return None
    term = Term(*action)
    _settings(call, term, report)
    if call.groups or term.kind in (Kind.CANNON, Kind.NEAR) or not has_parameter(call, "P"):
        _READ[term.kind](call, term, first, report)
    return term


def has_parameter(call: Call, letter: str) -> bool:
    """Whether a term has a parameter of a letter."""
    return any(setting.letter == letter for setting in call.settings)


def _no_bracket(call: Call, report: Report) -> None:
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
    report(
        rules.UNEXPECTED_TOKEN,
        span,
        f"Missing bracket {where}. Write a term with a distance and directions, such as `m(1, 15)`.",
        remove(span, "it"),
    )


def _action(call: Call, report: Report) -> tuple[Mode, Kind] | None:
    """The mode and the kind of a term; None if its actions contradict each other."""
    modes = [MODES[name] for name in call.names if name in MODES]
    kinds = [KINDS[name] for name in call.names if name in KINDS]
    mode, kind = modes[0] if modes else Mode(0), kinds[0] if kinds else Kind.PLAIN
    clash = len(modes) > 1 or len(kinds) > 1 or mode not in _ALLOWED[kind]
    if not call.is_more:
        _unknown(call, report)
    if clash:
        names = [f"`{name}`" for name in call.names if name in MODES or name in KINDS]
        report(
            rules.CONTRADICTING_ACTIONS,
            call.path_span,
            f"{' and '.join(names)} exclude each other. Write one of `m`, `c` and `igui`, and `igui` alone.",
        )
    return None if clash else (mode, kind)


_ALLOWED: Mapping[Kind, tuple[Mode, ...]] = {
    Kind.PLAIN: (Mode(0), *Mode),
    Kind.CANNON: (Mode(0), Mode.MOVE, Mode.CAPTURE),
    Kind.NEAR: (Mode(0), Mode.CAPTURE),
    Kind.IMMOBILIZE: (Mode(0),),
    Kind.FLIP: (Mode(0),),
}


MEANT = {"move": "m", "mov": "m", "capture": "c", "take": "c", "shoot": "igui", "rifle": "igui", "stop": "immobilize"}
"""The actions for words of other languages."""


def unknown_names(call: Call) -> tuple[Name, ...]:
    """The unknown actions of a term."""
    return tuple(name for name in call.path if name.text not in MODES and name.text not in KINDS)


def _unknown(call: Call, report: Report) -> None:
    """Report unknown actions, with similar ones."""
    for name in unknown_names(call):
        meant = MEANT.get(name.text.lower(), "") or alike(name.text, (*MODES, *KINDS))
        way = f"Did you mean `{meant}`?" if meant else "Its moves have it as a condition."
        code = rules.MISSPELLED_WORD if is_slip(name.text, meant) else rules.UNKNOWN_ACTION
        report(code, name.span, f"Unknown action `{name.text}`. {way}", *([write(name.span, meant)] if meant else []))


def _settings(call: Call, term: Term, report: Report) -> None:
    """Read the parameters of a term."""
    seen = set()
    for setting in sorted(call.settings, key=lambda setting: setting.letter != "T"):  # the target first
        if not is_parameter(setting, report) or setting.parameter is None:
            continue
        letter = setting.parameter.letter
        if letter in seen:
            report(rules.BAD_PARAMETER, setting.parameter.span, f"Repeated parameter `@{letter}`. Write it once.")
            continue
        seen.add(letter)
        _set(letter, setting, term, report)
    if term.victim and term.mode is Mode.MOVE and not report.is_broken_in(call.span):
        _target_on_quiet(call, report)


def _target_on_quiet(call: Call, report: Report) -> None:
    """Report `@T` on a term that never captures."""
    setting = next(setting for setting in call.settings if setting.letter == "T")
    report(
        rules.TARGET_ON_QUIET_MOVE,
        setting.span,
        "This term never moves: `m` excludes captures, and `@T` is a capture. Write `c`, or remove `@T`.",
    )


def _set(letter: str, setting: Setting, term: Term, report: Report) -> None:
    """Read a parameter of a term."""
    target = term.victim.who if term.victim else None
    match letter:
        case "M":
            times = moment_of(setting, False, report)
            term.virgin = times == 1
            if times is not None and times > 1:
                term.guards.append(moved_guard(setting))
        case "T":
            term.victim = victim_of(setting, report)
        case "P":
            term.squares = squares_of(setting, target, report)
        case _ if guard := guard_of(setting, target, report):
            term.guards.append(guard)


def _plain(call: Call, term: Term, first: bool, report: Report) -> None:
    """Read the range of a term, with its oblique step."""
    term.range = range_of(call, first, report)
    if len(call.groups) > 1 and term.range:
        oblique = oblique_of(call.groups[1], term.range, call.values, report)
        term.range = replace(term.range, oblique=oblique) if oblique else None
    too_many_groups(call, 2, report)


def _cannon(call: Call, term: Term, first: bool, report: Report) -> None:
    """Read the values of a cannon."""
    term.range = range_of(call, first, report, least=0)
    term.cannon = cannon_of(call, report)
    if term.cannon and term.mode is Mode.MOVE and term.cannon.landing == -1:
        span = call.groups[1].values[3].span
        report(rules.BAD_CANNON, span, "`-1` lands on the last screen, which `m` cannot: the square is occupied.")


def _near(call: Call, term: Term, first: bool, report: Report) -> None:
    """Read the values of `near`."""
    term.range = range_of(call, first, report)
    if term.range:
        term.near = near_of(call, term.range, report)


def _flip(call: Call, _term: Term, _first: bool, report: Report) -> None:
    """Report a `flip` among the actions of a term."""
    report(rules.MISPLACED_ACTION, call.path_span, "`flip` is a separate statement. Remove the action before it.")


_READ: Mapping[Kind, Callable[[Call, Term, bool, Report], None]] = {
    Kind.PLAIN: _plain,
    Kind.IMMOBILIZE: _plain,
    Kind.CANNON: _cannon,
    Kind.NEAR: _near,
    Kind.FLIP: _flip,
}
