"""Completion: keys, values, parents, letters, and Betza's notation after a letter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from wazir.notations.engine_files.variants_ini.definition import VariantDefinition
from wazir.notations.engine_files.variants_ini.meaning import Variant, built_in_names
from wazir.notations.engine_files.variants_ini.programs import engine_of
from wazir.notations.engine_files.variants_ini.syntax import (
    SEPARATOR,
    IniSetting,
    PieceSetting,
    Section,
    piece_setting,
)
from wazir.notations.engine_files.variants_ini.vocabulary import (
    CUSTOM_PIECES,
    TYPES,
    VariantKey,
    key_of,
    keys,
)
from wazir.notations.known_names import word_end
from wazir.notations.notation import Scope
from wazir.notations.results import CompletionItem, Completions, TokenType
from wazir.piece.known import best_known
from wazir.text import Span, line_start

_COMMENT = re.compile(r"[#;]+[ \t]*(.*)")
_LINE_REST = re.compile(r"[^\r\n]*")
_NEXT_LINE = re.compile(r"\r\n?|\n")
_PARENT = re.compile(r"\[[^\]:]*:([^\]]*)")
_KEY = re.compile(r"[A-Za-z]*\d*")
_PARENT_REST, _KEY_REST, _VALUE_REST = map(re.compile, (r"[^\]\r\n]*", r"\w*", r"[\w-]*"))


def complete(chunk: VariantDefinition, offset: int) -> Completions:
    """The completion items at an offset, and the span that they replace."""
    section, text = chunk.section, chunk.text
    before = text[line_start(text, offset) : offset]
    start = offset - len(before)
    line_end = word_end(_LINE_REST, text, offset)
    if begun := _COMMENT.fullmatch(before):
        return Span(offset - len(begun[1]), line_end), tuple(_names(chunk, line_end))
    if parent := _PARENT.fullmatch(before):
        span = Span(offset - len(parent[1]), _rest(_PARENT_REST, text, offset, typed=parent[1]))
        return span, tuple(_parents(section, chunk.scope))
    if _KEY.fullmatch(before):
        span = Span(start, _rest(_KEY_REST, text, offset, typed=before))
        return span, tuple(_keys(chunk)) if section.header else ()
    before_value = (setting for setting in section.settings if setting.key_span.start == start)
    setting = next((setting for setting in before_value if setting.equals < offset), None)
    if (
        not setting
        or not (key := key_of(setting.key))
        or (setting.comment and offset > setting.comment.start)
    ):
        return Span(offset, offset), ()
    return _value(chunk, setting, key, offset=offset)


def _names(chunk: VariantDefinition, line_end: int) -> Iterator[CompletionItem]:
    """The well-known names of the piece on the line after the one that ends at an offset (V19)."""
    start = word_end(_NEXT_LINE, chunk.text, line_end)
    below = (moves for piece, moves in chunk.pieces if piece.setting.key_span.start == start)
    definitions = filter(None, (moves.definition() for moves in below))
    pieces = [definition.piece for definition in definitions if definition.piece]
    known = best_known(pieces[0]) if pieces else None
    for name in known.names if known else ():
        yield CompletionItem(name, "a name of the piece below", TokenType.ARGUMENT)


def _rest(pattern: re.Pattern[str], text: str, offset: int, typed: str) -> int:
    """The end of the word around an offset; the offset itself if no word is begun before it."""
    return word_end(pattern, text, offset) if typed else offset


def _parents(section: Section, scope: Scope) -> Iterator[CompletionItem]:
    for name in sorted(
        name for name in scope.defined_names() if SEPARATOR not in name and name != section.name
    ):
        yield CompletionItem(name, "a section of this file", TokenType.ARGUMENT)
    for name in built_in_names():
        yield CompletionItem(name, "a built-in variant", TokenType.ARGUMENT, rank=1)


def _keys(chunk: VariantDefinition) -> Iterator[CompletionItem]:
    """The keys that the section has not set and the engine knows; of custom pieces the next one."""
    section, engine = chunk.section, engine_of(chunk.context)
    customs = (f"customPiece{number}" for number in range(1, CUSTOM_PIECES + 1))
    free = next((name for name in customs if name not in section.last), "")
    if free:
        snippet = f"# ${{1:name}}\n{free} = ${{2:a}}:${{3:N}}"
        yield CompletionItem(
            f"{free} with a name",
            "the comment above a piece is its name",
            TokenType.DIRECTIVE,
            snippet=snippet,
            is_template=True,
            rank=1,
        )
    for key in keys().values():
        if key.name in section.last or key.instead or (key.is_custom and key.name != free):
            continue
        if not engine.reads("key", key.name):
            continue
        is_piece = key.type == "piece"
        yield CompletionItem(
            key.name,
            TYPES[key.type].replace("`", ""),
            token_type=TokenType.DIRECTIVE if is_piece else TokenType.DIRECTION,
            documentation=key.text,
            piece=chunk.language.piece(key.moves),
            rank=is_piece,
        )


def _value(
    chunk: VariantDefinition, setting: IniSetting, key: VariantKey, offset: int
) -> Completions:
    typed = re.split(r"[^\w-]", chunk.text[setting.equals + 1 : offset])[-1]
    end = _rest(_VALUE_REST, chunk.text, offset, typed=typed)
    span = Span(offset - len(typed), end)
    if key.type == "piece":
        return _of_piece(chunk, piece_setting(setting), key, offset=offset)
    if key.values:
        details = {key.default: "the default"}
        return span, [
            CompletionItem(word, details.get(word, ""), TokenType.MODE) for word in key.values
        ]
    if key.type == "pieces":
        return Span(offset, offset), tuple(_letters(chunk.variant))
    return span, ()


def _letters(variant: Variant) -> Iterator[CompletionItem]:
    for piece in variant.pieces:
        name = piece.name or piece.key
        yield CompletionItem(piece.letter, f"{name} {piece.moves}".strip(), TokenType.ATOM)
    yield CompletionItem("*", "all pieces", TokenType.OPERATOR, rank=1)
    yield CompletionItem("-", "no piece", TokenType.OPERATOR, rank=1)


def _of_piece(
    chunk: VariantDefinition, piece: PieceSetting, key: VariantKey, offset: int
) -> Completions:
    """A free letter, or Betza's notation after it."""
    start = piece.setting.value_span.start
    has_moves = piece.letter and piece.setting.may_have_moves
    if has_moves and offset >= start + 2 and piece.moves.contains_inclusive(offset):
        return chunk.moves(piece.moves).complete(offset)
    if piece.setting.value or offset < start:
        return Span(offset, offset), ()
    letters = (letter for letter in ascii_lowercase if letter not in chunk.variant.letters)
    colon = ":" if key.is_custom else ""
    free = (
        CompletionItem(letter + colon, "a letter that no piece has", TokenType.ATOM)
        for letter in letters
    )
    return Span(offset, offset), tuple(free)
