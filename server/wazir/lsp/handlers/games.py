"""Evaluation of game positions and records: lenses, their commands, `wazir/evaluate` and `wazir/analyse`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from itertools import count, takewhile
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from wazir.ben39.search import Limits
from wazir.features.game import evaluation
from wazir.features.game.analysis import SECONDS, analysis_as_json, from_json
from wazir.features.game.curve import curve
from wazir.features.game.evaluation import JsonReport, summary
from wazir.features.game.position import UNNAMED
from wazir.features.game.view import Line, reached
from wazir.lsp import convert
from wazir.lsp.custom_requests import AnalyseParams, EvaluateParams
from wazir.lsp.dispatch import EVALUATE, STOP
from wazir.lsp.endpoint import RpcError
from wazir.lsp.positions import offset_of
from wazir.lsp.processes import analysis
from wazir.lsp.server import WazirServer
from wazir.piece.drawing.shapes import Theme
from wazir.steps import Steps

USUAL = Limits(seconds=10)
"""The limits of a search that a lens starts."""
_TITLE = "Evaluating"
_STOP = "Stop"


def code_lenses(server: WazirServer, params: types.CodeLensParams) -> Steps[list[types.CodeLens] | None]:
    """The evaluations of game positions, with commands to search."""
    if not (opened := server.opened(params.text_document)):
        return None
    found = list[types.CodeLens]()
    server.evaluations.seen()
    for document in opened.documents():
        yield
        for lens in (yield from evaluation.lenses.steps(document, server.evaluations.summary)):
            place = convert.range_(document, lens.span, server.client.encoding)
            is_running = lens.state is not None and lens.state == server.evaluations.state
            found.append(types.CodeLens(place, _command(opened.uri, place.start, lens, is_running)))
            if is_running:
                found.append(types.CodeLens(place, types.Command(_STOP, command=STOP)))
            yield
    return found


def _command(uri: str, position: types.Position, lens: evaluation.Lens, is_running: bool) -> types.Command:
    if lens.state is None:
        return types.Command(lens.title, command="")
    title = f"{_TITLE}: {lens.title}" if is_running else lens.title
    return types.Command(title, command=EVALUATE, arguments=[uri, position])


async def evaluate_command(server: WazirServer, uri: str, position: types.Position) -> JsonReport | None:
    """Evaluates the game position at a position. Reports are kept, and shown in lenses."""
    token, identifier = server.typed.command_token, types.TextDocumentIdentifier(uri)
    return await _evaluate(server, identifier, position, Line(), USUAL, token, lambda _: None)


def evaluate(server: WazirServer, params: EvaluateParams) -> Coroutine[Any, Any, JsonReport | None]:
    """Evaluates a game position within limits, with partial results if the client wants them."""
    partial = params.partial_result_token

    def tell(evaluation: JsonReport) -> None:
        if partial is not None:
            server.endpoint.partial_result(partial, evaluation)

    limits = Limits(depth=params.depth, nodes=params.nodes, seconds=params.seconds, lines=params.lines)
    if not (params.depth or params.nodes or params.seconds):
        limits = replace(USUAL, lines=params.lines)
    token = params.work_done_token
    return _evaluate(server, params.text_document, params.position, params.line, limits, token, tell)


async def _evaluate(
    server: WazirServer,
    identifier: types.TextDocumentIdentifier,
    position: types.Position,
    line: Line,
    limits: Limits,
    token: int | str | None,
    tell: Callable[[JsonReport], None],
) -> JsonReport | None:
    file = server.file(identifier, position)
    if file is None:
        return None
    offset = offset_of(file.document, position, server.client.encoding)
    found = reached(file.document, offset, line)
    if found is None:
        return None
    if found.refused:
        raise JsonRpcInvalidParams(f"`{found.refused.text[:40]}` is not legal there: {found.refused.reason}")
    source = file.uri, file.document.chunk_at(offset).chunk.text
    record = {"record": found.definition.name}  # the search knows only the position
    async with progress(server, token, _TITLE, server.evaluations.stop) as report:

        def show(evaluation: JsonReport) -> None:
            report(summary(evaluation))
            tell(evaluation | record)

        last = await server.evaluations.evaluate(source, found.game, limits, show)
    return last and last | record


@asynccontextmanager
async def progress(
    server: WazirServer, token: int | str | None, title: str, stop: Callable[[], object]
) -> AsyncIterator[Callable[[str], None]]:
    """Shows the progress of a search, with a way to cancel it by *stop*, if the client supports that."""
    shown, loop = server.typed.progress, asyncio.get_running_loop()
    if token is None and server.client.progress:
        token = str(uuid4())
        try:
            await server.endpoint.answer("window/workDoneProgress/create", {"token": token})
        except RpcError:
            token = None
    if token is None:
        yield lambda _: None
        return
    shown.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
    shown.tokens[token].add_done_callback(lambda _: loop.call_soon_threadsafe(stop))
    try:
        yield lambda message: shown.report(token, types.WorkDoneProgressReport(message=message))
    finally:
        del shown.tokens[token]
        shown.end(token, types.WorkDoneProgressEnd())


async def analyse(server: WazirServer, params: AnalyseParams) -> dict[str, Any] | None:
    """Analyses the record at a position, or a line of play; what is done when the progress is cancelled.

    The first actions are not searched again if they were analysed with the same limits.
    """
    file = server.file(params.text_document, params.position)
    if file is None:
        return None
    document = file.document
    place = reached(document, offset_of(document, params.position, server.client.encoding), params.line)
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
                    server.endpoint.partial_result(params.partial_result_token, shown)
                if verdict.mark:
                    server.refresh_inlay_hints()

    if len(found) < len(game.actions):
        async with progress(server, params.work_done_token, "Analysing", lambda: task.cancel()) as report:
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
