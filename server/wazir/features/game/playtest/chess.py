"""Recorded figures of chess, with which those of variants are compared."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from wazir.features.game.playtest.setup import Terms

CHESS = "chess"
"""The name of the variant."""


@dataclass(frozen=True)
class ChessFigures:
    """Figures of chess, to compare with."""

    games: int
    seed: int
    draws: float
    """The share of draws among all games."""
    white_share: float
    plies: float
    """The median of finished games."""
    legal: float
    """The mean number of legal moves."""


def chess_figures(terms: Terms) -> ChessFigures | None:
    """The recorded figures of chess under the same terms but the seed; None if none are recorded.

    They were played once by this program: `chess.json` says how.
    """
    recorded = _recorded().get(terms.key)
    return ChessFigures(**recorded) if recorded else None


@cache
def _recorded() -> dict[str, Any]:
    text = (files(__package__) / "chess.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
