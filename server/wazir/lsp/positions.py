"""The answers about positions of games: lenses, and looking ahead."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from wazir.ben39.search import Limits
from wazir.features.game import lenses
from wazir.features.game.evaluation import Said, summary
from wazir.features.game.view import Line, NotSoMany, reached
from wazir.lsp import from_lsp, to_lsp
from wazir.lsp.ours import asked, line_of
from wazir.lsp.requests import EVALUATE, EVALUATION, STOP
from wazir.lsp.server import WazirServer
from wazir.steps import Steps

USUAL = Limits(seconds=10)
"""How far a lens looks."""
_TITLE = "Evaluating"
_STOP = "Stop"


def code_lenses(server: WazirServer, params: types.CodeLensParams) -> Steps[list[types.CodeLens] | None]:
    """How positions stand, above their records, with commands to look ahead."""
    if not (opened := server.opened(params.text_document)):
        return None
    found = list[types.CodeLens]()
    server.evaluations.seen()
    for document in opened.documents():
        for lens in (yield from lenses.lenses.steps(document, server.evaluations.said)):
            place = to_lsp.range_(document, lens.span, server.client.encoding)
            found.append(types.CodeLens(place, _command(server, opened.uri, place, lens)))
            if lens.state is not None and lens.state == server.evaluations.state:
                found.append(types.CodeLens(place, types.Command(_STOP, command=STOP)))
            yield
    return found


def _command(server: WazirServer, uri: str, place: types.Range, lens: lenses.Lens) -> types.Command:
    running = lens.state is not None and lens.state == server.evaluations.state
    if lens.state is None:
        return types.Command(lens.title, command="")
    title = f"{_TITLE}: {lens.title}" if running else lens.title
    return types.Command(title, command=EVALUATE, arguments=[uri, place.start])


async def evaluate(server: WazirServer, uri: str, position: types.Position) -> Said | None:
    """Looks ahead in the position at a place; what is found is kept, and shown beside the position."""
    token = server.protocol.command_token
    return await _evaluate(server, uri, position, Line(), USUAL, token, lambda _: None)


def evaluate_request(server: WazirServer, params: Any) -> Coroutine[Any, Any, Said | None]:
    """Looks ahead, as a request: with limits, and partial results if the client wants them."""
    wanted = asked(EVALUATION, params)
    uri, place = wanted["textDocument"].uri, wanted["position"]
    position, line = types.Position(place.line, place.character), line_of(wanted)
    bounds = {name: wanted.get(name) for name in ("depth", "nodes", "seconds")}
    limits = Limits(**bounds, lines=wanted.get("lines", 1))
    partial, bounded = wanted.get("partialResultToken"), any(bounds.values())

    def tell(said: Said) -> None:
        if partial is not None:
            server.protocol.notify(types.PROGRESS, types.ProgressParams(partial, said))

    chosen = limits if bounded else replace(USUAL, lines=limits.lines)
    return _evaluate(server, uri, position, line, chosen, wanted.get("workDoneToken"), tell)


async def _evaluate(
    server: WazirServer,
    uri: str,
    position: types.Position,
    line: Line,
    limits: Limits,
    token: int | str | None,
    tell: Callable[[Said], None],
) -> Said | None:
    file = server.file(types.TextDocumentIdentifier(uri), position)
    if file is None:
        return None
    offset = from_lsp.offset(file.document, position, server.client.encoding)
    try:
        found = reached(file.document, offset, line)
    except NotSoMany as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    if found is None:
        return None
    if found.refused:
        raise JsonRpcInvalidParams(f"`{found.refused.text[:40]}` is not legal there: {found.refused.reason}")
    state = found.game.state
    source = uri, file.document.chunk_at(offset).chunk.text
    record = {"record": found.definition.name}  # the search knows the position alone
    async with _progress(server, token) as report:

        def told(said: Said) -> None:
            report(said)
            tell(said | record)

        last = await server.evaluations.evaluate(source, state, limits, told)
    return last and last | record


@asynccontextmanager
async def _progress(server: WazirServer, token: int | str | None) -> AsyncIterator[Callable[[Said], None]]:
    """Shows how far a search is, with a way to stop it, if the client can show that."""
    progress, loop = server.work_done_progress, asyncio.get_running_loop()
    if token is None and server.client.progress:
        token = str(uuid4())
        await progress.create_async(token)
    if token is None:
        yield lambda _: None
        return
    progress.begin(token, types.WorkDoneProgressBegin(_TITLE, cancellable=True))
    progress.tokens[token].add_done_callback(lambda _: loop.call_soon_threadsafe(server.evaluations.stop))
    try:
        yield lambda said: progress.report(token, types.WorkDoneProgressReport(message=summary(said)))
    finally:
        del progress.tokens[token]
        progress.end(token, types.WorkDoneProgressEnd())
