"""The positions of a file, each with a line about how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from wazir.ben39.position import turn
from wazir.ben39.rules import Status, status
from wazir.ben39.words import title
from wazir.notations.base import OutlineEntry
from wazir.notations.ben39.meaning import meaning
from wazir.notations.ben39.reading.outline import positions
from wazir.notations.ben39.reading.build import read
from wazir.notations.ben39.records import Record

LONGEST = 4_000
"""Of a longer record nothing is told, so that no outline waits for its moves to be played."""

_STANDS = {
    Status.CHECK: ", check",
    Status.MATE: ", mate",
    Status.STALEMATE: ", stalemate",
}


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The positions of a chunk for the outline of a file."""
    told = _told(text) if len(text) <= LONGEST else {}
    return tuple(replace(entry, detail=told.get(entry.span.start, "")) for entry in positions(text))


@lru_cache(maxsize=20_000)
def _told(text: str) -> Mapping[int, str]:
    """How the positions of a text stand after their moves, by where they begin."""
    return {record.span.start: _standing(record, text) for record in read(text).records}


def _standing(record: Record, text: str) -> str:
    state = meaning(record, text).game.state
    stands = status(state)
    if stands is Status.ENDED:
        return f"{title(turn(state).other)} has won"
    return f"{title(turn(state))} to move{_STANDS.get(stands, '')}"
