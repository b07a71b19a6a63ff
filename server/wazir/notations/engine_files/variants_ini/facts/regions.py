"""The views of both sides, and regions of the whole board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.reading import BOTH

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def sides(view: View) -> list[View]:
    """The view of each side that a view is about."""
    return [view] if view.side else [view.of(side) for side in BOTH]


def opponent(view: View) -> View:
    """The view of the other side; the same view for both sides."""
    other = {"White": "Black", "Black": "White"}.get(view.side, "")
    return view.of(other)


def is_everywhere(view: View, key: str) -> bool:
    """Whether a region is the whole board."""
    return len(view.squares(key)) == view.variant.files * view.variant.ranks
