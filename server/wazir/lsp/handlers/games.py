"""Evaluation of game positions and records: lenses, their commands, `wazir/evaluate` and `wazir/analyse`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from itertools import count, takewhile
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from wazir.ben39.actions import spell
from wazir.ben39.search import Limits
from wazir.ben39.words import describe
from wazir.features.game import evaluation
from wazir.features.game.analysis import SECONDS, agreement, analysis_as_json, curve, from_json
from wazir.features.game.evaluation import LEVELS, JsonReport, best, summary
from wazir.features.game.playing import LineOfPlay, reached
from wazir.features.game.position import UNNAMED
from wazir.lsp import convert
from wazir.lsp.custom_requests import AnalyseParams, EvaluateParams, ReplyParams
from wazir.lsp.handlers import variants
from wazir.lsp.processes import analysis, finished, reports
from wazir.lsp.session import Session
from wazir.piece.drawing.shapes import Theme

EVALUATE, STOP = "wazir.evaluate", "wazir.stopEvaluation"
"""The commands of lenses. The arguments of the first are the URI of a document and a position in it."""
USUAL = Limits(seconds=10)
"""The limits of a search that a lens starts."""
_TITLE = "Evaluating"
_STOP = "Stop"


def code_lenses(session: Session, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """The evaluations of game positions, with commands to search."""
    opened = session.opened(params.text_document)
    lenses = list[types.CodeLens]()
    session.evaluations.seen()
    for document in opened.documents():
        for lens in evaluation.lenses(document, session.evaluations.summary):
            place = convert.range_(document, lens.span, session.client.encoding)
            is_running = lens.state is not None and lens.state == session.evaluations.state
            lenses.append(types.CodeLens(place, _command(opened.uri, place.start, lens, is_running)))
            if is_running:
                lenses.append(types.CodeLens(place, types.Command(_STOP, command=STOP)))
    return lenses


def _command(uri: str, position: types.Position, lens: evaluation.Lens, is_running: bool) -> types.Command:
    if lens.state is None:
        return types.Command(lens.title, command="")
    title = f"{_TITLE}: {lens.title}" if is_running else lens.title
    return types.Command(title, command=EVALUATE, arguments=[uri, position])


async def evaluate_command(session: Session, uri: str, position: types.Position) -> JsonReport | None:
    """Evaluates the game position at a position. Reports are kept, and shown in lenses."""
    token, identifier = session.command_token, types.TextDocumentIdentifier(uri)
    return await _evaluate(session, identifier, position, LineOfPlay(), USUAL, token, lambda _: None)


async def evaluate(session: Session, params: EvaluateParams) -> JsonReport | None:
    """Evaluates a game position within limits, with partial results if the client wants them."""
    partial = params.partial_result_token

    def tell(evaluation: JsonReport) -> None:
        if partial is not None:
            session.server.partial_result(partial, evaluation)

    limits = Limits(depth=params.depth, nodes=params.nodes, seconds=params.seconds, lines=params.lines)
    if not (params.depth or params.nodes or params.seconds):
        limits = replace(USUAL, lines=params.lines)
    token = params.work_done_token
    return await _evaluate(session, params.text_document, params.position, params.line, limits, token, tell)


async def _evaluate(
    session: Session,
    identifier: types.TextDocumentIdentifier,
    position: types.Position,
    line: LineOfPlay,
    limits: Limits,
    token: int | str | None,
    tell: Callable[[JsonReport], None],
) -> JsonReport | None:
    file = session.file(identifier, position)
    offset = convert.offset_of(file.document, position, session.client.encoding)
    place = reached(file.document, offset, line)
    if place is None:
        return None
    if place.refused:
        raise JsonRpcInvalidParams(f"`{place.refused.text[:40]}` is not legal there: {place.refused.reason}")
    source = file.uri, file.document.chunk_at(offset).chunk.text

    def told(report: JsonReport) -> JsonReport:
        note = agreement(place.game, report, session.verdicts.of(place.whole))
        return report | {"record": place.definition.name, "note": note}  # the search knows only the position

    async with progress(session, token, _TITLE, session.evaluations.stop) as report:

        def show(evaluation: JsonReport) -> None:
            report(summary(evaluation))
            tell(told(evaluation))

        last = await session.evaluations.evaluate(source, place.game, limits, show)
    return last and told(last)


async def reply(session: Session, params: ReplyParams) -> dict[str, Any] | None:
    """The action that the program plays in a game position, by a search of its own."""
    if params.level > len(LEVELS):
        raise JsonRpcInvalidParams(f"There is no level {params.level}; the highest is {len(LEVELS)}.")
    file, offset = session.place(params)
    place = reached(file.document, offset, params.line)
    if place is None:
        return await variants.reply(session, params)
    report: JsonReport = {"depth": 0, "lines": []}
    async with aclosing(reports(place.game, LEVELS[params.level - 1].limits)) as search:
        async for current in search:
            report = current
    action, state = best(place.game.state, report), place.game.state
    if action is None:
        return None
    return {"action": spell(action), "words": describe(state, action), "summary": summary(report)}


@asynccontextmanager
async def progress(
    session: Session, token: int | str | None, title: str, stop: Callable[[], object]
) -> AsyncIterator[Callable[[str], None]]:
    """Shows the progress of a search, with a way to cancel it by *stop*, if the client supports that."""
    shown = session.server.work_done_progress
    if token is None and session.client.progress:
        token = str(uuid4())
        try:
            await shown.create_async(token)
        except JsonRpcException:
            token = None
    if token is None:
        yield lambda _: None
        return
    shown.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
    shown.tokens[token].add_done_callback(lambda _: stop())
    try:
        yield lambda message: shown.report(token, types.WorkDoneProgressReport(message=message))
    finally:
        del shown.tokens[token]
        shown.end(token, types.WorkDoneProgressEnd())


async def analyse(session: Session, params: AnalyseParams) -> dict[str, Any] | None:
    """Analyses the record at a position, or a line of play; what is done when the progress is cancelled.

    The first actions are not searched again if they were analysed with the same limits.
    """
    file, offset = session.place(params)
    place = reached(file.document, offset, params.line)
    if place is None:
        return None
    game, kept = place.whole, session.verdicts
    limits = Limits(nodes=params.nodes, seconds=params.seconds or (None if params.nodes else SECONDS))
    known = zip(count(), kept.of(game, limits), strict=False)
    judged = [verdict for _, verdict in takewhile(lambda numbered: numbered[0] == numbered[1].ply, known)]

    async def search() -> None:
        async with aclosing(analysis(game, limits, len(judged))) as lines:
            async for data in lines:
                verdict = from_json(data)
                judged.append(verdict)
                kept.keep(game, limits, verdict)
                report(f"{len(judged)} of {len(game.actions)} actions")
                if params.partial_result_token is not None:
                    (shown,) = analysis_as_json([verdict], 1)["actions"]
                    session.server.partial_result(params.partial_result_token, shown)
                if verdict.mark:
                    session.refresh_inlay_hints()

    if len(judged) < len(game.actions):
        async with progress(session, params.work_done_token, "Analysing", lambda: task.cancel()) as report:
            task = asyncio.get_running_loop().create_task(search())
            try:
                await finished(task)
            finally:
                session.refresh_inlay_hints()
    answer = analysis_as_json(judged, len(game.actions))
    name, theme = place.definition.name, Theme(params.theme or session.client.theme)
    return answer | {
        "record": name,
        "svg": curve(judged, title=name or UNNAMED, description=" ".join(answer["summary"]), theme=theme),
    }
