"""From a definition as written to its paths: what stands behind what (B10, B11, B17, B20, B21)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from wazir.notations.betza.dialects import XBETZA
from wazir.syntax import Node, Token

MOST_PATHS = 4096
"""As many paths of a definition are followed; groups that fork again and again make more."""


class Written(NamedTuple):
    """A leg as it stands in a path."""

    node: Node
    modifiers: tuple[Token, ...]
    bracketed: bool = False
    """It stands inside `[ ]`."""

    @property
    def text(self) -> str:
        """All of its letters, without blanks."""
        return "".join("".join(token.text.split()) for token in _tokens(self.node))


class Path(NamedTuple):
    """Legs that are walked one after the other."""

    legs: tuple[Written, ...]
    chained: bool
    """Its legs are joined by `-` or `?`, or are of the extended dialect: B12 to B14 hold. Else B20 and B22 do."""


def paths(moves: Node, dialect: str) -> list[Path]:
    """All paths of a definition, at most one more than MOST_PATHS."""
    return list(islice(_of_moves(moves, dialect), MOST_PATHS + 1))


def _of_moves(moves: Node, dialect: str) -> Iterator[Path]:
    for chain in moves.children:
        if isinstance(chain, Node):
            yield from _of_chain(chain, dialect)


def _of_chain(chain: Node, dialect: str) -> Iterator[Path]:
    """The paths of units joined by `-`, every way of one with every way of the next."""
    units = [child for child in chain.children if isinstance(child, Node)]
    if len(units) == 1 and units[0].kind == "leg" and dialect == XBETZA:
        yield Path(_by_a(units[0]), chained=False)
    elif len(units) == 1 and units[0].kind == "bracket":
        yield from _of_bracket(units[0])
    else:
        alternatives = [list(islice(_of_unit(unit, dialect), MOST_PATHS + 1)) for unit in units]
        for sequence in product(*alternatives):
            yield Path(tuple(leg for legs in sequence for leg in legs), chained=dialect != "original")


def _of_unit(unit: Node, dialect: str) -> Iterator[tuple[Written, ...]]:
    if unit.kind == "leg":
        yield (Written(unit, modifiers(unit)),)
    elif unit.kind == "group":
        for child in unit.children:
            if isinstance(child, Node):
                yield from (path.legs for path in _of_moves(child, "extended"))
    else:
        yield from (path.legs for path in _of_bracket(unit))


def _of_bracket(bracket: Node) -> Iterator[Path]:
    """`[X-Y]` is one path; before each `?` the path may also end (B21)."""
    legs: list[Written] = []
    for child in bracket.children:
        if isinstance(child, Token) and child.kind == "QUESTION" and legs:
            yield Path(tuple(legs), chained=True)
        elif isinstance(child, Node) and child.kind == "leg":
            legs.append(Written(child, modifiers(child), bracketed=True))
    if legs:
        yield Path(tuple(legs), chained=True)


def _tokens(node: Node) -> Iterator[Token]:
    for child in node.children:
        yield from _tokens(child) if isinstance(child, Node) else (child,)


def modifiers(leg: Node) -> tuple[Token, ...]:
    """The modifiers of a leg as written."""
    return tuple(child for child in leg.children if isinstance(child, Token) and child.kind == "MODIFIER")


def _by_a(leg: Node) -> tuple[Written, ...]:
    """The legs of an xbetza atom, between which each `a` stands (B20)."""
    parts: list[list[Token]] = [[]]
    for token in modifiers(leg):
        if token.text == "a":
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(Written(leg, tuple(part)) for part in parts)
