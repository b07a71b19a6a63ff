"""What holds for every text as a `.ben39` file: it has diagnostics, and a game for each record that
can be shown.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from findings import cases
from harness import rows
from long import examples
from wazir.ben39.actions import Game
from wazir.ben39.fen import draw, read, write
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features import structure
from wazir.features.definitions import every
from wazir.notations.ben39 import BEN39
from wazir.text import Edit, Span

DATA = Path(__file__).parents[2] / "data"
HERE = Path(__file__).parent
TEXTS = [row["text"] for name in ("ben39_bad_dev", "ben39_perft_dev") for row in rows(name)]
TEXTS += [case.plain for case in cases(HERE / "findings.txt")]
SIGNS = [
    "*",
    "+",
    "|",
    ":",
    "#",
    "-",
    " ",
    "\n",
    "\r\n",
    ";",
    "position ",
    "moves: ",
    "expect: ",
    "fen: ",
    "K",
    "X",
    "C",
]
SIGNS += [
    "board:\n",
    "15",
    "4 ",
    "castles: ",
    "white hand: ",
    "?",
    "é",
    "\ud800",
    "\x0c",
    "\ufeff",
    "0",
    "@e5",
    "perft 3 = 9",
]
PERFT = rows("ben39_perft_dev")
FORMS = [vector["fen"] for vector in PERFT]
many = examples(150)

changes = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 6),
        st.lists(st.sampled_from(SIGNS), max_size=3).map("".join),
    ),
    max_size=5,
)
"""Edits: how far into the text, how many signs go, and what comes."""


def edits(text: str, some: list[tuple[float, int, str]]) -> list[Edit]:
    some_edits = []
    length = len(text)
    for part, gone, new in some:
        start = int(part * length)
        end = min(start + gone, length)
        some_edits.append(Edit(Span(start, end), new))
        length += len(new) - (end - start)
    return some_edits


def facts(document: Document) -> list[object]:
    """All that a document knows."""
    records = [
        (record.key, record.span, record.moves, record.broken, record.game)
        for _, record in every(document)
    ]
    return [
        list(document.diagnostics()),
        records,
        list(document.names()),
        list(structure.tokens(document)),
    ]


def is_good(document: Document) -> None:
    """Asserts that all places lie within the text, and that each record has a game that can be
    drawn.
    """
    for diagnostic in document.diagnostics():
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= document.length
        assert diagnostic.message.endswith((".", "?"))
    for _, record in every(document):
        assert record.game is not None
        assert len(draw(record.game.state)) == 16


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), changes)
@many
def test_edits_of_records_give_what_reading_afresh_gives(
    first: str, second: str, some: list[tuple[float, int, str]]
) -> None:
    """After each edit the document is that of its text."""
    document = Document.open(BEN39, f"{first}\n{second}")
    facts(document)
    for edit in edits(document.text, some):
        document = document.apply(edit)
        is_good(document)
        assert facts(document) == facts(Document.open(BEN39, document.text))


@given(st.text(max_size=80))
@many
def test_any_text_has_diagnostics(text: str) -> None:
    """Nothing raises, whatever it is."""
    for before in ("", "board:\n", "fen: ", "moves: ", "expect: ", "castles: ", "position "):
        is_good(Document.open(BEN39, before + text))


@pytest.mark.parametrize(
    "text",
    [
        "white hand: " + "P" * 1_000_000,
        "board:\n" + "8   |   |:::|   |\n" * 500_000,
        "board:\n8   " + "|   " * 2_500_000,
        "moves: " + "X@e5 " * 100_000,
        "moves: " + "Nh4-j8 Nh12-f8 Nj8-h4 Nf8-h12 " * 25_000,
        "; nothing\n" * 100_000,
    ],
    ids=["hand", "lines", "line", "words", "moves", "comments"],
)
def test_what_is_too_long_is_refused(text: str) -> None:
    """There is one finding, and it says so."""
    assert [diagnostic.code.id for diagnostic in Document.open(BEN39, text).diagnostics()] == [
        "too-long"
    ]


def test_g24_a_number_of_thousands_of_digits_is_reported() -> None:
    """G24: although it is not converted to a number."""
    form = FORMS[0].replace("/", "/" + "9" * 5_000 + "/", 1)

    assert {fault.kind for fault in read(form).faults} == {"bad-fen"}


@pytest.mark.parametrize("form", FORMS)
def test_g24_a_position_and_its_two_forms_tell_the_same(form: str) -> None:
    """G24: a drawing with its keys, and a line, each lead back to the other."""
    result = read(form)
    assert result.state is not None
    assert write(result.state) == form

    position = result.position
    castles = " ".join(
        f"{place}{step}"
        for place, (_, piece) in position.pieces.items()
        for step in {12: "+", 13: "x"}.get(piece, "")
    )
    keys = [f"turn: {position.turn}", f"castles: {castles}"]
    for number, side in enumerate(("white", "black")):
        keys += [
            f"{side} hand: {position.hands[number]}",
            f"{side} reserve: {position.reserves[number]}",
        ]
    text = "\n".join((*keys, "board:", *draw(result.state)))
    (_, record), *_ = every(Document.open(BEN39, text))

    assert isinstance(record.game, Game)
    assert write(record.game.start) == form


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", ["", " ", "9", "K", "y", "/", ",", "-", "C", "?"])
def test_g24_every_change_of_a_form_is_read_or_reported(form: str, sign: str) -> None:
    """G24: a form that is read without a fault is written as it was, but for the order of hands and
    reserves.
    """
    for place in range(0, len(form), 3):
        changed = form[:place] + sign + form[place + 1 :]
        result = read(changed)
        if result.state is None:
            assert all(0 <= fault.start <= fault.end <= len(changed) for fault in result.faults)
        else:
            written, given_ = write(result.state).split(" "), changed.strip().split(" ")
            assert written[:4] == given_[:4]
            assert [sorted(word) for word in written[4:]] == [sorted(word) for word in given_[4:]]


WARNINGS = {"king can be taken": "king-can-be-taken", "pawn on its last rank": "pawn-on-last-rank"}


@pytest.mark.parametrize("vector", PERFT, ids=lambda vector: vector["name"])
def test_g25_the_texts_of_the_vectors_are_read(vector: dict[str, Any]) -> None:
    """G22 to G25: without an error, with the warnings that they name, and as the line that they
    give.
    """
    document = Document.open(BEN39, vector["text"])
    warned = [
        diagnostic
        for diagnostic in document.diagnostics()
        if diagnostic.code.severity <= Severity.WARNING
    ]
    (_, definition), *others = every(document)

    assert sorted(diagnostic.code.id for diagnostic in warned) == sorted(
        WARNINGS[warning] for warning in vector["warnings"]
    )
    assert not others
    assert definition.game
    assert write(definition.game.state) == vector["fen"]
