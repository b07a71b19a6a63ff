"""The tree of pieces, statements, terms and values; headers and names; the detection of the
notation.

Numbers and names are as written; they are checked where they get a meaning. As strings, all parts
have canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from wazir.notations.notation import Context
from wazir.parsing import terminals
from wazir.syntax import Token
from wazir.text import Span

MAX_NAMES = 16
"""The number of names before a bracket at most."""


@dataclass(frozen=True, slots=True)
class Spanned:
    """A part of a text. As a string it is in canonical form, without what is missing."""

    span: Span


@dataclass(frozen=True, slots=True)
class Number(Spanned):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Name(Spanned):
    """A word, or several of one line, with single blanks between."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Turn(Spanned):
    """`/k`: the heading of the leg before, turned (S5)."""

    eighths: int | None
    """None without a number."""

    def __str__(self) -> str:
        return f"/{'' if self.eighths is None else self.eighths}"


@dataclass(frozen=True, slots=True)
class PieceSelector(Spanned):
    """`E<Pawn`: pieces of a side and a name (S8)."""

    side: Name
    name: Name | None

    def __str__(self) -> str:
        return f"{self.side}<{self.name or ''}"


@dataclass(frozen=True, slots=True)
class Parameter(Spanned):
    """`@T`, alone or before its `=`."""

    letter: str

    def __str__(self) -> str:
        return f"@{self.letter}"


@dataclass(frozen=True, slots=True)
class Squares(Spanned):
    """One or more squares `[x, y]` in a row."""

    squares: tuple[Group, ...]

    def __str__(self) -> str:
        return "".join(f"[{square}]" for square in self.squares)


@dataclass(frozen=True, slots=True)
class Nothing(Spanned):
    """A missing value; its span is that of the next token."""

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Setting(Spanned):
    """`@M = moved, 1`."""

    parameter: Parameter | None
    """None if there are values in place of a parameter."""
    has_sign: bool
    """Whether it has a `=`."""
    values: tuple[Value, ...]
    is_parted: bool = True
    """Whether a colon separates it from the values before it."""

    @property
    def letter(self) -> str:
        """The letter of its parameter; empty if it has none."""
        return self.parameter.letter if self.parameter else ""

    @property
    def value(self) -> Value | None:
        """Its first value."""
        return self.values[0] if self.values else None

    @property
    def label(self) -> str:
        """Its label if it is not evaluated: `T: King`."""
        return f"{self.letter}: {', '.join(map(str, self.values))}"

    def __str__(self) -> str:
        name = str(self.parameter or "")
        values = ", ".join(map(str, self.values))
        return f"{name} = {values}" if self.has_sign else name or values


@dataclass(frozen=True, slots=True)
class Group(Spanned):
    """The values up to a `;`, a `:` or the end of a bracket; or a square with its bracket."""

    values: tuple[Value, ...]
    stop: Span
    """The token after it."""

    def __str__(self) -> str:
        return ", ".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class Call(Spanned):
    """A term, or a function in one: names and a bracket (S3)."""

    path: tuple[Name, ...]
    """`c` and `cannon` of `c/cannon(...)`; the repeated names in a statement that begins with
    `+`.
    """
    groups: tuple[Group, ...]
    settings: tuple[Setting, ...]
    close: Span
    """Its closing bracket, or the empty span of a missing one; the whole without a bracket."""
    has_bracket: bool = True
    is_more: bool = False
    """It begins with `+`."""

    @property
    def path_span(self) -> Span:
        """The span of its names, of which there are some, or of the `+` that repeats them."""
        if self.is_more:
            return Span(self.span.start, self.span.start + 1)
        return Span(self.path[0].span.start, self.path[-1].span.end)

    @property
    def names(self) -> tuple[str, ...]:
        """The names before its bracket, as texts."""
        return tuple(name.text for name in self.path)

    @property
    def is_too_long(self) -> bool:
        """Whether it has too many names."""
        return len(self.path) > MAX_NAMES

    @property
    def values(self) -> tuple[Value, ...]:
        """The values before the first `;` or `:`."""
        return self.groups[0].values if self.groups else ()

    @property
    def value(self) -> Value | None:
        """Its first value."""
        return self.values[0] if self.values else None

    def setting(self, letter: str) -> Setting | None:
        """Its first parameter of a letter."""
        return next((setting for setting in self.settings if setting.letter == letter), None)

    @property
    def directions(self) -> Number | None:
        """The sum of directions, its second value; None if it is invalid."""
        value = self.values[1] if len(self.values) > 1 else None
        return value if isinstance(value, Number) and 1 <= value.value <= 255 else None

    def __str__(self) -> str:
        if not self.has_bracket:
            return "/".join(self.names)
        path = "+ " if self.is_more else "/".join(self.names) + "("
        groups, settings = "; ".join(map(str, self.groups)), ", ".join(map(str, self.settings))
        return f"{path}{groups}{': ' if groups and settings else ''}{settings})"


