"""Every definition of the page that introduces the notation, in each style and as it stands there
(`seed.txt`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from wazir.document import Document
from wazir.features.requests import answer
from wazir.notations import by_name
from wazir.notations.betza import BETZA
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.board import SquareBoard, parse_board
from wazir.piece.drawing.diagram import of_board
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.equivalence import same
from wazir.piece.model import Piece, Result, Square
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

TEXT = (Path(__file__).with_name("seed.txt")).read_text("utf-8")
PARTS = re.compile(
    r"^(lisp|c|sql|betza|drawing|moves|properties|differs|board):\n((?:.*\n)*?)(?=\w+:\n|\Z)", re.M
)
STYLES = ("lisp", "elisp", "c", "sql")


@dataclass(frozen=True)
class Case:
    """A piece of the page: its texts by style, and what else stands under its name."""

    name: str
    texts: dict[str, str]
    rest: dict[str, str]

    def pieces(self) -> dict[str, Piece]:
        return {
            style: read(text, style, self.rest.get("board", "8x8").strip())
            for style, text in self.texts.items()
        }


def cases() -> Iterator[Case]:
    for block in TEXT.split("\n== ")[1:]:
        name, _, body = block.partition("\n")
        parts = dict(PARTS.findall(body.rstrip() + "\n"))
        texts = {style: parts.pop(style) for style in ("lisp", "c", "sql") if style in parts}
        if "lisp" in texts:
            texts["elisp"] = texts["lisp"]
        yield Case(name, texts, parts)


CASES = {case.name: case for case in cases()}


def having(part: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES.values() if part in case.rest]
    return pytest.mark.parametrize("case", chosen, ids=[case.name for case in chosen])


def read(text: str, style: str, board: str = "8x8") -> Piece:
    """The last piece of a text."""
    document = Document.open(
        by_name("lcpn"), text, Context(style, board, fixed=frozenset(("dialect", "board")))
    )
    last = [
        definition
        for chunk in document.chunks()
        for definition in document.analysis(chunk).definitions
    ][-1]
    assert not last.broken
    assert last.piece
    return last.piece


@cache
def positions() -> tuple[tuple[Position, Square], ...]:
    """A hundred random ones on the common board."""
    rng, board = random.Random("seed"), SquareBoard()
    squares, listed = list(board.squares()), []
    for _ in range(100):
        share, mover = rng.random() * 0.6, rng.choice(squares)
        placed = [square for square in squares if square != mover and rng.random() < share]
        foes = frozenset(square for square in placed if rng.random() < 0.6)
        friends = frozenset(placed) - foes
        listed.append(
            (
                Position(board, friends, foes, white=rng.random() < 0.5, virgin=rng.random() < 0.5),
                mover,
            )
        )
    return tuple(listed)


def spelled(value: object) -> str:
    """Results with the names in them in the Lisp way: those of a promotion are spelled as in the
    file (L3).
    """
    return repr(value).replace("_", "-")


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if "differs" not in case.rest]
)
def test_all_styles_mean_the_same(name: str) -> None:
    """The same results wherever the piece stands, with the same labels; the same properties."""
    case = CASES[name]
    first, *others = case.pieces().values()
    for other in others:
        assert other.properties == first.properties
        assert same(other, first).same
        for position, square in positions():
            assert results(other, position, square).all == results(first, position, square).all


@having("betza")
def test_a_piece_is_what_the_page_says(case: Case) -> None:
    """In the words of another notation."""
    written = BETZA.read(case.rest["betza"].strip(), Context(), NO_NAMES).definitions[0].piece
    assert written
    for piece in case.pieces().values():
        for position, square in positions():
            assert results(piece, position, square).all == results(written, position, square).all


@having("properties")
def test_l15_a_piece_has_the_properties_that_the_page_gives_it(case: Case) -> None:
    """Beside its moves."""
    for piece in case.pieces().values():
        assert piece.properties == tuple(case.rest["properties"].split())


@having("moves")
def test_a_piece_moves_as_the_page_says(case: Case) -> None:
    """From squares with other pieces around; what is expected was worked out by hand."""
    for line in re.findall(r"^(\S.*(?:\n .*)*)", case.rest["moves"], re.M):
        head, _, expected = line.partition(":")
        square, *foes = head.replace(" foes", "").split()
        for style, text in case.texts.items():
            request = {
                "notation": "lcpn",
                "source": text,
                "style": style,
                "square": square,
                "foes": foes,
            }
            moves = answer(request).get("results")
            assert isinstance(moves, list)
            assert [shown(move) for move in moves] == [part.strip() for part in expected.split("|")]


def shown(result: dict[str, object]) -> str:
    """A result as the file writes it."""
    listed = {key: " ".join(result.get(key, ())) for key in ("takes", "becomes")}  # type: ignore[call-overload]
    when = result.get("when", ())
    assert isinstance(when, list | tuple)
    return (
        f"{result['to']}"
        + (f" x {listed['takes']}" if listed["takes"] else "")
        + (f" = {listed['becomes']}" if listed["becomes"] else "")
        + "".join(f" ? {label}" for label in when)
    )


@having("drawing")
def test_m11_a_piece_is_drawn_as_on_the_page(case: Case) -> None:
    """M11: in the middle of a board as large as the drawing, with the other pieces that it
    shows.
    """
    rows = [row.split() for row in case.rest["drawing"].splitlines()]
    board = parse_board(case.rest.get("board", f"{len(rows[0])}x{len(rows)}").strip())
    drawn = {
        square: sign
        for row, signs in zip(board.window.rows(), rows, strict=True)
        for square, sign in zip(row, signs, strict=True)
    }
    mover = next(square for square, sign in drawn.items() if sign == "!")
    others = frozenset(square for square, sign in drawn.items() if sign == ":")
    for piece in case.pieces().values():
        for position in (Position(board, friends=others), Position(board, foes=others)):
            moves = results(piece, position, mover)
            ends = {result.to for result in moves.all}

            assert ends == {square for square, sign in drawn.items() if sign == "X"}
        if not others:
            text = drawing(of_board(reach(piece), board, mover))
            assert shape(text.rows) == shape(case.rest["drawing"].splitlines())


def shape(rows: Iterable[str]) -> str:
    """Rows without the names of squares, ranks and files, and without the blanks that all have
    before them.
    """
    bare = (
        re.sub(r"[a-z]*\d+|^  a .*", lambda name: " " * len(name[0]), row).rstrip() for row in rows
    )
    return dedent("\n".join(bare)).rstrip()


def test_what_differs_between_the_styles_of_the_page() -> None:
    """Three pieces say different things in different styles; where they say the same they do the
    same.
    """
    pawns, words, crossing = (
        CASES[name].pieces() for name in ("pawn", "coordinator", "chinese-pawn")
    )
    for position, square in positions():
        rank = square[1] + 1 if position.white else 8 - square[1]
        ours, theirs = both(pawns, position, square)
        assert spelled(ours) == spelled(theirs if rank in (2, 7) else ())
        ours, theirs = both(words, position, square)
        assert [replace(result, when=()) for result in ours] == list(theirs)
        ours, theirs = both(crossing, position, square)
        assert {(result.to, result.takes) for result in ours} == {
            (result.to, result.takes) for result in theirs
        }


def both(
    pieces: dict[str, Piece], position: Position, square: Square
) -> tuple[tuple[Result, ...], ...]:
    """What the pieces of the Lisp and of the C text can do."""
    return tuple(results(pieces[style], position, square).all for style in ("lisp", "c"))
