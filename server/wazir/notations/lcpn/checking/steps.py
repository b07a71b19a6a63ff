"""Whether restrictions leave anything of a piece."""

from __future__ import annotations

from wazir.notations.lcpn.expressions import Array, Call, Cond, Either, Expression, Name, Restricted
from wazir.notations.lcpn.meaning.directions import choice, steps
from wazir.notations.lcpn.meaning.words import ONLY
from wazir.notations.lcpn.names import Names, inside, library
from wazir.piece.model import Lattice

_DEEPEST = 30

Ways = tuple[frozenset[str], ...]
"""Sets of direction words: a step must be one of each set."""


def keeps_a_step(body: Expression, names: Names, lattice: Lattice) -> bool:
    """Whether some step of an expression is left by its directions; True where that cannot be told by it alone.

    Names that the file defines are not looked into, for what is wrong with a definition depends on no other's body.
    """
    return _keeps(body, names, lattice, (), _DEEPEST)


def _keeps(body: Expression, names: Names, lattice: Lattice, ways: Ways, depth: int, is_literal: bool = False) -> bool:
    if not depth:
        return True
    match body:
        case Array((m, n)):
            return _is_left((m, n), lattice, ways, is_literal)
        case Name(key) if (known := _well_known(key, names)) is not None:
            return _keeps(known, library().names, lattice, ways, depth - 1)
        case Restricted(inner, words):
            here = frozenset(word.key for word in words if choice(word.key, lattice))
            is_literal = is_literal or any(word.key == ONLY for word in words)
            return _keeps(inner, names, lattice, (*ways, here) if here else ways, depth - 1, is_literal)
        case Either() | Call() | Cond():
            parts = tuple(inside(body))
            return not parts or any(_keeps(one, names, lattice, ways, depth - 1, is_literal) for one in parts)
    return True


def _well_known(key: str, names: Names) -> Expression | None:
    """What a name of the prelude stands for, where the file gives it no other meaning."""
    is_own = names is not library().names and names.scope.facts(key) is not None
    return None if is_own else library().bodies.get(key)


def _is_left(numbers: tuple[int, int], lattice: Lattice, ways: Ways, is_literal: bool) -> bool:
    every = steps(numbers, lattice, is_literal)
    left = set(every)
    for words in ways:
        chosen = [taken(every) for word in words if (taken := choice(word, lattice))]
        left &= frozenset[tuple[int, int]]().union(*chosen)
    return bool(left)
