"""Texts as the client changes them: columns in its encoding, line ends, anything out of range, many
files at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from lsprotocol.types import LSPErrorCodes, MessageType

from lsp.client import ALL, Client, Message, Refused, frame, insertion, merged, serving
from wazir.document import Document
from wazir.lsp.convert import Columns, changed
from wazir.notations import REGISTRY
from wazir.text import Encoding

TEXTS = st.text(
    st.sampled_from("aWF=-( \n\r\t#%ħ🦄\u0301\u2028\x0b\x0c\x85\ud800\udc00\0"), max_size=40
)
ENCODINGS = st.sampled_from(Encoding)


def lines(text: str) -> list[str]:
    """The lines of a text with their ends, by the letter of the protocol."""
    complete, line = [], ""
    for at, sign in enumerate(text):
        line += sign
        if sign == "\n" or (sign == "\r" and text[at + 1 : at + 2] != "\n"):
            complete.append(line)
            line = ""
    return [*complete, line]


def units(text: str, encoding: Encoding) -> int:
    """The length of a text, counted sign by sign."""
    if encoding is Encoding.UTF8:
        return sum(1 + (ord(c) > 0x7F) + (ord(c) > 0x7FF) + (ord(c) > 0xFFFF) for c in text)
    return sum(2 if encoding is Encoding.UTF16 and ord(c) > 0xFFFF else 1 for c in text)


def place(text: str, line: int, column: int, encoding: Encoding) -> int:
    """The offset of a position, found by walking; beyond a line its end, beyond the text the end of
    that.
    """
    all_lines = lines(text)
    if line >= len(all_lines):
        return len(text)
    start, row = sum(map(len, all_lines[:line])), all_lines[line].rstrip("\r\n")
    return start + max(
        at for at in range(len(row) + 1) if at == 0 or units(row[:at], encoding) <= column
    )


@given(TEXTS, st.lists(st.tuples(*[st.integers(0, 12)] * 4, TEXTS), max_size=4), ENCODINGS)
def test_changes_are_made_where_the_client_means_them(
    text: str, changes: list[tuple[int, int, int, int, str]], encoding: Encoding
) -> None:
    """Any changes of any text, in columns of any encoding, give the text that they give by the
    letter.
    """
    document, plain = Document.open(REGISTRY[0], text), text
    sent = []
    for line, column, down, further, new in changes:
        last, end = line + down % 3, further
        start_at = place(plain, line, column, encoding)
        end_at = max(start_at, place(plain, last, end, encoding))
        plain = plain[:start_at] + new + plain[end_at:]
        positions = types.Range(types.Position(line, column), types.Position(last, end))
        sent.append(types.TextDocumentContentChangePartial(positions, new))
    assert changed(document, sent, encoding).text == plain


@given(TEXTS, st.data(), ENCODINGS)
def test_columns_of_offsets(text: str, data: st.DataObject, encoding: Encoding) -> None:
    """The column of an offset is the length of the line before it, in whatever order offsets are
    asked for.
    """
    columns = Columns(Document.open(REGISTRY[0], text), encoding)
    for offset in data.draw(st.lists(st.integers(0, len(text)), max_size=6)):
        before = lines(text[:offset])
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # between them there is no position
        assert columns.at(offset) == (len(before) - 1, units(before[-1], encoding))


BAD_CHANGES: list[Any] = [
    None,
    [None],
    [{}],
    [{"text": None}],
    [{"text": "x", "range": 1}],
    [{"text": "x", "range": {"start": {"line": 0}, "end": {"line": 0, "character": 0}}}],
    [
        {
            "text": "x",
            "range": {"start": {"line": "0", "character": 0}, "end": {"line": 0, "character": 0}},
        }
    ],
    [
        {
            "text": "x",
            "range": {"start": {"line": 0.5, "character": 0}, "end": {"line": 0, "character": 0}},
        }
    ],
]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving() as client:
        yield client


@pytest.mark.parametrize("changes", BAD_CHANGES, ids=str)
def test_changes_that_are_none(client: Client, changes: Any) -> None:
    """They leave the text as it was, and the next change is made."""
    uri = client.open("A = V\n", "file:///bad.betza")
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes},
    )
    client.change(uri, 3, insertion(0, 5, "V"))

    assert client.diagnostics(uri, 3)[0]["range"]["start"]["character"] == 4
    assert client.ask("documentSymbol", uri)[0]["detail"] == "VV"


def test_places_out_of_range(client: Client) -> None:
    """They are moved to the nearest place that there is, in changes and in requests."""
    uri = client.open("A = W\nB = F", "file:///far.betza")
    client.change(
        uri, 2, insertion(77, 77, "\nC = D"), insertion(0, 99, " # first"), insertion(0, 2**40, "!")
    )
    client.change(
        uri,
        3,
        {
            "range": {"start": {"line": -1, "character": -5}, "end": {"line": 0, "character": -1}},
            "text": "",
        },
    )

    assert [symbol["detail"] for symbol in client.ask("documentSymbol", uri)] == ["W", "F", "D"]
    assert client.ask("hover", uri, 10**9, 10**9)["range"]["start"]["line"] == 2
    assert client.ask("completion", uri, 0, 10**9)["items"] == []


LINE_ENDS = [
    ("\r\n", "A = V\r\nB = V\r\n", [0, 1]),
    ("\r", "A = V\rB = V\r", [0, 1]),
    ("mixed", "A = V\r\r\nB = V\n\rC = V", [0, 2, 4]),
    ("only \\n, \\r and both", "A = V # \u2028 \x0b \x0c \x85 \u2029 \x1c\nB = V", [0, 1]),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in LINE_ENDS], ids=[name for name, *_ in LINE_ENDS]
)
def test_ends_of_lines(client: Client, text: str, expected: list[int]) -> None:
    """Lines end where the protocol says, and nowhere else."""
    uri = client.open(text, "file:///ends.betza")

    assert [diagnostic["range"]["start"] for diagnostic in client.diagnostics(uri)] == [
        {"line": n, "character": 4} for n in expected
    ]


def test_an_end_of_line_that_is_typed_in_two(client: Client) -> None:
    """\\n behind \\r makes one end of a line of two, and taking it away changes that back."""
    uri = client.open("A = W\rB = V", "file:///two.betza")
    client.change(uri, 2, insertion(1, 0, "\n"))
    assert client.diagnostics(uri, 2)[0]["range"]["start"]["line"] == 1

    client.change(uri, 3, insertion(0, 5, "\r"))
    assert client.diagnostics(uri, 3)[0]["range"]["start"]["line"] == 2


def test_a_selection_in_an_empty_text(client: Client) -> None:
    """It has a range, which is empty."""
    uri = client.open("", "file:///empty.betza")
    (chain,) = client.ask("selectionRange", uri, positions=[{"line": 0, "character": 0}])

    assert chain["range"]["start"] == chain["range"]["end"] == {"line": 0, "character": 0}


def test_lone_surrogates(client: Client) -> None:
    """Half a character in a text, a name or an address is kept and written back."""
    uri = "file:///\\ud83d.betza"
    text = '"A\\ud83d = V # \\udd84\\nB = K"'
    body = (
        '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":'
        f'{{"uri":"{uri}","languageId":"betza","version":1,"text":{text}}}}}}}'
    )
    client.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body.encode()))
    uri = json.loads(f'"{uri}"')

    assert client.diagnostics(uri)[0]["range"]["start"] == {"line": 0, "character": 5}
    assert client.ask("documentSymbol", uri)[0]["name"] == "A\ud83d"
    assert client.ask("hover", uri, 0, 0)
    assert (
        client.ask("rename", uri, 0, 0, newName="\udd84")["documentChanges"][0]["edits"][0][
            "newText"
        ]
        == "\udd84"
    )


def test_several_changes_in_one_message(client: Client) -> None:
    """Each is told in terms of the text after the one before."""
    uri = client.open("A = W\n", "file:///several.betza")
    client.change(
        uri,
        2,
        insertion(0, 4, "f"),
        insertion(0, 5, "m"),
        insertion(1, 0, "B = K"),
        insertion(0, 0, "ZZ", 1),
    )
    symbols = client.ask("documentSymbol", uri)

    assert [(symbol["name"], symbol["detail"]) for symbol in symbols] == [("ZZ", "fmW"), ("B", "K")]


def test_opening_again(client: Client) -> None:
    """A file that is opened again has the text of the last time."""
    uri = client.open("A = V\n", "file:///again.betza")
    client.open("A = W\n", uri)

    assert client.ask("documentSymbol", uri)[0]["detail"] == "W"


def test_versions_never_go_back(client: Client) -> None:
    """However fast one types, the diagnostics that come are of later and later versions, and of the
    last at last.
    """
    uri = client.open("A = W\n", "file:///fast.betza")
    changes = [
        {
            "method": "textDocument/didChange",
            "params": {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [
                    insertion(0, 4, "V")
                    if version % 2
                    else insertion(0, 4, "", 1 if version > 2 else 0)
                ],
            },
        }
        for version in range(2, 302)
    ]
    for at in range(0, 300, 10):
        client.send(*changes[at : at + 10])
    versions = []
    while not versions or versions[-1] < 301:
        params = client.next("textDocument/publishDiagnostics", lambda params: params["uri"] == uri)
        versions.append(params["version"])

    assert versions == sorted(set(versions))
    assert params["diagnostics"][0]["code"] == "unknown-letter"


def test_a_request_that_is_cancelled(client: Client) -> None:
    """It is answered by an error, unless it was answered already; others are answered."""
    uri = client.open("".join(f"p{n} = fmWfcF\n" for n in range(8_000)), "file:///cancelled.betza")
    client.diagnostics(uri, 1)
    params = {"textDocument": {"uri": uri}}
    place = {**params, "position": {"line": 1, "character": 4}}
    client.send(
        {"id": 9101, "method": "textDocument/semanticTokens/full", "params": params},
        {
            "id": 9102,
            "method": "textDocument/selectionRange",
            "params": {**params, "positions": []},
        },
        {"method": "$/cancelRequest", "params": {"id": 9101}},
    )

    assert client.answer(9102) is not None
    client.notify("$/cancelRequest", {"id": 9102})
    with pytest.raises(Refused) as refused:
        client.answer(9101)
    assert refused.value.code == LSPErrorCodes.RequestCancelled
    assert client.request("textDocument/hover", place)


def test_a_request_that_is_cancelled_while_its_text_opens() -> None:
    """It is refused unless it was answered before, which is no error; those after it are
    answered.
    """
    with serving() as client:
        with client.together():
            uri = client.open(
                "".join(f"p{n} = fmWfcF\n" for n in range(8_000)), "file:///opening.betza"
            )
            place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 6}}
            dropped = client.post("textDocument/hover", place)
            client.notify("$/cancelRequest", {"id": dropped})
            asked = client.post("textDocument/hover", place)

        assert client.answer(asked)
        with suppress(Refused):
            assert client.answer(dropped)
        logged = [
            message["params"]
            for message in client.heard
            if message["method"] == "window/logMessage"
        ]
        assert [message for message in logged if message["type"] == MessageType.Error] == []


def test_a_large_file_does_not_keep_others_waiting() -> None:
    """While it is looked through, requests are answered and small files diagnosed; then all of it
    is told.
    """
    text = "".join(f"piece {n} = fbW-mV{n % 7}-nK-[R?B]\n" for n in range(1500))
    with serving() as client:
        client.ask("hover", "x")
        with client.together():
            large = client.open(text, "file:///large.betza")
            small = client.open("A = V\n", "file:///small.betza")
            place = {"textDocument": {"uri": large}, "position": {"line": 5, "character": 13}}
            hover = client.post("textDocument/hover", place)
        order: list[Any] = []
        while large not in order:
            message = client.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                # Those of the first lines alone have no version.
                order += [message["params"]["uri"]] if message["params"].get("version") else []
            elif message.get("id") == hover:
                order.append("hover")

        assert set(order[:-1]) == {"hover", small}


def test_many_files() -> None:
    """Each has its own diagnostics, and loses them when it is closed."""
    with serving() as client:
        uris = [
            client.open("A = W\n" + "B = V\n" * (n % 3), f"file:///many/{n}.betza")
            for n in range(60)
        ]
        counts = {uri: len(client.diagnostics(uri)) for uri in uris}
        assert [counts[uri] > 0 for uri in uris] == [n % 3 > 0 for n in range(60)]
        for uri in uris:
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        for uri in uris:
            assert client.diagnostics(uri) == []


LANGUAGES = [
    ("file:///a.betza", "plaintext", True),
    ("file:///A%20B.BETZA?x#y", "", True),
    ("untitled:Untitled-1", "betza", True),
    ("file:///a.txt", "betza", True),
    ("file:///a.txt", "plaintext", False),
    ("not a uri [", "plaintext", False),
]


@pytest.mark.parametrize(("uri", "language", "known"), LANGUAGES)
def test_what_is_a_file_of_ours(client: Client, uri: str, language: str, known: bool) -> None:
    """The language that the client names counts, and else the end of the file's name."""
    client.open("A = V\n", uri, language)

    assert bool(client.ask("documentSymbol", uri)) is known
    if known:
        assert client.diagnostics(uri)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_answers_in_the_columns_of_the_client(encoding: str) -> None:
    """Diagnostics, hovers, edits, colours: all of them count as the client does."""
    lead = {"utf-8": 7, "utf-16": 4, "utf-32": 3}[encoding]
    with serving(merged(ALL, {"general": {"positionEncodings": [encoding]}})) as client:
        uri = client.open("🦄ħ! = V-W\n")
        assert client.diagnostics(uri)[0]["range"]["start"]["character"] == lead + 3
        assert client.ask("hover", uri, 0, lead + 5)["range"]["start"]["character"] == lead + 5
        assert client.ask("semanticTokens/full", uri)["data"][2] == lead
        assert client.ask("prepareRename", uri, 0, 1)["range"]["end"]["character"] == lead
        client.change(uri, 2, insertion(0, lead + 3, "W", 1))
        assert client.diagnostics(uri, 2) == []


