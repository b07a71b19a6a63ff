"""Terms, functions and values out of the nodes of a tree."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

from wazir.notations.bensahas.statements import (
    Call,
    Group,
    Name,
    Nothing,
    Number,
    Parameter,
    Place,
    Places,
    Setting,
    Turn,
    Value,
    Whom,
)
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

LARGEST = 10**6
"""Larger numbers are all alike."""

_WORDS = ("NAME", "FIRST")


class Words:
    """The words of a tree by their places."""

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
    """The parts of a term, also where it is in `flip( )`."""
    children = list(node.children)
    if len(children) == 1 and isinstance(children[0], Node) and children[0].kind == "inner_term":
        return list(children[0].children)
    return children


def _is_word(part: Node | Token) -> bool:
    return isinstance(part, Token) and part.kind in _WORDS


def name_of(token: Node | Token) -> Name:
    """The name that a word is."""
    return Name(token.span, " ".join(token.text.split()) if isinstance(token, Token) else "")


def _arguments(node: Node, words: Words) -> tuple[list[Group], list[Setting]]:
    """What stands in a bracket: the groups of values, and the parameters behind the colon."""
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
    """The values of a group, and the parameters that stand behind them without a colon between."""
    found = _listed(node, words)
    first = next((number for number, one in enumerate(found) if isinstance(one, Setting)), len(found))
    values = tuple(value for value in found[:first] if not isinstance(value, Setting))
    end = values[-1].span.end if values and first < len(found) else node.end
    unparted = _settings(found[first:], node.end, words) if first < len(found) else []
    group = Group(Span(node.start, end), values, words.first_behind(node.end).span)
    return group, [replace(one, is_parted=False) for one in unparted]


def _listed(node: Node, words: Words) -> list[Value | Setting]:
    """What stands between the commas; what is missing there too, but for nothing at all."""
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
    values = tuple(value_of(child, words) for child in node.children if isinstance(child, Node))
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
        squares = [child for child in node.children if isinstance(child, Node)]
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
    group = next((child for child in node.children if isinstance(child, Node)), None)
    return Place(node.span, _group(group, words)[0].values if group else ())


def number(text: str) -> int:
    """The number of some digits, as far as it matters."""
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
