"""Fenced blocks in Markdown: what a client is told of them, and where."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lsp.client import ALL, Client, Message, insertion, merged, serving

PULL = merged(ALL, {"textDocument": {"diagnostic": {}}})
PAGE = """# Pieces

```betza
Pawn = fmWfcF
Bad = V
```

K = V is text, not a piece.

1. In a list:

   ~~~ {.lcpn}
   (def a wazir)
   (def b nobody)
   ~~~

> ```Betza title="quoted"
> Bad = V
> ```
"""
URI = "file:///page.md"
WRONG = [(4, 6), (13, 10), (17, 8)]


def page(client: Client, text: str = PAGE, uri: str = URI) -> str:
    return client.open(text, uri, "markdown")


def places(diagnostics: list[Message]) -> list[tuple[int, int]]:
    return [
        (diagnostic["range"]["start"]["line"], diagnostic["range"]["start"]["character"])
        for diagnostic in diagnostics
    ]


def test_findings_stand_where_they_are_in_the_file() -> None:
    """Each block is checked by itself, in lists and quotes too; names in two blocks are not
    repetitions.
    """
    with serving() as client:
        diagnostics = client.diagnostics(page(client))

    assert places(diagnostics) == WRONG
    assert {diagnostic["code"] for diagnostic in diagnostics} == {"unknown-letter", "unknown-piece"}


@pytest.mark.parametrize(
    ("uri", "language"),
    [("file:///page.md", ""), ("file:///a.Markdown", "x"), ("untitled:1", "markdown")],
)
def test_markdown_is_known_by_its_language_or_its_name(uri: str, language: str) -> None:
    """One of the two is enough."""
    with serving() as client:
        assert places(client.diagnostics(client.open(PAGE, uri, language))) == WRONG


def test_findings_are_given_to_a_client_that_asks() -> None:
    """By pull there are the same, in the report of the document and in that of the workspace."""
    with serving(PULL) as client:
        uri = page(client)
        asked = {"textDocument": {"uri": uri}}
        report = client.request("textDocument/diagnostic", asked)
        again = client.request(
            "textDocument/diagnostic", {**asked, "previousResultId": report["resultId"]}
        )
        [whole] = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]

    assert places(report["items"]) == WRONG
    assert again["kind"] == "unchanged"
    assert (whole["uri"], places(whole["items"])) == (uri, WRONG)


def test_findings_follow_edits() -> None:
    """Lines before a block move it; a fence that opens takes its findings away; a closed file has
    none.
    """
    with serving() as client:
        uri = page(client)
        client.diagnostics(uri)
        client.change(uri, 2, insertion(0, 0, "one\ntwo\n"))
        moved = client.diagnostics(uri, 2)
        client.change(uri, 3, insertion(0, 0, "~~~~\n"))
        hidden = client.diagnostics(uri, 3)
        client.change(uri, 4, {"text": "```betza\nA = V\n"})
        anew = client.diagnostics(uri, 4)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        closed = client.diagnostics(uri)

    assert places(moved) == [(line + 2, column) for line, column in WRONG]
    assert (hidden, places(anew), closed) == ([], [(1, 4)], [])


def test_random_edits_are_like_opening_afresh() -> None:
    """After many edits, some of fences, the findings are those of the text."""
    rng, text = random.Random(3), PAGE
    with serving() as client:
        uri = page(client)
        for version in range(2, 60):
            lines = text.split("\n")
            line = rng.randrange(len(lines))
            column, new = (
                rng.randrange(len(lines[line]) + 1),
                rng.choice(["x", "\n", "`", "```\n", "> ", "V = V", "  "]),
            )
            length = min(rng.choice([0, 0, 1, 3]), len(lines[line]) - column)
            lines[line] = lines[line][:column] + new + lines[line][column + length :]
            text = "\n".join(lines)
            client.change(uri, version, insertion(line, column, new, length))
        after = client.diagnostics(uri, 59)
        fresh = client.diagnostics(page(client, text, "file:///fresh.md"))

    assert after == fresh


def test_as_many_as_one_can_read() -> None:
    """Of many findings in many blocks the same number is told as of a file, and how many more there
    are.
    """
    with serving() as client:
        diagnostics = client.diagnostics(page(client, "```betza\nA = V\n```\n" * 150))

    assert len(diagnostics) == 101
    assert "50 more diagnostics" in diagnostics[0]["message"]


def test_a_closed_file_has_no_findings_any_more() -> None:
    """A client may ask for them just before it is closed, and keeps them until the report of the
    workspace.
    """
    with serving(PULL) as client:
        page(client)
        assert places(client.ask("diagnostic", URI)["items"]) == WRONG
        client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        reports = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        page(client)
        [again] = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]

    assert reports == [{"uri": URI, "version": None, "kind": "full", "items": []}]
    assert places(again["items"]) == WRONG


def test_hover_and_completion_in_blocks() -> None:
    """In a block there is all that there is in a file; outside of them there is nothing."""
    with serving() as client:
        uri = page(client)
        hovers = [
            client.ask("hover", uri, line, column)
            for line, column in [(3, 8), (12, 11), (17, 3), (7, 0), (2, 4)]
        ]
        offered = [
            client.ask("completion", uri, line, column) for line, column in [(3, 13), (7, 1)]
        ]

    assert [bool(hover) for hover in hovers] == [True, True, True, False, False]
    assert hovers[1]["range"]["start"] == {"line": 12, "character": 10}
    assert hovers[2]["range"]["start"] == {"line": 17, "character": 2}
    assert offered[0]["items"][0]["textEdit"]["range"]["end"] == {"line": 3, "character": 13}
    assert offered[1] is None


def test_changes_are_made_in_the_block() -> None:
    """Fixes, renaming and layout change a block where it stands, with what stands before its
    lines.
    """
    with serving() as client:
        uri = page(client, "> ```lcpn\n> (def one (/ wazir\n> ferz))\n> (def two one)\n> ```\n")
        renamed = client.ask("rename", uri, 3, 11, newName="other")
        options = {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}
        laid_out = client.request("textDocument/formatting", options)
        place = {"start": {"line": 3, "character": 11}, "end": {"line": 3, "character": 11}}
        client.change(uri, 2, insertion(3, 11, "x"))
        client.diagnostics(uri, 2)
        context = {"diagnostics": [], "only": ["quickfix"]}
        fixes = client.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": place, "context": context},
        )

    [change] = renamed["documentChanges"]
    assert [edit["range"]["start"] for edit in change["edits"]] == [
        {"line": 1, "character": 7},
        {"line": 3, "character": 11},
    ]
    assert all(edit["range"]["start"]["character"] >= 2 for edit in laid_out)
    assert laid_out
    assert fixes[0]["edit"]["documentChanges"][0]["edits"][0]["range"]["start"]["line"] == 3


def test_what_is_asked_of_the_whole_file_is_answered_for_all_blocks() -> None:
    """The outline, colours and folds are those of the blocks, at their places."""
    with serving() as client:
        uri = page(client)
        whole = {"textDocument": {"uri": uri}}
        outline = client.request("textDocument/documentSymbol", whole)
        data = client.request("textDocument/semanticTokens/full", whole)["data"]

    assert [symbol["selectionRange"]["start"]["line"] for symbol in outline] == [3, 4, 12, 13, 17]
    line = column = 0
    coloured = []
    for further, start, length, *_ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + further, start if further else column + start
        coloured.append(PAGE.split("\n")[line][column : column + length])
    assert [word for word in coloured if word.isalnum() and len(word) > 2] == [
        *("Pawn", "Bad", "def", "wazir", "def", "nobody", "Bad")
    ]


def test_settings_are_those_of_each_notation(tmp_path: Path) -> None:
    """What is set holds in blocks as in files."""
    with serving(settings={"dialect": "original"}) as client:
        uri = page(client, "```betza\nA = fmWfceF\n```\n", (tmp_path / "a.md").as_uri())
        client.diagnostics(uri)
        hover = client.ask("hover", uri, 1, 0)

    assert "original" in hover["contents"]["value"]
