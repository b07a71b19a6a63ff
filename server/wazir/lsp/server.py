"""A server for one client: the course of a conversation, and which of its messages goes where."""

from __future__ import annotations

import asyncio
import gc
import logging
from functools import partial
from importlib import import_module
from typing import Any

from wazir import __version__
from wazir.lsp.client import client
from wazir.lsp.codes import ErrorCode
from wazir.lsp.conversation import Conversation, Failure, State
from wazir.lsp.requests import REQUESTS, capabilities
from wazir.lsp.session import Session

log = logging.getLogger(__name__)

_METHODS = frozenset(request.method for request in REQUESTS)
_SILENCE = 1.0
"""Seconds without any message, after which there is time for what takes a while."""


def serve() -> Conversation:
    """
    A server that waits for its client.

    Give the conversation to a transport; or hand messages over by its `take`, and say by its `connect` where the
    answers go.
    """
    conversation = Conversation()
    session = Session(conversation)
    features = Features(session)
    conversation.idle = features.idle
    conversation.missing = features.missing
    conversation.requests = {
        "initialize": (None, partial(_initialize, session)),
        "shutdown": (None, partial(_shutdown, session)),
    }
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


def _initialize(session: Session, params: Any) -> dict[str, Any]:
    """Reads what the client says of itself, in plain data, for no client is to fail by saying more than we know."""
    if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
        raise Failure(ErrorCode.INVALID_PARAMS, "`initialize` needs the capabilities of the client.")
    announced = client(params["capabilities"], params.get("initializationOptions"))
    session.begin(announced, params)
    session.conversation.state = State.OPEN
    return {"capabilities": capabilities(announced), "serverInfo": {"name": "wazir", "version": __version__}}


def _shutdown(session: Session, _: object) -> None:
    session.conversation.state = State.SHUT


class Features:
    """What answers the requests for features. It comes when somebody asks, or when the client has been silent."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._timer: asyncio.TimerHandle | None = None
        self._loaded = False
        self._busy = False

    def idle(self) -> None:
        """Sends what is due, and waits for a silence that is long enough."""
        self._session.idle()
        if not self._loaded:
            self._stop()
            self._timer = asyncio.get_running_loop().call_later(_SILENCE, self._silence)

    def _silence(self) -> None:
        busy, self._busy = self._busy or self._session.is_busy, self._session.is_busy
        if busy:
            self._timer = asyncio.get_running_loop().call_later(_SILENCE, self._silence)
        else:
            self.load()

    def missing(self, method: str) -> bool:
        """Loads, if a method is that of a feature; diagnostics that are due go first."""
        if self._loaded or method not in _METHODS:
            return False
        self._session.idle()
        self.load()
        return True

    def load(self) -> None:
        """Imports the features and the types of the protocol, which takes longer than all that came before."""
        self._stop()
        self._loaded = True
        gc.freeze()  # what there is by now will stay
        from lsprotocol import converters, types

        conversation, converter = self._session.conversation, converters.get_converter()
        conversation.structure, conversation.plain = converter.structure, converter.unstructure
        for request in REQUESTS:
            module, name = request.answer.split(".")
            kind: Any = types.METHOD_TO_TYPES[request.method][2]
            answer = getattr(import_module(f"wazir.lsp.{module}"), name)
            conversation.requests[request.method] = kind, partial(answer, self._session)
        gc.collect()
        gc.freeze()
        log.info("All features are ready.")

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
