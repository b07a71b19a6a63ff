"""A variant of a game with all that it inherits, and its rules in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from wazir.piece.model import Piece

if TYPE_CHECKING:
    from wazir.piece.drawing.diagram import Diagram

Line: TypeAlias = Callable[[str, int], int]
"""The line, counted from 1, of an offset in the chunk that defines a name; in the asking one if the
name is empty.
"""


@dataclass(frozen=True, slots=True)
class RuleOrigin:
    """Where a variant sets something."""

    section: str
    line: int | None
    """Counted from 1; None in a built-in variant."""


@dataclass(frozen=True, slots=True)
class ResolvedPiece:
    """A piece of a variant. Letters are those of positions, in lower case unless both cases are
    listed.
    """

    key: str
    """Its name in the engine, such as `knight` or `customPiece1`."""
    letter: str
    letters: tuple[str, ...]
    """All letters that stand for it: White's, Black's, then further ones."""
    name: str | None
    """The name that its author gives it, or else its best-known name."""
    betza: str | None
    """Its moves as the engine plays them, in XBetza; None if no text says them. Rules add double
    steps, regions and castling.
    """
    royal: bool
    promotes_to: tuple[str, ...]
    """The letters of the pieces that it becomes as a pawn does, of either side."""
    promoted: str | None
    """The letter of the piece that it becomes as in shogi."""
    origin: RuleOrigin | None
    is_named: bool = False
    """The name is the author's."""


RuleValue: TypeAlias = bool | int | str | tuple[str, ...] | dict[str, int] | dict[str, str] | None
"""A switch, a number, a word or text, letters of pieces (`*` for all), squares of the board, or
numbers or letters by letter. None for a key of both sides whose values differ.
"""


@dataclass(frozen=True, slots=True)
class ResolvedRule:
    """The value of a key that holds in a variant."""

    value: RuleValue
    origin: RuleOrigin | None
    """None for the default of the engine."""
    inherited: bool


@dataclass(frozen=True, slots=True)
class ResolvedVariant:
    """A variant with all that it inherits, as the engine plays it."""

    name: str
    parent: str | None
    lineage: tuple[str, ...]
    """The names from the variant to its last ancestor."""
    engine: str
    engine_version: str
    """A release, or the date of the sources of a later version."""
    files: int
    """Clamped to the largest board of pieces."""
    ranks: int
    """Clamped as well."""
    size: tuple[int, int]
    """The files and ranks as its section writes them."""
    start_fen: str
    pieces: tuple[ResolvedPiece, ...]
    """In the order of the engine."""
    rules: dict[str, ResolvedRule]
    """By key, in the order of the engine; `mobilityRegion...` only where a region is set."""
    info: Mapping[str, object]
    """The same in the form of `variant_info` (FSF#1011), as plain data."""


NO_WIN = "No rule lets a side win."
"""The fact about a variant that nobody can win."""


@dataclass(frozen=True, slots=True)
class ToldPiece:
    """A piece that the rules of a variant describe."""

    letter: str
    name: str
    sentence: str
    piece: Piece | None
    """To draw; None if no text says its moves."""


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A part of the rules of a variant."""

    title: str
    """Empty for the first sentences and the last one."""
    sentences: tuple[str, ...]
    pieces: tuple[ToldPiece, ...] = ()
    is_about_start: bool = False
    """Whether it holds the facts about the position at the start."""


def with_start_facts(parts: tuple[RulesPart, ...], facts: tuple[str, ...]) -> tuple[RulesPart, ...]:
    """The parts of a page with more facts about the start, before "All else is as in"."""
    known = next((part for part in parts if part.is_about_start), None)
    if not facts:
        return parts
    if known:
        added = replace(known, sentences=(*known.sentences, *facts))
        return tuple(added if part is known else part for part in parts)
    end = len(parts) - (len(parts) > 1 and not parts[-1].title)
    return (*parts[:end], RulesPart("At the start", facts, is_about_start=True), *parts[end:])


@dataclass(frozen=True, slots=True)
class VariantRules:
    """The rules of a variant in words: what differs from the variant that it inherits from, or
    everything.
    """

    variant: ResolvedVariant
    parts: tuple[RulesPart, ...]
    position: Diagram | None
    """At the start; None if it cannot be drawn."""
    drawing: str
    """The same position drawn in characters."""
