"""The analysis of a record of a game: `wazir/analyse`."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from itertools import count, takewhile
from typing import Any

from lsprotocol import types

from wazir.ben39.search import Limits
from wazir.features.game.analysis import SECONDS, analysis_as_json, from_json
from wazir.features.game.curve import curve
from wazir.features.game.position import UNNAMED
from wazir.features.game.view import reached
from wazir.lsp import convert
from wazir.lsp.custom_requests import AnalyseParams
from wazir.lsp.handlers.games import progress
from wazir.lsp.processes import analysis
from wazir.lsp.server import WazirServer
from wazir.piece.drawing.shapes import Theme

_TITLE = "Analysing"


async def analyse(server: WazirServer, params: AnalyseParams) -> dict[str, Any] | None:
    """Analyses the record at a position, or a line of play; what is done when the progress is cancelled.

    The first actions are not searched again if they were analysed with the same limits.
    """
    file = server.file(params.text_document, params.position)
    if file is None:
        return None
    document = file.document
    place = reached(document, convert.offset_of(document, params.position, server.client.encoding), params.line)
    if place is None:
        return None
    game, kept = place.whole, server.verdicts
    limits = Limits(nodes=params.nodes, seconds=params.seconds or (None if params.nodes else SECONDS))
    known = zip(count(), kept.of(game, limits), strict=False)
    found = [verdict for _, verdict in takewhile(lambda one: one[0] == one[1].ply, known)]

    async def search() -> None:
        async with aclosing(analysis(game, limits, len(found))) as lines:
            async for data in lines:
                verdict = from_json(data)
                found.append(verdict)
                kept.keep(game, limits, verdict)
                report(f"{len(found)} of {len(game.actions)} actions")
                if params.partial_result_token is not None:
                    (shown,) = analysis_as_json([verdict], 1)["actions"]
                    server.protocol.notify(types.PROGRESS, types.ProgressParams(params.partial_result_token, shown))
                if verdict.mark:
                    server.refresh_inlay_hints()

    if len(found) < len(game.actions):
        async with progress(server, params.work_done_token, _TITLE, lambda: task.cancel()) as report:
            task = asyncio.get_running_loop().create_task(search())
            try:
                await asyncio.wait([task])
            finally:  # the request may have been cancelled
                task.cancel()
                await asyncio.wait([task])
                server.refresh_inlay_hints()
        if not task.cancelled() and (problem := task.exception()):
            raise problem
    answer = analysis_as_json(found, len(game.actions))
    name, theme = place.definition.name, Theme(params.theme or server.client.theme)
    return answer | {
        "record": name,
        "svg": curve(found, title=name or UNNAMED, description=" ".join(answer["summary"]), theme=theme),
    }
