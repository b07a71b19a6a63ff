"""Records as in a mirror, or with the sides swapped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from wazir.ben39 import fen
from wazir.ben39.board import INTERSECTION_OF, RING_NAMES, SQUARE_OF
from wazir.ben39.diagram import FILES, draw
from wazir.ben39.position import Piece, Position, Side, pack, unpack
from wazir.notations.base import Context
from wazir.notations.ben39.meaning import Meaning, meaning
from wazir.notations.ben39.reading.build import read
from wazir.notations.ben39.records import Drawing, Entry, Record
from wazir.notations.ben39.writing.forms import sound
from wazir.notations.ben39.writing.layout import Page, format_chunk

_PLACE = re.compile(r"[a-o][0-9]{1,2}(?![0-9])")
_ALONG = re.compile(r"\(([^()]*)\)")
_SIDE = re.compile(r"\b(white|black)\b")
_NAMES = frozenset((*SQUARE_OF, *INTERSECTION_OF))


@dataclass(frozen=True, slots=True)
class Turned:
    """A way of looking at a board that leaves the game as it is."""

    title: str
    swaps: bool
    """The board is turned by half, and each side has what was the other's; else left is right."""

    def place(self, name: str) -> str:
        """What a place is called then."""
        file = chr(ord("a") + ord("o") - ord(name[0]))
        return f"{file}{16 - int(name[1:]) if self.swaps else name[1:]}"

    def side(self, side: Side) -> Side:
        """Who has what a side had."""
        return side.other if self.swaps else side

    def position(self, position: Position) -> Position:
        """What a position is then."""
        order = -1 if self.swaps else 1

        def turned(pieces: Mapping[str, tuple[Side, Piece]]) -> dict[str, tuple[Side, Piece]]:
            return {self.place(name): (self.side(side), piece) for name, (side, piece) in pieces.items()}

        where = {self.place(name) for name in position.movable}
        hands, reserves = position.hands[::order], position.reserves[::order]
        return Position(
            turned(position.squares),
            turned(position.intersections),
            tuple(name for name in RING_NAMES if name in where),
            self.side(position.turn),
            (hands[0], hands[1]),
            (reserves[0], reserves[1]),
            position.ended,
        )

    def action(self, text: str) -> str:
        """How an action is written then. In a mirror, clockwise is counterclockwise."""
        text = _ALONG.sub(lambda found: f"({','.join(sorted(found[1].split(',')))})", self.places(text))
        return text if self.swaps else text.translate(_OTHER_WAY)

    def places(self, text: str) -> str:
        """A text with the names that its places have then."""
        return _PLACE.sub(lambda found: self.place(found[0]) if found[0] in _NAMES else found[0], text)

    def words(self, text: str) -> str:
        """A text with the sides of then."""
        return _SIDE.sub(lambda found: _OTHER[found[0]], text) if self.swaps else text


_OTHER_WAY = str.maketrans("<>", "><")
_OTHER = {"white": "black", "black": "white"}
WAYS = (Turned("Mirror the position, left for right", False), Turned("Swap the sides", True))


def turned(text: str, number: int, way: Turned) -> str | None:
    """A text with one of its records turned; None if that record cannot be read, or not be written so."""
    said = read(text)
    record = said.records[number]
    page = Page(text, said)
    try:
        expected = pack(way.position(unpack(sound(page, record))))
    except ValueError:
        return None
    _turn(page, record, way)
    after = format_chunk(page.text(), Context())
    records = read(after).records
    return after if len(records) > number and meaning(records[number], after).start == expected else None


def _turn(page: Page, record: Record, way: Turned) -> None:
    meant = meaning(record, page.source)
    for entry in record.entries:
        first = page.line(entry.key_span.start)
        if entry.key == "board" and meant.setup.drawing:
            _draw(page, entry, meant.setup.drawing, meant, way)
        else:
            _rewrite(page, entry, first, meant, way)
    base = record.entry("board")
    if way.swaps and base and record.entry("turn") is None:
        line = page.line(base.key_span.start)
        page.before[line] = ("turn: black",)


def _rewrite(page: Page, entry: Entry, first: int, meant: Meaning, way: Turned) -> None:
    """Turn what stands behind a key, word by word."""
    lines: dict[int, str] = {}
    if entry.key == "fen":
        lines[first] = fen.write(pack(way.position(unpack(meant.start))))
    for word in entry.words if entry.key != "fen" else ():
        text = word.text
        if entry.key == "moves":
            text = way.action(text)
        elif entry.key in ("castles", "expect", "turn"):
            text = way.words(way.places(text))
        line = page.line(word.start)
        lines[line] = f"{lines[line]} {text}" if line in lines else text
    key = f"{way.words(entry.key)}:"
    page.bodies |= {**lines, first: f"{key} {lines[first]}" if first in lines else key}


def _draw(page: Page, entry: Entry, drawing: Drawing, meant: Meaning, way: Turned) -> None:
    """Draw the position anew, with the ranks of all movable squares, in place of the first line of the old drawing."""
    position = way.position(unpack(meant.start))
    ranks = {16 - rank if way.swaps else rank for rank in drawing.ranks}
    ranks.update(int(name[1:]) for name in position.movable)
    lines = draw(position, ranks)
    old = [row.start for row in drawing.rows]
    if len(lines) - 1 == len(old):
        page.bodies |= dict(zip(old, lines, strict=False))
        page.behind[old[-1]] = (FILES,)
    else:
        page.bodies |= {**dict.fromkeys(old), old[0]: lines[0]}
        page.behind[old[0]] = lines[1:]
    if drawing.files:
        page.bodies[page.line(drawing.files.start)] = None
