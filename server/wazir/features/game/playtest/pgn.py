"""Games in PGN."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from wazir.features.game.playtest.endings import ENDINGS, ending
from wazir.features.game.playtest.game import Game
from wazir.notations.variant import ResolvedVariant
from wazir.placement import BLACK

_WIDTH = 80
_RESULTS = {1: "1-0", -1: "0-1", 0: "1/2-1/2", None: "*"}


def pgn(game: Game, variant: ResolvedVariant, reason: str = "") -> str:
    """A game in PGN, with the moves as the engine writes them.

    Args:
        game: The game.
        variant: Its variant.
        reason: Why it is worth seeing.
    """
    result = _RESULTS[game.result]
    tags = {
        "Event": f"Playtest{f', {reason}' if reason else ''}",
        "Site": "?",
        "Date": "????.??.??",
        "Round": str(game.index + 1),
        "White": game.players[0],
        "Black": game.players[1],
        "Result": result,
        "Variant": variant.name,
        "SetUp": "1",
        "FEN": game.start,
        "PlyCount": str(game.plies),
        "Termination": ENDINGS[ending(game, variant)],
    }
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    moves = textwrap.fill(" ".join([*_numbered(game), result]), _WIDTH, break_on_hyphens=False)
    return f"{head}\n{moves}\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _numbered(game: Game) -> Iterator[str]:
    """The moves with their numbers."""
    first = int(bool(game.moves) and game.moves[0].side == BLACK)
    for number, move in enumerate(game.moves, first):
        if number % 2 == 0:
            yield f"{number // 2 + 1}."
        elif number == first:
            yield f"{number // 2 + 1}..."
        yield move.san
