"""Frames: what a stream of bytes is cut into, however it comes, and what happens to garbage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.lsp import transport
from wazir.lsp.transport import Frames

BROKEN = None

STREAMS: dict[str, tuple[bytes, list[bytes | None]]] = {
    "one": (b"Content-Length: 2\r\n\r\n{}", [b"{}"]),
    "two": (b"Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", [b"{}", b"[1]"]),
    "other headers": (b"Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", [b"{}"]),
    "other headers behind": (b"Content-Length:2\r\nContent-Type: x\r\n\r\n{}", [b"{}"]),
    "any case": (b"CONTENT-length:   2  \r\n\r\n{}", [b"{}"]),
    "a body that looks like a header": (
        b"Content-Length: 21\r\n\r\nContent-Length: 2\r\n\r\n",
        [b"Content-Length: 2\r\n\r\n"],
    ),
    "no length": (b"Content-Type: x\r\n\r\nContent-Length: 2\r\n\r\n{}", [BROKEN, b"{}"]),
    "a length that is no number": (b"Content-Length: two\r\n\r\nContent-Length: 2\r\n\r\n{}", [BROKEN, b"{}"]),
    "a negative length": (b"Content-Length: -2\r\n\r\n{}Content-Length: 2\r\n\r\n{}", [BROKEN, b"{}"]),
    "an empty body": (b"Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", [BROKEN, b"{}"]),
    "a length too short": (b'Content-Length: 2\r\n\r\n{"a":1}Content-Length: 2\r\n\r\n{}', [b'{"', BROKEN, b"{}"]),
    "garbage first": (b"hello\r\n\r\nContent-Length: 2\r\n\r\n{}", [BROKEN, b"{}"]),
    "not yet complete": (b"Content-Length: 20\r\n\r\n{}", []),
    "only a header": (b"Content-Length: 20\r\n", []),
}


@pytest.mark.parametrize("stream", STREAMS, ids=str)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_stream_is_cut_the_same_in_pieces_of_any_size(stream: str, size: int) -> None:
    """What comes out depends on the bytes alone; what is no message is told once, and the next one is found."""
    data, expected = STREAMS[stream]
    frames = Frames()

    assert [body for at in range(0, len(data), size) for body in frames.feed(data[at : at + size])] == expected


def test_a_stream_without_any_header_is_not_kept() -> None:
    """Garbage without end costs no memory."""
    frames = Frames()
    for _ in range(200):
        assert all(body is None for body in frames.feed(b"x" * 1000))

    assert len(frames._buffer) < 10_000


def test_a_body_out_of_all_measure_is_skipped_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as broken when it is announced; what follows it is read."""
    monkeypatch.setattr(transport, "LARGEST", 1000)
    frames = Frames()
    found = list(frames.feed(b"Content-Length: 5000\r\n\r\n"))
    for _ in range(5):
        found += frames.feed(b"x" * 1000)
        assert len(frames._buffer) == 0

    assert found == [None]
    assert list(frames.feed(b"Content-Length: 2\r\n\r\n{}")) == [b"{}"]


@given(st.lists(st.binary(min_size=1, max_size=40)), st.integers(1, 30))
def test_every_body_comes_back(bodies: list[bytes], size: int) -> None:
    """Frames around any bodies, cut anywhere, give the bodies back."""
    data = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    frames = Frames()

    assert [body for at in range(0, len(data), size) for body in frames.feed(data[at : at + size])] == bodies


@given(
    st.lists(st.sampled_from([b"Content-Length: ", b"2", b"\r\n", b"\r\n\r\n", b"{}", b"x", b"Content-"]), max_size=40)
)
def test_no_stream_stops_it(parts: list[bytes]) -> None:
    """After any garbage, a well-formed message is found at the latest when a second one stands behind it."""
    frames = Frames()
    list(frames.feed(b"".join(parts)))
    good = b'Content-Length: 12\r\n\r\n{"good":true}'
    found = [body for _ in range(3) for body in frames.feed(good.replace(b"12", b"13"))]

    assert b'{"good":true}' in found
