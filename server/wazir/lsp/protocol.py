"""pygls' protocol with the parts that are ours: validation, the order of messages, and
cancelling.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
import traceback
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4
from weakref import WeakValueDictionary

from lsprotocol import types
from lsprotocol.validators import INTEGER_MAX_VALUE
from pygls import exceptions, protocol

from wazir.lsp.capabilities import client_of, essentials
from wazir.lsp.custom_requests import CUSTOM_REQUESTS, structured
from wazir.lsp.documents import UNKNOWN_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wazir.lsp.server import Server
    from wazir.lsp.snapshot import Snapshot

log = logging.getLogger(__name__)

converter = cache(protocol.default_converter)
"""The converter of all servers: it compiles code for each type that it meets."""


def _wrong_parameters(method: str) -> exceptions.JsonRpcInvalidParams:
    return exceptions.JsonRpcInvalidParams(f"The parameters are not those of `{method}`.")


class Request(NamedTuple):
    """The parameters of a request, with what it sees of the session."""

    snapshot: Snapshot
    params: Any
    cancelled: threading.Event


class Protocol(protocol.LanguageServerProtocol):
    """The messages of one client."""

    is_initialized = is_shut_down = _is_ended = False

    def __init__(self, server: Server, converter: Any) -> None:
        super().__init__(server, converter)
        self.server = server
        self.cancellations = WeakValueDictionary[int | str, threading.Event]()
        """The flags of requests that are not answered yet."""
        self._tasks = dict[int | str, asyncio.Task[Any]]()
        """The tasks that answer requests in the event loop."""
        self._asked = set[int | str]()
        """The ids of requests of the server that are not answered yet."""
        self._has_headers = True

    # Incoming messages

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Returns each object of a message as it is; *_typed* structures the whole message.

        pygls takes an object inside of parameters for a message if it has a `jsonrpc`.
        """
        return data

    def handle_message(self, message: Any) -> None:
        """Handles a message. Whatever it is, a request is answered, and the next message is
        handled.

        pygls answers no request that has invalid parameters, comes too early, or after shutdown.
        """
        try:
            self._check(message)
            if "method" in message:
                self._handle_call(message)
            else:
                self._take_answer(message)
        except exceptions.JsonRpcException as error:
            self._reject(message, error)
        except Exception as problem:
            self.report("A message", problem)
            if "method" in message and "id" in message:
                internal_error = exceptions.JsonRpcInternalError(
                    f"Internal error: {type(problem).__name__}."
                )
                self.refuse(message["id"], internal_error)

    def _check(self, message: Any) -> None:
        """Refuses what is no message, methods out of order or unknown, and requests that must be
        notifications.
        """
        match message:
            case {"jsonrpc": "2.0", "method": str(method), "id": int() | str()}:
                pass
            case {"jsonrpc": "2.0", "method": str(method)} if "id" not in message:
                pass
            case {"jsonrpc": "2.0", "id": int() | str() | None} if "method" not in message:
                return
            case _:
                raise exceptions.JsonRpcInvalidRequest("This is not a message of JSON-RPC 2.0.")
        if self.is_shut_down and method != types.EXIT:
            raise exceptions.JsonRpcInvalidRequest("The server has been shut down.")
        if not self.is_initialized and method not in (types.INITIALIZE, types.EXIT):
            raise exceptions.JsonRpcServerNotInitialized("The first request must be `initialize`.")
        if self.is_initialized and method == types.INITIALIZE:
            raise exceptions.JsonRpcInvalidRequest("The server has been initialized already.")
        is_known = (
            method in self.fm.features
            or method in self.fm.builtin_features
            or method == types.CANCEL_REQUEST
        )
        if not is_known or _is_request(method) != ("id" in message):
            raise exceptions.JsonRpcMethodNotFound.of(method[:100])

    def _reject(self, message: Any, error: exceptions.JsonRpcException) -> None:
        """Answers an invalid message with an error. A notification is only logged."""
        content = message if isinstance(message, dict) else {}
        method, identity = content.get("method"), content.get("id")
        if isinstance(method, str) and "id" not in content:
            log.warning("Ignored the notification `%s`: %s", method[:100], error)
        else:
            self.refuse(identity if isinstance(identity, int | str) else None, error)

    def _handle_call(self, data: dict[str, Any]) -> None:
        """Handles a request or a notification. A request sees the state of the session now."""
        method, message = data["method"], self._typed(data)
        if method == types.CANCEL_REQUEST:
            if not isinstance(message.params.id, int | str):  # lsprotocol takes any value
                raise _wrong_parameters(method)
            self._cancel(message.params.id)
        elif method == types.WORKSPACE_EXECUTE_COMMAND:
            # pygls counts arguments only if there is a list of them.
            message.params.arguments = message.params.arguments or []
            self.server.session.command_token = message.params.work_done_token
        elif "id" in data and method in self.fm.features:
            self.cancellations[data["id"]] = flag = threading.Event()
            message.params = Request(self.server.session.snapshot(), message.params, flag)
        super().handle_message(message)

    def _typed(self, data: dict[str, Any]) -> Any:
        """A request or a notification with the types of its parameters."""
        method, params = data["method"], data.get("params")
        if method == types.INITIALIZE:
            params = self._essentials(params)
        elif "id" not in data and method.startswith("textDocument/"):
            params = _corrected(params, method)
        elif method in CUSTOM_REQUESTS:
            params = structured(method, params)
        if method in types.METHOD_TO_TYPES:
            try:
                return super().structure_message({**data, "params": params})
            except exceptions.JsonRpcException:
                raise _wrong_parameters(method) from None
        if "id" in data:
            return protocol.JsonRPCRequestMessage(data["id"], method, self.VERSION, params=params)
        return protocol.JsonRPCNotification(method, self.VERSION, params)

    def _cancel(self, identity: int | str) -> None:
        """Cancels a request, also the task of a command, which pygls does not end."""
        if flag := self.cancellations.get(identity):
            flag.set()
        if task := self._tasks.pop(identity, None):
            task.cancel()

    def _essentials(self, params: Any) -> dict[str, Any]:
        """The parameters of `initialize` that pygls needs. Invalid ones count as absent."""
        if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
            raise _wrong_parameters(types.INITIALIZE)
        self.server.session.client = client_of(
            params["capabilities"], params.get("initializationOptions")
        )
        self.server.session.options = params.get("initializationOptions")
        return essentials(params, self.server.session.client)

    def _take_answer(self, data: dict[str, Any]) -> None:
        """Takes an answer to a request of the server. pygls would take it for that of a request
        with the same id.
        """
        if data["id"] not in self._asked:
            log.info("Ignored a response to an unknown request.")
            return
        self._asked.discard(data["id"])
        if (error := data.get("error")) is None:
            answer: Any = protocol.JsonRPCResponseMessage(
                data["id"], self.VERSION, data.get("result")
            )
        else:
            message = str(error.get("message") if isinstance(error, dict) else error)
            answer = types.ResponseErrorMessage(data["id"], types.ResponseError(0, message))
        with suppress(InvalidStateError):  # nobody waits for it any more
            super().handle_message(answer)

    @contextmanager
    def cancellable(self) -> Iterator[None]:
        """Cancels the current task, which answers a request, with the request and at shutdown.

        Raises:
            JsonRpcRequestCancelled: It is cancelled at shutdown, and the client still gets an
                answer.
            CancelledError: It is cancelled with the request, which pygls answers.
        """
        identity, task = self.msg_id, asyncio.current_task()
        if identity is None or task is None:
            yield
            return
        self._tasks[identity] = task
        try:
            yield
        except asyncio.CancelledError:
            if self.is_shut_down and not self._is_ended:
                raise exceptions.JsonRpcRequestCancelled("The server shuts down.") from None
            if identity not in self._tasks:
                raise
            # Otherwise the event loop ends, and nobody waits for an answer.
        finally:
            self._tasks.pop(identity, None)

    # Outgoing messages

    def send_request(
        self, method: str, params: Any = None, callback: Any = None, msg_id: int | str | None = None
    ) -> Future[Any]:
        """Sends a request, and returns a future of the result.

        pygls keeps the requests of both sides by the same ids, so the server knows its own
        (*_take_answer*).
        """
        identity = str(uuid4()) if msg_id is None else msg_id
        self._asked.add(identity)
        return super().send_request(method, params, callback, msg_id=identity)

    def set_writer(self, writer: Any, include_headers: bool = True) -> None:
        """Messages are written to *writer* from now on.

        pygls has no public way to send an error that no handler raises (*refuse*).
        """
        super().set_writer(writer, include_headers)
        self._has_headers = include_headers

    def refuse(self, identity: int | str | None, error: exceptions.JsonRpcException) -> None:
        """Answers a message that no handler has seen with an error."""
        if self.writer:
            content = {"code": error.code, "message": error.message}
            body = json.dumps({"jsonrpc": self.VERSION, "id": identity, "error": content})
            header = f"Content-Length: {len(body)}\r\n\r\n" if self._has_headers else ""
            self.writer.write(f"{header}{body}".encode("ascii"))

    def report(self, name: str, problem: BaseException) -> None:
        """Logs an exception and its place. Its text, which may quote a document, is logged at debug
        level only.
        """
        frames = traceback.extract_tb(problem.__traceback__)
        places = "\n".join(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)
        log.error("%s failed: %s\n%s", name, type(problem).__name__, places)
        log.debug("%s: %s", type(problem).__name__, problem)
        if self.is_initialized and not self.is_shut_down:
            text = f"Wazir: {name} failed ({type(problem).__name__}). See the log of the server."
            self.server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    # The session

    @protocol.lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Any:
        """Registers what the client supports, and returns what pygls derives from that.

        pygls does not know whether it is initialized.
        """
        self.server.register(params)
        result = yield from super().lsp_initialize(params)
        self.is_initialized = True
        return result

    @protocol.lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: object) -> Any:
        """Ends the search, and cancels all requests.

        pygls leaves threads and the tasks of commands running.
        """
        self.is_shut_down = True
        self.server.session.evaluations.stop()
        self._cancel_all()

    @protocol.lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> Any:
        """Ends the program.

        pygls closes the writer first, which waits here for unwritten messages.
        """
        self._is_ended = True
        self._cancel_all()
        sys.exit(self.status)

    def _cancel_all(self) -> None:
        for reference in self.cancellations.valuerefs():  # a list, while threads answer requests
            if flag := reference():
                flag.set()
        for task in self._tasks.values():
            task.cancel()

    @property
    def status(self) -> int:
        """The exit status: 0 only after shutdown."""
        return 0 if self.is_shut_down else 1


