"""From a chunk to all that is known of it: its tokens, its pieces, its diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from wazir.diagnostics import Diagnostic
from wazir.notations.base import LONGEST_SCANNED, NO_NAMES, Analysis, Context, Definition, Reader, Scope
from wazir.notations.embedding import Guest, Part
from wazir.notations.kit import Report, has_error
from wazir.notations.variants_ini import rules
from wazir.notations.variants_ini.checks import report_lines, report_section
from wazir.notations.variants_ini.meaning import Variant, inherited, variant
from wazir.notations.variants_ini.names import SEPARATOR
from wazir.notations.variants_ini.syntax import PieceSetting, Section, Setting, parsed, piece_setting
from wazir.notations.variants_ini.vocabulary import key_of
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

ENGINE = "fairy-stockfish"
DIALECT = "xbetza"
"""The dialect of Betza's notation that the engine means."""


# Embedded pieces


def part_of(found: PieceSetting, board: str | None = None) -> Part | None:
    """The moves of a piece as an embedded text; None if there are none."""
    return Part(found.moves, _context(board)) if found.moves.start < found.moves.end else None


@lru_cache(maxsize=256)
def _context(board: str | None) -> Context:
    return Context(DIALECT, board, ENGINE, frozenset({"dialect", "board", "profile"}))


def embedded(section: Section, board: str | None = None) -> Iterator[tuple[PieceSetting, Part]]:
    """The settings of pieces with moves, those too that do not count."""
    for setting in section.settings:
        key = key_of(setting.key)
        if key and key.type == "piece" and setting.value:
            found = piece_setting(setting)
            if part := part_of(found, board):
                yield found, part


# Tokens


def tokens(guest: Guest, text: str, _context: Context) -> tuple[Token, ...]:
    """All tokens of a chunk, comments too."""
    section = parsed(text)
    found = [Token("comment", text[slice(*span)], span.start) for span in section.comments]
    if header := section.header:
        found += _cut(text, ("bracket", Span(header.span.start, header.name_span.start)), ("section", header.name_span))
        if header.parent is not None:
            colon = Span(header.name_span.end, header.parent_span.start)
            found += _cut(text, ("bracket", colon), ("parent", header.parent_span))
        found += _cut(text, ("bracket", Span(header.parent_span.end, header.span.end)))
    for setting in section.settings:
        found += _of_setting(guest, text, setting)
    return tuple(sorted(found, key=lambda token: token.start))


def _cut(text: str, *parts: tuple[str, Span]) -> Iterator[Token]:
    return (Token(kind, text[slice(*span)], span.start) for kind, span in parts if span.start < span.end)


def _of_setting(guest: Guest, text: str, setting: Setting) -> Iterator[Token]:
    key = key_of(setting.key)
    kind = "piece key" if key and key.type == "piece" else "key"
    sign = Span(setting.equals, setting.equals + 1)
    yield from _cut(text, (kind, setting.key_span), ("sign", sign))
    if key and key.type == "piece" and setting.value:
        found = piece_setting(setting)
        yield from _cut(text, ("letter", found.letter_span))
        part = part_of(found)
        if part:
            yield from _cut(text, ("sign", _trimmed(text, Span(found.letter_span.end, part.span.start))))
            yield from guest.tokens(text, part)
    else:
        yield from _of_value(text, setting, key.type if key else "text")
    if setting.comment:
        yield from _cut(text, ("comment", setting.comment))


def _trimmed(text: str, span: Span) -> Span:
    return Span(span.start, span.start + len(text[slice(*span)].rstrip()))


_WORD = re.compile(r"\S+")
_PLAIN = {"bool": "word", "enum": "word", "result": "word", "int": "number", "rank": "number", "squares": "squares"}
_SPLIT = re.compile(r"(?P<number>\d+)|(?P<letter>[A-Za-z*-])|(?P<sign>\S)")


def _of_value(text: str, setting: Setting, type_: str) -> Iterator[Token]:
    """The tokens of a value that is no piece."""
    if setting.key == "startFen":
        yield from _of_position(text, setting)
    elif type_ in ("pieces", "numbers", "promotions", "castling", "file"):
        for found in _SPLIT.finditer(text, *setting.value_span):
            yield Token(found.lastgroup or "", found[0], found.start())
    else:
        for word in _WORD.finditer(text, *setting.value_span):
            yield Token(_PLAIN.get(type_, "text"), word[0], word.start())


