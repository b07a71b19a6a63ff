"""The gallery: one page, which needs nothing else and holds nothing of a document as markup."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from drawings import Page, styled
from wazir.document import Document
from wazir.features import gallery as module
from wazir.features.gallery import card_at, exhibits_of, gallery, listed
from wazir.notations import by_name
from wazir.piece.drawing.shapes import DARK, LIGHT, Theme

SAMPLES = Path(__file__).parents[2] / "samples"
SENTENCE = "Leaps (1,2) like a knight or moves one step orthogonally."
PIECES = "Knight = N\nPawn: fmWfcFifmnD # double step\n\nQ\nBroken = fmW(\n%board 10x8\nRook = R\n"


def opened(text: str) -> Document:
    """A document in Betza's notation."""
    return Document.open(by_name("betza"), text)


def test_a_page_shows_each_piece_with_all_there_is_to_say() -> None:
    page = Page(gallery([("chess.betza", opened(PIECES))], "My game"))

    for words in (
        "My game",
        "chess.betza",
        "Knight",
        "Leaps (1,2) like a knight.",
        "8 moves from d4 on the empty 8x8 board",
        "Pawn",
        "fmWfcFifmnD",
        "Betza notation (xbetza)",
        "It has an error",
        "on the empty 10x8 board",
    ):
        assert words in page.text
    assert len(page.all("img")) == 5
    assert page.text.count("It has an error") == 1
    assert "too long" not in page.text


def test_of_an_error_without_moves_nothing_is_drawn() -> None:
    page = Page(gallery([("a.lcpn", Document.open(by_name("lcpn"), "(def a unheard)"))]))

    assert page.all("img") == []
    assert (
        "a It has an error; wazir check shows it. unheard Lispy Chess Piece Notation (Lisp)"
        in page.text
    )


@pytest.mark.parametrize("name", ["betza", "lcpn", "bensahas"])
def test_a_list_has_the_pieces_of_a_page(name: str) -> None:
    """Though it reads no moves; all but moves without a name behind a definition. Each is found at
    its place.
    """
    for path in sorted((SAMPLES / name).iterdir()):
        document = Document.open(by_name(name), path.read_text("utf-8"))
        every = list(filter(None, exhibits_of(document)))
        cards = [card_at(document, entry.offset, Theme.LIGHT) for entry in listed(document)]
        assert all(entry.name for entry in listed(document)), path.name
        shown = [card.name for card in cards if card]

        assert [figure.title for figure in every if figure.title in shown] == shown, path.name
        assert {figure.definition.name for figure in every if figure.title not in shown} <= {None}


def test_a_list_has_all_pieces_and_a_card_tells_of_each() -> None:
    """Moves without a name are their own name; a card tells what an error leaves, and which dialect
    it is.
    """
    document = opened(
        "Knight = N\n%board 10x8\nQ  # alone\n\n  \nBroken =\nfmW(\n'q r' : mW\n  cF\nx = "
        "$\nIdle = I\n"
    )
    entries = listed(document)
    cards = [card for entry in entries if (card := card_at(document, entry.offset, Theme.LIGHT))]

    assert [(entry.name, entry.text, entry.offset) for entry in entries] == [
        ("Knight", "N", 0),
        ("Q", "", 23),
        ("Broken", "", 38),
        ("fmW(", "", 47),
        ("'q r'", "mW cF", 52),
        ("x", "$", 68),
        ("Idle", "I", 74),
    ]
    assert [(card.name, card.text, card.broken, bool(card.svg)) for card in cards] == [
        ("Knight", "N", False, True),
        ("Q", "Q", False, True),
        ("Broken", "", True, False),
        ("fmW(", "fmW(", True, True),
        ("'q r'", "mW cF", False, True),
        ("x", "", True, False),
        ("Idle", "I", False, True),
    ]
    shown = [re.findall(r'<use href="#white-(\w+)"|>(\w)</text>', card.svg) for card in cards]
    assert [shown[0], shown[1], shown[4]] == [[("knight", "")], [("queen", "")], [("", "Q")]]
    assert [card.notation for card in cards[2:4]] == [
        "Betza notation (xbetza)",
        "Betza notation (extended)",
    ]
    assert [card.sentence for card in cards[:3]] == [
        "Leaps (1,2) like a knight.",
        "Slides any distance in any direction like a queen.",
        "",
    ]
    assert (
        cards[0].figures
        == "8 moves from d4 on the empty 8x8 board, 5.25 on average over its squares."
    )
    assert cards[1].figures.startswith("Also known as Queen (chess); ")
    assert cards[1].figures.endswith(
        ". 30 moves from e4 on the empty 10x8 board, 25.80 on average over its squares."
    )
    assert cards[2].figures == ""


