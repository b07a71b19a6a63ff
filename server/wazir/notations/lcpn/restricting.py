"""What steps and restrictions say where they stand, with the steps that they keep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.restrictions import (
    ONLY,
    RADIAL,
    UNLIMITED,
    choice,
    is_range,
    numbers,
    refused,
    shortest,
    steps,
)
from wazir.notations.lcpn.said import Said
from wazir.notations.lcpn.spelling import spaced
from wazir.notations.lcpn.tree import Array, Part, Restricted, Word
from wazir.notations.lcpn.vocabulary import DIRECTIONS, RESTRICTIONS
from wazir.piece.model import Lattice, Piece, Vector
from wazir.piece.words.plain import counted, listed
from wazir.text import Span

MOST_STEPS = 8
"""So many steps are listed, and no more."""


def array(of: Array, page: Chunk, is_literal: bool) -> tuple[str, str]:
    """The title of an array and what it says."""
    title = page.written(of) if not page.is_lispy else page.spelled(of)
    if len(of.numbers) != 2:
        return title, f"A step of {counted(len(of.numbers))} numbers. It is kept, but boards have two axes here."
    found = steps((of.numbers[0], of.numbers[1]), page.lattice, is_literal)
    if of.numbers == (0, 0):
        return title, "A step to where the piece stands, which is none."
    if is_literal:
        return title, f"One step as it is written: {_step(found[0], page.lattice)}."
    if page.lattice is Lattice.HEX:
        along = f"{of.numbers[0]} along one axis and {of.numbers[1]} along the next, 60 degrees on"
        return title, f"{_upper(counted(len(found)))} steps: {along}, with all turns and mirrorings."
    near, far = sorted(map(abs, of.numbers))
    how = "straight" if near == 0 else "diagonally" if near == far else f"one way and {counted(near)} aside"
    squares = f"{_upper(counted(far))} {'square' if far == 1 else 'squares'}"
    return title, f"{squares} {how}: {counted(len(found))} steps, with all signs and both orders."


def restriction(word: Word, holder: Restricted, page: Chunk, path: Sequence[Part]) -> Said:
    """What a restriction does to what stands before it."""
    written = page.text[word.span.start : word.span.end]
    alone = Restricted(holder.inner, (word,), holder.span)
    if is_range(word):
        return _range(word, holder, page, path)
    known = RESTRICTIONS.get(shortest(word.key))
    shown = page.spelled(alone)
    if choice(word.key, page.lattice) and known:
        notes = _kept_together(word, holder, page)
        return Said(f"{written}: {known.title}", f"{known.text} {_kept(alone, page)}", alone, None, shown, notes)
    if word.key in RADIAL and known:
        return Said(f"{written}: {known.title}", known.text, alone, None, shown)
    if word.key == ONLY and known:
        return Said(f"{written}: {known.title}", f"{known.text} {_kept(alone, page)}", alone, None, shown)
    label = spaced(word.key)
    text = f"No direction or distance of this board. It is kept as the condition “{label}” of the moves."
    return Said(f"{written}: a condition in words", text, alone, None, shown)


def _kept(of: Restricted, page: Chunk) -> str:
    """Which steps are left of how many."""
    every, left = steps_in(page.piece(of.inner)), steps_in(page.piece(of))
    if not every:
        return ""
    if left and left >= every:
        return "All steps of this piece are such."
    if not left:
        return f"None of the {counted(len(every))} steps of this piece is such."
    return f"Here that is {counted(len(left))} of {counted(len(every))} steps: {_steps(left, page.lattice)}."


def _kept_together(word: Word, holder: Restricted, page: Chunk) -> tuple[str, ...]:
    """What directions that stand together keep: they add up."""
    others = [one for one in holder.words if one is not word and choice(one.key, page.lattice)]
    if not others:
        return ()
    together = replace(holder, words=(word, *others))
    left = steps_in(page.piece(together))
    beside = listed((f"`:{one.key}`" for one in others), " and ")
    return (f"Directions add up: with {beside} it is {counted(len(left))} steps.",)


def _steps(found: Collection[Vector], lattice: Lattice) -> str:
    ordered = sorted(found, key=lambda step: (-step[1], step[0]))
    said = [_step(step, lattice) for step in ordered[:MOST_STEPS]]
    more = len(ordered) - len(said)
    return "; ".join(said) + (f"; and {counted(more)} more" if more else "")


def _step(step: Vector, lattice: Lattice) -> str:
    """A step in words: two forward and one left."""
    if lattice is Lattice.HEX:
        named = (key for key in DIRECTIONS if _takes_alone(key, step))
        return next(named, f"{step[0]} and {step[1]} along the axes")
    ahead = f"{counted(abs(step[1]))} {'forward' if step[1] > 0 else 'backward'}" if step[1] else ""
    aside = f"{counted(abs(step[0]))} {'right' if step[0] > 0 else 'left'}" if step[0] else ""
    return " and ".join(filter(None, (ahead, aside)))


def _takes_alone(key: str, step: Vector) -> bool:
    """Whether a direction on hexagons is that of one neighbour."""
    taken: Callable[..., frozenset[Vector]] | None = choice(key, Lattice.HEX)
    return taken is not None and taken(steps((0, 1), Lattice.HEX, False)) == {step}


# Distances


def _range(word: Word, holder: Restricted, page: Chunk, path: Sequence[Part]) -> Said:
    counts = numbers(holder.words)
    ranged = counts if word in counts else (word,)
    alone = Restricted(holder.inner, tuple(ranged), holder.span)
    span = Span(ranged[0].span.start, ranged[-1].span.end)
    written = " ".join(f":{one.key}" for one in ranged)
    notes = []
    if word not in counts and counts:
        notes.append("The number beside it holds instead.")
    if any(_is_ranged(part) and part is not holder for part in path):
        notes.append("A range around it holds instead: the outermost wins.")
    if refused(ranged):
        return Said(f"{written}: no range", "A range is one number, or two, the smaller first.", None, span)
    text = RESTRICTIONS["rider"].text if word not in counts else f"{_distance(counts)} in a straight line."
    return Said(f"{written}: {_short(ranged)}", text, alone, span, page.spelled(alone), tuple(notes))


def _is_ranged(part: Part) -> bool:
    return isinstance(part, Restricted) and bool(numbers(part.words))


def _distance(counts: Sequence[Word]) -> str:
    least, most = counts[0].key, counts[-1].key
    if len(counts) == 1:
        return "Any number of steps" if most == UNLIMITED else f"At most {_number(most)}"
    if most == UNLIMITED:
        return f"At least {_number(least)}"
    return f"Exactly {_number(most)}" if least == most else f"From {counted(int(least))} to {_number(most)}"


def _number(digits: str) -> str:
    return f"{counted(int(digits))} step{'s' * (int(digits) != 1)}" if len(digits) < 10 else f"{digits} steps"


def _short(ranged: Sequence[Word]) -> str:
    return "any number of steps" if ranged[0].key == "rider" else _lower(_distance(ranged))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def steps_in(piece: Piece | None) -> frozenset[Vector]:
    """All steps that a piece can make in its legs."""
    legs = (leg for move in (piece.moves if piece else ()) for leg in move.legs if not leg.back)
    return frozenset(step for leg in legs for _, ways in leg.ways for way in ways for step in way)
