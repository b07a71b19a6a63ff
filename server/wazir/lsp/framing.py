"""
Splits the bytes of a client into messages.

A message is a header, which ends with an empty line, and a body of `Content-Length` bytes. Other bytes are skipped up
to the next line with `Content-Length`. Such a line never occurs in a body, because strings of JSON contain no raw line
ends, so it begins a message even if the body before it should be longer.
"""

from __future__ import annotations

import logging
import re

log = logging.getLogger(__name__)

LARGEST = 256_000_000
"""Bytes of a body. A header with a larger number is ignored."""
_LONGEST = 100
"""Bytes at the end that may begin a line with `Content-Length`, or the end of a header."""
_LINE = rb"content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?(?=\n)"
_BEGIN = re.compile(_LINE, re.IGNORECASE)
_NEXT = re.compile(rb"(\n\r?\n)|" + _LINE, re.IGNORECASE)
_HEADERS = re.compile(rb"(?:\s*[\w-]+[ \t]*:[^\n]*(?:\n|\Z))*\s*")
_TO_COME = re.compile(rb"\s*(?:[\w-]+[ \t]*:[^\n]*\n)*[\w-]*[ \t]*(?::[^\n]*)?")
_UNDECIDED = 8_192
"""Bytes of headers without a length, after which a client is assumed not to speak LSP."""


class Framing:
    """Takes bytes as they arrive, and returns bodies."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._length: int | None = None
        """The length in the header that is being read."""
        self._needed: int | None = None
        """The length of the body, once the header has been read."""
        self._searched = 0
        """Bytes of the body that have been searched for a header."""
        self._log_level = logging.WARNING

    def feed(self, data: bytes) -> None:
        """Takes some bytes."""
        self._bytes += data

    def take(self) -> bytes | None:
        """The next body; None if it is incomplete."""
        while self._needed is not None or self._header():
            if (body := self._body()) is None:
                return None
            if body.strip():
                return body
        return None

    def _header(self) -> bool:
        """Reads to the end of a header with a length."""
        while found := _NEXT.search(self._bytes):
            is_end = found[1] is not None
            if self._length is None:
                self._skipped(found.start())
            if is_end and self._length is not None:
                self._needed, self._length, self._searched = self._length, None, 0
                del self._bytes[: found.end()]
                return True
            if not is_end:
                self._length = length if (length := int(found[2])) <= LARGEST else None
            del self._bytes[: found.end() - is_end]  # the line feed may be the first of the two that end the header
        if len(self._bytes) > _LONGEST:
            if self._length is None:
                self._skipped(len(self._bytes) - _LONGEST)
            del self._bytes[:-_LONGEST]
        return False

    def _body(self) -> bytes | None:
        """The body, if it is complete. It ends before the next header, even if it should be longer."""
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
        del self._bytes[:end]  # what follows the last object may begin the next header
        self._needed = None
        return body[:end] or body

    def _skipped(self, end: int) -> None:
        """Logs skipped bytes up to *end*, unless they are a header; as a warning only the first time."""
        skipped = bytes(self._bytes[:end])
        if skipped.strip() and not _HEADERS.fullmatch(skipped):
            log.log(self._log_level, "Skipped %s bytes that are not an LSP message.", f"{len(skipped):,}")
            self._log_level = logging.DEBUG


def is_lsp(start: bytes) -> bool | None:
    """Whether bytes begin with the header of an LSP message; None if more bytes are needed."""
    found = _BEGIN.search(start)
    head = start[: found.start()] if found else start
    if not (_HEADERS if found else _TO_COME).fullmatch(head) or len(head) > _UNDECIDED:
        return False
    return True if found else None
