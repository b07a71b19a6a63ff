"""Which fixes hold: what a notation proposes is tried, and offered only where it does what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from wazir.diagnostics import Diagnostic, Fix
from wazir.document import Document, Placed
from wazir.features.edits import apply
from wazir.notations.base import Analysis, Definition
from wazir.piece.equivalence.normal import are_made_alike
from wazir.text import SEPARATORS, Span

LONGEST = 4_000
"""Longer texts are not read again: no fix of theirs is safe."""
MOST_READ = 8_000
"""Characters read to try the fixes of one definition. Fixes behind that are offered untried, and are not safe."""


@dataclass(frozen=True)
class Trial:
    """A chunk of a document, in which fixes are tried."""

    document: Document
    placed: Placed

    @property
    def text(self) -> str:
        """The text of the chunk."""
        return self.placed.chunk.text

    @cached_property
    def analysis(self) -> Analysis:
        """All that is known of the chunk."""
        return self.document.analysis(self.placed)

    @cached_property
    def counts(self) -> Counter[str]:
        """How many findings of each kind there are."""
        return Counter(one.code.id for one in self.analysis.diagnostics)

    def after(self, fix: Fix) -> Trial | None:
        """The chunk after a fix; None if the fix would cut the text into other chunks."""
        document = self.document
        for edit in sorted(fix.edits, reverse=True):
            document = document.apply(edit.moved(self.placed.start))
        placed = document.chunk_at(self.placed.start)
        whole = apply(self.text, fix.edits)
        return Trial(document, placed) if (placed.start, placed.chunk.text) == (self.placed.start, whole) else None

    def tried(self, diagnostic: Diagnostic, fix: Fix) -> tuple[Fix, Trial] | None:
        """The fix of a finding, safe only if that is proved, and the chunk after it; None if it mends nothing."""
        if len(self.text) > LONGEST:
            return replace(fix, safe=False), self
        after = self.after(fix)
        if after is None or not self._is_mended(diagnostic, after):
            return None
        is_safe = fix.safe and SEPARATORS.findall(after.text) == SEPARATORS.findall(self.text) and self._is_kept(after)
        return replace(fix, safe=is_safe), after

    def _is_mended(self, diagnostic: Diagnostic, after: Trial) -> bool:
        """Whether there are fewer findings of that kind, and no more of any other kind that is as bad."""
        as_bad = {one.code.id for one in after.analysis.diagnostics if one.code.severity <= diagnostic.code.severity}
        return after.counts[diagnostic.code.id] < self.counts[diagnostic.code.id] and all(
            after.counts[code] <= self.counts[code] for code in as_bad
        )

    def _is_kept(self, after: Trial) -> bool:
        """Whether every definition without an error keeps its name and its meaning, and what holds behind it stays."""
        notation, context = self.document.notation, self.placed.context
        had, has = self.analysis.definitions, after.analysis.definitions
        return (
            notation.analyser.context_after(after.text, context) == notation.analyser.context_after(self.text, context)
            and [name for name, _ in notation.analyser.names(after.text)]
            == [name for name, _ in notation.analyser.names(self.text)]
            and (len(had) == len(has) or all(one.broken for one in had))
            and all(_is_same(one, other) for one, other in zip(had, has, strict=False) if not one.broken)
        )


def _is_same(one: Definition, other: Definition) -> bool:
    if one.piece is None or other.piece is None:
        return (one.piece, one.game, one.broken) == (other.piece, other.game, other.broken)
    return not other.broken and are_made_alike(one.piece, other.piece)


def holding(document: Document, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic | None]:
    """Diagnostics of a document with only the fixes that hold, and None as a pause.

    Safe are those fixes that change no meaning.
    """
    trial, left = None, 0
    for one in diagnostics:
        yield None
        home = _home(document, one) if one.fixes else None
        if home is None:
            yield one
            continue
        if trial is None or trial.placed.start != home.start:
            trial, left = Trial(document, home), MOST_READ
        local, fixes = one.moved(-home.start), list[Fix]()
        for fix, moved in zip(one.fixes, local.fixes, strict=True):
            yield None
            left -= len(trial.text)
            tried = trial.tried(local, moved) if left >= 0 else (moved, trial)
            if tried:
                fixes.append(replace(fix, safe=left >= 0 and tried[0].safe))
        yield replace(one, fixes=tuple(fixes))


def _home(document: Document, diagnostic: Diagnostic) -> Placed | None:
    """The chunk that a finding is of; None for one that depends on several, such as a repeated name."""
    span = diagnostic.span
    for placed in document.chunks(Span(max(span.start - 1, 0), span.end)):
        local = diagnostic.moved(-placed.start)
        if local in placed.chunk.diagnostics(document.notation, placed.context, document.scope):
            return placed
    return None
