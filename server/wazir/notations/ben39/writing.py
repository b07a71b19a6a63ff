"""Moves and positions written into a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wazir.ben39 import fen
from wazir.ben39.actions import number as move_number
from wazir.ben39.fen import draw
from wazir.ben39.position import State, turn
from wazir.notations.ben39.checks import REPLACED
from wazir.notations.ben39.definition import Ben39Analysis
from wazir.notations.ben39.layout import Page
from wazir.notations.ben39.meaning import Record
from wazir.notations.ben39.refactor import keys
from wazir.text import BLANKS, Edit, Span, line_end, newline, without_end


def write_moves(chunk: Ben39Analysis, number: int, at: int, actions: Sequence[str]) -> Edit:
    """The edit that writes actions into a record after some of its own; they replace those that follow.

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
        place = _end_of_line(text, record.span.end)
        return Edit(Span(place, place), end.join(("", "moves:", *_lines(ply, actions, is_numbered))))
    begin = words[0].start if words else entry.value_start
    start = record.plays[at - 1].span.end if at else begin
    stop = words[-1].end if words else start
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


def write_position(chunk: Ben39Analysis, number: int, state: State) -> str:
    """The text of a chunk in which a record starts from another position, without moves and expectations."""
    text = chunk.text
    record, page = chunk.records[number], Page(text, chunk.reading)
    lines = [f"fen: {fen.write(state)}"] if record.entry("fen") else [*keys(state), "board:", *draw(state)]
    replaced = [entry for entry in record.entries if entry.key in {*REPLACED, "fen", "moves", "expect"}]
    for entry in replaced:
        page.remove(entry)
    _insert(page, record, min((entry.key_span.start for entry in replaced), default=None), lines)
    return page.text()


def _insert(page: Page, record: Record, place: int | None, lines: Sequence[str]) -> None:
    """Insert lines at a removed key, or after the name of the record."""
    if place is not None:
        page.bodies[page.line(place)], page.inserted[page.line(place)] = lines[0], tuple(lines[1:])
    elif record.header:
        page.inserted[page.line(record.header.start)] = tuple(lines)
    else:
        page.before[page.line(record.span.start)] = tuple(lines)
