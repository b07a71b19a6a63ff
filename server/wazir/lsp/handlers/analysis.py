"""The analysis of a record of a game: `wazir/analyse`."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

from lsprotocol import types

from wazir.ben39.search import Limits
from wazir.features.game.analysis import SECONDS, Verdict, as_json, from_json, summary
from wazir.features.game.curve import curve
from wazir.features.game.position import UNNAMED, record_at
from wazir.lsp import convert
from wazir.lsp.custom_requests import AnalyseParams
from wazir.lsp.handlers.games import progress
from wazir.lsp.processes import analysis
from wazir.lsp.server import WazirServer
from wazir.piece.drawing.shapes import Theme

_TITLE = "Analysing"


async def analyse(server: WazirServer, params: AnalyseParams) -> dict[str, Any] | None:
    """Analyses the record at a position; what is done when the progress is cancelled."""
    file = server.file(params.text_document, params.position)
    if file is None:
        return None
    document = file.document
    record = record_at(document, convert.offset_of(document, params.position, server.client.encoding))
    if record is None:
        return None
    placed, definition, game = record
    plays = [document.place(play.moved(placed.start).start).line for play in definition.plays]
    found: list[Verdict] = []
    seconds = params.seconds or (None if params.nodes else SECONDS)

    async def search() -> None:
        async with aclosing(analysis(game, Limits(nodes=params.nodes, seconds=seconds))) as lines:
            async for data in lines:
                found.append(from_json(data))
                report(f"{len(found)} of {len(plays)} actions")
                if params.partial_result_token is not None:
                    token = params.partial_result_token
                    server.protocol.notify(types.PROGRESS, types.ProgressParams(token, data))

    async with progress(server, params.work_done_token, _TITLE, lambda: task.cancel()) as report:
        task = asyncio.get_running_loop().create_task(search() if plays else asyncio.sleep(0))
        try:
            await asyncio.wait([task])
        finally:  # the request may have been cancelled
            task.cancel()
            await asyncio.wait([task])
    if not task.cancelled() and (problem := task.exception()):
        raise problem
    return _answer(definition.name, found, plays, Theme(params.theme or server.client.theme))


def _answer(name: str | None, found: list[Verdict], lines: list[int], theme: Theme) -> dict[str, Any]:
    sentences = list(summary(found))
    return {
        "record": name,
        "actions": [
            as_json(verdict) | {"scoreText": verdict.score_text, "words": verdict.words, "line": line}
            for verdict, line in zip(found, lines, strict=False)
        ],
        "missing": len(lines) - len(found),
        "summary": sentences,
        "svg": curve(found, title=name or UNNAMED, description=" ".join(sentences), theme=theme),
    }
