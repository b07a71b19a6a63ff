"""A fenced block of a page that is read: coloured, drawn, and nothing of its text is a sign of
HTML.
"""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from wazir.document import Document
from wazir.features.fen_blocks import fen_block
from wazir.features.gallery import MAX_PICTURES, RenderedFence, fen_fence, fence
from wazir.notations import REGISTRY, by_name
from wazir.piece.board import square_name


class Reader(HTMLParser):
    """What a reader of HTML finds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self.alts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.alts += [value or "" for name, value in attrs if name == "alt"]

    def handle_data(self, data: str) -> None:
        self.words += data


def made(notation: str, text: str, theme: str = "light") -> RenderedFence:
    return fence(Document.open(by_name(notation), text), theme)


def test_words_have_the_classes_of_the_preview() -> None:
    block = made("betza", "Pawn = fmW # one\n")

    assert block.code == (
        '<span class="hljs-title">Pawn</span> <span class="hljs-operator">=</span> <span '
        'class="hljs-attr">f</span><span class="hljs-keyword">m</span><span '
        'class="hljs-type">W</span> <span class="hljs-comment"># one</span>\n'
    )


def test_each_piece_is_drawn_with_its_name() -> None:
    """Each picture says in words what it shows."""
    reader = Reader(made("betza", "Pawn = fmW\nHorse = nN\n").pictures)

    assert reader.words == "PawnHorse"
    assert reader.alts[0] == "Pawn: Moves one step forward without capturing."
    assert reader.tags.count("img") == 2


@pytest.mark.parametrize(
    ("notation", "text", "words"),
    [
        ("betza", "A = W\n\nB = fmM\n", ["A", "B: ", "(line 3)"]),
        ("lcpn", "(def a wazir)\n(def b (rok))\n", ["a", "b: ", "rok", "(line 2)"]),
        ("bensahas", "(1, \n", ["(line 1)"]),
        ("ben39", "position a\nmoves: 1. X@z9\n", ["a: ", "z9", "(line 2)"]),
        ("fairy-variants", "[a:chess]\ncustomPiece1 = a:fmM\n", ["A of a: ", "(line 2)"]),
    ],
)
def test_a_faulty_piece_is_marked_and_not_drawn(notation: str, text: str, words: list[str]) -> None:
    """The mark has its name, what is wrong, and the line in the block; other pieces are drawn."""
    pictures = made(notation, text).pictures
    reader = Reader(pictures)

    assert all(word in reader.words for word in words)
    assert "`" not in reader.words  # code is an element
    assert pictures.count('class="wazir-fault"') == 1
    assert reader.tags.count("img") == reader.tags.count("figure") - 1


def test_a_position_is_drawn() -> None:
    reader = Reader(made("ben39", "position start\nmoves: 1. X@e5\n").pictures)

    assert reader.words == "start"
    assert reader.alts[0].startswith("start: Black to move.")


def test_pictures_follow_the_theme() -> None:
    assert (
        made("betza", "Pawn = W\n", "dark").pictures
        != made("betza", "Pawn = W\n", "light").pictures
    )


def test_a_long_block_has_so_many_pictures_and_no_more() -> None:
    text = "".join(f"a{number} = W\n" for number in range(MAX_PICTURES + 5))

    assert made("betza", text).pictures.count("<img") == MAX_PICTURES


def test_positions_are_drawn_line_by_line() -> None:
    """Lines without a position are left out, and no picture is there without one."""
    block = fen_fence(
        "\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n<b>\n" + "8/8/8/8/8/8/8/K1k5 b\n" * 40, "dark"
    )

    assert Reader(block.pictures).alts == ["Position"] * (MAX_PICTURES - 1)
    assert block.pictures.startswith('<div class="wazir-pictures"><figure>')
    assert "&lt;b&gt;" in block.code
    assert fen_fence("<b>", "dark") == RenderedFence("&lt;b&gt;", "")


HOSTILE = (
    '<img src=x onerror="alert(1)"> = W # </code></pre><script>',
    "a\"'&lt;<b> = N\n",
    'position <b>"\nturn: black\n',
)


@pytest.mark.parametrize("notation", [entry.name for entry in REGISTRY])
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_reaches_the_page_as_html(notation: str, text: str) -> None:
    block = made(notation, text)
    code, pictures = Reader(block.code), Reader(block.pictures)

    assert code.words == text
    assert set(code.tags) <= {"span"}
    assert set(pictures.tags) <= {"div", "figure", "img", "figcaption", "code"}


KING = {"d1", "e2", "f1", "g1"}
ALL_DROPS = {"a1", "a2", "a3", "a4", "c2", "c3"}
VARIANT = "[mine:chess]\nmaxFile = 5\nmaxRank = 5\nstartFen = 4k/5/5/5/K4 w - - 0 1\n"


@pytest.mark.parametrize(
    ("info", "fen", "squares"),
    [
        ("fen variant=chess moves=e2", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {"e3", "e4"}),
        # the rights are those of the position
        ("{.fen variant=chess moves=e1}", "4k3/8/8/8/8/8/3P1P2/4K2R w K - 0 1", {*KING, "h1"}),
        ("fen variant=chess moves=e1", "4k3/8/8/8/8/8/3P1P2/4K2R w - - 0 1", KING - {"g1"}),
        ('fen variant="mine" moves=a1', "4k/5/5/5/K4 w - - 0 1", {"a2", "b1", "b2"}),
        ("fen variant=dobutsu moves=C@", "gle/1c1/1C1/ELG[C] w - - 0 1", {"a2", "c2", "a3", "c3"}),
        ("fen variant=dobutsu moves=c@", "1le/1c1/1C1/1LG[c] w - - 0 1", ALL_DROPS),
        # a castling right that names no file
        ("fen variant=seirawan moves=h@", "4k2r/8/8/8/8/8/8/4K3[h] b kß - 0 1", {"e8", "h8"}),
        ("fen variant=chess moves=e5", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", set()),
        ("fen variant=chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", set()),
    ],
)
def test_a_block_of_positions_shows_the_moves_of_a_piece(
    info: str, fen: str, squares: set[str]
) -> None:
    """V18: by the rules of the variant that its fence names."""
    page = Document.open(by_name("fairy-variants"), VARIANT)
    (board,), fault = fen_block(f"{fen}\n", info, [page])

    assert {square_name(at, board.board) for at in board.marks} == squares
    assert fault == ""


@pytest.mark.parametrize(
    ("info", "fault"),
    [
        ("fen variant=nope", "Unknown variant `nope`."),
        ("fen moves=e2", "`moves` needs a variant, such as `variant=chess`."),
        (
            "fen variant=chess moves=<b>",
            "`moves=<b>`: write a square, such as `e2`, or `N@` for a drop.",
        ),
    ],
)
def test_a_block_of_positions_says_what_is_wrong_with_its_fence(info: str, fault: str) -> None:
    """The positions are drawn all the same, without moves."""
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    words = Reader(fen_fence(fen, "light", info=info).pictures)

    assert fen_block(fen, info).fault == fault
    assert words.words == fault.replace("`", "")
    assert words.alts == ["Position"]
