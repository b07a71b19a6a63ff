"""One client's messages in order: read as JSON, handed to their handlers, answered, or cancelled."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections import deque
from collections.abc import Callable, Coroutine
from enum import Enum
from time import perf_counter
from typing import Any

from wazir.lsp.codes import ErrorCode
from wazir.lsp.ready import Json
from wazir.lsp.slices import Slices
from wazir.lsp.transport import Frames

log = logging.getLogger(__name__)

Message = dict[str, Any]
Handler = Callable[[Any], Any]
Id = int | str

_ERROR = 1
"""Of the types of messages to a user."""
_PATIENCE = 0.05
"""Seconds for which messages that keep coming may hold up what is done when none is waiting."""


class Failure(Exception):  # noqa: N818
    """A request that is answered by an error, told in a sentence."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.error: Message = {"code": code, "message": message} | ({} if data is None else {"data": data})


def _not_plain(value: object) -> object:
    raise TypeError(f"A {type(value).__name__} is no JSON.")


class State(Enum):
    """How far a conversation has got."""

    NEW = "before initialize"
    OPEN = "between initialize and shutdown"
    SHUT = "after shutdown"


class Conversation:
    """
    The client's messages and their answers.

    Bytes come by `receive`, or whole messages by `take`, so that anything that can pass on bytes or JSON is a
    transport. What handlers return is made JSON here; `idle` is called when no message waits.
    """

    def __init__(self) -> None:
        self.requests: dict[str, tuple[type | None, Handler]] = {}
        """
        By method the type of its parameters, None to take them as they came, and its handler, which returns a typed
        value, a plain one or `Json`, or a coroutine that gives it.
        """
        self.notifications: dict[str, Handler] = {}
        """Handlers by method; they take the parameters as they came, and return nothing."""
        self.missing: Callable[[str], bool] = lambda _: False
        """Is asked for the handler of a request that has none; True if there is one now."""
        self.idle: Callable[[], None] = lambda: None
        self.structure: Callable[[Any, Any], Any] = lambda value, _: value
        """From plain values and their type to typed ones."""
        self.plain: Callable[[Any], Any] = _not_plain
        """From typed values to plain ones."""
        self.state = State.NEW
        self.local = False
        self._write: Callable[[bytes], None] = lambda _: None
        self._frames = Frames()
        self._queue: deque[Message] = deque()
        self._cancelled: set[Id] = set()
        self._running: dict[Id, asyncio.Task[None]] = {}
        self._asked: dict[Id, Callable[[Any], None]] = {}
        self._questions = 0
        self._next: asyncio.Handle | None = None
        self._busy_since: float | None = None
        self._status: int | None = None
        self._over: asyncio.Event | None = None

    # The transport's side

    def connect(self, write: Callable[[bytes], None], *, local: bool) -> None:
        """Takes the way to answer; *local* if the client is a process of this machine that started us."""
        self._write, self.local = write, local

    def receive(self, data: bytes) -> None:
        """Takes bytes, in pieces of any size."""
        for body in self._frames.feed(data):
            self._put(body)
        self._work()

    def take(self, body: bytes | str) -> None:
        """Takes one message as JSON."""
        self._put(body)
        self._work()

    def lost(self) -> None:
        """Is told that the client has gone; what it said before is still heeded."""
        while self._queue and self._status is None:
            self._handle(self._queue.popleft())
        if self._status is None:
            self.stop(0 if self.state is State.SHUT else 1)

    async def finished(self) -> int:
        """The exit status, as soon as the conversation is over: 0 only after shutdown."""
        self._over = asyncio.Event()
        if self._status is None:
            await self._over.wait()
        for task in self._running.values():
            task.cancel()
        return self._status or 0

    def stop(self, status: int) -> None:
        """Ends the conversation."""
        self._status = status
        self._queue.clear()
        if self._over:
            self._over.set()

    # Saying something

    def send(self, message: Message) -> None:
        """Sends a message; typed values anywhere in it become plain."""
        self.send_json(json.dumps({"jsonrpc": "2.0", **message}, default=self.plain, separators=(",", ":")))

    def send_json(self, first: str, *more: str) -> None:
        """Sends a message that is JSON already, in ASCII, and perhaps in parts."""
        length = len(first) + sum(map(len, more))
        try:
            self._write(b"Content-Length: %d\r\n\r\n%s" % (length, first.encode("ascii")))
            for part in more:
                self._write(part.encode("ascii"))
        except OSError:
            log.info("The client does not listen any more.")
            self.stop(1)

    def notify(self, method: str, params: object) -> None:
        """Sends a notification."""
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: object, then: Callable[[Any], None] | None = None) -> None:
        """Sends a request; *then* takes the result when it comes, or None if the client refuses."""
        self._questions += 1
        identity = f"wazir-{self._questions}"
        self._asked[identity] = then or (lambda _: None)
        self.send({"id": identity, "method": method, "params": params})

    def register(self, method: str, options: object) -> None:
        """Tells the client that we want more from it, or offer more."""
        entry = {"id": f"wazir-{method}", "method": method, "registerOptions": options}
        self.ask("client/registerCapability", {"registrations": [entry]})

    # Working through the queue

    def _put(self, body: bytes | str | None) -> None:
        try:
            message = json.loads(body or b"")
        except (ValueError, RecursionError):
            self._refuse(None, ErrorCode.PARSE_ERROR, "This is not a message in JSON.")
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            identity = message.get("id") if isinstance(message, dict) else None
            self._refuse(identity, ErrorCode.INVALID_REQUEST, "This is not a message of JSON-RPC 2.0.")
        elif message.get("method") == "$/cancelRequest":
            self._cancel(message.get("params"))
        else:
            self._queue.append(message)

    def _work(self) -> None:
        """Handles what waits for one slice of time; what came in meanwhile is read before the next."""
        if self._busy_since is None:
            self._busy_since = perf_counter()
        slices = Slices()
        while self._queue and not slices.is_over():
            self._handle(self._queue.popleft())
        self._then(self._work if self._queue else self._rest)

    def _rest(self) -> None:
        """Lets the loop look for messages once more, so that of many changes in a row only the last is diagnosed."""
        if self._busy_since is not None and perf_counter() - self._busy_since > _PATIENCE:
            self._finish()
        else:
            self._then(self._finish)

    def _finish(self) -> None:
        self._busy_since = None
        self._protect("what is done when nothing waits", self.idle)

    def _then(self, step: Callable[[], None]) -> None:
        if self._next:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_soon(step) if self._status is None else None

    def _handle(self, message: Message) -> None:
        method, identity = message.get("method"), message.get("id")
        if not isinstance(method, str):
            self._hear(identity, message)
        elif "id" not in message:
            if self.state is State.OPEN or method == "exit":
                self._protect(method, lambda: self._notified(method, message.get("params")))
        elif not isinstance(identity, int | str):
            self._refuse(None, ErrorCode.INVALID_REQUEST, "A request has a number or a string as its id.")
        elif identity in self._cancelled:
            self._cancelled.discard(identity)
            self._refuse(identity, ErrorCode.REQUEST_CANCELLED, "The request was cancelled.")
        elif error := self._out_of_turn(method):
            self._refuse(identity, *error)
        elif method in self.requests or self.missing(method):
            self._requested(method, identity, message.get("params"))
        else:
            self._refuse(identity, ErrorCode.METHOD_NOT_FOUND, f"There is no method `{method[:100]}` here.")

    def _out_of_turn(self, method: str) -> tuple[int, str] | None:
        if self.state is State.NEW and method != "initialize":
            return ErrorCode.SERVER_NOT_INITIALIZED, "The first request is `initialize`."
        if self.state is State.OPEN and method == "initialize":
            return ErrorCode.INVALID_REQUEST, "The server has been initialized already."
        if self.state is State.SHUT:
            return ErrorCode.INVALID_REQUEST, "The server has been shut down."
        return None

    def _notified(self, method: str, params: object) -> None:
        if method == "exit":
            self.stop(0 if self.state is State.SHUT else 1)
        elif handler := self.notifications.get(method):
            handler(params)
        else:
            log.debug("Ignored the notification %s.", method)

    def _requested(self, method: str, identity: Id, given: object) -> None:
        kind, handler = self.requests[method]
        try:
            params = self.structure(given, kind) if kind else given
        except Exception:
            self._refuse(identity, ErrorCode.INVALID_PARAMS, f"The parameters are not those of `{method}`.")
            return
        try:
            result = handler(params)
        except Exception as problem:
            self._fail(method, identity, problem)
            return
        if asyncio.iscoroutine(result):
            task = asyncio.get_running_loop().create_task(self._later(method, identity, result))
            self._running[identity] = task
        else:
            self._answer(method, identity, result)

    async def _later(self, method: str, identity: Id, coming: Coroutine[Any, Any, Any]) -> None:
        try:
            result = await coming
        except asyncio.CancelledError:
            self._refuse(identity, ErrorCode.REQUEST_CANCELLED, "The request was cancelled.")
        except Exception as problem:
            self._fail(method, identity, problem)
        else:
            self._answer(method, identity, result)
        finally:
            self._running.pop(identity, None)

    def _answer(self, method: str, identity: Id, result: object) -> None:
        try:
            if isinstance(result, Json):
                self.send_json(f'{{"jsonrpc":"2.0","id":{json.dumps(identity)},"result":', *result.parts, "}")
            else:
                self.send({"id": identity, "result": result})
        except Exception as problem:
            self._fail(method, identity, problem)

    # Answers to our questions, cancelling, and what goes wrong

    def _hear(self, identity: object, message: Message) -> None:
        then = self._asked.pop(identity, None) if isinstance(identity, int | str) else None
        if then is None:
            log.info("Ignored an answer to no question.")
        else:
            self._protect("the use of an answer", lambda: then(message.get("result")))

    def _cancel(self, params: object) -> None:
        identity = params.get("id") if isinstance(params, dict) else None
        if not isinstance(identity, int | str):
            return
        if task := self._running.get(identity):
            task.cancel()
        elif any(waiting.get("id") == identity and "method" in waiting for waiting in self._queue):
            self._cancelled.add(identity)

    def _refuse(self, identity: object, code: int, message: str) -> None:
        self.send({"id": identity, "error": {"code": int(code), "message": message}})

    def _fail(self, method: str, identity: Id, problem: Exception) -> None:
        if isinstance(problem, Failure):
            self.send({"id": identity, "error": problem.error})
            return
        self._report(f"`{method}`", problem)
        self._refuse(identity, ErrorCode.INTERNAL_ERROR, f"`{method}` failed: {type(problem).__name__}.")

    def _protect(self, name: str, run: Callable[[], None]) -> None:
        try:
            run()
        except Exception as problem:
            self._report(name, problem)

    def _report(self, name: str, problem: Exception) -> None:
        """Logs where something failed, but at the usual level nothing that may quote a document."""
        frames = traceback.extract_tb(problem.__traceback__)
        where = "\n".join(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)
        log.error("%s failed: %s\n%s", name, type(problem).__name__, where)
        log.debug("%s: %s", type(problem).__name__, problem)
        if self.state is State.OPEN:
            text = f"Wazir: {name} failed ({type(problem).__name__}). The server's log says where; all else goes on."
            self.notify("window/logMessage", {"type": _ERROR, "message": text})
