"""Games of variants that the engine of the client plays (T1)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from wazir.engines import EngineError
from wazir.features.game.playtest.game import Game
from wazir.game_setup import GameSetup
from wazir.lsp.handlers.games import ask_client
from wazir.lsp.snapshot import Snapshot

GAME = "wazir/game"
"""The request to clients that play variants by themselves."""
_ENDS = ("moves", "claim", "material", "cut")
_MAX_LEGAL = 1_000_000
"""The largest number of legal moves."""
_MAX_SCORE = 200_000
"""The largest score: that of a mate."""
_MOVE = re.compile(r"[!-~]{1,24}")
_SAN = re.compile(r"[ -~]{0,32}")
_FEN = re.compile(r"(?!\S*\d{3})[!-~]{1,1000} [wb](?: [!-~]{1,100}){2,6}")
"""A position whose ranks have no number of three digits."""


async def played_by_client(snapshot: Snapshot, setup: GameSetup, number: int) -> Game:
    """A game that the client plays.

    Raises:
        EngineError: It has a problem instead, or its answer is not a game.
    """
    answer = await ask_client(snapshot, GAME, _question(setup, number), "moves")
    if not _is_game(setup, answer):
        raise EngineError("The engine has no answer.")
    return Game.of(
        {
            "index": number,
            "players": setup.players_of(number),
            "moves": answer["moves"],
            "sans": answer["sans"],
            "legal": answer["legal"],
            "fens": answer["fens"],
            "end": answer["end"],
            "result": answer["result"],
            "is_immediate": None,
            "is_check": answer["isCheck"],
            "repeats": answer["repeats"],
            "scores": answer.get("scores", ()),
        }
    )


def _question(setup: GameSetup, number: int) -> dict[str, Any]:
    """What a client is asked to play."""
    return {
        "config": setup.config,
        "name": setup.name,
        "players": setup.players_of(number),
        "seeds": [*map(seed_words, setup.seeds_of(number))],
        "opening": setup.opening,
        "plies": setup.plies,
        "values": setup.values,
        "clock": setup.clock,
        "folds": setup.folds,
        "isClaimed": setup.is_claimed,
        "changesSides": setup.changes_sides,
        "nodes": setup.nodes,
    }


def seed_words(seed: str) -> list[int]:
    """The integer that `random.Random` makes of a seed, in words of 32 bits, the lowest first."""
    text = seed.encode()
    number = text + hashlib.sha512(text).digest()
    padded = number.rjust(-(-len(number) // 4) * 4, b"\0")
    words = [int.from_bytes(padded[at : at + 4], "big") for at in range(0, len(padded), 4)]
    return words[::-1]


def _is_game(setup: GameSetup, answer: Mapping[str, Any]) -> bool:
    """Whether the answer of a client is a game: of the right types, of bounded size, and with
    numbers that fit each other.
    """
    moves = answer["moves"]
    if not isinstance(moves, list) or len(moves) > setup.plies:
        return False
    plies = len(moves)
    is_each_valid = {
        "moves": _is_list(moves, plies, _matches(_MOVE)),
        "sans": _is_list(answer.get("sans"), plies, _matches(_SAN)),
        "legal": _is_list(answer.get("legal"), plies, lambda count: _is_from(count, 1, _MAX_LEGAL)),
        "fens": _are_positions(answer.get("fens"), plies),
        "end": answer.get("end") in _ENDS,
        "result": _is_result(answer.get("end"), answer.get("result")),
        "isCheck": isinstance(answer.get("isCheck"), bool),
        "repeats": _is_from(answer.get("repeats"), 0, setup.plies),
        "scores": not answer.get("scores") or _is_list(answer["scores"], plies, _is_score),
    }
    return all(is_each_valid.values())


def _is_list(values: object, length: int, is_valid: Callable[[Any], bool]) -> bool:
    return isinstance(values, list) and len(values) == length and all(map(is_valid, values))


def _matches(form: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and bool(form.fullmatch(value))


def _is_from(value: object, least: int, most: int) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return least <= value <= most


def _is_score(value: object) -> bool:
    return value is None or _is_from(value, -_MAX_SCORE, _MAX_SCORE)


def _is_result(end: object, result: object) -> bool:
    """Whether a result fits the end of the game."""
    if end == "cut" or result is None:
        return end == "cut" and result is None
    return _is_from(result, -1, 1)


def _are_positions(positions: object, plies: int) -> bool:
    """Whether positions are given by rising plies, from the start to the end."""
    if not isinstance(positions, list) or not 1 <= len(positions) <= plies + 1:
        return False
    for position in positions:
        is_pair = isinstance(position, list) and len(position) == 2
        if not (is_pair and _is_from(position[0], 0, plies) and _matches(_FEN)(position[1])):
            return False
    numbers = [ply for ply, _ in positions]
    is_whole = numbers[0] == 0 and numbers[-1] == plies
    return is_whole and all(before < after for before, after in pairwise(numbers))
