"""Edits through the server's handlers: whatever they are, the diagnostics are those of a server
that opens the text.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from soak_notations import SHARES, random_edit

from long import examples
from lsp.client import Message
from lsp.fuzz import PULL, Fuzzer, Here

_LINE_END = re.compile(r"\r\n|\r|\n")


class Asked:
    """A server in this process with one document, whose diagnostics are asked for."""

    def __init__(self) -> None:
        self._here = Here(Fuzzer(0))
        self._uri = ""
        self._sent = 0

    @classmethod
    async def begun(cls) -> Asked:
        """A server whose session has begun."""
        server = cls()
        await server._ask("initialize", {"processId": None, "rootUri": None, "capabilities": PULL})
        server._tell("initialized", {})
        return server

    def open(self, uri: str, text: str) -> None:
        """Opens the document, and closes the one before."""
        self._tell("textDocument/didClose", {"textDocument": {"uri": self._uri}})
        self._uri = uri
        self._tell(
            "textDocument/didOpen", {"textDocument": {"uri": uri, "version": 0, "text": text}}
        )

    def change(self, changes: list[Message]) -> None:
        """Sends changes in one notification."""
        item = {"uri": self._uri, "version": self._sent}
        self._tell("textDocument/didChange", {"textDocument": item, "contentChanges": changes})

    async def diagnostics(self) -> Any:
        """What the server answers."""
        return (await self._ask("textDocument/diagnostic", {"textDocument": {"uri": self._uri}}))[
            "items"
        ]

    async def _ask(self, method: str, params: Message) -> Any:
        self._sent += 1
        return await self._here.ask(
            {"jsonrpc": "2.0", "id": self._sent, "method": method, "params": params}
        )

    def _tell(self, method: str, params: Message) -> None:
        self._sent += 1
        self._here.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())


def place(text: str, offset: int) -> Message:
    """An offset as a position in UTF-16."""
    lines = _LINE_END.split(text[:offset])
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}


def outside(text: str, offset: int) -> int:
    """An offset, moved before a line end of two characters that it would cut: no position is
    there.
    """
    return offset - (text[offset - 1 : offset + 1] == "\r\n" and offset > 0)


async def compare(kind: str, rng: random.Random, edited: Asked, fresh: Asked) -> None:
    """Sends notifications of two changes each, and compares the diagnostics of the edited and of
    the opened text.
    """
    text, uri = "", f"file:///a.{'md' if kind == 'markdown' else kind}"
    edited.open(uri, text)
    for _ in range(rng.randrange(1, 12)):
        changes = []
        for _ in range(2):
            edit = random_edit(rng, kind, text)
            start, end = outside(text, edit.span.start), outside(text, edit.span.end)
            changes.append(
                {"range": {"start": place(text, start), "end": place(text, end)}, "text": edit.text}
            )
            text = text[:start] + edit.text + text[end:]
        edited.change(changes)
        if rng.random() < 0.5:
            await edited.diagnostics()
    fresh.open(uri, text)

    assert await edited.diagnostics() == await fresh.diagnostics(), text


def test_two_changes_in_one_notification() -> None:
    """The diagnostics of an edited text are those of the text opened, whatever the edits."""
    with asyncio.Runner() as runner:
        edited, fresh = runner.run(Asked.begun()), runner.run(Asked.begun())

        @examples(100)
        @given(kind=st.sampled_from(sorted(SHARES)), rng=st.randoms(use_true_random=False))
        def examine(kind: str, rng: random.Random) -> None:
            runner.run(compare(kind, rng, edited, fresh))

        examine()


LINES = ("rokk := wazir", "rokn := ferz", "x := rokl", "f := capture & cannon", "y := f(rook)", "")
"""Definitions of names that are much alike: most changes alter what is suggested for a name that is
not defined, or whether a function is used.
"""
OTHERS = "".join(f"{a}{b} := wazir\n" for a in "bcdfgh" for b in "abcdefghijklmnopqrstuv")
"""As many definitions as several blocks of a document hold."""
Replaced = list[tuple[bool, int, str]]
"""Whether a line is behind the others, its number there, and its new text."""


async def replace_lines(groups: list[tuple[Replaced, bool]], edited: Asked, fresh: Asked) -> None:
    """Replaces lines before and behind others, several in one notification, and asks after some
    notifications.
    """
    before, behind = list(LINES), list(LINES)

    def text() -> str:
        return "\n".join(before) + f"\n{OTHERS}" + "\n".join(behind)

    edited.open("file:///a.lcpn", text())
    await edited.diagnostics()
    for group, is_asked in groups:
        changes = []
        for is_behind, number, line in group:
            lines = behind if is_behind else before
            place = number + is_behind * (len(before) + OTHERS.count("\n"))
            start, end = (
                {"line": place, "character": 0},
                {"line": place, "character": len(lines[number])},
            )
            changes.append({"range": {"start": start, "end": end}, "text": line})
            lines[number] = line
        edited.change(changes)
        if is_asked:
            await edited.diagnostics()
    fresh.open("file:///a.lcpn", text())

    assert await edited.diagnostics() == await fresh.diagnostics(), (before, behind)


def test_changes_of_names_renew_what_is_suggested() -> None:
    """What is said of a misspelled name follows every change of the names, also of several in one
    notification.
    """
    single = st.tuples(st.booleans(), st.integers(0, len(LINES) - 1), st.sampled_from(LINES))
    several = st.tuples(st.lists(single, min_size=2, max_size=3), st.booleans())
    with asyncio.Runner() as runner:
        edited, fresh = runner.run(Asked.begun()), runner.run(Asked.begun())

        @examples(100)
        @given(groups=st.lists(several, min_size=2, max_size=5))
        def examine(groups: list[tuple[Replaced, bool]]) -> None:
            runner.run(replace_lines(groups, edited, fresh))

        examine()
