"""The page of variants: set-up, pieces, rules, and the text for engines."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from drawings import Page
from wazir.document import Document
from wazir.features.rules_page import ABOUT_FIGURES, rules_page, variants_page
from wazir.features.variant_page import SCRIPT, VariantSection, variant_sections
from wazir.notations import by_name
from wazir.piece.drawing.diagram import Diagram, Goal
from wazir.piece.drawing.svg import of_diagram
from wazir.piece.model import Square

VARIANTS = by_name("fairy-variants")
PONDS = """\
[ponds:chess]
maxRank = 6
# heron
customPiece1 = h:NfA
startFen = rhbqkbnr/pppppppp/8/8/PPPPPPPP/RHBQKBNR w - - 0 1
"""
CHILD = "# notes on the child\n[puddles:ponds]\nstalemateValue = loss\n"
HOSTILE = '<img src=x onerror="alert(1)"></style><script>'


def made(text: str, *, figures: bool = False) -> str:
    """The page of the variants of a text, as HTML."""
    return variants_page(Document.open(VARIANTS, text), "two", figures=figures).html


def headings(html: str) -> list[tuple[str, str]]:
    """The headings of a page in order, with their levels, without those of folded rules."""
    shown = re.sub(r"<details.*?</details>", "", html, flags=re.S)
    return re.findall(r"<(h\d)[^>]*>(.*?)</h\d>", shown)


def test_a_variant_has_its_set_up_its_pieces_and_its_rules() -> None:
    """First what it is, then the board, the new pieces, the others, and what differs."""
    html = made(PONDS)
    page = Page(html)

    assert headings(html) == [
        ("h1", "Ponds"),
        ("h2", "Pieces"),
        ("h2", "Moves"),
        ("h2", "Promotion"),
        ("h2", "At the start"),
    ]
    assert "White: king: e1; queen: d1; rook: a1, h1; bishop: c1, f1;" in page.text
    assert "pawn: a2 to h2." in page.text
    assert "Heron (H) Leaps (1,2) like a knight or two squares diagonally forward." in page.text
    assert "Rook (R) Slides any distance orthogonally." in page.text
    places = [html.index(f'class="{name}"') for name in ("set-up", "wazir-pieces", "wazir-known")]
    assert places == sorted(places)
    assert html.count('<img class="on-light"') == html.count('<img class="on-dark"') == 8


def test_rules_of_the_parent_and_the_text_for_engines_are_folded() -> None:
    """A reader who does not know the parent opens them; the position and the section can be
    copied.
    """
    html = made(PONDS)
    rules, engines = re.findall(r"<details class=\"([\w-]+)\">(.*?)</details>", html, re.S)
    code = [
        re.sub("<[^>]*>", "", part) for part in re.findall(r"<code>(.*?)</code>", engines[1], re.S)
    ]

    assert rules[0] == "wazir-rules"
    assert "A player who is checkmated loses." in rules[1]
    assert code == ["rhbqkbnr/pppppppp/8/8/PPPPPPPP/RHBQKBNR w - - 0 1", PONDS]
    assert engines[1].count('<button type="button" hidden>Copy</button>') == 2
    assert html.count(SCRIPT) == 1


def test_several_variants_have_contents_and_what_they_inherit() -> None:
    """The text of a variant includes its parent of the same file, without comments on others."""
    html = made(PONDS + CHILD)
    page = Page(html)
    copied = re.findall(r"<code>(.*?)</code>", html, re.S)

    assert headings(html)[:2] == [("h1", "two"), ("h2", "Ponds")]
    assert ("h3", "Pieces") in headings(html)
    assert [link["href"] for link in page.all("a")] == ["#ponds", "#puddles"]
    assert re.sub("<[^>]*>", "", copied[1]) == PONDS
    assert re.sub("<[^>]*>", "", copied[3]) == PONDS + "\n" + CHILD.partition("\n")[2]


def test_figures_are_added_and_explained() -> None:
    """Each piece with moves has its value; a sentence says what the numbers are."""
    plain, full = Page(made(PONDS)), Page(made(PONDS, figures=True))

    assert "Value: about" not in plain.text
    assert full.text.count("Value: about") == 7
    assert "On a board of 8 files and 6 ranks:" in full.text
    assert full.text.count(ABOUT_FIGURES) == 1


def test_figures_of_a_markdown_page_are_explained() -> None:
    html = rules_page("```betza\nRook = R\n```\n", "", figures=True).html
    assert Page(html).text.count(ABOUT_FIGURES) == 1


def test_a_block_of_markdown_has_the_same() -> None:
    """It takes the heading above as its own; code in the prose leads to its pieces."""
    html = rules_page(f"# My game\n\n## Rules\n\nA `Heron`.\n\n```ini\n{PONDS}```\n", "").html

    assert headings(html)[:3] == [("h1", "My game"), ("h2", "Rules"), ("h3", "Pieces")]
    assert '<a href="#piece-heron"><code>Heron</code></a>' in html
    assert html.count('class="wazir-code"') == 2
    assert html.count('class="set-up"') == 1


def test_a_block_without_a_section_keeps_its_text() -> None:
    html = rules_page("```ini\nstartFen = 8/8\nmaxRank = 2\n```\n", "").html
    assert "<section" not in html
    assert "<script" not in html


def test_a_variant_with_an_error_is_shown_as_such() -> None:
    """The exit status follows it."""
    page = variants_page(Document.open(VARIANTS, "[a:chess]\nmaxRank = x\n"), "")

    assert page.broken == 1
    assert "It has an error; wazir check shows it." in Page(page.html).text


@pytest.mark.parametrize(
    "text",
    [
        f"[{HOSTILE}:chess]\nmaxRank = 8\n",
        f"[a:{HOSTILE}]\nmaxRank = 8\n",
        f"[a:chess]\n# {HOSTILE}\ncustomPiece1 = a:N # {HOSTILE}\n",
        f"[a:chess]\nstartFen = {HOSTILE}\n",
        "[a:chess]\nking = -\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n",
        "[a:chess]\nmaxRank = 10\nmaxFile = 12\n",
        "[a:b]\n[b:a]\n",
        "[:chess]\n",
        "[a\ud800:chess]\n",
        "[a:chess]\n[a:chess]\n",
    ],
)
def test_nothing_of_a_section_is_markup(text: str) -> None:
    """Any section makes a page whose anchors are distinct, with our script alone."""
    html = made(text, figures=True)
    page = Page(html)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]

    assert [tag for tag, _ in page.tags].count("script") == 1
    assert len(ids) == len(set(ids))
    assert {(image["src"] or "")[:5] for image in page.all("img")} <= {"data:"}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert html.encode()


GOALS = """\
[race:chess]
flagPiece = k
flagRegionWhite = *8
flagRegionBlack = a1 c1
[hill:kingofthehill]
[court:xiangqi]
[chess2:chess]
"""
PALACES = {f"{file}{rank}" for file in "def" for rank in (1, 2, 3, 8, 9, 10)}
"""The squares of both palaces of xiangqi, by its rules."""


def test_goals_are_marked_and_listed() -> None:
    """The squares that a piece has to reach, for each side, below the board and on it."""
    race, hill, court, chess = variant_sections(Document.open(VARIANTS, GOALS), str)
    shown = [position_of(section) for section in (race, hill, court, chess)]
    goals = [{square_of(at): goal for at, goal in each.goals.items()} for each in shown]

    assert goals[0] == {
        **dict.fromkeys((f"{file}8" for file in "abcdefgh"), Goal.WHITE),
        "a1": Goal.BLACK,
        "c1": Goal.BLACK,
    }
    assert goals[1] == dict.fromkeys(("d4", "d5", "e4", "e5"), Goal.BOTH)
    assert goals[2] == goals[3] == {}
    text = Page(made(GOALS)).text
    assert "White’s goal (⚐): a8 to h8. Black’s goal (⚑): a1, c1." in text
    assert "The goal of both sides (⚐⚑): d4, e4, d5, e5." in text
    assert text.count("goal (") == 2


def test_the_palaces_of_kings_have_a_border() -> None:
    """Only where a king may not leave some squares."""
    *others, court, chess = variant_sections(Document.open(VARIANTS, GOALS), str)

    assert {square_of(at) for at in position_of(court).palace} == PALACES
    assert not any(position_of(section).palace for section in (*others, chess))
    assert Page(made(GOALS)).text.count("The kings stay inside the borders on the board.") == 1


def test_goals_and_borders_are_drawn() -> None:
    """One flag for each goal, and lines around palaces: four sides of three squares, twice."""
    race, hill, court, _ = variant_sections(Document.open(VARIANTS, GOALS), str)
    pictures = [
        of_diagram(position_of(each), title="", description="") for each in (race, hill, court)
    ]
    uses = [Counter(re.findall(r'<use href="#(g\w)" x=', picture)) for picture in pictures]
    border = re.search(r'<path fill="none" stroke="#9A6400"[^>]* d="([^"]*)"', pictures[2])

    assert uses == [{"gw": 8, "gb": 2}, {"gx": 4}, {}]
    assert all(f'<g id="{name}">' in pictures[0] for name in uses[0])
    assert border is not None
    assert len(re.findall(r"[hv]22", border[1])) == 2 * 4 * 3


def position_of(section: VariantSection) -> Diagram:
    """The position of a variant at the start."""
    position = section.rules.position
    assert position is not None
    return position


def square_of(square: Square) -> str:
    """The name of a square."""
    return f"{'abcdefghi'[square[0]]}{square[1] + 1}"