def test_a_variant_has_the_card_of_its_position() -> None:
    """That of a piece has no dialect; where nothing is drawn, there is no card."""
    text = "[x:chess]\ncustomPiece1 = a:NW\nking = -\n"
    document = Document.open(by_name("fairy-variants"), text)
    cards = [card_at(document, text.index(word), Theme.LIGHT) for word in ("x", "NW", "king")]

    assert [
        card and (card.name, card.text, card.notation, card.sentence, card.figures[:13])
        for card in cards
    ] == [
        ("x", "", "Variants of Fairy-Stockfish", "X is a variant of chess.", ""),
        ("A of x", "NW", "Variants of Fairy-Stockfish", SENTENCE, "Also known as"),
        None,
    ]
    assert cards[0]
    assert cards[0].svg.count('<use href="#white-') == 15
    assert cards[0].svg.count('<use href="#black-') == 15
    assert cards[0].svg.count("<circle") == 2  # kings that no piece stands for
    assert card_at(document, len(text), Theme.LIGHT) is None


def test_pictures_are_valid_and_named() -> None:
    page = Page(gallery([("a", opened(PIECES))]))

    for image in page.all("img"):
        kind, _, data = (image["src"] or "").partition(",")
        root = ElementTree.fromstring(base64.b64decode(data))

        assert kind == "data:image/svg+xml;base64"
        assert image["alt"] == f"Diagram of {root[0].text}"
        assert not styled(root)


def test_pictures_follow_the_reader() -> None:
    """Each is there twice, and the dark one is for those whose system is dark."""
    page = Page(gallery([("a", opened("K"))]))
    (source,), (image,) = page.all("source"), page.all("img")

    assert source["media"] == "(prefers-color-scheme: dark)"
    for address, colours in ((source["srcset"], DARK), (image["src"], LIGHT)):
        assert (
            f'fill="{colours["panel"]}"'
            in base64.b64decode((address or "").partition(",")[2]).decode()
        )


def test_the_policy_of_the_page_allows_its_style_and_pictures_alone() -> None:
    html = gallery([("a", opened("K"))])
    style = re.search(r"<style>(.*?)</style>", html, re.S)
    policy = next(meta["content"] for meta in Page(html).all("meta") if meta.get("http-equiv"))

    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'"
    )


def test_the_page_needs_nothing_else() -> None:
    page = Page(gallery([("a", opened(PIECES)), ("b", opened("K"))]))
    tags = {tag for tag, _ in page.tags}

    assert not tags & {"script", "iframe", "object", "embed", "link", "form", "base"}
    assert {(image["src"] or "")[:5] for image in page.all("img")} == {"data:"}
    assert all((link["href"] or "").startswith("#part") for link in page.all("a"))
    assert not [
        name
        for _, attributes in page.tags
        for name in attributes
        if name.startswith("on") or name == "style"
    ]


def test_everything_of_a_document_is_escaped() -> None:
    hostile = '<img src=x onerror="alert(1)"></style><script>'
    page = Page(
        gallery([(hostile, opened(f"{hostile} = K\n'\"&lt = N\nx\ud800\x00 = N"))], hostile)
    )

    assert {tag for tag, _ in page.tags} & {"script"} == set()
    assert all((image["src"] or "").startswith("data:") for image in page.all("img"))
    assert hostile in page.text
    assert "'\"&lt" in page.text
    assert gallery([("\udfff", opened("x\ud800 = N"))], "\ud800").encode()


def test_the_page_can_be_read_without_seeing_it() -> None:
    """A language, one main heading, sections named by their headings, a text for each picture."""
    page = Page(gallery([("a", opened(PIECES)), ("b", opened("K"))]))
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}

    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert {section["aria-labelledby"] for section in page.all("section")} <= ids
    assert all(image.get("alt") for image in page.all("img"))
    assert page.all("nav")


def test_a_board_that_is_none_is_the_usual_one() -> None:
    assert "empty 8x8 board" in Page(gallery([("a", opened("%board 99x0\nK"))])).text


def test_very_many_pieces_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PIECES", 3)
    page = Page(gallery([("a", opened("K\nQ\n")), ("b", opened("R\nB\nN\n"))]))

    assert len(page.all("img")) == 3
    assert "3 pieces. 2 more are left out" in page.text
    assert [link["href"] for link in page.all("a")] == ["#part0", "#part1"]
    assert "left out" not in Page(gallery([("a", opened("K\nQ\nB\n"))])).text


def test_a_page_without_pieces_is_a_page() -> None:
    assert "0 pieces." in Page(gallery([])).text
    assert "1 piece." in Page(single := gallery([("a", opened("K"))])).text
    assert "<nav" not in single
    assert "0 pieces." in Page(gallery([("a", opened("# nothing\n"))])).text
