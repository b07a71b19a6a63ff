"""The lines that name pieces: `piece`, `setup`, the option `-men`, and the tag `VariantMen`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wazir.notations.notation import LONGEST_READ
from wazir.notations.results import TokenType
from wazir.text import Span

COLOURS: Mapping[str, TokenType] = {
    "command": TokenType.DIRECTIVE,
    "letter": TokenType.ATOM,
    "table": TokenType.STRING,
    "size": TokenType.RANGE,
    "white": TokenType.WHITE,
    "black": TokenType.BLACK,
    "sign": TokenType.OPERATOR,
    "comment": TokenType.COMMENT,
}
"""The colours of tokens, by their kinds."""


@dataclass(frozen=True, slots=True)
class XBoardPiece:
    """A piece with its moves."""

    id: Span
    """Its letter, with the signs before and after it (F20)."""
    moves: Span
    """Up to the first blank, where XBoard stops reading."""
    rest: Span
    """The text after it."""


@dataclass(frozen=True, slots=True)
class XBoardSetup:
    """The table, the board and the position of a `setup` line."""

    table: Span
    """Without its brackets; empty if absent."""
    size: Span
    board: tuple[int, int] | None
    position: Span


@dataclass(frozen=True, slots=True)
class XBoardLine:
    """A line that names pieces."""

    command: Span | None
    """`piece`, `setup`, `-men` or `VariantMen`; None for any other line."""
    pieces: tuple[XBoardPiece, ...]
    setup: XBoardSetup | None


_SENT = r"(?:[^\r\n]{0,80}?\b(?:first|second) ?: )?"
"""The prefix of a line of an engine in the log of XBoard."""
_PIECE = re.compile(rf"{_SENT}(?P<command>piece)[ \t]+(?P<id>[^\s:]\S*)(?:[ \t]+(?P<moves>\S+)(?P<rest>[^\r\n]*))?")
_SETUP = re.compile(
    rf"{_SENT}(?P<command>setup)[ \t]+(?:\((?P<table>[^)\r\n]*)\)[ \t]*)?"
    r"(?:(?P<size>(?P<files>\d{1,2})x(?P<ranks>\d{1,2})\+\d+\S*)[ \t]+)?(?P<position>\S*/\S*)?"
)
_MEN = re.compile(r"[^\r\n]{0,80}?(?P<command>[-/]men|\[VariantMen)\b[ \t=]*\"(?P<men>[^\"\r\n]*)")
_MAN = re.compile(r"(?P<id>[^:;]*):?(?P<moves>[^\s;]*)(?P<rest>[^;]*)(?:;|$)")
_LINES = (_PIECE, _SETUP, _MEN)
_FIRST = re.compile(r"[^\r\n]*")
COMMENT = re.compile(r"(?<![^\r\n])#[^\r\n]*")
"""A line that is a comment, unless it is the first of a chunk."""
_NOTHING = XBoardLine(None, (), None)


def starts_chunk(line: str) -> bool:
    """Whether a line names pieces."""
    return any(pattern.match(line) for pattern in _LINES)


def parsed(text: str) -> XBoardLine:
    """The first line of a chunk, as far as chunks are read."""
    first = _FIRST.match(text[:LONGEST_READ])
    line = first[0] if first else ""
    if match := _PIECE.match(line):
        moves = Span(*match.span("moves")) if match["moves"] else Span(match.end("id"), match.end("id"))
        rest = _stripped(line, match.span("rest")) if match["moves"] else Span(moves.end, moves.end)
        return XBoardLine(Span(*match.span("command")), (XBoardPiece(Span(*match.span("id")), moves, rest),), None)
    if match := _SETUP.match(line):
        return XBoardLine(Span(*match.span("command")), (), _setup(match))
    if match := _MEN.match(line):
        return XBoardLine(Span(*match.span("command")), tuple(_men(line, Span(*match.span("men")))), None)
    return _NOTHING


def _setup(match: re.Match[str]) -> XBoardSetup:
    board = (int(match["files"]), int(match["ranks"])) if match["size"] else None
    table, size, position = (
        Span(*match.span(part)) if match[part] else Span(0, 0) for part in ("table", "size", "position")
    )
    return XBoardSetup(table, size, board, position)


def _men(line: str, span: Span) -> Iterator[XBoardPiece]:
    for man in _MAN.finditer(line, *span):
        if man[0].strip(" \t;"):
            yield XBoardPiece(
                _stripped(line, man.span("id")), Span(*man.span("moves")), _stripped(line, man.span("rest"))
            )


def _stripped(line: str, span: tuple[int, int]) -> Span:
    part = line[slice(*span)]
    start = span[0] + len(part) - len(part.lstrip())
    return Span(start, max(span[0] + len(part.rstrip()), start))


_TYPICAL = re.compile(
    rf"(?<![^\r\n]){_SENT}(?:piece[ \t]+\+?[A-Za-z]['!]?&?[ \t]+[a-z]*[A-Z\[(]|setup[ \t]+\([A-Za-z.~+^=]+\))"
)


def evidence(text: str) -> int:
    """The number of lines that an engine sends to name its pieces."""
    return sum(1 for _ in _TYPICAL.finditer(text))
