"""What clauses ask of a variant beyond single values: who castles, who is royal (V7, V15).

Each module is about a subject of the rules, and lists those of its functions that clauses name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import (
    castling,
    diagonals,
    draws,
    goals,
    hands,
    pawn_steps,
    promotion,
    repeating,
    royals,
    walls,
)

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View

FACTS: Mapping[str, Callable[[View], object]] = {
    **castling.FACTS,
    **diagonals.FACTS,
    **draws.FACTS,
    **goals.FACTS,
    **hands.FACTS,
    **pawn_steps.FACTS,
    **promotion.FACTS,
    **repeating.FACTS,
    **royals.FACTS,
    **walls.FACTS,
}
"""The facts of the table of clauses, by the names that follow `@` there."""
