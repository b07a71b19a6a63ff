"""Wins in one and two moves from the start of a variant, by the engine of the client or by
pyffish.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wazir.engines import library
from wazir.engines.wins import EnginePosition, FoundWins, Line, shortest_wins, starts
from wazir.features.game.variant import PlayedVariant, variant_at
from wazir.features.variants import wins_in_words
from wazir.lsp.custom_requests import WinsParams
from wazir.lsp.handlers.games import ENGINE, ask_client
from wazir.lsp.handlers.views import as_answer
from wazir.lsp.snapshot import Snapshot


async def wins(snapshot: Snapshot, params: WinsParams) -> dict[str, Any] | None:
    """The wins from the start of the variant at a position, in sentences; null without a variant.

    It ends when the request is cancelled.
    """
    file, offset = snapshot.place(params)
    if (variant := variant_at(file.document, offset)) is None:
        return None
    if snapshot.client.has_engine:
        found = await _wins_by_client(snapshot, variant)
    else:
        found = await library.search_wins(variant.document.text, variant.variant.name)
    return as_answer(snapshot, file, {"sentences": list(wins_in_words(found))})


async def _wins_by_client(
    snapshot: Snapshot, variant: PlayedVariant
) -> Mapping[str, Mapping[str, Any]]:
    """The wins of both sides, as *engines.wins.wins* returns them, by the engine of the client."""
    start = await _answer(snapshot, variant, "", line=())
    found = starts(str(start["fen"]), is_check=start["isCheck"] is True)
    return {side: await _wins_from(snapshot, variant, fen) for side, fen in found.items()}


async def _wins_from(snapshot: Snapshot, variant: PlayedVariant, fen: str) -> Mapping[str, Any]:
    """The wins of the side to move in a position."""
    search = shortest_wins()
    sans = dict[str, str]()
    try:
        line = next(search)
        while True:
            answer = await _answer(snapshot, variant, fen, line=line)
            if not line:
                sans = {move: san for move, san, _ in answer["legal"]}
            line = search.send(_position(answer))
    except StopIteration as end:
        found: FoundWins = end.value
    moves = [sans.get(move) or move for move in found.moves]
    return {"searched": found.searched, "wins": moves}


async def _answer(
    snapshot: Snapshot, variant: PlayedVariant, start: str, line: Line
) -> Mapping[str, Any]:
    """What the engine of the client answers about the position after a line.

    Raises:
        EngineError: It has a problem instead.
    """
    question = {
        "config": variant.document.text,
        "name": variant.variant.name,
        "moves": line,
        "start": start,
    }
    return await ask_client(snapshot, ENGINE, question, field="fen")


def _position(answer: Mapping[str, Any]) -> EnginePosition:
    return EnginePosition([move for move, _, _ in answer["legal"]], answer["result"])
