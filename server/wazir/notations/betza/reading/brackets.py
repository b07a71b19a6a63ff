"""What stands outside of brackets and belongs inside: modifiers before them, and a range behind them (B10, B21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeGuard

from wazir.syntax import Node, Token, Tree

_FRONT = frozenset("ifblrvs")
"""Modifiers that belong on the first leg."""
_BACK = frozenset("mcd")
"""Modifiers that belong on the last leg."""
_HOPS = frozenset("pgtu")
_UNRANGED = frozenset("UOI")


class Legs(NamedTuple):
    """The legs with which the ways through a node begin, and those with which they end."""

    first: tuple[Node, ...]
    last: tuple[Node, ...]


def bracketed(tree: Tree, *, start: int | None = None, end: int | None = None) -> Node | None:
    """The group or chain in brackets that starts or ends at an offset, the outermost."""
    return next(
        (
            node
            for node in tree.nodes()
            if node.kind in ("group", "bracket") and (node.start == start or node.end == end)
        ),
        None,
    )


def with_modifiers(tree: Tree, letters: str, node: Node) -> str:
    """The brackets with modifiers inside; empty if it is not plain on which leg each belongs."""
    legs = legs_of(node)
    may_stop = any(_is(child, "QUESTION") for child in node.children)
    if may_stop or not set(letters) <= _FRONT | _BACK or any(letters.count(letter) > 1 for letter in letters):
        return ""
    back = "".join(letter for letter in letters if letter in _BACK)
    front = "".join(sorted((letter for letter in letters if letter in _FRONT), key=lambda letter: letter != "i"))
    if (back and _have(legs.last, _BACK | _HOPS)) or (front and _have(legs.first, _FRONT)):
        return ""
    ends = [(_atom(leg).start, back) for leg in legs.last]
    return _inserted(tree.text, node, [*ends, *((leg.start, front) for leg in legs.first)])


def with_range(tree: Tree, number: str, node: Node) -> str:
    """The brackets with a range inside, on the last leg of each way; empty if one of them cannot have it."""
    legs = legs_of(node).last
    if any(_is(leg.children[-1], "RANGE") or not _may_range(_atom(leg)) for leg in legs):
        return ""
    return _inserted(tree.text, node, [(leg.end, number) for leg in legs])


def legs_of(node: Node) -> Legs:
    """The legs with which the ways through a node begin and end."""
    if node.kind == "leg":
        return Legs((node,), (node,))
    inner = [child for child in node.children if isinstance(child, Node)]
    every = [legs_of(child) for child in inner]
    if node.kind in ("moves", "start"):
        return Legs(
            tuple(leg for each in every for leg in each.first), tuple(leg for each in every for leg in each.last)
        )
    return Legs(every[0].first, every[-1].last) if every else Legs((), ())


def _atom(leg: Node) -> Node:
    return next(child for child in leg.children if isinstance(child, Node))


def _may_range(atom: Node) -> bool:
    sign = atom.children[0]
    return isinstance(sign, Token) and sign.kind != "DOUBLE" and bool(sign.text) and sign.text not in _UNRANGED


def _have(legs: Iterable[Node], letters: frozenset[str]) -> bool:
    """Whether one of some legs has one of some modifiers already."""
    return any(_is(child, "MODIFIER") and child.text in letters for leg in legs for child in leg.children)


def _is(child: Node | Token, kind: str) -> TypeGuard[Token]:
    return isinstance(child, Token) and child.kind == kind


def _inserted(text: str, node: Node, insertions: Iterable[tuple[int, str]]) -> str:
    """The text of a node with more at some offsets; of two at one offset the second stands first."""
    inside = text[node.start : node.end]
    for offset, more in sorted(insertions, key=lambda one: one[0], reverse=True):
        at = offset - node.start
        inside = inside[:at] + more + inside[at:]
    return inside
