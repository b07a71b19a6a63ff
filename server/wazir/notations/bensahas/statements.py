"""What a text says: pieces, statements, terms and what stands in their brackets, each with its place.

Numbers and names are as written: whether they make sense where they stand is for those to see who give them a
meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from wazir.syntax import Token
from wazir.text import Span

MOST_NAMES = 16
"""With more names before its bracket a term or a function is not read."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    span: Span
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A word, or several of one line, with single blanks between."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """`/k`: the heading of the leg before, turned (S5)."""

    span: Span
    eighths: int | None
    """None if no number stands behind the stroke."""


@dataclass(frozen=True, slots=True)
class Whom:
    """`E<Pawn`: pieces of a side and a name (S8)."""

    span: Span
    side: Name
    name: Name | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """`@T`, alone or before its `=`."""

    span: Span
    letter: str


@dataclass(frozen=True, slots=True)
class Place:
    """`[x, y]`."""

    span: Span
    numbers: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """One or more squares in a row."""

    span: Span
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """A value that is missing; the span is that of the sign before which it should stand."""

    span: Span


@dataclass(frozen=True, slots=True)
class Setting:
    """`@M = moved, 1`."""

    span: Span
    parameter: Parameter | None
    """None if values stand where a parameter should."""
    has_sign: bool
    """Whether its `=` is there."""
    values: tuple[Value, ...]
    is_parted: bool = True
    """Whether a colon is between it and the values before it, if there are any."""


@dataclass(frozen=True, slots=True)
class Group:
    """The values up to a `;`, a `:` or the end of a bracket."""

    span: Span
    values: tuple[Value, ...]
    stop: Span
    """The sign behind it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A term, or a function in one: names before a bracket, and what is in it (S3)."""

    span: Span
    path: tuple[Name, ...]
    """`c` and `cannon` of `c/cannon(...)`; what it takes over, in a statement that begins with `+`."""
    groups: tuple[Group, ...]
    settings: tuple[Setting, ...]
    has_bracket: bool = True
    is_more: bool = False
    """It begins with `+`."""
    close: Span | None = None
    """Its closing bracket, or the empty place of one that is missing."""

    @property
    def path_span(self) -> Span:
        """Where its names stand; an empty place if it has none, or takes them over."""
        if not self.path or self.is_more:
            return Span(self.span.start, self.span.start)
        return Span(self.path[0].span.start, self.path[-1].span.end)

    @property
    def is_too_long(self) -> bool:
        """Whether it has more names than are looked at."""
        return len(self.path) > MOST_NAMES

    @property
    def values(self) -> tuple[Value, ...]:
        """What stands before the first `;` or `:`."""
        return self.groups[0].values if self.groups else ()


Value: TypeAlias = Number | Name | Turn | Whom | Parameter | Places | Call | Nothing


@dataclass(frozen=True, slots=True)
class Statement:
    """A chain of terms up to its `!` (S2)."""

    span: Span
    terms: tuple[Call, ...]
    is_ended: bool
    """Whether its `!` is there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A piece that another may turn into: the name of one, or its statements (S13)."""

    span: Span
    name: Name | None
    statements: tuple[Statement, ...] = ()


class Misnamed(NamedTuple):
    """A key of a `flip` that is nearly one that it has."""

    name: Name
    meant: str


@dataclass(frozen=True, slots=True)
class Flip:
    """`flip(condition = ..., promotes_to = ...)` (S13)."""

    span: Span
    condition: Value | None
    outcomes: tuple[Outcome, ...] | None
    """None without `promotes_to`."""
    strays: tuple[Span, ...] = ()
    """What stands in it and means nothing."""
    misnamed: tuple[Misnamed, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """`GAME:PIECE`, `:PIECE` or `PIECE`."""

    span: Span
    game: Name | None
    has_colon: bool
    piece: Name | None

    @property
    def key(self) -> str:
        """What the piece is known by in the file."""
        return f"{self.game.text if self.game else ''}:{self.piece.text if self.piece else ''}"


@dataclass(frozen=True, slots=True)
class Missing:
    """A bracket or a `!` that is not there."""

    sign: str
    before: Token
    """The last word before its place."""


@dataclass(frozen=True, slots=True)
class Body:
    """A piece: its header, if it has one, and what it says."""

    span: Span
    header: Header | None
    statements: tuple[Statement, ...]
    flips: tuple[Flip, ...]
    missing: tuple[Missing, ...] = ()
    lone: tuple[Token, ...] = ()
    """Each `!` that ends nothing."""
    chained: tuple[Span, ...] = ()
    """Each `flip` that follows a term without its `!`."""
    stray_more: tuple[Span, ...] = ()
    """Each `+` before which there is no statement."""
