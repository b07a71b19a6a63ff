"""Well-known pieces, each with names and a definition (Q5)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from operator import itemgetter
from typing import Any


@dataclass(frozen=True, slots=True)
class Known:
    """A well-known piece."""

    name: str
    text: str
    """Its definition in a notation."""
    notation: str
    dialect: str
    known_from: str
    """The game or author."""
    source: str
    """The reference: a page, a book, a file."""
    also: tuple[str, ...] = ()
    """Other names."""
    properties: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the best-known first."""
        return (self.name, *self.also)


@cache
def table() -> tuple[Known, ...]:
    """All well-known pieces, the best-known first."""
    import tomllib  # late: not needed at the start of a server

    read = tomllib.loads(_packaged("names.toml"))
    common = {"notation": read["notation"], "dialect": read["dialect"]}
    return tuple(
        Known(**{**common, **row, "also": tuple(row.get("also", ())), "properties": tuple(row.get("properties", ()))})
        for row in read["piece"]
    )


@cache
def fingerprints() -> Mapping[str, list[tuple[int, str]]]:
    """The known pieces by fingerprint, each with its relation to a piece of that fingerprint."""
    by_fingerprint: dict[str, list[tuple[int, str]]] = _made()["fingerprints"]
    return by_fingerprint


@cache
def texts(notation: str, dialect: str = "") -> Mapping[str, Known]:
    """The best-known pieces of each lower-case name that a dialect can express, with their texts in it.

    Without a dialect, the texts mean the same in all dialects of the notation.
    """
    written = _made()["texts"].get(notation, {}).get(dialect, {})
    first = {name.lower(): number for number, known in reversed([*enumerate(table())]) for name in known.names}
    return {
        name: replace(table()[number], text=written[str(number)], notation=notation, dialect=dialect)
        for name, number in sorted(first.items(), key=itemgetter(1))
        if str(number) in written
    }


@cache
def _made() -> dict[str, Any]:
    """The generated index of the table (`make generate`)."""
    made: dict[str, Any] = json.loads(_packaged("names.json"))
    return made


def _packaged(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")
