"""Remarks in the text: what goes without saying in chains."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.notations.base import NO_NAMES, Context, HintKind, InlayHint, Scope
from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.names import is_whole
from wazir.notations.lcpn.outward import implied
from wazir.notations.lcpn.tree import Chain, Expression, every, size

LARGEST = 500
"""There are no remarks in a larger definition."""


def hints(text: str, context: Context, scope: Scope = NO_NAMES) -> tuple[InlayHint, ...]:
    """The remarks about a chunk, in order."""
    page = Chunk.of(text, context, scope)
    found: dict[int, InlayHint] = {}
    for defined in page.reading.defined:
        if size(defined) <= LARGEST:
            found |= {hint.offset: hint for hint in (*_outward(defined.body, page), *_jumps(defined.body))}
    return tuple(found[offset] for offset in sorted(found))


def _outward(body: Expression, page: Chunk) -> Iterator[InlayHint]:
    for part in implied(body, page.names):
        tooltip = "In the later parts of a chain the steps lead away from where the move began, unless `:any` or "
        yield InlayHint(part.span.end, ":outward", f"{tooltip}`:inward` says otherwise.", HintKind.IMPLIED)


def _jumps(body: Expression) -> Iterator[InlayHint]:
    for part in every(body):
        if isinstance(part, Chain) and part.jumps and not is_whole(part.parts[0]):
            tooltip = "The piece goes on whatever stands there, or stops there. With `=>` it would be blocked."
            yield InlayHint(part.operator.end, "jumps", tooltip, HintKind.IMPLIED)
