"""Where messages begin and end, for clients that write their headers as they like, or wrongly."""

from __future__ import annotations

import random
from functools import partial

import pytest

from wazir.lsp.transport import LARGEST, Framing, is_lsp

A, B = b'{"id":1}', b'{"id":2,"more":"\xe2\x82\xac"}'
SOUND = b"Content-Length: 8\r\n\r\n" + A

CASES: dict[str, tuple[bytes, list[bytes]]] = {
    "as it should be": (SOUND * 2, [A, A]),
    "lower case": (b"content-length: 8\r\n\r\n" + A, [A]),
    "upper case": (b"CONTENT-LENGTH: 8\r\n\r\n" + A, [A]),
    "no blank": (b"Content-Length:8\r\n\r\n" + A, [A]),
    "many blanks": (b"Content-Length \t:  8 \t\r\n\r\n" + A, [A]),
    "zeros": (b"Content-Length: 0008\r\n\r\n" + A, [A]),
    "line feeds alone": (b"Content-Length: 8\n\n" + A + b"Content-Length: 8\n\n" + A, [A, A]),
    "mixed line ends": (b"Content-Length: 8\n\r\n" + A + b"Content-Length: 8\r\n\n" + A, [A, A]),
    "other headers": (b"Content-Type: a/b; charset=utf-8\r\nContent-Length: 8\r\nX: y\r\n\r\n" + A, [A]),
    "a header of 100 KB before": (b"X-Much: " + b"x" * 100_000 + b"\r\n" + SOUND, [A]),
    "a header of 100 KB behind": (b"Content-Length: 8\r\nX-Much: " + b"x" * 100_000 + b"\r\n\r\n" + A, [A]),
    "100,000 headers": (b"X: y\r\n" * 100_000 + SOUND, [A]),
    "two lengths": (b"Content-Length: 5\r\nContent-Length: 8\r\n\r\n" + A, [A]),
    "empty lines between": (b"\r\n\r\n\n" + SOUND + b"\r\n\r\n" + SOUND, [A, A]),
    "an empty body": (b"Content-Length: 0\r\n\r\n" + SOUND, [A]),
    "a byte order mark": (b"\xef\xbb\xbf" + SOUND, [A]),
    "no length": (b"Content-Type: x\r\n\r\n" + A + SOUND, [A]),
    "a negative length": (b"Content-Length: -8\r\n\r\n" + A + SOUND, [A]),
    "a word for a length": (b"Content-Length: eight\r\n\r\n" + A + SOUND, [A]),
    "a length beyond belief": (b"Content-Length: %d\r\n\r\n" % (LARGEST + 1) + A + SOUND, [A]),
    "a length of 5,000 digits": (b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n" + A + SOUND, [A]),
    "letters right before": (b"garbage" + SOUND, [A]),
    "a dash right before": (b"garbage-" + SOUND, [A]),
    "a length in characters": (b"Content-Length: %d\r\n\r\n" % len(B.decode()) + B + SOUND, [B[:-2], A]),
    "a length that is much too large": (b"Content-Length: 5000\r\n\r\n" + B + SOUND, [B, A]),
    "garbage in lines": (b"hello\r\nPOST / HTTP/1.1\r\n\r\n" + SOUND, [A]),
    "garbage without an end": (b"\x16\x03\x01" * 50_000 + SOUND, [A]),
    "a line of JSON": (A + b"\n" + SOUND, [A]),
    "JSON on several lines": (b'Content-Length: 10\r\n\r\n{"id":\r\n1}' + SOUND, [b'{"id":\r\n1}', A]),
    "a header that ends too early": (b"Content-Length: 8\r\n" + A + SOUND, [A]),
    "what looks like a header in a text": (b'Content-Length: 25\r\n\r\n{"a":"Content-Length: 5"}' + SOUND,
                                           [b'{"a":"Content-Length: 5"}', A]),
}  # fmt: skip
CASES |= {  # one that ends anywhere in the header or the body of the next message
    f"a length that is too large by {more}": (b"Content-Length: %d\r\n\r\n" % (len(B) + more) + B + SOUND, [B, A])
    for more in range(1, len(SOUND))
}


def bodies(framing: Framing, data: bytes) -> list[bytes]:
    framing.feed(data)
    return list(iter(framing.take, None))


@pytest.mark.parametrize("name", CASES)
def test_bodies(name: str) -> None:
    """Whatever comes before it and however it is written, a sound message is found; so it is if bytes come in parts."""
    data, expected = CASES[name]

    assert bodies(Framing(), data) == expected
    for seed in range(20 if len(data) < 1_000 else 2):
        rng, framing, found = random.Random(seed), Framing(), []
        rest = data
        while rest:
            size = rng.choice((1, 2, 7, 40, 70_000))
            found += bodies(framing, rest[:size])
            rest = rest[size:]
        assert found == expected


@pytest.mark.parametrize("missing", range(1, len(SOUND)))
def test_a_message_is_found_after_one_that_was_cut_off_without_a_bracket(missing: int) -> None:
    """A body that ends within the header of the next message takes nothing of that header away."""
    cut = b'{"uri"'
    data = b"Content-Length: %d\r\n\r\n" % (len(cut) + missing) + cut + SOUND

    first, *others = bodies(Framing(), data)

    assert first.startswith(cut)
    assert others == [A]


def test_nothing_is_kept_of_what_is_no_message(caplog: pytest.LogCaptureFixture) -> None:
    """The memory is bounded, and the log says once that something was skipped."""
    framing = Framing()
    for _ in range(100):
        assert bodies(framing, b"garbage " * 10_000) == []

    assert len(framing._bytes) <= 100
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert bodies(framing, SOUND) == [A]


STARTS: list[tuple[bytes, bool | None]] = [
    (b"", None),
    (b"Content", None),
    (b"Content-Length: 5\r", None),
    (SOUND, True),
    (b"content-length:5\n", True),
    (b"Content-Type: x\r\nContent-Length: 5\r\n", True),
    (b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", False),
    (b"POST", None),
    (b"POST /", False),
    (b"POST http://127.0.0.1:7777/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", False),
    (b"\x16\x03\x01\x02\x00", False),
    (b"{", False),
    (b"X: " + b"y" * 10_000, False),
]


@pytest.mark.parametrize(("start", "expected"), STARTS, ids=range(len(STARTS)))
def test_who_speaks_lsp(start: bytes, expected: bool | None) -> None:
    """Headers and nothing else come first; a browser always begins with a line that is none."""
    assert is_lsp(start) is expected


@pytest.mark.parametrize("hostile", [b"content-length:" * 5_000, b"Content-Length:" + b" " * 70_000, b"\n\r" * 40_000])
def test_no_bytes_take_long(hostile: bytes) -> None:
    """What could make patterns try again and again is read to its end."""
    framing = Framing()
    for _ in range(5):
        bodies(framing, hostile)

    assert is_lsp(hostile) in (False, None)
    assert bodies(framing, b"\r\n" + SOUND) == [A]


def test_a_body_is_not_searched_again_and_again() -> None:
    """One that comes in thousands of parts is taken as a whole."""
    body = b'{"text":"' + b"x" * 5_000_000 + b'"}'
    framing = Framing()
    parts = b"Content-Length: %d\r\n\r\n" % len(body) + body
    take = partial(bodies, framing)
    found = [one for at in range(0, len(parts), 4_096) for one in take(parts[at : at + 4_096])]

    assert found == [body]
