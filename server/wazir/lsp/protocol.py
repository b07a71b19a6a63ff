"""
pygls' protocol, and what it does otherwise here.

pygls structures messages, finds their handlers, keeps track of requests and cancels them. Added to that are: texts
that are taken as plain data, for that is done at every keystroke and costs pygls several milliseconds in a large
file; results that are JSON already; coroutines that begin at once, with the text that they were asked about; and an
answer for every request, whatever was wrong with it.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import JsonRPCResponseMessage, LanguageServerProtocol

from wazir.lsp.client import essentials
from wazir.lsp.ready import Json
from wazir.lsp.rest import Rest

log = logging.getLogger(__name__)

_MOST_ASKED = 200
"""Requests to the client whose answers are waited for."""
_LARGE = 1 << 16
"""Characters of a message that is not put together before it is sent."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A notification whose parameters stay as they came."""

    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class Unfit:
    """A request that cannot be handed to its handler, and why."""

    id: int | str | None
    method: str
    error: JsonRpcException


class Protocol(LanguageServerProtocol):
    """One client's messages."""

    def __init__(self, server: Any, converter: Any) -> None:
        self.plain: dict[str, Callable[[Any], None]] = {}
        """Handlers of notifications, by method, that take plain data."""
        self.said: dict[str, Any] = {}
        """The parameters of `initialize` as they came."""
        self.command_token: int | str | None = None
        """Where the client wants to see how far the command is that is about to be carried out."""
        self.is_initialized = False
        self.rest = Rest(lambda: None)
        self.hang_up: Callable[[], object] = lambda: None
        """Ends the conversation, for there is nobody to talk to any more."""
        super().__init__(server, converter)

    @property
    def is_shut_down(self) -> bool:
        """The client has said that it will ask for nothing more."""
        return self._shutdown

    # What comes

    def take(self, body: str | bytes) -> None:
        """Takes one message as JSON. Nothing that it holds stops the server."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, JsonRpcParseError("This is not a message in JSON."))
        else:
            self.protect("A message", lambda: self.handle_message(self._read(data)))

    def _read(self, data: Any) -> Any:
        """The message that a value of JSON is; what is none stays as it is."""
        if not isinstance(data, dict):
            return data
        method, identity = data.get("method"), data.get("id")
        if "method" in data:
            is_sound = isinstance(method, str) and ("id" not in data or isinstance(identity, int | str))
        else:
            is_sound = "id" in data and isinstance(identity, int | str | None)
        if data.get("jsonrpc") != self.VERSION or not is_sound:
            return data
        if "id" not in data and method in self.plain:
            return Plain(method, data.get("params"))
        if method is not None and method not in types.METHOD_TO_TYPES and method not in self.fm.features:
            return Unfit(identity, method, JsonRpcMethodNotFound.of(method[:100]))
        try:
            return self._initialize(data) if method == types.INITIALIZE else self.structure_message(data)
        except JsonRpcException:
            wrong = JsonRpcInvalidParams(f"The parameters are not those of `{method}`.")
        if method is None:
            return types.ResponseErrorMessage(id=identity, error=wrong.to_response_error())
        return Unfit(identity, method, wrong)

    def _initialize(self, data: dict[str, Any]) -> Any:
        """The request `initialize`; what its types do not allow counts as not said, for no client may fail by it."""
        params = data.get("params")
        if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
            raise JsonRpcInvalidParams
        self.said = params
        try:
            return self.structure_message(data)
        except JsonRpcException:
            return self.structure_message({**data, "params": essentials(params)})

    def handle_message(self, message: Any) -> None:
        """Hands a message to its handler, if it is one, and has come in its turn."""
        self.rest.after_message()
        method, identity = getattr(message, "method", None), getattr(message, "id", None)
        if not hasattr(message, "method") and not hasattr(message, "id"):
            self._not_a_message(message)
        elif method is not None and identity is not None and (error := self._out_of_turn(method)):
            self._refuse(identity, error)
        elif isinstance(message, Unfit):
            if identity is not None:
                self._refuse(identity, message.error)
            else:
                log.info("Ignored the notification `%s`: %s", method, message.error)
        elif identity is None and not (self._is_open or method in (types.EXIT, None)):
            log.info("Ignored the notification `%s`, which came out of turn.", method)
        elif isinstance(message, Plain):
            self.protect(f"`{message.method}`", partial(self.plain[message.method], message.params))
        else:
            if method == types.WORKSPACE_EXECUTE_COMMAND:
                self.command_token = message.params.work_done_token
            super().handle_message(message)

    def _not_a_message(self, message: object) -> None:
        identity = message.get("id") if isinstance(message, dict) else None
        known = identity if isinstance(identity, int | str) else None
        self._refuse(known, JsonRpcInvalidRequest("This is not a message of JSON-RPC 2.0."))

    def _handle_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        """Takes what the client answers, unless nothing was asked, or whoever did does not wait for it any more."""
        waiting: object = self._request_futures.get(msg_id)
        if not isinstance(waiting, Future):
            log.info("Ignored the answer to a request that nobody made.")
        elif waiting.cancelled():
            del self._request_futures[msg_id]
        else:
            super()._handle_response(msg_id, result, error)

    def send_request(self, method: str, *arguments: Any, **more: Any) -> Future[Any]:
        """Asks the client. One that never answers is not waited for without end."""
        waiting = [key for key, future in self._request_futures.items() if isinstance(future, Future)]
        for forgotten in waiting[: 1 - _MOST_ASKED]:
            self._request_futures.pop(forgotten).cancel()
            self._result_types.pop(forgotten, None)
        return super().send_request(method, *arguments, **more)

    @property
    def _is_open(self) -> bool:
        return self.is_initialized and not self._shutdown

    def _out_of_turn(self, method: str) -> JsonRpcException | None:
        if self._shutdown:
            return JsonRpcInvalidRequest("The server has been shut down.")
        if not self.is_initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("The first request is `initialize`.")
        if self.is_initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("The server has been initialized already.")
        return None

    # What is answered

    def _execute_handler(self, msg_id: Any, *arguments: Any, **more: Any) -> None:
        """Runs a handler. pygls keeps what it runs for notifications and within others for good."""
        super()._execute_handler(msg_id, *arguments, **more)
        kept = self._request_futures.get(msg_id)
        if kept:
            kept.add_done_callback(partial(self._forget, msg_id))

    def _forget(self, msg_id: Any, future: object) -> None:
        if self._request_futures.get(msg_id) is future:
            del self._request_futures[msg_id]

    def _send_handler_result(self, future: Any, *, msg_id: int | str) -> None:
        """Sends a result, or what a coroutine makes of the text that it has looked at before that could change."""
        problem = None if future.cancelled() else future.exception()
        if problem and not isinstance(problem, JsonRpcException):
            self._request_futures.pop(msg_id, None)
            self.report("A request", problem)
            self._refuse(msg_id, JsonRpcInternalError(f"This failed: {type(problem).__name__}."))
        elif not problem and not future.cancelled() and inspect.iscoroutine(future.result()):
            task: Any = asyncio.ensure_future(future.result())
            self._request_futures[msg_id] = task
            task.add_done_callback(partial(self._send_handler_result, msg_id=msg_id))
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    def _check_handler_result(self, future: Any) -> None:
        if future.cancelled():
            return
        if problem := future.exception():
            self.report("A notification", problem)
        elif inspect.iscoroutine(result := future.result()):
            result.close()  # a request that was sent as a notification

    def _refuse(self, identity: int | str | None, error: JsonRpcException) -> None:
        self._send_data({"jsonrpc": self.VERSION, "id": identity, "error": error.to_response_error()})

    def plain_value(self, value: object) -> object:
        """A value of the protocol as what JSON knows."""
        return self._serialize_message(value)

    def _send_data(self, data: Any) -> None:
        if isinstance(data, JsonRPCResponseMessage) and isinstance(data.result, Json):
            self.send_json(f'{{"jsonrpc":"2.0","id":{json.dumps(data.id)},"result":', *data.result.parts, "}")
        else:
            self.send_json(json.dumps(data, default=self._serialize_message, separators=(",", ":")))

    def send_json(self, *parts: str) -> None:
        """Sends a message that is JSON already, in ASCII, and perhaps in parts."""
        if self.writer is None:
            return
        try:
            if self._include_headers:
                length = sum(map(len, parts))
                parts = (f"Content-Length: {length}\r\n\r\n", *parts)
                for part in parts if length > _LARGE else ("".join(parts),):
                    self.writer.write(part.encode("ascii"))
            else:
                self.writer.write("".join(parts).encode("ascii"))
        except OSError:
            log.info("The client does not listen any more.")
            self.hang_up()

    # What goes wrong

    def protect(self, name: str, run: Callable[[], None]) -> None:
        """Runs something that must not stop the server."""
        try:
            run()
        except Exception as problem:
            self.report(name, problem)

    def report(self, name: str, problem: BaseException) -> None:
        """Logs where something failed, but at the usual level nothing that may quote a document."""
        frames = traceback.extract_tb(problem.__traceback__)
        where = "\n".join(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)
        log.error("%s failed: %s\n%s", name, type(problem).__name__, where)
        log.debug("%s: %s", type(problem).__name__, problem)
        if self._is_open:
            text = f"Wazir: {name} failed ({type(problem).__name__}). The server's log says where; all else goes on."
            self._server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))
