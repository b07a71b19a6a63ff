"""The element of the Interactive Diagram: its settings, and its pieces with their squares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wazir.lazy import lazy
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK
from wazir.text import Span

PARTS = ("name", "id", "moves", "image", "squares", "hand")
"""The parts of a piece, in order."""

SYMMETRIES = ("mirror", "rotate")
OF_BLACK = ",,"
"""What separates White's squares from Black's in a diagram without symmetry."""


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

    def value(self, key: str) -> str:
        """The setting of a key; empty if absent."""
        return self.text[slice(*self.values[key].value)] if key in self.values else ""

    @lazy
    def board(self) -> tuple[int, int]:
        """Files and ranks; eight if absent or invalid."""
        written = self.value("files"), self.value("ranks")
        files, ranks = (int(side) if re.fullmatch(r"[1-9][0-9]?", side) else 8 for side in written)
        return files, ranks

    @lazy
    def has_black_squares(self) -> bool:
        """Whether it lists the squares of Black."""
        has_symmetry = self.value("symmetry") in SYMMETRIES
        return not has_symmetry and any(
            OF_BLACK in self.text[slice(*piece.squares)] for piece in self.pieces
        )


OPENING = re.compile(
    r"<[A-Za-z][^<>\r\n]{0,400}?\bclass\s{0,9}=\s{0,9}"
    r"(?:[\"'](?:[^<>\"'\r\n]{0,200}\s)?idiagram[\s\"']|idiagram(?=[\s>]))[^<>]{0,400}>",
    re.IGNORECASE,
)
"""The tag that begins the element."""
_ELEMENT = re.compile(rf"(?:{OPENING.pattern})(?P<body>[^<]*)", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_SETTING = re.compile(r"([A-Za-z]\w*)=(\S*)")


def parsed(text: str) -> DiagramBlock:
    """The element that begins in a chunk, as far as chunks are read. All other text is left
    alone.
    """
    text = text[:MAX_LETTERS_OF_CHUNK]
    settings, pieces = list[DiagramSetting](), list[PieceLine]()
    element = _ELEMENT.search(text)
    words = _WORD.finditer(text, *element.span("body")) if element else ()
    for word in words:
        if setting := _SETTING.fullmatch(text, *word.span()):
            settings.append(DiagramSetting(Span(*setting.span(1)), Span(*setting.span(2))))
        elif ":" in word[0]:
            pieces.append(_piece_line(word))
    return DiagramBlock(text, tuple(settings), tuple(pieces))


def _piece_line(word: re.Match[str]) -> PieceLine:
    """A piece, whose parts colons separate. Those that are missing are empty."""
    spans, start = list[Span](), word.start()
    for part in word[0].split(":", len(PARTS) - 1):
        spans.append(Span(start, start + len(part)))
        start += len(part) + 1
    spans += [Span(word.end(), word.end())] * (len(PARTS) - len(spans))
    return PieceLine(Span(*word.span()), *spans)


FILES = "abcdefghijklmnopqrstuvwxyz"
_SQUARES = re.compile(
    r"(?P<file>[a-z])(?P<rank>[0-9]{1,2})(?:-(?P<to_file>[a-z])(?P<to_rank>[0-9]{1,2}))?"
)


def squares(text: str, span: Span) -> Iterator[tuple[Span, range, range]]:
    """The squares of a piece and its ranges of squares: files from 0, and ranks from the number of
    the first one.

    Other text is left out.
    """
    for match in re.finditer("[^,]+", text[slice(*span)]):
        if square := _SQUARES.fullmatch(match[0]):
            files = sorted(
                FILES.index(file) for file in (square["file"], square["to_file"] or square["file"])
            )
            ranks = sorted(
                int(rank) for rank in (square["rank"], square["to_rank"] or square["rank"])
            )
            place = Span(*match.span()).moved(span.start)
            yield place, range(files[0], files[1] + 1), range(ranks[0], ranks[1] + 1)
