"""A `wazir` for scripts that start it many times: each run is forked from a process that has
imported it.

    python ready.py serve SOCKET
    python -I -S ready.py run SOCKET ARGUMENTS...

The start itself is tested with processes of its own.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

_MAX_BYTES = 1 << 20
"""Of a request: arguments, a folder and an environment."""


def run(address: str, arguments: list[str]) -> int:
    """The exit status of a run with the streams, the folder and the environment of this
    process.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MAX_BYTES)
        connection.connect(address)
        environment, folder = dict(os.environ), os.fspath(Path.cwd())
        request = {"arguments": arguments, "folder": folder, "environment": environment}
        socket.send_fds(connection, [json.dumps(request).encode()], [0, 1, 2])
        return int(connection.recv(16))


def serve(address: str) -> None:
    """Forks for every connection, until it is killed."""
    from wazir.cli import COMMANDS, load

    for name in COMMANDS:
        load(name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            connection, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                _answer(connection)
                os._exit(0)
            connection.close()


def _answer(connection: socket.socket) -> None:
    """Runs the command of a request in a child, and answers with its exit status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    data, streams, *_ = socket.recv_fds(connection, _MAX_BYTES, 3)
    child = os.fork()
    if child == 0:
        connection.close()
        _run_command(json.loads(data), streams)
    for stream in streams:
        os.close(stream)
    _, status = os.waitpid(child, 0)
    connection.send(b"%d" % os.waitstatus_to_exitcode(status))


def _run_command(request: dict[str, Any], streams: list[int]) -> None:
    """Runs `wazir` as a process of its own would, and ends."""
    from wazir.cli import main

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = os.fdopen(getattr(sys, name).fileno(), mode, closefd=False, encoding="utf-8")
        setattr(sys, name, stream)
    status = main(request["arguments"])
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    way, place, *words = sys.argv[1:]
    if way == "run":
        sys.exit(run(place, words))
    del sys.path[0]
    serve(place)
