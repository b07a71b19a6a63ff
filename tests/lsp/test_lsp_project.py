"""Settings of a project in the server: the nearest file holds, before the client's settings, and is
followed.
"""

from __future__ import annotations

from pathlib import Path

from lsp.client import ALL, merged, serving

PULL = merged(
    ALL,
    {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}},
)


def test_the_project_goes_before_the_editor(tmp_path: Path) -> None:
    """What `wazir.toml` sets holds; where it sets nothing, the settings of the client do."""
    settings = {"dialect": "original", "profile": "xboard"}
    (tmp_path / "wazir.toml").write_text(
        'dialect = "extended"\nignore = ["unknown-letter"]\n', "utf-8"
    )
    with serving(settings=settings) as client:
        inside = client.open("King = WT\n", (tmp_path / "a.betza").as_uri())

        assert client.diagnostics(inside) == []
        assert "extended" in str(client.ask("hover", inside, 0, 0))


def test_a_project_says_what_editors_show(tmp_path: Path) -> None:
    """Hovers and inlay hints follow `wazir.toml`, and where it sets nothing the client."""
    (tmp_path / "wazir.toml").write_text(
        "[hover]\nfigures = true\n[inlay-hints]\nenabled = true\n", "utf-8"
    )
    with serving(settings={"diagram": {"style": "none"}}) as client:
        inside = client.open("Rook = WW\n", (tmp_path / "a.betza").as_uri())
        outside = client.open("Rook = WW\n", "file:///elsewhere/a.betza")
        hovers = [client.ask("hover", uri, 0, 0)["contents"]["value"] for uri in (inside, outside)]
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
        hints = [
            client.request(
                "textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": everything}
            )
            for uri in (inside, outside)
        ]

    assert ["Mobility" in hover or "mobility" in hover for hover in hovers] == [True, False]
    assert [bool(found) for found in hints] == [True, False]
    assert "```" not in hovers[0]


def test_changes_of_the_file_are_followed(tmp_path: Path) -> None:
    """When a client tells that it has changed, open documents are read anew."""
    path, uri = tmp_path / "wazir.toml", (tmp_path / "a.betza").as_uri()
    with serving() as client:
        client.open("King = WT\n", uri)
        assert [diagnostic["code"] for diagnostic in client.diagnostics(uri)] == ["unknown-letter"]
        path.write_text('severity = { unknown-letter = "hint" }', "utf-8")
        client.notify(
            "workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 1}]}
        )
        assert [diagnostic["severity"] for diagnostic in client.diagnostics(uri)] == [4]
        path.unlink()
        client.notify(
            "workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]}
        )

        assert [diagnostic["severity"] for diagnostic in client.diagnostics(uri)] == [1]


def test_a_mistake_in_the_file_is_told(tmp_path: Path) -> None:
    """Once, with its place; what is valid holds."""
    (tmp_path / "wazir.toml").write_text('bord = "8x8"\nignore = ["unknown-letter"]\n', "utf-8")
    with serving() as client:
        uri = client.open("King = WT\n", (tmp_path / "a.betza").as_uri())
        assert client.diagnostics(uri) == []
        shown = [
            message["params"]["message"]
            for message in client.heard
            if message["method"] == "window/showMessage"
        ]

    assert len(shown) == 1
    assert shown[0].endswith("wazir.toml:1:1: Unknown setting `bord`. Did you mean `board`?")


def test_excluded_files_have_no_diagnostics_in_the_workspace(tmp_path: Path) -> None:
    """Files that the project excludes are not searched; open ones are read."""
    (tmp_path / "wazir.toml").write_text('exclude = ["drafts/"]', "utf-8")
    for name in ("a.betza", "drafts/b.betza"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("King = WT\n", "utf-8")
    with serving(PULL, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": ""}]) as client:
        reports = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]

    assert [report["uri"] for report in reports] == [(tmp_path / "a.betza").as_uri()]
