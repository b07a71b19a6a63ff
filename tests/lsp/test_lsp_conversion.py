"""Conversion by code actions: definitions in place, and files into new ones that the client shows first (Q14, Q16)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lsp.client import ALL, Client, Message, merged, serving

EDITS = {"documentChanges": True, "resourceOperations": ["create"], "changeAnnotationSupport": {}}
TEXT = "Griffon = [F?R] # bends\nPawn = fmWfceFifmnD\nKnight = N\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with serving(merged(ALL, {"workspace": {"workspaceEdit": EDITS}})) as served:
        yield served


def offered(client: Client, uri: str, line: int) -> dict[str, Message]:
    place = {"line": line, "character": 0}
    context = {"diagnostics": [], "only": ["refactor"]}
    found = client.ask("codeAction", uri, range={"start": place, "end": place}, context=context)
    return {one["title"]: one for one in found if one["title"].startswith("Convert")}


def test_a_definition_in_another_dialect(client: Client) -> None:
    """It is offered where the dialect can express it, and does not change a text that means the same in both."""
    uri = client.open(TEXT)
    definitions = [[title for title in offered(client, uri, line) if "this definition" in title] for line in range(3)]
    [edit] = offered(client, uri, 0)[definitions[0][0]]["edit"]["documentChanges"][0]["edits"]

    assert definitions == [["Convert this definition to extended"], [], []]
    assert edit["newText"] == "F(F-R)"


def test_a_file_in_another_notation_is_a_new_file(client: Client) -> None:
    """The edit creates it beside the first one, and needs a confirmation, with the reasons for what is left out."""
    uri = client.open(TEXT, "file:///pieces/birds.betza")
    chosen = offered(client, uri, 0)["Convert to Bensaħas notation in a new file"]
    assert "edit" not in chosen
    edit = client.request("codeAction/resolve", chosen)["edit"]

    made, written = edit["documentChanges"]
    assert (made["kind"], made["uri"]) == ("create", "file:///pieces/birds.bensahas")
    assert written["textDocument"] == {"uri": "file:///pieces/birds.bensahas", "version": None}
    assert ":Knight {\n    (1, 255; 1, 2)!\n}\n" in written["edits"][0]["newText"]
    [annotation] = edit["changeAnnotations"].values()
    assert annotation["needsConfirmation"] is True
    assert "Pawn: " in annotation["description"]
    assert {made["annotationId"], written["edits"][0]["annotationId"]} == set(edit["changeAnnotations"])


def test_another_dialect_is_a_new_file_too(client: Client) -> None:
    """Its name has the dialect in it."""
    uri = client.open("Knight = N\n", "file:///pieces/a.b.betza")
    chosen = next(one for title, one in offered(client, uri, 0).items() if "(extended)" in title)
    made, _ = client.request("codeAction/resolve", chosen)["edit"]["documentChanges"]

    assert made["uri"] == "file:///pieces/a.b.extended.betza"


def test_no_new_file_where_there_is_no_file(client: Client) -> None:
    """An untitled text has no place beside which a file could be; nor has a block of Markdown."""
    untitled = client.open(TEXT, "untitled:Untitled-1")
    page = client.open(f"```betza\n{TEXT}```\n", "file:///a.md", "markdown")

    assert not any("new file" in title for title in (*offered(client, untitled, 0), *offered(client, page, 1)))


def test_a_client_that_creates_no_files_is_offered_none() -> None:
    """Nor is an edit annotated for one that shows no annotations."""
    with serving(ALL) as client:
        uri = client.open(";; style: lisp\n(def a wazir)\n", "file:///a.lcpn", "lcpn")
        found = offered(client, uri, 1)
        edit = client.request("codeAction/resolve", found["Convert the file to C"])["edit"]

    assert not any("new file" in title for title in found)
    assert "changeAnnotations" not in edit


def test_a_file_in_another_style_is_shown_before(client: Client) -> None:
    """The edits of a whole file need a confirmation."""
    uri = client.open(";; style: lisp\n(def a wazir)\n", "file:///a.lcpn", "lcpn")
    edit = client.request("codeAction/resolve", offered(client, uri, 1)["Convert the file to C"])["edit"]

    assert [one["needsConfirmation"] for one in edit["changeAnnotations"].values()] == [True]
    assert all("annotationId" in one for one in edit["documentChanges"][0]["edits"])
