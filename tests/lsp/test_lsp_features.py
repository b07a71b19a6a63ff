"""Every feature once from end to end: a real process, real messages, the answers of the
protocol.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator

import pytest

from lsp.client import ALL, Client, Message, Refused, merged, serving

TEXT = """\
# Pieces of all kinds
%dialect xbetza
Pawn = fmWfcF
Wazir  =  W  # one step

Queen = KK
Amazon = Q-N
Zebra = V
Pawn = nN
"""
"""From 0, line 5 is spelled as of old, 6 is of another dialect, 7 has a letter that is none, 8
repeats a name.
"""

RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
OPTIONS = {"options": {"tabSize": 4, "insertSpaces": True}}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving() as client:
        yield client


@pytest.fixture
def uri(client: Client, request: pytest.FixtureRequest) -> Iterator[str]:
    uri = client.open(TEXT, f"file:///pieces/{request.node.name.split('[')[0]}.betza")
    yield uri
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def span(line: int, start: int, end: int) -> Message:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def after(text: str, edits: list[Message]) -> str:
    """A text after edits in columns of ASCII."""
    lines = text.split("\n")
    for edit in sorted(
        edits,
        key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]),
        reverse=True,
    ):
        start, end = edit["range"]["start"], edit["range"]["end"]
        head, tail = (
            lines[start["line"]][: start["character"]],
            lines[end["line"]][end["character"] :],
        )
        lines[start["line"] : end["line"] + 1] = (head + edit["newText"] + tail).split("\n")
    return "\n".join(lines)


def test_diagnostics(client: Client, uri: str) -> None:
    """What is wrong, with its code, severity, place, relations, tags, and the page about it."""
    diagnostics = {diagnostic["code"]: diagnostic for diagnostic in client.diagnostics(uri)}

    assert diagnostics["unknown-letter"]["range"] == span(7, 8, 9)
    assert diagnostics["unknown-letter"]["severity"] == 1
    assert diagnostics["unknown-letter"]["source"] == "wazir"
    assert "`V`" in diagnostics["unknown-letter"]["message"]
    assert diagnostics["unknown-letter"]["codeDescription"]["href"].endswith(
        "/docs/unknown-letter.md"
    )
    assert diagnostics["obsolete-spelling"]["tags"] == [2]
    assert diagnostics["duplicate-name"]["range"] == span(8, 0, 4)
    first = diagnostics["duplicate-name"]["relatedInformation"][0]
    assert first["location"] == {"uri": uri, "range": span(2, 0, 4)}


def test_hover(client: Client, uri: str) -> None:
    """A word where it stands, and a drawing made of signs, for nobody asked for pictures."""
    answer = client.ask("hover", uri, 2, 8)

    assert answer["range"] == span(2, 8, 9)
    assert answer["contents"]["kind"] == "markdown"
    assert "```" in answer["contents"]["value"]
    assert "data:image" not in answer["contents"]["value"]


def test_hover_over_nothing(client: Client, uri: str) -> None:
    """Where there is nothing to say, there is no answer."""
    assert client.ask("hover", uri, 4, 0) is None


def test_formatting(client: Client, uri: str) -> None:
    """Blanks move so that names and `=` stand in columns."""
    assert after(TEXT, client.ask("formatting", uri, **OPTIONS)).split("\n")[2:4] == [
        "Pawn  = fmWfcF",
        "Wazir = W  # one step",
    ]


def test_formatting_of_a_range(client: Client, uri: str) -> None:
    """Only the blocks that the range touches change."""
    edits = client.ask("rangeFormatting", uri, range=span(6, 0, 1), **OPTIONS)

    assert {edit["range"]["start"]["line"] for edit in edits} == {5, 7, 8}


def test_formatting_while_typing(client: Client, uri: str) -> None:
    """When a line is finished, its block is laid out."""
    edits = client.ask("onTypeFormatting", uri, 4, 0, ch="\n", **OPTIONS)

    assert {edit["range"]["start"]["line"] for edit in edits} == {2, 3}


def test_symbols(client: Client, uri: str) -> None:
    """The pieces with what they are, their extent, and the place of their names."""
    symbols = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})

    assert [symbol["name"] for symbol in symbols] == [
        "Pawn",
        "Wazir",
        "Queen",
        "Amazon",
        "Zebra",
        "Pawn",
    ]
    assert symbols[0]["detail"] == "fmWfcF"
    assert symbols[0]["range"] == span(2, 0, 13)
    assert symbols[0]["selectionRange"] == span(2, 0, 4)


def test_symbols_within_another_are_its_children(client: Client) -> None:
    """Pieces of a section of `variants.ini`, whatever the order of their lines; another section
    stands beside it.
    """
    text = "[a:chess]\ncustomPiece1 = d:N\nking = k\n\n[b]\n[c]\npawn = p\n"
    symbols = client.ask(
        "documentSymbol", client.open(text, "file:///variants.ini", "fairy-variants")
    )

    inside = {
        symbol["name"]: [child["name"] for child in symbol.get("children", ())]
        for symbol in symbols
    }
    assert inside == {"a": ["D: customPiece1", "K: king"], "b": [], "c": ["P: pawn"]}


def test_symbols_of_the_workspace(client: Client, uri: str) -> None:
    """The pieces of open files whose names have the letters asked for, the closest first."""
    symbols = client.request("workspace/symbol", {"query": "az"})

    assert [symbol["name"] for symbol in symbols] == ["Wazir", "Amazon"]
    assert symbols[0]["location"] == {"uri": uri, "range": span(3, 0, 5)}


def test_folding(client: Client, uri: str) -> None:
    """Blocks between blank lines can be folded."""
    folds = client.ask("foldingRange", uri)

    assert {(fold["startLine"], fold["endLine"]) for fold in folds} >= {(0, 3), (5, 8)}


def test_selection(client: Client, uri: str) -> None:
    """A selection grows from a word to the whole file; every place that was asked about has an
    answer.
    """
    places = [{"line": 2, "character": 9}, {"line": 4, "character": 0}]
    first, second = client.ask("selectionRange", uri, positions=places)
    chain = []
    while first:
        chain.append(first["range"])
        first = first.get("parent")

    assert chain[0] == span(2, 9, 10)
    assert span(2, 7, 13) in chain
    assert chain[-1]["end"] == {"line": 9, "character": 0}
    assert second["range"]


def test_highlights_and_references(client: Client, uri: str) -> None:
    """The places of a name."""
    places = [span(2, 0, 4), span(8, 0, 4)]

    assert [
        highlight["range"] for highlight in client.ask("documentHighlight", uri, 2, 1)
    ] == places
    answer = client.ask("references", uri, 2, 1, context={"includeDeclaration": True})
    assert answer == [{"uri": uri, "range": place} for place in places]


def test_rename(client: Client, uri: str) -> None:
    """A name changes everywhere in the file, for the version that the client has."""
    assert client.ask("prepareRename", uri, 3, 2) == {
        "range": span(3, 0, 5),
        "placeholder": "Wazir",
    }
    answer = client.ask("rename", uri, 3, 2, newName="Vizier")

    [change] = answer["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 1}
    assert change["edits"] == [{"range": span(3, 0, 5), "newText": "Vizier"}]


@pytest.mark.parametrize(("line", "name"), [(3, "Queen"), (3, ""), (3, "a=b"), (4, "Vizier")])
def test_a_name_that_will_not_do(client: Client, uri: str, line: int, name: str) -> None:
    """The answer is an error that says why."""
    with pytest.raises(Refused) as refused:
        client.ask("rename", uri, line, 0, newName=name)

    assert refused.value.code == -32803
    assert refused.value.message.endswith(".")


def actions(client: Client, uri: str, line: int, *only: str) -> list[Message]:
    """The code actions for a line, with what the client shows there."""
    shown = [
        diagnostic
        for diagnostic in client.diagnostics(uri)
        if diagnostic["range"]["start"]["line"] == line
    ]
    context: Message = {"diagnostics": shown} | ({"only": list(only)} if only else {})
    answer: list[Message] = client.ask("codeAction", uri, range=span(line, 0, 20), context=context)
    return answer


def test_a_quick_fix(client: Client, uri: str) -> None:
    """It names what it fixes, and carries its edit."""
    fix = next(action for action in actions(client, uri, 5) if action["kind"] == "quickfix")

    assert fix["diagnostics"][0]["code"] == "obsolete-spelling"
    assert fix["isPreferred"] is True
    [change] = fix["edit"]["documentChanges"]
    assert "Queen = Q" in after(TEXT, change["edits"])


def test_rewrites_alone(client: Client, uri: str) -> None:
    """A client that asks for rewrites gets no fixes."""
    assert {action["kind"] for action in actions(client, uri, 5, "refactor")} == {
        "refactor.rewrite"
    }


def test_all_safe_fixes(client: Client, uri: str) -> None:
    """All safe fixes of the file together, if that is asked for; what is not safe stays."""
    [fix] = actions(client, uri, 0, "source.fixAll")
    [change] = fix["edit"]["documentChanges"]
    fixed = after(TEXT, change["edits"])

    assert fix["kind"] == "source.fixAll"
    assert "Queen = Q\n" in fixed
    assert "Zebra = V\n" in fixed


def test_all_safe_fixes_offered_beside_one(client: Client, uri: str) -> None:
    """Beside a quick fix it is offered without its edit, which takes a while; that comes when it is
    chosen.
    """
    offered = next(
        action for action in actions(client, uri, 5) if action["kind"] == "source.fixAll"
    )

    assert "edit" not in offered
    resolved = client.request("codeAction/resolve", offered)
    assert "Queen = Q\n" in after(TEXT, resolved["edit"]["documentChanges"][0]["edits"])


def decoded(data: list[int]) -> list[tuple[int, int, int, int]]:
    """Semantic tokens by line and column."""
    line = column = 0
    tokens = []
    for at in range(0, len(data), 5):
        down, right, length, kind, _ = data[at : at + 5]
        line, column = line + down, right + (0 if down else column)
        tokens.append((line, column, length, kind))
    return tokens


def test_semantic_tokens(client: Client, uri: str) -> None:
    """Every word has a colour; those of a range are among those of the whole, and all of it that
    lies in the range.
    """
    whole = decoded(client.ask("semanticTokens/full", uri)["data"])
    part = decoded(client.ask("semanticTokens/range", uri, range=span(2, 0, 20))["data"])

    assert {line for line, *_ in whole} == {0, 1, 2, 3, 5, 6, 7, 8}
    assert (2, 0, 4) in {token[:3] for token in whole}
    assert [token for token in whole if token[0] == 2] == [token for token in part if token[0] == 2]
    assert set(part) <= set(whole)


CHANGES = [
    ("in the middle", [{"range": span(2, 7, 8), "text": "s"}]),
    ("a line more", [{"range": span(3, 0, 0), "text": "Ferz = F\n"}]),
    (
        "a line less",
        [
            {
                "range": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 0}},
                "text": "",
            }
        ],
    ),
    ("at the end", [{"range": span(9, 0, 0), "text": "Last = fW"}]),
    ("nothing", []),
    ("everything", [{"text": "# all new\nX = W\n"}]),
    ("all gone", [{"text": ""}]),
]


@pytest.mark.parametrize(("name", "changes"), CHANGES, ids=[name for name, _ in CHANGES])
def test_semantic_tokens_by_their_changes(
    client: Client, uri: str, name: str, changes: list[Message]
) -> None:
    """What changed, put into what was known, is what a client that knows nothing is told."""
    known = client.ask("semanticTokens/full", uri)
    client.change(uri, 2, *changes)
    answer = client.ask("semanticTokens/full/delta", uri, previousResultId=known["resultId"])
    data = list(known["data"])
    for edit in answer["edits"]:
        data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit.get("data", [])

    assert data == client.ask("semanticTokens/full", uri)["data"]
    assert sum(len(edit.get("data", [])) for edit in answer["edits"]) <= 30


def test_changes_since_an_answer_that_is_forgotten(client: Client, uri: str) -> None:
    """A client that knows something else is told everything."""
    whole = client.ask("semanticTokens/full", uri)["data"]

    assert client.ask("semanticTokens/full/delta", uri, previousResultId="never")["data"] == whole


def test_inlay_hints_are_off(client: Client, uri: str) -> None:
    """Unless they are asked for by a setting."""
    assert client.ask("inlayHint", uri, range=RANGE) is None


def test_inlay_hints() -> None:
    """What `Q` stands for, of the kinds that are switched on."""
    with serving(settings={"inlayHints": {"enabled": True, "implied": False}}) as client:
        uri = client.open("A = R4\n")
        [hint] = client.ask("inlayHint", uri, range=RANGE)

        assert hint["position"]["line"] == 0
        assert "W4" in hint["label"]
        client.settings = {"inlayHints": {"enabled": True, "shorthand": False, "implied": False}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.next("workspace/inlayHint/refresh")
        assert client.ask("inlayHint", uri, range=RANGE) == []


def test_letters_in_pictures() -> None:
    """A client that wants letters has them in hovers and blocks, after a change of its settings
    too.
    """
    options = {"pictures": True}
    fen = {"language": "fen", "text": "k7/8/8/8/8/8/8/K7 w - - 0 1", "uri": "file:///rules.md"}

    def shown(client: Client, uri: str) -> list[bool]:
        answers = [client.ask("hover", uri, 0, 1), client.request("wazir/fence", fen)]
        encoded = re.findall("base64,([A-Za-z0-9+/=]+)", json.dumps(answers))
        return ["white-king" in base64.b64decode(each).decode() for each in encoded]

    with serving(options=options, settings={"diagram": {"pieces": "letters"}}) as client:
        uri = client.open("King = K\n")
        with_letters = shown(client, uri)
        client.settings = {"diagram": {"pieces": "figures"}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.next("workspace/inlayHint/refresh")
        with_figurines = shown(client, uri)

    assert with_letters == [False, False]
    assert with_figurines == [True, True]


def test_figures_in_hovers() -> None:
    """Value, moves and mobility, by a setting that can change; attacks where they differ from the
    moves.
    """
    with serving(settings={"hover": {"figures": True}}) as client:
        uri = client.open("%dialect extended\nKnight = N\nPawn = fmWfcF\nFirebird = xxacK\n")
        knight, pawn, bird = (
            client.ask("hover", uri, line, 1)["contents"]["value"] for line in (1, 2, 3)
        )
        client.settings = {"hover": {"figures": False}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.next("workspace/inlayHint/refresh")
        without = client.ask("hover", uri, 1, 1)["contents"]["value"]

    assert "5.25 moves on average, mobility 4.44" in knight
    assert "0.88 moves on average, 1.53 attacks, mobility 0.84" in pawn
    assert not any("Value:" in text for text in (bird, without))


def test_a_picture_for_those_who_ask() -> None:
    """With `pictures` a hover has one below the sentence, in its theme, and is not too long for
    editors.
    """
    with serving(options={"pictures": True, "theme": "dark"}) as client:
        value = client.ask("hover", client.open("Pawn = fmWfcF\n"), 0, 1)["contents"]["value"]
        name, sentence, picture, *_ = value.split("\n\n")

        assert name.startswith("### Pawn `fmWfcF` [xbetza](<file:")
        assert sentence.startswith("Moves one step forward without capturing")
        assert picture.startswith("![")
        assert "](data:image/svg+xml" in picture
        assert len(value) <= 60_000


HTML = {"pictures": True, "html": True, "theme": "dark"}


def test_a_client_that_shows_html_gets_the_picture_beside_the_words() -> None:
    """The dialect is one word, whose link tells why; no text of the document is a sign of HTML."""
    with serving(options=HTML) as client:
        value = client.ask("hover", client.open("<b>Pawn = fmWfcF\n"), 0, 1)["contents"]["value"]

    assert re.match(r'<table><tr><td width="\d+"><table align="left"><tr><td width="', value)
    assert "<strong>&lt;b&gt;Pawn</strong>" in value
    link = (
        r'<a href="file:[^"]*/ambiguous-dialect\.md" '
        r'title="Read in the dialect xbetza, the default\.">xbetza</a>'
    )
    assert re.search(link, value)
    assert "\n" not in value


def test_a_client_that_shows_findings_itself_is_told_them_once() -> None:
    """On an error there is nothing more to say; others are told the finding, without a command to
    type.
    """
    text = "Wrong = fwN\nOld = NN\n"
    with serving(options=HTML) as client:
        uri = client.open(text)
        assert client.ask("hover", uri, 0, 9) is None
        assert "old way" not in client.ask("hover", uri, 1, 7)["contents"]["value"]
    with serving() as client:
        uri = client.open(text)
        value = client.ask("hover", uri, 0, 9)["contents"]["value"]

        assert value.startswith("Error: ")
        assert "\n" not in value
        assert re.search(
            r" \[unknown-letter\]\(<file:[^>]*/unknown-letter\.md> \"[^\"]*\"\)$", value
        )


def test_pictures_follow_another_theme_of_the_client() -> None:
    with serving(options=HTML) as client:
        uri = client.open("Pawn = fmWfcF\n")
        dark = client.ask("hover", uri, 0, 1)
        client.notify("wazir/theme", {"theme": "light"})
        light = client.ask("hover", uri, 0, 1)
        client.notify("wazir/theme", {"theme": "dark"})

        assert light != dark
        assert client.ask("hover", uri, 0, 1) == dark


def test_no_picture_for_those_who_read_plain_text() -> None:
    """Even if they asked for one."""
    capabilities = merged(ALL, {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}})
    with serving(capabilities, options={"pictures": True}) as client:
        contents = client.ask("hover", client.open("Pawn = fmWfcF\n"), 0, 1)["contents"]

        assert contents["kind"] == "plaintext"
        assert "data:image" not in contents["value"]
        assert "```" not in contents["value"]


@pytest.mark.parametrize(
    ("style", "drawn"),
    [("text", "```"), ("none", ""), ("auto", "data:image/svg+xml")],
    ids=["text", "none", "auto"],
)
def test_the_style_of_drawings_is_a_setting(style: str, drawn: str) -> None:
    """Signs, nothing, or a picture for those who can show one."""
    with serving(options={"pictures": True}, settings={"diagram": {"style": style}}) as client:
        uri = client.open("Pawn = fmWfcF\n")
        client.diagnostics(uri)
        value = client.ask("hover", uri, 0, 1)["contents"]["value"]

        assert drawn in value
        assert ("data:image" in value) == (style == "auto")


def test_a_client_that_can_do_little() -> None:
    """No snippets, no details of labels, flat symbols, commands as actions, plain edits: it gets
    what it knows.
    """
    with serving({}) as client:
        uri = client.open("A = KK\nB = V\n")
        for diagnostic in client.diagnostics(uri):
            assert not diagnostic.keys() & {"tags", "relatedInformation", "codeDescription"}
        for item in client.ask("completion", uri, 0, 4)["items"]:
            assert item.get("insertTextFormat", 1) == 1
            assert "labelDetails" not in item
            assert "$" not in item["textEdit"]["newText"]
        assert client.ask("hover", uri, 0, 4)["contents"]["kind"] == "plaintext"
        assert (
            "location"
            in client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})[0]
        )
        assert list(client.ask("rename", uri, 0, 0, newName="C")["changes"]) == [uri]

        action = client.ask("codeAction", uri, range=span(0, 4, 6), context={"diagnostics": []})[0]
        assert action["command"] == "wazir.apply"
        client.request(
            "workspace/executeCommand",
            {"command": action["command"], "arguments": action["arguments"]},
        )
        edit = client.next("workspace/applyEdit")["edit"]
        assert edit["changes"][uri][0]["newText"] == "Q"


def test_requests_about_what_is_not_open() -> None:
    """They have no answer, and no error either."""
    uri = "file:///nowhere.betza"
    with serving() as client:
        for feature, more in [
            ("hover", {}),
            ("completion", {}),
            ("formatting", OPTIONS),
            ("rangeFormatting", {**OPTIONS, "range": RANGE}),
            ("onTypeFormatting", {**OPTIONS, "ch": "\n"}),
            ("documentSymbol", {}),
            ("foldingRange", {}),
            ("selectionRange", {"positions": []}),
            ("documentHighlight", {}),
            ("references", {"context": {"includeDeclaration": True}}),
            ("prepareRename", {}),
            ("rename", {"newName": "x"}),
            ("inlayHint", {"range": RANGE}),
            ("semanticTokens/full", {}),
            ("semanticTokens/full/delta", {"previousResultId": "1"}),
            ("semanticTokens/range", {"range": RANGE}),
            ("codeAction", {"range": RANGE, "context": {"diagnostics": []}}),
        ]:
            assert client.ask(feature, uri, **more) is None, feature
