"""Refactorings, conversions, and moves and positions written into a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wazir.ben39 import fen
from wazir.ben39.actions import number as move_number
from wazir.ben39.board import INTERSECTION_OF, RING_NAMES, SQUARE_OF
from wazir.ben39.fen import RANKS, draw
from wazir.ben39.position import (
    CASTLES,
    LETTERS,
    Owned,
    Piece,
    Position,
    Side,
    State,
    pack,
    turn,
    unpack,
)
from wazir.ben39.rules import actions
from wazir.ben39.words import title
from wazir.budget import check
from wazir.notations.ben39.checks import REPLACED, key_diagnostics
from wazir.notations.ben39.definition import Ben39Definition
from wazir.notations.ben39.drawing import STARTS
from wazir.notations.ben39.layout import Page, format_chunk
from wazir.notations.ben39.meaning import Record, left_of_army, read
from wazir.notations.ben39.syntax import Entry, starts_chunk
from wazir.notations.fixes import insertion
from wazir.notations.notation import Context
from wazir.notations.reports import has_error
from wazir.notations.results import Refactoring
from wazir.text import BLANKS, Edit, Span, line_bounds, line_end, line_start, newline, without_end

_HOW = {"+": "orthogonally", "x": "diagonally"}


def refactorings(chunk: Ben39Definition, span: Span) -> tuple[Refactoring, ...]:
    """The refactorings at a span of a chunk."""
    results: list[Refactoring] = []
    for index, record in enumerate(chunk.records):
        if record.span.touches(span):
            results += [*_numbered(record, span), *_completed(record, span), *_stepping(record)]
            results += [*_counted(record), *_turned(record, index, span)]
    return tuple(results)


def _numbered(record: Record, span: Span) -> Iterator[Refactoring]:
    """Add numbers to the moves."""
    entry = record.entry("moves")
    if entry is None or not entry.words or not entry.span.touches(span):
        return
    if any(word.kind == "NUMBER" for word in entry.words):
        return
    first = int(turn(record.start) is Side.BLACK)
    edits = tuple(
        insertion(word.start, f"{move_number(ply)} ")
        for ply, word in enumerate((word for word in entry.words if word.kind == "ACTION"), first)
        if ply == first or ply % 2 == 0
    )
    yield Refactoring("Number the moves", edits)


def _completed(record: Record, span: Span) -> Iterator[Refactoring]:
    """Complete a reserve with the pieces that are not on the board."""
    for side in Side:
        entry = record.entry(f"{side} reserve")
        if entry is None or not entry.span.touches(span) or record.entry("fen"):
            continue
        letters = left_of_army(
            [piece.letter for piece in record.setup.pieces if piece.side is side and piece.place]
        )
        if sorted(letters) != sorted(word.text for word in entry.words if word.text != "-"):
            written = " ".join(letters) or "-"
            edit = Edit(Span(entry.value_start, entry.value_end), f" {written}")
            yield Refactoring(f"Complete the reserve of {title(side)}: {written}", (edit,))


def _stepping(record: Record) -> Iterator[Refactoring]:
    """Add a next step to all castles without one."""
    text = record.text
    unknown = [piece for piece in record.setup.pieces if piece.is_unknown]
    entry, board = record.entry("castles"), record.entry("board")
    for step, how in _HOW.items() if unknown else ():
        named = " ".join(f"{piece.place}{step}" for piece in unknown)
        title = f"Set the next step of unknown castles: {how}"
        if record.entry("fen"):
            ends = [piece.span.end for piece in unknown]
            yield Refactoring(title, tuple(Edit(Span(end - 1, end), step) for end in ends))
        elif entry:
            yield Refactoring(title, (insertion(entry.value_end, f" {named}"),))
        elif board:
            edit = insertion(
                line_start(text, board.key_span.start), f"castles: {named}{newline(text)}"
            )
            yield Refactoring(title, (edit,))


def _counted(record: Record) -> Iterator[Refactoring]:
    """Add the number of legal actions as an expectation."""
    text = record.text
    entry = record.entry("expect")
    words = entry.words if entry else ()
    if not record.is_legal or any(word.text.split()[0] == "perft" for word in words):
        return
    count = f"perft 1 = {len(actions(record.game.state))}"
    if entry:
        comma = "," if words and words[-1].kind != "COMMA" else ""
        edit = insertion(entry.value_end, f"{comma} {count}")
    else:
        edit = insertion(_end_of_line(text, record.span.end), f"{newline(text)}expect: {count}")
    yield Refactoring(f"Expect `{count}`", (edit,))


def _turned(record: Record, index: int, span: Span) -> Iterator[Refactoring]:
    """Mirror the position or swap its sides; offered at its start."""
    entry = record.entry("fen") or record.entry("board")
    if entry is None or not (
        entry.key_span.touches(span) or (record.header and record.header.touches(span))
    ):
        return
    for way in WAYS:
        if (after := turned(record.text, index, way)) is not None:
            yield Refactoring(way.title, (Edit(Span(0, len(record.text)), after),))


# The two forms of a position: a diagram with keys, and one line (G23, G24)

_LEFT_OUT = (*RANKS[::14], *RANKS[2:-2:2], *RANKS[3:-2:2])
"""Ranks that may be left out of a diagram, in the order of preference."""


def convert(text: str, _form: str, other: str) -> str:
    """A text with all its positions in one form.

    Raises:
        ValueError: A position is invalid, or cannot be written in that form.
    """
    starts = [
        start for start, end in line_bounds(text) if starts_chunk(without_end(text[start:end]))
    ]
    parts = []
    for start, end in pairwise((0, *starts, len(text))):
        check()
        reading = read(text[start:end])
        if reading.tree.problems:
            raise ValueError("A record is too long to be read.")
        page = Page(text[start:end], reading)
        for record in reading.records:
            has_form = record.entry("fen") is not None
            if other == "fen" and not has_form:
                form = f"fen: {fen.write(_certain_start(record))}"
                _replace(page, record, REPLACED, lines=(form,), at=record.entry("board"))
            elif other == "board" and has_form:
                state = _certain_start(record)
                _replace(
                    page,
                    record,
                    ("fen",),
                    lines=(*keys(state), "board:", *draw(state, _ranks(record))),
                )
        parts.append(page.text())
    return "".join(parts)


def _replace(
    page: Page,
    record: Record,
    replaced: Iterable[str],
    lines: Sequence[str],
    at: Entry | None = None,
) -> None:
    """Remove keys from a record, and write lines in the place of *at*, or else of the first that is
    removed.
    """
    removed = [entry for entry in record.entries if entry.key in replaced]
    for entry in removed:
        page.remove(entry)
    anchor = at or next(iter(removed), None)
    if anchor:
        line = page.line(anchor.key_span.start)
        page.bodies[line], page.inserted[line] = lines[0], tuple(lines[1:])
    elif record.header:
        page.inserted[page.line(record.header.start)] = tuple(lines)
    else:
        page.before[page.line(record.span.start)] = tuple(lines)


def keys(state: State) -> Iterator[str]:
    """The keys to write beside a diagram; defaults are omitted."""
    position = unpack(state)
    if position.turn is Side.BLACK:
        yield "turn: black"
    for side in Side:
        if position.hands[side]:
            yield f"{side} hand: {' '.join(position.hands[side])}"
    for side in Side:
        drawn = [piece.letter for owner, piece in position.pieces.values() if owner is side]
        if position.reserves[side] != left_of_army(drawn):
            yield f"{side} reserve: {' '.join(position.reserves[side]) or '-'}"
    known = set(CASTLES) - {Piece.CASTLE_EITHER}
    steps = [
        f"{place}{LETTERS[piece][1]}"
        for place, (_, piece) in position.pieces.items()
        if piece in known
    ]
    if steps:
        yield f"castles: {' '.join(steps)}"


def _certain_start(record: Record) -> State:
    """The initial position of a record.

    Raises:
        ValueError: It has an error.
    """
    diagnostics = [
        *key_diagnostics(record),
        *(record.drawing.diagnostics if record.drawing else ()),
    ]
    if has_error(diagnostics) or not record.is_shown:
        raise ValueError(f"{_title(record)} has an error. Fix it first.")
    return record.start


def _title(record: Record) -> str:
    """The subject of a message about a position."""
    return f"The position `{record.name.text}`" if record.name else "A position"


def _ranks(record: Record) -> list[int]:
    """The ranks to draw: all, unless a full diagram would be invalid."""
    position = unpack(record.start)
    kings = {side for side, piece in position.pieces.values() if piece is Piece.KING}
    if len(position.movable) == len(STARTS) and (len(kings) == len(Side) or not position.pieces):
        return list(RANKS)
    used = {int(place[1:]) for place in (*position.pieces, *position.movable)}
    free = next((rank for rank in _LEFT_OUT if rank not in used), None)
    if free is None:
        raise ValueError(
            f"{_title(record)} lacks a king or a movable square, and would be drawn on all ranks."
        )
    return [rank for rank in RANKS if rank != free]


# Mirrored and swapped records

_PLACE = re.compile(r"[a-o][0-9]{1,2}(?![0-9])")
_ALONG = re.compile(r"\(([^()]*)\)")
_SIDE = re.compile(r"\b(white|black)\b")
_NAMES = frozenset((*SQUARE_OF, *INTERSECTION_OF))


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of the game."""

    title: str
    swaps: bool
    """Rotates the board by 180 degrees and swaps the sides; else mirrors left and right."""

    def place(self, name: str) -> str:
        """The image of a place."""
        file = chr(ord("a") + ord("o") - ord(name[0]))
        return f"{file}{16 - int(name[1:]) if self.swaps else name[1:]}"

    def side(self, side: Side) -> Side:
        """The image of a side."""
        return side.other if self.swaps else side

    def position(self, position: Position) -> Position:
        """The image of a position."""
        order = -1 if self.swaps else 1
        where = {self.place(name) for name in position.movable}
        hands, reserves = position.hands[::order], position.reserves[::order]
        return Position(
            pieces={
                self.place(name): Owned(self.side(side), piece)
                for name, (side, piece) in position.pieces.items()
            },
            movable=tuple(name for name in RING_NAMES if name in where),
            turn=self.side(position.turn),
            hands=(hands[0], hands[1]),
            reserves=(reserves[0], reserves[1]),
            ended=position.ended,
            rules=position.rules,
        )

    def action(self, text: str) -> str:
        """The image of an action. Mirroring reverses the direction of rotations."""
        text = _ALONG.sub(
            lambda match: f"({','.join(sorted(match[1].split(',')))})", self.places(text)
        )
        return text if self.swaps else text.translate(_OTHER_WAY)

    def places(self, text: str) -> str:
        """A text with the images of its places."""
        return _PLACE.sub(
            lambda match: self.place(match[0]) if match[0] in _NAMES else match[0], text
        )

    def words(self, text: str) -> str:
        """A text with the images of its sides."""
        return _SIDE.sub(lambda match: _OTHER[match[0]], text) if self.swaps else text


