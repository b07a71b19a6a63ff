"""A server of pygls that does nothing but keep documents and answer every change with one
diagnostic: the floor.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("nothing", "0")


def _tell(uri: str, version: int | None) -> None:
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri, [types.Diagnostic(place, "nothing")], version)
    )


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(params: types.DidOpenTextDocumentParams) -> None:
    """Tells that a document was opened."""
    _tell(params.text_document.uri, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(params: types.DidChangeTextDocumentParams) -> None:
    """Tells that a document was changed."""
    _tell(params.text_document.uri, params.text_document.version)


if __name__ == "__main__":
    server.start_io()
