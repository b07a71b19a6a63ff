"""Conversion by code actions: definitions in place, and files into new ones that the client shows
first (Q14, Q16).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from lsp.client import ALL, Client, Message, Refused, merged, serving

EDITS = {"documentChanges": True, "resourceOperations": ["create"], "changeAnnotationSupport": {}}
TEXT = "Griffon = [F?R] # bends\nPawn = fmWfceFifmnD\nKnight = N\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with serving(merged(ALL, {"workspace": {"workspaceEdit": EDITS}})) as served:
        yield served


def offered(client: Client, uri: str, line: int, end: int | None = None) -> dict[str, Message]:
    """The conversions at the start of a line, or from there to the start of another one."""
    places = [{"line": number, "character": 0} for number in (line, line if end is None else end)]
    context = {"diagnostics": [], "only": ["refactor"]}
    actions = client.ask(
        "codeAction", uri, range=dict(zip(("start", "end"), places, strict=True)), context=context
    )
    return {action["title"]: action for action in actions if action["title"].startswith("Convert")}


def test_a_definition_in_another_dialect(client: Client) -> None:
    """It is offered where the dialect can express it, and does not change a text that means the
    same in both.
    """
    uri = client.open(TEXT)
    definitions = [
        [title for title in offered(client, uri, line) if title in IN_PLACE] for line in range(3)
    ]
    [edit] = offered(client, uri, 0)[definitions[0][0]]["edit"]["documentChanges"][0]["edits"]

    assert definitions == [["Convert this definition to extended"], [], []]
    assert edit["newText"] == "F(F-R)"


IN_PLACE = [
    f"Convert this definition to {dialect}" for dialect in ("original", "extended", "xbetza")
]


def test_a_definition_in_another_notation_is_a_new_file(client: Client) -> None:
    """It has the heading and the definition alone, and the name of the piece in its own."""
    uri = client.open(f"%board 10x8\n{TEXT}", "file:///pieces/birds.betza")
    chosen = offered(client, uri, 3)["Convert this definition to Bensaħas notation in a new file"]
    edit = client.request("codeAction/resolve", chosen)["edit"]

    made, written = edit["documentChanges"]
    assert made["uri"] == "file:///pieces/birds.knight.bensahas"
    assert written["edits"][0]["newText"] == "# board: 10x8\n:Knight {\n    (1, 255; 1, 2)!\n}\n"
    assert [
        annotation["needsConfirmation"] for annotation in edit["changeAnnotations"].values()
    ] == [True]


def test_selected_definitions_in_all_forms(client: Client) -> None:
    """A selection is converted instead of the file; what cannot be said is told with the reason."""
    uri = client.open(TEXT, "file:///birds.betza")
    actions = offered(client, uri, 1, 3)
    edit = client.request(
        "codeAction/resolve",
        actions["Convert these definitions to Bensaħas notation in a new file"],
    )
    made, written = edit["edit"]["documentChanges"]

    assert {
        title.replace(" these definitions", "") for title in actions if "in a new file" in title
    } == {
        title
        for title in offered(client, uri, 0)
        if "in a new file" in title and "this definition" not in title
    }
    assert all("these definitions" in title for title in actions)
    assert made["uri"] == "file:///birds.selection.bensahas"
    assert "Griffon" not in written["edits"][0]["newText"]
    assert ":Knight {" in written["edits"][0]["newText"]
    assert "Pawn: " in next(iter(edit["edit"]["changeAnnotations"].values()))["description"]


def test_a_refusal_is_told(client: Client) -> None:
    """A definition that another notation cannot express is not converted; the reason is an error
    and is shown.
    """
    uri = client.open(TEXT, "file:///birds.betza")
    chosen = offered(client, uri, 1)["Convert this definition to Bensaħas notation in a new file"]
    reason = "Pawn: Bensaħas notation has no way to say .*"

    with pytest.raises(Refused, match=reason):
        client.request("codeAction/resolve", chosen)
    assert re.match(reason, client.next("window/showMessage")["message"])


def test_a_file_in_another_notation_is_a_new_file(client: Client) -> None:
    """The edit creates it beside the first one, and needs a confirmation, with the reasons for what
    is left out.
    """
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
    assert {made["annotationId"], written["edits"][0]["annotationId"]} == set(
        edit["changeAnnotations"]
    )


def test_another_dialect_is_a_new_file_too(client: Client) -> None:
    """Its name has the dialect in it."""
    uri = client.open("Knight = N\n", "file:///pieces/a.b.betza")
    chosen = next(
        action for title, action in offered(client, uri, 0).items() if "(extended)" in title
    )
    made, _ = client.request("codeAction/resolve", chosen)["edit"]["documentChanges"]

    assert made["uri"] == "file:///pieces/a.b.extended.betza"


def test_no_new_file_where_there_is_no_file(client: Client) -> None:
    """An untitled text has no place beside which a file could be; nor has a block of Markdown."""
    untitled = client.open(TEXT, "untitled:Untitled-1")
    page = client.open(f"```betza\n{TEXT}```\n", "file:///a.md", "markdown")

    assert not any(
        "new file" in title for title in (*offered(client, untitled, 0), *offered(client, page, 1))
    )


def test_a_client_that_creates_no_files_is_offered_none() -> None:
    """Nor is an edit annotated for one that shows no annotations."""
    with serving(ALL) as client:
        uri = client.open(";; style: lisp\n(def a wazir)\n", "file:///a.lcpn", "lcpn")
        actions = offered(client, uri, 1)
        edit = client.request("codeAction/resolve", actions["Convert the file to C"])["edit"]

    assert not any("new file" in title for title in actions)
    assert "changeAnnotations" not in edit


def test_a_file_in_another_style_is_shown_before(client: Client) -> None:
    """The edits of a whole file need a confirmation."""
    uri = client.open(";; style: lisp\n(def a wazir)\n", "file:///a.lcpn", "lcpn")
    edit = client.request("codeAction/resolve", offered(client, uri, 1)["Convert the file to C"])[
        "edit"
    ]

    assert [
        annotation["needsConfirmation"] for annotation in edit["changeAnnotations"].values()
    ] == [True]
    assert all("annotationId" in change for change in edit["documentChanges"][0]["edits"])