def _of_position(text: str, setting: Setting) -> Iterator[Token]:
    for found in re.finditer(r"[A-Z]+|[a-z]+|\d+|[^\sA-Za-z0-9]+", setting.value):
        sign, start = found[0], setting.value_span.start + found.start()
        kind = "white" if sign.isupper() else "black" if sign.islower() else "number" if sign.isdigit() else "sign"
        yield Token(kind, sign, start)


def parse(guest: Guest, text: str, context: Context) -> Tree:
    """The tree of a chunk: its settings, each with its parts."""
    section, words = parsed(text), tokens(guest, text, context)
    trees = {part.span.start: guest.node(text, part) for _, part in embedded(section)}
    spans = [Span(one.key_span.start, max(one.value_span.end, one.equals + 1)) for one in section.settings]
    spans += [section.header.span] if section.header else []
    nodes = [_node(span, words, trees) for span in sorted(spans)]
    start, end = (nodes[0].start, nodes[-1].end) if nodes else (0, 0)
    return Tree(text, Node("section", tuple(nodes), start, end), words, ())


def _node(span: Span, words: Iterable[Token], trees: dict[int, Node]) -> Node:
    children = list[Node | Token]()
    for word in words:
        if word.kind == "comment" or not span.start <= word.start < span.end:
            continue
        if children and word.start < children[-1].end:
            continue
        tree = trees.get(word.start)
        children.append(tree if tree and tree.start == word.start and tree.end > tree.start else word)
    return Node("setting", tuple(children), span.start, span.end)


# Pieces and diagnostics


def analyse(guest: Guest, text: str, context: Context, scope: Scope = NO_NAMES) -> Analysis:
    """Tree, pieces and diagnostics of a chunk. Never raises."""
    found = diagnose(guest, text, context, scope)
    section = parsed(text)
    made = variant(section, inherited(section, scope))[0]
    definitions = tuple(
        definition
        for piece, part in embedded(section, made.board)
        if (definition := _definition(guest, section, piece, part, found))
    )
    return Analysis(parse(guest, text, context), definitions, found)


def _definition(
    guest: Guest, section: Section, piece: PieceSetting, part: Part, found: Iterable[Diagnostic]
) -> Definition | None:
    made = guest.definition(section.text, part)
    if made is None:
        return None
    span = Span(piece.letter_span.start, part.span.end)
    inside = [one for one in found if span.start <= one.span.start and one.span.end <= span.end]
    return replace(
        made,
        name=f"{piece.letter.upper()} of {section.name}",
        name_span=piece.letter_span,
        span=span,
        broken=made.broken or has_error(inside),
        key=f"{section.name}{SEPARATOR}{piece.letter}",
        dialect="",
        dialect_reason="",
    )


def diagnose(guest: Guest, text: str, _context: Context, scope: Scope = NO_NAMES) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk."""
    report, section = Report(), parsed(text)
    if len(text) > LONGEST_SCANNED:
        message = f"Only the first {LONGEST_SCANNED:,} characters of a section are read."
        report(rules.TOO_LONG, Span(LONGEST_SCANNED, LONGEST_SCANNED + 1), message)
    report_lines(section, report)
    made, taken = variant(section, inherited(section, scope))
    report_section(section, scope, made, taken, report)
    reader = guest.notation.readers[ENGINE]
    for piece, part in embedded(section, made.board):
        if section.last.get(piece.setting.key) is piece.setting:
            for one in _of_moves(guest, text, piece, part, made, reader):
                report.keep(one)
    return report.diagnostics()


def _of_moves(
    guest: Guest, text: str, piece: PieceSetting, part: Part, made: Variant, reader: Reader
) -> Iterator[Diagnostic]:
    """What there is to say of the moves of a piece, by themselves and as the engine plays them (F12, E17)."""
    written = text[slice(*part.span)]
    found = guest.diagnostics(text, part)
    if made.moves_double_steps:
        found = tuple(one for one in found if one.code.id != "engine-first-move")
    is_still = not has_error(found) and not reader.read(written).moves
    if is_still and written.strip():
        fixes = tuple(fix for one in found for fix in one.fixes if one.code.id == "engine-differs")
        message = f"`{piece.letter}` cannot move: Fairy-Stockfish finds no moves in `{written}`."
        yield Diagnostic(rules.NO_MOVES, part.span, message, fixes)
        found = tuple(one for one in found if one.code.id != "engine-differs")
    yield from found
