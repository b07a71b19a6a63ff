"""Selections of many cursors."""

from __future__ import annotations

from typing import cast

from lsprotocol import types

from wazir import notations
from wazir.budget import Budget, spending
from wazir.document import Document
from wazir.lsp.capabilities import Client
from wazir.lsp.documents import OpenFile
from wazir.lsp.handlers import language
from wazir.lsp.session import Session
from wazir.lsp.snapshot import Snapshot


def test_selections_end_in_time() -> None:
    """A place for which there is no time left has an empty range."""
    places = [types.Position(0, column) for column in range(3)]
    document = Document.open(notations.by_name("betza"), "a = W")
    uri = "file:///a.betza"
    snapshot = Snapshot(
        session=cast("Session", None),
        client=Client(),
        folders=(),
        files={uri: OpenFile(uri, 1, document)},
    )
    params = types.SelectionRangeParams(types.TextDocumentIdentifier(uri), places)

    with spending(Budget(lambda: False, seconds=0)):
        answer = language.selection_ranges(snapshot, params)

    assert answer == [types.SelectionRange(types.Range(place, place)) for place in places]
