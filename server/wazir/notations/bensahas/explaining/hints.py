"""Remarks in the text: what a sum of directions stands for, and how a leg turns."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.notations.base import NO_NAMES, Context, HintKind, InlayHint, Scope
from wazir.notations.bensahas.definition import said
from wazir.notations.bensahas.explaining.numbers import arguments
from wazir.notations.bensahas.explaining.phrases import direction_words, short_sum, spelled_sum
from wazir.notations.bensahas.meaning.compass import directions
from wazir.notations.bensahas.meaning.terms import flat
from wazir.notations.bensahas.statements import Body, Call, Number, Statement, Value
from wazir.notations.bensahas.vocabulary import PLAIN


def hints(text: str, _context: Context, _scope: Scope = NO_NAMES) -> tuple[InlayHint, ...]:
    """The remarks about a chunk, in order."""
    found = [hint for body in said(text).bodies for hint in _of_body(body)]
    return tuple(sorted({hint.offset: hint for hint in found}.values(), key=lambda hint: hint.offset))


def _of_body(body: Body) -> Iterator[InlayHint]:
    statements: list[Statement] = [*body.statements]
    conditions: list[Value] = []
    for flip in body.flips:
        statements += [one for outcome in flip.outcomes or () for one in outcome.statements]
        conditions += [flip.condition] if flip.condition else []
    for statement in statements:
        for term in statement.terms:
            yield from _of_call(flat(term))
    for condition in conditions:
        if isinstance(condition, Call):
            yield from _of_call(condition)


def _of_call(call: Call) -> Iterator[InlayHint]:
    """The remarks on a term or a function, and on all that is in it."""
    waiting = [call]
    while waiting:
        one = waiting.pop()
        if _has_directions(one):
            yield from _sum(one)
        values = [value for group in one.groups for value in group.values]
        values += [value for setting in one.settings for value in setting.values]
        waiting += [value for value in values if isinstance(value, Call)]


def _has_directions(call: Call) -> bool:
    first = arguments(call)[0]
    return len(call.values) > 1 and len(first) > 1 and first[1].name == "DIRECTIONS"


def _sum(call: Call) -> Iterator[InlayHint]:
    value = call.values[1]
    if isinstance(value, Number) and 1 <= value.value <= 255 and len(directions(value.value)) > 0:
        oblique = arguments(call) is PLAIN and len(call.groups) > 1
        tooltip = f"{value.value} = {spelled_sum(value.value)}: {direction_words(value.value)}."
        yield InlayHint(value.span.end, f" {short_sum(value.value, oblique)}", tooltip, HintKind.SHORTHAND)
