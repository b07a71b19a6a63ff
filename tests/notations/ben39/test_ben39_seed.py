"""The ten diagrams of the inventor as they stand on his page (G23)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from wazir.ben39.actions import Action, Kind, after, spell
from wazir.ben39.board import SQUARE_OF
from wazir.ben39.position import PIECE_OF, Owned, Side, State, pack, unpack
from wazir.ben39.reading import read
from wazir.ben39.rules import actions, control, is_safe, king_takers, status
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.definitions import every
from wazir.notations.ben39 import BEN39

HERE = Path(__file__).parent
FACTS = [
    line
    for line in (HERE / "seed_facts.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.fixture(scope="module")
def document() -> Document:
    return Document.open(BEN39, (HERE / "seed.ben39").read_text("utf-8"))


@pytest.fixture(scope="module")
def states(document: Document) -> dict[str, State]:
    return {record.name or "": record.game.state for _, record in every(document) if record.game}


def test_g23_nine_diagrams_are_read_and_the_ring_shows_its_error(document: Document) -> None:
    """G23: ten diagrams, one error, and that is about the movable squares."""
    records = list(every(document))
    errors = [
        diagnostic
        for diagnostic in document.diagnostics()
        if diagnostic.code.severity is Severity.ERROR
    ]

    assert len(records) == 10
    assert [diagnostic.code.id for diagnostic in errors] == ["wrong-movable-squares"]
    assert [record.name for _, record in records if record.broken] == ["ring"]


def test_g23_the_ring_of_eight_still_shows(states: dict[str, State]) -> None:
    """G23: with its eight squares, and the pieces of the start."""
    position = unpack(states["ring"])

    assert len(position.movable) == 8
    assert position.pieces == unpack(states["opening"]).pieces


def test_g23_the_file_line_that_is_off_by_a_column_is_read(states: dict[str, State]) -> None:
    """G23: the signs win, so that the two empty boards are one."""
    assert states["board"] == states["coordinates"]


def _legal(state: State) -> dict[str, Action]:
    return {spell(action): action for action in actions(state)}


def _status(state: State, words: list[str]) -> None:
    assert status(state) == words[0]


def _taken(state: State, words: list[str]) -> None:
    side = Side.WHITE if unpack(state).turn is Side.BLACK else Side.BLACK
    assert sorted(spell(action) for action in king_takers(state, side)) == sorted(words[1:])


def _answers(state: State, words: list[str]) -> None:
    legal = _legal(state)
    assert all(is_safe(state, legal[word]) for word in words)


def _legal_are(state: State, words: list[str]) -> None:
    assert set(words) <= set(_legal(state))


def _refuses(state: State, words: list[str]) -> None:
    readings = [read(state, word) for word in words]
    assert [reading.action for reading in readings] == [None] * len(words)
    assert all(reading.reason for reading in readings)


def _teleports(state: State, words: list[str]) -> None:
    wizard, *teleports = words
    assert (
        sorted(spelled for spelled in _legal(state) if spelled.startswith(f"{wizard}:"))
        == teleports
    )


def _squares(state: State, words: list[str]) -> None:
    moves = [spell(action) for action in actions(state) if action.kind is Kind.SQUARE]
    assert sorted(spelled for spelled in moves if spelled.startswith(words[0][:3])) == words


def _from(state: State, words: list[str]) -> None:
    origin, *targets = words
    moves = [spelled for spelled in _legal(state) if spelled[1:3] == origin and spelled[3] in "-x"]
    assert sorted(spelled[4:] for spelled in moves) == targets


def _movable(state: State, words: list[str]) -> None:
    assert list(unpack(state).movable) == words


def _control(state: State, words: list[str]) -> None:
    controlled = control(state, SQUARE_OF[words[0]])
    side = "nobody" if controlled.side is None else str(controlled.side)
    assert [side, *map(str, controlled.counts)] == words[1:]


def _hand(state: State, words: list[str]) -> None:
    position = unpack(after(state, _legal(state)[words[1]]))
    assert position.hands[unpack(state).turn] == words[2]


def _leads(state: State, words: list[str]) -> None:
    position = unpack(after(state, _legal(state)[words[0]]))
    standing = position.pieces
    for word in words[1:]:
        place, _, wanted = word.partition("=")
        side, piece = standing.get(place, (Side.WHITE, None))
        drawn = "" if piece is None else f"{'*' if side is Side.BLACK else ''}{piece.letter}"
        assert drawn == wanted, word


KINDS: dict[str, Callable[[State, list[str]], None]] = {
    "status": _status,
    "taken": _taken,
    "answers": _answers,
    "legal": _legal_are,
    "refuses": _refuses,
    "teleports": _teleports,
    "squares": _squares,
    "from": _from,
    "movable": _movable,
    "control": _control,
    "hand": _hand,
    "leads": _leads,
}


def _with(state: State, added: list[str]) -> State:
    """A state with some more white castles."""
    position = unpack(state)
    more = {piece[1:]: Owned(Side.WHITE, PIECE_OF[f"{piece[0]}+"]) for piece in added}
    return pack(replace(position, pieces={**position.pieces, **more}))


@pytest.mark.parametrize("fact", FACTS)
def test_g23_what_the_inventor_says_of_his_diagrams(fact: str, states: dict[str, State]) -> None:
    """G23: each fact holds on the drawing as it stands."""
    about, _, expected = fact.partition(": ")
    name, *added = about.split()
    kind, *words = expected.split()
    state = _with(states[name], added[1:]) if added else states[name]

    KINDS[kind](state, words)
