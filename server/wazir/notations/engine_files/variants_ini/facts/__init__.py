"""Facts about a variant that its rules in words need beyond single values, such as who castles and
who is royal (V7, V15).

Each module has a subject of the rules. Its `FACTS` are the functions that `clauses.toml` names: a
condition, or words for a sentence, which are empty where there is nothing to say.
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
"""All facts by the names that follow `@` in `clauses.toml`."""