_OTHER_WAY = str.maketrans("<>", "><")
_OTHER = {"white": "black", "black": "white"}
WAYS = (
    Symmetry("Mirror the position, left for right", swaps=False),
    Symmetry("Swap the sides", swaps=True),
)


def turned(text: str, index: int, way: Symmetry) -> str | None:
    """A text with one record transformed; None if the record is invalid or cannot be written."""
    reading = read(text)
    record = reading.records[index]
    page = Page(text, reading)
    drawing = record.setup.drawing
    board = record.entry("board")
    try:
        position = way.position(unpack(_certain_start(record)))
        expected = pack(position)
    except ValueError:
        return None
    for entry in record.entries:
        if entry.key == "board" and drawing and drawing.rows:
            ranks = {16 - rank if way.swaps else rank for rank in drawing.ranks}
            ranks.update(int(name[1:]) for name in position.movable)
            page.bodies |= page.redrawn(drawing, position, ranks)
        else:
            _rewrite(page, entry, position, way=way)
    if way.swaps and board and record.entry("turn") is None:
        page.before[page.line(board.key_span.start)] = ("turn: black",)
    after = format_chunk(page.text(), Context())
    return after if read(after).records[index].start == expected else None


def _rewrite(page: Page, entry: Entry, position: Position, way: Symmetry) -> None:
    """Transform a value, token by token."""
    first, lines = page.line(entry.key_span.start), dict[int, str]()
    if entry.key == "fen":
        lines[first] = fen.write(pack(position))
    for word in entry.words if entry.key != "fen" else ():
        text = word.text
        if entry.key == "moves":
            text = way.action(text)
        elif entry.key in ("castles", "expect", "turn"):
            text = way.words(way.places(text))
        line = page.line(word.start)
        lines[line] = f"{lines[line]} {text}" if line in lines else text
    page.bodies |= {**lines, first: f"{way.words(entry.key)}: {lines.get(first, '')}".rstrip(" ")}


