"""The examples of the reference: pieces do what their page tells, and mistakes are reported as it
shows (B2, B7).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness import check
from reference.pages import (
    NO_MOVES,
    NOTATIONS,
    PAGES,
    READINGS,
    Part,
    expectations,
    maps,
    mistakes,
    notation_of,
    parts,
    rows,
    table,
)
from wazir.document import Document
from wazir.features import definitions
from wazir.features.requests import moves
from wazir.features.subject import PieceSubject
from wazir.notations import by_name
from wazir.notations.betza.refactor import canonical
from wazir.notations.betza.syntax import GRAMMAR
from wazir.notations.notation import Context
from wazir.notations.results import Definition
from wazir.piece.board import parse_board
from wazir.piece.equivalence import compared
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach

_POSITION = re.compile(r"at (?P<square>[a-z]\d+)(?P<clauses>(?:, [^:]+)?): (?P<moves>.*)")
_MOVE = re.compile(r"(?:[^ {]|\{[^}]*\}| (?!x?[a-z]\d|-(?!\d)))+")
"""A move; in what a piece becomes there may be blanks."""
_EQUATION = re.compile(r"(?P<left>.+) (?P<sign>[=≠]) (?P<right>.+)")
_DRAWN = re.compile(r"(?:[ ]*\d+ )?[ ]*[.!:XMmcdhir?/z](?: [.!:XMmcdhir?/z])+")


class Pieces:
    """The pieces of a fence."""

    def __init__(self, part: Part) -> None:
        self.part = part
        document = Document.open(by_name(part.language), part.text)
        self.by_name = {
            definition.name or "": definition for _, definition in definitions.every(document)
        }
        self.moves_of = {
            definition.name or "": definitions.moves_of(document, placed, definition)
            for placed, definition in definitions.every(document)
        }
        assert self.by_name, f"{part}: no piece"

    def __getitem__(self, name: str) -> Definition:
        """The piece of a name; the last one of an empty name."""
        return self.by_name[name] if name else [*self.by_name.values()][-1]

    def moves(self, name: str, square: str, clauses: str) -> list[str]:
        """The moves in a position, each as the page writes it."""
        request: dict[str, object] = {
            "notation": self.part.language,
            "source": self.part.text,
            "square": square,
            **({"name": name} if name else {}),
        }
        for clause in filter(None, clauses.split(", ")):
            word, *values = clause.split()
            match word:
                case "friend" | "friends" | "foe" | "foes":
                    named = (value.replace("_", " ").partition("=") for value in values)
                    squares = {at: piece or None for at, _, piece in named}
                    request[word.rstrip("s") + "s"] = squares
                case "in":
                    program = READINGS[values[0]][1]
                    request |= {
                        "reader": program,
                        "source": self.moves_of[name or [*self.moves_of][-1]],
                    }
                case "on":
                    request["board"] = " ".join(values)
                case "Black":
                    request["side"] = "black"
                case "moved":
                    request |= {"moved": values} if values else {"virgin": False}
                case _:
                    raise AssertionError(f"{self.part}: unknown clause {clause!r}")
        answer = moves(request)
        assert "error" not in answer, answer
        assert not answer.get("incomplete")
        results = answer["results"]
        assert isinstance(results, list)
        return [written(result) for result in results]


def written(result: dict[str, object]) -> str:
    """A move as pages write it: `e5`, `xe5` (takes there), `e6xe5` (takes on the way), `-xe5` (the
    mover is removed).

    Behind it `+f1<h1` for a piece that is put on f1 and stood on h1, `=Q/R` for what it may become,
    and conditions in braces. A move to the mover's own square that takes another one stays:
    `d4xe5`.
    """
    to, takes = result["to"], result["takes"]
    assert isinstance(takes, list)
    puts, becomes, when = (
        result.get(key) or default for key, default in (("puts", {}), ("becomes", ()), ("when", ()))
    )
    assert isinstance(puts, dict)
    text = (
        f"x{to}"
        if takes == [to]
        else "".join([str(to or "-"), *(f"x{square}" for square in takes)])
    )
    text += "".join(f"+{at}<{origin}" for at, origin in puts.items())
    text += f"={'/'.join(map(str, becomes))}" if becomes else ""  # type: ignore[call-overload]
    return text + (f"{{{'; '.join(map(str, when))}}}" if when else "")  # type: ignore[call-overload]


def wrong(pieces: Pieces, text: str) -> Iterator[str]:
    """What a fence tells that is not so."""
    name, rows = "", []
    for line in [*text.splitlines(), ""]:
        if _DRAWN.fullmatch(line):
            rows.append(line)
            continue
        if rows:
            piece = pieces[name].piece
            assert piece
            drawn = PieceSubject(piece).diagram()
            if drawn.splitlines()[: len(rows)] != rows or _DRAWN.fullmatch(
                drawn.splitlines()[len(rows)]
            ):
                yield f"{name} is drawn\n{drawn}"
            rows = []
        line = line.strip()
        if not line:
            continue
        if position := _POSITION.fullmatch(line):
            came = pieces.moves(name, position["square"], position["clauses"])
            wanted = _MOVE.findall(position["moves"]) if position["moves"] != "none" else []
            if sorted(came) != sorted(wanted):
                yield f"{line!r}: has {' '.join(came) or 'none'}"
        elif line.rstrip(":") in pieces.by_name:
            name = line.rstrip(":")
        elif equation := _EQUATION.fullmatch(line):
            left, right = pieces[equation["left"]], pieces[equation["right"]]
            assert left.piece
            assert right.piece
            verdict = compared(
                left.piece, right.piece, parse_board(left.board or "8x8"), is_fewest=False
            )
            if verdict.same != (equation["sign"] == "="):
                yield f"{line!r}: {verdict}"
        else:
            yield f"not understood: {line!r}"


@pytest.mark.parametrize(("example", "expected"), [*expectations()], ids=lambda part: str(part))
def test_pieces_do_what_their_page_tells(example: Part, expected: Part) -> None:
    """Drawings, moves in positions, and which pieces are the same."""
    assert list(wrong(Pieces(example), expected.text)) == []


@pytest.mark.parametrize("part", [*mistakes()], ids=str)
def test_mistakes_are_reported(part: Part) -> None:
    """B2, B7: a text with mistakes has just the diagnostics under its carets."""
    check(notation_of(part), part.text)


@pytest.mark.parametrize(
    ("part", "cells"), [*rows()], ids=[f"{part} {[*cells.values()]}" for part, cells in rows()]
)
def test_the_cells_of_a_row_are_the_same_piece(
    part: Part, cells: dict[str, tuple[str, ...]]
) -> None:
    """Q1: as each notation, dialect or program reads them."""
    board = parse_board("8x8")
    read = [
        (f"{name} {code}", _reading(name)(code)) for name, codes in cells.items() for code in codes
    ]
    (first, meant), *others = read

    assert [
        (first, other)
        for other, piece in others
        if not compared(meant, piece, board, is_fewest=False).same
    ] == []


@pytest.mark.parametrize(
    ("part", "dialects", "squares"), [*maps()], ids=[str(part) for part, _, _ in maps()]
)
def test_maps_are_right(
    part: Part, dialects: tuple[str, ...], squares: dict[str, set[tuple[int, int]]]
) -> None:
    """Each text reaches the squares that have it in the map, and no others."""
    reached = {
        (dialect, text): {arrival.square for arrival in reach(_reading(dialect)(text)).arrivals}
        for dialect in dialects
        for text in squares
    }

    assert reached == {(dialect, text): squares[text] for dialect in dialects for text in squares}


def test_canonical_texts_are_right() -> None:
    """B25: in a table with the heads `written` and `canonical`, what the code action writes."""
    heads = ["written", "canonical"]
    tables = [table(part) for page in PAGES for part in parts(page) if not part.language]
    rows = [
        (cells[0].strip("`"), cells[1].strip("`"))
        for head, _, *lines in tables
        if head == heads
        for cells in lines
    ]

    assert rows
    assert [(text, canonical(GRAMMAR.parse(text), "xbetza") or text) for text, _ in rows] == rows


def _reading(name: str) -> Callable[[str], Piece]:
    """How the cells of a column are read."""
    notation, dialect = by_name(READINGS[name][0]), READINGS[name][1]
    if dialect in notation.readers:
        return lambda text: notation.readers[dialect].read(text) if text != NO_MOVES else Piece(())

    def read(text: str) -> Piece:
        if text == NO_MOVES:
            return Piece(())
        context = Context(dialect or None, fixed=frozenset({"dialect"} if dialect else ()))
        (_, definition), *_ = [*definitions.every(Document.open(notation, text, context))][-1:]
        assert definition.piece, text
        assert not definition.broken, text
        return definition.piece

    return read


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_fence_is_tested(page: Path) -> None:
    """A fence is in a notation, `text` with expectations, or a command that `test_readme.py`
    runs.
    """
    fences = [part.language for part in parts(page) if part.language]

    assert set(fences) <= {"text", "console", *NOTATIONS}
    assert len(fences) * 2 == sum(
        line.startswith("```") for line in page.read_text("utf-8").splitlines()
    )
