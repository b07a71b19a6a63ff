"""What actions are offered together."""

from __future__ import annotations

from wazir.document import Document
from wazir.features.actions import Action, ActionKind, fixes, unrepeated
from wazir.notations.betza import BETZA
from wazir.text import Span


def offered(text: str) -> list[Action]:
    """All that may be changed in a text."""
    return list(fixes(Document.open(BETZA, text), Span(0, len(text))))


def test_one_change_is_offered_once() -> None:
    """A refactoring that repeats a quick fix is left out. Others are kept, and so is one alone."""
    actions = offered("WW N")
    refactorings = [action for action in actions if action.kind is ActionKind.REWRITE]

    assert [action.title for action in unrepeated(actions)] == [
        "Write `R`",
        "Write it in canonical form: `NR`",
    ]
    assert unrepeated(refactorings) == refactorings
