"""The pages of documentation of all codes."""

from __future__ import annotations

from wazir.diagnostics import Code
from wazir.notations import REGISTRY


def codes() -> tuple[Code, ...]:
    """Every code of every notation, in the order of their tables."""
    return tuple(dict.fromkeys(code for notation in REGISTRY for code in notation.codes))


def page(code: str) -> str | None:
    """The page of the code with that id, as Markdown; None if there is no such code."""
    return next((text for notation in REGISTRY if (text := notation.page(code)) is not None), None)
