"""Changes that an author may want: numbers, what is not said yet, and the position as others see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wazir.ben39.position import ARMY, RESERVE, Side, turn
from wazir.ben39.rules import actions
from wazir.ben39.words import title
from wazir.notations.base import Context, Rewrite, Scope
from wazir.notations.ben39.meaning import Meaning, meaning
from wazir.notations.ben39.reading.build import read
from wazir.notations.ben39.records import Record
from wazir.notations.ben39.vocabulary import STATES
from wazir.notations.ben39.writing.layout import number
from wazir.notations.ben39.writing.turned import WAYS, turned
from wazir.text import Edit, Span, line_end, line_start, without_end

_HOW = {"+": "orthogonally", "x": "diagonally"}


def rewrites(text: str, _context: Context, span: Span, _scope: Scope) -> tuple[Rewrite, ...]:
    """The changes that are offered where a span lies in a chunk."""
    found: list[Rewrite] = []
    for place, record in enumerate(read(text).records):
        if _touches(record.span, span):
            meant = meaning(record, text)
            found += _numbered(record, meant, span)
            found += _completed(record, meant, span)
            found += _stepping(record, meant, text)
            found += _counted(record, meant, text)
            found += _turned(record, text, place, span)
    return tuple(found)


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _line_end(text: str) -> str:
    return next((sign for sign in ("\r\n", "\n", "\r") if sign in text), "\n")


def _numbered(record: Record, meant: Meaning, span: Span) -> Iterator[Rewrite]:
    """The moves with numbers, where they have none."""
    entry = record.entry("moves")
    if entry is None or not entry.words or not _touches(entry.span, span):
        return
    if any(word.kind == "NUMBER" for word in entry.words):
        return
    first = int(turn(meant.start) is Side.BLACK)
    edits = tuple(
        Edit(Span(word.start, word.start), f"{number(ply)} ")
        for ply, word in enumerate(entry.words, first)
        if ply == first or ply % 2 == 0
    )
    yield Rewrite("Number the moves", edits)


def _completed(record: Record, meant: Meaning, span: Span) -> Iterator[Rewrite]:
    """A reserve with all the pieces that the board does not show."""
    for side in Side:
        entry = record.entry(f"{side} reserve")
        if entry is None or not _touches(entry.span, span) or record.entry("fen"):
            continue
        drawn = Counter(shown.letter for shown in meant.setup.pieces if shown.side is side and shown.place)
        letters = [letter for letter in RESERVE for _ in range(ARMY[letter] - drawn[letter])]
        if Counter(letters) != Counter(word.text for word in entry.words if word.text != "-"):
            said = " ".join(letters) or "-"
            last = entry.words[-1].end if entry.words else entry.value_start
            edit = Edit(Span(entry.value_start, last), f" {said}")
            yield Rewrite(f"Complete the reserve of {title(side)}: {said}", (edit,))


def _stepping(record: Record, meant: Meaning, text: str) -> Iterator[Rewrite]:
    """A next step for all castles that have none."""
    unknown = [shown for shown in meant.setup.pieces if shown.is_unknown and shown.place and shown.span]
    entry, board = record.entry("castles"), record.entry("board")
    for step in STATES.values() if unknown else ():
        named = " ".join(f"{shown.place}{step.spelling}" for shown in unknown)
        title = f"Let castles that may go either way step {_HOW[step.spelling]} next"
        if record.entry("fen"):
            ends = [shown.span.end for shown in unknown if shown.span]
            yield Rewrite(title, tuple(Edit(Span(end - 1, end), step.spelling) for end in ends if text[end - 1] == "?"))
        elif entry:
            place = entry.words[-1].end if entry.words else entry.value_start
            yield Rewrite(title, (Edit(Span(place, place), f" {named}"),))
        elif board:
            start = line_start(text, board.key_span.start)
            yield Rewrite(title, (Edit(Span(start, start), f"castles: {named}{_line_end(text)}"),))


def _counted(record: Record, meant: Meaning, text: str) -> Iterator[Rewrite]:
    """How many actions there are, as something that is expected."""
    entry = record.entry("expect")
    words = entry.words if entry else ()
    if not meant.is_legal or any(word.text.split()[0] == "perft" for word in words):
        return
    count = f"perft 1 = {len(actions(meant.game.state))}"
    title = f"Expect `{count}`"
    if entry and words:
        place, more = words[-1].end, f"{'' if words[-1].kind == 'COMMA' else ','} {count}"
    elif entry:
        place, more = entry.value_start, f" {count}"
    else:
        last = line_start(text, record.span.end)
        place = last + len(without_end(text[last : line_end(text, record.span.end)]))
        more = f"{_line_end(text)}expect: {count}"
    yield Rewrite(title, (Edit(Span(place, place), more),))


def _turned(record: Record, text: str, place: int, span: Span) -> Iterator[Rewrite]:
    """The position in a mirror, and with the sides swapped; offered where it begins."""
    entry = record.entry("fen") or record.entry("board")
    if entry is None or not (_touches(entry.key_span, span) or (record.header and _touches(record.header, span))):
        return
    for way in WAYS:
        after = turned(text, place, way)
        if after is not None:
            yield Rewrite(way.title, (Edit(Span(0, len(text)), after),))
