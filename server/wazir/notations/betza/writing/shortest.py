"""The shortest directions that select given places (B25)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wazir.notations.betza.meaning.geometry import CHIRAL, SIGNS, Places, Shape

LETTERS = "fblrvsh"
"""Direction letters in the order in which equally short ones are preferred; `a` comes last."""

Shapes = tuple[Shape, ...]
"""What the same letters choose from at once: K of the original dialect is read for W and for F."""

Selected = tuple[Places, ...]
"""What is selected, for each of the shapes."""

_State = tuple[tuple[Places, str], ...]
"""For each shape the places so far, and the letter that may still become a pair."""


def shortest(shapes: Shapes, selected: Selected, dialect_has_a: bool, chiral: bool) -> str | None:
    """The shortest letters that select these places; None if no letters do, and for no places."""
    return _table(shapes, dialect_has_a, chiral).get(selected)


@lru_cache(maxsize=64)
def _table(shapes: Shapes, dialect_has_a: bool, chiral: bool) -> Mapping[Selected, str]:
    """The first letters found for each selection, breadth first: letter by letter, as they are read (B5)."""
    letters = LETTERS + ("a" if dialect_has_a else "")
    start: _State = tuple((frozenset(), "") for _ in shapes)
    found: dict[Selected, str] = {}
    seen, front = {start}, [(start, "")]
    while front:
        following = []
        for state, text in front:
            for letter in letters:
                after = _read(state, letter, shapes, chiral)
                if after is None or after in seen:
                    continue
                seen.add(after)
                following.append((after, text + letter))
                selected = _finished(after, shapes)
                if selected is not None:
                    found.setdefault(selected, text + letter)
        front = following
    return found


def _read(state: _State, letter: str, shapes: Shapes, chiral: bool) -> _State | None:
    """The state behind one more letter; None if a shape has no such sign."""
    after = []
    for (places, pending), shape in zip(state, shapes, strict=True):
        pair = SIGNS[shape].get(pending + letter) if pending and (chiral or pending + letter not in CHIRAL) else None
        if pair is not None:
            after.append((places | pair, ""))
            continue
        if pending:
            single = SIGNS[shape].get(pending)
            if single is None:
                return None
            places |= single
        after.append((places, letter))
    return tuple(after)


def _finished(state: _State, shapes: Shapes) -> Selected | None:
    """What is selected if no letter follows; None if the last letter is no sign."""
    selected = []
    for (places, pending), shape in zip(state, shapes, strict=True):
        single = SIGNS[shape].get(pending, frozenset() if not pending else None)
        if single is None:
            return None
        selected.append(places | single)
    return tuple(selected)
