"""
pygls' server with the changes that this one needs, and the only module that uses private names of pygls.

pygls structures requests, finds their handlers, and tracks and cancels them. The changes: custom requests keep raw
parameters; results may be JSON already; coroutines start at once, with the text that they were asked about; and every
request gets an answer, however malformed it is. `tests/lsp/test_lsp_pygls.py` lists what is assumed about pygls.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from functools import cache, partial
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcContentModified,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcMethodNotFound,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import (
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    LanguageServerProtocol,
    default_converter,
)

from wazir import __version__
from wazir.lsp.convert import encoded
from wazir.lsp.dispatch import APPLY, EVALUATE, EVALUATION, REQUESTS, STOP, Session, call
from wazir.lsp.documents import OutdatedError
from wazir.lsp.raw_json import Json
from wazir.lsp.schema import essentials
from wazir.steps import Steps

log = logging.getLogger(__name__)

converter = cache(default_converter)
"""The converter of all servers: it compiles code for each type that it meets."""


class Protocol(LanguageServerProtocol):
    """The typed messages of one client."""

    _server: TypedServer

    def __init__(self, server: Any, converter: Any) -> None:
        self.command_token: int | str | None = None
        """The progress token of the command that is about to be executed."""
        super().__init__(server, converter)

    @property
    def pending(self) -> int:
        """The number of requests that are not answered yet."""
        return len(self._request_futures)

    def initialize(self, params: dict[str, Any]) -> None:
        """Takes the parameters of `initialize`, which has been answered. Invalid capabilities count as absent."""
        message = {"jsonrpc": self.VERSION, "id": 0, "method": types.INITIALIZE}
        try:
            request = self.structure_message({**message, "params": params})
        except JsonRpcException:
            request = self.structure_message({**message, "params": essentials(params)})
        for _ in self.lsp_initialize(request.params):
            pass  # pygls yields the handlers of features

    def shut_down(self) -> None:
        """Cancels all requests."""
        for _ in self.lsp_shutdown():
            pass

    # Incoming messages

    def take(self, message: dict[str, Any]) -> None:
        """Handles a request or a notification."""
        try:
            structured = self._structured(message["method"], message)
        except JsonRpcException as error:
            if "id" in message:
                self._refuse(message["id"], error)
            else:
                log.info("Ignored the notification `%s`: %s", message["method"], error)
        else:
            if message["method"] == types.WORKSPACE_EXECUTE_COMMAND:
                self.command_token = structured.params.work_done_token
            self.handle_message(structured)

    def _structured(self, method: str, data: dict[str, Any]) -> Any:
        known = types.METHOD_TO_TYPES.get(method)
        is_request = known is None or known[1] is not None
        if not (known or method in self.fm.features) or is_request != ("id" in data):
            raise JsonRpcMethodNotFound.of(method[:100])
        if not known:
            return JsonRPCRequestMessage(data["id"], method, self.VERSION, data.get("params"))
        try:
            return self.structure_message(data)
        except JsonRpcException:
            raise JsonRpcInvalidParams(f"The parameters are not those of `{method}`.") from None

    # Results

    def _execute_handler(self, msg_id: Any, *arguments: Any, **more: Any) -> None:
        """Runs a handler. pygls never forgets the futures of notifications and of nested handlers; this does."""
        super()._execute_handler(msg_id, *arguments, **more)
        kept = self._request_futures.get(msg_id)
        if kept:
            kept.add_done_callback(partial(self._forget, msg_id))

    def _forget(self, msg_id: Any, future: object) -> None:
        if self._request_futures.get(msg_id) is future:
            del self._request_futures[msg_id]

    def _send_handler_result(self, future: Any, *, msg_id: int | str) -> None:
        """Sends a result, or starts the coroutine that a handler returned after reading the text.

        What a feature refuses is invalid parameters, and another exception an internal error.
        """
        problem = None if future.cancelled() else future.exception()
        if problem and not isinstance(problem, JsonRpcException):
            from wazir.features.requests import RequestError  # late, because the first diagnostics do not need it

            self._request_futures.pop(msg_id, None)
            if isinstance(problem, OutdatedError):
                self._refuse(msg_id, JsonRpcContentModified(str(problem)))
            elif isinstance(problem, RequestError):
                self._refuse(msg_id, JsonRpcInvalidParams(str(problem)))
            else:
                self._server.endpoint.report("A request", problem)
                self._refuse(msg_id, JsonRpcInternalError(f"Internal error: {type(problem).__name__}."))
        elif not problem and not future.cancelled() and inspect.iscoroutine(future.result()):
            task: Any = asyncio.ensure_future(future.result())
            self._request_futures[msg_id] = task
            task.add_done_callback(partial(self._send_handler_result, msg_id=msg_id))
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    def _check_handler_result(self, future: Any) -> None:
        if not future.cancelled() and (problem := future.exception()):
            self._server.endpoint.report("A notification", problem)

    def _refuse(self, identity: int | str, error: JsonRpcException) -> None:
        self._send_data({"jsonrpc": self.VERSION, "id": identity, "error": error.to_response_error()})

    def encoded(self, value: object) -> Steps[Json]:
        """A value of the protocol as JSON, element by element."""
        return encoded(value, self._serialize_message)

    def _send_data(self, data: Any) -> None:
        send = self._server.endpoint.send_json
        if isinstance(data, JsonRPCResponseMessage) and isinstance(data.result, Json):
            send(f'{{"jsonrpc":"2.0","id":{json.dumps(data.id)},"result":', *data.result.parts, "}")
        else:
            send(json.dumps(data, default=self._serialize_message, separators=(",", ":")))


class TypedServer(LanguageServer):
    """pygls' server of one client."""

    protocol: Protocol

    def __init__(self, session: Session, initialize_params: dict[str, Any]) -> None:
        """Registers the requests and commands that the client supports."""
        self.endpoint = session.endpoint
        super().__init__("wazir", __version__, protocol_cls=Protocol, converter_factory=converter)
        if not log.isEnabledFor(logging.DEBUG):  # pygls logs messages, and thereby the texts of documents
            logging.getLogger("pygls").setLevel(logging.CRITICAL)
        for one in REQUESTS:
            if one.when(session.client):
                self.feature(one.method)(partial(call, session, one))

        @self.command(EVALUATE)
        def evaluate(uri: str, position: types.Position) -> Any:
            """Evaluates the game position at a position."""
            return call(session, EVALUATION, uri, position)

        @self.command(STOP)
        def stop() -> None:
            """Ends the running search."""
            session.evaluations.stop()

        if not session.client.action_literals:

            @self.command(APPLY)
            def apply(title: str, edit: types.WorkspaceEdit) -> None:
                """Applies a code action that was sent as a command."""
                params = types.ApplyWorkspaceEditParams(edit, title)
                self.endpoint.request("workspace/applyEdit", converter().unstructure(params))

        self.protocol.initialize(initialize_params)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Is called by pygls for exceptions. Those of requests are in their responses already."""
        if source is not FeatureRequestError:
            self.endpoint.report("A message", error)
