"""The rule that ended a game of a variant, in the words of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wazir.features.game.playtest.endings import ENDINGS, ending
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


def ending_sentence(
    game: Game,
    variant: ResolvedVariant,
    sentences_of: Callable[[str], Sequence[str]],
) -> str:
    """The sentence of the rule that ended a game; empty if it is not known.

    Args:
        game: The game.
        variant: The variant.
        sentences_of: The sentences of the rules that tell a key.
    """
    name = ending(game, variant)
    if name == "material":
        return f"{ENDINGS[name].capitalize()}."
    other = {"white": "Black ", "black": "White "}.get(game.winner or "", "-")
    sentences = [
        sentence
        for key in _KEYS.get(name, ())
        for sentence in sentences_of(key)
        if not sentence.startswith(other)
    ]
    return sentences[0] if len(sentences) == 1 else ""
