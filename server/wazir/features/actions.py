"""Code actions: fixes of findings, all safe fixes at once, and rewrites that an author may want."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from wazir.diagnostics import Diagnostic
from wazir.document import Document, Placed
from wazir.features.edits import apply, by_lines, difference
from wazir.features.fixes import Trial, holding
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


def fixes(document: Document, span: Span) -> Iterator[Action]:
    """What may be changed where a span lies: fixes of what is found there, and rewrites."""
    found = (one for one in document.diagnostics(span) if one.span.start <= span.end and span.start <= one.span.end)
    for diagnostic in holding(document, found):
        for number, fix in enumerate(diagnostic.fixes):
            if _changes(document, fix.edits):
                yield Action(fix.title, fix.edits, ActionKind.FIX, diagnostic, preferred=fix.safe and number == 0)
    for placed in document.chunks(span):
        local = span.moved(-placed.start)
        for rewrite in document.notation.rewrites(placed.chunk.text, placed.context, local, document.scope):
            edits = tuple(edit.moved(placed.start) for edit in rewrite.edits)
            if _changes(document, edits):
                yield Action(rewrite.title, edits, ActionKind.REWRITE)


def _changes(document: Document, edits: Iterable[Edit]) -> bool:
    return any(document.slice(edit.span) != edit.text for edit in edits)


def unrepeated(offered: Iterable[Action]) -> list[Action]:
    """The actions without the rewrites that change the text as an action before them does."""
    kept: list[Action] = []
    for action in offered:
        if action.kind is not ActionKind.REWRITE or all(action.edits != other.edits for other in kept):
            kept.append(action)
    return kept


def fix_all(document: Document) -> tuple[Edit, ...]:
    """The edits that make every safe fix of a document, until none is left."""
    edits = _fixed(document)
    if not edits or document.notation.linked is None:
        return edits
    before = after = document.text
    for _ in range(FILE_ROUNDS):
        after = apply(after, edits)
        edits = _fixed(Document.open(document.notation, after, document.context))
        if not edits:
            break
    return by_lines(before, after)


def _fixed(document: Document) -> tuple[Edit, ...]:
    """The edits that make the safe fixes of each chunk, all others being as they are."""
    return tuple(edit for placed in document.chunks() for edit in _chunk_fixed(document, placed))


def _chunk_fixed(document: Document, placed: Placed) -> list[Edit]:
    found = placed.chunk.diagnostics(document.notation, placed.context, document.scope)
    if not any(fix.safe for one in found for fix in one.fixes):
        return []
    trial, left = Trial(document, placed), MOST_READ
    while left > 0:
        after, left = _mended(trial, left)
        if after is None:
            break
        trial = after
    return [edit.moved(placed.start) for edit in difference(placed.chunk.text, trial.text)]


def _mended(trial: Trial, left: int) -> tuple[Trial | None, int]:
    """The text after the first fix that is safe, or None; and how much may still be read."""
    for diagnostic in trial.analysis.diagnostics:
        for fix in diagnostic.fixes:
            if fix.safe and left > 0:
                left -= len(trial.text) + 1
                tried = trial.tried(diagnostic, fix)
                if tried is not None and tried[0].safe:
                    return tried[1], left
    return None, left
