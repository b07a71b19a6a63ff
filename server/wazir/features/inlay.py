"""Inlay hints: what a shorthand stands for, and the modes that go without saying."""

from __future__ import annotations

from collections.abc import Collection

from wazir.document import Document
from wazir.notations.base import HintKind, InlayHint
from wazir.steps import Steps, stepwise
from wazir.text import Span

ALL_KINDS = frozenset(HintKind)


@stepwise
def inlay(document: Document, span: Span, kinds: Collection[HintKind] = ALL_KINDS) -> Steps[tuple[InlayHint, ...]]:
    """The hints of some kinds within a span, in order; offsets count from the start of the document."""
    found = []
    for placed in document.chunks(span):
        for hint in document.notation.editor.inlay_hints(document.analysis(placed)):
            offset = placed.start + hint.offset
            if hint.kind in kinds and span.start <= offset <= span.end:
                found.append(InlayHint(offset, hint.label, hint.tooltip, hint.kind))
        yield
    return tuple(found)
