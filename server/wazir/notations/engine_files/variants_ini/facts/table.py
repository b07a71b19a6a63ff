"""Facts by the names that `clauses.toml` has for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def named(*facts: Callable[[View], object]) -> Mapping[str, Callable[[View], object]]:
    """Functions by their names, without the underscore of private ones."""
    return {fact.__name__.removeprefix("_"): fact for fact in facts}
