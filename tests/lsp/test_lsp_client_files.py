"""Files that only the client can read: when they are listed and read again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from wazir.lsp import workspace
from wazir.lsp.workspace import ClientFiles
from wazir.notations.notation import Context

ONE, OTHER = "far:/one.betza", "far:/other.betza"


class Far:
    """A client that tells of changes, and what happens while it lists its files."""

    def __init__(self, *uris: str) -> None:
        self.uris = list(uris)
        self.meanwhile: Callable[[], None] = lambda: None
        self.listed = 0
        self.asked: list[str] = []
        self.texts: dict[str, str] = {}
        self.files = ClientFiles(self.answer)
        self.files.is_watched = True

    async def answer(self, method: str, params: Any) -> object:
        if method == "wazir/texts":
            self.asked += params["uris"]
            return [self.texts.get(uri, "fmWfcF\n") for uri in params["uris"]]
        self.listed += 1
        listing: list[dict[str, object]] = [{"uri": uri} for uri in self.uris]
        self.meanwhile()
        return listing

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
        raise JsonRpcException("not yet")

    far.meanwhile = refuse
    assert far.found() == []
    far.meanwhile = lambda: None
    assert far.found() == [ONE]


def test_a_text_that_is_too_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nobody said before how long it is."""
    monkeypatch.setattr(workspace, "MAX_BYTES_OF_FILE", 4)

    assert Far(ONE).found() == []


def test_a_file_of_another_program_is_not_asked_for() -> None:
    far = Far("far:/picture.png", ONE)

    assert far.found() == [ONE]
    assert far.asked == [ONE]


def test_the_text_tells_whether_a_file_is_one_of_variants() -> None:
    """F2: it is asked for once, and left alone if it is of another program."""
    far = Far("far:/mine.ini", "far:/other.ini", ONE)
    far.texts = {"far:/mine.ini": "[mine:chess]\nmaxRank = 8\n"}

    assert far.found() == ["far:/mine.ini", ONE]
    assert far.found() == ["far:/mine.ini", ONE]
    assert far.asked == ["far:/mine.ini", "far:/other.ini", ONE]
