"""The tree of pieces, statements, terms and their values, each with its span.

Numbers and names are as written; they are checked where they get a meaning.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from wazir.syntax import Node, Token, Tree
from wazir.text import Span

MOST_NAMES = 16
"""The number of names before a bracket at most."""


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
    """None without a number."""


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
    """A missing value; its span is that of the next token."""

    span: Span


@dataclass(frozen=True, slots=True)
class Setting:
    """`@M = moved, 1`."""

    span: Span
    parameter: Parameter | None
    """None if there are values in place of a parameter."""
    has_sign: bool
    """Whether it has a `=`."""
    values: tuple[Value, ...]
    is_parted: bool = True
    """Whether a colon separates it from the values before it."""


@dataclass(frozen=True, slots=True)
class Group:
    """The values up to a `;`, a `:` or the end of a bracket."""

    span: Span
    values: tuple[Value, ...]
    stop: Span
    """The token after it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A term, or a function in one: names and a bracket (S3)."""

    span: Span
    path: tuple[Name, ...]
    """`c` and `cannon` of `c/cannon(...)`; the repeated names in a statement that begins with `+`."""
    groups: tuple[Group, ...]
    settings: tuple[Setting, ...]
    has_bracket: bool = True
    is_more: bool = False
    """It begins with `+`."""
    close: Span | None = None
    """Its closing bracket, or the empty span of a missing one."""

    @property
    def path_span(self) -> Span:
        """The span of its names; empty if it has none or repeats them."""
        if not self.path or self.is_more:
            return Span(self.span.start, self.span.start)
        return Span(self.path[0].span.start, self.path[-1].span.end)

    @property
    def names(self) -> tuple[str, ...]:
        """The names before its bracket, as texts."""
        return tuple(name.text for name in self.path)

    @property
    def is_too_long(self) -> bool:
        """Whether it has too many names."""
        return len(self.path) > MOST_NAMES

    @property
    def values(self) -> tuple[Value, ...]:
        """The values before the first `;` or `:`."""
        return self.groups[0].values if self.groups else ()

    @property
    def directions(self) -> Number | None:
        """The sum of directions, its second value; None if it is invalid."""
        value = self.values[1] if len(self.values) > 1 else None
        return value if isinstance(value, Number) and 1 <= value.value <= 255 else None


Value: TypeAlias = Number | Name | Turn | Whom | Parameter | Places | Call | Nothing


def calls(value: Value) -> Iterator[Call]:
    """A term or function, and those in its brackets, outermost first."""
    waiting: list[Value] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Call):
            yield one
            waiting += [inner for group in one.groups for inner in group.values]
            waiting += [inner for setting in one.settings for inner in setting.values]


@dataclass(frozen=True, slots=True)
class Statement:
    """A chain of terms up to its `!` (S2)."""

    span: Span
    terms: tuple[Call, ...]
    is_ended: bool
    """Whether it has a `!`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A piece that another promotes to: its name or its statements (S13)."""

    span: Span
    name: Name | None
    statements: tuple[Statement, ...] = ()


class Misnamed(NamedTuple):
    """A misspelled key of a `flip`."""

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
    """The invalid parts."""
    misnamed: tuple[Misnamed, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of all its outcomes."""
        return tuple(statement for outcome in self.outcomes or () for statement in outcome.statements)


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
    """A missing bracket or `!`."""

    sign: str
    before: Token
    """The last word before its place."""


class Slip(Enum):
    """A word in the wrong place."""

    EXTRA_BANG = auto()
    """A `!` that ends no statement."""
    CHAINED_FLIP = auto()
    """A `flip` that follows a term without its `!`."""
    STRAY_PLUS = auto()
    """A `+` without a statement before it."""


@dataclass(frozen=True, slots=True)
class Body:
    """A piece: its header, if it has one, and its statements."""

    span: Span
    header: Header | None
    statements: tuple[Statement, ...]
    flips: tuple[Flip, ...]
    missing: tuple[Missing, ...]
    slips: tuple[tuple[Slip, Span], ...]


# From the nodes of a tree to terms, functions and values

LARGEST = 10**6
"""Larger numbers are read as this one."""

_WORDS = ("NAME", "FIRST")


