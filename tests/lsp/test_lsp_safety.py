"""What a workspace, a network and a client that goes can do to the server: nothing of them is run,
nor waited for.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from lsp.client import ALL, PATIENCE, Client, Message, Wire, environment, frame
from special import SKIPPED, special

# Code in a folder

PACKAGES = ("pygls", "lsprotocol", "attrs", "cattrs")
MODULES = (
    "json",
    "asyncio",
    "logging",
    "argparse",
    "typing",
    "threading",
    "random",
    "queue",
    "subprocess",
)
GAME = "position one\nmoves:\n1. Pe2-e4 Pe7-e5\n"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with modules of names that are imported; each of them leaves its name in a file
    beside the folder.
    """
    code = f"open({str(tmp_path / 'ran')!r}, 'a').write(__name__ + ' ')\n"
    folder = tmp_path / "folder"
    for name in ("", *PACKAGES):
        (folder / name).mkdir()
    for name in (*(f"{package}/__init__" for package in PACKAGES), *MODULES):
        (folder / f"{name}.py").write_text(code)
    return folder


def with_program(folder: Path) -> None:
    """Puts a package of the name of the server into a folder."""
    code = (folder / "json.py").read_text()
    (folder / "wazir").mkdir()
    for name in ("__init__", "__main__"):
        (folder / "wazir" / f"{name}.py").write_text(code)


STARTED = {
    "by its script": (["-P", "-m", "wazir"], ""),
    "with an empty entry in the path": (["-P", "-m", "wazir"], os.pathsep),
    "with a dot in the path": (["-P", "-m", "wazir"], f"{os.pathsep}."),
    "as a module": (["-m", "wazir"], ""),
}


@pytest.mark.parametrize("how", STARTED)
def test_nothing_of_a_folder_is_run(hostile: Path, how: str) -> None:
    """Neither by a server that is started there, nor by its search."""
    program, path = STARTED[how]
    if "-P" in program:
        with_program(hostile)  # which Python itself runs else, before anything of ours
    with closing(Client(program=program, folder=hostile, path=path)) as client:
        client.start()
        if "-P" not in program:
            with_program(hostile)
        uri = client.open(GAME, (hostile / "game.ben39").as_uri(), "ben39")
        place = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 4}}
        assert client.request("textDocument/hover", place)
        assert client.request("wazir/evaluate", {**place, "nodes": 200})["nodes"]
        assert client.stop() == 0

    marks = hostile.parent / "ran"
    assert not marks.exists(), marks.read_text()


# Special files


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[Path]:
    with special(tmp_path):
        yield tmp_path


def test_special_files_of_a_workspace(strange: Path) -> None:
    """They are not opened, and the log says so, once; what is sound beside them is found."""
    with closing(Client()) as client:
        client.start(workspaceFolders=[{"uri": strange.as_uri(), "name": "x"}])
        for _ in range(2):
            symbols = client.request("workspace/symbol", {"query": ""})
            assert sorted(symbol["name"] for symbol in symbols) == ["Inner", "Sound"]
        assert client.stop() == 0
        logged = client.errors()

    assert [logged.count(f"{name}.betza: ") for name in SKIPPED] == [1] * len(SKIPPED)
    assert logged.count("\n") == len(SKIPPED)


# The end of a client


def queued(client: Client, count: int) -> bytes:
    """As many requests, each of which takes a while."""
    uri = client.open("".join(f"piece{number} = WF-[DA]fmNcK\n" for number in range(500)))
    request: Message = {
        "jsonrpc": "2.0",
        "method": "wazir/gallery",
        "params": {"textDocument": {"uri": uri}},
    }
    return b"".join(frame({**request, "id": 1_000 + number}) for number in range(count))


@pytest.fixture
def busy() -> Iterator[Client]:
    """A client of a server that has loaded all features, and has much to do."""
    with closing(Client()) as client:
        client.start()
        client.ask("hover", client.open("A = W\n", "file:///a.betza"))
        yield client


