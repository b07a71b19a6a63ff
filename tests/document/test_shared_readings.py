"""What depends on the text of a chunk alone is computed once for all scopes."""

from __future__ import annotations

import pytest

from wazir.document import Document
from wazir.notations import by_name

TEXTS = {
    "bensahas": (
        "wazir.notations.bensahas.definition.read",
        ":a { m(1, 15)! }\n:b { c(1, 15)! }\n",
    ),
    "lcpn": ("wazir.notations.lcpn.definition.read", "(def a wazir)\n(def b (=> a a))\n"),
    "fairy-variants": (
        "wazir.notations.engine_files.variants_ini.definition.parsed",
        "[a:chess]\ncheckCounting = true\n[b:a]\ncheckCounting = false\n",
    ),
}
"""By notation the function that reads a text, and a text of two definitions."""


@pytest.mark.parametrize("notation", TEXTS)
def test_a_chunk_is_read_once_in_all_scopes(notation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Diagnostics, definitions and hovers of a document read the text of each chunk once."""
    function, text = TEXTS[notation]
    module, _, name = function.rpartition(".")
    original = getattr(__import__(module, fromlist=[name]), name)
    read: list[str] = []

    def counting(text: str, *rest: object) -> object:
        read.append(text)
        return original(text, *rest)

    monkeypatch.setattr(function, counting)
    document = Document.open(by_name(notation), text)

    list(document.diagnostics())
    for placed in document.chunks():
        analysis = document.analysis(placed)
        assert analysis.definitions is analysis.definitions
        analysis.hover(1)
    texts = [placed.chunk.text for placed in document.chunks()]
    assert [read.count(text) for text in texts] == [1] * len(texts)
