"""A server for one client: pygls' knowledge of the protocol, our way of carrying messages, and our features."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, cast

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from wazir import __version__
from wazir.lsp.client import client
from wazir.lsp.conversation import Conversation, Failure, State
from wazir.lsp.requests import REQUESTS
from wazir.lsp.session import Session
from wazir.text import Encoding


def serve() -> Conversation:
    """
    A server that waits for its client.

    Give the conversation to a transport; or hand messages over by its `take`, and say by its `connect` where the
    answers go.
    """
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    conversation = Conversation(converter.structure, converter.unstructure)
    session = Session(conversation)
    conversation.idle = session.idle
    conversation.requests = {
        request.method: (cast(type, types.METHOD_TO_TYPES[request.method][2]), partial(request.handle, session))
        for request in REQUESTS
    }
    conversation.requests["initialize"] = None, partial(_initialize, session, converter)
    conversation.requests["shutdown"] = None, partial(_shutdown, session)
    conversation.notifications = {
        "initialized": session.initialized,
        "textDocument/didOpen": session.did_open,
        "textDocument/didChange": session.did_change,
        "textDocument/didClose": session.did_close,
        "workspace/didChangeConfiguration": session.did_change_configuration,
        "workspace/didChangeWorkspaceFolders": session.did_change_folders,
        "workspace/didChangeWatchedFiles": session.did_change_watched_files,
    }
    return conversation


def _initialize(session: Session, converter: Converter, given: Any) -> types.InitializeResult:
    """Answers with what pygls makes of the requests that this client can use."""
    params = _understood(converter, given)
    knowing = LanguageServer("wazir", __version__, converter_factory=lambda: converter)
    announced = client(given["capabilities"], given.get("initializationOptions"), Encoding.UTF16)
    for request in REQUESTS:
        if request.when(announced):
            knowing.feature(request.method, request.options)(request.handle)
    answer = _result(knowing, params)
    session.begin(replace(announced, encoding=Encoding(answer.capabilities.position_encoding)), params)
    session.conversation.state = State.OPEN
    return answer


def _result(knowing: LanguageServer, params: types.InitializeParams) -> types.InitializeResult:
    steps = knowing.protocol.lsp_initialize(params)
    try:
        next(steps)
    except StopIteration as end:
        answer: types.InitializeResult = end.value
        return answer
    raise Failure(types.ErrorCodes.InternalError, "There is no answer to `initialize`.")


def _understood(converter: Converter, given: Any) -> types.InitializeParams:
    """The typed parameters, without capabilities that no version of the protocol knows."""
    if not isinstance(given, dict) or not isinstance(given.get("capabilities"), dict):
        raise Failure(types.ErrorCodes.InvalidParams, "`initialize` needs the capabilities of the client.")
    for attempt in (given, {**given, "capabilities": _sound(converter, given["capabilities"])}):
        try:
            return converter.structure(attempt, types.InitializeParams)
        except Exception:
            continue
    raise Failure(types.ErrorCodes.InvalidParams, "The parameters are not those of `initialize`.")


def _sound(converter: Converter, capabilities: dict[str, Any]) -> dict[str, Any]:
    """Those capabilities that can be understood, each judged by itself."""
    sound: dict[str, Any] = {}
    for section, said in capabilities.items():
        for name, value in said.items() if isinstance(said, dict) else ():
            try:
                converter.structure({section: {name: value}}, types.ClientCapabilities)
            except Exception:
                continue
            sound.setdefault(section, {})[name] = value
    return sound


def _shutdown(session: Session, _: object) -> None:
    session.conversation.state = State.SHUT
