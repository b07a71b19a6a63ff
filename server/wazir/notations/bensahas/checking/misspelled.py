"""Functions in conditions that are nearly those of the notation (S8, S9)."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.notations.bensahas import rules
from wazir.notations.bensahas.report import Report, replacement
from wazir.notations.bensahas.statements import Body, Call, Name, Value
from wazir.notations.foreign import alike, is_slip

FUNCTIONS = frozenset({"and", "or", "not", "exist"})


def report_misspelled(body: Body, report: Report) -> None:
    """Say which functions of conditions are misspelled."""
    for value in _conditions(body):
        for name in _functions(value):
            if name.text not in FUNCTIONS and (meant := _meant(name.text)):
                message = f"Unknown function `{name.text}`. Did you mean `{meant}`?"
                report(rules.MISSPELLED_WORD, name.span, message, fixes=replacement(name.span, meant))


def _meant(text: str) -> str:
    """The function that a word is in small letters, or but for a slip."""
    text = text.lower()
    found = next((one for one in FUNCTIONS if sorted(one) == sorted(text)), "") or alike(text, FUNCTIONS)
    return found if sorted(text) == sorted(found) or is_slip(text, found) else ""


def _conditions(body: Body) -> Iterator[Value]:
    """What is said behind `@B`, and the conditions of promotions."""
    for statement in body.statements:
        for term in statement.terms:
            for setting in term.settings:
                if setting.parameter and setting.parameter.letter == "B":
                    yield from setting.values
    yield from (flip.condition for flip in body.flips if flip.condition is not None)


def _functions(value: Value) -> Iterator[Name]:
    """The names of the functions in a condition."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Call) and one.has_bracket:
            yield from one.path
            waiting += [inner for group in one.groups for inner in group.values]
