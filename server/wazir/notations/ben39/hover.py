"""Hovers, inlay hints and the outline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.board import RING_NAMES
from wazir.ben39.evaluation import Facts, facts
from wazir.ben39.position import PIECE_OF, Piece, Side, State, turn
from wazir.ben39.rules import actions
from wazir.ben39.words import controlled, describe, name, pawns, sentences, standing, title
from wazir.notations.ben39.meaning import Meaning, Played, meaning
from wazir.notations.ben39.places import is_on_board, place_note
from wazir.notations.ben39.rulings import advice
from wazir.notations.ben39.syntax import Entry, Record, form_span, read
from wazir.notations.ben39.vocabulary import (
    EXPECTATIONS,
    FEN_PARTS,
    FILES,
    KEYS,
    PIECES,
    RANK,
    RECORD,
    RULES,
    STATES,
    TURNS,
)
from wazir.notations.notation import Analysis
from wazir.notations.results import HintKind, HoverText, InlayHint
from wazir.syntax import Token
from wazir.text import Span

_WORD = re.compile(r"\S+")


def hover(chunk: Analysis, offset: int) -> HoverText | None:
    """The hover at an offset; None on blanks, comments and invalid text."""
    text, parsed = chunk.text, read(chunk.text)
    if any(token.kind == "COMMENT" and token.start <= offset < token.end for token in parsed.tree.tokens):
        return None
    record = next((one for one in parsed.records if one.span.contains(offset)), None)
    if record is None:
        return None
    meant = meaning(record, text)
    if record.header and record.header.contains(offset):
        return _of_header(record, record.header, meant, offset)
    entry = next((one for one in record.entries if one.span.contains(offset)), None)
    if entry is None or entry.key not in KEYS:
        return None
    if offset < entry.key_span.end:
        return _of_key(entry, meant)
    return _of_value(entry, meant, text, offset)


@lru_cache(maxsize=256)
def position_notes(state: State) -> tuple[str, ...]:
    """The facts of a position, as sentences."""
    return tuple(sentences(facts(state)))


# Records and keys


def _of_header(record: Record, header: Span, meant: Meaning, offset: int) -> HoverText:
    """The position of a record after its moves."""
    first, *more = position_notes(meant.game.state)
    called = record.name.text if record.name else RECORD.title
    word = Span(header.start, header.start + len(RECORD.spelling))
    span = record.name.span if record.name and offset >= record.name.start else word
    if not span.contains(offset):
        span = header
    return HoverText(span, called, first, notes=tuple(more), game=meant.game)


def _of_key(entry: Entry, meant: Meaning) -> HoverText:
    """The meaning of a key, with the position: the initial one for a diagram, else after the moves."""
    word = KEYS[entry.key]
    game = Game(meant.start) if entry.key in ("board", "fen") else meant.game
    return HoverText(
        entry.key_span, f"{entry.key}: {word.title}", word.text, notes=position_notes(game.state), game=game
    )


# Values


def _of_value(entry: Entry, meant: Meaning, text: str, offset: int) -> HoverText | None:
    if entry.key == "board":
        return _of_drawing(entry, meant, offset)
    if entry.key == "fen":
        return _of_form(entry, meant, text, offset)
    word = next((one for one in entry.words if one.span.contains(offset)), None)
    if word is None:
        return None
    if entry.key == "moves":
        return _of_action(word, meant)
    if entry.key == "expect":
        return _of_expectation(word, meant)
    if entry.key == "castles":
        return _of_castle(word, meant)
    if entry.key == "rules":
        rule = RULES.get(word.text)
        return HoverText(word.span, rule.title, rule.text) if rule else None
    if entry.key == "turn":
        known = TURNS.get(word.text)
        return HoverText(word.span, known.title, known.text) if known else None
    return _of_held(entry, word, meant)


def _of_held(entry: Entry, word: Token, meant: Meaning) -> HoverText | None:
    """A piece in a hand or a reserve: its name, its number, and where it may be dropped."""
    side = Side.WHITE if entry.key.startswith("white") else Side.BLACK
    where = entry.key.split()[-1]
    if word.text == "-":
        return HoverText(word.span, f"{title(side)} has nothing in {where}", KEYS[entry.key].text)
    piece = PIECE_OF.get("C?" if word.text == "C" else word.text)
    if piece is None:
        return None
    return _held(word.span, side, piece, where, meant.start)


def _held(span: Span, side: Side, piece: Piece, where: str, state: State) -> HoverText:
    notes = []
    if turn(state) is side:
        drops = {
            action.target for action in actions(state) if action.origin < 0 and action.piece.letter == piece.letter
        }
        kind = "square" if piece.on_squares else "intersection"
        notes.append(f"It may be dropped on {len(drops)} {kind}{'s' * (len(drops) != 1)} now.")
    text = PIECES[piece].removesuffix(" Its next step is unknown: it may go either way once.")
    return HoverText(span, f"{title(side)}'s {name(piece)} in {where}", text, notes=tuple(notes))


def _of_castle(word: Token, meant: Meaning) -> HoverText | None:
    """The next step of a castle and its owner."""
    place, step = word.text[:-1], STATES.get(word.text[-1:])
    shown = next((one for one in meant.setup.pieces if one.place == place and one.letter == "C"), None)
    if step is None:
        return None
    heading = f"{title(shown.side)}'s castle on {place}" if shown else f"No castle stands on {place}"
    return HoverText(word.span, heading, f"{step.title}. {step.text}", game=Game(meant.start))


def _of_form(entry: Entry, meant: Meaning, text: str, offset: int) -> HoverText | None:
    """A piece or a part of a one-line form."""
    shown = next((one for one in meant.setup.pieces if one.span and one.span.contains(offset)), None)
    if shown and shown.span and shown.place:
        return _of_place(shown.span, shown.place, meant.start)
    span = form_span(entry)
    words = [match.span() for match in _WORD.finditer(text, *span)]
    number = next((number for number, (start, end) in enumerate(words) if start <= offset < end), len(FEN_PARTS))
    if number >= len(FEN_PARTS):
        return None
    if shown and shown.span:
        piece = PIECE_OF["C?" if shown.letter == "C" else shown.letter]
        where = "hand" if number == fen.PARTS.index("the hands") else "reserve"
        return _held(shown.span, shown.side, piece, where, meant.start)
    return HoverText(Span(*words[number]), *FEN_PARTS[number], game=Game(meant.start))


def _of_drawing(entry: Entry, meant: Meaning, offset: int) -> HoverText | None:
    """The piece at a place of a diagram; the position between places."""
    drawing = meant.setup.drawing
    if drawing is None:
        return None
    row = next((one for one in drawing.rows if one.span.contains(offset)), None)
    if row is None:
        is_files = drawing.files is not None and drawing.files.contains(offset)
        return HoverText(drawing.files, "The files", FILES) if is_files and drawing.files else None
    sign = next((one for one in row.signs if one.span.contains(offset)), None)
    if sign:
        return _of_place(sign.span, sign.place, meant.start)
    if row.rank_span and row.rank_span.contains(offset):
        return HoverText(row.rank_span, f"Rank {row.rank}", RANK)
    first, *more = position_notes(meant.start)
    return HoverText(row.span, KEYS[entry.key].title, first, notes=tuple(more), game=Game(meant.start))


def _of_place(span: Span, place: str, state: State) -> HoverText | None:
    if not is_on_board(state, place):
        return None
    note = place_note(state, place)
    return HoverText(span, note.title, note.text, notes=note.notes)


# Moves


def _of_action(word: Token, meant: Meaning) -> HoverText | None:
    """An action in words with the board after it, or the reason why it is not legal with the board before it."""
    play = next((one for one in meant.plays if one.span.start == word.start), None)
    if play:
        return _of_play(play)
    if word.kind != "ACTION":
        return None
    return HoverText(word.span, word.text, "It is not looked at: an action before it is not legal.")


def _of_play(play: Played) -> HoverText:
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


def _of_expectation(word: Token, meant: Meaning) -> HoverText | None:
    """The expectation, and whether it holds."""
    known = EXPECTATIONS.get(word.text.split()[0]) if word.kind == "EXPECTED" else None
    if known is None:
        return None
    return HoverText(word.span, known.title, known.text, notes=tuple(_so(known.spelling, word.text, meant.game.state)))


def _so(what: str, written: str, state: State) -> Iterator[str]:
    found = facts(state)
    if what == "perft":
        yield f"There are {found.actions} legal moves."
    elif what == "control":
        for place in RING_NAMES:
            if place in written.split() and place in found.control:
                yield f"{place}: {controlled(found.control[place])}."
    else:
        yield standing(found)


# Inlay hints: a summary after each position


def inlay_hints(chunk: Analysis) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk in order, one after each diagram and each one-line form."""
    found: list[InlayHint] = []
    for record in read(chunk.text).records:
        entry = record.entry("fen") or record.entry("board")
        if entry and entry.words:
            state = meaning(record, chunk.text).start
            found.append(
                InlayHint(entry.words[-1].end, _label(state), " ".join(position_notes(state)), HintKind.IMPLIED)
            )
    return tuple(found)


def _label(state: State) -> str:
    return " " + " · ".join(_parts(facts(state)))


def _parts(found: Facts) -> Iterator[str]:
    yield standing(found).removesuffix(".")
    for place, control in found.control.items():
        side = "nobody" if control.side is None else title(control.side)
        yield f"{place} {side} {control.counts[0]}:{control.counts[1]}"
    white, black = found.material
    yield "level" if white == black else f"{title(Side(white < black))} +{pawns(abs(white - black))}"
