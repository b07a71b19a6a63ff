"""What is found in the first lines of a long text, before the rest is read, is found in the end."""

from __future__ import annotations

import random

import pytest
from soak_notations import SHARES, random_edit, sampled

from wazir import notations
from wazir.diagnostics import Diagnostic
from wazir.document import Document, beginning
from wazir.notations.base import Context
from wazir.steps import done

NOTATIONS = [name for name in SHARES if name not in ("markdown", "interactive-diagram")]
"""Those whose definitions are not long."""
REST = "".join(f"(def z{'i' * number} (/ wazir ferz))\n" for number in range(beginning.LONG))


def first(name: str, text: str) -> list[Diagnostic] | None:
    """The diagnostics of the first lines; None if there are no first lines."""
    lines = done(beginning.beginning(notations.by_name(name), text, Context()))
    return None if lines is None else [*lines.diagnostics]


@pytest.mark.parametrize("name", NOTATIONS)
def test_diagnostics_of_the_first_lines_are_among_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is wrong in them or below."""
    monkeypatch.setattr(beginning, "LINES", 4)
    monkeypatch.setattr(beginning, "LONG", 20)
    rng, count = random.Random(f"first lines of {name}"), 0
    for _ in range(12):
        text = "".join(rng.choices(sampled(name), k=40))
        for _ in range(4):
            edit = random_edit(rng, name, text[:300])
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        found = first(name, text) or []
        count += len(found)
        every = found and [*Document.open(notations.by_name(name), text).diagnostics()]
        assert [one for one in found if one not in every] == [], text
    assert count


CASES = [
    ("a mistake", "(def a (/ wazir))\n(def b (wazir :fooward))\n", "", ["misspelled-word"]),
    ("an unknown name waits", "(def a (/ wazir fers))\n", "", []),
    ("a name from below waits", "(def a (/ wazir late))\n", "(def late ferz)\n", []),
    ("so do those that need it", "(def a late)\n(def b (a :fooward))\n", "(def late ferz)\n", []),
    ("an unused function", "(def a (& move capture))\n", "", []),
    ("brackets of elisp below", "(def a (wazir :fooward))\n", "(def b (/ [1 2] wazir))\n", None),
    ("a file that ignores codes", "(def a (wazir :fooward))\n", "; wazir: ignore-file misspelled-word\n", None),
]


@pytest.mark.parametrize(("top", "end", "codes"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_first_lines(top: str, end: str, codes: list[str] | None) -> None:
    """What depends on the rest waits."""
    found = first("lcpn", top + REST + end)

    assert (found and [one.code.id for one in found]) == codes


def test_a_short_text_has_no_first_lines() -> None:
    """It is read at once."""
    assert first("lcpn", "(def a (wazir :fooward))\n" + "(def b wazir)\n" * (beginning.LONG - 2)) is None


def test_lines_without_a_definition_are_not_cut() -> None:
    """The first lines end with a definition."""
    assert first("lcpn", "(def a (/\n" + "wazir\n" * beginning.LONG + "))\n") is None
