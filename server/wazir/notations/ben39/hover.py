"""Hovers, inlay hints and the outline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.board import RING_NAMES
from wazir.ben39.evaluation import Facts, facts
from wazir.ben39.position import PIECE_OF, Piece, Side, State, turn
from wazir.ben39.rules import actions
from wazir.ben39.words import controlled, describe, lead, name, sentences, standing, title
from wazir.notations.ben39 import vocabulary
from wazir.notations.ben39.definition import Ben39Analysis
from wazir.notations.ben39.meaning import Played, Record
from wazir.notations.ben39.places import is_on_board, place_note
from wazir.notations.ben39.rules import advice
from wazir.notations.ben39.syntax import LETTERS, Entry
from wazir.notations.kit import counted
from wazir.notations.results import HintKind, HoverText, InlayHint
from wazir.syntax import Token
from wazir.text import Span

_WORD = re.compile(r"\S+")


def hover(chunk: Ben39Analysis, offset: int) -> HoverText | None:
    """The hover at an offset; None on blanks, comments and invalid text."""
    if any(token.kind == "COMMENT" and token.start <= offset < token.end for token in chunk.tokens):
        return None
    record = next((record for record in chunk.records if record.span.contains(offset)), None)
    if record is None:
        return None
    if record.header and record.header.contains(offset):
        return _of_header(record, record.header, offset)
    entry = next((entry for entry in record.entries if entry.span.contains(offset)), None)
    if entry is None or entry.key not in vocabulary.KEYS:
        return None
    if offset < entry.key_span.end:
        return _of_key(entry, record)
    return _of_value(entry, record, offset)


def position_notes(state: State) -> tuple[str, ...]:
    """The facts of a position, as sentences."""
    return tuple(sentences(facts(state)))


# Records and keys


def _of_header(record: Record, header: Span, offset: int) -> HoverText:
    """The position of a record after its moves."""
    word = Span(header.start, header.start + len(vocabulary.RECORD.spelling))
    span = record.name.span if record.name and offset >= record.name.start else word
    if not span.contains(offset):
        span = header
    return _of_position(span, record.name.text if record.name else vocabulary.RECORD.title, record.game)


def _of_position(span: Span, title: str, game: Game) -> HoverText:
    """The last position of a game."""
    first, *more = position_notes(game.state)
    return HoverText(span, title, first, notes=tuple(more), game=game)


def _of_key(entry: Entry, record: Record) -> HoverText:
    """The meaning of a key, with the position: the initial one for a diagram, else after the moves."""
    word = vocabulary.KEYS[entry.key]
    game = Game(record.start) if entry.key in ("board", "fen") else record.game
    heading = f"{entry.key}: {word.title}"
    return HoverText(entry.key_span, heading, word.text, notes=position_notes(game.state), game=game)


# Values


def _of_value(entry: Entry, record: Record, offset: int) -> HoverText | None:
    """The hover of a part of a value."""
    if entry.key == "board":
        return _of_drawing(entry, record, offset)
    if entry.key == "fen":
        return _of_form(entry, record, offset)
    word = next((word for word in entry.words if word.span.contains(offset)), None)
    if word is None:
        return None
    if entry.key in LETTERS:
        return _of_stored(entry, word, record)
    if entry.key in _WORDS:
        known = _WORDS[entry.key].get(word.text)
        return HoverText(word.span, known.title, known.text) if known else None
    return _OF_WORD[entry.key](word, record)


_WORDS = {"turn": vocabulary.TURNS, "rules": vocabulary.RULES}
"""The words of the keys whose values are words."""


def _of_stored(entry: Entry, word: Token, record: Record) -> HoverText | None:
    """A piece in a hand or a reserve: its name, its number, and where it may be dropped."""
    side = Side.WHITE if entry.key.startswith("white") else Side.BLACK
    where = entry.key.split()[-1]
    if word.text == "-":
        return HoverText(word.span, f"{title(side)} has nothing in {where}", vocabulary.KEYS[entry.key].text)
    piece = PIECE_OF.get(word.text)
    if piece is None:
        return None
    return _in_store(word.span, side, piece, where, record.start)


def _in_store(span: Span, side: Side, piece: Piece, where: str, state: State) -> HoverText:
    """A piece in a hand or a reserve of a side."""
    notes = []
    if turn(state) is side:
        drops = {
            action.target for action in actions(state) if action.origin < 0 and action.piece.letter == piece.letter
        }
        kind = "square" if piece.on_squares else "intersection"
        notes.append(f"It may be dropped on {counted(len(drops), kind)} now.")
    text = vocabulary.PIECES[piece].removesuffix(" Its next step is unknown: it may go either way once.")
    return HoverText(span, f"{title(side)}'s {name(piece)} in {where}", text, notes=tuple(notes))


def _of_castle(word: Token, record: Record) -> HoverText | None:
    """The next step of a castle and its owner."""
    place, step = word.text[:-1], vocabulary.STATES.get(word.text[-1:])
    if step is None:
        return None
    owners = [piece.side for piece in record.setup.pieces if piece.place == place and piece.letter == "C"]
    heading = f"{title(owners[0])}'s castle on {place}" if owners else f"No castle stands on {place}"
    return HoverText(word.span, heading, f"{step.title}. {step.text}", game=Game(record.start))


def _of_form(entry: Entry, record: Record, offset: int) -> HoverText | None:
    """A piece or a part of a one-line form."""
    written = next((written for written in record.setup.pieces if written.span and written.span.contains(offset)), None)
    if written and written.span and written.place:
        return _of_place(written.span, written.place, record.start)
    words = [Span(*match.span()) for match in _WORD.finditer(record.text, *entry.value_span)]
    parts = zip(words, vocabulary.FEN_PARTS, strict=False)
    number = next((number for number, (word, _) in enumerate(parts) if word.contains(offset)), None)
    if number is None:
        return None
    if written and written.span:
        where = "hand" if number == fen.PARTS.index("the hands") else "reserve"
        return _in_store(written.span, written.side, written.piece, where, record.start)
    return HoverText(words[number], *vocabulary.FEN_PARTS[number], game=Game(record.start))


def _of_drawing(entry: Entry, record: Record, offset: int) -> HoverText | None:
    """The piece at a place of a diagram; the position between places."""
    drawing = record.setup.drawing
    if drawing is None:
        return None
    row = next((row for row in drawing.rows if row.span.contains(offset)), None)
    if drawing.files and row is None and drawing.files.contains(offset):
        return HoverText(drawing.files, "The files", vocabulary.PLACES["files"])
    if row is None:
        return None
    sign = next((sign for sign in row.signs if sign.span.contains(offset)), None)
    if sign:
        return _of_place(sign.span, sign.place, record.start)
    if row.rank_span and row.rank_span.contains(offset):
        return HoverText(row.rank_span, f"Rank {row.rank}", vocabulary.PLACES["rank"])
    return _of_position(row.span, vocabulary.KEYS[entry.key].title, Game(record.start))


def _of_place(span: Span, place: str, state: State) -> HoverText | None:
    """A place of the board; None if it does not exist."""
    if not is_on_board(state, place):
        return None
    note = place_note(state, place)
    return HoverText(span, note.title, note.text, notes=note.notes)


# Moves


def _of_action(word: Token, record: Record) -> HoverText | None:
    """An action in words with the board after it, or the reason why it is not legal with the board before it."""
    play = next((play for play in record.plays if play.span.start == word.start), None)
    if play:
        return _of_play(play)
    if word.kind != "ACTION":
        return None
    return HoverText(word.span, word.text, "It is not looked at: an action before it is not legal.")


def _of_play(play: Played) -> HoverText:
    """An action that is played, or the first that cannot be."""
    reading = play.reading
    if play.action is None:
        reason = reading.reason
        message = str(reason) if reason else ""
        notes = (advice(reason.kind),) if reason else ()
        return HoverText(play.span, f"{play.text}: not legal", message, notes=notes, game=Game(play.before))
    game = Game(play.before, (play.action,))
    note = standing(facts(game.state))
    description = describe(play.before, play.action)
    return HoverText(play.span, spell(play.action), description, notes=(note, *reading.warnings), game=game)


def _of_expectation(word: Token, record: Record) -> HoverText | None:
    """The expectation, and whether it holds."""
    known = vocabulary.EXPECTATIONS.get(word.text.split()[0]) if word.kind == "EXPECTED" else None
    if known is None:
        return None
    actual = tuple(_actual_values(known.spelling, word.text, record.game.state))
    return HoverText(word.span, known.title, known.text, notes=actual)


def _actual_values(what: str, written: str, state: State) -> Iterator[str]:
    """What is true of a position where an expectation of a kind is written."""
    actual = facts(state)
    if what == "perft":
        yield f"There are {actual.actions} legal moves."
    elif what == "control":
        for place in RING_NAMES:
            if place in written.split() and place in actual.control:
                yield f"{controlled(actual.control[place], place)}."
    else:
        yield standing(actual)


_OF_WORD: Mapping[str, Callable[[Token, Record], HoverText | None]] = {
    "castles": _of_castle,
    "moves": _of_action,
    "expect": _of_expectation,
}
"""The hovers of the words of a value, by key."""


# Inlay hints: a summary after each position


def inlay_hints(chunk: Ben39Analysis) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk in order, one after each diagram and each one-line form."""
    hints: list[InlayHint] = []
    for record in chunk.records:
        entry = record.entry("fen") or record.entry("board")
        if entry and entry.words:
            label, notes = " " + " · ".join(_summary(facts(record.start))), " ".join(position_notes(record.start))
            hints.append(InlayHint(entry.value_end, label, notes, HintKind.IMPLIED))
    return tuple(hints)


def _summary(facts: Facts) -> Iterator[str]:
    """The status, the control of the movable squares, and the material."""
    yield standing(facts).removesuffix(".")
    for place, control in facts.control.items():
        side = "nobody" if control.side is None else title(control.side)
        yield f"{place} {side} {control.counts[0]}:{control.counts[1]}"
    yield lead(facts.material)
