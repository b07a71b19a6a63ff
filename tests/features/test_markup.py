"""Blocks as Markdown and as plain text: whatever a document holds stays what it is."""

from __future__ import annotations

import base64
import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from long import examples
from wazir.features.markup import (
    Block,
    Bullets,
    CodeBlock,
    Heading,
    Link,
    Paragraph,
    Picture,
    markdown,
    plain,
    side_by_side,
)
from wazir.piece.drawing.svg import data_uri

HOSTILE = [
    ("*bold* _soft_ `code", r"\*bold\* \_soft\_ \`code"),
    ("[link](http://evil)", r"\[link\](http:\/\/evil)"),
    ("![image](x)", r"!\[image\](x)"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("&lt; & &#60;", r"&amp;lt; &amp; &amp;\#60;"),
    ("www.evil.example me@evil.example", r"www\.evil.example me\@evil.example"),
    ("# title", r"\# title"),
    ("> quote", "&gt; quote"),
    ("- item", r"\- item"),
    ("+ item", r"\+ item"),
    ("12. item", r"12\. item"),
    ("===", r"\==="),
    ("| a | b |", r"\| a \| b \|"),
    ("~~gone~~ $(bug)", r"\~\~gone\~\~ \$(bug)"),
    (r"back\slash", r"back\\slash"),
    ("two\n\nparagraphs\u2028and\tmore", "two paragraphs and more"),
    ("\x00\x1b[31m\ud800", "\ufffd\ufffd\\[31m\ufffd"),
    ("(1,2) leaps, 3-4; fmWfcF: a.b!", "(1,2) leaps, 3-4; fmWfcF: a.b!"),
]


QUOTED = [
    ("`W` has `a_b` and *c*", r"`W` has `a_b` and \*c\*"),
    ("so: `<b>&amp;</b>`, `[a](b)`", "so: `<b>&amp;</b>`, `[a](b)`"),
    ("`- a`", "`- a`"),
    ("- `a`", r"\- `a`"),
    (r"back\`slash`", r"back\\`slash`"),
    ("`http://x` http://x", r"`http://x` http:\/\/x"),
    ("`one` `two", r"\`one\` \`two"),
    ("``two``", r"\`\`two\`\`"),
    ("`a``b`", r"\`a\`\`b\`"),
    ("a ` b ` c", r"a \` b \` c"),
    ("`a\n\nb`", "`a b`"),
]


@pytest.mark.parametrize(("text", "expected"), QUOTED)
def test_what_stands_between_backticks_is_code_if_they_are_all_in_pairs(
    text: str, expected: str
) -> None:
    """Code shows its text as it is; else every backtick is escaped."""
    assert markdown([Paragraph(text)]) == expected
    assert markdown([Bullets((text,))]) == f"- {expected}"
    assert markdown([Picture("", text)]).count("`") == markdown([Picture("", text)]).count(r"\`")


@pytest.mark.parametrize(("text", "expected"), HOSTILE)
def test_text_is_escaped_and_no_more_than_needed(text: str, expected: str) -> None:
    assert markdown([Paragraph(text)]) == expected
    assert markdown([Heading(text)]) == f"### {expected}"
    assert markdown([Bullets((text, "b"))]) == f"- {expected}\n- b"


def test_a_picture_stands_where_it_is_put_and_not_in_plain_text() -> None:
    blocks = [Heading("Knight"), Picture("<svg/>", "a ] picture"), CodeBlock(". X .\n. ! .", "")]
    with_picture = markdown(blocks)
    address = base64.b64encode(b"<svg/>").decode()

    assert with_picture.startswith(
        f"### Knight\n\n![a \\] picture](data:image/svg+xml;base64,{address})\n\n"
    )
    assert with_picture.endswith("\n\n```text\n. X .\n. ! .\n```")
    assert plain(blocks) == "Knight\n\n. X .\n. ! ."


PICTURE = Picture('<svg xmlns="" width="520" height="200" viewBox="0 0 1 1"/>', "a <b> picture")


def test_a_client_that_shows_html_has_the_picture_beside_the_words() -> None:
    """Pictures stand to the left, all words to the right; a wide picture is made smaller."""
    link = Link("xbetza", 'Read in "xbetza".', "file:///pages/a.md")
    blocks = [
        Heading("Pawn", "fmWfcF", link),
        Paragraph("Moves `fmW`."),
        PICTURE,
        Bullets(("one", "two")),
    ]
    source = data_uri(PICTURE.svg)

    assert side_by_side(blocks) == (
        '<table><tr><td width="554"><table align="left"><tr><td width="394">'
        f'<img src="{source}" width="380" height="146" alt="a &lt;b&gt; picture"></td></tr></table>'
        "<p><strong>Pawn</strong> &nbsp;<code>fmWfcF</code> "
        '&nbsp;<a href="file:///pages/a.md" title="Read in &quot;xbetza&quot;.">xbetza</a></p>'
        "<p>Moves <code>fmW</code>.</p><p>one<br>two</p></td></tr></table>"
    )


def test_a_wide_picture_leaves_a_column_for_the_words() -> None:
    """The cell has room for the longest line, up to some fifty letters, beside the picture."""
    short = Bullets(("White to move.", "Nobody controls n4."))

    assert side_by_side([short, PICTURE]).startswith(f'<table><tr><td width="{394 + 19 * 8}">')
    assert side_by_side([Paragraph("word " * 99), PICTURE]).startswith(
        f'<table><tr><td width="{394 + 420}">'
    )


def test_two_pictures_are_side_by_side() -> None:
    """They share the width of one, at the top: none is below the other."""
    written = side_by_side([Heading("Pawn"), PICTURE, PICTURE])

    assert written.count('<table align="left"><tr><td width="197"><img src=') == 2
    assert "<br>" not in written


def test_without_a_picture_there_is_no_table() -> None:
    blocks = [Heading("Pawn"), Paragraph("Moves `fmW`.")]

    assert side_by_side(blocks) == markdown(blocks)


@pytest.mark.parametrize("text", [text for text, _ in HOSTILE])
def test_no_text_reaches_html_as_a_sign_of_it(text: str) -> None:
    """An HTML reader sees the elements that are always there, and all of the text in them."""
    link = Link(text, text, f"file:///{text}")
    picture = Picture(PICTURE.svg, text)
    blocks: list[Block] = [
        Heading(text, text, link),
        Paragraph(text, link),
        Bullets((text,)),
        picture,
    ]
    written = side_by_side(blocks)
    reader = Reader()
    reader.feed(written)

    assert "\n" not in written
    assert reader.tags == [
        "table",
        "tr",
        "td",
        "table",
        "tr",
        "td",
        "img",
        "p",
        "strong",
        "code",
        "a",
        "p",
        "a",
        "p",
    ]
    assert reader.attributes["alt"] == plain([Paragraph(text)])
    assert "".join(reader.words).count(plain([Paragraph(text)])) == 6


class Reader(HTMLParser):
    """What a reader of HTML finds."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.attributes: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(attrs)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_plain_text_is_plain() -> None:
    blocks: list[Block] = [
        Heading("*a*"),
        Paragraph("b\n <i>"),
        Bullets(("c", "d")),
        CodeBlock("e\r\nf\x07\n", "betza"),
    ]

    assert plain(blocks) == "*a*\n\nb <i>\n\n- c\n- d\n\ne\nf\ufffd"


@pytest.mark.parametrize(
    "text", ["```", "a\n````\nb", "``` ~~~ `````", "", "~~~", "\r```\r", "x\u2028```\u2028y"]
)
def test_a_code_fence_cannot_be_broken_out_of(text: str) -> None:
    written = markdown([CodeBlock(text, "betza"), Paragraph("after")])
    fence, body = re.match(r"(`+)betza\n(.*)", written, re.S).groups()  # type: ignore[union-attr]
    lines = body.split("\n")

    assert lines[-3:] == [fence, "", "after"]
    assert all(fence not in line for line in lines[:-3])


def test_the_language_of_a_fence_is_a_word() -> None:
    assert markdown([CodeBlock("x", "betza\n<script>")]).startswith("```betzascript\nx\n")


@examples(100)
@given(
    st.one_of(
        st.text(alphabet=st.characters(categories=None), max_size=60),
        st.text("`\\ a*<&;", max_size=12),
    )
)
def test_no_text_reaches_markdown_as_a_sign_of_it(text: str) -> None:
    """Read by the rules of CommonMark for escapes, entities and code, a paragraph is the text with
    folded blanks.
    """
    written = markdown([Paragraph(text)])
    signs = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:amp|lt|gt);)|(?<!`)(`[^` ](?:[^`]*[^` ])?`)(?!`)")
    bare = signs.sub("", written)

    assert signs.sub(
        lambda match: match[1] or html.unescape(match[2] or "") or match[3], written
    ) == plain([Paragraph(text)])

    assert "\n" not in written
    assert not re.search(r"[*_`\[\]<>#~|$&\\]", bare)
    assert not re.match(r"\d{1,9}[.)]|[-+=]", written)
    assert written.encode().decode() == written
