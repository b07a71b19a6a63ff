"""The shortest statements that reach some squares (Q18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from wazir.notations.bensahas.from_piece import number_of
from wazir.piece.lookup import Leaps, Term, Wanted, choices


def lookup(wanted: Wanted) -> Iterator[tuple[None, str]]:
    """The shortest texts; they have no dialects."""
    for terms in choices(wanted, _reaching):
        yield None, "\n".join(term.text for term in terms)


def _reaching(steps: Leaps) -> Iterator[Term]:
    """All of the steps in one statement: any directions can be added up (S4)."""
    numbers = [number_of(step) for step in steps.fit if steps.fit[step]]
    action = "" if steps.modes == "mc" else steps.modes
    distance = "n" if steps.most is None else steps.most
    leap = "" if max(steps.leaps[0]) == 1 else "; {}, {}".format(*steps.leaps[0])
    text = f"{action}({distance}, {sum(numbers)}{leap})!"
    yield Term(text, reduce(or_, steps.fit.values()))