THEME = "wazir/theme"
"""The notification that the theme has changed."""


def _is_request(method: str) -> bool:
    """Whether a method is that of requests, not of notifications."""
    if method in types.METHOD_TO_TYPES:
        return types.METHOD_TO_TYPES[method][1] is not None
    return method != THEME


_KINDS = {"uri": str, "text": str, "line": int, "character": int}
"""The types that cattrs would convert other values to."""


def _corrected(params: Any, method: str) -> Any:
    """The parameters of a change with all numbers in the range of the protocol, and a version for
    each document.

    Other numbers are replaced, because a refused change would be lost.

    Raises:
        exceptions.JsonRpcInvalidParams: A text is not a string, or a number not an integer.
    """
    if isinstance(params, dict):
        return _corrected_object(params, method)
    if isinstance(params, list):
        return [_corrected(value, method) for value in params]
    is_number = isinstance(params, int) and not isinstance(params, bool)
    return min(max(params, 0), INTEGER_MAX_VALUE) if is_number else params


def _corrected_object(params: dict[str, Any], method: str) -> dict[str, Any]:
    """An object within the parameters of a change. One with a URI is a document."""
    if not all(isinstance(params[name], kind) for name, kind in _KINDS.items() if name in params):
        raise _wrong_parameters(method)
    corrected = {name: _corrected(value, method) for name, value in params.items()}
    version = params.get("version")
    has_valid_version = version is not None and version == corrected["version"]
    if "uri" in params and not has_valid_version:
        corrected["version"] = UNKNOWN_VERSION
    return corrected