Value: TypeAlias = Number | Name | Turn | PieceSelector | Parameter | Squares | Call | Nothing


def nested(value: Value) -> Iterator[Value]:
    """A value and all values in its brackets, outermost first."""
    waiting: list[Value] = [value]
    while waiting:
        value = waiting.pop()
        yield value
        match value:
            case Call():
                waiting += [inner for group in value.groups for inner in group.values]
                waiting += [inner for setting in value.settings for inner in setting.values]
            case Squares():
                waiting += [number for square in value.squares for number in square.values]
            case PieceSelector(name=Name() as name):
                waiting.append(name)


def calls(value: Value) -> Iterator[Call]:
    """A term or function, and those in its brackets, outermost first."""
    return (inner for inner in nested(value) if isinstance(inner, Call))


def flat(call: Call) -> Call:
    """A term with all its names before one bracket: `c(cannon(...))` means `c/cannon(...)` (S3)."""
    while call.path and len(call.groups) == len(call.values) == 1 and not call.settings:
        inner = call.values[0]
        if not isinstance(inner, Call) or not inner.has_bracket:
            break
        call = replace(inner, span=call.span, path=(*call.path, *inner.path))
    return call


def unfolded(call: Call) -> Call:
    """A function with one name: `a/b(x)` means `a(b(x))` (S3)."""
    if len(call.path) < 2:
        return call
    first, *rest = call.path
    inner = replace(call, span=Span(rest[0].span.start, call.span.end), path=tuple(rest))
    group = Group(inner.span, (inner,), call.close)
    return replace(call, path=(first,), groups=(group,), settings=())


@dataclass(frozen=True, slots=True)
class Statement(Spanned):
    """A chain of terms up to its `!` (S2)."""

    terms: tuple[Call, ...]
    is_ended: bool
    """Whether it has a `!`."""

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.terms))}!"


@dataclass(frozen=True, slots=True)
class Outcome(Spanned):
    """A piece that another promotes to: its name or its statements (S13)."""

    name: Name | None
    statements: tuple[Statement, ...] = ()

    def __str__(self) -> str:
        return str(self.name or " ".join(map(str, self.statements)))


@dataclass(frozen=True, slots=True)
class Flip(Spanned):
    """`flip(condition = ..., promotes_to = ...)` (S13)."""

    condition: Value | None
    outcomes: tuple[Outcome, ...] | None
    """None without `promotes_to`."""
    strays: tuple[Span, ...] = ()
    """The invalid parts."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of all its outcomes."""
        return tuple(
            statement for outcome in self.outcomes or () for statement in outcome.statements
        )


@dataclass(frozen=True, slots=True)
class Header(Spanned):
    """`GAME:PIECE`, `:PIECE` or `PIECE`."""

    game: Name | None
    has_colon: bool
    piece: Name | None

    @property
    def key(self) -> str:
        """The key of the piece in the file."""
        return f"{self.game.text if self.game else ''}:{self.piece.text if self.piece else ''}"


@dataclass(frozen=True, slots=True)
class Missing:
    """A missing bracket or `!`."""

    sign: str
    before: Token
    """The last word before its place."""


