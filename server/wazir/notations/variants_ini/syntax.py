"""The lines of a section as the engine reads them, and their layout: header, settings, comments, and other lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from wazir.lazy import lazy
from wazir.notations.notation import LONGEST_READ
from wazir.notations.variants_ini.vocabulary import PARENTS, keys, pieces
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Header:
    """The line that begins a section."""

    span: Span
    """From `[` to `]`."""
    name: str
    name_span: Span
    parent: str | None
    """The name after `:`; None if there is no `:`."""
    parent_span: Span
    is_closed: bool
    """It has a `]` on its line."""


class Setting(NamedTuple):
    """A line with `=`."""

    key: str
    """As the engine knows it: blanks after it are dropped, those before it are not (F3)."""
    key_span: Span
    """Without the blanks around it."""
    equals: int
    value: str
    """The intended value: without trailing blanks and comment."""
    value_span: Span
    read: str
    """The value that the engine reads: all to the end of the line."""
    comment: Span | None
    """The text from `#` or `;` on after the value (F4)."""

    def moved(self, by: int) -> Setting:
        """The same line further down."""
        key, key_span, equals, value, value_span, read, comment = self
        return Setting(
            key, key_span.moved(by), equals + by, value, value_span.moved(by), read, comment and comment.moved(by)
        )


@dataclass(frozen=True, eq=False)
class Section:
    """A chunk: a section, with the text before it if it is the first. It is kept as long as its text."""

    text: str
    header: Header | None
    settings: tuple[Setting, ...]
    strays: tuple[Span, ...]
    """Lines that are no setting, without the blanks around them."""
    comments: tuple[Span, ...]
    unread: tuple[Span, ...]
    """Lines before the first section, which the engine skips, comments not among them (F1)."""

    @lazy
    def last(self) -> dict[str, Setting]:
        """The settings that count, by their keys: of a key that is set again the last one with a value (F5)."""
        return {setting.key: setting for setting in self.settings if setting.read}

    @lazy
    def pieces(self) -> tuple[PieceSetting, ...]:
        """The settings of pieces that count, in the order in which the engine takes them (F10)."""
        order, last = pieces(), self.last
        return tuple(piece_setting(last[key]) for key in sorted(order.keys() & last.keys(), key=order.__getitem__))

    @property
    def name(self) -> str:
        """Its name; empty without a header."""
        return self.header.name if self.header else ""


_BLANKS = " \t\ufeff"
_LINE = re.compile(r"[^\r\n]+")
_HEADER = re.compile(r"\[([^\]:\r\n]*)(?::([^\]\r\n]*))?(\]?)")
_SETTING = re.compile(r"(?P<key>[^=\r\n]*)=[ \t\f\v]*(?P<value>[^\r\n]*)")
_COMMENT = re.compile(r"[ \t]*[#;]")


def starts_chunk(line: str) -> bool:
    """Whether a line begins a section: `[` is in its first column (F2)."""
    return line.startswith("[")


def parsed(text: str) -> Section:
    """A chunk, as far as chunks are read."""
    header: Header | None = None
    settings, strays, comments, unread = [], [], [], []
    for line in _LINE.finditer(text[:LONGEST_READ]):
        if line[0][0] in "#;":
            comments.append(Span(*line.span()))
        elif starts_chunk(line[0]):
            header = _header(text, line.start())
        elif not line[0].strip(_BLANKS):
            continue
        elif header is None:
            unread.append(_stripped(line))
        elif setting := _setting(line[0]):
            settings.append(setting.moved(line.start()))
        else:
            strays.append(_stripped(line))
    return Section(text, header, tuple(settings), tuple(strays), tuple(comments), tuple(unread))


def _stripped(line: re.Match[str]) -> Span:
    start = line.start() + len(line[0]) - len(line[0].lstrip(_BLANKS))
    return Span(start, line.start() + len(line[0].rstrip(_BLANKS)))


def _header(text: str, start: int) -> Header:
    found = _HEADER.match(text, start)
    assert found is not None
    parent = Span(*found.span(2)) if found[2] is not None else Span(found.end(1), found.end(1))
    name = Span(*found.span(1))
    return Header(Span(*found.span()), found[1], name, found[2], parent, bool(found[3]))


def _setting(line: str) -> Setting | None:
    """A line with `=`; None for others. Offsets count from its start."""
    found = _SETTING.fullmatch(line)
    if found is None:
        return None
    key, read, begin = found["key"], found["value"], found.start("value")
    inner = key.strip()
    at = key.find(inner)
    comment = _COMMENT.search(read)
    value = read[: comment.start()] if comment else read.rstrip()
    return Setting(
        key.rstrip(" "),
        Span(at, at + len(inner)),
        found.end("key"),
        value,
        Span(begin, begin + len(value)),
        read,
        Span(begin + comment.end() - 1, begin + len(read.rstrip())) if comment else None,
    )


# Pieces and their letters


@dataclass(frozen=True, slots=True)
class PieceSetting:
    """The setting of a piece."""

    setting: Setting
    letter: str
    """In lower case; empty where the piece is removed (F6)."""
    moves: Span
    """The Betza of a custom piece or of the king; empty if absent."""

    @property
    def letter_span(self) -> Span:
        """The span of its letter."""
        start = self.setting.value_span.start
        return Span(start, start + 1)


def is_letter(sign: str) -> bool:
    """Whether a character can stand for a piece."""
    return sign.isascii() and sign.isalpha()


def piece_setting(setting: Setting) -> PieceSetting:
    """The letter and the moves of a piece (F6, F7)."""
    value, span = setting.value, setting.value_span
    letter = value[:1].lower() if is_letter(value[:1]) else ""
    has_moves = letter and (setting.key == "king" or setting.key.startswith("customPiece"))
    start = min(span.start + 2, span.end) if has_moves else span.end
    while start < span.end and setting.value[start - span.start] in " \t":
        start += 1
    return PieceSetting(setting, letter, Span(start, span.end))


# Evidence


def evidence(text: str) -> int:
    """The number of keys in a text that only this notation has, and of sections that inherit from built-in variants."""
    return sum(1 for _ in _typical().finditer(text))


@cache
def _typical() -> re.Pattern[str]:
    names = "|".join(name for name in keys() if not name.islower())
    return re.compile(rf"(?<![^\r\n])(?:(?:{names}|mobilityRegion\w+) *=|\[[^\]:\r\n]+:(?:{'|'.join(PARENTS)})\])")


# Layout (F3)


_SPACED = re.compile(r"(?P<key>[^\s=#;\[][^=\t]*?) *= *(?![ \t])(?P<value>[^\r\n]*)")


def format_line(line: str) -> str:
    """The layout of a line. A tab, and blanks before a key or after a value, mean something (F3)."""
    if line[:1] in ("#", ";") or not line.strip():
        return line.rstrip(" \t")
    found = _SPACED.fullmatch(line)
    if found is None:
        return line
    return f"{found['key']} = {found['value']}" if found["value"] else f"{found['key']} ="
