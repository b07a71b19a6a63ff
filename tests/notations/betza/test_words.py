"""The short way to the words of a chunk is held to the reader."""

from __future__ import annotations

import pytest
from hypothesis import given

from long import examples
from texts import CORPUS, files
from wazir.document import Document
from wazir.notations.betza import BETZA
from wazir.notations.betza.syntax import GRAMMAR, tokens


@pytest.mark.parametrize("frame", ["{}", "a b = {} # x\n", "x:{}\r\n\n", "  {}\n# y\n;z"])
def test_words_of_the_corpus(frame: str) -> None:
    """In every frame the strings of the corpus have the words that their trees have."""
    for moves in CORPUS:
        text = frame.format(moves)

        assert tokens(text) == GRAMMAR.parse(text).tokens


@examples(500)
@given(files)
def test_words_of_any_text(text: str) -> None:
    """So does every chunk of any file."""
    for placed in Document.open(BETZA, text).chunks():
        assert tokens(placed.chunk.text) == GRAMMAR.parse(placed.chunk.text).tokens
