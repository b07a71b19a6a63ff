"""Layouts as a person would have them (L19), and the four styles of the specification as one
another (L18).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from lcpn_texts import texts as random_texts

from harness import NOTATIONS, Case, cases
from long import examples
from wazir.document import Document
from wazir.features import formatting
from wazir.notations.lcpn.layout import convert, convert_definition, formatted, rewritten
from wazir.notations.lcpn.names import file_kinds, read
from wazir.notations.lcpn.tree import STYLES, Expression
from wazir.text import apply

HERE = Path(__file__).parent
VECTORS = HERE.parents[1] / "data" / "lcpn_styles_dev.jsonl"


@pytest.mark.parametrize("case", list(cases(HERE / "layout.md")), ids=str)
def test_layout(case: Case) -> None:
    same = case.question == case.argument
    text = (
        formatted(case.text, case.question)
        if same
        else convert(case.text, case.argument, case.question)
    )
    assert text == case.answer
    assert formatted(text, case.question) == text


def texts() -> Iterator[dict[str, str]]:
    for line in VECTORS.read_text("utf-8").splitlines():
        yield json.loads(line)


def definitions(text: str, style: str) -> list[tuple[object, Expression]]:
    return [
        (definition.name, definition.body)
        for definition in read(text, style, file_kinds(text, style)).defined
    ]


@pytest.mark.parametrize("text", list(texts()), ids=lambda text: text["c"])
def test_l18_every_style_becomes_every_other(text: dict[str, str]) -> None:
    for source, target in permutations(STYLES, 2):
        assert definitions(convert(text[source], source, target), target) == definitions(
            text[source], source
        )
    for style in STYLES:
        once = rewritten(text[style], style, style)
        assert once is not None
        assert rewritten(once, style, style) == once


def test_l18_a_file_with_a_definition_in_another_style_becomes_one_style() -> None:
    assert (
        convert("a := wazir\n(def b ferz)\nc IS a OR b\n", "c", "c")
        == "a := wazir\nb := ferz\nc := a / b\n"
    )


def test_l18_what_has_errors_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2 has an error"):
        convert("a := wazir\nb := ferz /\n", "c", "lisp")
    assert convert_definition("b := ferz /", "c", "lisp") is None
    assert convert_definition("b := ferz", "c", "lisp") == "(def b ferz)"


def test_l1_a_file_that_would_be_taken_for_another_style_says_its_own() -> None:
    assert convert("((/ wazir ferz) :4)\n", "lisp", "c") == "// style: c\n(wazir / ferz):4\n"


def test_l14_a_gerund_means_the_function_of_its_file() -> None:
    text = "hop IS capture AND cannon\nking_hop IS hopping king OR dancing rook\n"
    assert (
        convert(text, "sql", "c") == "hop := capture & cannon\nking_hop := hop(king) / danc(rook)\n"
    )


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_l19_line_ends_are_kept(ending: str) -> None:
    text = ending.join(["(def a", "b)  ", "; c", "", "", "", "", "(def d e)", ""])
    assert formatted(text, "lisp") == ending.join(["(def a b)", "; c", "", "", "(def d e)", ""])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "\ufeff(def a b)",
        ")",
        '"',
        "/*",
        "(" * 3000,
        "a -> b => " * 2000 + "c",
        "[" * 70,
        "\x00",
        "a := " * 60,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_any_text_can_be_laid_out(style: str, text: str) -> None:
    once = formatted(text, style)
    assert formatted(once, style) == once


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("(wazir)\nferz\n", "(wazir)\nferz\n"),
        ('( "on\nMondays" )\n', '("on\nMondays")\n'),
        ("{wazir ; c\n}\n", "(wazir) ; c\n"),
        ("(moving\n (wazir))  \n", "(moving\n (wazir))\n"),
        ("(wazir)\na  := b\n", "wazir\na := b\n"),
        ("(wazir) OR ferz\n", "wazir OR ferz\n"),
        ("\ufeff\n\n(move  ferz)\n", "\ufeff\n\n(move ferz)\n"),
    ],
)
def test_l1_formatting_keeps_what_tells_the_style(text: str, after: str) -> None:
    """L1, L19: brackets that are all that tells the style stay, and so does a line end that
    does.
    """
    assert laid_out(text).text == after


@examples(150)
@given(random_texts)
def test_l1_formatting_never_changes_how_a_file_is_read(text: str) -> None:
    """L1, L19: whatever its style was found by, it is found again."""
    assert family_of(laid_out(text)) == family_of(opened(text))


def family_of(document: Document) -> str:
    """The family of the style that holds in a file."""
    held = {placed.context.dialect or "c" for placed in document.chunks()} or {"c"}
    (style,) = held
    return STYLES[style].family


def opened(text: str) -> Document:
    return Document.open(NOTATIONS["lcpn"], text)


def laid_out(text: str) -> Document:
    document = opened(text)
    return opened(apply(text, formatting.format(document)))
