"""The well-known pieces that every file knows (L4): their names, and what they do."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.betza import BETZA
from wazir.notations.lcpn.names import PRELUDE
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.equivalence import same
from wazir.piece.model import Piece

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "data"
TABLE = (HERE / "prelude.txt").read_text("utf-8").split("\n\n")[-1]
ROWS = [tuple(line.split()) for line in TABLE.splitlines()]
"""A name, what it is in Betza's notation, and who says so."""

NEEDED = """king queen rook bishop knight wazir ferz dabbabah alfil threeleaper camel zebra tripper
giraffe antelope nightrider gryphon man"""

OTHERS = {
    "knight": "a shogi piece of that name",
    "lion": "one that makes but one of the two steps",
    "leo": "a string for an engine that has its own word for cannons",
    "rhino": "a piece that moves up to two squares",
}
"""Names that the published strings give to other pieces alone."""


def squeezed(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def published() -> dict[str, set[str]]:
    """The strings that anybody can read, by the names that they are published under."""
    texts = defaultdict(set)
    for line in (DATA / "corpus_betza.jsonl").read_text("utf-8").splitlines():
        string = json.loads(line)
        if string["syntax"] == "plain" or squeezed(string["name"]) in (
            "fourleaper",
            "giraffe",
            "ship",
        ):
            texts[squeezed(string["name"])].add(string["betza"])
    return texts


PUBLISHED = published()


def in_betza(moves: str) -> list[Piece]:
    """What a string means in each dialect that can read it."""
    read = (
        BETZA.read(moves, Context(dialect=dialect), NO_NAMES).definitions
        for dialect in BETZA.dialects
    )
    return [
        reading[0].piece
        for reading in read
        if reading and reading[0].piece and not reading[0].broken
    ]


def prelude() -> dict[str, Piece]:
    """Its pieces without their properties, which Betza's notation does not know."""
    document = Document.open(by_name("lcpn"), PRELUDE, Context())
    definitions = [
        definition
        for chunk in document.chunks()
        for definition in document.analysis(chunk).definitions
    ]
    assert not any(definition.broken for definition in definitions)
    return {
        definition.name: replace(definition.piece, properties=())
        for definition in definitions
        if definition.name and definition.piece
    }


PIECES = prelude()


def test_l4_the_prelude_has_what_it_must_have() -> None:
    """The names that are promised, no pawn and no cannon, and at least sixty in all."""
    assert set(NEEDED.split()) - set(PIECES) == set()
    assert {"pawn", "cannon"} & set(PIECES) == set()
    assert len(PIECES) >= 60


def test_l4_the_table_is_that_of_the_prelude() -> None:
    """In the same order."""
    assert [name for name, _, _ in ROWS] == list(PIECES)


def test_l4_nothing_is_wrong_with_the_prelude() -> None:
    """But that it defines well-known pieces."""
    document = Document.open(by_name("lcpn"), PRELUDE, Context())

    assert {d.code.id for d in document.diagnostics() if d.code.severity < Severity.HINT} == set()


@pytest.mark.parametrize(("name", "betza", "source"), ROWS, ids=[name for name, _, _ in ROWS])
def test_l4_a_piece_of_the_prelude_moves_as_it_is_known_to(
    name: str, betza: str, source: str
) -> None:
    """It has the moves of the table; where strings are published under its name, at least one of
    them does the same.
    """
    piece = PIECES[name]
    written = BETZA.read(betza, Context(dialect="xbetza"), NO_NAMES).definitions[0].piece
    assert written
    agreed = [
        moves
        for moves in PUBLISHED[squeezed(name)]
        if any(same(piece, meant).same for meant in in_betza(moves))
    ]

    assert same(piece, written).same
    assert bool(agreed) == (source == "corpus")
    assert bool(agreed) == (bool(PUBLISHED[squeezed(name)]) and name not in OTHERS)
