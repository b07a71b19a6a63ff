"""The course of a session: what is announced, how it ends, and what else comes over the wire."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from lsprotocol import converters, types
from lsprotocol.types import ErrorCodes

from lsp.client import (
    ALL,
    PATIENCE,
    ROOT,
    Client,
    Message,
    Refused,
    Wire,
    environment,
    frame,
    merged,
    serving,
)
from wazir.diagnostics import public_page
from wazir.lsp.custom_requests import CUSTOM_REQUESTS
from wazir.lsp.server import FEATURES, Feature
from wazir.notations import REGISTRY

PLACE = {"textDocument": {"uri": "x"}, "position": {"line": 0, "character": 0}}

# What is announced


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.method)
def test_every_feature_is_a_request(feature: Feature) -> None:
    """Each row of the table names a method of the protocol, or a custom one."""
    assert feature.method in types.METHOD_TO_TYPES or feature.method in CUSTOM_REQUESTS


OFFERS: list[tuple[str, Message, Message]] = [
    ("columns in UTF-16", {}, {"positionEncoding": "utf-16"}),
    (
        "changes and no whole texts",
        {},
        {
            "textDocumentSync": {
                "openClose": True,
                "change": 2,
                "save": False,
            }
        },
    ),
    ("no diagnostics to be asked for", {}, {"diagnosticProvider": None}),
    (
        "diagnostics to be asked for",
        {"textDocument": {"diagnostic": {}}},
        {
            "diagnosticProvider": {
                "identifier": "wazir",
                "interFileDependencies": False,
                "workspaceDiagnostics": True,
            }
        },
    ),
    ("plain rename", {}, {"renameProvider": True}),
    (
        "prepared rename",
        {"textDocument": {"rename": {"prepareSupport": True}}},
        {"renameProvider": {"prepareProvider": True}},
    ),
    (
        "actions as commands",
        {},
        {
            "codeActionProvider": True,
            "executeCommandProvider": {
                "commands": [
                    "wazir.evaluate",
                    "wazir.checkWithEngine",
                    "wazir.stopEvaluation",
                    "wazir.apply",
                ]
            },
        },
    ),
    (
        "actions as such",
        {
            "textDocument": {
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
            }
        },
        {
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll"],
                "resolveProvider": True,
            },
            "executeCommandProvider": {
                "commands": ["wazir.evaluate", "wazir.checkWithEngine", "wazir.stopEvaluation"]
            },
        },
    ),
]


@pytest.mark.parametrize(
    ("announced", "expected"), [offer[1:] for offer in OFFERS], ids=[name for name, *_ in OFFERS]
)
def test_what_is_offered_to_whom(announced: Message, expected: Message) -> None:
    """What the server says it can do is what the client can use, and is well formed."""
    client = Client.forked()
    try:
        offered = client.start(announced)["capabilities"]
    finally:
        client.close()

    assert {name: offered.get(name) for name in expected} == expected
    converters.get_converter().structure(offered, types.ServerCapabilities)


ENCODINGS = [
    (None, "utf-16"),
    ([], "utf-16"),
    (["utf-8", "utf-16"], "utf-8"),
    (["utf-32"], "utf-32"),
    (["utf-7", "utf-8"], "utf-8"),
    (["utf-7"], "utf-16"),
    ("utf-8", "utf-16"),
    ([8, None, {}, "utf-32"], "utf-32"),
]


@pytest.mark.parametrize(("announced", "chosen"), ENCODINGS, ids=lambda value: str(value))
def test_columns_count_as_the_client_likes_best(announced: object, chosen: str) -> None:
    """The first encoding of the client's list that there is; UTF-16 if there is none; no shape of a
    list stops us.
    """
    client = Client.forked()
    try:
        answer = client.start(merged(ALL, {"general": {"positionEncodings": announced}}))
        assert answer["capabilities"]["positionEncoding"] == chosen
        assert answer["serverInfo"]["name"] == "wazir"
        uri = client.open("# 🦄 ħ\nA = W # e\u0301 🦄\nB = V\n" + "🦄 = V")
        columns = {"utf-8": 7, "utf-16": 5, "utf-32": 4}
        assert client.diagnostics(uri)[-1]["range"]["start"] == {
            "line": 3,
            "character": columns[chosen],
        }
    finally:
        client.close()


STRANGE: list[Message] = [
    {},
    {"textDocument": None, "workspace": [], "general": 7},
    {
        "textDocument": {
            "hover": {"contentFormat": "markdown"},
            "completion": [],
            "publishDiagnostics": True,
        }
    },
    {
        "textDocument": {
            "documentSymbol": {"symbolKind": {"valueSet": [1, 99]}},
            "invented": {"in": 2040},
        }
    },
    {"workspace": {"configuration": "yes"}, "invented": [None], "experimental": {"x": 1}},
]


@pytest.mark.parametrize("capabilities", STRANGE, ids=range(len(STRANGE)))
def test_no_capabilities_are_too_strange(capabilities: Message) -> None:
    """What is not understood counts as not said."""
    with serving(capabilities) as client:
        assert client.diagnostics(client.open("A = V\n"))
        assert client.ask("hover", "file:///pieces/some.betza", 0, 4)
        assert client.stop() == 0


@pytest.mark.parametrize("params", [None, [], {}, {"capabilities": None}, {"capabilities": []}])
def test_an_initialize_that_is_none(params: object) -> None:
    """It is refused, and a good one afterwards is not."""
    client = Client.forked()
    try:
        with pytest.raises(Refused) as refused:
            client.request("initialize", params)
        assert refused.value.code == ErrorCodes.InvalidParams
        assert client.start()["capabilities"]
    finally:
        client.close()


def test_the_client_is_asked_to_report_changes() -> None:
    """Of settings always, of files if diagnostics are asked for; as far as the client can be
    asked.
    """
    with serving(
        merged(
            ALL,
            {
                "textDocument": {"diagnostic": {}},
                "workspace": {"diagnostics": {"refreshSupport": True}},
            },
        )
    ) as client:
        client.request(
            "textDocument/hover",
            {"textDocument": {"uri": "x"}, "position": {"line": 0, "character": 0}},
        )
        registered = [
            entry
            for message in client.heard
            if message["method"] == "client/registerCapability"
            for entry in message["params"]["registrations"]
        ]

    assert {entry["method"]: entry["registerOptions"] for entry in registered} == {
        "workspace/didChangeConfiguration": {"section": "wazir"},
        "workspace/didChangeWatchedFiles": {
            "watchers": [
                *({"globPattern": f"**/{name}"} for name in ("wazir.toml", "pyproject.toml")),
                *(
                    {"globPattern": f"**/*{ending}"}
                    for notation in REGISTRY
                    for ending in notation.extensions
                ),
                {"globPattern": "**/*.ini"},
            ]
        },
    }


# How it ends


def test_shutdown_and_exit() -> None:
    """Status 0, and nothing on standard error."""
    with serving() as client:
        client.diagnostics(client.open("A = V\n"))
        client.ask("hover", "file:///pieces/some.betza", 0, 4)

        assert client.stop() == 0
        assert client.errors() == ""


def test_exit_without_shutdown() -> None:
    """Status 1."""
    with serving() as client:
        client.notify("exit", None)

        assert client.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("shut", [True, False])
def test_a_client_that_hangs_up(shut: bool) -> None:
    """The server ends when its input does: with status 1, or 0 after shutdown; what came before is
    answered.
    """
    with serving({}) as client:
        if shut:
            client.request("shutdown", None)
        posted = client.post("textDocument/hover", PLACE)
        assert client.process.stdin
        client.process.stdin.close()

        assert client.process.wait(PATIENCE) == (0 if shut else 1)
        if not shut:
            assert client.answer(posted) is None
        assert client.errors() == ""


def test_nothing_is_read_from_a_file_for_ever() -> None:
    """Input that is no pipe, such as /dev/null, is at its end at once."""
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        ran = subprocess.run(
            [sys.executable, "-m", "wazir", "lsp"],
            stdin=nothing,
            capture_output=True,
            env=environment(),
            timeout=PATIENCE,
        )

    assert (ran.returncode, ran.stdout) == (1, b"")


def test_input_from_a_file(tmp_path: Any) -> None:
    """A file of messages is answered like a pipe."""
    messages = [
        {
            "id": 1,
            "method": "initialize",
            "params": {"processId": None, "rootUri": None, "capabilities": {}},
        },
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    path = tmp_path / "messages"
    path.write_bytes(b"".join(frame({"jsonrpc": "2.0", **message}) for message in messages))
    with path.open("rb") as stream:
        ran = subprocess.run(
            [sys.executable, "-m", "wazir", "lsp"],
            stdin=stream,
            capture_output=True,
            env=environment(),
            timeout=PATIENCE,
        )

    assert ran.returncode == 0
    assert ran.stdout.count(b"Content-Length") == 2


def test_being_told_to_end() -> None:
    """SIGTERM ends the server at once, and quietly."""
    with serving() as client:
        client.process.send_signal(signal.SIGTERM)

        assert client.process.wait(PATIENCE) == -signal.SIGTERM
        assert client.errors() == ""


def test_the_end_of_the_process_that_started_it() -> None:
    """The server ends when the editor is gone, even if something else keeps the pipe open."""
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    client = Client()
    try:
        client.start(processId=editor.pid)
        assert client.process.poll() is None
        editor.communicate(b"\n")

        assert client.process.wait(PATIENCE) == 1
    finally:
        client.close()


# Over a socket


def connected(
    host: str | None, family: socket.AddressFamily
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """A server at a port of its choice, and a connection to it."""
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "wazir",
            "lsp",
            "--tcp",
            *([] if host is None else ["--host", host]),
        ],
        stderr=subprocess.PIPE,
        env=environment(),
        cwd=ROOT,
    )
    assert server.stderr
    address = server.stderr.readline().decode().split()[-1]
    connection = socket.socket(family)
    connection.connect((address.rsplit(":", 1)[0], int(address.rsplit(":", 1)[1])))
    return server, connection


@pytest.mark.parametrize(
    ("host", "address"), [(None, "127.0.0.1"), ("", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")]
)
def test_a_client_at_a_port(host: str | None, address: str) -> None:
    """The same conversation over a socket, at the loopback address unless another is named."""
    server, connection = connected(host, socket.AF_INET)
    with connection, connection.makefile("rb") as stream:
        assert connection.getpeername()[0] == address
        wire = Wire(connection.sendall, stream)
        params = {"processId": 1, "rootUri": None, "capabilities": ALL}
        item = {"uri": "file:///a.betza", "languageId": "betza", "version": 3, "text": "A = V\n"}
        wire.send(
            {"id": 1, "method": "initialize", "params": params},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        )
        diagnostics = None
        while diagnostics is None:
            message = wire.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                diagnostics = message["params"]["diagnostics"]
        wire.send({"id": 2, "method": "shutdown"}, {"method": "exit"})

        # The client may not have our files.
        assert diagnostics[0]["codeDescription"] == {"href": public_page(diagnostics[0]["code"])}
        assert server.wait(PATIENCE) == 0
    assert server.stderr
    server.stderr.close()


# What else comes over the wire


TRAFFIC: list[tuple[str, bytes, list[tuple[object, int]]]] = [
    ("no JSON", b"Content-Length: 5\r\n\r\n{{{{{", [(None, ErrorCodes.ParseError)]),
    ("no UTF-8", b'Content-Length: 4\r\n\r\n"\xff\xfe"', [(None, ErrorCodes.ParseError)]),
    ("a batch", frame([1, 2]), [(None, ErrorCodes.InvalidRequest)]),
    (
        "an unknown request",
        frame({"jsonrpc": "2.0", "id": "?", "method": "no/such"}),
        [("?", ErrorCodes.MethodNotFound)],
    ),
    (
        "an optional request",
        frame({"jsonrpc": "2.0", "id": "?", "method": "$/x"}),
        [("?", ErrorCodes.MethodNotFound)],
    ),
    ("an unknown notification", frame({"jsonrpc": "2.0", "method": "no/such", "params": 1}), []),
    ("an unknown notification $", frame({"jsonrpc": "2.0", "method": "$/x"}), []),
    ("an answer to nothing", frame({"jsonrpc": "2.0", "id": "?", "result": 1}), []),
    (
        "an error about nothing",
        frame({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "?"}}),
        [],
    ),
    (
        "other parameters",
        frame({"jsonrpc": "2.0", "id": "?", "method": "textDocument/hover", "params": [1]}),
        [("?", ErrorCodes.InvalidParams)],
    ),
    (
        "a second initialize",
        frame({"jsonrpc": "2.0", "id": "?", "method": "initialize", "params": {}}),
        [("?", ErrorCodes.InvalidRequest)],
    ),
    (
        "an unknown language",
        frame(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didOpen",
                "params": {
                    "textDocument": {
                        "uri": "file:///a.py",
                        "languageId": "python",
                        "version": 1,
                        "text": "x",
                    }
                },
            }
        ),
        [],
    ),
    (
        "changes of what is not open",
        frame(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didChange",
                "params": {
                    "textDocument": {"uri": "file:///b.betza", "version": 2},
                    "contentChanges": [{"text": "x"}],
                },
            }
        ),
        [],
    ),
    (
        "the end of what is not open",
        frame(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didClose",
                "params": {"textDocument": {"uri": "file:///b.betza"}},
            }
        ),
        [],
    ),
]


@pytest.fixture(scope="module")
def patient() -> Iterator[Client]:
    with serving() as client:
        client.ask("hover", "x")
        yield client


@pytest.mark.parametrize(
    ("data", "errors"), [case[1:] for case in TRAFFIC], ids=[name for name, *_ in TRAFFIC]
)
def test_traffic_that_is_of_no_use(
    patient: Client, data: bytes, errors: list[tuple[object, int]]
) -> None:
    """It is told with the codes of the protocol, or passed over, and the next request is
    answered.
    """
    patient.write(data)
    last = patient.post("textDocument/hover", PLACE)
    refused = []
    while (message := patient.receive()).get("id") != last:
        refused.append((message.get("id"), message["error"]["code"]))

    assert refused == errors
    assert message["result"] is None


NOTIFICATIONS = ["didOpen", "didChange", "didClose"]


@pytest.mark.parametrize("method", NOTIFICATIONS)
@pytest.mark.parametrize(
    "params", [None, [], {}, {"textDocument": {}}, {"textDocument": {"uri": 1, "text": 2}}], ids=str
)
def test_notifications_that_lack_something(patient: Client, method: str, params: object) -> None:
    """They are logged for whoever reads the log of the client, and the next request is answered."""
    patient.notify(f"textDocument/{method}", params)

    assert patient.request("textDocument/hover", PLACE) is None


def test_log_level_debug_says_more() -> None:
    """And never the text of a document, unless something fails."""
    client = Client("--log-level", "debug")
    try:
        client.start()
        client.diagnostics(client.open("Secret = V\n"))
        client.notify("invented/notification", {})
        assert client.stop() == 0
        errors = client.errors()
        assert "invented/notification" in errors
        assert "Secret" not in errors
    finally:
        client.close()
