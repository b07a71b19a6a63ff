"""Programs in processes of their own: the only place that starts one.

A program may hang, write without end, ignore what it is told, and start others. So a *leader*
(`leader.py`) runs it in a group of processes, which is killed as a whole when nobody waits for the
program any more: when its time is over, when it has written too much, when the waiting task is
cancelled, and when this process ends, in whatever way.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

_LEADER = str(Path(__file__).with_name("leader.py"))
_OUTPUT, _ERRORS = 1, 2
"""The descriptors of the streams that a program writes."""
_SECONDS_TO_END = 2.0
"""Seconds for a killed process to end, before it is left to the system."""
MAX_BYTES = 16_000_000
"""Bytes that a program may write."""
MAX_LINE = 100_000
"""Bytes of a line."""


class CannotStart(Exception):  # noqa: N818
    """A program does not start. The message says why, without a full stop."""


class TooMuchOutput(Exception):  # noqa: N818
    """A program has written more than it may."""


class Program(asyncio.SubprocessProtocol):
    """A running program, as `running` yields it."""

    def __init__(self, streams: Sequence[int], max_bytes: int | None, max_line: int) -> None:
        self._streams = {stream: asyncio.StreamReader(limit=max_line) for stream in streams}
        self._bytes_left = max_bytes
        self._leader: Any = None
        """The transport of the leader."""
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lifeline, self._report = _pipe(), _pipe()
        self._result = ""
        """What the leader has reported at its end."""

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Is called when the leader has started."""
        self._leader = transport
        for stream, reader in self._streams.items():
            reader.set_transport(self._leader.get_pipe_transport(stream))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Takes a part of the output."""
        if self._bytes_left is not None:
            self._bytes_left -= len(data)
            if self._bytes_left < 0:
                self._leader.get_pipe_transport(fd).close()
                for reader in self._streams.values():
                    reader.set_exception(TooMuchOutput())
                return
        self._streams[fd].feed_data(data)

    def pipe_connection_lost(self, fd: int, _problem: Exception | None) -> None:
        """Is called when a stream is closed."""
        if fd in self._streams:
            self._streams[fd].feed_eof()

    def process_exited(self) -> None:
        """Is called when the leader has ended, which may be after `end` has stopped waiting."""
        if not self._report.reader.closed:
            self._report.writer.close()
            self._result = self._report.reader.read().decode("utf-8", "replace")
        if not self._result:  # it was killed, and its program may still run
            self._kill()
        self._ended.set_result(None)

    # What the others call

    def write(self, data: bytes, *, is_all: bool = False) -> None:
        """Sends input, and does not wait until it is read.

        Args:
            data: The input.
            is_all: Close the input behind it.
        """
        pipe = self._leader.get_pipe_transport(0)
        pipe.write(data)
        if is_all:
            pipe.close()

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines of the output as they come.

        Raises:
            TooMuchOutput: The output or a line is too long.
        """
        while line := await _within_limit(self._streams[_OUTPUT].readline()):
            yield line

    async def output(self) -> bytes:
        """All that the program writes to standard output.

        Raises:
            TooMuchOutput: It is too much.
        """
        return await _within_limit(self._streams[_OUTPUT].read())

    async def errors(self) -> bytes:
        """All that the program writes to standard error.

        Raises:
            TooMuchOutput: It is too much.
        """
        return await _within_limit(self._streams[_ERRORS].read())

    async def status(self, seconds: float | None = None) -> int | None:
        """The exit status of the program; None if it has not ended after some seconds, or if the
        leader was killed.

        Raises:
            CannotStart: There was nothing to run.
        """
        await asyncio.wait([self._ended], timeout=seconds)
        kind, _, value = self._result.partition(" ")
        if kind == "refused":
            raise CannotStart(value)
        return int(value) if kind == "ended" else None

    # Start and end

    async def start(self, path: str, command: Sequence[str], folder: str | None) -> None:
        """Starts the leader, and then the program.

        Raises:
            OSError: The leader does not start.
        """
        names, passing = _passed_on(self._lifeline.reader, self._report.writer)
        await asyncio.get_running_loop().subprocess_exec(
            lambda: self,
            *[sys.executable, "-I", "-S", _LEADER, *names, path, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if _OUTPUT in self._streams else subprocess.DEVNULL,
            stderr=subprocess.PIPE if _ERRORS in self._streams else subprocess.DEVNULL,
            cwd=folder,
            **passing,
        )
        self._report.writer.close()
        self._lifeline.writer.write(b"\n")  # the program runs from now on, because it can be ended

    async def end(self) -> None:
        """Kills all processes of the program, waits a short time for their end, and closes the
        streams.
        """
        self._lifeline.writer.close()
        try:
            if self._leader and not self._result:
                self._kill()
                await asyncio.wait([self._ended], timeout=_SECONDS_TO_END)
        finally:
            if self._leader:
                self._leader.close()
            for pipe in (self._lifeline, self._report):
                pipe.reader.close()
                pipe.writer.close()

    def _kill(self) -> None:
        with suppress(OSError):  # they have ended
            if sys.platform == "win32":
                self._leader.kill()  # its job ends with it
            else:
                os.killpg(self._leader.get_pid(), signal.SIGKILL)


@asynccontextmanager
async def running(
    command: Sequence[str],
    *,
    path: str | None = None,
    folder: str | None = None,
    seconds: float | None = None,
    max_bytes: int | None = MAX_BYTES,
    max_line: int = MAX_LINE,
    has_output: bool = True,
    has_errors: bool = False,
) -> AsyncIterator[Program]:
    """Runs a program, all of whose processes are killed at the end of the context.

    Args:
        command: The name of the program and its arguments.
        path: Its file; by default, the name.
        folder: The folder in which it runs; by default, that of this process.
        seconds: The maximum time.
        max_bytes: The maximum number of bytes that it may write.
        max_line: The maximum number of bytes of a line.
        has_output: Its standard output is read; otherwise it is discarded.
        has_errors: Its standard error is read; otherwise it is discarded.

    Raises:
        OSError: No process can be started.
        TimeoutError: The time is over.
    """
    streams = [_OUTPUT] * has_output + [_ERRORS] * has_errors
    program = Program(streams, max_bytes, max_line)
    try:
        async with asyncio.timeout(seconds):
            await program.start(path or command[0], command, folder)
            yield program
    finally:
        await _uncut(program.end())


async def _uncut(ending: Coroutine[Any, Any, None]) -> None:
    """Waits for the end of a program, which takes a bounded time, even when the waiting task is
    cancelled: the end would outlive the event loop.
    """
    task = asyncio.ensure_future(ending)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def _within_limit(reading: Awaitable[bytes]) -> bytes:
    try:
        return await reading
    except ValueError:  # of asyncio, about a line
        raise TooMuchOutput from None


class _Pipe(NamedTuple):
    reader: io.FileIO
    writer: io.FileIO


def _pipe() -> _Pipe:
    reader, writer = os.pipe()
    return _Pipe(io.FileIO(reader, "r"), io.FileIO(writer, "w"))


if sys.platform == "win32":
    import msvcrt

    def _passed_on(*files: io.FileIO) -> tuple[list[str], dict[str, Any]]:
        """The names by which another process knows open files, and the options of a start that
        passes them on.
        """
        handles = [msvcrt.get_osfhandle(file.fileno()) for file in files]
        for handle in handles:
            os.set_handle_inheritable(handle, True)
        options = {
            "startupinfo": subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles}),
            "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
        }
        return list(map(str, handles)), options

else:

    def _passed_on(*files: io.FileIO) -> tuple[list[str], dict[str, Any]]:
        """The names by which another process knows open files, and the options of a start that
        passes them on.
        """
        numbers = [file.fileno() for file in files]
        return list(map(str, numbers)), {"pass_fds": numbers, "start_new_session": True}
