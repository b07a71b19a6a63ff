"""
The messages of one client as plain data.

Only requests for features need the types of the protocol. They are passed on to pygls, which is imported for the first
one: that takes longer than all that comes before it, the first diagnostics included.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import count
from typing import Any, Protocol

from wazir.lsp.scheduling import Idle

log = logging.getLogger(__name__)

PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, NOT_INITIALIZED = -32700, -32600, -32602, -32002
_ERROR, _WARNING = 1, 2
"""Types of messages to the user."""
_MAX_PENDING = 200
"""Requests to the client that may be unanswered."""
_LARGE = 1 << 16
"""Characters of a message from which on its parts are written one by one."""
_EXIT = "exit"


class RpcError(Exception):
    """What a request is refused with, or what the client refuses one with."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Writer(Protocol):
    """A stream to the client."""

    def write(self, data: bytes, /) -> object:
        """Sends bytes."""

    def close(self) -> object:
        """Closes the stream."""


class TypedMessages(Protocol):
    """Handles messages that need the types of the protocol."""

    @property
    def pending(self) -> int:
        """The number of requests that are not answered yet."""

    def take(self, message: dict[str, Any]) -> None:
        """Handles a request or a notification."""

    def shut_down(self) -> None:
        """Cancels all requests."""


class Endpoint:
    """The messages of one client."""

    def __init__(self, typed: Callable[[], TypedMessages]) -> None:
        """*typed* is called once, for the first message that needs types."""
        self.notifications: dict[str, Callable[[Any], object]] = {_EXIT: self._exit}
        """Handlers of notifications by method. They receive raw parameters."""
        self.requests: dict[str, Callable[[Any], object]] = {"shutdown": self._shut_down}
        """Handlers of requests by method that receive raw parameters, and return the result as a value of JSON."""
        self.is_initialized = self.is_shut_down = False
        self.idle = Idle(lambda: None)
        self.hang_up: Callable[[], object] = lambda: None
        """Ends the session, when the client has closed its end."""
        self._make_typed = typed
        self._typed: TypedMessages | None = None
        self._asked: dict[str, Future[Any]] = {}
        self._numbers = count(1)
        self._writer: Writer | None = None
        self._has_headers = True

    def set_writer(self, writer: Writer, *, include_headers: bool = True) -> None:
        """Sends all messages to a stream from now on."""
        self._writer, self._has_headers = writer, include_headers

    @property
    def typed(self) -> TypedMessages:
        """The handler of messages that need types. The first access imports pygls."""
        if self._typed is None:
            self._typed = self._make_typed()
        return self._typed

    @property
    def pending(self) -> int:
        """The number of requests, in both directions, that are not answered yet."""
        return len(self._asked) + (self._typed.pending if self._typed else 0)

    # Incoming messages

    def take(self, body: str | bytes) -> None:
        """Handles one message as JSON. No content stops the server."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self.refuse(None, PARSE_ERROR, "The message is not valid JSON.")
        else:
            self.protect("A message", lambda: self._handle(data))

    def _handle(self, data: Any) -> None:
        self.idle.after_message()
        if not _is_message(data):
            identity = data.get("id") if isinstance(data, dict) else None
            known = identity if isinstance(identity, int | str) else None
            self.refuse(known, INVALID_REQUEST, "This is not a message of JSON-RPC 2.0.")
        elif "method" not in data:
            self._take_answer(data)
        elif "id" in data:
            self._take_request(data)
        else:
            self._take_notification(data)

    def _take_request(self, data: dict[str, Any]) -> None:
        method, identity = data["method"], data["id"]
        try:
            self._check_order(method)
            if handler := self.requests.get(method):
                self._send({"id": identity, "result": handler(data.get("params"))})
                return
        except RpcError as error:
            self.refuse(identity, error.code, str(error))
            return
        self.typed.take(data)

    def _check_order(self, method: str) -> None:
        if self.is_shut_down:
            raise RpcError(INVALID_REQUEST, "The server has been shut down.")
        if not self.is_initialized and method != "initialize":
            raise RpcError(NOT_INITIALIZED, "The first request must be `initialize`.")
        if self.is_initialized and method == "initialize":
            raise RpcError(INVALID_REQUEST, "The server has been initialized already.")

    def _take_notification(self, data: dict[str, Any]) -> None:
        method = data["method"]
        if not (self._is_open or method == _EXIT):
            log.info("Ignored the notification `%s`, which is out of order.", method)
        elif handler := self.notifications.get(method):
            self.protect(f"`{method}`", partial(handler, data.get("params")))
        elif self._typed:
            self._typed.take(data)
        else:
            log.info("Ignored the notification `%s`.", method)

    def _take_answer(self, data: dict[str, Any]) -> None:
        future = self._asked.pop(data["id"], None)
        if future is None:
            log.info("Ignored a response to an unknown request.")
        elif not future.done():
            error = data.get("error")
            if error is None:
                future.set_result(data.get("result"))
            else:
                future.set_exception(RpcError(0, str(error.get("message") if isinstance(error, dict) else error)))

    @property
    def _is_open(self) -> bool:
        return self.is_initialized and not self.is_shut_down

    def _shut_down(self, _: object) -> None:
        self.is_shut_down = True
        if self._typed:
            self._typed.shut_down()

    def _exit(self, _: object) -> None:
        if self._writer:
            self._writer.close()
        sys.exit(0 if self.is_shut_down else 1)

    # Outgoing messages

    def notify(self, method: str, params: object) -> None:
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def partial_result(self, token: int | str, value: object) -> None:
        """Sends a part of the result of a request, which the client asked for by a token."""
        self.notify("$/progress", {"token": token, "value": value})

    def warn(self, message: str) -> None:
        """Shows a warning to the user."""
        self.notify("window/showMessage", {"type": _WARNING, "message": message})

    def request(self, method: str, params: object = None) -> Future[Any]:
        """
        Sends a request. The oldest one is cancelled if the client leaves too many unanswered.

        Returns:
            The result, as soon as it arrives: callbacks run before the next message. An `RpcError` is a refusal.
        """
        for forgotten in [*self._asked][: 1 - _MAX_PENDING]:
            self._asked.pop(forgotten).cancel()
        identity = f"wazir-{next(self._numbers)}"
        future = self._asked[identity] = Future()
        asked = {"id": identity, "method": method, "params": params}
        self._send({name: value for name, value in asked.items() if value is not None})
        return future

    async def answer(self, method: str, params: object) -> Any:
        """Sends a request, and waits for the result."""
        return await asyncio.wrap_future(self.request(method, params))

    def refuse(self, identity: int | str | None, code: int, message: str) -> None:
        """Answers a request with an error."""
        self._send({"id": identity, "error": {"code": code, "message": message}})

    def _send(self, message: dict[str, object]) -> None:
        self.send_json(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")))

    def send_json(self, *parts: str) -> None:
        """Sends a message of JSON in ASCII, perhaps in parts."""
        if self._writer is None:
            return
        try:
            if self._has_headers:
                length = sum(map(len, parts))
                parts = (f"Content-Length: {length}\r\n\r\n", *parts)
                for part in parts if length > _LARGE else ("".join(parts),):
                    self._writer.write(part.encode("ascii"))
            else:
                self._writer.write("".join(parts).encode("ascii"))
        except OSError:
            log.info("The client has closed its end.")
            self.hang_up()

    # Errors

    def protect(self, name: str, run: Callable[[], object]) -> None:
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
            self.notify("window/logMessage", {"type": _ERROR, "message": text})


def _is_message(data: Any) -> bool:
    """Whether a value of JSON is a message of JSON-RPC 2.0."""
    if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
        return False
    if "method" in data:
        return isinstance(data["method"], str) and ("id" not in data or isinstance(data["id"], int | str))
    return "id" in data and isinstance(data["id"], int | str | None)
