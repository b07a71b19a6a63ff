"""Hovers, inlay hints and the outline."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from wazir.ben39 import fen
from wazir.ben39.actions import Game, Kind, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.position import PIECE_OF, Piece, Side, State, turn
from wazir.ben39.rules import actions
from wazir.ben39.words import controlled, describe, lead, name, sentences, standing, title
from wazir.notations.ben39 import vocabulary
from wazir.notations.ben39.codes import advice
from wazir.notations.ben39.definition import Ben39Definition
from wazir.notations.ben39.meaning import Record
from wazir.notations.ben39.places import is_on_board, place_note
from wazir.notations.ben39.syntax import LETTERS, Entry
from wazir.notations.results import HintKind, HoverText, InlayHint
from wazir.notations.wording import plural_count
from wazir.syntax import Token
from wazir.text import Span

_WORD = re.compile(r"\S+")
_DROPS = (Kind.DROP, Kind.ENTER)


def hover(chunk: Ben39Definition, offset: int) -> HoverText | None:
    """The hover at an offset; None on blanks, comments and invalid text."""
    record = next((record for record in chunk.records if record.span.contains(offset)), None)
    if record is None:
        return None
    if record.header and record.header.contains(offset):
        return _of_header(record, record.header, offset)
    entry = next((entry for entry in record.entries if entry.span.contains(offset)), None)
    if entry is None or entry.key not in vocabulary.KEYS:
        return None
    if offset < entry.key_span.end:  # the initial position for a diagram, else that after the moves
        key = vocabulary.KEYS[entry.key]
        game = Game(record.start) if entry.key in _FORMS else record.game
        notes = position_notes(game.state)
        return HoverText(
            entry.key_span, f"{entry.key}: {key.title}", key.text, notes=notes, game=game
        )
    if entry.key in _FORMS:
        return _FORMS[entry.key](entry, record, offset)
    word = next((word for word in entry.words if word.span.contains(offset)), None)
    return _OF_WORD[entry.key](entry, word, record) if word else None


def position_notes(state: State) -> tuple[str, ...]:
    """The facts of a position, as sentences."""
    return tuple(sentences(facts(state)))


# Records and keys


def _of_header(record: Record, header: Span, offset: int) -> HoverText:
    """The position of a record after its moves."""
    word = Span(header.start, header.start + len(vocabulary.RECORD.spelling))
    spans = (record.name.span, word, header) if record.name else (word, header)
    span = next(span for span in spans if span.contains(offset))
    return _of_position(
        span, record.name.text if record.name else vocabulary.RECORD.title, record.game
    )


def _of_position(span: Span, title: str, game: Game) -> HoverText:
    """The last position of a game."""
    first, *more = position_notes(game.state)
    return HoverText(span, title, first, notes=tuple(more), game=game)


# Values


def _of_word(entry: Entry, word: Token, _record: Record) -> HoverText | None:
    """A side or a rule."""
    known = (vocabulary.TURNS if entry.key == "turn" else vocabulary.RULES).get(word.text)
    return HoverText(word.span, known.title, known.text) if known else None


def _of_stored(entry: Entry, word: Token, record: Record) -> HoverText | None:
    """A piece in a hand or a reserve: its name, its number, and where it may be dropped."""
    side, where = Side(entry.key.startswith("black")), entry.key.split()[-1]
    if word.text == "-":
        return HoverText(
            word.span, f"{title(side)} has nothing in {where}", vocabulary.KEYS[entry.key].text
        )
    piece = PIECE_OF.get(word.text)
    return (
        _in_store(word.span, side, piece, where=where, state=record.start)
        if piece is not None
        else None
    )


def _in_store(span: Span, side: Side, piece: Piece, where: str, state: State) -> HoverText:
    """A piece in a hand or a reserve of a side."""
    notes = []
    if turn(state) is side:
        drops = [
            action
            for action in actions(state)
            if action.kind in _DROPS and action.piece.letter == piece.letter
        ]
        places = {action.target for action in drops}
        kind = "square" if piece.on_squares else "intersection"
        notes.append(f"It may be dropped on {plural_count(len(places), kind)} now.")
    text = vocabulary.PIECES[piece].removesuffix(
        " Its next step is unknown: it may go either way once."
    )
    return HoverText(span, f"{title(side)}'s {name(piece)} in {where}", text, notes=tuple(notes))


def _of_castle(_entry: Entry, word: Token, record: Record) -> HoverText | None:
    """The next step of a castle and its owner."""
    place, step = word.text[:-1], vocabulary.STATES.get(word.text[-1:])
    if step is None:
        return None
    owners = [
        piece.side for piece in record.setup.pieces if piece.place == place and piece.letter == "C"
    ]
    heading = (
        f"{title(owners[0])}'s castle on {place}" if owners else f"No castle stands on {place}"
    )
    return HoverText(word.span, heading, f"{step.title}. {step.text}", game=Game(record.start))


def _of_form(entry: Entry, record: Record, offset: int) -> HoverText | None:
    """A piece or a part of a one-line form."""
    pieces = {piece.span: piece for piece in record.setup.pieces}
    span = next((span for span in pieces if span.contains(offset)), None)
    if span and (place := pieces[span].place):
        return _of_place(span, place, record.start)
    words = (Span(*match.span()) for match in _WORD.finditer(record.text, *entry.value_span))
    for number, (word, part) in enumerate(zip(words, vocabulary.FEN_PARTS, strict=False)):
        if word.contains(offset) and span:
            where = "hand" if number == fen.PARTS.index("the hands") else "reserve"
            return _in_store(
                span, pieces[span].side, pieces[span].piece, where=where, state=record.start
            )
        if word.contains(offset):
            return HoverText(word, *part, game=Game(record.start))
    return None


def _of_drawing(_entry: Entry, record: Record, offset: int) -> HoverText | None:
    """The piece at a place of a diagram; the position between places."""
    drawing = record.setup.drawing
    if drawing is None:
        return None
    row = next((row for row in drawing.rows if row.span.contains(offset)), None)
    if row is None:
        files = drawing.files if drawing.files and drawing.files.contains(offset) else None
        return HoverText(files, "The files", vocabulary.PLACES["files"]) if files else None
    sign = next((sign for sign in row.signs if sign.span.contains(offset)), None)
    if sign:
        return _of_place(sign.span, sign.place, record.start)
    if row.rank_span and row.rank_span.contains(offset):
        return HoverText(row.rank_span, f"Rank {row.rank}", vocabulary.PLACES["rank"])
    return _of_position(row.span, vocabulary.KEYS["board"].title, Game(record.start))


def _of_place(span: Span, place: str, state: State) -> HoverText | None:
    """A place of the board; None if it does not exist."""
    if not is_on_board(state, place):
        return None
    note = place_note(state, place)
    return HoverText(span, note.title, note.text, notes=note.notes)


# Moves


def _of_action(_entry: Entry, word: Token, record: Record) -> HoverText | None:
    """An action in words with the board after it, or the reason why it is not legal with the board
    before it.
    """
    play = next((play for play in record.plays if play.span.start == word.start), None)
    if play is None:
        message = "It is not looked at: an action before it is not legal."
        return HoverText(word.span, word.text, message) if word.kind == "ACTION" else None
    reading = play.reading
    if play.action is None:
        assert reading.reason is not None  # `read` gives one wherever it gives no action
        message, rulings = str(reading.reason), (advice(reading.reason.kind),)
        return HoverText(
            play.span, f"{play.text}: not legal", message, notes=rulings, game=Game(play.before)
        )
    game = Game(play.before, (play.action,))
    description = describe(play.before, play.action)
    notes = (standing(facts(game.state)), *reading.warnings)
    return HoverText(play.span, spell(play.action), description, notes=notes, game=game)


def _of_expectation(_entry: Entry, word: Token, record: Record) -> HoverText | None:
    """The expectation, and what is true instead of it or beside it."""
    words = word.text.split()
    if (known := vocabulary.EXPECTATIONS.get(words[0])) is None:
        return None
    actual = facts(record.game.state)
    notes = [standing(actual)]
    if known.spelling == "perft":
        notes = [f"There are {actual.actions} legal moves."]
    elif known.spelling == "control":
        notes = [
            f"{controlled(control, place)}."
            for place, control in actual.control.items()
            if place in words
        ]
    return HoverText(word.span, known.title, known.text, notes=tuple(notes))


_FORMS = {"board": _of_drawing, "fen": _of_form}
"""The hovers of the two forms of a position, by key."""
_OF_WORD: Mapping[str, Callable[[Entry, Token, Record], HoverText | None]] = {
    "castles": _of_castle,
    "moves": _of_action,
    "expect": _of_expectation,
    **dict.fromkeys(("turn", "rules"), _of_word),
    **dict.fromkeys(LETTERS, _of_stored),
}
"""The hovers of the words of other values, by key."""


# Inlay hints: a summary after each position


def inlay_hints(chunk: Ben39Definition) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk in order, one after each diagram and each one-line form."""
    hints: list[InlayHint] = []
    for record in chunk.records:
        entry = record.entry("fen") or record.entry("board")
        if entry and entry.words:
            current = facts(record.start)
            parts = [standing(current).removesuffix(".")]
            for place, (side, (white, black), _) in current.control.items():
                parts.append(f"{place} {'nobody' if side is None else title(side)} {white}:{black}")
            label = " · ".join((*parts, lead(current.material)))
            notes = " ".join(sentences(current))
            hints.append(InlayHint(entry.value_end, f" {label}", notes, kind=HintKind.IMPLIED))
    return tuple(hints)
