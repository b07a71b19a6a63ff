"""What is written in any style is read as what it was (L18), and its layout is settled (L19)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from lcpn_generated import Known, expressions, name

from long import examples
from wazir.diagnostics import Severity
from wazir.notations.lcpn.layout import formatted, rewritten
from wazir.notations.lcpn.names import Reading, read
from wazir.notations.lcpn.tree import STYLES, Expression
from wazir.notations.lcpn.tree import written as spelled_name
from wazir.notations.lcpn.write import spelled

KNOWN = Known()
CIRCLE = ("lisp", "c", "sql", "elisp", "lisp")
every_style = pytest.mark.parametrize("style", STYLES)
many = settings(examples(80), suppress_health_check=list(HealthCheck))


def defined(body: Expression, style: str) -> str:
    """A definition on one line."""
    start = {"lisp": "(def {} {})", "elisp": "(def {} {})", "c": "{} := {}", "sql": "{} IS {}"}[
        style
    ]
    return start.format(spelled_name(name("some-piece"), style), spelled(body, style))


def definitions(reading: Reading) -> list[tuple[object, Expression]]:
    return [(definition.name, definition.body) for definition in reading.defined]


def is_good(reading: Reading) -> bool:
    return not any(diagnostic.code.severity is Severity.ERROR for diagnostic in reading.diagnostics)


@every_style
@many
@given(expressions)
def test_l18_what_is_written_is_read_as_it_was(style: str, body: Expression) -> None:
    reading = read(defined(body, style), style, KNOWN)
    assert definitions(reading) == [(name("some-piece"), body)]
    assert is_good(reading), reading.diagnostics


@every_style
@many
@given(expressions)
def test_l19_the_layout_is_settled_and_says_the_same(style: str, body: Expression) -> None:
    written = rewritten(defined(body, style), style, style, KNOWN)
    assert written is not None
    assert rewritten(written, style, style, KNOWN) == written
    assert definitions(read(written, style, KNOWN)) == [(name("some-piece"), body)]


@many
@given(expressions)
def test_l18_the_circle_comes_back_to_the_same_text(body: Expression) -> None:
    text = first = formatted(defined(body, "lisp"), "lisp", KNOWN)
    for source, target in pairwise(CIRCLE):
        text = rewritten(text, source, target, KNOWN) or ""
        assert definitions(read(text, target, KNOWN)) == [(name("some-piece"), body)]
    assert text == first


def without_brackets(text: str) -> Iterator[str]:
    """A text without one pair of brackets around a part; those of calls and of tests stay."""
    for opening in re.finditer(r"(?<![\w)])(?<!\bif )\(", text):
        depth = 0
        for sign in re.finditer(r"[()]", text[opening.start() :]):
            depth += 1 if sign[0] == "(" else -1
            if not depth:
                yield (
                    text[: opening.start()]
                    + text[opening.end() : (end := opening.start() + sign.start())]
                    + text[end + 1 :]
                )
                break


@pytest.mark.parametrize("style", ["c", "sql"])
@many
@given(expressions)
def test_l19_no_brackets_can_be_left_out(style: str, body: Expression) -> None:
    for text in without_brackets(defined(body, style)):
        reading = read(text, style, KNOWN)
        assert not is_good(reading) or definitions(reading) != [(name("some-piece"), body)], text
