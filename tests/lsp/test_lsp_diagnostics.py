"""Who is told what is wrong, when, and how much of it: by push, by pull, and with settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from lsp.client import ALL, Client, Message, insertion, merged, serving
from wazir.lsp.convert import LIMIT
from wazir.lsp.workspace import MAX_FILES

PULL = merged(
    ALL,
    {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}},
)

TOLD: list[tuple[str, Message | None, str]] = [
    ("related information", {"relatedInformation": True}, "relatedInformation"),
    ("tags", {"tagSupport": {"valueSet": [2]}}, "tags"),
    ("pages", {"codeDescriptionSupport": True}, "codeDescription"),
    ("nothing of these", {"tagSupport": {"valueSet": [1]}}, ""),
]


@pytest.mark.parametrize(
    ("announced", "member"), [case[1:] for case in TOLD], ids=[name for name, *_ in TOLD]
)
def test_findings_have_what_the_client_can_show(announced: Message, member: str) -> None:
    """Each of the members that are optional is there if the client can use it, and no other is."""
    with serving({"textDocument": {"publishDiagnostics": announced}}) as client:
        diagnostics = client.diagnostics(client.open("A = KK\nA = F\n"))
        members = {name for diagnostic in diagnostics for name in diagnostic}

        assert members & {"relatedInformation", "tags", "codeDescription"} == (
            {member} if member else set()
        )


def test_a_page_can_be_opened() -> None:
    """The address of a page is that of a file that is there, and is about the code."""
    with serving() as client:
        [diagnostic] = client.diagnostics(client.open("A = V\n"))
        address = diagnostic["codeDescription"]["href"]

        assert address.startswith("file:///")
        assert "unknown-letter" in Path(unquote(address.removeprefix("file://"))).read_text("utf-8")


def test_as_many_as_one_can_read() -> None:
    """Of many findings the worst are told, and how many more there are: the same ones wherever the
    text was changed.
    """
    count = 2_000
    with serving() as client:
        uri = client.open("".join(f"piece {n} = V\n" for n in range(count)))
        first = client.diagnostics(uri, 1)
        client.change(uri, 2, insertion(1500, 0, "x"))
        second = client.diagnostics(uri, 2)

    assert len(first) == LIMIT + 1
    assert first[0]["severity"] == 3
    assert f"{count - LIMIT:,} more diagnostics" in first[0]["message"]
    assert [diagnostic["range"]["start"]["line"] for diagnostic in first[1:]] == list(range(LIMIT))
    assert second == first


def test_what_was_written_once_moves_with_its_line() -> None:
    """A finding that is sent again stands where its text stands now, whatever was put before it."""
    with serving() as client:
        uri = client.open("A = W\nB = V\nC = KK\n")
        before = client.diagnostics(uri)
        for version, change in enumerate(
            [insertion(0, 0, "# new\n"), insertion(0, 0, "# more\n# still more\n")], 2
        ):
            client.change(uri, version, change)
        after = client.diagnostics(uri, 3)

    def moved(diagnostic: Message, by: int) -> Message:
        start, end = (
            {**diagnostic["range"][end], "line": diagnostic["range"][end]["line"] + by}
            for end in ("start", "end")
        )
        return {**diagnostic, "range": {"start": start, "end": end}}

    assert after == [moved(diagnostic, 3) for diagnostic in before]


def test_a_client_that_cannot_show_versions_is_not_harmed() -> None:
    """Versions are sent as they came; a document without one is told without."""
    with serving({}) as client:
        item = {"uri": "file:///a.betza", "languageId": "betza", "text": "A = V\n"}
        client.notify("textDocument/didOpen", {"textDocument": item})

        assert "version" not in client.next("textDocument/publishDiagnostics")


def test_q7_a_piece_that_is_defined_twice_has_a_hint() -> None:
    """It is told when the file is left alone, moves with its line at once, and goes when the pieces
    differ.
    """
    with serving() as client:
        uri = client.open("Crane = BN\nHeron = NB\n")
        before = client.diagnostics(uri)
        hint = client.next(
            "textDocument/publishDiagnostics", lambda published: published["diagnostics"]
        )["diagnostics"]
        client.change(uri, 2, insertion(0, 0, "# birds\n"))
        moved = client.diagnostics(uri, 2)
        client.change(uri, 3, insertion(2, 8, "R", 1))
        client.diagnostics(uri, 3)
        client.next(
            "textDocument/publishDiagnostics", lambda published: not published["diagnostics"]
        )

    assert before == []
    assert [(diagnostic["code"], diagnostic["range"]["start"]["line"]) for diagnostic in hint] == [
        ("duplicate-piece", 1)
    ]
    assert "`Heron` moves exactly as `Crane` does." in hint[0]["message"]
    assert [diagnostic["range"]["start"]["line"] for diagnostic in moved] == [2]


LONG = "".join(f"p{number} = fmWV\n" for number in range(3_000))


def test_the_known_diagnostics_of_a_long_file_are_told_first() -> None:
    """They come without a version, for those who wait for all."""
    with serving() as client:
        uri = client.open(LONG)
        first = client.next("textDocument/publishDiagnostics")
        every = client.next("textDocument/publishDiagnostics")
        client.change(uri, 2, insertion(0, 0, "\n"), insertion(3_000, 9, "V"))
        after = client.next(
            "textDocument/publishDiagnostics", lambda published: "version" in published
        )

    assert "version" not in first
    assert 0 < len(first["diagnostics"]) <= 101
    assert (every["version"], len(every["diagnostics"])) == (1, 101)
    assert (after["version"], len(after["diagnostics"])) == (2, 101)


# By pull


@pytest.fixture
def puller() -> Iterator[Client]:
    with serving(PULL) as client:
        yield client


def pulled(client: Client, uri: str, known: str | None = None) -> Message:
    """The report about a document."""
    more = {"previousResultId": known} if known else {}
    report: Message = client.request(
        "textDocument/diagnostic", {"textDocument": {"uri": uri}, **more}
    )
    return report


def test_nothing_is_sent_to_those_who_ask(puller: Client) -> None:
    """The report has what would have been sent, and the same again is said in a word."""
    uri = puller.open("A = V\n")
    report = pulled(puller, uri)
    again = pulled(puller, uri, report["resultId"])
    puller.change(uri, 2, insertion(0, 4, "W", 1))
    changed = pulled(puller, uri, report["resultId"])

    assert report["kind"] == "full"
    assert [diagnostic["code"] for diagnostic in report["items"]] == ["unknown-letter"]
    assert again == {"kind": "unchanged", "resultId": report["resultId"]}
    assert (changed["kind"], changed["items"]) == ("full", [])
    assert all(message["method"] != "textDocument/publishDiagnostics" for message in puller.heard)


def test_who_asks_about_a_long_file_is_told_what_is_known(puller: Client) -> None:
    """And asks again when the others are known."""
    puller.ask("hover", puller.open("A = W\n", "file:///small.betza"))
    uri = puller.open(LONG)
    first = pulled(puller, uri)
    puller.next("workspace/diagnostic/refresh")
    every = pulled(puller, uri)

    assert 0 < len(first["items"]) <= 101
    assert "resultId" not in first
    assert len(every["items"]) == 101
    assert "resultId" in every


def test_q7_a_client_is_told_to_ask_again_about_duplicates(puller: Client) -> None:
    """The report after that has the hint."""
    with puller.together():  # so that the pieces are not compared before the first request
        uri = puller.open("Crane = BN\nHeron = NB\n")
        posted = puller.post("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    first = puller.answer(posted)["items"]
    puller.next("workspace/diagnostic/refresh")

    assert first == []
    assert [diagnostic["code"] for diagnostic in pulled(puller, uri)["items"]] == [
        "duplicate-piece"
    ]


def test_a_report_about_what_is_not_open(puller: Client) -> None:
    """It is empty."""
    assert pulled(puller, "file:///nowhere.betza") == {"kind": "full", "items": []}


def test_a_report_about_a_large_file() -> None:
    """For who cannot be told to ask again it comes when all is known, and others are answered
    meanwhile.
    """
    with serving(merged(ALL, {"textDocument": {"diagnostic": {}}})) as puller:
        puller.ask("hover", "x")  # the first findings of all are told without a pause
        with puller.together():
            uri = puller.open("".join(f"piece {n} = fbW-mV{n % 7}-nK\n" for n in range(1500)))
            posted = puller.post("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 12}}
            hover = puller.post("textDocument/hover", place)
        order = []
        while posted not in order:
            message = puller.receive()
            order.append(message.get("id"))

    assert order.index(hover) < order.index(posted)
    assert message["result"]["kind"] == "full"
    assert "more diagnostics" in message["result"]["items"][0]["message"]


def test_the_whole_workspace(tmp_path: Path) -> None:
    """Files that are open count as they are there, the others as they are on disk; what is no piece
    does not count.
    """
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "node_modules").mkdir()
    files = {
        "one.betza": "A = V\n",
        "deep/er/two.BETZA": "B = KK\r",
        "good.betza": "C = W\n",
        "no.txt": "D = V\n",
    }
    (tmp_path / ".gitignore").write_text("made.*\n", "utf-8")
    files |= {
        ".hidden/three.betza": "E = V\n",
        "node_modules/four.betza": "H = V\n",
        "made.betza": "G = V\n",
        "broken.betza": "F = V # \xff\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    folder = {"uri": tmp_path.as_uri(), "name": "pieces"}
    with serving(PULL, workspaceFolders=[folder]) as client:
        opened = client.open("A = W\n", (tmp_path / "one.betza").as_uri())
        reports = reported(client, [])
        known = [{"uri": uri, "value": report["resultId"]} for uri, report in reports.items()]
        again = reported(client, known)
        (tmp_path / "good.betza").unlink()
        (tmp_path / "deep" / "er" / "two.BETZA").write_text("B = V\nC = V\n")
        later = reported(client, known)

    codes = {
        uri.rsplit("/", 1)[1]: [diagnostic["code"] for diagnostic in report["items"]]
        for uri, report in reports.items()
    }
    assert codes == {
        "one.betza": [],
        "two.BETZA": ["obsolete-spelling"],
        "good.betza": [],
        "broken.betza": ["unknown-letter"],
    }
    assert reports[opened]["version"] == 1
    assert {report["kind"] for report in again.values()} == {"unchanged"}
    assert {uri.rsplit("/", 1)[1]: report["kind"] for uri, report in later.items()} == {
        "one.betza": "unchanged",
        "broken.betza": "unchanged",
        "two.BETZA": "full",
        "good.betza": "full",
    }
    assert later[(tmp_path / "good.betza").as_uri()]["items"] == []


def reported(client: Client, known: list[Message]) -> dict[str, Message]:
    """The reports about the workspace by address."""
    items = client.request("workspace/diagnostic", {"previousResultIds": known})["items"]
    return {report["uri"]: report for report in items}


def test_files_that_change_and_settings_that_change(puller: Client) -> None:
    """Whoever asks for diagnostics is told to ask again."""
    uri = puller.open("A = N-K\n")
    assert pulled(puller, uri)["kind"] == "full"
    puller.heard.clear()
    puller.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///b.betza", "type": 2}]}
    )
    puller.next("workspace/diagnostic/refresh")
    puller.settings = {"dialect": "xbetza"}
    puller.notify("workspace/didChangeConfiguration", {"settings": None})
    puller.next("workspace/diagnostic/refresh")

    assert pulled(puller, uri)["items"] != []


def test_settings_that_are_as_usual() -> None:
    """They are no reason to ask again, wherever they are said; another folder is one, with what
    lies in it.
    """
    folders = [{"uri": "file:///one", "name": "one"}, {"uri": "file:///two", "name": "two"}]
    with serving(PULL, settings={"dialect": ""}, workspaceFolders=folders[:1]) as client:
        uri = client.open("A = N-K\n", "file:///one/a.betza")
        client.next("workspace/configuration")
        assert pulled(client, uri)["kind"] == "full"
        assert not [
            message
            for message in client.heard
            if message["method"] == "workspace/diagnostic/refresh"
        ]
        client.notify(
            "workspace/didChangeWorkspaceFolders", {"event": {"added": folders[1:], "removed": []}}
        )
        client.next("workspace/diagnostic/refresh")


def test_symbols_of_files_that_are_not_open(tmp_path: Path) -> None:
    """The pieces of the workspace are found on disk too, in every folder, as long as the folder
    belongs to it.
    """
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
        (folder / "pieces.betza").write_text(f"Wazir of {folder.name} = W\n")
    uris = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
    with serving(workspaceFolders=uris[:1]) as client:

        def found() -> list[str]:
            return [
                symbol["name"] for symbol in client.request("workspace/symbol", {"query": "wazir"})
            ]

        assert found() == ["Wazir of one"]
        client.notify(
            "workspace/didChangeWorkspaceFolders", {"event": {"added": uris[1:], "removed": []}}
        )
        assert found() == ["Wazir of one", "Wazir of two"]
        client.notify(
            "workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": uris[:1]}}
        )
        assert found() == ["Wazir of two"]


@pytest.mark.parametrize(("count", "told"), [(MAX_FILES, 0), (MAX_FILES + 1, 1)])
def test_symbols_of_too_many_files_are_told_to_be_incomplete(
    count: int, told: int, tmp_path: Path
) -> None:
    """Once, not with every request."""
    for number in range(count):
        (tmp_path / f"{number}.betza").write_text("A = W\n")
    with serving(workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "many"}]) as client:
        for _ in range(2):
            client.request("workspace/symbol", {"query": "a"})
        shown = [
            message["params"]["message"]
            for message in client.heard
            if message["method"] == "window/showMessage"
        ]

    sentence = "The folder has more than 2,000 files. Wazir searches 2,000 of them."
    assert shown == [sentence] * told


def test_a_folder_whose_address_is_a_number_is_ignored() -> None:
    """A file that is opened after its settings have arrived has diagnostics."""
    with serving(settings={"dialect": ""}) as client:
        client.notify(
            "workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": 3}], "removed": []}}
        )
        client.request("workspace/symbol", {"query": ""})
        client.open("a = fQQz\n")
        assert client.next("textDocument/publishDiagnostics")["diagnostics"]


def test_files_of_variants_are_found_by_their_text(tmp_path: Path) -> None:
    """F2: whatever their names are before `.ini`. Those of other programs are left alone until they
    become one.
    """
    files = {
        "mine.INI": "[mine:chess]\nmaxrank = 9\n",
        "php.ini": "[php]\nmaxrank = 9\n",
        "empty.ini": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "windows.ini").write_bytes("[mine:chess]\nmaxrank = 9\n".encode("utf-16"))
    with serving(PULL, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "variants"}]) as client:
        first, again = reported(client, []), reported(client, [])
        (tmp_path / "php.ini").write_text("[php:chess]\nmaxrank = 9\n")
        later = reported(client, [])

    assert {
        uri.rsplit("/", 1)[1]: [diagnostic["code"] for diagnostic in report["items"]]
        for uri, report in first.items()
    } == {"mine.INI": ["unknown-key"]}
    assert again == first
    assert {uri.rsplit("/", 1)[1] for uri in later} == {"mine.INI", "php.ini"}
