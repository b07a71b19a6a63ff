"""Analyses a chunk."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from wazir.ben39.board import RING_NAMES
from wazir.ben39.position import Side, turn
from wazir.ben39.rules import Status, status
from wazir.ben39.words import title
from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy
from wazir.notations.ben39 import rules
from wazir.notations.ben39.checks import (
    count_findings,
    drawing_findings,
    form_findings,
    key_findings,
    odd_findings,
    text_findings,
)
from wazir.notations.ben39.meaning import Meaning, drawing_of, meaning
from wazir.notations.ben39.play import expect_findings, move_findings, number_findings, reading_findings
from wazir.notations.ben39.syntax import Drawing, Record, form_span, name_key, names, positions, read
from wazir.notations.kit import duplicate, has_error
from wazir.notations.notation import Analysis
from wazir.notations.results import Definition, OutlineEntry
from wazir.syntax import Token, Tree
from wazir.text import Span

HARMLESS = (
    rules.MISSING_NAME,
    rules.UNKNOWN_KEY,
    rules.DUPLICATE_KEY,
    rules.KEY_BESIDE_FEN,
    rules.UNREADABLE_ACTION,
    rules.UNREADABLE_EXPECTATION,
)
"""Errors after which the position is still certain."""
LONGEST_PLAYED = 4_000
"""The maximum length of a record whose status is in the outline, because its moves must be played for that."""
_STATUS = {Status.CHECK: ", check", Status.MATE: ", mate", Status.STALEMATE: ", stalemate"}


@dataclass(frozen=True, eq=False)
class Ben39Analysis(Analysis):
    """An analysed chunk. What makes no sense in it is left out and reported."""

    @lazy
    def tree(self) -> Tree:
        """The parsed text."""
        return tree(self.text)

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The names of its positions."""
        return names(self.text)

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its positions, each with its status after its moves."""
        is_played = len(self.text) <= LONGEST_PLAYED
        details = {record.span.start: _status(meant) for record, meant, _ in self._read} if is_played else {}
        return tuple(replace(entry, detail=details.get(entry.span.start, "")) for entry in positions(self.text))

    @lazy
    def _read(self) -> tuple[tuple[Record, Meaning, list[Diagnostic]], ...]:
        """The records, each with its meaning and what is wrong with it."""
        read_all = ((record, meaning(record, self.text)) for record in read(self.text).records)
        return tuple((record, meant, _findings(record, meant, self.text)) for record, meant in read_all)

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The games that it sets up."""
        return tuple(_definition(record, meant, has_error(found)) for record, meant, found in self._read)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        found = [*text_findings(read(self.text), self.context.has_headers)]
        for _, _, inside in self._read:
            found += inside
        return tuple(sorted(found, key=lambda one: (one.span, one.code.severity, one.code.id, one.message)))


def _findings(record: Record, meant: Meaning, text: str) -> list[Diagnostic]:
    """The diagnostics of a record. Moves and expectations are not checked if the position is uncertain."""
    setup, form, board = meant.setup, record.entry("fen"), record.entry("board")
    found = [*key_findings(record, text), *reading_findings(record), *number_findings(record, meant)]
    if form:
        found += form_findings(setup, form)
    elif board:
        found += drawing_findings(board, setup, text)
    if setup.form is None:
        found += _castles(record, meant)
    found += count_findings(setup, board)
    is_sound = not has_error([one for one in found if one.code not in HARMLESS])
    found += odd_findings(setup, meant.start, board or form, is_sound)
    if is_sound:
        found += move_findings(meant)
        if meant.is_legal:
            found += expect_findings(record, meant.game.state)
    return found


def _castles(record: Record, meant: Meaning) -> list[Diagnostic]:
    """Named castles that do not exist."""
    standing = {shown.place for shown in meant.setup.pieces if shown.letter == "C"}
    message = "No castle on {}. Remove it from `castles:`, or draw it."
    return [
        Diagnostic(rules.MISSING_CASTLE, castle.span, message.format(castle.place))
        for castle in meant.setup.castles
        if castle.place not in standing
    ]


