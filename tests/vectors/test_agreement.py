"""One piece in all notations: `tests/data/agreement.txt`, written by hand; a difference is a
mistake somewhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from long import LONG
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.written import CannotConvert
from wazir.features.written import written as converted
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.notations.results import Definition
from wazir.piece.board import SquareBoard
from wazir.piece.model import Square
from wazir.piece.motion.results import Position, results

TEXT = (Path(__file__).parents[1] / "data" / "agreement.txt").read_text("utf-8")
STYLES = ("lisp", "elisp", "c", "sql")
LANGUAGES = ("betza", *STYLES, "bensahas")
REFUSED = {"short-cannon": "bensahas>betza"}
"""The pieces whose text in one notation is not found from that in another, although both have
one.
"""
POSITIONS = 100 if LONG else 40
BOARDS = (
    SquareBoard(8, 8),
    SquareBoard(8, 8),
    SquareBoard(10, 7),
    SquareBoard(5, 5),
    SquareBoard(3, 11),
)


def table() -> dict[str, dict[str, str]]:
    """For each piece its texts, by language."""
    sections = {}
    for block in TEXT.split("\n== ")[1:]:
        name, _, body = block.partition("\n")
        lines = re.findall(r"^(\S+) (.*(?:\n .*)*)", body, re.M)
        sections[name] = dict(lines)
    return sections


PIECES = table()


def betza(name: str, text: str) -> str:
    """A definition under the dialect that stands before it, or under none."""
    dialect, moves = re.fullmatch(r"(?:(original|extended|xbetza) )?(.*)", text).groups()  # type: ignore[union-attr]
    return (
        f"%dialect {dialect or 'xbetza'}\n{name} = {moves}\n" if dialect else f"{name} = {moves}\n"
    )


def written(language: str) -> str:
    """All the pieces in a language, as a file that somebody may write."""
    texts = {name: texts[language] for name, texts in PIECES.items() if language in texts}
    match language:
        case "betza":
            plain = "".join(betza(name, text) for name, text in texts.items() if " " not in text)
            return plain + "".join(betza(name, text) for name, text in texts.items() if " " in text)
        case "lisp" | "elisp":
            return "".join(f"(def x-{name} {text})\n" for name, text in texts.items())
        case "c":
            return "".join(
                f"x_{name.replace('-', '_')} := {text}\n" for name, text in texts.items()
            )
        case "sql":
            return "".join(
                f"x_{name.replace('-', '_')} IS {text}\n" for name, text in texts.items()
            )
    return "".join(f"Agreement:{name} {{\n{text}\n}}\n" for name, text in texts.items())


@cache
def definitions(language: str) -> Mapping[str, Definition]:
    """The pieces of the file in a language, by name."""
    document = opened(language)
    pieces = {}
    for chunk in document.chunks():
        for definition in document.analysis(chunk).definitions:
            name = (definition.name or "").rpartition(":")[2].replace("_", "-").removeprefix("x-")
            pieces[name] = definition
    return pieces


def opened(language: str) -> Document:
    return Document.open(
        by_name("lcpn" if language in STYLES else language), written(language), Context()
    )


@cache
def positions(seed: str) -> tuple[tuple[Position, Square], ...]:
    """Random positions, from empty to crowded, for both sides, with pieces that have moved or
    not.
    """
    return tuple(_positions(random.Random(seed)))


def _positions(rng: random.Random) -> Iterator[tuple[Position, Square]]:
    for _ in range(POSITIONS):
        board = rng.choice(BOARDS)
        squares = list(board.squares())
        share = rng.choice((0.0, 0.1, 0.2, 0.35, 0.5, 0.7))
        mover = rng.choice(squares)
        placed = [square for square in squares if square != mover and rng.random() < share]
        friends = frozenset(square for square in placed if rng.random() < 0.4)
        foes = frozenset(placed) - friends
        moved = frozenset(square for square in placed if rng.random() < 0.5)
        yield Position(board, friends, foes, moved, rng.random() < 0.5, rng.random() < 0.5), mover


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_any_file(language: str) -> None:
    """No errors, no warnings, and nothing that is only a label."""
    diagnostics = [d for d in opened(language).diagnostics() if d.code.severity < Severity.HINT]

    assert diagnostics == []
    assert not any(definition.broken for definition in definitions(language).values())


def test_there_are_enough_pieces() -> None:
    """At least eighty, all in Betza's notation and in the four styles, most in Bensahas too."""
    assert len(PIECES) >= 80
    assert all(set(LANGUAGES[:-1]) <= set(texts) for texts in PIECES.values())
    assert sum("bensahas" in texts for texts in PIECES.values()) >= 80


@pytest.mark.parametrize("name", PIECES)
def test_all_notations_agree_on_a_piece(name: str) -> None:
    """M8: the same results on random positions, and something on at least one of them."""
    pieces = {
        language: definitions(language)[name].piece
        for language in LANGUAGES
        if language in PIECES[name]
    }
    some = False
    for position, square in positions("positions"):
        moves = {
            language: results(piece, position, square).all
            for language, piece in pieces.items()
            if piece
        }
        ours = moves["betza"]
        some = some or bool(ours)

        assert set(moves) == set(pieces)
        others = {language: theirs for language, theirs in moves.items() if theirs != ours}
        assert others == {}, (ours, position, square)

    assert some


@pytest.mark.parametrize("name", PIECES)
def test_q14_what_a_notation_has_a_text_for_is_written_in_it(name: str) -> None:
    """From each of the other notations, but for a few pieces."""
    refused = set()
    for language, other in permutations(PIECES[name].keys() & {"betza", "c", "bensahas"}, 2):
        notation, piece = (
            by_name("lcpn" if other == "c" else other),
            definitions(language)[name].piece,
        )
        assert piece
        try:
            converted(piece, notation, definitions(other)[name].dialect or "", BOARDS[0])
        except CannotConvert:
            refused.add(f"{language}>{other}")

    assert refused == set(REFUSED.get(name, "").split())
