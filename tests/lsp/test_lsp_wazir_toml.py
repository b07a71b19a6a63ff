"""`wazir.toml` in an editor: what is wrong in it, what can be written, and what it means."""

from __future__ import annotations

import pytest

from lsp.client import ALL, Client, Refused, merged, serving
from wazir.lsp.server import FEATURES

URI = "file:///project/wazir.toml"
CONTEXTS = {
    "textDocument/codeAction": {"diagnostics": []},
    "textDocument/references": {"includeDeclaration": True},
}


def items(client: Client, text: str) -> list[str]:
    """The labels of the completions at `|` in a text."""
    before = text.partition("|")[0]
    client.open(text.replace("|", ""), URI, "toml")
    answer = client.ask("completion", URI, before.count("\n"), len(before.rpartition("\n")[2]))
    return [item["label"] for item in (answer or {"items": []})["items"]]


def test_mistakes_are_diagnostics() -> None:
    """Each at its place, with a fix that writes what is meant."""
    with serving() as client:
        client.open('bord = "8x8"\nstyle = "sq"\n', URI, "toml")
        diagnostics = client.diagnostics(URI)
        place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 4}}
        params = {"textDocument": {"uri": URI}, "range": place, "context": {"diagnostics": []}}
        actions = client.request("textDocument/codeAction", params)

    assert [(diagnostic["code"], diagnostic["range"]["start"]) for diagnostic in diagnostics] == [
        ("unknown-setting", {"line": 0, "character": 0}),
        ("bad-setting", {"line": 1, "character": 8}),
    ]
    assert "Write `board`" in [action["title"] for action in actions]


@pytest.mark.parametrize(
    ("text", "wanted", "others"),
    [
        ("|", ["board", "exclude", "files"], ["unknown-letter"]),
        ("pro|", ["profile"], []),
        ("style = |", ['"sql"'], ['"xbetza"']),
        ('style = "|"', ["sql"], ['"sql"']),
        ('ignore = ["|"]', ["unknown-letter"], ["sql"]),
        ('ignore = [\n  "bad-leap",\n  "|"\n]', ["unknown-letter"], []),
        ("[severity]\n|", ["unknown-letter"], ["board"]),
        ('[severity]\nbad-leap = "|"', ["hint", "error"], ["sql"]),
        ('[files."*.betza"]\n|', ["board", "ignore"], ["exclude"]),
        ('[files."*.betza"]\nprofile = "|"', ["xboard"], []),
        ("# |", [], ["board"]),
    ],
)
def test_completion(text: str, wanted: list[str], others: list[str]) -> None:
    """Settings, codes and values, where each can stand."""
    with serving() as client:
        offered = items(client, text)

    assert set(wanted) <= set(offered)
    assert set(others).isdisjoint(offered)


def test_hover_tells_what_a_setting_means() -> None:
    """A key, a value, and a code each have their own line."""
    with serving() as client:
        client.open(
            'profile = "xboard"\nignore = ["bad-leap"]\n[severity]\nbad-range = "hint"\n',
            URI,
            "toml",
        )
        places = [(0, 2), (0, 13), (1, 13), (3, 2)]
        hovers = [str(client.ask("hover", URI, *place)) for place in places]
        other = client.open(
            '[other."*.betza"]\nprofile = "xboard"\n', "file:///other/wazir.toml", "toml"
        )
        assert client.ask("hover", other, 1, 2) is None

    assert [
        word in hover
        for word, hover in zip(
            ["Warns where", "`xboard`", "`bad-leap`", "`bad-range`"], hovers, strict=True
        )
    ] == [True] * 4


def test_every_request_is_answered() -> None:
    """What only pieces have is empty there, and nothing fails."""
    both = merged(ALL, {"textDocument": {"diagnostic": {}}})
    position = {"line": 0, "character": 2}
    span = {"start": position, "end": {"line": 1, "character": 0}}
    params = {"textDocument": {"uri": URI}, "position": position, "range": span}
    more = {
        "options": {"tabSize": 4, "insertSpaces": True},
        "positions": [position],
        "newName": "x",
        "ch": "\n",
    }
    more |= {"query": "", "previousResultIds": [], "previousResultId": ""}
    with serving(both) as client:
        client.open("board = '8x8'\n[severity]\n", URI, "toml")
        for method in [
            feature.method for feature in FEATURES if feature.method.startswith("textDocument/")
        ]:
            context = CONTEXTS.get(method)
            if method == "textDocument/rename":
                with pytest.raises(Refused, match="There is no name here to change"):
                    client.request(method, {**params, **more})
                continue
            answer = client.request(
                method, {**params, **more, **({"context": context} if context else {})}
            )
            assert "Convert" not in str(answer), method
        for method in ("wazir/piece", "wazir/position", "wazir/figures", "wazir/readings"):
            assert client.request(method, params) is None
