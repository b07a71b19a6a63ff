"""Where `:outward` goes without saying (L9)."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.notations.lcpn.conditions import PROMOTE
from wazir.notations.lcpn.names import Names
from wazir.notations.lcpn.restrictions import RADIAL
from wazir.notations.lcpn.tree import (
    Array,
    Call,
    Chain,
    Cond,
    Defined,
    Either,
    Expression,
    Name,
    Restricted,
    Text,
    every,
)
from wazir.notations.lcpn.tree import alternatives as inside

MOST_NAMES = 60
"""So many names are looked into, and no more."""


def implied(body: Expression, names: Names) -> Iterator[Expression]:
    """The largest parts of an expression all of whose arrays are outward without saying so."""
    match body:
        case Restricted(inner):
            if not _is_radial(body):
                yield from implied(inner, names)
        case Chain(_, (first, *others)):
            yield from implied(first, names)
            for other in others:
                yield from _of_right(other, names)
        case _:
            for part in inside(body):
                yield from implied(part, names)


def _of_right(part: Expression, names: Names) -> Iterator[Expression]:
    if _moves(part) and not _mentions(part, names, set()):
        yield part
    elif _moves(part) and not (isinstance(part, Restricted) and _is_radial(part)):
        for one in part.parts if isinstance(part, Chain) else inside(part):
            yield from _of_right(one, names)


def _moves(part: Expression) -> bool:
    """Whether an expression has steps of its own: not what only promotes, or says something in words."""
    match part:
        case Array() | Name():
            return True
        case Call(Name(key)) if key == PROMOTE:
            return False
        case Text():
            return False
        case Chain(_, parts):
            return any(map(_moves, parts))
        case Either() | Call() | Restricted() | Cond():
            return any(map(_moves, inside(part)))
    return False


def _is_radial(part: Restricted) -> bool:
    return any(word.key in RADIAL for word in part.words)


def _mentions(body: Expression, names: Names, seen: set[tuple[int, str]]) -> bool:
    """Whether something in an expression says how its steps lie to the start, through names too."""
    for part in every(body):
        if isinstance(part, Restricted) and _is_radial(part):
            return True
        if not isinstance(part, Name) or (id(names), part.key) in seen:
            continue
        seen.add((id(names), part.key))
        found = names.defined(part.key)
        if found and len(seen) < MOST_NAMES and _mentions(*_body(found), seen):
            return True
    return False


def _body(found: tuple[Defined, Names]) -> tuple[Expression, Names]:
    return found[0].body, found[1]
