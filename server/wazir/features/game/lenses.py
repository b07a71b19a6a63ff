"""Code lenses: the status of a position above its record, with a command to evaluate it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wazir.ben39.evaluation import Facts, facts
from wazir.ben39.position import State
from wazir.ben39.rules import Status
from wazir.ben39.words import title
from wazir.document import Document
from wazir.features.game.position import game_of
from wazir.steps import Steps, stepwise
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Lens:
    """A line of text above a record."""

    span: Span
    """The span of its subject; the lens is above the first line."""
    title: str
    state: State | None = None
    """The position that its command evaluates; None for a lens without a command."""


@stepwise
def lenses(document: Document, said: Callable[[State], str | None] = lambda _: None) -> Steps[tuple[Lens, ...]]:
    """The lenses of a document, in order.

    Args:
        document: The document.
        said: The evaluation of a position as the title of its lens, if there is one.
    """
    found = list[Lens]()
    for placed in document.chunks() if document.notation.has_games else ():
        for definition in document.analysis(placed).definitions:
            if game := game_of(definition):
                span = (definition.name_span or definition.span).moved(placed.start)
                found += _lenses(span, game.state, said)
            yield
        yield
    return tuple(found)


def _lenses(span: Span, state: State, said: Callable[[State], str | None]) -> Iterator[Lens]:
    found = facts(state)
    moves = f"{found.actions} move{'s' * (found.actions != 1)}"
    standing = _standing(found)
    yield Lens(span, f"{standing}, {moves} left" if standing else moves)
    if found.actions:
        yield Lens(span, said(state) or "Evaluate", state)


def _standing(found: Facts) -> str:
    """Check, mate, stalemate or the winner; else empty."""
    return {
        Status.NONE: "",
        Status.CHECK: "Check",
        Status.MATE: "Mate",
        Status.STALEMATE: "Stalemate",
        Status.ENDED: f"{title(found.turn.other)} has won",
    }[found.status]
