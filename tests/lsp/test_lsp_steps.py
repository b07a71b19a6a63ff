"""The steps of answers about Markdown files: none goes through many blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lsprotocol import types

from stepping import longest
from wazir import notations
from wazir.document.markdown import Markdown
from wazir.lsp.documents import OpenFile
from wazir.lsp.handlers import games, language, names, semantic_tokens
from wazir.lsp.server import WazirServer
from wazir.notations.base import Context
from wazir.steps import Steps, done

FEW, MANY = 20, 200
URI = "file:///large.md"
LANGUAGES = {name: (notations.by_name(name), Context()) for name in ("betza", "lcpn", "bensahas", "ben39")}
BLOCKS = {
    "pieces": "```betza\nW\n```\n",
    "games": "```ben39\n```\n",
    "pieces in a quote": "> ```lcpn\n> a := rook\n> ```\n",
}
"""Short blocks, which are parts of a file, or together one part of it."""
FILE = types.TextDocumentIdentifier(URI)
WHOLE = types.Range(types.Position(0, 0), types.Position(10_000, 0))
OPTIONS = types.FormattingOptions(4, insert_spaces=True)
ANSWERS: dict[str, Callable[[WazirServer], Steps[Any]]] = {
    "lenses": lambda server: games.code_lenses(server, types.CodeLensParams(FILE)),
    "hints": lambda server: language.inlay_hints(server, types.InlayHintParams(FILE, WHOLE)),
    "format": lambda server: language.format_document(server, types.DocumentFormattingParams(FILE, OPTIONS)),
    "folds": lambda server: language.folding_ranges(server, types.FoldingRangeParams(FILE)),
    "symbols": lambda server: language.document_symbols(server, types.DocumentSymbolParams(FILE)),
    "links": lambda server: names.document_links(server, types.DocumentLinkParams(FILE)),
    "tokens": lambda server: semantic_tokens.full(server, types.SemanticTokensParams(FILE)),
    "prepare": lambda server: server.preparing(types.InlayHintParams(FILE, WHOLE)),
    "diagnose": lambda server: Markdown.open(LANGUAGES, server.files[URI].document.text).work(),
}


def opened(text: str) -> WazirServer:
    """A server with an open file."""
    server = WazirServer()
    server.files[URI] = OpenFile(URI, 1, Markdown.open(LANGUAGES, text))
    return server


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("name", BLOCKS)
def test_no_step_goes_through_many_blocks(name: str, answer: Callable[[WazirServer], Steps[Any]]) -> None:
    """The longest step about a file takes about as many calls as that about a file of fewer blocks."""
    found = []
    for count in (FEW, MANY):
        server = opened(BLOCKS[name] * count)
        done(answer(server))
        found.append(longest(answer(server)))

    assert found[1] - found[0] < (MANY - FEW) / 2
