"""Custom requests from end to end: what a picture beside the text asks for, and what is refused in
words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from lsp.client import ALL as ABILITIES
from lsp.client import ROOT, Client, Message, Refused, insertion, merged, serving
from wazir.features.game import view
from wazir.features.requests import answer
from wazir.features.views import copying, piece, scene
from wazir.lsp.custom_requests import CUSTOM_REQUESTS
from wazir.lsp.schema import in_json
from wazir.lsp.server import FEATURES
from wazir.settings import spec_of

TEXT = "# pieces\nCannon = mRcpR\nBroken = W$\n"
GAME = "position start\nmoves: 1. X@e5 X@e11\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with serving() as client:
        yield client


@pytest.fixture(scope="module")
def session() -> Iterator[Client]:
    """A client of several tests, with an open document."""
    with serving() as client:
        client.open(TEXT)
        yield client


def at(uri: str, line: int, character: int = 0, **more: object) -> Message:
    return {
        "textDocument": {"uri": uri},
        "position": {"line": line, "character": character},
        **more,
    }


def square(view: Any, name: str) -> Any:
    return next(place for place in view["squares"] if place["name"] == name)


def whole(uri: str, **more: object) -> Message:
    return {"textDocument": {"uri": uri}, **more}


# Pieces


def test_the_piece_at_the_cursor(client: Client) -> None:
    """The definition there, of which version, with a square and why it is reached, in the text's
    own columns.
    """
    uri = client.open(TEXT)
    view = client.request("wazir/piece", at(uri, 1, 11, foes=["d8"], friends=["d6"]))

    assert (view["uri"], view["version"], view["name"], view["broken"]) == (uri, 1, "Cannon", False)
    assert view["span"] == {
        "start": {"line": 1, "character": 0},
        "end": {"line": 1, "character": 14},
    }
    assert (view["board"], view["square"], len(view["squares"])) == ("8x8", "d4", 64)
    taken = square(view, "d8")
    assert taken["reached"]
    assert taken["does"] == ["takes", "hops"]
    assert taken["spans"] == [
        {"start": {"line": 1, "character": 11}, "end": {"line": 1, "character": 14}}
    ]
    assert [step["act"] for step in taken["ways"][0]["steps"]] == ["hop", "capture"]
    assert square(view, "d7")["why"] == "The friend on d6 is in the way."
    assert square(view, "d7")["blockers"] == ["d6"]
    assert view["svg"].startswith("<svg ")


@pytest.mark.parametrize("board", ["10x8", "cylinder 6x9", "hex4"])
def test_on_any_board_it_goes_where_the_results_say(client: Client, board: str) -> None:
    """M8: what is reached is what `wazir moves` lists."""
    uri = client.open(TEXT)
    view = client.request(
        "wazir/piece", at(uri, 1, board=board, square="b4", foes=["b6"], picture=False)
    )
    asked = {"notation": "betza", "source": "mRcpR", "board": board, "square": "b4", "foes": ["b6"]}
    results: Any = answer(asked)["results"]

    assert view["lattice"] == ("hex" if "hex" in board else "square")
    reached = {place["name"] for place in view["squares"] if place["reached"]}
    assert reached == {place for result in results for place in (result["to"], *result["takes"])}
    assert all(
        0 < place["x"] < view["width"] and 0 < place["y"] < view["height"]
        for place in view["squares"]
    )
    assert view["svg"] == ""


def test_a_broken_piece_says_so(client: Client) -> None:
    view = client.request("wazir/piece", at(client.open(TEXT), 2))

    assert view["broken"]
    assert view["problems"][0]["code"] == "unknown-letter"
    assert view["problems"][0]["span"]["start"]["line"] == 2


def test_where_there_is_no_piece_there_is_none(client: Client) -> None:
    uri = client.open(TEXT)

    assert client.request("wazir/piece", at(uri, 0)) is None
    assert client.request("wazir/piece", at(uri, 99)) is None
    assert client.request("wazir/piece", at("file:///none.betza", 0)) is None


def test_the_version_is_that_of_the_text(client: Client) -> None:
    """A client can tell an answer about an older text."""
    uri = client.open(TEXT)
    client.change(uri, 7, insertion(1, 9, "WF", 5))
    view = client.request("wazir/piece", at(uri, 1))

    assert view["version"] == 7
    assert view["results"] == 8


def test_pieces_and_positions_in_markdown(client: Client) -> None:
    """In fenced blocks too; places are those of the whole file."""
    text = f"# Notes\n\n> ```betza\n> Rook = R\n> ```\n\n```ben39\n{GAME}```\n"
    uri = client.open(text, "file:///notes.md", "markdown")
    view = client.request("wazir/piece", at(uri, 3, 4))
    game = client.request("wazir/position", at(uri, 8, 12))
    page = client.request("wazir/gallery", whole(uri))

    assert view["span"]["start"] == {"line": 3, "character": 2}
    assert square(view, "d8")["spans"] == [
        {"start": {"line": 3, "character": 9}, "end": {"line": 3, "character": 10}}
    ]
    assert game["at"] == 1
    assert client.request("wazir/piece", at(uri, 0)) is None
    assert "Rook" in page["html"]
    assert page["note"]


def test_columns_are_those_of_the_client() -> None:
    """A name beyond the basic plane takes two units of UTF-16, and four of UTF-8."""
    for encoding, start in (("utf-16", 5), ("utf-8", 7), ("utf-32", 4)):
        with serving(merged(ABILITIES, {"general": {"positionEncodings": [encoding]}})) as client:
            view = client.request("wazir/piece", at(client.open("😀 = W\n"), 0))
        assert view["moves"]["start"]["character"] == start


# Positions


def test_a_position_is_played_by_clicks(client: Client) -> None:
    """Each answer names the actions of which one is sent back."""
    uri = client.open(GAME, "file:///a.ben39", "ben39")
    view = client.request("wazir/position", at(uri, 1, 10))
    chosen = next(
        action for action in view["actions"] if action["origin"] == "h12" and action["takes"] == []
    )
    then = client.request(
        "wazir/position", at(uri, 1, 10, at=view["at"], played=[chosen["spelled"]])
    )

    assert (view["at"], view["turn"], view["evaluation"]) == (1, "black", None)
    assert view["record"][0]["span"]["start"] == {"line": 1, "character": 10}
    assert then["turn"] == "white"
    assert [action["spelled"] for action in then["played"]] == [chosen["spelled"]]
    assert {standing["place"] for standing in then["pieces"]} >= {chosen["target"]}


def test_what_was_found_by_looking_ahead_is_told(client: Client) -> None:
    """The evaluation of a position that was played to, by the same line; what is not legal is
    refused in words.
    """
    uri = client.open(GAME, "file:///a.ben39", "ben39")
    line = {"at": 0, "played": ["X@e5"]}
    evaluation = client.request("wazir/evaluate", at(uri, 0, nodes=300, **line))

    assert evaluation["lines"]
    assert (
        client.request("wazir/position", at(uri, 0, picture=False, **line))["evaluation"]
        == evaluation
    )
    assert (
        client.request("wazir/position", at(uri, 1, 10, picture=False))["evaluation"] == evaluation
    )
    with pytest.raises(Refused, match="`K@a1` is not legal there"):
        client.request("wazir/evaluate", at(uri, 0, nodes=300, played=["K@a1"]))


# Pages, copies, forms


def test_pages(client: Client) -> None:
    """A page of pieces, or of games, titled by the file."""
    pieces = client.request("wazir/gallery", whole(client.open(TEXT)))
    games = client.request("wazir/gallery", whole(client.open(GAME, "file:///x/a.ben39", "ben39")))

    assert pieces["html"].startswith("<!DOCTYPE html>")
    assert "<h1>some.betza</h1>" in pieces["html"]
    assert (games["title"], games["note"]) == ("a.ben39", None)
    assert "X@e5" in games["html"]
    assert client.request("wazir/gallery", whole("file:///none.betza")) is None


@pytest.mark.parametrize(
    ("text", "path", "language"),
    [(TEXT, "file:///x/a.betza", "betza"), (GAME, "file:///x/a.ben39", "ben39")],
)
def test_sheets(client: Client, text: str, path: str, language: str) -> None:
    """The same as a sheet of pictures, titled by the file."""
    uri = client.open(text, path, language)
    answer = client.request("wazir/gallery", {**whole(uri), "form": "svg"})
    root = ElementTree.fromstring(answer["svg"])

    assert "html" not in answer
    assert root.findtext("{*}title") == path.removeprefix("file:///x/")
    assert root.findall("{*}g/{*}svg")


def test_lists_and_cards(client: Client) -> None:
    """A list is names and places; a card has what is shown of one of them, in the colours of a
    theme.
    """
    uri = client.open("# mine\nRook = R\n\nPawn: fmWfcF\nHalf = fmW(\n")
    answer = client.request("wazir/gallery", {**whole(uri), "form": "list"})
    (section,) = answer["sections"]
    places = [piece["position"] for piece in section["pieces"]]
    cards = client.request(
        "wazir/cards", {**whole(uri), "positions": [*places, {"line": 0, "character": 0}]}
    )
    dark = client.request("wazir/cards", {**whole(uri), "positions": places[:1], "theme": "dark"})
    rook, pawn, half, none = cards["cards"]

    assert (answer["kind"], answer["note"], section["title"]) == ("pieces", None, "Betza notation")
    assert [(piece["name"], piece["text"]) for piece in section["pieces"]] == [
        ("Rook", "R"),
        ("Pawn", "fmWfcF"),
        ("Half", "fmW("),
    ]
    assert [place["line"] for place in places] == [1, 3, 4]
    assert (rook["name"], rook["text"], rook["broken"]) == ("Rook", "R", False)
    assert rook["figures"].startswith("Also known as Gliding Swallow (wa shogi). 14 moves from d4")
    assert "like a rook" in rook["sentence"]
    assert pawn["svg"].startswith("<svg ")
    assert half["broken"]
    assert none is None
    assert rook["svg"] != dark["cards"][0]["svg"]


def test_a_list_of_games_is_none_of_pieces(client: Client) -> None:
    """Whoever shows a file learns so which page to ask for."""
    answer = client.request(
        "wazir/gallery", {**whole(client.open(GAME, "file:///x/a.ben39", "ben39")), "form": "list"}
    )

    assert (answer["kind"], answer["sections"], answer["title"]) == ("games", [], "a.ben39")


def test_copies(client: Client) -> None:
    uri = client.open(TEXT)

    assert client.request("wazir/copy", at(uri, 1, form="betza"))["text"] == "mRcpR"
    assert (
        client.request("wazir/copy", at(uri, 1, form="bensahas"))["text"]
        == "m(n, 15)!\nc/cannon(n, 15; 0, FE, 1, n, landing)!"
    )
    assert client.request("wazir/copy", at(uri, 1, form="svg", theme="dark"))["text"].startswith(
        "<svg "
    )
    assert client.request("wazir/copy", at(uri, 0, form="svg"))["reason"] == "No piece here."
    assert client.request("wazir/copy", at(uri, 1, form="fen"))["text"] is None


def test_every_copy(client: Client) -> None:
    """A piece in its own notation first, then in others, as pictures, and as files of engines."""
    uri, game = client.open(TEXT), client.open(GAME, "file:///x/a.ben39", "ben39")
    copies = {
        entry["label"]: entry
        for entry in client.request("wazir/copy", at(uri, 1, theme="auto"))["copies"]
    }

    assert list(copies)[:5] == [
        "Betza notation",
        "Lispy Chess Piece Notation",
        "Bensaħas notation",
        "SVG image",
        "Markdown with image, description, and definition",
    ]
    assert copies["Betza notation"]["text"] == copies["Betza notation"]["description"] == "mRcpR"
    assert copies["SVG image"]["description"] == ""
    of_game = client.request("wazir/copy", at(game, 0))["copies"]
    assert [entry["label"] for entry in of_game][:3] == [
        "One-line position",
        "Position as a record",
        "Score sheet",
    ]
    assert client.request("wazir/copy", at(uri, 0))["copies"] == []


def test_forms_and_conversion(client: Client) -> None:
    """What a file can become, and what it becomes; the reason where it cannot."""
    uri = client.open("(def step wazir) ; one\n", "file:///a.lcpn", "lcpn")
    forms = client.request("wazir/forms", whole(uri))
    plain = client.open(TEXT)

    assert forms["word"] == "style"
    variants = client.open("[mine:chess]\n", "file:///a.ini", "fairy-variants")
    assert [form["name"] for form in forms["forms"] if form["isOwn"]] == ["lisp"]
    assert not any(
        form["isOwn"] for form in client.request("wazir/forms", whole(variants))["forms"]
    )
    engines = [(form["name"], form["language"]) for form in forms["forms"] if form["isOfEngine"]]
    assert engines == [
        ("variants.ini", "fairy-variants"),
        ("xboard", "xboard"),
        ("interactive-diagram", "html"),
    ]
    assert (
        client.request("wazir/convert", whole(uri, form="xboard"))["text"] == "# step\npiece S& W\n"
    )
    assert client.request("wazir/convert", whole(uri, form="c"))["text"] == "step := wazir // one\n"
    languages = {
        form["name"]: form["language"]
        for form in client.request("wazir/forms", whole(plain))["forms"]
    }
    assert (languages["original"], languages["c"], languages["bensahas"]) == (
        "betza",
        "lcpn",
        "bensahas",
    )
    made = client.request("wazir/convert", whole(plain, form="c"))
    assert "cannon := move(rook) / capture & cannon(rook)" in made["text"]
    text = "# Two\n\n```ben39\nposition start\n```\n\n```betza\nPawn = fmWfcF\n```\n"
    page = client.open(text, "file:///page.md", "markdown")
    blocks = [client.request("wazir/forms", at(page, line)) for line in (0, 3, 7)]
    assert [
        bool(block and "fen" in {form["name"] for form in block["forms"]}) for block in blocks
    ] == [
        False,
        True,
        False,
    ]
    with pytest.raises(Refused, match="There is no form `basic`; there are lisp, elisp, c, sql"):
        client.request("wazir/convert", whole(uri, form="basic"))


def test_blocks_of_a_page(client: Client) -> None:
    """In any notation, and escaped; nothing for another language."""
    block = client.request(
        "wazir/fence", {"language": "Betza", "text": "<b> = W\n", "theme": "dark"}
    )

    assert "&lt;b&gt;" in block["code"]
    assert block["pictures"].count("<img ") == 1
    assert client.request("wazir/fence", {"language": "python", "text": "W"}) is None


def test_blocks_of_engines_in_a_page(client: Client) -> None:
    """An `ini` block with variants, and no other; the positions of a `fen` block, and no other
    lines.
    """

    def ask(language: str, text: str) -> Message | None:
        block: Message | None = client.request("wazir/fence", {"language": language, "text": text})
        return block

    variants, fen = (
        ask("ini", "[x:chess]\ncustomPiece1 = a:WD\n"),
        ask("FEN", "k7/8/8/7K w\n\nno board\n2k/5/7 w\n"),
    )

    assert variants is not None
    assert fen is not None
    assert variants["pictures"].count("<img ") == 1
    assert ask("ini", "[user]\nname = me\n") is None
    assert (fen["code"], fen["pictures"].count("<img ")) == (
        "k7/8/8/7K w\n\nno board\n2k/5/7 w\n",
        1,
    )


# What is refused


WRONG: list[tuple[str, object, str]] = [
    ("wazir/piece", None, "`wazir/piece`: Missing `textDocument`."),
    ("wazir/piece", [], "`wazir/piece`: Missing `textDocument`."),
    (
        "wazir/piece",
        whole("u"),
        "`wazir/piece`: Missing `position`. Expected an object with `line` and `character`.",
    ),
    ("wazir/piece", at("u", -1), "`wazir/piece`: Invalid `position`. Expected an object"),
    (
        "wazir/piece",
        at("u", 0, friends="e5"),
        "`wazir/piece`: Invalid `friends`. Expected a list of strings.",
    ),
    (
        "wazir/piece",
        at("u", 0, friends=[5]),
        "`wazir/piece`: Invalid `friends`. Expected a list of strings.",
    ),
    (
        "wazir/piece",
        at("u", 0, side="red"),
        "`wazir/piece`: Invalid `side`. Expected one of `white`, `black`.",
    ),
    ("wazir/piece", at("u", 0, moved=1), "`wazir/piece`: Invalid `moved`. Expected true or false."),
    ("wazir/piece", at("file:///pieces/some.betza", 1, board="8"), "A board is written as"),
    ("wazir/piece", at("file:///pieces/some.betza", 1, square="k1"), "There is no square `k1`"),
    ("wazir/position", at("u", 0, at="1"), "`wazir/position`: Invalid `at`. Expected an integer"),
    ("wazir/position", at("u", 0, at=True), "`wazir/position`: Invalid `at`. Expected an integer"),
    (
        "wazir/position",
        at("u", 0, theme="pink"),
        "`wazir/position`: Invalid `theme`. Expected one of",
    ),
    (
        "wazir/position",
        at("u", 0, clock="soon"),
        "`wazir/position`: Invalid `clock`. Expected minutes, or minutes and seconds",
    ),
    ("wazir/copy", at("u", 0, form="png"), "`wazir/copy`: Invalid `form`. Expected one of"),
    (
        "wazir/gallery",
        {"textDocument": "u"},
        "`wazir/gallery`: Invalid `textDocument`. Expected an object",
    ),
    ("wazir/convert", whole("u"), "`wazir/convert`: Missing `form`."),
    (
        "wazir/cards",
        {**whole("u"), "positions": [{}]},
        "`wazir/cards`: Invalid `positions`. Expected a list of at most 100 objects",
    ),
    (
        "wazir/evaluate",
        at("u", 0, seconds=0),
        "`wazir/evaluate`: Invalid `seconds`. Expected a number above 0.",
    ),
]


@pytest.mark.parametrize(("method", "params", "words"), WRONG)
def test_wrong_parameters_are_refused_in_words(
    session: Client, method: str, params: object, words: str
) -> None:
    """The answer names the field and what it may hold; the session goes on."""
    with pytest.raises(Refused) as refused:
        session.request(method, params)

    assert refused.value.code == -32602
    assert refused.value.message.startswith(words)
    assert session.request("wazir/piece", at("file:///pieces/some.betza", 1))


def test_what_is_at_the_cursor(client: Client) -> None:
    """A piece or a game position in the form of its own request, and null elsewhere."""
    pieces, game = client.open(TEXT), client.open(GAME, "file:///games/some.ben39", "ben39")
    place = at(pieces, 1, foes=["d8"])

    assert client.request("wazir/view", place) == client.request("wazir/piece", place)
    assert client.request("wazir/view", at(game, 1, at=1)) == client.request(
        "wazir/position", at(game, 1, at=1)
    )
    assert client.request("wazir/view", at(pieces, 0)) is None


# What is written about them


PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


INNER = {"Choices", "Line", "Part", "PieceInPosition", "Reached"}
"""Dataclasses that are no answers."""


def rows() -> dict[tuple[str, str, str], list[str]]:
    """The rows of all fields on the page: name, type and description, and the requests that have
    them.
    """
    table: dict[tuple[str, str, str], list[str]] = {}
    for method, params in CUSTOM_REQUESTS.items():
        for field in fields(params):
            required = " (required)" if field.default is MISSING else ""
            key = (
                f"`{in_json(field.name)}`{required}",
                spec_of(field).type_of().words,
                spec_of(field).description,
            )
            table.setdefault(key, []).append(method.partition("/")[2])
    return table


def test_the_page_lists_every_request_and_every_field() -> None:
    """Each request with what it is for, each field with what it may hold and where it may stand."""
    lines = [
        f"| `{name}` | {' '.join((params.__doc__ or '').split())} |\n"
        for name, params in CUSTOM_REQUESTS.items()
    ]
    lines += [f"| {' | '.join(key)} | {', '.join(of)} |\n" for key, of in rows().items()]

    assert [line for line in lines if line not in PAGE] == []


@pytest.mark.parametrize(
    "module", [piece, scene, view, copying], ids=lambda module: module.__name__
)
def test_the_page_names_what_is_answered(module: ModuleType) -> None:
    """Every field of an answer is named."""
    views = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]
    shown = [kind for kind in views if is_dataclass(kind) and kind.__name__ not in INNER]
    names = {in_json(field.name) for kind in shown for field in fields(kind)}

    assert names
    assert {name for name in names if f"`{name}`" not in PAGE} == set()


EXAMPLES = re.findall(
    r"^`(wazir/\w+)`\n\n```json\n(.*?)```\n\n```json\n(.*?)```$", PAGE, re.DOTALL | re.MULTILINE
)


@pytest.fixture(scope="module")
def reader() -> Iterator[Client]:
    """A client with the documents of the page."""
    with serving() as client:
        client.open("Pawn = fmWfcF\n", "file:///army.betza")
        client.open("position start\nmoves: 1. X@e5 X@e11\n", "file:///game.ben39", "ben39")
        yield client


def contains(answered: Any, part: Any) -> bool:
    """Whether an answer has a part of one: of objects some fields, of lists the first items."""
    if isinstance(part, dict):
        return all(
            key in answered and contains(answered[key], value) for key, value in part.items()
        )
    if isinstance(part, list):
        return len(answered) >= len(part) and all(map(contains, answered, part))
    return bool(answered == part)


@pytest.mark.parametrize(
    ("method", "params", "shown"), EXAMPLES, ids=[method for method, *_ in EXAMPLES]
)
def test_an_example_of_the_page_is_answered_so(
    reader: Client, method: str, params: str, shown: str
) -> None:
    """With at least what the page shows."""
    answered = reader.request(method, json.loads(params))

    assert contains(answered, json.loads(shown)), answered


def test_every_fence_of_the_page_is_an_example() -> None:
    """None is left untested."""
    assert len(EXAMPLES) * 2 == PAGE.count("```json\n") > 0


def test_every_custom_request_is_in_the_table() -> None:
    answered = {feature.method for feature in FEATURES if feature.method.startswith("wazir/")}

    assert answered == set(CUSTOM_REQUESTS)
