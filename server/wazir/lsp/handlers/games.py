"""Games: evaluations of positions and records with their lenses and commands, and variants as
engines play them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from wazir.ben39.actions import spell
from wazir.ben39.search import Limits
from wazir.ben39.words import describe
from wazir.document import Document
from wazir.engines import EngineError, library, program
from wazir.features import RequestError
from wazir.features.game import evaluation
from wazir.features.game.analysis import SECONDS, agreement, analysis_as_json, curve, from_json
from wazir.features.game.evaluation import LEVELS, JsonReport, best, summary
from wazir.features.game.position import MAX_PLAYED, UNNAMED, reached
from wazir.features.game.variant import LEVELS as ENGINE_LEVELS
from wazir.features.game.variant import (
    MAX_SECONDS,
    EngineState,
    Level,
    PlayedVariant,
    position,
    variant_at,
)
from wazir.features.variants import engine_diagnostics
from wazir.lsp.custom_requests import AnalyseParams, EvaluateParams, PlayParams, ReplyParams
from wazir.lsp.documents import ChunkDiagnostics, OpenFile
from wazir.lsp.handlers.views import as_answer
from wazir.lsp.processes import analysis, finished, reports
from wazir.lsp.snapshot import Snapshot
from wazir.piece.drawing.shapes import Theme

EVALUATE, STOP = "wazir.evaluate", "wazir.stopEvaluation"
"""The commands of lenses. The arguments of the first are the URI of a document and a position in
it.
"""
PLAYTEST = "wazir.playtest"
"""The command of the client that plays a variant or Ben39 by itself, with the same arguments."""
USUAL_SECONDS = 10
"""The time of a search without limits."""
_TITLE = "Evaluating"


def code_lenses(snapshot: Snapshot, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """The evaluations of game positions, with commands to search."""
    opened = snapshot.opened(params.text_document)
    lenses = list[types.CodeLens]()
    snapshot.session.evaluations.seen()
    for document in opened.documents():
        for lens in evaluation.lenses(document, snapshot.session.evaluations.summary):
            place = snapshot.columns(document).range(lens.span)
            is_running = lens.state is not None and lens.state == snapshot.session.evaluations.state
            title = f"{_TITLE}: {lens.title}" if is_running else lens.title
            arguments = None if lens.state is None else [opened.uri, place.start]
            command = types.Command(
                title, command=EVALUATE if arguments else "", arguments=arguments
            )
            lenses.append(types.CodeLens(place, command))
            if is_running:
                lenses.append(types.CodeLens(place, types.Command("Stop", command=STOP)))
            if arguments and snapshot.client.playtests:
                lenses.append(_playtest_lens(opened.uri, place))
        lenses += _variant_lenses(snapshot, opened.uri, document)
    return lenses


def _variant_lenses(snapshot: Snapshot, uri: str, document: Document) -> Iterator[types.CodeLens]:
    """A command above each variant that plays it by itself, for clients that have it."""
    if not snapshot.client.playtests or document.notation.variants is None:
        return
    columns = snapshot.columns(document)
    for placed in document.chunks():
        for section in placed.chunk.analysis.outline[:1]:
            place = columns.range(section.selection.moved(placed.start))
            yield _playtest_lens(uri, place)


def _playtest_lens(uri: str, place: types.Range) -> types.CodeLens:
    command = types.Command("Playtest", command=PLAYTEST, arguments=[uri, place.start])
    return types.CodeLens(place, command)


async def evaluate_command(
    snapshot: Snapshot, uri: str, position: types.Position
) -> JsonReport | None:
    """Evaluates the game position at a position. Reports are kept, and shown in lenses."""
    identifier = types.TextDocumentIdentifier(uri)
    token = snapshot.session.command_token
    return await evaluate(
        snapshot, EvaluateParams(text_document=identifier, position=position, work_done_token=token)
    )


async def evaluate(snapshot: Snapshot, params: EvaluateParams) -> JsonReport | None:
    """Evaluates a game position within limits, with partial results if the client wants them; null
    without a record.
    """
    seconds = params.seconds if params.depth or params.nodes or params.seconds else USUAL_SECONDS
    limits = Limits(depth=params.depth, nodes=params.nodes, seconds=seconds, lines=params.lines)
    file, offset = snapshot.place(params)
    if (place := reached(file.document, offset, params.line)) is None:
        return None
    if place.refused:
        raise JsonRpcInvalidParams(
            f"`{place.refused.text[:40]}` is not legal there: {place.refused.reason}"
        )
    source = file.uri, file.document.chunk_at(offset).chunk.text

    def with_note(report: JsonReport) -> JsonReport:
        note = agreement(place.game, report, snapshot.session.verdicts.of(place.whole))
        # The search knows only the position.
        return report | {
            "record": place.definition.name,
            "note": note,
        }

    async with progress(
        snapshot, params.work_done_token, _TITLE, stop=snapshot.session.evaluations.stop
    ) as report:

        def show(evaluation: JsonReport) -> None:
            report(summary(evaluation))
            snapshot.session.server.partial_result(
                params.partial_result_token, with_note(evaluation)
            )

        last = await snapshot.session.evaluations.evaluate(source, place.game, limits, tell=show)
    return last and with_note(last)


async def reply(snapshot: Snapshot, params: ReplyParams) -> dict[str, Any] | None:
    """The action that the program plays in a game position, or the engine in a variant; null if
    none is legal.
    """
    if params.level > len(LEVELS):
        raise JsonRpcInvalidParams(
            f"There is no level {params.level}; the highest is {len(LEVELS)}."
        )
    file, offset = snapshot.place(params)
    if (place := reached(file.document, offset, params.line)) is None:
        return await _reply_of_engine(snapshot, file, offset, params=params)
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
    snapshot: Snapshot, token: int | str | None, title: str, stop: Callable[[], object]
) -> AsyncIterator[Callable[[str], None]]:
    """Shows the progress of a search, with a way to cancel it by *stop*, if the client supports
    that.
    """
    shown = snapshot.session.server.work_done_progress
    if token is None and snapshot.client.progress:
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


async def analyse(snapshot: Snapshot, params: AnalyseParams) -> dict[str, Any] | None:
    """Analyses the record at a position, or a line of play; what is done when the progress is
    cancelled.

    The first actions are not searched again if they were analysed with the same limits.
    """
    file, offset = snapshot.place(params)
    if (place := reached(file.document, offset, params.line)) is None:
        return None
    game, kept = place.whole, snapshot.session.verdicts
    limits = Limits(
        nodes=params.nodes, seconds=params.seconds or (None if params.nodes else SECONDS)
    )
    judged = [verdict for ply, verdict in enumerate(kept.of(game, limits)) if verdict.ply == ply]

    async def search() -> None:
        async with aclosing(analysis(game, limits, len(judged))) as lines:
            async for data in lines:
                verdict = from_json(data)
                judged.append(verdict)
                kept.keep(game, limits, verdict)
                report(f"{len(judged)} of {len(game.actions)} actions")
                snapshot.session.server.partial_result(
                    params.partial_result_token, analysis_as_json([verdict], 1)["actions"][0]
                )
                if verdict.mark:
                    snapshot.session.refresh_inlay_hints()

    if len(judged) < len(game.actions):
        async with progress(
            snapshot, params.work_done_token, "Analysing", stop=lambda: task.cancel()
        ) as report:
            task = asyncio.get_running_loop().create_task(search())
            try:
                await finished(task)
            finally:
                snapshot.session.refresh_inlay_hints()
    answer = analysis_as_json(judged, len(game.actions))
    name = place.definition.name
    theme = Theme(params.theme or snapshot.client.theme)
    return answer | {
        "record": name,
        "svg": curve(
            judged, title=name or UNNAMED, description=" ".join(answer["summary"]), theme=theme
        ),
    }


# Variants as engines play and load them

ENGINE = "wazir/engine"
"""The request to clients that know the legal moves of variants."""
OPPONENT = "wazir/opponent"
"""The request to clients whose engine searches for moves in variants."""
CHECK = "wazir.checkWithEngine"
"""The command that checks a file by the engine. Its argument is the URI of the file."""


async def play(snapshot: Snapshot, params: PlayParams) -> dict[str, Any] | None:
    """The position of a variant after some moves, as a *features.game.view.PositionView*, or
    null.
    """
    file, offset = snapshot.place(params)
    if (variant := variant_at(file.document, offset)) is None:
        return None
    view = position(
        variant,
        await _state(snapshot, variant, params),
        params.played,
        can_reply=bool(snapshot.session.engine) or snapshot.client.has_opponent,
        theme=params.theme or snapshot.client.theme,
        has_picture=params.picture,
    )
    return as_answer(snapshot, file, view)


async def _state(
    snapshot: Snapshot, variant: PlayedVariant, params: PlayParams | ReplyParams
) -> EngineState:
    moves, start = params.played, " ".join(params.start.split())
    if len(moves) > MAX_PLAYED:
        raise RequestError(f"No more than {MAX_PLAYED:,} moves may be played.")
    config, name = variant.document.text, variant.variant.name
    if not snapshot.client.has_engine:
        return EngineState(**await library.position(config, name, moves, start=start))
    question = {"config": config, "name": name, "moves": [*moves], "start": start}
    answer = await ask_client(snapshot, ENGINE, question, field="fen")
    return EngineState(
        fen=answer["fen"],
        played=answer["played"],
        legal=answer["legal"],
        is_check=answer["isCheck"],
        result=answer["result"],
        can_claim=answer["canClaim"],
        start=start,
        is_insufficient=answer.get("isInsufficient") is True,
    )


async def ask_client(
    snapshot: Snapshot, method: str, question: Mapping[str, object], field: str
) -> Mapping[str, Any]:
    """What the engine of the client answers: an object with a field.

    Raises:
        EngineError: It has a problem instead.
    """
    protocol, identity = snapshot.session.server.protocol, str(uuid4())
    try:
        answer = await protocol.send_request_async(method, question, identity)
    except asyncio.CancelledError:
        protocol.notify(types.CANCEL_REQUEST, types.CancelParams(identity))
        raise
    if not isinstance(answer, Mapping) or field not in answer:
        problem = answer.get("problem") if isinstance(answer, Mapping) else None
        raise EngineError(str(problem or "The engine has no answer."))
    return answer


async def check(snapshot: Snapshot, uri: str) -> None:
    """Shows what the engine says about a file as diagnostics, until the file changes."""
    file = snapshot.opened(types.TextDocumentIdentifier(uri))
    messages = list[ChunkDiagnostics]()
    try:
        for document in file.documents():
            if document.notation.variants:
                said = await program.messages(
                    snapshot.session.engine, document.text, snapshot.paths()
                )
                found = engine_diagnostics(document, said)
                messages.append(ChunkDiagnostics(document, 0, found))
    except EngineError as problem:
        snapshot.session.server.warn(str(problem))
    else:
        snapshot.session.show_engine_messages(file, messages)


async def _reply_of_engine(
    snapshot: Snapshot, file: OpenFile[Document], offset: int, params: ReplyParams
) -> dict[str, Any] | None:
    """The move that the engine plays in a position of a variant; null without a variant."""
    if (variant := variant_at(file.document, offset)) is None:
        return None
    state = await _state(snapshot, variant, params)
    moves = [move for move, _ in state.played]
    if len(moves) < len(params.played):
        raise JsonRpcInvalidParams(f"`{params.played[len(moves)][:40]}` is not legal there.")
    answer = await _best_move(snapshot, variant, state, level=ENGINE_LEVELS[params.level - 1])
    words = [san for move, san, _ in state.legal if move == answer.move]
    return {"action": answer.move, "words": words[0], "summary": answer.summary} if words else None


async def _best_move(
    snapshot: Snapshot, variant: PlayedVariant, state: EngineState, level: Level
) -> program.BestMove:
    """The move of the program that the user names, or of the engine of the client."""
    config, name = variant.document.text, variant.variant.name
    moves = [move for move, _ in state.played]
    if snapshot.session.engine or not snapshot.client.has_opponent:
        return await program.best_move(
            snapshot.session.engine,
            variant=(config, name),
            moves=moves,
            skill=level.skill,
            seconds=MAX_SECONDS,
            nodes=level.nodes,
            start=state.start,
            folders=snapshot.paths(),
        )
    commands = program.search_commands(
        name, moves, level.skill, seconds=MAX_SECONDS, nodes=level.nodes, start=state.start
    )
    question = {"config": config, "name": name, "commands": commands}
    answer = await ask_client(snapshot, OPPONENT, question, field="lines")
    return program.found_move([*map(str, answer["lines"])])
