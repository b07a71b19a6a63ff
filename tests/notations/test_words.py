"""The words that notations compare and show."""

from __future__ import annotations

import pytest

from wazir.notations.suggestions import MAX_LETTERS_OF_SLIP, alike, is_slip, suggestions
from wazir.notations.wording import MAX_CHARACTERS_SHOWN, join_words, shortened, visible

SLIPS = [
    "orward",
    "foward",
    "forwar",
    "xforward",
    "forxward",
    "forwardx",
    "xorward",
    "forxard",
    "forwarx",
]
SLIPS += ["ofrward", "fowrard", "forwadr"]
OTHERS = [
    "forward",
    "forwards",
    "rward",
    "forwa",
    "xxforward",
    "xorwarx",
    "rofward",
    "drawrof",
    "forxxard",
    "",
]


@pytest.mark.parametrize("word", [*SLIPS, *OTHERS])
def test_a_slip_is_one_letter_less_more_or_other_or_two_that_are_swapped(word: str) -> None:
    """A plural is none."""
    assert is_slip(word, "forward") is (word in SLIPS)


def test_short_words_are_different_words() -> None:
    """From four letters on they are compared."""
    assert not is_slip("fox", "fix")
    assert is_slip("fork", "form")


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("dia", ""),
        ("diag", "diagonal"),
        ("golanaid", "diagonal"),
        ("diahonal", "diagonal"),
        ("orthogon", "orthogonal"),
    ],
)
def test_a_word_is_alike_by_its_beginning_its_letters_or_most_of_them(
    word: str, known: str
) -> None:
    """A beginning of three letters is too short."""
    assert alike(word, ["orthogonal", "diagonal"]) == known


@pytest.mark.parametrize(
    ("length", "count"), [(MAX_LETTERS_OF_SLIP, 1), (MAX_LETTERS_OF_SLIP + 1, 0)]
)
def test_long_names_have_no_suggestions(length: int, count: int) -> None:
    """They are not compared, and no name is suggested for itself."""
    word = "x" * length

    assert suggestions(word, [word, word[1:]], bool) == [word[1:]] * count


def test_a_long_text_is_shown_with_an_ellipsis() -> None:
    """On one line, which is not longer than others."""
    assert shortened("a\n  b\t") == "a b"
    assert shortened("x" * MAX_CHARACTERS_SHOWN) == "x" * MAX_CHARACTERS_SHOWN
    assert shortened("x" * (MAX_CHARACTERS_SHOWN + 1)) == "x" * (MAX_CHARACTERS_SHOWN - 1) + "…"


@pytest.mark.parametrize(("sign", "shown"), [("é", "é"), ("`", "U+0060"), ("\t", "U+0009")])
def test_a_sign_that_a_message_cannot_have_is_shown_by_its_number(sign: str, shown: str) -> None:
    """Backquotes are around signs in messages."""
    assert visible(sign) == shown


@pytest.mark.parametrize(
    ("parts", "phrase"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")],
)
def test_words_are_listed_as_a_phrase(parts: list[str], phrase: str) -> None:
    """With a word before the last one."""
    assert join_words(parts, "or") == phrase