def test_a_client_that_dies_with_requests_in_the_queue(busy: Client) -> None:
    """The server ends at once, for nobody takes its answers."""
    busy.write(queued(busy, 1_000))
    assert busy.process.stdin
    busy.process.stdin.close()

    assert busy.process.wait(PATIENCE) == 1


def test_a_client_that_neither_reads_nor_writes_any_more() -> None:
    """The server waits until its answers are taken, and ends when there is nothing more to read."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [sys.executable, "-m", "wazir", "lsp"],
        stdin=subprocess.PIPE,
        stdout=write,
        env=environment(),
    )
    os.close(write)
    params = {"processId": None, "rootUri": None, "capabilities": {}}
    assert server.stdin
    server.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
    for number in range(2_000):
        server.stdin.write(frame({"jsonrpc": "2.0", "id": number, "method": "x" * 100}))
    server.stdin.close()

    assert server.wait(PATIENCE) == 1
    os.close(read)


# Who speaks something else


@contextmanager
def port() -> Iterator[tuple[subprocess.Popen[bytes], tuple[str, int]]]:
    """A server at a port of its choice."""
    command = [sys.executable, "-m", "wazir", "lsp", "--tcp"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment())
    try:
        assert server.stderr
        host, _, number = server.stderr.readline().decode().split()[-1].rpartition(":")
        yield server, (host, int(number))
    finally:
        server.kill()
        server.communicate()


INITIALIZE: Message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": ALL},
}
REQUESTS = {
    "POST": b"POST / HTTP/1.1\r\nHost: x\r\n" + frame(INITIALIZE),
    "GET": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "something": b"EHLO there\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "JSON": b'{"jsonrpc": "2.0"}\n',
}


def test_only_a_client_of_the_protocol_is_served_at_a_port() -> None:
    """A browser is refused, as is everybody else; who is silent delays others a short time; a
    client is served.
    """
    with port() as (server, address):
        silent = socket.create_connection(address)
        # Nothing is said about a client that said nothing.
        socket.create_connection(address).close()
        for request in REQUESTS.values():
            with socket.create_connection(address, PATIENCE) as connection:
                connection.sendall(request)
                assert server.stderr
                said = f"does not speak LSP. It began with {request[:8]!r}.\n"
                assert server.stderr.readline().decode().endswith(said)
                with suppress(ConnectionError):
                    assert connection.recv(1) == b""
        with (
            socket.create_connection(address, PATIENCE) as connection,
            connection.makefile("rb") as stream,
        ):
            wire = Wire(connection.sendall, stream)
            wire.send(INITIALIZE)
            assert wire.receive()["result"]["serverInfo"]["name"] == "wazir"
            with pytest.raises(ConnectionError):
                socket.create_connection(address, 1)
            wire.send({"id": 2, "method": "shutdown"}, {"method": "exit"})
            assert server.wait(PATIENCE) == 0
        silent.close()


def test_a_client_at_a_port_that_dies() -> None:
    """The server ends with it."""
    with port() as (server, address):
        with socket.create_connection(address, PATIENCE) as connection:
            connection.sendall(frame(INITIALIZE) * 50)

        assert server.wait(PATIENCE) == 1


def test_a_client_that_never_reads_the_log() -> None:
    """The log of a client that does not look at it is more than a pipe holds; requests are
    answered, and it ends.
    """
    with closing(Client("--log-level", "info")) as client:
        client.start()
        client.send(*({"method": f"no/such-{number}", "params": {}} for number in range(3_000)))
        uri = client.open("A = W\n")

        assert client.ask("hover", uri, 0, 4)
        assert client.stop() == 0


def test_the_log_is_written_to_its_end() -> None:
    """What was logged right before the end is there."""
    with closing(Client("--log-level", "info")) as client:
        client.start()
        client.notify("no/such", {})

        assert client.stop() == 0
        assert "Ignored the notification `no/such`" in client.errors()
