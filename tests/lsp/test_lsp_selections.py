"""Selections of many cursors."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from lsprotocol import types

from wazir import notations
from wazir.budget import Budget, spending
from wazir.document import Document
from wazir.lsp.handlers import language
from wazir.lsp.session import Session
from wazir.text import Encoding


def test_selections_end_in_time() -> None:
    """A place for which there is no time left has an empty range."""
    places = [types.Position(0, column) for column in range(3)]
    document = Document.open(notations.by_name("betza"), "a = W")
    client = SimpleNamespace(encoding=Encoding.UTF16)
    session = SimpleNamespace(
        client=client, opened=lambda _: None, file=lambda *_: SimpleNamespace(document=document)
    )
    params = types.SelectionRangeParams(types.TextDocumentIdentifier("file:///a.betza"), places)

    with spending(Budget(lambda: False, seconds=0)):
        answer = language.selection_ranges(cast("Session", session), params)

    assert answer == [types.SelectionRange(types.Range(place, place)) for place in places]
