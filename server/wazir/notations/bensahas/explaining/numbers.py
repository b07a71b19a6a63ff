"""What the numbers in the brackets of a term mean, each by its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wazir.notations.bensahas.explaining.phrases import (
    direction_words,
    spelled_sum,
    steps,
    turn_words,
)
from wazir.notations.bensahas.meaning.compass import HALVES, WORDS, directions
from wazir.notations.bensahas.meaning.legs import Headings, ways_of
from wazir.notations.bensahas.meaning.ranges import Range
from wazir.notations.bensahas.meaning.terms import flat, term_of
from wazir.notations.bensahas.report import Report
from wazir.notations.bensahas.statements import Call, Name, Number, Turn, Value
from wazir.notations.bensahas.vocabulary import ARGUMENTS, PLAIN, Argument
from wazir.notations.bensahas.writing.canonical import of_value
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Note:
    """What there is to say of a place."""

    span: Span
    title: str
    text: str
    notes: tuple[str, ...] = ()
    names: str | None = None
    """The piece that is named here."""


def arguments(call: Call) -> tuple[tuple[Argument, ...], ...]:
    """What stands in the brackets of a term or a function, group by group."""
    for name in reversed(call.path):
        if name.text in ARGUMENTS:
            return ARGUMENTS[name.text]
    return PLAIN


def in_brackets(call: Call, before: tuple[Call, ...]) -> Iterator[Note]:
    """The notes on the numbers of a term, behind some others."""
    call = flat(call)
    places = arguments(call)
    oblique = places is PLAIN and len(call.groups) > 1
    for number, group in enumerate(call.groups):
        names = places[number] if number < len(places) else ()
        for value, argument in zip(group.values, names, strict=False):
            yield _note(value, argument, oblique, before)


def _note(value: Value, argument: Argument, oblique: bool, before: tuple[Call, ...]) -> Note:
    name, shown = argument.name, of_value(value)
    if name == "DIRECTIONS" and isinstance(value, Number) and 1 <= value.value <= 255:
        return _sum(value, oblique)
    if isinstance(value, Turn) and value.eighths is not None and 0 <= value.eighths <= 7:
        return _turn(value, value.eighths, name, before)
    if name == "DISTANCE":
        return Note(value.span, f"{shown}: Distance", f"{steps(value).capitalize()}. {argument.text}")
    return Note(value.span, f"{shown}: {name}", f"{argument.text}{_role(name, value)}")


def _role(name: str, value: Value) -> str:
    """What a value does in its place, as one more sentence."""
    n = value.value if isinstance(value, Number) else None
    said = value.text if isinstance(value, Name) else ""
    if name in ("DIST", "GAP"):
        return " Here any number." if n is None else f" Here {'none' if n == 0 else n}."
    if name == "SCREEN":
        return {"F": " Here a friend.", "E": " Here an enemy.", "FE": " Here either."}.get(said, "")
    if name == "COUNT":
        return " Here one or more, as it likes." if n is None else f" Here just {n}."
    if name == "LANDING":
        if n == -1:
            return " Here the last screen itself, which must be taken."
        return " Here any of them." if n is None else f" Here number {n}, with the squares before it empty."
    return ""


def _sum(value: Number, oblique: bool) -> Note:
    if oblique:
        names = " + ".join(HALVES[direction] for direction in directions(value.value))
        text = f"Oblique steps, half an eighth further clockwise than {direction_words(value.value)}: {names}."
    else:
        text = f"Towards {direction_words(value.value)}. North is towards the enemy."
    return Note(value.span, f"{value.value} = {spelled_sum(value.value)}", text)


def _turn(value: Turn, eighths: int, name: str, before: tuple[Call, ...]) -> Note:
    of = "the move" if name == "/TURN" else "the leg before"
    text = (
        f"The direction of {of}, turned clockwise by {eighths} eighth{'' if eighths == 1 else 's'}: "
        f"{turn_words(eighths)}."
    )
    notes = tuple(
        f"After {WORDS[direction]}: {WORDS[(direction + eighths) % 8]}."
        for direction in sorted(set(_headings(before).values()))
    )
    return Note(value.span, f"/{eighths}: {turn_words(eighths).capitalize()}", text, notes if name != "/TURN" else ())


def _headings(before: tuple[Call, ...]) -> Headings:
    """The headings behind some terms, as far as they make sense."""
    found: Headings = {}
    for number, call in enumerate(before):
        term = term_of(call, number == 0, Report())
        steps_of: Range | None = term.range if term else None
        found = ways_of(steps_of, found)[1] if steps_of else {}
    return found
