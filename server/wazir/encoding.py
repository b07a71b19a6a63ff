"""Decodes files in UTF-8, with or without a byte order mark. Other encodings are detected and rejected."""

from __future__ import annotations

import codecs
import re

MARK = "\ufeff"
"""The byte order mark."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_SAMPLE = 8_192
"""The number of bytes that are examined; a multiple of four."""
_NULS = 1 / 8
"""In UTF-16 the share of NUL bytes is larger than this, and all of them are at even or all at odd offsets."""
_ODD = 0.3
"""In binary data the share of control characters and invalid UTF-8 is larger than this."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\udc80-\udcff]")
_INVALID = re.compile("[\udc80-\udcff]")


class NotUtf8(ValueError):  # noqa: N818
    """The bytes are not UTF-8 text. The message names what they are."""


def decode(data: bytes, errors: str = "surrogateescape") -> str:
    """The text of UTF-8 bytes, including the byte order mark.

    Invalid bytes become lone surrogates, from which `encode` restores them, or are handled as *errors* says.

    Raises:
        NotUtf8: The bytes are UTF-16, UTF-32 or binary data.
    """
    if kind := _other(data):
        raise NotUtf8(f"This is {kind}; only UTF-8 is read.")
    return data.decode("utf-8", errors)


def encode(text: str) -> bytes:
    """The bytes of a decoded text."""
    return text.encode("utf-8", "surrogateescape")


def _other(data: bytes) -> str | None:
    """The detected encoding of the bytes; None if they may be UTF-8."""
    if marked := next((name for mark, name in _MARKS if data.startswith(mark)), None):
        return marked
    sample = data[:_SAMPLE]
    if b"\0" not in sample:
        return None
    first, second, third, fourth = (sample[place::4].count(0) for place in range(4))
    nuls = first + second + third + fourth
    if len(data) % 4 == 0 and nuls > len(sample) / 2 and not (first and fourth):
        return "UTF-32"
    if len(data) % 2 == 0 and nuls > max(1, _NULS * len(sample)) and nuls in (first + third, second + fourth):
        return "UTF-16"
    text = sample.decode("utf-8", "surrogateescape")
    is_binary = _INVALID.search(text) and len(_CONTROL.findall(text)) > _ODD * len(text)
    return "binary data" if is_binary else None
