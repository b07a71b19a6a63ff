"""
Where messages begin and end in the bytes of a client.

A message is a header, lines up to an empty one, and a body of as many bytes as its `Content-Length` says. Bytes that
belong to no message are skipped, up to the next line with `Content-Length`. Such a line never occurs in a body, because
strings of JSON hold no raw line ends: where one stands, a message begins, and a body that should be longer has ended.
"""

from __future__ import annotations

import logging
import re

log = logging.getLogger(__name__)

LARGEST = 256_000_000
"""Bytes of a body; a header that announces more is not believed."""
_LONGEST = 100
"""Bytes that may be the beginning of something: of a line with `Content-Length`, or of the end of a header."""
_LINE = rb"content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?(?=\n)"
_BEGIN = re.compile(_LINE, re.IGNORECASE)
_NEXT = re.compile(rb"(\n\r?\n)|" + _LINE, re.IGNORECASE)
_HEADERS = re.compile(rb"(?:\s*[\w-]+[ \t]*:[^\n]*(?:\n|\Z))*\s*")
_TO_COME = re.compile(rb"\s*(?:[\w-]+[ \t]*:[^\n]*\n)*[\w-]*[ \t]*(?::[^\n]*)?")
_UNDECIDED = 8_192
"""Bytes of headers without a length, after which a client is not believed to speak LSP."""


class Framing:
    """Takes bytes as they come, and gives bodies."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._said: int | None = None
        """The length that the header says, as far as it has been read."""
        self._needed: int | None = None
        """The length of the body, once the header is over."""
        self._searched = 0
        """So many bytes of the body are known to hold no header."""
        self._complaint = logging.WARNING

    def feed(self, data: bytes) -> None:
        """Takes some bytes."""
        self._bytes += data

    def take(self) -> bytes | None:
        """The next body; None if it has not come as a whole."""
        while self._needed is not None or self._header():
            if (body := self._body()) is None:
                return None
            if body.strip():
                return body
        return None

    def _header(self) -> bool:
        """Reads on to the end of a header that says a length."""
        while found := _NEXT.search(self._bytes):
            is_end = found[1] is not None
            if self._said is None:
                self._skipped(found.start())
            if is_end and self._said is not None:
                self._needed, self._said, self._searched = self._said, None, 0
                del self._bytes[: found.end()]
                return True
            if not is_end:
                self._said = length if (length := int(found[2])) <= LARGEST else None
            del self._bytes[: found.end() - is_end]  # the line feed may be the first of the two that end the header
        if len(self._bytes) > _LONGEST:
            if self._said is None:
                self._skipped(len(self._bytes) - _LONGEST)
            del self._bytes[:-_LONGEST]
        return False

    def _body(self) -> bytes | None:
        """Takes the body, if it is there; one that another header follows too early ends before that."""
        assert self._needed is not None
        there = min(len(self._bytes), self._needed)
        if self._bytes.find(b"\n", self._searched, there) >= 0:
            early = _BEGIN.search(self._bytes, max(0, self._searched - _LONGEST), there)
            self._needed = early.start() if early else self._needed
        self._searched = there
        if len(self._bytes) < self._needed:
            return None
        body = bytes(self._bytes[: self._needed])
        end = 1 + max(body.rfind(b"}"), body.rfind(b"]"))
        del self._bytes[:end]  # what follows the last object may be the beginning of another header
        self._needed = None
        return body[:end] or body

    def _skipped(self, end: int) -> None:
        """Says that bytes up to *end* are no message, if they are no lines of a header; loudly only the first time."""
        skipped = bytes(self._bytes[:end])
        if skipped.strip() and not _HEADERS.fullmatch(skipped):
            log.log(self._complaint, "Skipped %s bytes that are no message of LSP.", f"{len(skipped):,}")
            self._complaint = logging.DEBUG


def is_lsp(start: bytes) -> bool | None:
    """Whether bytes begin as a client begins that speaks LSP, with lines of a header; None if that is open yet."""
    found = _BEGIN.search(start)
    head = start[: found.start()] if found else start
    if not (_HEADERS if found else _TO_COME).fullmatch(head) or len(head) > _UNDECIDED:
        return False
    return True if found else None
