"""Settings: one table of them, how values are read, and that the server follows them."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generating.settings import Row, table
from lsp.client import ALL, ROOT, Client, Message, serving
from wazir.lsp.schema import read_settings
from wazir.settings import FileSettings

PAGE = (ROOT / "docs" / "settings.md").read_text("utf-8")
NAMES = re.findall(r"^\| `(wazir(?:\.\w+)+)` \|", PAGE, re.MULTILINE)
"""The settings of editors, in the order of their page."""


def test_the_table() -> None:
    """Every setting of the page once, with a default of its type, a paragraph that ends, and a line
    about each choice.
    """
    rows = table()

    assert [row.name for row in rows] == NAMES
    for row in rows:
        assert {"string": str, "boolean": bool, "integer": int}[row.type] is type(row.default)
        assert row.description.endswith(".")
        assert all(line.strip() for line in row.choices.values())
        assert not row.choices or row.default in row.choices


def nested(row: Row, value: object) -> Message:
    """The settings of a client that sets just one."""
    for name in reversed(row.name.split(".")[1:]):
        value = {name: value}
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("row", table(), ids=lambda row: row.name)
def test_every_setting_can_be_set(row: Row) -> None:
    """Its default and every choice are taken, inside the section or around it; nothing else
    changes.
    """
    values = [*row.choices, row.default, *row.limits.values()]
    if row.type == "boolean":
        values.append(not row.default)
    for value in values:
        for given_value in (nested(row, value), {"wazir": nested(row, value), "other": 1}):
            settings, complaints = read_settings(given_value)
            value_read: Any = dataclasses.asdict(settings)
            for name in row.name.split(".")[1:]:
                value_read = value_read[re.sub("(?=[A-Z])", "_", name).lower()]
            assert (value_read, complaints) == (value, [])


BAD: list[tuple[object, str]] = [
    ({"board": "ten by ten"}, "Invalid `wazir.board`. A board is written"),
    ({"board": "100x100"}, "Invalid `wazir.board`. A board has"),
    ({"board": 8}, "Invalid `wazir.board`. Expected a string."),
    ({"dialect": "klingon"}, "Invalid `wazir.dialect`. Expected one of `original`"),
    ({"diagram": "big"}, "Invalid `wazir.diagram`. Expected an object."),
    (
        {"diagram": {"style": True}},
        "Invalid `wazir.diagram.style`. Expected one of `auto`, `text`, `none`.",
    ),
    ({"inlayHints": {"enabled": 1}}, "Invalid `wazir.inlayHints.enabled`. Expected true or false."),
    ([1], "Invalid `wazir`. Expected an object."),
]


@pytest.mark.parametrize(("given_value", "complaint"), BAD, ids=[str(value) for value, _ in BAD])
def test_a_value_that_will_not_do(given_value: object, complaint: str) -> None:
    """It is left at its default, and one sentence says what it should be; the others are taken."""
    settings, complaints = read_settings(given_value)

    assert settings == FileSettings()
    assert len(complaints) == 1
    assert complaint in complaints[0]
    if isinstance(given_value, dict):
        assert (
            read_settings({**given_value, "profile": "fairy-stockfish"})[0].profile
            == "fairy-stockfish"
        )


@pytest.mark.parametrize(
    "given_value", [None, {}, {"wazir": None}, {"wazir": {}}, {"invented": 1}, {"board": None}]
)
def test_what_is_not_said_is_as_usual(given_value: object) -> None:
    """Nothing, null and names of others leave everything at its default, and are no reason to
    complain.
    """
    assert read_settings(given_value) == (FileSettings(), [])


WORDS = sorted({"wazir", *(word for name in NAMES for word in name.split(".")[1:])})
VALUES = (
    st.none() | st.booleans() | st.integers() | st.sampled_from(["8x8", "xbetza", "text", "", "?"])
)
OBJECTS = st.recursive(
    VALUES, lambda inner: st.dictionaries(st.sampled_from(WORDS), inner), max_leaves=10
)


@given(OBJECTS | st.lists(OBJECTS))
def test_nothing_that_a_client_may_send_stops_it(given_value: object) -> None:
    """Any JSON gives settings, all of whose values are allowed."""
    settings, _ = read_settings(given_value)
    allowed = {row.name: row for row in table()}

    assert settings.diagram.style in allowed["wazir.diagram.style"].choices
    assert isinstance(settings.inlay_hints.enabled, bool)


# Followed by the server

CHAIN = "A = N-K\n"
"""Right in one dialect and wrong in another."""


def codes(client: Client, uri: str) -> list[str]:
    """The codes of the diagnostics that come next."""
    return [diagnostic["code"] for diagnostic in client.diagnostics(uri)]


def test_settings_are_asked_for_and_followed() -> None:
    """The first diagnostics know them; a change is followed, and back again."""
    with serving(settings={"dialect": "xbetza"}) as client:
        uri = client.open(CHAIN)
        assert codes(client, uri) == ["wrong-dialect"]
        client.settings = None
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        assert codes(client, uri) == []
        client.settings = {"dialect": "xbetza"}
        client.notify("workspace/didChangeConfiguration", {"settings": {}})
        assert codes(client, uri) == ["wrong-dialect"]


def test_a_client_that_sends_its_settings() -> None:
    """One that cannot be asked says them in the notification, in the section or around it."""
    with serving({}) as client:
        uri = client.open(CHAIN)
        assert codes(client, uri) == []
        client.notify(
            "workspace/didChangeConfiguration", {"settings": {"wazir": {"dialect": "xbetza"}}}
        )
        assert codes(client, uri) == ["wrong-dialect"]
        client.notify("workspace/didChangeConfiguration", {"settings": {"dialect": "extended"}})
        assert codes(client, uri) == []


@pytest.mark.parametrize(
    "options", [{"dialect": "xbetza"}, {"settings": {"dialect": "xbetza"}, "pictures": True}]
)
def test_settings_among_the_initialization_options(options: Message) -> None:
    """They hold for a client that cannot be asked, and for one that has nothing to say when it
    is.
    """
    for capabilities in ({}, ALL):
        with serving(capabilities, options) as client:
            assert codes(client, client.open(CHAIN)) == ["wrong-dialect"]


def test_a_client_that_does_not_answer() -> None:
    """Diagnostics do not wait for ever for settings."""
    client = Client.forked()
    client._reply = lambda method, params: None  # type: ignore[method-assign]
    try:
        client.send(
            {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": ALL}}
        )
        client.send({"method": "initialized", "params": {}})
        item = {"uri": "file:///a.betza", "languageId": "betza", "version": 1, "text": "A = V\n"}
        client.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        methods = []
        while "textDocument/publishDiagnostics" not in methods:
            methods.append(client.receive().get("method"))

        assert "workspace/configuration" in methods
    finally:
        client.close()


def test_a_bad_value_is_told_once() -> None:
    """However often the settings are read."""
    with serving(settings={"dialect": "klingon", "board": "9x9"}) as client:
        uri = client.open(CHAIN)
        assert codes(client, uri) == []
        client.settings = {"dialect": "klingon", "board": "8x8"}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        codes(client, uri)
        client.settings = {"dialect": "klingon", "board": "eight"}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        codes(client, uri)
        shown = [
            m["params"]["message"] for m in client.heard if m["method"] == "window/showMessage"
        ]

    assert [message.split("`")[1] for message in shown] == ["wazir.dialect", "wazir.board"]


def test_each_folder_has_its_own() -> None:
    """A file has the settings of the innermost folder that it lies in."""
    folders = [{"uri": f"file:///{name}", "name": name} for name in ("a", "a/b", "ab")]
    by_scope = {
        "file:///a": {"dialect": "xbetza"},
        "file:///a/b": {"dialect": "extended"},
        "file:///ab": None,
    }

    class Several(Client):
        def _reply(self, method: str, params: Any) -> object:
            if method != "workspace/configuration":
                return None
            return [by_scope.get(item.get("scopeUri")) for item in params["items"]]

    client = Several.forked()
    try:
        client.start(workspaceFolders=folders)
        assert codes(client, client.open(CHAIN, "file:///a/x.betza")) == ["wrong-dialect"]
        assert codes(client, client.open(CHAIN, "file:///a/b/x.betza")) == []
        assert codes(client, client.open(CHAIN, "file:///ab/x.betza")) == []
        assert codes(client, client.open(CHAIN, "untitled:x")) == []
    finally:
        client.close()


def test_a_directive_of_the_file_goes_before_settings() -> None:
    """What a file says of itself holds there."""
    with serving(settings={"dialect": "xbetza"}) as client:
        assert codes(client, client.open("%dialect extended\n" + CHAIN)) == []


def test_the_profile_and_the_board() -> None:
    """What an engine reads otherwise is a warning; the board stands in the hover."""
    with serving(settings={"profile": "fairy-stockfish", "board": "10x9"}) as client:
        uri = client.open("A = R12\n")
        assert "engine-differs" in codes(client, uri)
        assert "10x9" in client.ask("hover", uri, 0, 0)["contents"]["value"]
