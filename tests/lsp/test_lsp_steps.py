"""The steps of answers about files: none goes through all lines of a file, or all of its blocks."""

from __future__ import annotations

from importlib import import_module
from inspect import isgenerator
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from stepping import longest

from asked import requests
from wazir import notations
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.lsp.custom_requests import CUSTOM_REQUESTS, structured
from wazir.lsp.dispatch import REQUESTS
from wazir.lsp.documents import OpenFile
from wazir.lsp.server import WazirServer
from wazir.notations.notation import Context
from wazir.steps import Steps, done

FEW, MANY = 5, 50
LANGUAGES = {name: (notations.by_name(name), Context()) for name in ("betza", "lcpn", "bensahas", "ben39")}
TEXTS = {
    "betza": "a{} =  W   # a\n b{}\n",
    "lcpn": "a{}  := rook\n",
    "bensahas": ":a{}  {{ m(1, 1)! }}\n",
    "ben39": "position\nmoves:\n1. Bf4-b8   I@m1\n",
    "pieces": "```betza\nW\n```\n",
    "games": "```ben39\n```\n",
    "pieces in a quote": "> ```lcpn\n> a := rook\n> ```\n",
}
"""Lines of notations, and short blocks, which are parts of a Markdown file, or together one part of it."""
PLACE = {"line": 1, "character": 1}
ASKED = {
    what: (method, params)
    for what, method, params in requests(
        PLACE, {"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}
    )
    if method not in ("workspace/symbol", "wazir/evaluate")  # which are not answered in steps
    and what not in ("gallery html", "gallery svg", "cards")  # which draw a limited number
}


def opened(name: str, count: int) -> tuple[WazirServer, str]:
    """A server with a file that has some number of the same lines, and its URI."""
    text, server = "".join(TEXTS[name].replace("{}", f"{n:03}") for n in range(count)), WazirServer()
    if name in LANGUAGES:
        uri, document = f"file:///large.{name}", Document.open(notations.by_name(name), text)
    else:
        uri, document = "file:///large.md", Markdown.open(LANGUAGES, text)
    server.files[uri] = OpenFile(uri, 1, document)
    done(document.work())
    return server, uri


def answer(server: WazirServer, uri: str, what: str) -> Steps[Any]:
    """The answer to a request, as the server makes it."""
    method, params = ASKED[what]
    given = {"textDocument": {"uri": uri}, "position": PLACE, **params}
    if method in CUSTOM_REQUESTS:
        asked: Any = structured(CUSTOM_REQUESTS[method], given)
    else:
        asked = default_converter().structure(given, types.METHOD_TO_TYPES[method][2])
    module, name = next(one.handler for one in REQUESTS if one.method == method).split(".")
    yield from server.preparing(asked)
    try:
        found = getattr(import_module(f"wazir.lsp.handlers.{module}"), name)(server, asked)
        return (yield from found) if isgenerator(found) else found
    except JsonRpcException:
        return None


@pytest.mark.parametrize("name", TEXTS)
def test_no_step_of_an_answer_grows_with_the_file(name: str) -> None:
    """The longest step about a file takes about as many calls as that about a smaller one."""
    found = dict[str, list[int]]()
    for count in (FEW, MANY):
        server, uri = opened(name, count)
        for what in ASKED:
            done(answer(server, uri, what))
            found.setdefault(what, []).append(longest(answer(server, uri, what)))

    assert {what: calls for what, calls in found.items() if calls[1] - calls[0] > (MANY - FEW) / 2} == {}
