"""Changes that an author may want: a sum opened as a choice of directions, and closed again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wazir.notations.base import Refactoring
from wazir.notations.bensahas.definition import Chunk
from wazir.notations.bensahas.ranges import NUMBERS, directions, mirrored, total
from wazir.notations.bensahas.statements import Body, Call, Number, Statement, Turn, Value
from wazir.text import Edit, Span

_STRAIGHT, _DIAGONAL = 15, 240


def refactorings(chunk: Chunk, span: Span) -> tuple[Refactoring, ...]:
    """The changes that are offered where a span lies in a chunk."""
    found: list[Refactoring] = []
    for body in chunk.reading.bodies:
        for statement in _touched(body, span):
            found += _opened(chunk.text, statement, span)
            found += _mirrored(chunk.text, statement)
        found += _joined(body, span)
    return tuple(found)


def _touched(body: Body, span: Span) -> Iterator[Statement]:
    return (one for one in body.statements if one.span.start <= span.end and span.start <= one.span.end)


def _sums(statement: Statement) -> Iterator[tuple[Call, Number]]:
    """The sums of directions of a statement, each with its term."""
    for term in statement.terms:
        value = term.values[1] if len(term.values) > 1 else None
        if isinstance(value, Number) and 1 <= value.value <= 255:
            yield term, value


def _opened(text: str, statement: Statement, span: Span) -> Iterator[Refactoring]:
    """A statement for each part of a sum."""
    for _, value in _sums(statement):
        if not (value.span.start <= span.end and span.start <= value.span.end):
            continue
        for parts, what in ((_halves(value.value), "orthogonal and diagonal directions"), (_each(value.value), "")):
            if len(parts) > 1:
                title = f"Open `{value.value}` as {what}" if what else f"Open `{value.value}` as {_listed(parts)}"
                yield Refactoring(title, _copies(text, statement, value, parts))


def _listed(parts: tuple[int, ...]) -> str:
    return " / ".join(map(str, parts))


def _halves(value: int) -> tuple[int, ...]:
    halves = tuple(half for half in (value & _STRAIGHT, value & _DIAGONAL) if half)
    return halves if all(len(directions(half)) > 1 for half in halves) else ()


def _each(value: int) -> tuple[int, ...]:
    return tuple(NUMBERS[direction] for direction in directions(value))


def _copies(text: str, statement: Statement, value: Number, parts: tuple[int, ...]) -> tuple[Edit, ...]:
    """The statement with its sum replaced by the first part, and behind it a copy for each other."""
    start, end = statement.span
    line = text.rfind("\n", 0, start) + 1
    blanks = text[line:start] if not text[line:start].strip() else ""
    line_end = "\r\n" if "\r\n" in text else "\n"
    head, tail = text[start : value.span.start], text[value.span.end : end]
    bang = "" if statement.is_ended else "!"
    if statement.terms[0].is_more:
        bang = ""
    more = [f"{line_end}{blanks}{head}{part}{tail}{bang}" for part in parts[1:]]
    first = Edit(value.span, str(parts[0]))
    return (first, Edit(Span(end, end), bang + "".join(more)))


def _mirrored(text: str, statement: Statement) -> Iterator[Refactoring]:
    """The twin of a statement on the other side."""
    sums = list(_sums(statement))
    twins = {value.span: total(mirrored(d) for d in directions(value.value)) for _, value in sums}
    oblique = any(len(term.groups) > 1 for term in statement.terms)
    if (
        oblique
        or _turns(statement)
        or not sums
        or all(twins[value.span] == value.value for _, value in sums)
        or not statement.is_ended
    ):
        return
    copy, at = "", statement.span.start
    for looked in sorted(_looking(statement), key=lambda one: one.span):
        twin = total(mirrored(d) for d in directions(looked.value))
        copy += text[at : looked.span.start] + str(twin)
        at = looked.span.end
    copy += text[at : statement.span.end]
    line = text.rfind("\n", 0, statement.span.start) + 1
    before = text[line : statement.span.start]
    blanks = before if not before.strip() else ""
    line_end = "\r\n" if "\r\n" in text else "\n"
    place = Span(statement.span.end, statement.span.end)
    yield Refactoring("Add its mirror image, east for west", (Edit(place, f"{line_end}{blanks}{copy}"),))


def _turns(statement: Statement) -> bool:
    """Whether some leg turns to one side, which has no twin here."""
    values = [value for term in statement.terms for group in term.groups for value in group.values]
    return any(isinstance(value, Turn) and value.eighths not in (0, 4) for value in values)


def _looking(statement: Statement) -> Iterator[Number]:
    """All sums of directions of a statement, those in its conditions too."""
    waiting: list[Value] = list(statement.terms)
    while waiting:
        one = waiting.pop()
        if not isinstance(one, Call):
            continue
        value = one.values[1] if len(one.values) > 1 else None
        if isinstance(value, Number) and 1 <= value.value <= 255:
            yield value
        waiting += [inner for group in one.groups for inner in group.values]
        waiting += [inner for setting in one.settings for inner in setting.values]


def _joined(body: Body, span: Span) -> Iterator[Refactoring]:
    """Two statements that differ in their directions alone, as one."""
    for one, other in pairwise(body.statements):
        if not (one.span.start <= span.start <= other.span.end) or other.terms[0].is_more or not one.is_ended:
            continue
        if len(one.terms) != 1 or len(other.terms) != 1 or _action(one) != _action(other):
            sums: list[tuple[Call, Number]] = []
        else:
            sums = [*_sums(one), *_sums(other)]
        if len(sums) == 2 and _is_alike(*sums):
            (_, first), (_, second) = sums
            both = first.value | second.value
            edits = (Edit(first.span, str(both)), Edit(Span(one.span.end, other.span.end), ""))
            yield Refactoring(f"Join both statements as `{both}`", edits)


def _action(statement: Statement) -> tuple[str, ...]:
    return tuple(name.text for name in statement.terms[0].path)


def _is_alike(one: tuple[Call, Number], other: tuple[Call, Number]) -> bool:
    """Whether two terms have the same distance and nothing but that and directions, of which they share none."""
    (first, here), (second, there) = one, other
    plain = all(len(call.groups) == 1 and len(call.values) == 2 and not call.settings for call in (first, second))
    distances = [getattr(call.values[0], "value", getattr(call.values[0], "text", None)) for call in (first, second)]
    return plain and distances[0] == distances[1] and not here.value & there.value
