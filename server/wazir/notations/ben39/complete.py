"""Completion of keys, values and legal actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Kind, number, spell
from wazir.ben39.evaluation import WORTH, facts
from wazir.ben39.fen import draw
from wazir.ben39.position import OPENING, PIECE_OF, Piece, Position, Side, State, turn, unpack
from wazir.ben39.rules import actions
from wazir.ben39.words import controlled, describe, name, title
from wazir.notations.ben39.checks import REPLACED
from wazir.notations.ben39.definition import Ben39Definition
from wazir.notations.ben39.meaning import MAX_OF_LETTER, Record
from wazir.notations.ben39.syntax import LETTERS, MANY_LINES, Entry
from wazir.notations.ben39.vocabulary import (
    EXPECTATIONS,
    KEYS,
    PIECES,
    RECORD,
    RULES,
    STATES,
    TURNS,
)
from wazir.notations.known_names import word_end
from wazir.notations.results import CompletionItem, TokenType
from wazir.text import Span, line_end, line_start, without_end

MAX_ACTIONS = 400
"""The maximum number of offered actions, unless a prefix is typed."""
LATER = 1_000
"""The rank of completions after the actions."""

_KEY = re.compile(r"[ \t\ufeff]*(?P<key>[^\W\d_]*(?:[ \t]+[^\W\d_]*)?)")
_WORD = re.compile(r"[^\s;]*\Z")
_REST_OF_WORD = re.compile(r"[^\s;,:]*")
_ITEM = re.compile(r"(?:[^\s;,][^;,]*)?\Z")

_EMPTY = Position(movable=unpack(OPENING).movable)
_TEMPLATES = (
    ("position … with the opening", "A game from the start", "position ${1:name}\nmoves: 1. $0"),
    (
        "board: … the opening",
        "A drawing of the position at the start",
        "\n".join(("board:", *draw(OPENING))),
    ),
    ("board: … empty", "A drawing of the empty board", "\n".join(("board:", *draw(_EMPTY)))),
)
"""The keys with several lines."""


def complete(chunk: Ben39Definition, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """The completions at an offset, and the span that they replace."""
    if any(token.kind == "COMMENT" and token.start < offset <= token.end for token in chunk.tokens):
        return Span(offset, offset), ()
    record = next(
        (record for record in reversed(chunk.records) if record.span.start <= offset), None
    )
    entries = record.entries if record else ()
    entry = next((entry for entry in reversed(entries) if entry.span.start <= offset), None)
    values, keys = _Typed(), _keys(record, entry, chunk.text, offset=offset)
    if record and entry and offset > entry.key_span.end:
        between = chunk.text[entry.key_span.end : offset]
        if without_end(between) == between or entry.key in MANY_LINES:
            values = _values(entry, record, offset)
    typed = values.text if values.items else keys.text
    end = word_end(_REST_OF_WORD, chunk.text, offset) if typed else offset
    items = chain(values.items, keys.items if keys.text == typed else ())
    return Span(offset - len(typed), end), tuple(items)


@dataclass(frozen=True, slots=True)
class _Typed:
    """Completions that begin with the text before an offset."""

    text: str = ""
    items: tuple[CompletionItem, ...] = ()


def _typed(text: str, items: Iterable[CompletionItem]) -> _Typed:
    """The completions that begin with a text."""
    return _Typed(text, tuple(item for item in items if item.label.startswith(text)))


# Keys


def _keys(record: Record | None, entry: Entry | None, text: str, offset: int) -> _Typed:
    """The keys that the record does not have yet, at the start of a line."""
    begun = _KEY.fullmatch(text, line_start(text, offset), offset)
    if begun is None or ":" in text[offset : line_end(text, offset)]:
        return _Typed()
    if entry and entry.key == "board" and offset <= entry.value_end:
        return _Typed()
    used = {entry.key for entry in record.entries} if record else set()
    if "fen" in used:
        used.update(REPLACED)
    elif used.intersection(REPLACED):
        used.add("fen")
    ranked = enumerate(KEYS.items(), LATER)
    words = [word.item(f"{key}:", rank=rank) for rank, (key, word) in ranked if key not in used]
    words.append(RECORD.item(rank=LATER + len(KEYS)))
    for rank, (label, detail, snippet) in enumerate(_TEMPLATES, LATER + len(KEYS) + 1):
        if label.split(":")[0] not in used:
            words.append(
                CompletionItem(
                    label, detail, TokenType.MODE, rank=rank, snippet=snippet, is_template=True
                )
            )
    return _typed(begun["key"], words)


# Values


def _values(entry: Entry, record: Record, offset: int) -> _Typed:
    """The values of a key."""
    line = record.text[max(line_start(record.text, offset), entry.value_start) : offset]
    word, item = (pattern.findall(line)[0] for pattern in (_WORD, _ITEM))
    if entry.key == "turn" and len(entry.words) <= bool(word):
        return _typed(word, (turn.item() for turn in TURNS.values()))
    if entry.key in LETTERS:
        return _Typed("", tuple(_held(entry)))
    if entry.key == "castles":
        return _typed(word, _castles(record))
    if entry.key == "rules":
        used = [rule.text for rule in entry.words]
        return _typed(word, (rule.item() for rule in RULES.values() if rule.spelling not in used))
    if entry.key == "fen" and not item:
        position = fen.write(OPENING)
        opening = CompletionItem(position, "The position at the start", TokenType.ARGUMENT)
        return _Typed("", (opening,))
    if entry.key == "expect":
        return _typed(item, _expectations(record.game.state))
    if entry.key == "moves":
        return _Typed(word, tuple(_actions(record, offset - len(word), word)))
    return _Typed()


def _held(entry: Entry) -> Iterator[CompletionItem]:
    """The letters that may be added to a hand or a reserve."""
    letters = LETTERS[entry.key]
    used = [word.text for word in entry.words]
    for rank, letter in enumerate(letters):
        if used.count(letter) < MAX_OF_LETTER[letter]:
            piece = PIECE_OF[letter]
            yield CompletionItem(
                letter, name(piece), TokenType.ATOM, documentation=PIECES[piece], rank=rank
            )
    if not used:
        yield CompletionItem("-", "Nothing", TokenType.OPERATOR, rank=len(letters))


def _castles(record: Record) -> Iterator[CompletionItem]:
    """The castles on the board without a next step, with either step."""
    for piece in record.setup.pieces:
        if piece.is_unknown:
            for step in STATES.values():
                detail = f"{title(piece.side)}'s castle: {step.title[0].lower()}{step.title[1:]}"
                yield CompletionItem(
                    f"{piece.place}{step.spelling}",
                    detail,
                    step.token_type,
                    documentation=step.text,
                )


def _expectations(state: State) -> Iterator[CompletionItem]:
    """The expectations, with the actual counts and control."""
    actual = facts(state)
    for rank, word in enumerate(EXPECTATIONS.values()):
        if word.spelling == "perft":
            yield word._replace(title="Number of legal moves").item(
                f"perft 1 = {actual.actions}", rank=rank
            )
        elif word.spelling == "control":
            for place, control in actual.control.items():
                side = "nobody" if control.side is None else control.side
                controls = word._replace(title=controlled(control, place))
                yield controls.item(f"control {place} {side}", rank=rank)
        else:
            yield word.item(rank=rank)


# Moves


def _actions(record: Record, start: int, typed: str) -> Iterator[CompletionItem]:
    """The legal actions at an offset that begin with the typed text."""
    before = sum(word.kind == "ACTION" and word.start < start for word in record.words("moves"))
    if before > len(record.actions):
        return
    state = record.game.states[before]
    by_text = {spell(action): action for action in actions(state)}
    likely = [text for text in by_text if text.lower().startswith(typed.lower())]
    ranked = sorted(likely, key=lambda text: (*_rank(by_text[text]), text))
    for rank, text in enumerate(ranked[:MAX_ACTIONS]):
        yield CompletionItem(text, describe(state, by_text[text]), TokenType.ATOM, rank=rank)
    if not typed and turn(state) is Side.WHITE and before:
        ply = before + (turn(record.start) is Side.BLACK)
        yield CompletionItem(
            number(ply), "The number of the next move", TokenType.RANGE, rank=LATER - 1
        )


def _rank(action: Action) -> tuple[int, int]:
    """The order: captures by the value of the victim, promotions, then kinds of actions by
    frequency.
    """
    if action.taken:
        return 0, -sum(_VALUE.get(piece, 0) for piece in action.taken)
    return (1, 0) if action.promotes else (2 + _ORDER.index(action.kind), 0)


_VALUE = {**WORTH, Piece.KING: 100 * WORTH[Piece.QUEEN]}
_ORDER = (Kind.MOVE, Kind.TELEPORT, Kind.ROTATE, Kind.SQUARE, Kind.LINE, Kind.DROP, Kind.ENTER)
