"""The pages of the reference: their decisions, and their examples with what is expected of each.

A page of `docs/notations` has four kinds of examples:

- A fence in a notation, and behind it, perhaps after some prose, a fence `text` with what its
  pieces do. A line of it is a drawing (in the letters of M11), the name of the piece that the lines
  below it are about (without one, the last piece of the fence), `A = B` or `A ≠ B` (two pieces are
  the same, or are not), or the moves in a position: `at d4, friend e4, foes c5 d6=King, on 6x6,
  Black, moved, in XBoard: xc5 d5`. `written` in `test_examples.py` has the form of moves. Games
  have their expectations in their own fence.
- A fence `text` with carets and a code below each mistake: a text in the notation of the page.
- A table with two or more heads that name notations, dialects or programs: the cells of a row are
  the same piece.
- A table that is a map around a piece: its first head is `` `N` ``, perhaps with its dialects, or
  `atom`. A text in a cell, before the atom of the head, reaches that square, all others that have
  it, and no more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wazir.notations import REGISTRY, recognized

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = tuple(sorted((DOCS / "notations").glob("*.md")))
NOTATIONS = frozenset(notation.name for notation in REGISTRY)

_PART = re.compile(
    r"^```(?P<language>[\w-]*)[^\n]*\n(?P<body>.*?)^```$|(?P<table>(?:^\|[^\n]*\|\n)+)",
    re.MULTILINE | re.DOTALL,
)
_ANCHOR = re.compile(
    r'<a id="(?P<anchor>[a-z]\d+)"></a>\*\*(?P<id>[A-Z]\d+)\*\* \*\((?P<sayer>[^)]*)\)\*'
)
_CARETS = re.compile(r"^[ ]*\^+ [a-z]", re.MULTILINE)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")

SAYERS = frozenset(
    {"source", "ours", "program", "source, ours", "source, program", "program, ours"}
)
"""Who says a decision: the texts of the inventors, Wazir, or a program as it behaves."""
READINGS = {
    "original": ("betza", "original"),
    "extended": ("betza", "extended"),
    "xbetza": ("betza", "xbetza"),
    "Betza": ("betza", ""),
    "Fairy-Stockfish": ("betza", "fairy-stockfish"),
    "XBoard": ("betza", "xboard"),
    "Lisp": ("lcpn", "lisp"),
    "Emacs Lisp": ("lcpn", "elisp"),
    "C": ("lcpn", "c"),
    "SQL": ("lcpn", "sql"),
    "Bensaħas": ("bensahas", ""),
}
"""The heads of tables: the notation, and the dialect, style or program that reads the cells."""
NO_MOVES = "no moves"
_MAP = re.compile(r"atom|`(?P<atom>[A-Z])`(?: (?P<dialects>[a-z ]+))?")


@dataclass(frozen=True)
class Part:
    """A fence or a table of a page."""

    page: Path
    line: int
    language: str
    """Empty for a table."""
    text: str
    decision: str
    """The last decision before it in its section, which it is an example of; empty if there is
    none.
    """

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line} {self.decision}".rstrip()

    @property
    def is_example(self) -> bool:
        """Whether it is a text in a notation without mistakes."""
        return self.language in NOTATIONS

    @property
    def has_carets(self) -> bool:
        """Whether it is a text with mistakes."""
        return self.language == "text" and _CARETS.search(self.text) is not None


@cache
def parts(page: Path) -> tuple[Part, ...]:
    """The fences and tables of a page, in order."""
    text = page.read_text("utf-8")
    return tuple(
        Part(
            page,
            text.count("\n", 0, match.start()) + 1,
            match["language"] or "",
            match["body"] or match["table"] or "",
            _last_decision(text[: match.start()]),
        )
        for match in _PART.finditer(text)
    )


def _last_decision(text: str) -> str:
    """The last decision of the section that a text ends in."""
    _, _, section = text.rpartition("\n## ")
    return next((match["id"] for match in reversed([*_ANCHOR.finditer(section)])), "")


def notation_of(part: Part) -> str:
    """The notation of a text with mistakes: that of its page; on pages about several, the one that
    it looks like.
    """
    if part.page.stem in NOTATIONS:
        return part.page.stem
    notation = recognized(part.text, REGISTRY)
    return notation.name if notation else "betza"


def expectations() -> Iterator[tuple[Part, Part]]:
    """The fences `text` that tell what pieces do, each behind the fence that defines them."""
    for page in PAGES:
        example = None
        for part in parts(page):
            if part.is_example:
                example = part
            elif part.language == "text" and not part.has_carets:
                assert example, f"{part}: no example before it"
                yield example, part


def mistakes() -> Iterator[Part]:
    """The texts with mistakes."""
    return (part for page in PAGES for part in parts(page) if part.has_carets)


def rows() -> Iterator[tuple[Part, dict[str, tuple[str, ...]]]]:
    """The rows of tables of readings: their table, and the texts in each column that is a
    reading.
    """
    for page in PAGES:
        for part in parts(page):
            head, *lines = table(part) if not part.language else [[]]
            if len(READINGS.keys() & set(head)) > 1:
                for cells in lines[1:]:
                    texts = {
                        name: (NO_MOVES,)
                        if cell == NO_MOVES
                        else tuple(code.strip() for _, code in _CODE.findall(cell))
                        for name, cell in zip(head, cells, strict=True)
                        if name in READINGS
                    }
                    yield part, {name: codes for name, codes in texts.items() if codes}


def maps() -> Iterator[tuple[Part, tuple[str, ...], dict[str, set[tuple[int, int]]]]]:
    """The maps: table, dialects, and each text with the squares it reaches, as (right, forward)."""
    for part in (part for page in PAGES for part in parts(page) if not part.language):
        (first, *_), _, *lines = table(part)
        if head := _MAP.fullmatch(first):
            squares = defaultdict[str, set[tuple[int, int]]](set)
            for up, (_, *cells) in enumerate(reversed(lines), -(len(lines) // 2)):
                for right, cell in enumerate(cells, -(len(cells) // 2)):
                    for _, sign in _CODE.findall(cell):
                        squares[sign + (head["atom"] or "")].add((right, up))
            yield part, tuple((head["dialects"] or "original extended xbetza").split()), squares


def table(part: Part) -> list[list[str]]:
    """The cells of a table, line by line; the second line is the one below the head."""
    lines = (re.split(r"(?<!\\)\|", line)[1:-1] for line in part.text.splitlines())
    return [[cell.strip().replace("\\|", "|") for cell in cells] for cells in lines]


def texts() -> Iterator[tuple[str, str, str]]:
    """Every text of the pages that is in a notation: page, notation, text. Cells of tables are
    texts, too.
    """
    for page in PAGES:
        for part in parts(page):
            if part.is_example:
                yield page.name, part.language, part.text
            elif part.has_carets:
                yield (
                    page.name,
                    notation_of(part),
                    re.sub(r"^ *\^+ .*\n", "", part.text, flags=re.MULTILINE),
                )
    for part, cells in rows():
        for name, codes in cells.items():
            notation, dialect = READINGS[name]
            if dialect not in ("fairy-stockfish", "xboard"):
                for code in set(codes) - {NO_MOVES}:
                    heading = f"%dialect {dialect}\n" if notation == "betza" and dialect else ""
                    yield part.page.name, notation, heading + code
    for part, dialects, squares in maps():
        yield from (
            (part.page.name, "betza", f"%dialect {dialect}\n{text}")
            for dialect in dialects
            for text in squares
        )


# Decisions


def proved() -> set[str]:
    """The decisions that have an example, whose test has their name."""
    compared = {part.decision for part, _ in rows()} | {part.decision for part, _, _ in maps()}
    ran = {part.decision for page in PAGES for part in parts(page) if part.language == "console"}
    return (
        compared
        | ran
        | {part.decision for part in mistakes()}
        | {part.decision for _, part in expectations()}
    )


def anchored(page: Path) -> list[tuple[str, str, str]]:
    """The decisions of a page: anchor, number, and who says it."""
    return [
        (match["anchor"], match["id"], match["sayer"])
        for match in _ANCHOR.finditer(page.read_text("utf-8"))
    ]
