"""Vocabularies: the packaged table of the words of a notation."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from wazir.notations.reports import Arguments
from wazir.notations.results import CompletionItem, TokenType


class VocabularyWord(NamedTuple):
    """A word of a notation."""

    spelling: str
    token_type: TokenType
    title: str
    """A few words: what it is called, or what it does."""
    text: str
    """A paragraph about it."""
    arguments: Arguments = ()
    snippet: str | None = None
    """The text to insert, with tab stops, if not the word alone."""
    example: str = ""
    """A whole text as an example."""

    def item(self, label: str = "", **more: Any) -> CompletionItem:
        """The completion of the word."""
        more = {"example": self.example, **more}
        return CompletionItem(
            label or self.spelling, self.title, self.token_type, documentation=self.text, **more
        )


@cache
def packaged(package: str, name: str) -> dict[str, Any]:
    """A table in the package of a notation."""
    return tomllib.loads((files(package) / f"{name}.toml").read_text("utf-8"))


def words(group: Mapping[str, Any]) -> dict[str, VocabularyWord]:
    """The words of a group of `words.toml`. What the group says holds for each word that does not
    say it itself.
    """
    return {spelling: _word(spelling, {**group, **own}) for spelling, own in group["words"].items()}


def _word(spelling: str, row: Mapping[str, Any]) -> VocabularyWord:
    arguments = tuple((name, text) for name, text in row.get("arguments", ()))
    described = (TokenType[row["type"]], row["title"], row["text"], arguments)
    return VocabularyWord(spelling, *described, row.get("snippet"), row.get("example", ""))
