"""From squares to the shortest text that reaches them, in each style (Q18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import combinations
from operator import or_

from wazir.notations.lcpn.layout import convert
from wazir.notations.lcpn.restrictions import Choice, choice
from wazir.notations.lcpn.styles import STYLES
from wazir.piece.lookup import Steps, Term, Wanted, choices, turned
from wazir.piece.model import Lattice, Vector

_NAMES: Mapping[tuple[Vector, ...], str] = {
    ((0, 1),): "wazir",
    ((1, 1),): "ferz",
    ((0, 2),): "dabbabah",
    ((1, 2),): "knight",
    ((2, 2),): "alfil",
    ((0, 3),): "threeleaper",
    ((1, 3),): "camel",
    ((2, 3),): "zebra",
    ((3, 3),): "tripper",
    ((0, 4),): "fourleaper",
    ((1, 4),): "giraffe",
    ((3, 4),): "antelope",
    ((0, 1), (1, 1)): "man",
}
_RIDERS = {"wazir": "rook", "ferz": "bishop", "man": "queen", "knight": "nightrider"}
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
    name, fit, function = _NAMES.get(steps.leaps), steps.fit, _FUNCTIONS[steps.modes]
    base = name or f"({steps.leaps[0][0]} {steps.leaps[0][1]})"
    number = "" if steps.most == 1 else " :rider" if steps.most is None else f" :{steps.most}"
    rides, more = (_RIDERS[name], "") if steps.most is None and name in _RIDERS else (base, number)
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
