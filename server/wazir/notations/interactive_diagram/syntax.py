"""The text of an element of class `idiagram`: settings and pieces, separated by blanks or line ends (F24, F25)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from wazir.lazy import lazy
from wazir.notations.notation import LONGEST_READ
from wazir.notations.results import TokenType
from wazir.text import Span

COLOURS: Mapping[str, TokenType] = {
    "key": TokenType.DIRECTIVE,
    "value": TokenType.ARGUMENT,
    "name": TokenType.NAME,
    "id": TokenType.ATOM,
    "image": TokenType.STRING,
    "squares": TokenType.RANGE,
    "hand": TokenType.RANGE,
    "sign": TokenType.OPERATOR,
}
"""The colours of tokens, by their kinds."""

PARTS = ("name", "id", "moves", "image", "squares", "hand")
"""The parts of a piece, in order."""


@dataclass(frozen=True, slots=True)
class DiagramSetting:
    """A key with its value."""

    key: Span
    value: Span


@dataclass(frozen=True, slots=True)
class PieceLine:
    """A piece: its parts, which are empty at its end where they are left out."""

    span: Span
    name: Span
    id: Span
    moves: Span
    image: Span
    squares: Span
    hand: Span


@dataclass(frozen=True)
class DiagramBlock:
    """The text of the element."""

    text: str
    settings: tuple[DiagramSetting, ...]
    pieces: tuple[PieceLine, ...]

    @lazy
    def values(self) -> Mapping[str, DiagramSetting]:
        """The settings by their keys, of equal keys the last one."""
        return {self.text[slice(*setting.key)]: setting for setting in self.settings}

    def value(self, key: str, default: str = "") -> str:
        """The setting of a key."""
        setting = self.values.get(key)
        return self.text[slice(*setting.value)] if setting else default

    @lazy
    def board(self) -> tuple[int, int]:
        """Files and ranks; eight if absent or invalid."""
        files, ranks = (self.value(key, "8") for key in ("files", "ranks"))
        return _side(files), _side(ranks)


def _side(written: str) -> int:
    return int(written) if re.fullmatch(r"[1-9][0-9]?", written) else 8


_OPEN = re.compile(
    r"<[A-Za-z][^<>\r\n]{0,400}?\bclass\s{0,9}=\s{0,9}"
    r"(?:[\"'](?:[^<>\"'\r\n]{0,200}\s)?idiagram[\s\"']|idiagram(?=[\s>]))[^<>]{0,400}>",
    re.IGNORECASE,
)
_BODY = re.compile(r"[^<]*")
_WORD = re.compile(r"\S+")
_SETTING = re.compile(r"([A-Za-z]\w*)=(\S*)")


def starts_chunk(line: str) -> bool:
    """Whether the element begins in a line."""
    return "idiagram" in line and opening(line[:LONGEST_READ]) is not None


def opening(text: str) -> re.Match[str] | None:
    """The tag that begins the element."""
    return _OPEN.search(text)


def parsed(text: str) -> DiagramBlock:
    """The element that begins in a chunk, as far as chunks are read. All other text is left alone."""
    text = text[:LONGEST_READ]
    settings, pieces = list[DiagramSetting](), list[PieceLine]()
    if begin := opening(text):
        body = _BODY.match(text, begin.end())
        for word in _WORD.finditer(text, begin.end(), body.end() if body else begin.end()):
            if setting := _SETTING.fullmatch(text, *word.span()):
                settings.append(DiagramSetting(Span(*setting.span(1)), Span(*setting.span(2))))
            elif ":" in word[0]:
                pieces.append(_piece(word))
    return DiagramBlock(text, tuple(settings), tuple(pieces))


def _piece(word: re.Match[str]) -> PieceLine:
    spans, start = list[Span](), word.start()
    for part in word[0].split(":", len(PARTS) - 1):
        spans.append(Span(start, start + len(part)))
        start += len(part) + 1
    spans += [Span(word.end(), word.end())] * (len(PARTS) - len(spans))
    return PieceLine(Span(*word.span()), *spans)


# Squares


_SQUARES = re.compile(r"(?P<file>[a-z])(?P<rank>[0-9]{1,2})(?:-(?P<to_file>[a-z])(?P<to_rank>[0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class SquareRange:
    """A square or a range of squares: files and ranks, from 0 and from the number of the first rank."""

    span: Span
    files: range
    ranks: range


def squares(text: str, span: Span) -> Iterator[SquareRange]:
    """The squares of a piece. What is no square is left out."""
    for match in re.finditer("[^,]+", text[slice(*span)]):
        if range_match := _SQUARES.fullmatch(match[0]):
            files = sorted(
                ord(file) - ord("a") for file in (range_match["file"], range_match["to_file"] or range_match["file"])
            )
            ranks = sorted(int(rank) for rank in (range_match["rank"], range_match["to_rank"] or range_match["rank"]))
            place = Span(span.start + match.start(), span.start + match.end())
            yield SquareRange(place, range(files[0], files[1] + 1), range(ranks[0], ranks[1] + 1))


_TYPICAL = re.compile(
    r"(?<!\S)(?:[A-Za-z][\w-]*:[A-Za-z]'?:[a-z]*[A-Z\[(][^\s:]*:[\w-]*(?=[\s:])"
    r"|(?:files|ranks|royal|promo[A-Z][a-z]+|symmetry|graphics[DT][a-z]+|squareSize|firstRank)=[\w/.]+(?=\s))"
)


def evidence(text: str) -> int:
    """The number of such elements, of pieces with moves, and of settings that only diagrams have."""
    return sum(1 for pattern in (_OPEN, _TYPICAL) for _ in pattern.finditer(text))


# Keys that the public pages of the Interactive Diagram show (F24)


_ROWS = (files(__package__) / "keys.tsv").read_text("utf-8").splitlines()[1:]
KEYS: Mapping[str, str] = {key: text for key, _, text in (row.partition("\t") for row in _ROWS)}
"""All known keys, each with a sentence if it is documented. There may be others."""