def _definition(record: Record, meant: Meaning, broken: bool) -> Definition:
    moves = record.entry("moves")
    words = moves.words if moves else ()
    name = record.name
    return Definition(
        name=name.text if name else None,
        name_span=name.span if name else None,
        span=record.span,
        moves=Span(words[0].start, words[-1].end) if words else Span(record.span.end, record.span.end),
        dialect="fen" if record.entry("fen") else "board",
        dialect_reason=f"because it has {'the' if record.entry('fen') else 'no'} key `fen`",
        piece=None,
        broken=broken,
        board=None,
        key=name_key(name.text) if name else None,
        reason="This is a position of a game, not a piece.",
        game=meant.game,
        plays=tuple(play.span for play in meant.plays if play.action is not None),
    )


def duplicate_name(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic of a duplicate name."""
    whole = f"The position `{name}`"
    return duplicate(rules.DUPLICATE_NAME, name, here, first, another, verb="set up", whole=whole)


def _status(meant: Meaning) -> str:
    """The status of a position after its moves, as a phrase."""
    state = meant.game.state
    current = status(state)
    if current is Status.ENDED:
        return f"{title(turn(state).other)} has won"
    return f"{title(turn(state))} to move{_STATUS.get(current, '')}"


# Tokens: those of the tree, and the characters of diagrams and one-line forms

_WORD = re.compile(r"[^\s;]+")
_LETTERS = re.compile(r"(?P<WHITE>(?:[A-Z][+x?]?)+)|(?P<BLACK>(?:[a-z][+x?]?)+)")
_IN_FORM = (_LETTERS, _LETTERS, re.compile(r"(?P<MOVABLE>[^,-]+)"), re.compile(r"(?P<WHITE>w)|(?P<BLACK>b)"), _LETTERS)
"""The tokens within each part of a one-line form; the last pattern is for all further parts."""


@lru_cache(maxsize=16)
def tree(text: str) -> Tree:
    """The tree of a text, with the tokens of its diagrams instead of their lines."""
    parsed = read(text)
    lines, words = [], []
    for record in parsed.records:
        lines += [line.start for key in ("board", "fen") if (entry := record.entry(key)) for line in entry.words]
        words += list(_parts(record, text))
    lines.sort()
    inside: dict[int, list[Token]] = {}
    for word in words:
        inside.setdefault(lines[bisect_right(lines, word.start) - 1], []).append(word)
    tokens = [part for token in parsed.tree.tokens for part in inside.get(token.start) or [token]]
    return replace(parsed.tree, tokens=tuple(tokens))


def _parts(record: Record, text: str) -> Iterator[Token]:
    """The tokens within the lines of a record, in the order of the text."""
    board, form = record.entry("board"), record.entry("fen")
    if board:
        for kind, span in _drawn(drawing_of(board, text)[0]):
            yield Token(kind, text[span.start : span.end], span.start)
    if form:
        span = form_span(form)
        for number, word in enumerate(_WORD.finditer(text, span.start, span.end)):
            for match in _IN_FORM[min(number, len(_IN_FORM) - 1)].finditer(text, *word.span()):
                yield Token(match.lastgroup or "", match[0], match.start())


def _drawn(drawn: Drawing) -> Iterator[tuple[str, Span]]:
    """The tokens of a diagram, in the order of the text."""
    found: list[tuple[str, Span]] = []
    for row in drawn.rows:
        if row.rank_span:
            found.append(("RANK", row.rank_span))
        for sign in row.signs:
            if sign.side is not None:
                found.append(("WHITE" if sign.side is Side.WHITE else "BLACK", sign.piece or sign.span))
            elif sign.place in RING_NAMES:
                found.append(("MOVABLE", sign.span))
    if drawn.files:
        found.append(("FILES", drawn.files))
    yield from sorted(found, key=lambda one: one[1])
