"""Changes that an author may want. Conversions to other styles are offered for every notation that has them."""

from __future__ import annotations

from wazir.notations.base import NO_NAMES, Context, Rewrite, Scope
from wazir.text import Span


def rewrites(_text: str, _context: Context, _span: Span, _scope: Scope = NO_NAMES) -> tuple[Rewrite, ...]:
    """Nothing besides conversions."""
    return ()
