"""Where walls are put."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts.regions import is_everywhere
from wazir.notations.engine_files.variants_ini.facts.table import named

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View

_BUT = "any square but "


def _wall_squares(view: View) -> str:
    """Where walls may be placed, unless everywhere."""
    if is_everywhere(view, "wallingRegion"):
        return ""
    where = view.word("wallingRegion", "")
    if where.startswith(_BUT):
        return f", but not on {where.removeprefix(_BUT)}"
    return f", but only on {where}"


def _square_walled_instead(view: View) -> str:
    """The square that a side may block in place of a move."""
    if view.value("wallingRule") == "edge":
        return "a square on the edge of the board or beside a blocked one"
    return "an empty square"


FACTS = named(
    _square_walled_instead,
    _wall_squares,
)
