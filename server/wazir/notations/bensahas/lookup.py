"""From squares to the shortest text that reaches them (Q18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from wazir.piece.lookup import Steps, Term, Wanted, choices
from wazir.piece.model import Vector

_ACTIONS = {"mc": "", "m": "m", "c": "c"}


def lookup(wanted: Wanted) -> Iterator[tuple[None, str]]:
    """The shortest texts; they have no dialects."""
    for terms in choices(wanted, _terms):
        yield None, "\n".join(term.text for term in terms)


def _terms(steps: Steps) -> Iterator[Term]:
    """All of the steps in one statement: any directions can be added up (S4)."""
    numbers = {_number(step, steps.leaps[0]): step for step in steps.fit if steps.fit[step]}
    distance = "n" if steps.most is None else steps.most
    leap = "" if max(steps.leaps[0]) == 1 else "; {}, {}".format(*steps.leaps[0])
    text = f"{_ACTIONS[steps.modes]}({distance}, {sum(numbers)}{leap})!"
    yield Term(text, reduce(or_, steps.fit.values()))


def _number(step: Vector, leap: Vector) -> int:
    """The direction of a step; that of an oblique one is the one from which it is turned by half an eighth (S6)."""
    if max(leap) == 1:
        return _STRAIGHT[step]
    x, y = step
    near, far = leap
    leaps = {
        1: (near, far),
        2: (far, -near),
        4: (-near, -far),
        8: (-far, near),
        16: (far, near),
        32: (near, -far),
        64: (-far, -near),
        128: (-near, far),
    }
    return next(number for number, each in leaps.items() if each == (x, y))


_STRAIGHT = {(0, 1): 1, (1, 0): 2, (0, -1): 4, (-1, 0): 8, (1, 1): 16, (1, -1): 32, (-1, -1): 64, (-1, 1): 128}
