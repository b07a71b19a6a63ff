"""What an editor shows beside a text: a few kinds of blocks, written as Markdown or as plain text.

Text in blocks is plain: whatever a document holds may be put into one, and stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wazir.piece.svg import data_uri


@dataclass(frozen=True, slots=True)
class Heading:
    """A short title."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences; white space in them is folded."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Lines that keep their shape."""

    text: str
    language: str = ""
    """The name of a notation, to be coloured by the editor; empty for a diagram."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG, with what it shows in words."""

    svg: str
    alt: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short texts."""

    items: tuple[str, ...]


Block = Heading | Paragraph | Code | Picture | Bullets

_LONGEST_ALT = 300
_SPECIAL = re.compile(r"[\\`*_\[\]#~|$]")
_AT_START = re.compile(r"^(\d{1,9})([.)])|^([-+=])")
_QUOTED = re.compile(r"`([^`\s](?:[^`]*[^`\s])?)`")
_ADDRESS = re.compile(r"(?<=:)//|(?<=www)\.|@", re.IGNORECASE)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LINE_END = re.compile("\r\n?|[\u2028\u2029\x85]")
_NOT_A_LANGUAGE = re.compile(r"[^a-z0-9-]")


def markdown(blocks: Iterable[Block], pictures: bool) -> str:
    """The blocks as Markdown. Pictures come first, if they are wanted at all."""
    kept = list(blocks)
    shown = [block for block in kept if isinstance(block, Picture)] if pictures else []
    return "\n\n".join(_markdown(block) for block in (*shown, *(b for b in kept if not isinstance(b, Picture))))


def plain(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, without pictures."""
    return "\n\n".join(_plain(block) for block in blocks if not isinstance(block, Picture))


def _markdown(block: Block) -> str:
    match block:
        case Heading(text):
            return f"### {_shown(text)}"
        case Paragraph(text):
            return _shown(text)
        case Code(text, language):
            return _fenced(text, language)
        case Picture(svg, alt):
            return f"![{_escaped(_line(alt[:_LONGEST_ALT]))}]({data_uri(svg)})"
        case Bullets(items):
            return "\n".join(f"- {_shown(item)}" for item in items)


def _plain(block: Block) -> str:
    match block:
        case Heading(text) | Paragraph(text):
            return _line(text)
        case Code(text, _):
            return _lines(text)
        case Picture(_, alt):
            return _line(alt)
        case Bullets(items):
            return "\n".join(f"- {_line(item)}" for item in items)


def _shown(text: str) -> str:
    """A text as one line of Markdown, with what stands between backticks as code, if they all come in pairs."""
    line = _line(text)
    parts = _QUOTED.split(line)
    if "``" in line or any("`" in part for part in parts[::2]):
        return _escaped(line)
    first, *rest = parts
    return _escaped(first) + "".join(
        f"`{part}`" if number % 2 == 0 else _escaped_within(part) for number, part in enumerate(rest)
    )


def _escaped(line: str) -> str:
    """A line of Markdown that shows just that text: no emphasis, no code, no link, no HTML, no list."""
    within = _escaped_within(line)
    return _AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", within)


def _escaped_within(line: str) -> str:
    """The same, where it does not begin the line."""
    line = _ADDRESS.sub(lambda found: "".join(f"\\{sign}" for sign in found[0]), _SPECIAL.sub(r"\\\g<0>", line))
    return re.sub("[&<>]", lambda found: _ENTITIES[found[0]], line)


def _fenced(text: str, language: str) -> str:
    """A code block whose fence is longer than any in the text."""
    lines = _lines(text)
    longest = max((len(run) for run in re.findall("`+", lines)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{_NOT_A_LANGUAGE.sub('', language.lower()) or 'text'}\n{lines}\n{fence}"


def _line(text: str) -> str:
    return " ".join(_UNSHOWABLE.sub("\ufffd", " ".join(text.split())).split())


def _lines(text: str) -> str:
    return _UNSHOWABLE.sub("\ufffd", _LINE_END.sub("\n", text)).rstrip("\n")
