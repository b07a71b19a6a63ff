"""Variants as engines play and load them: `wazir/play`, `wazir/reply`, and the check of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from wazir.engines import EngineError, program
from wazir.engines.library import state
from wazir.features.game.playing import MOST_PLAYED
from wazir.features.game.variant import LEVELS, EngineState, PlayedVariant, position, variant_at
from wazir.features.requests import RequestError
from wazir.features.variants import engine_diagnostics
from wazir.lsp.custom_requests import PlayParams, ReplyParams
from wazir.lsp.documents import Group
from wazir.lsp.handlers.views import answer
from wazir.lsp.session import Session

ENGINE = "wazir/engine"
"""The request to clients that play variants."""
CHECK = "wazir.checkWithEngine"
"""The command that checks a file by the engine of the settings. Its argument is the URI of the file."""


async def play(session: Session, params: PlayParams) -> dict[str, Any] | None:
    """The position of a variant after some moves, as a *features.game.view.PositionView*, or null."""
    file, offset = session.place(params)
    variant = variant_at(file.document, offset)
    if variant is None:
        return None
    view = position(
        variant,
        await _state(session, variant, params.played),
        params.played,
        can_reply=bool(session.configuration.engine_program),
        theme=params.theme or session.client.theme,
        has_picture=params.picture,
    )
    return answer(session, file, view)


async def _state(session: Session, variant: PlayedVariant, moves: tuple[str, ...]) -> EngineState:
    if len(moves) > MOST_PLAYED:
        raise RequestError(f"No more than {MOST_PLAYED:,} moves may be played.")
    config, name = variant.document.text, variant.variant.name
    try:
        if session.client.has_engine:
            return await _asked(session, {"config": config, "name": name, "moves": [*moves]})
        return EngineState(**await session.server.in_thread(lambda: state(config, name, moves)))
    except EngineError as problem:
        raise RequestError(str(problem)) from None


async def _asked(session: Session, question: Mapping[str, object]) -> EngineState:
    """The answer of the client's engine."""
    found = await session.server.protocol.send_request_async(ENGINE, question)
    if not isinstance(found, Mapping) or "fen" not in found:
        problem = found.get("problem") if isinstance(found, Mapping) else None
        raise EngineError(str(problem or "The engine has no answer."))
    return EngineState(*(found[key] for key in ("fen", "played", "legal", "isCheck", "result", "canClaim")))


async def check(session: Session, uri: str) -> None:
    """Shows what the engine of the settings says about a file as diagnostics, until the file changes."""
    file = session.opened(types.TextDocumentIdentifier(uri))
    path = session.configuration.engine_program

    def groups() -> list[Group]:
        documents = [document for document in file.documents() if document.notation.has_variants]
        return [(each, 0, engine_diagnostics(each, program.check(path, each.text))) for each in documents]

    try:
        session.show_engine_messages(file, await session.server.in_thread(groups))
    except EngineError as problem:
        session.server.warn(str(problem))


async def reply(session: Session, params: ReplyParams) -> dict[str, Any] | None:
    """The move that the engine of the settings plays in a position of a variant."""
    file, offset = session.place(params)
    variant = variant_at(file.document, offset)
    if variant is None:
        return None
    reached = await _state(session, variant, params.played)
    moves = [move for move, _ in reached.played]
    if len(moves) < len(params.played):
        raise JsonRpcInvalidParams(f"`{params.played[len(moves)][:40]}` is not legal there.")
    level = LEVELS[params.level - 1]
    try:
        best = await program.best_move(
            session.configuration.engine_program,
            (variant.document.text, variant.variant.name),
            moves,
            level.skill,
            level.seconds,
        )
    except EngineError as problem:
        raise RequestError(str(problem)) from None
    words = [san for move, san, _ in reached.legal if move == best.move]
    return {"action": best.move, "words": words[0], "summary": best.summary} if words else None
