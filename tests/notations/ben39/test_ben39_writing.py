"""What is laid out, converted, turned or offered is what stood there before (G21 to G24)."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ben39 import line_form, sampling
from harness import rows
from long import some
from wazir.ben39 import fen
from wazir.ben39.actions import spell
from wazir.ben39.fen import RANKS, draw
from wazir.ben39.position import OPENING, State, is_ended, unpack
from wazir.ben39.rules import actions, status
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features import completion, formatting, written
from wazir.notations.ben39 import BEN39
from wazir.notations.ben39.complete import MAX_ACTIONS
from wazir.notations.ben39.definition import Ben39Definition
from wazir.notations.ben39.hover import hover
from wazir.notations.ben39.layout import format_chunk
from wazir.notations.ben39.meaning import Record, read
from wazir.notations.ben39.refactor import WAYS, Symmetry, keys, turned
from wazir.notations.notation import Context
from wazir.text import apply

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
VECTORS = rows("ben39_perft_dev") + rows("ben39_bad_dev")
PLAYED = [vector for vector in VECTORS if "actions" in vector]
FILES = [HERE / "seed.ben39", *sorted((ROOT / "samples/ben39").glob("*.ben39"))]
TEXTS = {vector.get("name", vector["text"][:30]): vector["text"] for vector in VECTORS}
TEXTS |= {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in FILES}
SOME = 150
"""So many random positions are looked at."""
MESS = [
    "\n",
    " ",
    "\t",
    "*",
    "+",
    "|",
    "#",
    ":",
    ";",
    "-",
    "K",
    "C",
    "X@e5 ",
    "board:",
    "position b\n",
    "2. ",
    "x",
    "\r\n",
    "é",
]


def laid_out(text: str) -> str:
    document = Document.open(BEN39, text)
    return apply(text, formatting.format(document))


def meant(text: str) -> tuple[Record, ...]:
    return read(text).records


def meaning_of(text: str) -> list[object]:
    """What a text says, however it is laid out."""
    return [
        (
            record.name.text if record.name else None,
            record.start,
            record.actions,
            len(record.plays),
            [token.text for token in record.unplayed],
            [
                (entry.key, len(entry.words))
                for entry in record.entries
                if entry.key not in ("moves", "board", "fen")
            ],
        )
        for record in meant(text)
    ]


def comments(text: str) -> list[str]:
    return [token.text.rstrip() for token in read(text).tree.tokens if token.kind == "COMMENT"]


def spoiled(text: str, rng: Random) -> str:
    """A text with a few signs that come or go."""
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(text))
        text = text[:place] + rng.choice(["", *MESS]) + text[place + rng.choice([0, 0, 1, 2]) :]
    return text


@cache
def states() -> list[State]:
    """Random positions: of games, and strewn ones."""
    readings = (fen.read(line_form.write(position)).state for position in sampling.positions(4))
    return [state for state in islice(readings, SOME) if state is not None and not is_ended(state)]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_g23_layout_settles_and_changes_nothing_of_what_is_said(text: str) -> None:
    """G23: laid out twice is laid out once; positions, actions and comments are kept."""
    after = laid_out(text)

    assert laid_out(after) == after
    assert meaning_of(after) == meaning_of(text)
    assert comments(after) == comments(text)


def test_g22_layout_makes_no_key_of_a_line() -> None:
    """G22: only blanks and letters are one, so that other white space stays."""
    text = "expect: check\nexpe\u00a0ct: mate,  stalemate\n"

    assert format_chunk(text, Context()) == "expect: check\nexpe\u00a0ct: mate, stalemate\n"


@pytest.mark.parametrize("seed", range(40))
def test_g23_layout_of_texts_with_any_mistake(seed: int) -> None:
    """The same with signs that came or went."""
    rng = Random(seed)
    for text in rng.sample(list(TEXTS.values()), 5):
        before = spoiled(text, rng)
        after = format_chunk(before, Context())
        assert format_chunk(after, Context()) == after
        assert meaning_of(after) == meaning_of(before)
        assert comments(after) == comments(before)


def test_g23_every_position_is_drawn_as_it_is_laid_out() -> None:
    """G23: the drawing that others make of a position is canonical already."""
    for state in states():
        text = "\n".join(["board:", *draw(state), ""])
        assert format_chunk(text, Context()) == text


def test_g23_layout_takes_ranks_that_stand_anywhere() -> None:
    """G23: a drawing without its margins, or without the line of the files, is the same one."""
    rng = Random(23)
    for state in states():
        lines = [*keys(state), "board:", *draw(state)]
        by = " " * rng.randint(0, 3)
        ragged = [
            *lines[:-16],
            *(
                f"{line[:3].rstrip()}{by}{line[len(line[:3].rstrip()) :]}  "
                for line in lines[-16:-1]
            ),
        ]
        if rng.random() < 0.5:
            ragged.append(by + lines[-1])
        before = "\n".join([line for line in ragged if not line.strip().isdigit()])
        assert meaning_of(format_chunk(before, Context())) == meaning_of(before)


def test_g24_line_to_drawing_to_line() -> None:
    """G24: nothing of a position is lost. What no full drawing may show needs a rank that can be
    left out.
    """
    for state in states():
        if len(unpack(state).movable) < 2 and len(ranks(state)) == len(RANKS):
            continue
        line = f"position a ; name\nfen: {fen.write(state)} ; form\nexpect: check\n"
        drawn = converted(line, "board")
        assert "fen:" not in drawn
        assert meant(drawn)[0].start == state, line
        assert laid_out(drawn) == laid_out(laid_out(drawn))
        assert comments(drawn) == comments(line)
        back = converted(drawn, "fen")
        assert f"fen: {fen.write(state)}" in back


def ranks(state: State) -> set[str]:
    """The ranks on which something stands."""
    position = unpack(state)
    return {name[1:] for name in (*position.pieces, "d2", "d14")}


def converted(text: str, form: str) -> str:
    return written.in_dialect(Document.open(BEN39, text), form)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.title)
def test_turned_positions_have_turned_actions(way: Symmetry) -> None:
    """What is turned has the actions of before under other names, stands as it stood, and turns
    back.
    """
    for state in some(states(), 9):
        text = "\n".join([*keys(state), "board:", *draw(state), ""])
        after = turned(text, 0, way)
        if any(
            diagnostic.code.severity is Severity.ERROR
            for diagnostic in Document.open(BEN39, text).diagnostics()
        ):
            continue
        assert after is not None, text
        there = meant(after)[0].start
        assert sorted(way.action(spell(action)) for action in actions(state)) == sorted(
            map(spell, actions(there))
        )
        assert status(there) == status(state)
        back = turned(after, 0, way)
        assert back is not None
        assert meant(back)[0].start == state


@pytest.mark.parametrize("vector", PLAYED, ids=lambda vector: vector["text"][:30])
def test_g21_the_legal_actions_are_offered(vector: dict[str, Any]) -> None:
    """All of them, if there are not too many, and then those that begin as typed."""
    legal = list(map(str, vector["actions"]))
    text = f"fen: {vector['fen']}\nmoves: "

    assert set(offered(text)) <= set(legal)
    assert len(offered(text)) == min(len(legal), MAX_ACTIONS)
    for begun in {spelled[:2] for spelled in legal}:
        wanted = {spelled for spelled in legal if spelled.startswith(begun)}
        assert set(offered(text + begun)[: len(wanted)]) == wanted


def offered(text: str) -> list[str]:
    document = Document.open(BEN39, text)
    return [
        item.label
        for item in completion.complete(document, len(text))
        if item.item.detail and not item.label.endswith((".", ":"))
    ]


@pytest.mark.parametrize("vector", PLAYED, ids=lambda vector: vector["text"][:30])
def test_every_place_of_a_drawing_says_what_stands_there(vector: dict[str, Any]) -> None:
    """A hover over each place names it, and lists no action that is not legal."""
    state = fen.read(str(vector["fen"])).state or OPENING
    legal = set(map(str, vector["actions"]))
    text = "\n".join(["board:", *draw(state), ""])
    if meant(text)[0].start != state:
        text = "\n".join([*keys(state), text])
    drawing = meant(text)[0].setup.drawing
    assert drawing
    position = unpack(state)
    for sign in some(drawing.signs, 4):
        shown = hover(Ben39Definition(text, Context()), sign.span.start)
        assert shown
        assert sign.place in shown.title
        assert ("empty" in shown.title or "movable" in shown.title) is (
            sign.place not in position.pieces
        )
        if meant(text)[0].start == state:
            listed = [
                spelled
                for note in shown.notes
                if " can play " in note
                for spelled in note.split("`")[1::2]
            ]
            assert set(listed) <= legal


@pytest.mark.parametrize("seed", some(range(40), 3))
def test_any_text_can_be_asked_about(seed: int) -> None:
    """Nothing raises wherever one hovers, and what is offered replaces what stands before the
    cursor.
    """
    rng = Random(seed)
    text = spoiled(rng.choice([known for known in TEXTS.values() if len(known) < 3_000]), rng)
    for _ in range(20):
        offset = rng.randint(0, len(text))
        shown = hover(Ben39Definition(text, Context()), offset)
        assert shown is None or (shown.title and shown.span.start <= offset < shown.span.end)
        span, items = BEN39.read(text, Context()).complete(offset)
        assert 0 <= span.start <= offset <= span.end <= len(text)
        assert all(item.label for item in items)
