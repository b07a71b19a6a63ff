"""The two forms of a position: a drawing with its keys, and one line (G23, G24)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wazir.ben39 import fen
from wazir.ben39.diagram import RANKS, draw
from wazir.ben39.position import ARMY, CASTLES, LETTERS, RESERVE, Piece, Position, Side, State, unpack
from wazir.diagnostics import Severity
from wazir.notations.ben39.checking.keys import REPLACED, key_findings
from wazir.notations.ben39.meaning import meaning
from wazir.notations.ben39.reading.build import read
from wazir.notations.ben39.reading.drawing import STARTS, drawing
from wazir.notations.ben39.reading.grammar import starts_chunk
from wazir.notations.ben39.records import Record
from wazir.notations.ben39.writing.layout import Page
from wazir.text import line_starts, without_end

_LEFT_OUT = (*RANKS[::14], *RANKS[2:-2:2], *RANKS[3:-2:2])
"""Ranks that a drawing may do without, in the order in which one is looked for."""


def convert(text: str, _form: str, other: str) -> str:
    """A text with all its positions in one form.

    Raises:
        ValueError: A position cannot be read, or cannot be said in that form.
    """
    bounds = (*line_starts(text), len(text))
    starts = [start for start, end in pairwise(bounds) if start and starts_chunk(without_end(text[start:end]))]
    return "".join(_converted(text[start:end], other) for start, end in pairwise((0, *starts, len(text))))


def _converted(text: str, form: str) -> str:
    said = read(text)
    if said.tree.problems:
        raise ValueError("There is a record too long to be read.")
    page = Page(text, said)
    for record in said.records:
        if form == "fen" and record.entry("fen") is None:
            as_fen(page, record)
        elif form == "board" and record.entry("fen") is not None:
            as_board(page, record)
    return page.text()


def as_fen(page: Page, record: Record) -> None:
    """Put the position of a record into one line, in place of all keys that say it.

    Raises:
        ValueError: The position cannot be read.
    """
    start = sound(page, record)
    line = f"fen: {fen.write(start)}"
    said = [entry for entry in record.entries if entry.key in REPLACED]
    for entry in said:
        lines = {page.line(offset) for offset in (entry.key_span.start, *(word.start for word in entry.words))}
        page.bodies |= dict.fromkeys(lines)
        board = record.entry("board")
        if entry is board and (files := drawing(board, page.source)[0].files):
            page.bodies[page.line(files.start)] = None
    anchor = record.entry("board") or (said[0] if said else None)
    if anchor:
        page.bodies[page.line(anchor.key_span.start)] = line
    elif record.header:
        page.behind[page.line(record.header.start)] = (line,)
    else:
        page.before[page.line(record.entries[0].key_span.start)] = (line,)


def as_board(page: Page, record: Record) -> None:
    """Draw the position of a record, with the keys that say the rest, in place of its one-line form.

    Raises:
        ValueError: The form cannot be read, or no drawing shows that position.
    """
    entry = record.entry("fen")
    state = sound(page, record)
    lines = (*keys(state), "board:", *draw(state, _ranks(unpack(state), record)))
    if entry:
        here = page.line(entry.key_span.start)
        page.bodies[here], page.behind[here] = lines[0], lines[1:]


def keys(state: State) -> Iterator[str]:
    """What must be said beside a drawing of a position; what goes without saying is left out."""
    position = unpack(state)
    if position.turn is Side.BLACK:
        yield "turn: black"
    for side in Side:
        if position.hands[side]:
            yield f"{side} hand: {' '.join(position.hands[side])}"
    for side in Side:
        if position.reserves[side] != rest(position, side):
            yield f"{side} reserve: {' '.join(position.reserves[side]) or '-'}"
    steps = [f"{place}{LETTERS[piece][1]}" for place, (_, piece) in position.intersections.items() if _is_known(piece)]
    if steps:
        yield f"castles: {' '.join(steps)}"


def rest(position: Position, side: Side) -> str:
    """The army of a side less what is on the board."""
    there = [piece.letter for owner, piece in position.intersections.values() if owner is side]
    return "".join(letter * max(ARMY[letter] - there.count(letter), 0) for letter in RESERVE)


def _is_known(piece: Piece) -> bool:
    return piece in CASTLES and piece is not Piece.CASTLE_EITHER


def sound(page: Page, record: Record) -> State:
    """The position of a record that has no mistake in how it is written."""
    board = record.entry("board")
    found = [*key_findings(record, page.source), *(drawing(board, page.source)[1] if board else ())]
    meant = meaning(record, page.source)
    if any(one.code.severity is Severity.ERROR for one in found) or not _is_shown(page, record):
        raise ValueError(f"{_title(record)} has an error; it must be mended first.")
    return meant.start


def _is_shown(page: Page, record: Record) -> bool:
    """Whether all that is written is part of the position, and the position can be written."""
    meant = meaning(record, page.source)
    setup = meant.setup
    if setup.form and setup.form.faults:
        return False
    drawn = [sign for sign in setup.drawing.signs if sign.side is not None] if setup.drawing else []
    is_whole = setup.drawing is None or len(drawn) == sum(1 for shown in setup.pieces if shown.place)
    return is_whole and not fen.read(fen.write(meant.start)).faults


def _title(record: Record) -> str:
    return f"The position `{record.name.text}`" if record.name else "A position"


def _ranks(position: Position, record: Record) -> list[int]:
    """The ranks to draw: all, unless a full drawing would be one with a mistake."""
    pieces = [*position.squares.values(), *position.intersections.values()]
    kings = {side for side, piece in pieces if piece is Piece.KING}
    if len(position.movable) == len(STARTS) and (len(kings) == len(Side) or not pieces):
        return list(RANKS)
    used = {int(place[1:]) for place in (*position.squares, *position.intersections, *position.movable)}
    free = next((rank for rank in _LEFT_OUT if rank not in used), None)
    if free is None:
        raise ValueError(f"{_title(record)} lacks a king or a movable square, and would be drawn on all ranks.")
    return [rank for rank in RANKS if rank != free]
