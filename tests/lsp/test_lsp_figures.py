"""The figures of a piece, and texts for squares, asked for by an editor (Q8 to Q13, Q18)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from drawings import SVG
from lsp.client import Client, Message, Refused, serving
from wazir.document import Document
from wazir.features.views.figures import subject_at
from wazir.lsp import processes
from wazir.notations import by_name

TEXT = "Rook = R\nBroken = W$\n<b> = N\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with serving() as client:
        yield client


def at(uri: str, line: int, **more: object) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}, **more}


def test_the_figures_of_the_piece_at_the_cursor(client: Client) -> None:
    """As scripts get them, in sentences, and as two maps that are pictures."""
    uri = client.open(TEXT)
    answer = client.request("wazir/figures", at(uri, 0, board="10x10", theme="dark"))

    assert (answer["title"], answer["board"], answer["hasTable"]) == ("Rook", "10x10", True)
    assert answer["span"]["end"] == {"line": 0, "character": 8}
    assert answer["figures"]["moves"] == {"mean": 18.0, "least": 18, "most": 18}
    assert "Moves on the empty board: 18.00 on average, from 18 to 18." in answer["lines"]
    assert [board["title"] for board in answer["maps"]] == [
        "Moves from each square",
        "Fewest moves from e5",
    ]
    numbers = [
        text.text for text in ElementTree.fromstring(answer["maps"][1]["svg"]).iter(f"{SVG}text")
    ]
    assert (numbers.count("0"), numbers.count("2")) == (1, 1 + 81)


def test_where_there_is_no_piece_there_are_no_figures(client: Client) -> None:
    """A definition with an error is none; a board that is none is refused."""
    uri = client.open(TEXT)

    assert client.request("wazir/figures", at(uri, 1)) is None
    with pytest.raises(Refused, match="A board is written as"):
        client.request("wazir/figures", at(uri, 0, board="8"))
    with pytest.raises(Refused, match="rectangular boards"):
        client.request("wazir/figures", at(uri, 0, board="hex5", mate=True))


def test_mates_are_told_with_progress(client: Client) -> None:
    """How many moves deep the table is, and then its longest win."""
    uri = client.open(TEXT)
    answer = client.request(
        "wazir/figures", at(uri, 0, board="5x5", mate=True, partialResultToken="t")
    )
    progress = [
        message["params"]["value"]["moves"]
        for message in client.heard
        if message["method"] == "$/progress"
    ]

    assert answer["figures"]["mate"]["longest"] == max(progress)
    assert progress == sorted(progress)
    assert any("beat a bare king" in line for line in answer["lines"])


def test_mates_can_be_given_up(client: Client) -> None:
    """The server answers others meanwhile, and refuses what was cancelled instead of working it
    out.
    """
    uri = client.open(TEXT)
    number = client.post("wazir/figures", at(uri, 0, board="12x12", mate=True))
    assert client.request("wazir/piece", at(uri, 0))
    client.notify("$/cancelRequest", {"id": number})
    with pytest.raises(Refused):
        client.answer(number)


def test_texts_for_squares(client: Client) -> None:
    """In every notation with pieces; squares that make no sense are refused in words."""
    texts = client.request(
        "wazir/find", {"square": "d4", "quiet": ["d5"], "capture": ["c5", "e5"]}
    )["found"]

    betza = next(text for text in texts if text["notation"] == "betza")
    assert (betza["dialect"], betza["source"]) == ("xbetza", "fmWfcF")
    assert "Shatranj Pawn" in {name["name"] for name in betza["names"]}
    assert betza["definition"] == f"{betza['name']} = fmWfcF"
    assert all(
        text["name"] in text["definition"] and text["source"].split()[0] in text["definition"]
        for text in texts
    )
    assert {text["notation"] for text in texts} == {"betza", "lcpn", "bensahas"}
    with pytest.raises(Refused, match="There is no square `z9`"):
        client.request("wazir/find", {"square": "d4", "both": ["z9"]})
    with pytest.raises(Refused, match="Missing `square`"):
        client.request("wazir/find", {"both": ["d5"]})


def test_a_process_that_has_ended_is_known(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that ends by itself, before it is stopped, gives no warning of asyncio."""
    subject = subject_at(Document.open(by_name("betza"), TEXT), 0, "5x5", "dark", False)
    assert subject
    printed = "sys.stdout.write('{}\\n'); sys.stdout.close(); import os; os.close(0)"
    monkeypatch.setattr(processes, "_FIGURES", printed)

    assert asyncio.run(processes.figures(subject, lambda _: None)) == {}
    assert caplog.messages == []
