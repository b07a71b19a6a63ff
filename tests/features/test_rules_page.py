"""The rules page of a variant: prose as Markdown says, blocks drawn, one page that needs nothing
else.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import Page
from wazir.features.rules_page import MAX_PICTURES, Anchors, rules_page
from wazir.piece.drawing.shapes import DARK, LIGHT

SAMPLE = (Path(__file__).parents[2] / "samples" / "markdown" / "rules.md").read_text("utf-8")
HOSTILE = '<img src=x onerror="alert(1)"></style><script>'


def made(text: str, **options: bool) -> Page:
    return Page(rules_page(text, "Rules", **options).html)


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```\n"


def test_every_block_is_drawn_and_described() -> None:
    """Each definition of each notation has a picture for each theme, its name, and words."""
    page = made(SAMPLE)

    assert [figure.get("id") for figure in page.all("figure")] == [
        "piece-cannon",
        "piece-archbishop",
        "piece-step",
        "piece-guard",
        "piece-wizards",
    ]
    assert [image["class"] for image in page.all("img")] == ["on-light", "on-dark"] * 5
    assert "captures by hopping any distance orthogonally over exactly one piece" in page.text
    assert "318 legal moves" in page.text
    for image in page.all("img"):
        colours = {"on-light": LIGHT, "on-dark": DARK}[image["class"] or ""]
        assert (
            f'fill="{colours["panel"]}"'
            in base64.b64decode((image["src"] or "").partition(",")[2]).decode()
        )


def test_a_picture_has_the_first_letter_of_its_piece() -> None:
    """It is in upper case; signs before it are skipped. A piece without a name has no letter and no
    anchor.
    """
    page = made(fenced("betza", '"old king" = K') + fenced("betza", "N"))
    pictures = [
        base64.b64decode((image["src"] or "").partition(",")[2]).decode()
        for image in page.all("img")
    ]

    assert [re.findall(r">(\w)</text>", picture)[:1] for picture in pictures] == [
        ["O"],
        ["O"],
        [],
        [],
    ]
    assert [figure.get("id") for figure in page.all("figure")] == ["piece-old-king", None]


def test_positions_are_larger_than_pieces() -> None:
    """A position has more squares, and its letters have to be legible: of Ben39 as of chess."""
    page = made(SAMPLE + fenced("fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    pictures = [
        base64.b64decode((image["src"] or "").partition(",")[2]).decode()
        for image in page.all("img")
        if image["class"] == "on-light"
    ]
    heights = [
        float(height)
        for picture in pictures
        for height in re.findall(r'<svg [^>]*?\bheight="([\d.]+)"', picture)
    ]

    assert len(heights) == len(pictures) == 6
    assert min(heights[4:]) >= 300 > max(heights[:4])


def test_the_page_prints_light() -> None:
    """Dark colours are of screens alone."""
    style = re.findall(r"<style>(.*?)</style>", rules_page(SAMPLE, "").html, re.S)[0]
    media = re.findall(r"@media ([^{]*dark[^{]*)", style)

    assert media
    assert {medium.strip() for medium in media} == {"screen and (prefers-color-scheme: dark)"}


def test_pieces_lead_to_each_other() -> None:
    """Names in code in the prose, in any case, and names in definitions are links to pieces of the
    page.
    """
    page = made(SAMPLE)
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    links = [link["href"] for link in page.all("a")]

    assert links[:4] == ["#piece-cannon", "#piece-archbishop", "#piece-guard", "#piece-step"]
    assert {(link or "").removeprefix("#") for link in links} <= ids


def test_each_name_leads_to_the_first_piece_of_that_name() -> None:
    """It has a figure, also without a move; names without a definition are no links."""
    html = rules_page(
        "| a |\n|:-:|\n| `IDLE` `x` |\n\n## Idle\n\n## Idle\n\n"
        + fenced("betza", "Idle = I\nidle = W\n%board 5x5\nN")
        + fenced("lcpn", "(def Idle ferz)\n(def b (/ idle what))")
        + fenced("Python", "`Idle`"),
        "",
    ).html
    page = Page(html)

    assert "<title>Idle</title>" in html
    assert (
        '<td class="center"><a href="#piece-idle"><code>IDLE</code></a> <code>x</code></td>' in html
    )
    assert [link["href"] for link in page.all("a")] == ["#piece-idle", "#piece-idle-2"]
    assert [figure.get("id") for figure in page.all("figure")] == [
        "piece-idle",
        "piece-idle-1",
        None,
        "piece-idle-2",
        "piece-b",
    ]
    assert [attributes["id"] for tag, attributes in page.tags if tag in ("h2", "h3")] == [
        "idle",
        "idle-1",
    ]
    assert [image["alt"] for image in page.all("img")[::2]] == [
        "Diagram of idle",
        "Diagram of the piece",
        "Diagram of Idle",
    ]
    assert '<pre tabindex="0"><code class="language-Python">`Idle`\n</code></pre>' in html
    assert "on the empty 5x5 board" in page.text
    assert html.count("<strong>") == 4


def test_a_taken_anchor_gets_the_next_number() -> None:
    """Also if a heading has the number of another one."""
    anchors = Anchors()

    assert [
        anchors.take(text) for text in ("a b", "A b!", "a b-1", "a b", "!", "part", "x" * 200)
    ] == [
        "a-b",
        "a-b-1",
        "a-b-1-1",
        "a-b-2",
        "part",
        "part-1",
        "x" * 80,
    ]


def test_images_are_part_of_the_page_or_links() -> None:
    html = rules_page(
        "![a *b*](x.png) ![](y.png) ![c](y.png)", "", image={"x.png": "data:,"}.get
    ).html

    assert (
        '<p><img src="data:," alt="a b"> <a href="y.png">y.png</a> <a href="y.png">c</a></p>'
        in html
    )


@pytest.mark.parametrize("words", ["`Cannon`", "![a](y.png)"])
def test_a_link_has_no_link_in_it(words: str) -> None:
    """The name of a piece and an image are words there."""
    html = rules_page(f"[{words}](https://x.test)\n\n{fenced('betza', 'Cannon = mRcpR')}", "").html
    link = html.partition('<a href="https://x.test">')[2].partition("</a>")[0]

    assert link in ("<code>Cannon</code>", "a")


def test_figures_are_added_on_request() -> None:
    assert "Value: about" not in made(SAMPLE).text
    assert made(SAMPLE, figures=True).text.count("Value: about") == 4


def test_the_page_needs_nothing_else() -> None:
    html = rules_page(SAMPLE + "\n![far](https://far.example/x.png)\n", "").html
    page = Page(html)

    assert not {tag for tag, _ in page.tags} & {
        "script",
        "iframe",
        "object",
        "embed",
        "link",
        "form",
        "base",
    }
    assert {(image["src"] or "")[:5] for image in page.all("img")} == {"data:"}
    assert {"href": "https://far.example/x.png"} in page.all("a")
    assert not [
        name
        for _, attributes in page.tags
        for name in attributes
        if name.startswith("on") or name == "style"
    ]
    assert "default-src 'none'; img-src data:; style-src 'sha256-" in html


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        f"# {HOSTILE}",
        f"`{HOSTILE}`",
        f"[a](<{HOSTILE}> '{HOSTILE}') ![{HOSTILE}](<{HOSTILE}>)",
        (
            "[a](javascript:alert(1)) ![a](javascript:alert(1)) <javascript:alert(1)> "
            "[b](data:text/html,x)"
        ),
        fenced("python", HOSTILE),
        fenced(HOSTILE, HOSTILE),
        fenced("betza", f"{HOSTILE} = K\n'\"&lt = N # {HOSTILE}\n{HOSTILE} ="),
        fenced("lcpn", f"(def {HOSTILE} wazir) ; {HOSTILE}"),
        fenced("bensahas", f"{HOSTILE} {{ m(1, 1)! }}"),
        fenced("ben39", f"position {HOSTILE}\nturn: white"),
        f"| a |\n|:-:|\n| {HOSTILE} |",
        "a\ud800\x00\u202e",
    ],
)
def test_nothing_of_a_text_is_markup(text: str) -> None:
    """Tags of the text are text, and no link runs anything."""
    html = rules_page(text, HOSTILE).html
    page = Page(html)

    assert not {tag for tag, _ in page.tags} & {"script", "iframe"}
    assert all(
        (image["src"] or "").startswith("data:image/svg+xml;base64,") for image in page.all("img")
    )
    assert not [
        link
        for link in page.all("a")
        if re.match(r"\s*(?:javascript|data|vbscript|file):", link["href"] or "")
    ]
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert html.encode()


@given(
    st.lists(
        st.sampled_from(
            [
                "# a",
                "> ",
                "- ",
                "|a|",
                "|-|",
                "```betza",
                "A = K",
                "<b>",
                "[a](b)",
                "`A`",
                "~~~",
                "",
            ]
        )
    )
)
def test_any_text_makes_a_page(lines: list[str]) -> None:
    """Every element is closed, and no two have the same anchor."""
    page = made("\n".join(lines))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]

    assert len(ids) == len(set(ids))


def test_headings_have_the_anchors_of_other_tools() -> None:
    page = made("# Kings & queens\n\n## Rook's move\n\n## Rook's move\n\n## ===\n")

    assert [attributes["id"] for tag, attributes in page.tags if tag in ("h1", "h2")] == [
        "kings--queens",
        "rooks-move",
        "rooks-move-1",
        "part",
    ]


def test_a_definition_with_an_error_is_shown_as_such() -> None:
    result = rules_page(fenced("betza", "Broken = fmW(\nRook = R"), "")

    assert result.broken == 1
    assert "It has an error; wazir check shows it." in Page(result.html).text


def test_the_title_is_the_first_heading() -> None:
    assert "<title>My `rules`</title>" in rules_page("## My *rules*\n", "file").html.replace(
        "rules</", "`rules`</"
    )
    assert "<title>file</title>" in rules_page("text", "file").html


def test_a_long_block_tells_that_it_is_cut() -> None:
    """The text is whole, and the pictures are those of the first pieces."""
    exact, longer = (
        made(fenced("betza", "W\n" * count)) for count in (MAX_PICTURES, MAX_PICTURES + 1)
    )

    assert len(exact.all("figure")) == len(longer.all("figure")) == MAX_PICTURES
    assert ["Only the first" in page.text for page in (exact, longer)] == [False, True]


def test_positions_in_fen_are_drawn() -> None:
    """Each line of a block `fen`, for both themes; a block `ini` with variants is one of their
    notation.
    """
    html = rules_page(
        (
            "```fen\nk7/8/8/7K w\n8/8 w\n8/7 w\n8 w\n/ w\nno "
            "board\n```\n\n```ini\n[a:chess]\nking = -\n```\n"
        ),
        "",
    ).html

    assert html.count('alt="Diagram of the position"') == 4
    assert html.count('class="set-up"') == 1


def test_the_text_of_positions_is_folded_below_their_pictures() -> None:
    """Readers want the board; a block without a board, or with a wrong fence, shows its text."""
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    drawn, text, wrong = (
        rules_page(f"```{info}\n{line}\n```\n", "").html
        for info, line in (("fen", fen), ("fen", "none"), ("fen variant=nope", fen))
    )

    assert drawn.index("<figure>") < drawn.index('<details class="wazir-fen">') < drawn.index(fen)
    assert "<details" not in text + wrong
    assert "Unknown variant `nope`." in wrong