# Moves and positions that are written into a record


def write_moves(chunk: Ben39Definition, number: int, at: int, actions: Sequence[str]) -> Edit:
    """The edit that writes actions into a record after some of its own; they replace those that
    follow.

    Args:
        chunk: The chunk.
        number: The number of the record in the chunk, from 0.
        at: The number of actions of the record that stay.
        actions: The actions as written.
    """
    text = chunk.text
    record = chunk.records[number]
    entry = record.entry("moves")
    end = newline(text)
    words = entry.words if entry else ()
    is_numbered = not words or any(word.kind == "NUMBER" for word in words)
    ply = int(turn(record.start)) + at
    if entry is None:
        lines = ("", "moves:", *_lines(ply, actions, is_numbered))
        return insertion(_end_of_line(text, record.span.end), end.join(lines))
    stop = entry.value_end
    if at:
        start = record.plays[at - 1].span.end
    elif words:
        start = words[0].start
    else:
        start = stop
    if at and text[start : _end_of_line(text, start)].lstrip(BLANKS).startswith(";"):
        start = _end_of_line(text, start)  # the comment about an action that stays
    elif at and ply % 2:  # in the line of White's
        lines = (f" {actions[0]}", *_lines(ply + 1, actions[1:], is_numbered))
        return Edit(Span(start, stop), end.join(lines))
    before = "" if words and not at else end
    return Edit(Span(start, max(start, stop)), before + end.join(_lines(ply, actions, is_numbered)))


def _end_of_line(text: str, offset: int) -> int:
    """The end of the line at an offset, without its line end."""
    return offset + len(without_end(text[offset : line_end(text, offset)]))


def _lines(ply: int, actions: Sequence[str], is_numbered: bool) -> Iterator[str]:
    """Actions in lines of White's and Black's."""
    for first in range(ply - ply % 2, ply + len(actions), 2):
        begin = max(first, ply)
        some = actions[begin - ply : first + 2 - ply]
        yield " ".join([move_number(begin), *some] if is_numbered else some)


def write_position(chunk: Ben39Definition, number: int, state: State) -> str:
    """The text of a chunk in which a record starts from another position, without moves and
    expectations.
    """
    text = chunk.text
    record, page = chunk.records[number], Page(text, chunk.reading)
    if record.entry("fen"):
        lines = [f"fen: {fen.write(state)}"]
    else:
        lines = [*keys(state), "board:", *draw(state)]
    _replace(page, record, (*REPLACED, "fen", "moves", "expect"), lines=lines)
    return page.text()
