"""The meaning of terms, statements and flips: moves and promotions (S3, S8, S10 to S12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import prod
from typing import Any

from wazir.budget import MAX_PATHS_OF_STATEMENT, spend
from wazir.notations.bensahas import checks, codes, conditions, values
from wazir.notations.bensahas.syntax import (
    Body,
    Call,
    Flip,
    Name,
    Setting,
    Squares,
    Statement,
    flat,
)
from wazir.notations.bensahas.values import Range
from wazir.notations.bensahas.vocabulary import ACTION_OF, ACTIONS, step
from wazir.notations.fixes import remove, write
from wazir.notations.reports import Report
from wazir.notations.suggestions import alike, is_slip
from wazir.piece.conditions import All, Guard, Moved, MoveNumber, Open
from wazir.piece.known import texts
from wazir.piece.model import Act, Content, Leg, Move, Piece, Promotion, Vector, Victim, Ways
from wazir.text import Span

# Terms (S3, S8, S10 to S12)

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
    range: Range | None = None
    """None where only squares are named."""
    victim: Victim | None = None
    virgin: bool = False
    """The mover must not have moved yet."""
    guards: list[Guard] = field(default_factory=list)
    squares: Guard | None = None
    """The condition on the square where it ends."""
    values: tuple[Any, ...] = ()
    """The values after the `;` of `cannon` and `near`: numbers, None for `n`, and words."""


def term_of(call: Call, first: bool, report: Report) -> Term | None:
    """The checked term, as far as it is valid; None without an action. *first*: no leg before it
    has a heading.
    """
    call = flat(call)
    if values.is_too_long(call, report):
        return None
    if not call.has_bracket:
        _no_bracket(call, report)
        return None
    action = _action(call, report)
    if action is None:
        return None
    term = Term(*action)
    _settings(call, term, report)
    if call.groups or term.kind in ("cannon", "near") or not call.setting("P"):
        _read_values(call, term, first, report=report)
    return term


def _no_bracket(call: Call, report: Report) -> None:
    """Report a name where a term belongs."""
    name = call.path[-1]
    known = texts("bensahas").get(name.text.lower()) if len(call.path) == 1 else None
    if known:
        moves = known.text.removesuffix("!")
        message = f"`{name.text}` is a name, not a move. Write `{moves}`."
        report(codes.UNEXPECTED_TOKEN, name.span, message, write(name.span, moves))
        return
    what = "Write a term with a distance and directions, such as `m(1, 15)`."
    report(
        codes.UNEXPECTED_TOKEN,
        name.span,
        f"Missing bracket after `{name.text}`. {what}",
        remove(name.span, "it"),
    )


def _action(call: Call, report: Report) -> tuple[str, str] | None:
    """The mode and the kind of a term; None if its actions contradict each other. Unknown ones are
    reported.
    """
    modes = [name for name in call.names if name in MODES]
    kinds = [name for name in call.names if name in KINDS]
    mode, kind = (*modes, "")[0], (*kinds, "")[0]
    clash = len(modes) > 1 or len(kinds) > 1 or mode not in KINDS[kind]
    for name in () if call.is_more else unknown_names(call):
        action = ACTION_OF.get(name.text.lower(), "") or alike(name.text, ACTIONS)
        way = f"Did you mean `{action}`?" if action else "Its moves have it as a condition."
        code = codes.MISSPELLED_WORD if is_slip(name.text, action) else codes.UNKNOWN_ACTION
        fixes = [write(name.span, action)] if action else []
        report(code, name.span, f"Unknown action `{name.text}`. {way}", *fixes)
    if clash:
        names = " and ".join(f"`{name}`" for name in call.names if name in ACTIONS)
        message = f"{names} exclude each other. Write one of `m`, `c` and `igui`, and `igui` alone."
        report(codes.CONTRADICTING_ACTIONS, call.path_span, message)
    return None if clash else (mode, kind)


def unknown_names(call: Call) -> tuple[Name, ...]:
    """The unknown actions of a term."""
    return tuple(name for name in call.path if name.text not in ACTIONS)


def _settings(call: Call, term: Term, report: Report) -> None:
    """Read the parameters of a term."""
    seen = set()
    # The target first.
    for setting in sorted(call.settings, key=lambda setting: setting.letter != "T"):
        parameter = values.parameter_of(setting, report)
        if parameter is None:
            continue
        letter = parameter.letter
        if letter in seen:
            message = (
                f"Repeated parameter `@{letter}`. Write it once in a bracket, and each case as a "
                "statement."
            )
            comma = max(
                before.span.end for before in call.settings if before.span.end <= setting.span.start
            )
            report(
                codes.BAD_PARAMETER,
                parameter.span,
                message,
                remove(Span(comma, setting.span.end), "it"),
            )
            continue
        seen.add(letter)
        _set(letter, setting, term, report=report)
    target = call.setting("T")
    if target and term.mode == "m" and not report.is_broken_in(call.span):
        message = (
            "This term never moves: `m` excludes captures, and `@T` is a capture. Write `c`, or "
            "remove `@T`."
        )
        report(codes.TARGET_ON_QUIET_MOVE, target.span, message)


def _set(letter: str, setting: Setting, term: Term, report: Report) -> None:
    """Read a parameter of a term."""
    target = term.victim.who if term.victim else None
    value, place = setting.value, setting.span
    if letter == "M":
        times = values.moment_of(setting, in_exist=False, report=report)
        term.virgin = times == 1
        if times is not None and times > 1:  # known only for a piece that has not moved
            later = Open(setting.label, MoveNumber(times))
            term.guards.append(Guard(All((Moved(), later)), setting.label))
        return
    values.too_many(setting.values[1:], report)
    if letter == "T":
        term.victim = Victim(values.who_of(value, place, report), setting.label)
    elif letter == "B":
        test = conditions.condition_of(value, place, target, report=report)
        term.guards.append(Guard(test, setting.label))
    elif isinstance(value, Squares):
        term.squares = Guard(
            conditions.condition_of(value, place, target, report=report), setting.label
        )
    elif values.is_given(value, place, "square", report=report):
        message = f"`{value}` is not a square. Write `[file, rank]`, once or several times."
        report(codes.BAD_SQUARE, value.span, message)


def _read_values(call: Call, term: Term, first: bool, report: Report) -> None:
    """Read the distance and the directions of a term, and the values after them."""
    if term.kind == "flip":
        message = "`flip` is a separate statement. Remove the action before it."
        report(codes.MISPLACED_ACTION, call.path_span, message)
        return
    term.range = values.range_of(call, first, report, least=0 if term.kind == "cannon" else 1)
    if term.kind == "cannon":
        term.values = values.more_values(call, "cannon", codes.BAD_CANNON, report=report)
        if term.mode == "m" and term.values[3:4] == (-1,):
            message = "`-1` lands on the last screen, which `m` cannot: the square is occupied."
            report(codes.BAD_CANNON, call.groups[1].values[3].span, message)
    elif term.kind == "near":
        term.values = values.near_values(call, term.range, report) if term.range else ()
    else:
        if len(call.groups) > 1 and term.range:
            oblique = values.oblique_of(call.groups[1], term.range, call.values, report=report)
            term.range = replace(term.range, oblique=oblique)
        values.too_many_groups(call, 2, report)


# Statements


def lower(body: Body, report: Report) -> Piece:
    """The piece of a body, without the statements that have an error."""
    moves: list[Move] = []
    freezes: list[Move] = []
    for statement in body.statements:
        (freezes if is_freezing(statement) else moves).extend(moves_of(statement, report))
    promotions = filter(None, [promotion_of(flip, report) for flip in body.flips])
    return Piece(tuple(moves), promotions=tuple(promotions), freezes=tuple(freezes))


def is_freezing(statement: Statement) -> bool:
    """Whether a statement immobilizes pieces instead of moving (S12)."""
    return "immobilize" in flat(statement.terms[0]).names


def moves_of(statement: Statement, report: Report) -> tuple[Move, ...]:
    """The moves of a statement; none if it is invalid."""
    if report.is_broken_in(statement.span):  # a syntax error, whose consequences are not reported
        return ()
    own, terms = Report(by_message=True), list[Term]()
    has_heading = False
    for call in statement.terms:
        term = term_of(call, not has_heading, own)
        if term:
            terms.append(term)
        has_heading = term is None or term.range is not None or own.is_broken_in(call.span)
    checks.report_chain(statement, own)
    report.keep(*own.diagnostics())
    if own.broken:  # perhaps only behind it, where an unclosed bracket lacks a value
        return ()
    paths, are_all = _paths(terms)
    if not are_all:
        message = (
            f"Too many paths: only the first {len(paths)} are followed. Write several statements."
        )
        report(codes.TOO_MANY_PATHS, statement.span, message)
    unknown = [name.text for call in statement.terms for name in unknown_names(flat(call))]
    labels = tuple(dict.fromkeys(unknown))
    return tuple(Move(legs, labels=labels) for legs in paths)


def _paths(terms: list[Term]) -> tuple[list[Legs], bool]:
    """The legs of a chain, for each choice, and whether these are all."""
    all_paths: list[Legs] = []
    halves = [_halves(number, terms) for number in range(len(terms))]
    are_all = prod(map(len, halves)) <= MAX_PATHS_OF_STATEMENT
    left = MAX_PATHS_OF_STATEMENT
    # Chains of halves that begin alike are walked once up to where they part.
    waiting: list[tuple[int, list[Legs], Headings]] = [(0, [()], {})]
    while waiting and left > 0:
        number, paths, headings = waiting.pop()
        if number == len(terms):
            left -= 1
            all_paths += [path for path in paths if path not in all_paths]
            continue
        for half in reversed(halves[number]):
            choices, after = _walked(half, headings)
            more = [(*path, *legs) for path in paths for legs in choices]
            are_all &= len(more) <= MAX_PATHS_OF_STATEMENT
            spend(1 + len(more))
            waiting.append((number + 1, more[:MAX_PATHS_OF_STATEMENT], after))
    return all_paths, are_all


def _halves(number: int, terms: list[Term]) -> list[Term]:
    """A term, or its two halves with its orthogonal and with its diagonal directions.

    Where one step belongs to an orthogonal and to a diagonal direction, the step alone does not
    tell from which of them a later leg turns.
    """
    term = terms[number]
    turned = takewhile(
        lambda later: later.range and later.range.turn is not None, terms[number + 1 :]
    )
    run = [term, *turned]
    is_ambiguous = any(each.range and each.range.is_ambiguous for each in run[:-1])
    if not is_ambiguous or term.range is None or term.range.turn is not None:
        return [term]
    halves = [tuple(d for d in term.range.directions if d % 2 == odd) for odd in (0, 1)]
    return [replace(term, range=replace(term.range, directions=half)) for half in halves if half]


def promotion_of(flip: Flip, report: Report) -> Promotion | None:
    """The promotion of a `flip`; None if it is invalid."""
    unnamed = []
    for outcome in flip.outcomes or ():
        moves = [move for statement in outcome.statements for move in moves_of(statement, report)]
        if moves:
            unnamed.append((str(outcome), Piece(tuple(moves))))
    if flip.condition is None:
        return None
    guard = Guard(
        conditions.condition_of(flip.condition, flip.span, target=None, report=report),
        f"condition: {flip.condition}",
    )
    if report.is_broken_in(flip.span):
        return None
    return Promotion(guard, tuple(map(str, flip.outcomes or ())), tuple(unnamed))


# The legs of a term, after the directions in which the leg before it may head (S4 to S7, S10 to
# S12)

Headings = Mapping[Vector, int]
"""The possible headings of a leg, by its last step."""

MAX_SCREENS = 40
"""More screens than any line of a board holds."""

Legs = tuple[Leg, ...]


def _walked(term: Term, headings: Headings) -> tuple[tuple[Legs, ...], Headings]:
    """The legs of a term for each choice, none if it can never move, and the headings after
    them.
    """
    steps = term.range
    leg = Leg((), acts=_acts(term), stays=term.mode == "igui", victim=term.victim)
    if steps is None:
        return _guarded(term, ((leg._replace(anywhere=True),),)), {}
    ways, after = ways_of(steps, headings)
    choices: tuple[Legs, ...] = ((leg._replace(ways=ways, most=steps.most),),)
    if term.kind == "cannon":
        choices = _cannon(term, steps, ways, after=after)
    elif term.kind == "near":
        away, turn, again = term.values
        known = [most for most in (steps.most, again) if most is not None]
        ride = Leg(ways, most=min(known, default=None), acts=Act.STOP)
        back = {heading: step(direction + turn) for heading, direction in after.items()}
        victims = tuple((heading, (((x * away, y * away),),)) for heading, (x, y) in back.items())
        take = Leg(
            victims, acts=_taking(term), stays=True, back=1, keeps_heading=True, victim=term.victim
        )
        choices = ((ride, take),)
    return _guarded(term, choices), after


def ways_of(steps: Range, headings: Headings) -> tuple[Ways, Headings]:
    """The ways in a range, and the headings after them."""
    if steps.turn is None:
        vectors = {step(direction, steps.oblique): direction for direction in steps.directions}
        return ((None, tuple((vector,) for vector in vectors)),), vectors
    turned = {heading: (direction + steps.turn) % 8 for heading, direction in headings.items()}
    ways = tuple(
        (heading, ((step(direction, steps.oblique),),)) for heading, direction in turned.items()
    )
    return ways, {step(direction, steps.oblique): direction for direction in turned.values()}


def _acts(term: Term) -> Act:
    """The acts of a plain term where it ends."""
    if term.kind == "immobilize" or term.mode in ("c", "igui"):
        return _taking(term)
    if term.mode == "m":
        return Act(0) if term.victim else Act.STOP
    return _taking(term) if term.victim else Act.STOP | Act.CAPTURE


def _taking(term: Term, among: Content = Content.FRIEND | Content.FOE) -> Act:
    """The captures of a term among the pieces of some sides."""
    sides = (term.victim.who.sides if term.victim else Content.FOE) & among
    return (Act.CAPTURE if sides & Content.FOE else Act(0)) | (
        Act.DESTROY if sides & Content.FRIEND else Act(0)
    )


_OVER: Mapping[Content, Act] = {
    Content.FRIEND: Act.PASS_FRIEND,
    Content.FOE: Act.PASS_FOE,
    Content.FRIEND | Content.FOE: Act.HOP,
}


def _cannon(term: Term, steps: Range, ways: Ways, after: Headings) -> tuple[Legs, ...]:
    """Up to the first screen, over the others, and beyond the last (S10)."""
    gap, side, count, landing, *taken = term.values
    screens = values.SIDES[side]
    takes_screens = taken == ["screen"] and term.mode != "m"
    over = _taking(term, screens) if takes_screens else _OVER[screens]
    straight: Ways = tuple((heading, ((step(direction),),)) for heading, direction in after.items())
    victim = term.victim if takes_screens else None
    first = Leg(ways, most=_beyond(steps.most), acts=over, victim=victim)
    further = Leg(straight, most=_beyond(gap), acts=over, victim=victim, continues=True)
    if landing == -1:
        end = over if takes_screens else _taking(term, screens)
        choices = _screens(count, first, further, last_differs=True)
        return tuple(
            (*legs[:-1], legs[-1]._replace(acts=end, victim=term.victim)) for legs in choices
        )
    acts = Act.STOP if takes_screens else _acts(term)
    land = Leg(
        straight,
        landing or 1,
        landing,
        acts=acts,
        victim=term.victim,
        continues=True,
    )
    return tuple((*legs, land) for legs in _screens(count, first, further, last_differs=False))


def _screens(
    count: int | None, first: Leg, further: Leg, *, last_differs: bool
) -> tuple[Legs, ...]:
    """The legs over a number of screens, or for each number that needs legs of its own if it is not
    limited.
    """
    if count is not None:
        return ((first, *[further] * (count - 1)),) if count <= MAX_SCREENS else ()
    more = further._replace(again=True)
    if last_differs:
        return ((first,), (first, further), (first, more, further))
    return ((first,), (first, more))


def _beyond(most: int | None) -> int | None:
    """The maximum number of steps to a piece after a number of empty squares."""
    return None if most is None else most + 1


def _guarded(term: Term, choices: tuple[Legs, ...]) -> tuple[Legs, ...]:
    """The legs with what must hold where the first begins and where the mover ends; none that can
    never end.
    """
    guarded = []
    for legs in choices:
        if not all(leg.acts for leg in legs):
            continue
        first = legs[0]._replace(guards=tuple(term.guards), mover_virgin=term.virgin)
        legs = (first, *legs[1:])
        last = max(number for number, leg in enumerate(legs) if not leg.back)
        guarded.append((*legs[:last], legs[last]._replace(squares=term.squares), *legs[last + 1 :]))
    return tuple(guarded)
