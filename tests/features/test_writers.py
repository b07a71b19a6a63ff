"""Every piece in every notation: an answer that reads back, or a reason (Q14)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from betza_generated import MADE
from test_lcpn_oracle import made

from harness import none_wrong, opened
from long import LONG
from wazir.features import definitions
from wazir.features import written as writing
from wazir.features.conversion import converted, every_target
from wazir.features.written import CannotConvert, WriterDefect, WriterWarning, written
from wazir.notations import by_name
from wazir.piece.board import parse_board
from wazir.piece.model import Piece
from wazir.piece.patterns import CannotExpress

PIECES = 10_000 if LONG else 60
"""The number of random pieces."""
TARGETS = every_target()
WRITERS = [name for name, target in TARGETS.items() if target.notation.writer and not target.file]
FILES = [name for name, target in TARGETS.items() if target.file]
BOARDS = ("8x8", "cylinder 8x8")
ACTIONS = ("", "m", "c", "igui")
SETTINGS = ("", "", ": @T = F<n", ": @M = moved, 1")


def bensahas(rng: random.Random) -> str:
    """Statements of one to three terms, and hops over screens."""
    if rng.random() < 0.2:
        gap, landing = rng.choice(("0", "1", "n")), rng.choice(("1", "n"))
        return f"cannon({gap}, {rng.randint(1, 255)}; 0, FE, 1, {landing}, landing)!"
    terms = []
    for number in range(rng.choice((1, 1, 2, 3))):
        distance = rng.choice(("1", "2", "n"))
        turn = number and rng.random() < 0.5
        towards = f"/{rng.randint(0, 7)}" if turn else str(rng.randint(1, 255))
        leap = "" if turn else rng.choice(("", "", "; 1, 2", "; 0, 2"))
        setting = rng.choice(SETTINGS)
        terms.append(f"{rng.choice(ACTIONS)}({distance}, {towards}{leap}{setting})")
    return f"{' '.join(terms)}!"


def sources(rng: random.Random) -> Iterator[tuple[str, str, str | None]]:
    """Random texts, each with its notation and its dialect or style."""
    while True:
        kind = rng.choice((*MADE, "lisp", "bensahas"))
        if kind == "lisp":
            yield "lcpn", str(made(2, rng)), "lisp"
        elif kind == "bensahas":
            yield "bensahas", bensahas(rng), None
        else:
            yield "betza", MADE[kind](rng), kind


def pieces(rng: random.Random) -> Iterator[tuple[str, Piece]]:
    """Random pieces without an error, each with its text."""
    for notation, text, dialect in sources(rng):
        found = definitions.last(opened(notation, text, dialect))
        if found and found[1].piece and not found[1].broken:
            yield f"{dialect or notation} {text}", found[1].piece


@pytest.mark.parametrize("target", WRITERS)
def test_q14_a_writer_answers_or_has_a_reason(target: str) -> None:
    """No writer raises anything but its refusal, and every text that it writes reads back as the
    piece.
    """
    rng = random.Random("writers")
    notation, dialect = TARGETS[target].notation, TARGETS[target].dialect
    wrong, answers = [], 0
    for text, piece in islice(pieces(rng), PIECES):
        board = parse_board(rng.choice(BOARDS))
        try:
            written(piece, notation, dialect, board)
        except CannotConvert as refusal:
            if not str(refusal).endswith("."):
                wrong.append((text, board, f"not a sentence: {refusal}"))
        except Exception as error:
            wrong.append((text, board, repr(error)))
        else:
            answers += 1

    none_wrong(wrong)
    assert answers > PIECES / 10


@pytest.mark.parametrize("target", FILES)
def test_q14_an_engine_file_has_a_text_or_a_reason(target: str) -> None:
    """What is not written for an engine is refused in a sentence, and nothing else is raised."""
    rng, file = random.Random("engines"), TARGETS[target].file
    assert file
    wrong = []
    for text, piece in islice(pieces(rng), PIECES // 4):
        try:
            file.moves(piece, "", parse_board("8x8"))
        except CannotExpress as refusal:
            if not str(refusal).endswith("."):
                wrong.append((text, f"not a sentence: {refusal}"))
        except Exception as error:
            wrong.append((text, repr(error)))

    none_wrong(wrong)


def test_q14_a_text_that_does_not_read_back_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that the writer has and the reader lacks is no refusal, and neither is the text of
    another piece.
    """
    betza, board = by_name("betza"), parse_board("8x8")
    found = definitions.last(opened("betza", "R", "xbetza"))
    assert found
    assert found[1].piece
    for text, message in {
        "Ρ": "Wazir wrote `Ρ`, which it cannot read.",
        "B": "Wazir wrote another piece, `B`.",
    }.items():
        monkeypatch.setattr(betza.writer, "moves", lambda *_, text=text: text)
        with (
            pytest.warns(WriterWarning, match="Betza notation"),
            pytest.raises(WriterDefect, match=message),
        ):
            writing.written(found[1].piece, betza, "xbetza", board)


def test_q14_a_defect_of_a_writer_is_an_error_in_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A conversion, which lists what is left out, does not hide it."""
    document = opened("lcpn", "(define (rook) (rider wazir))", "lisp")
    monkeypatch.setattr(by_name("betza").writer, "moves", lambda *_: "B")

    with pytest.raises(WriterWarning):
        converted(document, TARGETS["xbetza"])
