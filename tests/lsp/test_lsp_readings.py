"""All readings of a piece, asked for by an editor, and the code action that shows them (E3, X4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lsp.client import ALL, Client, Message, Refused, serving

TEXT = "Stepper = W03\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with serving(ALL, {"readings": True}) as client:
        yield client


def at(uri: str, line: int, **more: object) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}, **more}


def test_e3_equal_readings_are_together(client: Client) -> None:
    """Each has a sentence, and a picture if it moves; one is that of the file."""
    answer = client.request("wazir/readings", at(client.open(TEXT), 0, theme="dark"))

    assert (answer["title"], answer["board"]) == ("W03", "8x8")
    assert [(reading["names"], reading["isOfFile"]) for reading in answer["readings"]] == [
        (["original", "extended", "xbetza"], True),
        (["Fairy-Stockfish"], False),
        (["XBoard"], False),
    ]
    assert all(
        reading["sentence"] and reading["svg"].startswith("<svg") for reading in answer["readings"]
    )


def test_other_notations_have_one_reading(client: Client) -> None:
    """Nor is there a code action for them; a board that is none is refused."""
    uri = client.open("(def a wazir)\n", "file:///a.lcpn", "lcpn")

    assert client.request("wazir/readings", at(uri, 0)) is None
    assert "Show all readings" not in actions(client, uri)
    with pytest.raises(Refused, match="A board is written as"):
        client.request("wazir/readings", at(client.open(TEXT), 0, board="8"))


def test_the_code_action_is_a_command_of_the_client(client: Client) -> None:
    """Clients without that command are not offered it."""
    uri = client.open(TEXT)
    place = {"line": 0, "character": 0}

    assert actions(client, uri)["Show all readings"]["command"] == {
        "title": "Show all readings",
        "command": "wazir.showReadings",
        "arguments": [uri, place],
    }
    with serving(ALL) as other:
        assert "Show all readings" not in actions(other, other.open(TEXT))


def actions(client: Client, uri: str) -> dict[str, Message]:
    place = {"line": 0, "character": 0}
    answer = client.ask(
        "codeAction", uri, range={"start": place, "end": place}, context={"diagnostics": []}
    )
    return {action["title"]: action for action in answer}
