"""Where names come from, and what they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from wazir.notations.lcpn.analysis import Chunk, properties_of
from wazir.notations.lcpn.names import Names, library
from wazir.notations.lcpn.said import Said
from wazir.notations.lcpn.spelling import spaced
from wazir.notations.lcpn.tree import Expression, Name, every
from wazir.notations.lcpn.vocabulary import FUNCTIONS

LONGEST = 80


def named(name: Name, page: Chunk, written: str) -> Said:
    """A name where a piece is meant."""
    if page.names.is_function(name.key) and not page.names.is_piece(name.key):
        return function_of(name, page)
    found = page.names.defined(name.key)
    if found is None:
        return Said(written, "A name that no piece has, in this file or among the well-known ones.")
    body = _meant(page, found[0].body, found[1])
    notes = list(_also_called(name.key, page))
    if properties := properties_of(found[0].body):
        notes.append(f"Properties: {', '.join(properties)}.")
    if page.names.scope.facts(name.key) is None:
        return Said(written, f"A well-known piece of the prelude: {body}.", name, shown=written, notes=tuple(notes))
    if library().facts(name.key):
        notes.append("The prelude has a piece of that name too; in this file the name means this definition.")
    return Said(written, f"Defined in this file: {body}.", name, shown=written, notes=tuple(notes))


def _meant(page: Chunk, body: Expression, home: Names) -> str:
    """What a name stands for; for another name what that stands for too."""
    text = f"`{short(page, body)}`"
    further = home.defined(body.key) if isinstance(body, Name) else None
    return f"{text}, which is `{short(page, further[0].body)}`" if further else text


def short(page: Chunk, body: Expression) -> str:
    """What a name stands for, on one line that is not long."""
    text = page.spelled(body) or "…"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def function_of(name: Name, page: Chunk) -> Said:
    """A name where a function is meant."""
    written = page.name(name.key)
    facts = page.names.facts(name.key)
    if facts is not None and facts.is_function and (found := page.names.defined(name.key)):
        text = f"A function that this file defines: `{short(page, found[0].body)}`."
        return Said(f"{written}: a function", text, notes=tuple(_parts_of(found[0].body)))
    if known := FUNCTIONS.get(name.key):
        return Said(f"{written}: {known.title}", known.text)
    label = spaced(name.key)
    text = f"A function without a meaning here. It is kept as the condition “{label}” of what it is given."
    return Said(f"{written}: a condition in words", text)


def _parts_of(body: Expression) -> list[str]:
    keys = dict.fromkeys(one.key for one in every(body) if isinstance(one, Name))
    return [f"`{key}`: {FUNCTIONS[key].text}" for key in keys if key in FUNCTIONS]


def _also_called(key: str, page: Chunk) -> list[str]:
    """The other names of a well-known piece."""
    if page.names.scope.facts(key) is not None:
        return []
    others = [page.name(other) for other in same_as(key) if page.names.scope.facts(other) is None]
    return [f"Also called {', '.join(others)}."] if others else []


def same_as(key: str) -> tuple[str, ...]:
    """The names in the prelude that stand for the same piece as another one there."""
    return tuple(other for other in _families().get(key, ()) if other != key)


@cache
def _families() -> Mapping[str, tuple[str, ...]]:
    """The names of each piece of the prelude that has several, by each of them."""
    bodies = library().bodies
    families: dict[str, list[str]] = {}
    for key, body in bodies.items():
        first = key
        while isinstance(body, Name) and body.key in bodies:
            first, body = body.key, bodies[body.key]
        families.setdefault(first, []).append(key)
    return MappingProxyType({key: tuple(family) for family in families.values() for key in family})
