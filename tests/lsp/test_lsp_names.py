"""Definitions that use each other, from end to end, in a notation that no feature has ever heard
of.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from linked import LIBRARY_FILE
from lsp.client import ALL, Client, Message, Refused, insertion, merged, serving

PROGRAM = (str(Path(__file__).parent / "linked_server.py"),)
LIBRARY = LIBRARY_FILE.as_uri()
TEXT = """\
king = man 😀 crown
queen = KING @crown King
crown =
(lion
  king)
"""
RICH = merged(
    ALL,
    {
        "textDocument": {
            "definition": {"linkSupport": True},
            "signatureHelp": {
                "signatureInformation": {"parameterInformation": {"labelOffsetSupport": True}}
            },
        }
    },
)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving(RICH, program=PROGRAM) as client:
        yield client


@pytest.fixture
def uri(client: Client, request: pytest.FixtureRequest) -> Iterator[str]:
    uri = client.open(TEXT, f"file:///pieces/{request.node.name}.linked", "linked")
    yield uri
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def span(line: int, start: int, end: int) -> Message:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def test_the_definition_of_a_name(client: Client, uri: str) -> None:
    """Where it is defined in the file, and the place that leads there."""
    assert client.ask("definition", uri, 1, 9) == [
        {
            "originSelectionRange": span(1, 8, 12),
            "targetUri": uri,
            "targetRange": span(0, 0, 19),
            "targetSelectionRange": span(0, 0, 4),
        }
    ]
    assert client.ask("definition", uri, 0, 5) is None


def test_the_definition_of_a_name_of_the_library(client: Client, uri: str) -> None:
    """The packaged file opens where the name stands."""
    [link] = client.ask("definition", uri, 3, 2)

    assert link["targetUri"] == LIBRARY
    assert link["targetSelectionRange"] == span(4, 0, 4)


def test_a_client_that_knows_no_links() -> None:
    """It gets the place alone."""
    with serving(program=PROGRAM) as client:
        uri = client.open(TEXT, "file:///x.linked", "linked")

        assert client.ask("definition", uri, 1, 9) == {"uri": uri, "range": span(0, 0, 4)}
        assert client.ask("definition", uri, 0, 8) == {"uri": LIBRARY, "range": span(1, 0, 3)}


def test_references_and_highlights(client: Client, uri: str) -> None:
    """Everything that is the name, however it is written; where it is defined only if that is
    wanted.
    """
    used = [span(1, 8, 12), span(1, 20, 24), span(4, 2, 6)]

    for declared, places in [(True, [span(0, 0, 4), *used]), (False, used)]:
        answer = client.ask("references", uri, 4, 3, context={"includeDeclaration": declared})
        assert answer == [{"uri": uri, "range": place} for place in places]
    answer = client.ask("documentHighlight", uri, 0, 0)
    assert [(highlight["range"], highlight["kind"]) for highlight in answer] == [
        (span(0, 0, 4), 3),
        *((place, 2) for place in used),
    ]


def test_a_name_changes_everywhere(client: Client, uri: str) -> None:
    """From a place where it is used, each as it was written."""
    assert client.ask("prepareRename", uri, 1, 10) == {
        "range": span(1, 8, 12),
        "placeholder": "KING",
    }
    answer = client.ask("rename", uri, 1, 10, newName="lord")
    [change] = answer["documentChanges"]

    assert [(edit["range"], edit["newText"]) for edit in change["edits"]] == [
        (span(0, 0, 4), "lord"),
        (span(1, 8, 12), "LORD"),
        (span(1, 20, 24), "lord"),
        (span(4, 2, 6), "lord"),
    ]


def test_a_name_of_the_library_cannot_change(client: Client, uri: str) -> None:
    """Asked for the place already, the server says why."""
    for ask, more in [("prepareRename", {}), ("rename", {"newName": "lord"})]:
        with pytest.raises(Refused, match="is predefined"):
            client.ask(ask, uri, 0, 8, **more)


def test_links_to_the_library(client: Client, uri: str) -> None:
    """Names that every file knows lead to their lines in the packaged file."""
    links = client.ask("documentLink", uri)

    assert [(link["range"], link["target"]) for link in links] == [
        (span(0, 7, 10), f"{LIBRARY}#L2"),
        (span(3, 1, 5), f"{LIBRARY}#L5"),
    ]


def test_what_is_built_from_what(client: Client, uri: str) -> None:
    """Both ways, from piece to piece, into the library and back."""
    [queen] = client.ask("prepareCallHierarchy", uri, 1, 1)
    built = client.request("callHierarchy/outgoingCalls", {"item": queen})
    assert [(call["to"]["name"], call["fromRanges"]) for call in built] == [
        ("king", [span(1, 8, 12), span(1, 20, 24)]),
        ("crown", [span(1, 14, 19)]),
    ]
    king = built[0]["to"]
    used = client.request("callHierarchy/incomingCalls", {"item": king})
    assert [(call["from"]["name"], call["fromRanges"]) for call in used] == [
        ("queen", [span(1, 8, 12), span(1, 20, 24)]),
        ("(lion king)", [span(4, 2, 6)]),
    ]
    man = client.request("callHierarchy/outgoingCalls", {"item": king})[0]["to"]
    assert (man["name"], man["uri"]) == ("man", LIBRARY)
    below = client.request("callHierarchy/outgoingCalls", {"item": man})
    assert [call["to"]["name"] for call in below] == ["wazir", "ferz"]
    used = client.request("callHierarchy/incomingCalls", {"item": man})
    assert [(call["from"]["name"], call["from"]["uri"]) for call in used] == [
        ("king", uri),
        ("lion", LIBRARY),
    ]


def test_a_piece_without_a_name_is_used_nowhere(client: Client, uri: str) -> None:
    """Nothing can be built from it; nor is there anything where no name is."""
    [king] = client.ask("prepareCallHierarchy", uri, 0, 1)
    used = client.request("callHierarchy/incomingCalls", {"item": king})

    assert client.request("callHierarchy/incomingCalls", {"item": used[1]["from"]}) is None
    assert client.ask("prepareCallHierarchy", uri, 2, 7) is None


def test_signature_help(client: Client, uri: str) -> None:
    """A function with the argument that is being written, by its place in the label."""
    client.change(uri, 2, {"text": "king = both(man, 😀"})
    answer = client.ask("signatureHelp", uri, 0, 17)

    assert answer["activeParameter"] == 1
    [signature] = answer["signatures"]
    assert signature["label"] == "both(one, one)"
    assert [parameter["label"] for parameter in signature["parameters"]] == [[5, 8], [10, 13]]
    assert client.ask("signatureHelp", uri, 0, 3) is None


def test_conversion_by_actions(client: Client, uri: str) -> None:
    """The definition at once, the file when it is chosen; neither to what it is in already."""
    context = {"diagnostics": [], "only": ["refactor"]}
    offered = client.ask("codeAction", uri, range=span(2, 0, 0), context=context)

    assert [action["title"] for action in offered] == [
        "Convert this definition to Loud",
        "Convert the file to Loud",
    ]
    [edit] = offered[0]["edit"]["documentChanges"][0]["edits"]
    assert (edit["range"], edit["newText"]) == (span(2, 0, 5), "CROWN")
    assert "edit" not in offered[1]
    resolved = client.request("codeAction/resolve", offered[1])
    assert len(resolved["edit"]["documentChanges"][0]["edits"]) == 5


def test_a_file_that_cannot_be_converted(client: Client, uri: str) -> None:
    """The one who chose it is told why."""
    client.change(uri, 2, {"text": "king = ?\n"})
    context = {"diagnostics": [], "only": ["refactor"]}
    offered = client.ask("codeAction", uri, range=span(0, 0, 0), context=context)

    assert [action["title"] for action in offered] == ["Convert the file to Loud"]
    with pytest.raises(Refused, match="A question cannot be converted"):
        client.request("codeAction/resolve", offered[0])


def test_layout_while_typing(client: Client, uri: str) -> None:
    """A line in the midst of brackets is indented; a bracket that closes the last one lays the
    definition out.
    """
    options = {"options": {"tabSize": 4, "insertSpaces": True}}
    client.change(uri, 2, {"text": "king   =  (man\n"})
    [edit] = client.ask("onTypeFormatting", uri, 1, 0, ch="\n", **options)
    assert (edit["range"], edit["newText"]) == (span(1, 0, 0), "  ")

    client.change(uri, 3, {"text": "king   =  (man)\n"})
    edits = client.ask("onTypeFormatting", uri, 0, 15, ch=")", **options)
    assert [edit["range"] for edit in edits] == [span(0, 5, 9)]


def test_completion_only_behind_the_signs_of_the_notation(client: Client, uri: str) -> None:
    """A sign that asks in another notation asks nothing here; by hand it always can be asked."""
    for kind, sign, is_answered in [(2, "%", True), (2, "@", False), (1, None, True)]:
        context = {"triggerKind": kind} | ({"triggerCharacter": sign} if sign else {})
        answer = client.ask("completion", uri, 0, 7, context=context)
        assert (answer is not None) == is_answered


def test_a_change_far_away_is_told(client: Client, uri: str) -> None:
    """Findings of a definition follow what it needs."""
    client.diagnostics(uri, 1)
    client.change(uri, 2, {"range": span(2, 0, 5), "text": "stone"})
    diagnostics = client.diagnostics(uri, 2)

    unknown = [
        diagnostic["range"] for diagnostic in diagnostics if diagnostic["code"] == "unknown-name"
    ]
    assert unknown == [span(0, 14, 19), span(1, 14, 19)]


def test_settings_of_one_notation_are_nothing_to_another() -> None:
    """A dialect that a notation does not have is not given to it."""
    with serving(settings={"dialect": "xbetza"}, program=PROGRAM) as client:
        uri = client.open("king = man\nqueen = king\n", "file:///x.linked", "linked")

        assert "('whole', 1, None)" in str(client.diagnostics(uri))


def test_symbols_of_the_workspace_while_documents_change() -> None:
    """They are those of the texts at the moment of the request, whatever is typed meanwhile."""
    texts = {
        name: "".join(f"{name}{number} := wazir -> {name}1\n" for number in range(300))
        for name in "abc"
    }
    with serving() as client:
        uris = [client.open(text, f"file:///{name}.lcpn", "lcpn") for name, text in texts.items()]
        posted = []
        for version in range(2, 32):
            posted.append(client.post("workspace/symbol", {"query": "b1"}))
            for uri in uris:
                client.change(
                    uri, version, insertion(version, 0, "x"), insertion(0, 0, "new := ferz\n")
                )
        answers = [client.answer(identity) for identity in posted]

    assert all(answers)
