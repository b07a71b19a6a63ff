"""Names of pieces: where they stand, what else is like the word at a place, and renaming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from wazir.document import Document, Placed
from wazir.notations.base import TokenType
from wazir.syntax import Token
from wazir.text import Edit, Span

_PARTNERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class NameAt:
    """A name, where it stands."""

    name: str
    span: Span


class HighlightKind(Enum):
    """Why a place is shown as like the one at the cursor."""

    SAME = "the same word"
    DEFINED = "where a name is defined"


@dataclass(frozen=True, slots=True)
class Highlight:
    """A place that is like the one at the cursor."""

    span: Span
    kind: HighlightKind


class CannotRename(Exception):  # noqa: N818
    """A new name will not do; the message says why and what would."""


def name_at(document: Document, offset: int) -> NameAt | None:
    """The name at an offset, or right before it."""
    placed = document.chunk_at(offset)
    for name, span in document.notation.names(placed.chunk.text):
        if span.start <= offset - placed.start <= span.end:
            return NameAt(name, span.moved(placed.start))
    return None


def occurrences(document: Document, name: str) -> tuple[Span, ...]:
    """Every place where a name stands, in order."""
    return tuple(document.definitions_named(name))


def highlights(document: Document, offset: int) -> tuple[Highlight, ...]:
    """The places of the name at an offset; else the same words in its definition, or both brackets of a pair."""
    if found := name_at(document, offset):
        return tuple(Highlight(span, HighlightKind.DEFINED) for span in occurrences(document, found.name))
    placed = document.chunk_at(offset)
    tokens = document.analysis(placed).tree.tokens
    token = token_at(tokens, offset - placed.start)
    if token is None or document.notation.token_type(token) in (None, TokenType.COMMENT):
        return ()
    like = _pair(tokens, token) or [other for other in tokens if (other.kind, other.text) == (token.kind, token.text)]
    return tuple(Highlight(other.span.moved(placed.start), HighlightKind.SAME) for other in like)


def token_at(tokens: Sequence[Token], offset: int) -> Token | None:
    """The token at an offset, or else the one that ends there."""
    before = None
    for token in tokens:
        if token.start <= offset < token.end:
            return token
        if token.end == offset:
            before = token
    return before


def _pair(tokens: Sequence[Token], token: Token) -> list[Token]:
    """A bracket and its partner; nothing if the token is no bracket, or has no partner."""
    open_brackets: list[Token] = []
    for other in tokens:
        if other.text in _PARTNERS:
            open_brackets.append(other)
        elif open_brackets and other.text == _PARTNERS[open_brackets[-1].text]:
            pair = [open_brackets.pop(), other]
            if token in pair:
                return pair
    return [token] if token.text in _PARTNERS or token.text in _PARTNERS.values() else []


def rename(document: Document, offset: int, new: str) -> tuple[Edit, ...]:
    """The edits that give the piece at an offset a new name.

    Raises:
        CannotRename: There is no name at that offset, or the notation would not read the new name as it is, or another
            piece has it.
    """
    found = name_at(document, offset)
    if found is None:
        raise CannotRename("There is no name here to change.")
    new = new.strip()
    if new == found.name:
        return ()
    _check(document, document.chunk_at(found.span.start), found, new)
    return tuple(Edit(span, new) for span in occurrences(document, found.name))


def _check(document: Document, placed: Placed, found: NameAt, new: str) -> None:
    """Lets the notation itself judge a name: the chunk with the new one must have it, and be otherwise the same."""
    if not new:
        raise CannotRename("A name cannot be empty.")
    if document.definitions_named(new):
        raise CannotRename(f"There is already a piece named `{new}`.")
    text, span = placed.chunk.text, found.span.moved(-placed.start)
    expected = [new if place == span else name for name, place in document.notation.names(text)]
    renamed = text[: span.start] + new + text[span.end :]
    names = [name for name, _ in document.notation.names(renamed)]
    starts = [document.notation.starts_chunk(line) for line in renamed.splitlines()]
    if names != expected or starts != [document.notation.starts_chunk(line) for line in text.splitlines()]:
        signs = sorted({sign for sign in new if not sign.isalnum() and not sign.isspace()})
        advice = f" Try it without `{'` or `'.join(signs)}`." if signs else ""
        raise CannotRename(f"`{new}` would not be read as a name.{advice}")
