"""The server as a worker runs it: messages are handed in and out, and there are no processes and no
files.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lsp.client import PATIENCE, Client, Message, Refused, merged
from lsp.test_lsp_positions import (  # the same holds where a search is done between messages
    ABILITIES,
    test_a_lens_evaluates_with_progress,
    test_a_search_is_stopped,
    test_another_search_takes_the_place,
    test_partial_results,
    test_typing_goes_on_during_a_search,
)
from wazir import system
from wazir.diagnostics import public_page
from wazir.lsp import connection

__all__ = [
    "test_a_lens_evaluates_with_progress",
    "test_a_search_is_stopped",
    "test_another_search_takes_the_place",
    "test_partial_results",
    "test_typing_goes_on_during_a_search",
]
PULLING: Message = merged(ABILITIES, {"textDocument": {"diagnostic": {}}})


class Handed(Client):
    """A client that hands messages to a server in another thread."""

    def __init__(self, home: str | None = None) -> None:
        self._inbox = queue.Queue()
        self.settings = None
        self.heard, self._id, self._answers = [], 0, {}
        self.status: queue.Queue[int] = queue.Queue()
        self._loop = asyncio.new_event_loop()
        begun = threading.Event()

        def run() -> None:
            asyncio.set_event_loop(self._loop)
            self._loop.call_soon(begun.set)
            self._loop.run_forever()

        self._thread = threading.Thread(target=run)
        self._thread.start()
        begun.wait()
        self._take_in = connection.start_in_worker(
            lambda body: self._inbox.put(json.loads(body)), self.status.put, home
        )

    def send(self, *messages: Message) -> None:
        for message in messages:
            self.hand(json.dumps({"jsonrpc": "2.0", **message}))

    def hand(self, body: str) -> None:
        self._loop.call_soon_threadsafe(self._take_in, body)

    def close(self) -> None:
        async def end() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Handed]:
    monkeypatch.setattr(system, "HAS_PROCESSES", False)
    with closing(Handed()) as client:
        yield client


@pytest.fixture
def client(handed: Handed) -> Client:
    handed.start(ABILITIES)
    return handed


def test_a_conversation(handed: Handed) -> None:
    """From the beginning to the end, which is told with its status."""
    answer = handed.start(options={"pictures": True, "theme": "dark"})
    uri = handed.open("Wazir = W\nFoot = Q\nBad = fmM\n")

    assert answer["serverInfo"]["name"] == "wazir"
    assert [diagnostic["code"] for diagnostic in handed.diagnostics(uri)] == ["unknown-letter"]
    assert "data:image/svg+xml" in handed.ask("hover", uri, 1, 7)["contents"]["value"]
    handed.request("shutdown", None)
    handed.notify("exit", None)
    assert handed.status.get(timeout=PATIENCE) == 0


def test_an_end_without_shutdown(handed: Handed) -> None:
    """Whoever just goes is told so by the status."""
    handed.start()
    handed.notify("exit", None)

    assert handed.status.get(timeout=PATIENCE) == 1


def test_what_is_no_message(handed: Handed) -> None:
    """What is not JSON is refused, and the conversation goes on."""
    handed.start({})
    handed.hand("{")

    assert handed.receive()["error"]["code"] == -32700
    assert handed.request("shutdown", None) is None


def test_only_what_is_open_is_known(handed: Handed, tmp_path: Path) -> None:
    """The files of the workspace cannot be read: of its diagnostics there are those of open
    documents.
    """
    (tmp_path / "closed.betza").write_text("fmM\n")
    handed.start(
        PULLING,
        rootUri=tmp_path.as_uri(),
        workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "some"}],
    )
    uri = handed.open("fmM\n", (tmp_path / "open.betza").as_uri())
    answer = handed.request("workspace/diagnostic", {"previousResultIds": []})

    assert [(report["uri"], len(report["items"])) for report in answer["items"]] == [(uri, 1)]


def test_mates_are_not_offered(client: Client) -> None:
    """They take a process for minutes; a client that asks all the same is told where they are
    computed.
    """
    uri = client.open("Rook = R\n")
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}

    assert client.request("wazir/figures", place)["hasTable"] is False
    with pytest.raises(Refused, match="not in the browser"):
        client.request("wazir/figures", {**place, "mate": True})


class Handing(Handed):
    """A client that reads the files of the workspace for the server."""

    def __init__(self, texts: dict[str, str | None]) -> None:
        super().__init__()
        self.texts = texts
        self.asked: list[str] = []
        """The files whose texts were asked for."""

    def _reply(self, method: str, params: Any) -> object:
        if method == "wazir/files":
            assert set(params) == {"endings", "most"}
            return [
                {"uri": uri, "changed": hash(text), "size": len(text or "")}
                for uri, text in self.texts.items()
            ]
        if method == "wazir/texts":
            self.asked += params["uris"]
            return [self.texts[uri] for uri in params["uris"]]
        return super()._reply(method, params)

    def found(self) -> dict[str, int]:
        """How many findings each file of the workspace has."""
        report = self.request("workspace/diagnostic", {"previousResultIds": []})
        return {item["uri"]: len(item["items"]) for item in report["items"]}


def test_the_client_hands_files_over() -> None:
    """Those that are not open are read by the client, and read again only when they have
    changed.
    """
    far = "memfs:/far/"
    texts = {
        f"{far}a.betza": "fmM\n",
        f"{far}b.betza": "Wazir = W\n",
        f"{far}c.txt": "fmM\n",
        f"{far}d.lcpn": None,
    }
    with closing(Handing(texts)) as client:
        client.start(PULLING, {"files": True}, workspaceFolders=[{"uri": far, "name": "far"}])
        assert client.found() == {f"{far}a.betza": 1, f"{far}b.betza": 0}
        assert [
            symbol["name"] for symbol in client.request("workspace/symbol", {"query": "waz"})
        ] == ["Wazir"]

        del client.asked[:]
        client.texts |= {f"{far}b.betza": "fmM\nfmM\n"}
        assert client.found() == {f"{far}a.betza": 1, f"{far}b.betza": 2}
        assert client.asked == [f"{far}b.betza", f"{far}d.lcpn"]

        client.open("fmM\nW\n", f"{far}b.betza")
        assert client.found() == {f"{far}a.betza": 1, f"{far}b.betza": 1}


def test_files_are_listed_again_when_they_change() -> None:
    """And not before, if the client tells of changes: each list may have to come from far away."""
    watched = {
        "workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": True},
            "diagnostics": {"refreshSupport": True},
        }
    }
    with closing(Handing({"memfs:/a.betza": "fmM\n"})) as client:
        client.start(merged(PULLING, watched), {"files": True})
        assert client.found() == {"memfs:/a.betza": 1}
        client.texts = {"memfs:/b.betza": "fmM\n"}
        assert client.found() == {"memfs:/a.betza": 1}
        client.notify(
            "workspace/didChangeWatchedFiles", {"changes": [{"uri": "memfs:/b.betza", "type": 1}]}
        )
        assert client.found() == {"memfs:/b.betza": 1}


class Silent(Handing):
    """A client that does not answer when it is asked for files."""

    def _take(self, message: Message) -> None:
        if str(message.get("method")).startswith("wazir/"):
            self.heard.append(message)
        else:
            super()._take(message)


def test_a_client_that_does_not_hand_files_over(caplog: pytest.LogCaptureFixture) -> None:
    """All else is answered meanwhile; whoever asked may give up; what comes later is no trouble."""
    with closing(Silent({})) as client:
        client.start(PULLING, {"files": True})
        uri = client.open("Wazir = W\n")
        asked = client.post("workspace/diagnostic", {"previousResultIds": []})
        assert client.ask("hover", uri, 0, 8)
        client.notify("$/cancelRequest", {"id": asked})
        with pytest.raises(Refused):
            client.answer(asked)
        [listing] = [message for message in client.heard if message["method"] == "wazir/files"]
        client.send({"id": listing["id"], "result": []})
        assert client.ask("hover", uri, 0, 8)
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


class Nonsense(Handing):
    """A client that answers anything."""

    def __init__(self, answer: object) -> None:
        super().__init__({})
        self.nonsense = answer

    def _reply(self, _method: str, _params: Any) -> object:
        return self.nonsense


@pytest.mark.parametrize(
    "answer", [None, 7, [None, {}, {"uri": 1}, {"uri": "x.betza", "size": 10**9}], {"a": 1}]
)
def test_a_client_that_hands_nonsense(answer: object) -> None:
    """It is left at what is open."""
    with closing(Nonsense(answer)) as client:
        client.start(PULLING, {"files": True})
        uri = client.open("fmM\n")
        assert client.found() == {uri: 1}


def test_where_the_package_is() -> None:
    """Codes lead to their pages in the package where the client can open these, and else to the
    public pages.
    """
    for home in ("vscode-test:/wazir", None):
        with closing(Handed(home)) as client:
            client.start()
            diagnostics = client.diagnostics(client.open("fmM\n"))
            page = (
                f"{home}/notations/betza/docs/unknown-letter.md"
                if home
                else public_page("unknown-letter")
            )
            assert diagnostics[0]["codeDescription"] == {"href": page}
