"""What the folder of every notation has: rooms that are entered when somebody asks, and a page for each code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from wazir.diagnostics import Code


def later(package: str, module: str, name: str) -> Callable[..., Any]:
    """A function whose module is imported when it is first called: the first diagnostics need not wait for it."""

    @cache
    def found() -> Callable[..., Any]:
        made: Callable[..., Any] = getattr(import_module(f"{package}.{module}"), name)
        return made

    def run(*given: Any) -> Any:
        return found()(*given)

    return run


def page(package: str, codes: Sequence[Code], code: str) -> str | None:
    """The page of a code in the folder of a notation; None if it is none of its codes."""
    if code not in {known.id for known in codes}:
        return None
    return (files(package) / "docs" / f"{code}.md").read_text("utf-8")
