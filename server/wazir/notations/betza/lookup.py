"""From squares to the shortest text that reaches them (Q18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from wazir.notations.betza.dialects import XBETZA
from wazir.notations.betza.directions import SIGNS, place, selections, shape_of
from wazir.notations.betza.legs import COMMON_LETTERS
from wazir.notations.betza.spelling import with_range
from wazir.piece.lookup import Steps, Term, Wanted, choices


def lookup(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """The shortest texts with their dialect."""
    for terms in choices(wanted, _terms):
        yield XBETZA, "".join(term.text for term in sorted(terms, key=_order))


def _terms(steps: Steps) -> Iterator[Term]:
    """Every choice of the steps that has directions, with what it reaches."""
    leaps = steps.leaps
    base = COMMON_LETTERS.get(leaps) or "({},{})".format(*leaps[0])
    modes = "" if steps.modes == "mc" else steps.modes
    atom = modes + with_range(base, 1, steps.most)
    shape = shape_of(leaps)
    by_place = {place(step): bits for step, bits in steps.fit.items()}
    if by_place.keys() == SIGNS[shape]["a"]:
        yield Term(atom, reduce(or_, by_place.values()))
    for (places,), letters in selections((shape,)).items():
        if places <= by_place.keys():
            yield Term(letters + atom, reduce(or_, (by_place[at] for at in places)))


def _order(term: Term) -> tuple[bool, int, str]:
    """Terms without modifiers come first, so that no letter is doubled, and captures last."""
    modes = [number for number, mode in enumerate("mc", 1) if mode in term.text]
    return term.text[0].islower(), modes[0] if modes else 0, term.text
