"""Code actions: fixes of findings, all safe fixes at once, and refactorings that an author may want."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from wazir.diagnostics import Diagnostic
from wazir.document import Document, Placed
from wazir.features.edits import apply, by_lines, difference
from wazir.features.fixes import Trial, holding
from wazir.steps import Steps, stepwise
from wazir.text import Edit, Span

FILE_ROUNDS = 4
"""As many times all are looked for again where fixes of one definition may make way for fixes of others."""
MOST_READ = 100_000
"""As many characters are read to try the safe fixes of one definition, one after another."""


class ActionKind(StrEnum):
    """What an action is; the values are those of the Language Server Protocol."""

    FIX = "quickfix"
    REWRITE = "refactor.rewrite"
    FIX_ALL = "source.fixAll"


@dataclass(frozen=True, slots=True)
class Action:
    """A change of text that an author may choose."""

    title: str
    edits: tuple[Edit, ...]
    kind: ActionKind
    diagnostic: Diagnostic | None = None
    """What it mends."""
    preferred: bool = False
    """It is what one most likely wants."""


@stepwise
def fixes(document: Document, span: Span) -> Steps[list[Action]]:
    """What may be changed where a span lies: fixes of what is found there, and refactorings."""
    offered = list[Action]()
    for diagnostic in holding(document, document.diagnostics(span)):
        if diagnostic is None:
            yield
            continue
        for number, fix in enumerate(diagnostic.fixes):
            if _changes(document, fix.edits):
                safe = fix.safe and number == 0
                offered.append(Action(fix.title, fix.edits, ActionKind.FIX, diagnostic, preferred=safe))
    for placed in document.chunks(span):
        local = span.moved(-placed.start)
        for refactoring in document.notation.editor.refactorings(document.analysis(placed), local):
            edits = tuple(edit.moved(placed.start) for edit in refactoring.edits)
            if _changes(document, edits):
                offered.append(Action(refactoring.title, edits, ActionKind.REWRITE))
        yield
    return offered


def _changes(document: Document, edits: Iterable[Edit]) -> bool:
    return any(document.slice(edit.span) != edit.text for edit in edits)


def unrepeated(offered: Iterable[Action]) -> list[Action]:
    """The actions without the refactorings that change the text as an action before them does."""
    kept: list[Action] = []
    for action in offered:
        if action.kind is not ActionKind.REWRITE or all(action.edits != other.edits for other in kept):
            kept.append(action)
    return kept


@stepwise
def fix_all(document: Document) -> Steps[tuple[Edit, ...]]:
    """The edits that make every safe fix of a document, until none is left."""
    edits = yield from _fixed(document)
    if not edits or document.notation.resolver is None:
        return edits
    before = after = document.text
    for _ in range(FILE_ROUNDS):
        after = apply(after, edits)
        opened = yield from Document.opening(document.notation, after, document.context)
        edits = yield from _fixed(opened)
        if not edits:
            break
    return (yield from by_lines.steps(before, after))


def _fixed(document: Document) -> Steps[tuple[Edit, ...]]:
    """The edits that make the safe fixes of each chunk, all others being as they are."""
    yield from document.work()
    edits = list[Edit]()
    for placed in document.chunks():
        edits += yield from _chunk_fixed(document, placed)
        yield
    return tuple(edits)


def _chunk_fixed(document: Document, placed: Placed) -> Steps[list[Edit]]:
    found = placed.chunk.diagnostics(document.notation, placed.context, document.scope)
    if not any(fix.safe for one in found for fix in one.fixes):
        return []
    trial, left = Trial(document, placed), MOST_READ
    while left > 0:
        after, left = yield from _mended(trial, left)
        if after is None:
            break
        trial = after
    return [edit.moved(placed.start) for edit in difference(placed.chunk.text, trial.text)]


def _mended(trial: Trial, left: int) -> Steps[tuple[Trial | None, int]]:
    """The text after the first fix that is safe, or None; and how much may still be read."""
    for diagnostic in trial.analysis.diagnostics:
        for fix in diagnostic.fixes:
            if fix.safe and left > 0:
                yield
                left -= len(trial.text) + 1
                tried = trial.tried(diagnostic, fix)
                if tried is not None and tried[0].safe:
                    return tried[1], left
    return None, left
