"""From squares to the shortest text that reaches them (Q18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from wazir.notations.bensahas.from_piece import number_of
from wazir.piece.lookup import Steps, Term, Wanted, choices

_ACTIONS = {"mc": "", "m": "m", "c": "c"}


def lookup(wanted: Wanted) -> Iterator[tuple[None, str]]:
    """The shortest texts; they have no dialects."""
    for terms in choices(wanted, _terms):
        yield None, "\n".join(term.text for term in terms)


def _terms(steps: Steps) -> Iterator[Term]:
    """All of the steps in one statement: any directions can be added up (S4)."""
    numbers = [number_of(step) for step in steps.fit if steps.fit[step]]
    distance = "n" if steps.most is None else steps.most
    leap = "" if max(steps.leaps[0]) == 1 else "; {}, {}".format(*steps.leaps[0])
    text = f"{_ACTIONS[steps.modes]}({distance}, {sum(numbers)}{leap})!"
    yield Term(text, reduce(or_, steps.fit.values()))
