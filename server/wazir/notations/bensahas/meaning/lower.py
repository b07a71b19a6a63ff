"""From what a piece says to what it does."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.meaning.conditions import About, condition_of
from wazir.notations.bensahas.meaning.legs import Headings, Legs, is_ambiguous, walked
from wazir.notations.bensahas.meaning.terms import Term, flat, term_of, unknown_names
from wazir.notations.bensahas.report import Report, replacement
from wazir.notations.bensahas.statements import Body, Call, Flip, Statement
from wazir.notations.bensahas.writing.canonical import of_outcome, of_value
from wazir.piece.conditions import Guard
from wazir.piece.model import Move, Piece, Promotion
from wazir.text import Span

MOST_PATHS = 64
"""Further ways of reading the headings of one statement are not followed."""


def lower(body: Body, report: Report) -> Piece:
    """What a piece does, without the statements that have an error."""
    moves: list[Move] = []
    freezes: list[Move] = []
    for statement in body.statements:
        found = moves_of(statement, report)
        if not report.is_spoilt(statement.span):
            (freezes if is_freezing(statement) else moves).extend(found)
    promotions = [promotion_of(flip, report) for flip in body.flips]
    known = tuple(promotion for promotion in promotions if promotion)
    return Piece(tuple(moves), promotions=known, freezes=tuple(freezes))


def is_freezing(statement: Statement) -> bool:
    """Whether a statement is no move but says where pieces cannot move (S12)."""
    return any(name.text == "immobilize" for name in flat(statement.terms[0]).path)


def moves_of(statement: Statement, report: Report) -> tuple[Move, ...]:
    """The moves of a statement; none if it makes no sense."""
    if report.is_spoilt(statement.span):  # by its signs: what they lack would be said again
        return ()
    terms: list[Term] = []
    sensible, has_heading = True, False
    for call in statement.terms:
        term = term_of(call, not has_heading, report)
        if term is None:
            sensible = False
            has_heading = True
            continue
        terms.append(term)
        has_heading = term.range is not None
    _report_chain(statement, report)
    if not sensible or report.is_spoilt(statement.span):
        return ()
    labels = tuple(dict.fromkeys(name.text for call in statement.terms for name in unknown_names(flat(call))))
    return tuple(Move(legs, labels=labels) for legs in _paths(terms))


def _paths(terms: list[Term]) -> list[Legs]:
    """The legs of a chain, in each way to go on."""
    found: list[Legs] = []
    for chosen in list(product(*map(_kinds, _split(terms))))[:MOST_PATHS]:
        paths: list[Legs] = [()]
        headings: Headings = {}
        for term in chosen:
            after = walked(term, headings)
            headings = after.headings
            paths = [(*path, *legs) for path in paths for legs in after.choices][:MOST_PATHS]
        found += [path for path in paths if path not in found]
    return found


def _split(terms: list[Term]) -> list[tuple[Term, bool]]:
    """Each term, and whether its directions are looked at in two halves.

    Where one step belongs to two directions, an orthogonal and a diagonal one, the steps alone do not say from which of
    them a later leg turns.
    """
    found = []
    for number, term in enumerate(terms):
        run = [term]
        for later in terms[number + 1 :]:
            if later.range is None or later.range.turn is None:
                break
            run.append(later)
        ambiguous = any(one.range is not None and is_ambiguous(one.range.oblique) for one in run[:-1])
        found.append((term, ambiguous and term.range is not None and term.range.turn is None))
    return found


def _kinds(split: tuple[Term, bool]) -> list[Term]:
    term, is_split = split
    if not is_split or term.range is None:
        return [term]
    halves = [tuple(d for d in term.range.directions if d % 2 == odd) for odd in (0, 1)]
    return [replace(term, range=replace(term.range, directions=half)) for half in halves if half]


def _report_chain(statement: Statement, report: Report) -> None:
    """Say what is odd about how the terms of a statement follow each other."""
    if len(statement.terms) == 1:
        return
    for call in map(flat, statement.terms):
        if any(name.text == "immobilize" for name in call.path):
            report(
                rules.MISPLACED_ACTION,
                call.path_span if not call.is_more else Span(call.span.start, call.span.start + 1),
                "`immobilize` is no move, so that it is no leg of a chain. End the statement before it by `!`.",
            )
    for call in statement.terms[:-1]:
        if _may_capture(call):
            report(
                rules.LEG_MAY_CAPTURE,
                call.span,
                "Without an action this leg moves or captures, and the move goes on after a capture too. Write `m` or "
                "`c` before it if only one of them is meant.",
            )


def _may_capture(call: Call) -> bool:
    targets = any(setting.parameter and setting.parameter.letter == "T" for setting in call.settings)
    return not call.path and not targets and call.has_bracket


def promotion_of(flip: Flip, report: Report) -> Promotion | None:
    """What a `flip` adds to moves; None if it makes no sense."""
    for name, meant in flip.misnamed:
        message = f"Unknown key `{name.text}` of `flip`. Did you mean `{meant}`?"
        report(rules.FLIP_INCOMPLETE, name.span, message, fixes=replacement(name.span, meant))
    for stray in flip.strays if flip.condition is not None and flip.outcomes else ():
        report(rules.UNEXPECTED_TOKEN, stray, "In `flip` stand `condition = ...` and `promotes_to = ...` alone.")
    if flip.condition is None or not flip.outcomes:
        which = "`condition = ...`" if flip.condition is None else "`promotes_to = ...`, with a piece,"
        report(rules.FLIP_INCOMPLETE, flip.span, f"In this `flip` {which} is missing.")
    test = None
    if flip.condition is not None:
        test = condition_of(flip.condition, flip.span, About(), report)
    for outcome in flip.outcomes or ():
        for statement in outcome.statements:
            moves_of(statement, report)
    if test is None or not flip.outcomes or report.is_spoilt(flip.span):
        return None
    guard = Guard(test, f"condition: {of_value(flip.condition)}" if flip.condition else "")
    return Promotion(guard, tuple(map(of_outcome, flip.outcomes)))