def test_a_hundred_thousand_letters_in_one_line(client: Client) -> None:
    """They are read, within bounds, and everything is answered."""
    uri = client.open("A = " + "W" * 100_000 + "\n", "file:///wide.betza")

    assert [diagnostic["code"] for diagnostic in client.diagnostics(uri)] == ["too-long"]
    client.ask("hover", uri, 0, 50_000)
    assert client.ask("formatting", uri, options={"tabSize": 4, "insertSpaces": True}) == []


def test_a_message_of_many_megabytes() -> None:
    """It comes in pieces, and is opened, and the server is there for the next."""
    with serving() as client:
        uri = client.open("# " + "x" * 15_000_000, "file:///huge.betza")
        assert client.diagnostics(uri) == []
        client.write(
            frame({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {}})
        )
        assert client.stop() == 0


def test_a_document_out_of_all_measure() -> None:
    """It is left alone, the user is told, and others are not; one that grows so large is taken
    back.
    """
    with serving() as client:
        large = client.open("A = V\n" * 3_000_000, "file:///large.betza")
        assert "/large.betza is ignored" in client.next("window/showMessage")["message"]
        assert client.ask("documentSymbol", large) is None
        small = client.open("A = V\n", "file:///small.betza")
        assert client.diagnostics(small)
        client.change(small, 2, insertion(0, 0, "#" * 16_000_000))
        assert client.diagnostics(small) == []
        assert client.ask("documentSymbol", small) is None


@pytest.mark.parametrize(
    "change",
    [
        insertion(250, 5, "x"),
        insertion(100, 0, "\n"),
        insertion(300, 0, "Other = F\n# more\n"),
        insertion(0, 0, "", 5),
    ],
)
@pytest.mark.parametrize(
    ("language", "line"), [("betza", "P{0} = W\n"), ("markdown", "```betza\n> P{0} = W\n```\n")]
)
def test_the_outline_after_a_change(
    client: Client, language: str, line: str, change: Message
) -> None:
    """It is that of the same text that is opened anew, wherever blocks have moved to."""
    text = "".join(map(line.format, range(400)))
    uri = client.open(text, "file:///many", language)
    client.ask("documentSymbol", uri)
    client.change(uri, 2, change)
    lines, (first, last) = text.splitlines(keepends=True), change["range"].values()
    behind = lines[last["line"]][last["character"] :]
    lines[first["line"] : last["line"] + 1] = [
        lines[first["line"]][: first["character"]] + change["text"] + behind
    ]
    other = client.open("".join(lines), "file:///other", language)

    assert client.ask("documentSymbol", uri) == client.ask("documentSymbol", other)
