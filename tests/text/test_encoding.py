"""Which bytes are a text, and that a text gives back its bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.system import NotUtf8, decode, encode

PIECES = "; Stücke ♞\nKnight = N\nLion = KNAD\n"


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        *((f"utf-16{mark}", "UTF-16") for mark in ("", "-le", "-be")),
        *((f"utf-32{mark}", "UTF-32") for mark in ("", "-le", "-be")),
    ],
)
def test_utf_16_and_utf_32_are_named(codec: str, name: str) -> None:
    """With a byte order mark or without, they are known, by their marks or by their NULs."""
    for text in (PIECES, "K\n", "A = W\n"):
        with pytest.raises(NotUtf8, match=name):
            decode(text.encode(codec))


def test_utf_16_with_a_line_of_another_program_is_named() -> None:
    """A single byte behind it changes nothing."""
    with pytest.raises(NotUtf8, match="UTF-16"):
        decode(PIECES.encode("utf-16-le") + b"\n")


@pytest.mark.parametrize("text", ["名は将棋の駒 ; K = K\n" * 3, "Ферзь = F\nСлон = B\n"])
def test_utf_16_is_known_with_few_ascii_letters(text: str) -> None:
    """A text in another script has fewer NULs, and they stand at every second byte still."""
    for codec in ("utf-16-le", "utf-16-be"):
        with pytest.raises(NotUtf8, match="UTF-16"):
            decode(text.encode(codec))


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0\x5c\x72\xa8\x66\xff\xfe\x80\x81",
        bytes(range(256)) * 40,
        b"\x7fELF\2\1\1\0" + b"\0\xff\x90\x03" * 50,
    ],
)
def test_binary_data_is_known(data: bytes) -> None:
    """Data with NULs, bytes that are not UTF-8, and many of both is not a text."""
    with pytest.raises(NotUtf8, match="binary"):
        decode(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"K",
        b"K\0",
        b"\0A\0B \0C\0",
        b"\0\1\2\3\4KKK",
        b"\xff\n",
        b"\0\1\xffabcdefg",
        b"\0" * 8,
        b"\xef\xbb\xbfK\r\n",
        b"\0K = \0W\n\0",
        b"K\xff = W \xed\xa0\x80\n",
        b"A = W ; \xe9\xe8\xe0 in Latin-1\n",
        b"A = W \x00\nB = F\n",
    ],
)
def test_odd_texts_are_texts(data: bytes) -> None:
    """A NUL or a byte that is not UTF-8 does not make a text binary: its bytes come back."""
    assert encode(decode(data)) == data


@given(st.binary(max_size=200))
def test_a_text_gives_back_its_bytes(data: bytes) -> None:
    """Whatever the bytes are, they are refused or come back."""
    try:
        text = decode(data)
    except NotUtf8:
        return
    assert encode(text) == data


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=200))
def test_every_text_without_nul_is_read(text: str) -> None:
    """UTF-8 without NULs is never taken for anything else, except for what begins as UTF-16 does,
    which it cannot.
    """
    assert decode(text.encode()) == text
