"""Descriptions of names, steps and restrictions in context, for hovers, completion and signatures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from wazir.notations.kit import shortened
from wazir.notations.lcpn import tree
from wazir.notations.lcpn.definition import LcpnAnalysis, properties_of
from wazir.notations.lcpn.names import Names, library
from wazir.notations.lcpn.restrictions import (
    ONLY,
    RIDER,
    UNLIMITED,
    choice,
    is_range,
    numbers,
    refused,
    shortest,
    steps,
)
from wazir.notations.lcpn.tree import spaced
from wazir.notations.lcpn.vocabulary import DIRECTIONS, FUNCTIONS, RESTRICTIONS
from wazir.notations.results import HoverText
from wazir.piece.model import Lattice, Piece, Vector
from wazir.piece.words import counted, listed
from wazir.text import Span

MOST_STEPS = 8
"""The maximum number of steps that are listed."""


def hover_text(
    chunk: LcpnAnalysis,
    span: Span,
    title: str,
    text: str,
    part: tree.Expression | None = None,
    shown: str = "",
    notes: Sequence[str] = (),
) -> HoverText:
    """The hover of a span, with the piece of a part of the tree."""
    if part is None:
        return HoverText(span, title, text, notes=tuple(notes))
    piece = chunk.piece(part)
    place = part.span if piece else None
    return HoverText(
        span,
        title,
        text,
        piece,
        (shown or chunk.written(part)) if piece else "",
        (*notes, *tree.in_words(part, {label for move in piece.moves for label in move.labels} if piece else ())),
        piece_span=place,
        leg_spans=tuple(each.span for each in part.parts)
        if isinstance(part, tree.Chain)
        else (place,)
        if place
        else (),
    )


# Names


def named(chunk: LcpnAnalysis, name: tree.Name, written: str) -> HoverText:
    """A name in the place of a piece."""
    names = chunk.known
    if names.is_function(name.key) and not names.is_piece(name.key):
        return function_of(chunk, name)
    definition = names.defined(name.key)
    if definition is None:
        message = "A name that no piece has, in this file or among the well-known ones."
        return hover_text(chunk, name.span, written, message)
    defined, home = definition
    body, properties = _meant(chunk, defined.body, home), properties_of(defined.body)
    notes = [f"Properties: {', '.join(properties)}."] if properties else []
    if names.scope.facts(name.key) is None:
        others = [chunk.name(other) for other in same_as(name.key) if names.scope.facts(other) is None]
        notes = [f"Also called {', '.join(others)}.", *notes] if others else notes
        return hover_text(
            chunk, name.span, written, f"A well-known piece of the prelude: {body}.", name, written, notes
        )
    if library().facts(name.key):
        notes.append("The prelude has a piece of that name too; in this file the name means this definition.")
    return hover_text(chunk, name.span, written, f"Defined in this file: {body}.", name, written, notes)


def _meant(chunk: LcpnAnalysis, body: tree.Expression, home: Names) -> str:
    """The meaning of a name; of an alias that of its target too."""
    text = f"`{short(chunk, body)}`"
    further = home.defined(body.key) if isinstance(body, tree.Name) else None
    return f"{text}, which is `{short(chunk, further[0].body)}`" if further else text


def short(chunk: LcpnAnalysis, body: tree.Expression) -> str:
    """The meaning of a name on one short line."""
    return shortened(chunk.spelled(body) or "…")


def function_of(chunk: LcpnAnalysis, name: tree.Name, part: tree.Expression | None = None) -> HoverText:
    """A name in the place of a function, with the piece of a part that uses it."""
    written, notes = chunk.name(name.key), []
    facts = chunk.known.facts(name.key)
    if facts is not None and facts.is_function and (definition := chunk.known.defined(name.key)):
        title, text = "a function", f"A function that this file defines: `{short(chunk, definition[0].body)}`."
        keys = dict.fromkeys(part.key for part in tree.descendants(definition[0].body) if isinstance(part, tree.Name))
        notes = [f"`{key}`: {FUNCTIONS[key].text}" for key in keys if key in FUNCTIONS]
    elif known := FUNCTIONS.get(name.key):
        title, text = known.title, known.text
    else:
        title = "a condition in words"
        text = (
            f"A function without a meaning here. It is kept as the condition “{spaced(name.key)}” of what it is given."
        )
    return hover_text(chunk, name.span, f"{written}: {title}", text, part, notes=notes)


def same_as(key: str) -> tuple[str, ...]:
    """The other names of the prelude for the same piece."""
    return tuple(other for other in _families().get(key, ()) if other != key)


@cache
def _families() -> Mapping[str, tuple[str, ...]]:
    """The names of each piece of the prelude that has several, by each of them."""
    families: dict[str, list[str]] = {}
    for key in library().definitions:
        first = key
        while isinstance(body := library().body(first), tree.Name):
            first = body.key
        families.setdefault(first, []).append(key)
    return {key: tuple(family) for family in families.values() for key in family}


# Steps


def array(chunk: LcpnAnalysis, of: tree.Array, is_literal: bool) -> HoverText:
    """A step; with `:only` it has no symmetric ones."""
    title = chunk.spelled(of) if chunk.is_lispy else chunk.written(of)
    whole = tree.Restricted(of, (tree.Word(ONLY, of.span),), of.span) if is_literal else of
    return hover_text(chunk, of.span, title, _array_text(chunk, of, is_literal), whole, chunk.spelled(whole))


def _array_text(chunk: LcpnAnalysis, of: tree.Array, is_literal: bool) -> str:
    if len(of.numbers) != 2:
        return f"A step of {counted(len(of.numbers))} numbers. It is kept, but boards have two axes here."
    if of.numbers == (0, 0):
        return "A step of length zero: the piece does not move."
    every_step = steps(of.numbers, chunk.lattice, is_literal)
    if is_literal:
        return f"One step as written: {_step(every_step[0], chunk.lattice)}."
    if chunk.lattice is Lattice.HEX:
        along = f"{of.numbers[0]} along one axis and {of.numbers[1]} along the next, 60 degrees on"
        return f"{counted(len(every_step)).capitalize()} steps: {along}, with all turns and mirrorings."
    near, far = sorted(map(abs, of.numbers))
    how = "straight" if near == 0 else "diagonally" if near == far else f"one way and {counted(near)} aside"
    squares = f"{counted(far).capitalize()} {'square' if far == 1 else 'squares'}"
    return f"{squares} {how}: {counted(len(every_step))} steps, with all signs and both orders."


def _steps(vectors: Collection[Vector], lattice: Lattice) -> str:
    ordered = sorted(vectors, key=lambda step: (-step[1], step[0]))
    shown = [_step(step, lattice) for step in ordered[:MOST_STEPS]]
    more = len(ordered) - len(shown)
    return "; ".join(shown) + (f"; and {counted(more)} more" if more else "")


def _step(step: Vector, lattice: Lattice) -> str:
    """A step in words: two forward and one left; on hexagons the direction of a neighbour."""
    if lattice is Lattice.HEX:
        neighbours = steps((0, 1), lattice, False)
        ways = ((key, choice(key, lattice)) for key in DIRECTIONS)
        named = (key for key, taken in ways if taken and taken(neighbours) == {step})
        return next(named, f"{step[0]} and {step[1]} along the axes")
    ahead = f"{counted(abs(step[1]))} {'forward' if step[1] > 0 else 'backward'}" if step[1] else ""
    aside = f"{counted(abs(step[0]))} {'right' if step[0] > 0 else 'left'}" if step[0] else ""
    return " and ".join(filter(None, (ahead, aside)))


# Restrictions


def restriction(chunk: LcpnAnalysis, word: tree.Word, holder: tree.Restricted, path: Sequence[tree.Part]) -> HoverText:
    """The effect of a restriction on its expression."""
    if is_range(word):
        return _range(chunk, word, holder, path)
    written = chunk.text[word.span.start : word.span.end]
    alone = tree.Restricted(holder.inner, (word,), holder.span)
    known = RESTRICTIONS.get(shortest(word.key))
    is_way = choice(word.key, chunk.lattice) is not None
    if not known or (known.key in DIRECTIONS and not is_way):
        title = "a condition in words"
        text = f"No direction or distance of this board. It is kept as the condition “{spaced(word.key)}” of the moves."
    else:
        title, text = known.title, known.text
    if is_way or word.key == ONLY:
        text = f"{text} {_kept(chunk, alone)}"
    notes = _kept_together(chunk, word, holder) if is_way else ()
    return hover_text(chunk, word.span, f"{written}: {title}", text, alone, chunk.spelled(alone), notes)


def _kept(chunk: LcpnAnalysis, of: tree.Restricted) -> str:
    """The remaining steps, and the number of all."""
    every_step, left = _steps_in(chunk.piece(of.inner)), _steps_in(chunk.piece(of))
    if not every_step:
        return ""
    if left and left >= every_step:
        return "All steps of this piece are such."
    if not left:
        return f"None of the {counted(len(every_step))} steps of this piece is such."
    return f"Here that is {counted(len(left))} of {counted(len(every_step))} steps: {_steps(left, chunk.lattice)}."


def _kept_together(chunk: LcpnAnalysis, word: tree.Word, holder: tree.Restricted) -> Sequence[str]:
    """The steps that several directions keep together: they add up."""
    others = [other for other in holder.words if other is not word and choice(other.key, chunk.lattice)]
    if not others:
        return ()
    left = _steps_in(chunk.piece(replace(holder, words=(word, *others))))
    beside = listed((f"`:{other.key}`" for other in others), " and ")
    return (f"Directions add up: with {beside} it is {counted(len(left))} steps.",)


def _steps_in(piece: Piece | None) -> frozenset[Vector]:
    """All steps of the legs of a piece."""
    legs = (leg for move in (piece.moves if piece else ()) for leg in move.legs if not leg.back)
    return frozenset(step for leg in legs for _, ways in leg.ways for way in ways for step in way)


def _range(chunk: LcpnAnalysis, word: tree.Word, holder: tree.Restricted, path: Sequence[tree.Part]) -> HoverText:
    counts = numbers(holder.words)
    ranged = counts if word in counts else (word,)
    alone = tree.Restricted(holder.inner, tuple(ranged), holder.span)
    span = Span(ranged[0].span.start, ranged[-1].span.end)
    written = " ".join(f":{each.key}" for each in ranged)
    if refused(ranged):
        return hover_text(chunk, span, f"{written}: no range", "A range is one number, or two, the smaller first.")
    notes = ["The number beside it holds instead."] if word not in counts and counts else []
    around = (part for part in path if isinstance(part, tree.Restricted) and part is not holder)
    if any(numbers(part.words) for part in around):
        notes.append("A range around it holds instead: the outermost wins.")
    distance = _distance(counts) if word in counts else ""
    text = f"{distance} in a straight line." if distance else RESTRICTIONS[RIDER].text
    title = distance[:1].lower() + distance[1:] if ranged[0].key != RIDER else RESTRICTIONS[RIDER].title
    return hover_text(chunk, span, f"{written}: {title}", text, alone, chunk.spelled(alone), notes)


def _distance(counts: Sequence[tree.Word]) -> str:
    least, most = counts[0].key, counts[-1].key
    if len(counts) == 1:
        return "Any number of steps" if most == UNLIMITED else f"At most {_number(most)}"
    if most == UNLIMITED:
        return f"At least {_number(least)}"
    return f"Exactly {_number(most)}" if least == most else f"From {counted(int(least))} to {_number(most)}"


def _number(digits: str) -> str:
    return f"{counted(int(digits))} step{'s' * (int(digits) != 1)}" if len(digits) < 10 else f"{digits} steps"
