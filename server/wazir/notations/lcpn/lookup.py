"""From squares to the shortest text that reaches them, in each style (Q18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import combinations
from operator import or_

from wazir.notations.lcpn.from_piece import NAMES, RIDERS
from wazir.notations.lcpn.layout import convert
from wazir.notations.lcpn.restrictions import Choice, choice
from wazir.notations.lcpn.styles import STYLES
from wazir.piece.lookup import Steps, Term, Wanted, choices, turned
from wazir.piece.model import Lattice, Vector

_KING = ((0, 1), (1, 1))
_BOTH = {"man": "queen"}
"""A piece of two leaps, and what rides with both."""
_FUNCTIONS = {"mc": "", "m": "move", "c": "capture"}

_WAYS = (
    *("forward", "backward", "left", "right", "sideways", "vertical", "narrow", "wide"),
    *("forward-left", "forward-right", "backward-left", "backward-right"),
)
_CHOICES: Mapping[str, list[Choice]] = {
    "".join(f" :{word}" for word in words): [found for word in words if (found := choice(word, Lattice.SQUARE))]
    for number in (0, 1, 2)
    for words in combinations(_WAYS, number)
}
"""Directions that are given together add up; without any all steps are taken."""


def lookup(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """The shortest texts with their styles."""
    for terms in choices(wanted, _terms):
        texts = sorted((term.text for term in terms), key=len)
        text = texts[0] if len(texts) == 1 else f"(/ {' '.join(texts)})"
        yield from ((style, _in_style(text, style)) for style in STYLES)


def _in_style(text: str, style: str) -> str:
    written = text if style == "lisp" else convert(text, "lisp", style)
    head, _, rest = written.partition("\n")
    return (rest if "style:" in head else written).strip()


def _terms(steps: Steps) -> Iterator[Term]:
    """Every choice of the steps that directions make, and each step by itself."""
    name = "man" if steps.leaps == _KING else NAMES.get(steps.leaps[0])
    fit, function = steps.fit, _FUNCTIONS[steps.modes]
    rider = _BOTH.get(name or "") or RIDERS.get(name or "")
    base = name or f"({steps.leaps[0][0]} {steps.leaps[0][1]})"
    number = "" if steps.most == 1 else " :rider" if steps.most is None else f" :{steps.most}"
    rides, more = (rider, "") if steps.most is None and rider else (base, number)
    every = tuple(step for leap in steps.leaps for step in turned(leap))
    for directions, found in _CHOICES.items():
        chosen = frozenset[Vector]().union(*(one(every) for one in found)) if found else every
        if chosen and all(step in fit for step in chosen):
            words = f"{rides}{directions}{more}"
            text = f"({words})" if " " in words and not words.endswith(")") else words
            yield _called(function, text, reduce(or_, (fit[step] for step in chosen)))
    for (x, y), covers in fit.items():
        yield _called(function, f"({x} {y} :only{number})", covers)


def _called(function: str, text: str, covers: int) -> Term:
    return Term(f"({function} {text})" if function else text, covers)
