"""The analysis of a chunk."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from wazir.ben39.board import RING_NAMES
from wazir.ben39.position import turn
from wazir.ben39.rules import Status, status
from wazir.ben39.words import title
from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy
from wazir.notations.ben39 import checks, codes, play
from wazir.notations.ben39.drawing import Drawing
from wazir.notations.ben39.meaning import Ben39Reading, Record, read
from wazir.notations.ben39.syntax import name_key
from wazir.notations.notation import Analysis
from wazir.notations.reports import duplicate, has_error
from wazir.notations.results import Definition, OutlineEntry
from wazir.syntax import Token, Tree
from wazir.text import Span

HARMLESS = (
    codes.MISSING_NAME,
    codes.UNKNOWN_KEY,
    codes.DUPLICATE_KEY,
    codes.KEY_BESIDE_FEN,
    codes.UNREADABLE_ACTION,
    codes.UNREADABLE_EXPECTATION,
)
"""Errors after which the position is still certain."""
_STATUS = {Status.CHECK: ", check", Status.MATE: ", mate", Status.STALEMATE: ", stalemate"}


@dataclass(frozen=True, eq=False)
class Ben39Definition(Analysis):
    """The analysis of a chunk. Invalid parts are left out and reported."""

    @lazy
    def reading(self) -> Ben39Reading:
        """The records of the text."""
        return read(self.text)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records."""
        return self.reading.records

    @lazy
    def tree(self) -> Tree:
        """The parsed text, with the tokens of diagrams and one-line forms instead of their
        lines.
        """
        return replace(self.reading.tree, tokens=_tokens(self.reading))

    @property
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The names of its positions."""
        names = (record.name for record in self.records)
        return tuple((name_key(name.text), name.span) for name in names if name)

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its positions, each with its status after its moves."""
        return tuple(_outline_entry(record) for record in self.records)

    @lazy
    def _checked(self) -> tuple[tuple[Record, list[Diagnostic]], ...]:
        """The records with their diagnostics."""
        return tuple((record, _diagnostics(record)) for record in self.records)

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The games that it sets up."""
        return tuple(
            _definition(record, has_error(diagnostics)) for record, diagnostics in self._checked
        )

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        of_text = checks.text_diagnostics(self.reading, self.context.has_headers)
        diagnostics = chain(of_text, *(of_record for _, of_record in self._checked))
        return tuple(
            sorted(diagnostics, key=lambda d: (d.span, d.code.severity, d.code.id, d.message))
        )


def _diagnostics(record: Record) -> list[Diagnostic]:
    """The diagnostics of a record. Moves and expectations are not checked if the position is
    uncertain.
    """
    diagnostics = [*checks.key_diagnostics(record), *play.unreadable_expectations(record)]
    diagnostics += [*play.number_diagnostics(record), *checks.form_diagnostics(record)]
    diagnostics += [*checks.drawing_diagnostics(record), *checks.castle_diagnostics(record)]
    diagnostics += checks.count_diagnostics(record)
    is_certain = not has_error(
        diagnostic for diagnostic in diagnostics if diagnostic.code not in HARMLESS
    )
    diagnostics += checks.unusual_diagnostics(record, is_certain)
    if is_certain:
        diagnostics += play.move_diagnostics(record)
        diagnostics += play.failed_expectations(record) if record.is_legal else ()
    return diagnostics


def _definition(record: Record, is_broken: bool) -> Definition:
    """The game of a record."""
    moves, name = record.entry("moves"), record.name
    has_form = record.entry("fen") is not None
    return Definition(
        name=name.text if name else None,
        name_span=name.span if name else None,
        span=record.span,
        moves=moves.value_span if moves and moves.words else Span(record.span.end, record.span.end),
        dialect="fen" if has_form else "board",
        dialect_reason=f"because it has {'the' if has_form else 'no'} key `fen`",
        piece=None,
        broken=is_broken,
        board=None,
        key=name_key(name.text) if name else None,
        reason="This is a position of a game, not a piece.",
        game=record.game,
        plays=tuple(played.span for played in record.plays[: len(record.actions)]),
    )


def duplicate_name(name: str, span: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic of a duplicate name."""
    whole = f"The position `{name}`"
    return duplicate(
        codes.DUPLICATE_NAME, name, span, first=first, another=another, verb="set up", whole=whole
    )


# The outline


def _outline_entry(record: Record) -> OutlineEntry:
    """A record in the outline."""
    name = name_key(record.name.text) if record.name else "position"
    selection = record.name.span if record.name else record.header or record.entries[0].key_span
    side, current = turn(record.game.state), status(record.game.state)
    detail = f"{title(side)} to move{_STATUS.get(current, '')}"
    if current is Status.ENDED:
        detail = f"{title(side.other)} has won"
    return OutlineEntry(name, detail, record.span, selection=selection)


# Tokens: those of the tree, and the characters of diagrams and one-line forms

_WORD = re.compile(r"[^\s;]+")
_LETTERS = re.compile(r"(?P<WHITE>(?:[A-Z][+x?]?)+)|(?P<BLACK>(?:[a-z][+x?]?)+)")
_IN_FORM = (
    _LETTERS,
    _LETTERS,
    re.compile(r"(?P<MOVABLE>[^,-]+)"),
    re.compile(r"(?P<WHITE>w)|(?P<BLACK>b)"),
    _LETTERS,
)
"""The tokens within each part of a one-line form; the last pattern is for all further parts."""


def _tokens(reading: Ben39Reading) -> tuple[Token, ...]:
    """The tokens of a text, with those within its diagrams and one-line forms."""
    pairs = [(record.entry("board"), record.entry("fen")) for record in reading.records]
    entries = [entry for entry in chain.from_iterable(pairs) if entry]
    lines = sorted(line.start for entry in entries for line in entry.words)
    parts: dict[int, list[Token]] = {}
    for record in reading.records:
        for span, kind in sorted((*_drawn(record.drawing), *_in_form(record))):
            token = Token(kind, record.text[slice(*span)], span.start)
            parts.setdefault(lines[bisect_right(lines, token.start) - 1], []).append(token)
    return tuple(
        part for token in reading.tree.tokens for part in parts.get(token.start) or [token]
    )


def _in_form(record: Record) -> Iterator[tuple[Span, str]]:
    """The spans of the tokens of a one-line form, with their kinds."""
    form = record.entry("fen")
    words = _WORD.finditer(record.text, *form.value_span) if form else ()
    for number, word in enumerate(words):
        for match in _IN_FORM[min(number, len(_IN_FORM) - 1)].finditer(record.text, *word.span()):
            yield Span(*match.span()), str(match.lastgroup)


def _drawn(drawing: Drawing | None) -> Iterator[tuple[Span, str]]:
    """The spans of the tokens of a diagram, with their kinds."""
    for row in drawing.rows if drawing else ():
        if row.rank_span:
            yield row.rank_span, "RANK"
        for sign in row.signs:
            if sign.side is not None:
                yield sign.piece, sign.side.name
            elif sign.place in RING_NAMES:
                yield sign.span, "MOVABLE"
    if drawing and drawing.files:
        yield drawing.files, "FILES"