class Words:
    """The tokens of a tree by their offsets."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._found = [token for token in tree.tokens if token.kind != "COMMENT"]
        self._ends = [token.end for token in self._found]

    def last_before(self, offset: int) -> Token:
        """The last word that ends at an offset or before it; the first of all if there is none."""
        return self._found[max(bisect_left(self._ends, offset + 1) - 1, 0)]

    def first_behind(self, offset: int) -> Token:
        """The first word that begins at an offset or behind it; the last of all if there is none."""
        return self._found[min(bisect_left(self._ends, offset + 1), len(self._found) - 1)]


def call_of(node: Node, words: Words) -> Call:
    """A term, or a line that begins with `+`."""
    path: tuple[Name, ...] = ()
    groups: list[Group] = []
    settings: list[Setting] = []
    close: Span | None = None
    for child in _inside(node):
        if isinstance(child, Token):
            close = child.span if child.kind == "RPAR" else close
        elif child.kind == "path":
            path = tuple(name_of(token) for token in child.children if _is_word(token))
        else:
            groups, settings = _arguments(child, words)
    return Call(node.span, path, tuple(groups), tuple(settings), close is not None, close=close)


def _inside(node: Node) -> list[Node | Token]:
    """The children of a term, also inside `flip( )`."""
    children = list(node.children)
    if len(children) == 1 and isinstance(children[0], Node) and children[0].kind == "inner_term":
        return list(children[0].children)
    return children


def _is_word(part: Node | Token) -> bool:
    return isinstance(part, Token) and part.kind in _WORDS


def name_of(token: Node | Token) -> Name:
    """The name of a token."""
    return Name(token.span, " ".join(token.text.split()) if isinstance(token, Token) else "")


def _arguments(node: Node, words: Words) -> tuple[list[Group], list[Setting]]:
    """The groups of values in a bracket, and the parameters after the colon."""
    groups: list[Group] = []
    settings: list[Setting] = []
    in_settings = False
    for child in node.children:
        if isinstance(child, Token):
            in_settings = in_settings or child.kind == "COLON"
        elif in_settings or _begins_with_setting(child):
            settings += _settings(_listed(child, words), child.end, words)
            in_settings = True
        else:
            group, unparted = _group(child, words)
            groups.append(group)
            settings += unparted
    if len(groups) == 1 and not groups[0].values:
        nothing = _nothing(groups[0].span.end, words)
        groups = [] if settings else [replace(groups[0], values=(nothing,))]
    return groups, settings


def _begins_with_setting(group: Node) -> bool:
    first = group.children[0] if group.children else None
    return isinstance(first, Node) and first.kind == "setting"


def _group(node: Node, words: Words) -> tuple[Group, list[Setting]]:
    """The values of a group, and the parameters after them without a colon."""
    found = _listed(node, words)
    first = next((number for number, one in enumerate(found) if isinstance(one, Setting)), len(found))
    values = tuple(value for value in found[:first] if not isinstance(value, Setting))
    end = values[-1].span.end if values and first < len(found) else node.end
    unparted = _settings(found[first:], node.end, words) if first < len(found) else []
    group = Group(Span(node.start, end), values, words.first_behind(node.end).span)
    return group, [replace(one, is_parted=False) for one in unparted]


def _listed(node: Node, words: Words) -> list[Value | Setting]:
    """The values between the commas, with the missing ones unless all are missing."""
    found: list[Value | Setting] = []
    waits = False
    for child in node.children:
        if isinstance(child, Token):
            if waits or not found:
                found.append(Nothing(child.span))
            waits = True
        else:
            found.append(_setting(child, words) if child.kind == "setting" else value_of(child, words))
            waits = False
    if waits:
        found.append(_nothing(node.end, words))
    return found


def _nothing(offset: int, words: Words) -> Nothing:
    return Nothing(words.first_behind(offset).span)


def _setting(node: Node, words: Words) -> Setting:
    values = tuple(value_of(child, words) for child in node.inner())
    sign, *_ = node.children
    return Setting(node.span, _parameter(sign), True, values or (_nothing(node.end, words),))


def _parameter(token: Node | Token) -> Parameter:
    return Parameter(token.span, token.text[1:] if isinstance(token, Token) else "")


def _settings(listed: list[Value | Setting], end: int, words: Words) -> list[Setting]:
    """The parameters of a group; a value behind a comma belongs to the one before it."""
    found: list[Setting] = []
    for one in listed:
        if isinstance(one, Setting):
            found.append(one)
        elif isinstance(one, Parameter):
            found.append(Setting(one.span, one, False, ()))
        elif found:
            last = found[-1]
            stop = max(last.span.end, one.span.end) if not isinstance(one, Nothing) else last.span.end
            span = Span(last.span.start, stop)
            found[-1] = replace(last, span=span, values=(*last.values, one))
        else:
            found.append(Setting(one.span, None, False, (one,)))
    if not found:
        nothing = _nothing(end, words)
        found.append(Setting(nothing.span, None, False, (nothing,)))
    return found


def value_of(node: Node, words: Words) -> Value:
    """A value in a bracket."""
    first = node.children[0]
    if isinstance(first, Node) and first.kind == "square":
        squares = node.inner()
        return Places(node.span, tuple(_place(square, words) for square in squares))
    if node.kind == "who" or (isinstance(first, Node) and first.kind == "who"):
        return _whom(node if node.kind == "who" else first)
    if isinstance(first, Token) and node.kind not in ("term", "inner_term"):
        return _SIMPLE[first.kind](node, first)
    return _called(node if node.kind == "term" else first, words)


def _called(node: Node | Token, words: Words) -> Value:
    """A function, or a name that stands alone."""
    if isinstance(node, Token):
        return name_of(node)
    call = call_of(node, words)
    if not call.has_bracket and len(call.path) == 1:
        return call.path[0]
    return call


def _whom(node: Node | Token) -> Value:
    names = [name_of(token) for token in node.children if _is_word(token)] if isinstance(node, Node) else []
    return Whom(node.span, names[0], names[1] if len(names) > 1 else None)


def _place(node: Node, words: Words) -> Place:
    group = node.first()
    return Place(node.span, _group(group, words)[0].values if group else ())


def number(text: str) -> int:
    """The number of some digits, limited to LARGEST."""
    return max(min(int(text), LARGEST), -LARGEST) if len(text) < 10 else (-LARGEST if text[0] == "-" else LARGEST)


def _turn(node: Node, token: Token) -> Value:
    return Turn(node.span, number(token.text[1:].strip()) if token.kind == "TURN" else None)


_SIMPLE: dict[str, Callable[[Node, Token], Value]] = {
    "NUMBER": lambda node, token: Number(node.span, number(token.text)),
    "TURN": _turn,
    "SLASH": _turn,
    "PARAMETER": lambda _node, token: _parameter(token),
    "NAME": lambda _node, token: name_of(token),
    "FIRST": lambda _node, token: name_of(token),
}
