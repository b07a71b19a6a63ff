"""Fixes that are tried on a text before they are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from wazir.budget import (
    MAX_CHARACTERS_OF_TRIAL,
    MAX_CHARACTERS_TRIED,
    check,
    spend,
)
from wazir.diagnostics import Diagnostic, Fix, Severity, Tag
from wazir.document import Document, Placed
from wazir.features.written import keeps_meaning
from wazir.lazy import lazy
from wazir.notations.notation import Analysis
from wazir.text import (
    SEPARATORS,
    Edit,
    Span,
    apply,
)


def _is_grey(diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic is a hint on text that is not needed."""
    code = diagnostic.code
    return code.severity is Severity.HINT and Tag.UNNECESSARY in code.tags


@dataclass(frozen=True)
class Trial:
    """A chunk of a document in which fixes are tried."""

    document: Document
    placed: Placed

    @property
    def text(self) -> str:
        """The text of the chunk."""
        return self.placed.chunk.text

    @lazy
    def analysis(self) -> Analysis:
        """The analysis of the chunk."""
        return self.document.analysis(self.placed)

    @lazy
    def counts(self) -> Counter[str]:
        """The number of diagnostics of each code."""
        return Counter(diagnostic.code.id for diagnostic in self.analysis.diagnostics)

    def after(self, edits: Sequence[Edit]) -> Trial | None:
        """The chunk after some edits; None if they would change the limits of chunks."""
        spend(len(self.text))
        document = self.document
        for edit in sorted(edits, reverse=True):
            document = document.apply(edit.moved(self.placed.start))
        placed = document.chunk_at(self.placed.start)
        whole = apply(self.text, edits)
        if (placed.start, placed.chunk.text) == (self.placed.start, whole):
            return Trial(document, placed)
        return None

    def tried(self, diagnostic: Diagnostic, fix: Fix) -> tuple[Fix, Trial] | None:
        """The fix of a diagnostic, safe only if proved, and the chunk after it; None if it does not
        remove it.
        """
        if len(self.text) > MAX_CHARACTERS_OF_TRIAL:
            return replace(fix, safe=False), self
        after = self.after(fix.edits)
        if after is None:
            is_fixed = self._is_fixed(diagnostic, self._diagnostics_apart(fix.edits))
            return (replace(fix, safe=False), self) if is_fixed else None
        if not self._is_fixed(diagnostic, after.analysis.diagnostics):
            return None
        return replace(fix, safe=fix.safe and self._is_kept_by(after)), after

    def _is_kept_by(self, after: Trial) -> bool:
        """Whether definitions without an error keep their name and meaning after an edit, and the
        chunks that follow keep their context.
        """
        if SEPARATORS.findall(after.text) != SEPARATORS.findall(self.text):
            return False
        if after.analysis.next_context != self.analysis.next_context:
            return False
        names, names_after = (
            [name for name, _ in analysis.names] for analysis in (self.analysis, after.analysis)
        )
        return names == names_after and self._means(after)

    def _diagnostics_apart(self, edits: Sequence[Edit]) -> tuple[Diagnostic, ...] | None:
        """The diagnostics of the chunks that some edits make of this one; None if others change
        too.
        """
        start = self.placed.start
        whole = apply(self.text, edits)
        document = self.document
        for edit in sorted(edits, reverse=True):
            document = document.apply(edit.moved(start))
        parts = [*document.chunks(Span(start, start + len(whole)))]
        if parts[0].start != start or "".join(part.chunk.text for part in parts) != whole:
            return None
        return tuple(
            diagnostic for part in parts for diagnostic in document.analysis(part).diagnostics
        )

    def _is_fixed(self, diagnostic: Diagnostic, after: Sequence[Diagnostic] | None) -> bool:
        """Whether there are fewer diagnostics of its code, and not more of others as severe, unless
        it hid them.
        """
        if after is None:
            return False
        # what a hint greys changes nothing, so that it is no new fault
        code = diagnostic.code
        faults = [other for other in after if not _is_grey(other)]
        counts = Counter(other.code.id for other in faults)
        left = sum(other.code.id == code.id for other in after)
        as_bad = {other.code.id for other in faults if other.code.severity <= code.severity}
        return left < self.counts[code.id] and (
            code.hides or all(counts[other] <= self.counts[other] for other in as_bad)
        )

    def _means(self, after: Trial) -> bool:
        """Whether definitions without an error keep their meaning."""
        had, has = self.analysis.definitions, after.analysis.definitions
        if len(had) != len(has) and not all(definition.broken for definition in had):
            return False
        pairs = zip(had, has, strict=False)
        return all(
            definition.broken or keeps_meaning(definition, other) for definition, other in pairs
        )

    def keeps(self, edits: Sequence[Edit]) -> bool:
        """Whether edits keep the meaning of the pieces of the chunk; edits of a long chunk are
        trusted.
        """
        if len(self.text) > MAX_CHARACTERS_OF_TRIAL or not any(
            definition.piece for definition in self.analysis.definitions
        ):
            return True
        after = self.after(edits)
        return after is not None and self._means(after)


def with_working_fixes(
    document: Document, diagnostics: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """Diagnostics of a document with the fixes that remove them. A fix that changes no meaning is
    safe.
    """
    trial, left = None, 0
    for diagnostic in diagnostics:
        placed = _chunk_of(document, diagnostic) if diagnostic.fixes else None
        if placed is None:
            yield diagnostic
            continue
        check()
        if trial is None or trial.placed.start != placed.start:
            trial, left = Trial(document, placed), MAX_CHARACTERS_TRIED
        local, fixes = diagnostic.moved(-placed.start), list[Fix]()
        for fix, moved in zip(diagnostic.fixes, local.fixes, strict=True):
            left -= len(trial.text)
            tried = trial.tried(local, moved) if left >= 0 else (replace(moved, safe=False), trial)
            if tried:
                fixes.append(replace(fix, safe=tried[0].safe))
        yield replace(diagnostic, fixes=tuple(fixes))


def _chunk_of(document: Document, diagnostic: Diagnostic) -> Placed | None:
    """The chunk of a diagnostic; None if it depends on several chunks, as for a duplicate name."""
    for placed in document.chunks(Span(max(diagnostic.span.start - 1, 0), diagnostic.span.end)):
        if diagnostic.moved(-placed.start) in document.own_diagnostics(placed):
            return placed
    return None