@dataclass(frozen=True, slots=True)
class Body(Spanned):
    """A piece: its header, if it has one, and its statements."""

    header: Header | None
    statements: tuple[Statement, ...]
    flips: tuple[Flip, ...]
    missing: tuple[Missing, ...]

    @property
    def game(self) -> str:
        """The name of its game; empty without one."""
        return self.header.game.text if self.header and self.header.game else ""

    @property
    def all_statements(self) -> tuple[Statement, ...]:
        """Its statements, and those of the pieces that it promotes to."""
        return (
            *self.statements,
            *(statement for flip in self.flips for statement in flip.statements),
        )

    @property
    def values(self) -> tuple[Value, ...]:
        """All its terms, the conditions of its promotions, and the names of the pieces that it
        promotes to.
        """
        terms = [term for statement in self.all_statements for term in statement.terms]
        conditions = [flip.condition for flip in self.flips if flip.condition is not None]
        names = [
            outcome.name for flip in self.flips for outcome in flip.outcomes or () if outcome.name
        ]
        return (*terms, *conditions, *names)


# Headers and names (S1)

_INDENT = r"(?>(?:[^\S\r\n]|\ufeff)*)"


@cache
def _first_line() -> re.Pattern[str]:
    """The first line of a chunk: a header, or a title alone. Compiled on first use, as all that
    needs the grammar.
    """
    header = terminals("bensahas")["HEADER"]
    title = terminals("bensahas")["_TITLE"]
    return re.compile(
        rf"{_INDENT}(?:{header}|(?:{title})?[ \t]*+:[ \t]*+{title}[ \t]*+(?:\#|//|\Z))"
    )


def starts_chunk(line: str) -> bool:
    """Whether a line is a header: with its brace, or with its colon and nothing after the name."""
    return ("{" in line or ":" in line) and _first_line().match(line) is not None


def has_header(text: str) -> bool:
    """Whether a line of a text starts with a header and its brace."""
    return "{" in text and bool(
        re.search(rf"(?<![^\r\n]){_INDENT}(?:{terminals('bensahas')['HEADER']})", text)
    )


def header_of(token: Token) -> Header:
    """The names in a header."""
    game, colon, piece = token.text.rpartition(":")
    return Header(
        token.span,
        _name(game, token.start),
        bool(colon),
        piece=_name(piece, token.end - len(piece)),
    )


def _name(text: str, start: int) -> Name | None:
    """The name in a text at an offset, with single blanks; None if absent."""
    bare = text.strip()
    start += len(text) - len(text.lstrip())
    return Name(Span(start, start + len(bare)), " ".join(bare.split())) if bare else None


def key(name: str) -> str:
    """The key of a piece: of no game, unless its game is named."""
    game, colon, piece = name.rpartition(":")
    if colon:
        return f"{' '.join(game.split())}:{' '.join(piece.split())}"
    return f":{' '.join(name.split())}"


def renamed(name: str, old: str, new: str) -> str:
    """A key after the piece with the key *old*, perhaps itself, is renamed within its game."""
    game, _, _ = old.partition(":")
    if name != old:
        return name
    return key(new if ":" in new else f"{game}:{new}")


def respelled(new: str, _old: str, _key: str) -> str:
    """The name of a piece without that of its game."""
    return " ".join(new.rpartition(":")[2].split())


def keys(game: str, name: str) -> tuple[str, ...]:
    """The keys of a name in a piece of some game, its own game first."""
    return tuple(dict.fromkeys((f"{game}:{name}", f":{name}")))


def another_name(name: str, number: int, _context: Context) -> tuple[str, str]:
    """A name like another one of the same game, with a number."""
    numbered = f"{name} {number}"
    return numbered, numbered.partition(":")[2]


def file_context(context: Context, text: str) -> Context:
    """The context of a file: text outside of its pieces is an error if it has a header (S1)."""
    return replace(context, has_headers=has_header(text))


# Detection

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+[^\s{}()=][^\r\n{}()=]*+\{"
    r"|\)[ \t]*+!"
    r"|\([ \t]*+(?:n|\d++)[ \t]*+,[ \t]*+(?:n|\d++)[ \t]*+[;:]"
    r"|\([ \t]*+n[ \t]*+,"
    r"|@[A-Z][ \t]*+[=:]"
)
"""A header with its brace, the end of a statement, the first values of a leg, and a parameter."""


def evidence(text: str) -> int:
    """The number of typical constructs in a text."""
    return sum(1 for _ in _TYPICAL.finditer(text))
