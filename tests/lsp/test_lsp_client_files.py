"""Files that only the client can read: when they are listed and read again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pygls.exceptions import JsonRpcInternalError

from wazir.lsp import workspace
from wazir.lsp.workspace import ClientFiles
from wazir.notations.base import Context

ONE, OTHER = "far:/one.betza", "far:/other.betza"


class Far:
    """A client that tells of changes, and what happens while it lists its files."""

    def __init__(self, *uris: str) -> None:
        self.uris = list(uris)
        self.meanwhile: Callable[[], None] = lambda: None
        self.listed = 0
        self.files = ClientFiles(self.answer)
        self.files.is_watched = True

    async def answer(self, method: str, params: Any) -> object:
        if method == "wazir/texts":
            return ["fmWfcF\n" for _ in params["uris"]]
        self.listed += 1
        found: list[dict[str, object]] = [{"uri": uri} for uri in self.uris]
        self.meanwhile()
        return found

    def found(self) -> list[str]:
        """The files that are known to the server."""
        return list(asyncio.run(self.files.documents((), lambda _uri, _notation: Context())))


def test_a_change_while_files_are_listed() -> None:
    """What was listed before it is not taken for what there is now."""
    far = Far(ONE)

    def change() -> None:
        far.uris.append(OTHER)
        far.files.changed()

    far.meanwhile = change
    assert far.found() == [ONE]
    far.meanwhile = lambda: None
    assert far.found() == [ONE, OTHER]
    assert far.found() == [ONE, OTHER]
    assert far.listed == 2


def test_a_list_that_was_refused_is_asked_for_again() -> None:
    far = Far(ONE)

    def refuse() -> None:
        raise JsonRpcInternalError("not yet")

    far.meanwhile = refuse
    assert far.found() == []
    far.meanwhile = lambda: None
    assert far.found() == [ONE]


def test_a_text_that_is_too_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nobody said before how long it is."""
    monkeypatch.setattr(workspace, "LARGEST", 4)

    assert Far(ONE).found() == []
