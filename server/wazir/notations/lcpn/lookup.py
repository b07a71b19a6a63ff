"""The shortest texts of LCPN that reach some squares (Q18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from wazir.notations.lcpn import tree
from wazir.notations.lcpn.arrays import FUNCTIONS, RIDERS, SOUGHT, names_of_leaps, selected
from wazir.notations.lcpn.names import read
from wazir.notations.lcpn.write import spelled
from wazir.piece.lookup import Leaps, Term, Wanted, choices, turned


def lookup(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """The shortest texts that reach some squares, each with its style (Q18)."""
    for terms in choices(wanted, _terms):
        texts = sorted((term.text for term in terms), key=len)
        (defined,) = read(texts[0] if len(texts) == 1 else f"(/ {' '.join(texts)})", "lisp").defined
        yield from ((style, spelled(defined.body, style)) for style in tree.STYLES)


def _terms(steps: Leaps) -> Iterator[Term]:
    """The sets of steps that directions select, and each single step."""
    leap, fit, function = steps.leaps[0], steps.fit, FUNCTIONS[steps.modes]
    name = "man" if len(steps.leaps) > 1 else names_of_leaps().get(leap)
    rider = "queen" if name == "man" else RIDERS.get(name or "")
    if steps.most == 1:
        number = ""
    elif steps.most is None:
        number = " :rider"
    else:
        number = f" :{steps.most}"
    base, more = (
        (rider, "") if steps.most is None and rider else (name or f"({leap[0]} {leap[1]})", number)
    )
    every = tuple(step for each in steps.leaps for step in turned(each))
    for directions in SOUGHT:
        chosen = selected(every, directions)
        if chosen and all(step in fit for step in chosen):
            words = "".join((base, *(f" :{word}" for word in directions), more))
            text = f"({words})" if " " in words and not words.endswith(")") else words
            yield Term(function.format(text), reduce(or_, (fit[step] for step in chosen)))
    for (x, y), covers in fit.items():
        yield Term(function.format(f"({x} {y} :only{number})"), covers)
