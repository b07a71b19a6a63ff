"""The rule that ended a game of a variant, in the words of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from wazir.features.game.playtest.endings import ENDINGS, ending, immediate_endings
from wazir.features.game.playtest.game import Game
from wazir.notations.variant import ResolvedVariant

_KEYS: Mapping[str, tuple[str, ...]] = {
    "checkmate": ("checkmateValue",),
    "stalemate": ("stalemateValue",),
    "flag": ("flagPiece",),
    "extinction": ("extinctionValue",),
    "checks": ("checkCounting",),
    "connection": ("connectN", "collinearN", "connectNxN", "connectRegion1"),
    "castling": ("castlingWins",),
    "passes": ("wallOrMove",),
    "kings": ("bikjangRule",),
    "full": ("adjudicateFullBoard",),
}
"""The keys whose sentences tell an ending."""
_UNSEEN = ("connection", "kings")
"""The endings that no position shows."""


def ending_sentence(
    game: Game,
    variant: ResolvedVariant,
    is_immediate: bool | None,
    told: Callable[[str], Sequence[str]],
) -> str:
    """The sentence of the rule that ended a game; empty if it is not known.

    Args:
        game: The game.
        variant: The variant.
        is_immediate: A rule other than the lack of legal moves has ended it; None if the engine
            does not say.
        told: The sentences of the rules that tell a key.
    """
    name = _ending(game, variant, is_immediate)
    if name == "material":
        return f"{ENDINGS[name].capitalize()}."
    other = {"white": "Black ", "black": "White "}.get(game.winner or "", "-")
    sentences = [
        sentence
        for key in _KEYS.get(name, ())
        for sentence in told(key)
        if not sentence.startswith(other)
    ]
    return sentences[0] if len(sentences) == 1 else ""


def _ending(game: Game, variant: ResolvedVariant, is_immediate: bool | None) -> str:
    """The ending, a key of *ENDINGS*."""
    if is_immediate is not None or game.end == "material":
        return ending(replace(game, is_immediate=bool(is_immediate)), variant)
    possible = immediate_endings(game, variant)
    if not possible:
        return ending(replace(game, is_immediate=False), variant)
    return possible[0] if len(possible) == 1 and possible[0] not in _UNSEEN else "unknown"
