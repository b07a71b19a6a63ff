"""Refactorings: split a sum of directions, join two, add a mirror image."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from wazir.notations.bensahas.definition import BensahasDefinition
from wazir.notations.bensahas.syntax import Body, Call, Number, Statement, Turn, calls
from wazir.notations.bensahas.vocabulary import NUMBERS, directions, mirrored
from wazir.notations.fixes import insertion
from wazir.notations.results import Refactoring
from wazir.text import Edit, Span, newline

_STRAIGHT, _DIAGONAL = 15, 240


def refactorings(chunk: BensahasDefinition, span: Span) -> tuple[Refactoring, ...]:
    """The refactorings at a span of a chunk."""
    results: list[Refactoring] = []
    for body in chunk.reading.bodies:
        for statement in [
            statement for statement in body.statements if statement.span.touches(span)
        ]:
            results += _opened(chunk.text, statement, span)
            results += _mirrored(chunk.text, statement)
        results += _joined(chunk.text, body, span)
    return tuple(results)


def _sums(statement: Statement) -> Iterator[tuple[Call, Number]]:
    """The sums of directions of a statement, each with its term."""
    return ((term, term.directions) for term in statement.terms if term.directions)


def _opened(text: str, statement: Statement, span: Span) -> Iterator[Refactoring]:
    """Replace a statement by one for each part of its sum."""
    for _, value in _sums(statement):
        if not value.span.touches(span):
            continue
        single = tuple(NUMBERS[direction] for direction in directions(value.value))
        listed = " / ".join(map(str, single))
        for parts, what in (
            (_halves(value.value), "orthogonal and diagonal directions"),
            (single, listed),
        ):
            if len(parts) > 1:
                yield Refactoring(
                    f"Open `{value.value}` as {what}", _copies(text, statement, value, parts=parts)
                )


def _halves(value: int) -> tuple[int, ...]:
    """The orthogonal and the diagonal part of a sum, if both have several directions."""
    halves = tuple(half for half in (value & _STRAIGHT, value & _DIAGONAL) if half)
    return halves if all(len(directions(half)) > 1 for half in halves) else ()


def _copies(
    text: str, statement: Statement, value: Number, parts: tuple[int, ...]
) -> tuple[Edit, ...]:
    """The statement with its sum replaced by the first part, and after it a copy for each other."""
    start, end = statement.span
    head, tail = text[start : value.span.start], text[value.span.end : end]
    bang = "" if statement.is_ended or statement.terms[0].is_more else "!"
    more = [f"{_new_line(text, start)}{head}{part}{tail}{bang}" for part in parts[1:]]
    first = Edit(value.span, str(parts[0]))
    return (first, Edit(Span(end, end), bang + "".join(more)))


def _new_line(text: str, start: int) -> str:
    """A line end, and the indentation of the line of a statement."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return newline(text) + ("" if before.strip() else before)


def _mirrored(text: str, statement: Statement) -> Iterator[Refactoring]:
    """Add the mirror image of a statement."""
    is_oblique = any(len(call.groups) > 1 for term in statement.terms for call in calls(term))
    is_symmetric = all(mirrored(value.value) == value.value for _, value in _sums(statement))
    groups = chain.from_iterable(term.groups for term in statement.terms)
    values = [value for group in groups for value in group.values]
    # A leg that turns to one side has no mirror image here.
    turns = any(isinstance(value, Turn) and value.eighths not in (0, 4) for value in values)
    if is_oblique or is_symmetric or turns or not statement.is_ended:
        return
    copy, at = "", statement.span.start
    sums = [call.directions for term in statement.terms for call in calls(term) if call.directions]
    for value in sorted(sums, key=lambda value: value.span):
        copy += f"{text[at : value.span.start]}{mirrored(value.value)}"
        at = value.span.end
    copy += text[at : statement.span.end]
    edit = insertion(statement.span.end, _new_line(text, statement.span.start) + copy)
    yield Refactoring("Add its mirror image, east for west", (edit,), changes_meaning=True)


def _joined(text: str, body: Body, span: Span) -> Iterator[Refactoring]:
    """Join two statements that differ only in their directions."""
    for first, second in pairwise(body.statements):
        is_here = Span(first.span.start, second.span.end).touches(span)
        if not is_here or not first.is_ended or text[first.span.end : second.span.start].strip():
            continue
        terms = (*first.terms, *second.terms)
        sums = [term.directions for term in terms if term.directions]
        if (
            len(terms) == len(sums) == 2
            and _are_alike(*terms)
            and not sums[0].value & sums[1].value
        ):
            both = sums[0].value | sums[1].value
            edits = (Edit(sums[0].span, str(both)), Edit(Span(first.span.end, second.span.end), ""))
            yield Refactoring(f"Join both statements as `{both}`", edits)


def _are_alike(*terms: Call) -> bool:
    """Whether terms have the same names and distance, and nothing else but directions."""
    are_plain = all(
        len(term.groups) == 1 and len(term.values) == 2 and not term.settings for term in terms
    )
    return are_plain and len({(term.names, str(term.value)) for term in terms}) == 1
