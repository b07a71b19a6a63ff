"""
pygls' protocol with the changes that this server needs, and the only module that uses private names of pygls.

pygls structures messages, finds their handlers, and tracks and cancels requests. The changes: text synchronisation
and custom requests keep raw parameters, which saves milliseconds for every keystroke in a large file; results may be
JSON already; coroutines start at once, with the text that they were asked about; and every request gets an answer,
however malformed it is. `tests/lsp/test_lsp_pygls.py` lists what is assumed about pygls.
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
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    LanguageServerProtocol,
)

from wazir.lsp.raw_json import Json
from wazir.lsp.scheduling import Idle
from wazir.lsp.schema import essentials

log = logging.getLogger(__name__)

_MAX_PENDING = 200
"""Requests to the client that may be unanswered."""
_LARGE = 1 << 16
"""Characters of a message from which on its parts are written one by one."""


@dataclass(frozen=True, slots=True)
class RawNotification:
    """A notification whose parameters are not structured."""

    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class Invalid:
    """A message that cannot be passed to its handler, and the error."""

    id: int | str | None
    method: str
    error: JsonRpcException


class Protocol(LanguageServerProtocol):
    """The messages of one client."""

    def __init__(self, server: Any, converter: Any) -> None:
        self.raw_handlers: dict[str, Callable[[Any], None]] = {}
        """Handlers of notifications by method that take raw parameters."""
        self.initialize_params: dict[str, Any] = {}
        """The raw parameters of `initialize`."""
        self.command_token: int | str | None = None
        """The progress token of the command that is about to be executed."""
        self.is_initialized = False
        self.idle = Idle(lambda: None)
        self.hang_up: Callable[[], object] = lambda: None
        """Ends the session, when the client has closed its end."""
        super().__init__(server, converter)

    @property
    def is_shut_down(self) -> bool:
        """Whether the client has sent `shutdown`."""
        return self._shutdown

    @property
    def pending(self) -> int:
        """The number of requests, in both directions, that are not answered yet."""
        return len(self._request_futures)

    # Incoming messages

    def take(self, body: str | bytes) -> None:
        """Handles one message as JSON. No content stops the server."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._send_error(None, JsonRpcParseError("The message is not valid JSON."))
        else:
            self.protect("A message", lambda: self.handle_message(self._structured(data)))

    def _structured(self, data: Any) -> Any:
        """The message in a value of JSON; a value that is not a message is returned as it is."""
        if not isinstance(data, dict):
            return data
        method, identity, params = data.get("method"), data.get("id"), data.get("params")
        if "method" in data:
            is_valid = isinstance(method, str) and ("id" not in data or isinstance(identity, int | str))
        else:
            is_valid = "id" in data and isinstance(identity, int | str | None)
        if data.get("jsonrpc") != self.VERSION or not is_valid:
            return data
        if "id" not in data and method in self.raw_handlers:
            return RawNotification(method, params)
        if method is not None and method not in types.METHOD_TO_TYPES:
            if method not in self.fm.features:
                return Invalid(identity, method, JsonRpcMethodNotFound.of(method[:100]))
            if "id" in data:
                return JsonRPCRequestMessage(data["id"], method, self.VERSION, params)
            return JsonRPCNotification(method, self.VERSION, params)
        try:
            return self._initialize(data) if method == types.INITIALIZE else self.structure_message(data)
        except JsonRpcException:
            error = JsonRpcInvalidParams(f"The parameters are not those of `{method}`.")
        if method is None:
            return types.ResponseErrorMessage(id=identity, error=error.to_response_error())
        return Invalid(identity, method, error)

    def _initialize(self, data: dict[str, Any]) -> Any:
        """The request `initialize`. Invalid capabilities count as absent, so that every client can connect."""
        params = data.get("params")
        if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
            raise JsonRpcInvalidParams
        self.initialize_params = params
        try:
            return self.structure_message(data)
        except JsonRpcException:
            return self.structure_message({**data, "params": essentials(params)})

    def handle_message(self, message: Any) -> None:
        """Passes a message to its handler, unless it is invalid or out of order."""
        self.idle.after_message()
        method, identity = getattr(message, "method", None), getattr(message, "id", None)
        if not hasattr(message, "method") and not hasattr(message, "id"):
            identity = message.get("id") if isinstance(message, dict) else None
            known = identity if isinstance(identity, int | str) else None
            self._send_error(known, JsonRpcInvalidRequest("This is not a message of JSON-RPC 2.0."))
        elif method is not None and identity is not None and (error := self._out_of_order(method)):
            self._send_error(identity, error)
        elif isinstance(message, Invalid):
            if identity is not None:
                self._send_error(identity, message.error)
            else:
                log.info("Ignored the notification `%s`: %s", method, message.error)
        elif identity is None and not (self._is_open or method in (types.EXIT, None)):
            log.info("Ignored the notification `%s`, which is out of order.", method)
        elif isinstance(message, RawNotification):
            self.protect(f"`{message.method}`", partial(self.raw_handlers[message.method], message.params))
        else:
            if method == types.WORKSPACE_EXECUTE_COMMAND:
                self.command_token = message.params.work_done_token
            super().handle_message(message)

    def _handle_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        """Ignores responses to unknown and to cancelled requests."""
        waiting: object = self._request_futures.get(msg_id)
        if not isinstance(waiting, Future):
            log.info("Ignored a response to an unknown request.")
        elif waiting.cancelled():
            del self._request_futures[msg_id]
        else:
            super()._handle_response(msg_id, result, error)

    def send_request(self, method: str, *arguments: Any, **more: Any) -> Future[Any]:
        """Sends a request. The oldest one is cancelled if the client leaves too many unanswered."""
        waiting = [key for key, future in self._request_futures.items() if isinstance(future, Future)]
        for forgotten in waiting[: 1 - _MAX_PENDING]:
            self._request_futures.pop(forgotten).cancel()
            self._result_types.pop(forgotten, None)
        return super().send_request(method, *arguments, **more)

    @property
    def _is_open(self) -> bool:
        return self.is_initialized and not self._shutdown

    def _out_of_order(self, method: str) -> JsonRpcException | None:
        if self._shutdown:
            return JsonRpcInvalidRequest("The server has been shut down.")
        if not self.is_initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("The first request must be `initialize`.")
        if self.is_initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("The server has been initialized already.")
        return None

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
            from wazir.features.requests import RequestError  # late, because the start does not need it

            self._request_futures.pop(msg_id, None)
            if isinstance(problem, RequestError):
                self._send_error(msg_id, JsonRpcInvalidParams(str(problem)))
            else:
                self.report("A request", problem)
                self._send_error(msg_id, JsonRpcInternalError(f"Internal error: {type(problem).__name__}."))
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

    def _send_error(self, identity: int | str | None, error: JsonRpcException) -> None:
        self._send_data({"jsonrpc": self.VERSION, "id": identity, "error": error.to_response_error()})

    def unstructured(self, value: object) -> object:
        """A value of the protocol as a value of JSON."""
        return self._serialize_message(value)

    def _send_data(self, data: Any) -> None:
        if isinstance(data, JsonRPCResponseMessage) and isinstance(data.result, Json):
            self.send_json(f'{{"jsonrpc":"2.0","id":{json.dumps(data.id)},"result":', *data.result.parts, "}")
        else:
            self.send_json(json.dumps(data, default=self._serialize_message, separators=(",", ":")))

    def send_json(self, *parts: str) -> None:
        """Sends a message of JSON in ASCII, perhaps in parts."""
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
            log.info("The client has closed its end.")
            self.hang_up()

    # Errors

    def protect(self, name: str, run: Callable[[], None]) -> None:
        """Runs a function whose exceptions must not stop the server."""
        try:
            run()
        except Exception as problem:
            self.report(name, problem)

    def report(self, name: str, problem: BaseException) -> None:
        """Logs an exception and its place. Its text, which may quote a document, is logged at debug level only."""
        frames = traceback.extract_tb(problem.__traceback__)
        where = "\n".join(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)
        log.error("%s failed: %s\n%s", name, type(problem).__name__, where)
        log.debug("%s: %s", type(problem).__name__, problem)
        if self._is_open:
            text = f"Wazir: {name} failed ({type(problem).__name__}). See the log of the server."
            self._server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))
