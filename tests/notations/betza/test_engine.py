"""The profile of an engine (B23), by the table in `engine.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from wazir.notations.base import NO_NAMES, Context
from wazir.notations.betza import BETZA

TABLE = Path(__file__).with_name("engine.txt").read_text("utf-8").split("\n\n", 1)[1]
ROWS = [tuple(part.strip() for part in line.split("|")) for line in TABLE.splitlines() if line.strip()]


@pytest.mark.parametrize(("moves", "parts"), ROWS, ids=[row[0] for row in ROWS])
def test_b23_what_the_engine_reads_otherwise(moves: str, parts: str) -> None:
    """Just the parts that the engine makes something else of are warned of, and only with the profile."""
    dialect = "extended" if "-" in moves and "[" not in moves else "xbetza"
    found = BETZA.analyser.diagnose(moves, Context(dialect=dialect, profile="fairy-stockfish"), NO_NAMES)
    without = BETZA.analyser.diagnose(moves, Context(dialect=dialect), NO_NAMES)

    warned = [moves[d.span.start : d.span.end] for d in found if d.code.id == "engine-differs"]

    assert warned == parts.split()
    assert not [d for d in without if d.code.id == "engine-differs"]
