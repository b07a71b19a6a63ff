"""The table of figurines, and their outlines."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from drawings import contrast
from wazir.notations.engine_files.variants_ini.vocabulary import keys
from wazir.piece.board import parse_board
from wazir.piece.drawing import figurines, svg
from wazir.piece.drawing.diagram import Man, of_men
from wazir.piece.drawing.shapes import CELL, Theme
from wazir.piece.known import table

FOLDER = files("wazir.piece.drawing")
ROWS = tomllib.loads((FOLDER / "figurines.toml").read_text("utf-8"))
OUTLINES = json.loads((FOLDER / "figurines.json").read_text("utf-8"))
CONTRAST = 3
LARGEST = 32_000
"""Bytes of all outlines."""
OUTLINE_UNIT = 0.1
"""Of the units of pictures."""
PAIRS = {"M": 2, "l": 2, "h": 1, "v": 1, "q": 4, "z": 0}
"""The numbers that a command of a path takes each time."""


def ends(path: str) -> Iterator[tuple[float, float]]:
    """The ends of the segments of a path."""
    x = y = 0.0
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [int(number) for number in re.findall(r"-?\d+", text)]
        size = PAIRS[command]
        assert len(numbers) % size == 0 if size else not numbers
        for start in range(0, len(numbers), size or 1):
            taken = numbers[start : start + size]
            if command == "M":
                x, y = taken
            elif command in "hv":
                x, y = (x + taken[0], y) if command == "h" else (x, y + taken[0])
            else:
                x, y = x + taken[-2], y + taken[-1]
            yield x, y


def test_each_figurine_has_its_outlines() -> None:
    """The outlines are those of the table, in its order, as `wazir_dev figurines` writes them."""
    assert list(OUTLINES) == list(ROWS)
    assert all(row.keys() == {"body", "white", "black"} for row in OUTLINES.values())
    assert len(json.dumps(OUTLINES)) < LARGEST


def test_the_table_names_pieces_that_there_are() -> None:
    """Names are those of the dictionary, keys those of `variants.ini`, each with one figurine."""
    known = {each.name for each in table()}
    pieces = {key.name for key in keys().values() if key.type == "piece"}
    for column, names in (("known", known), ("keys", pieces), ("xiangqi", pieces)):
        used = [name for row in ROWS.values() for name in row.get(column, ())]
        assert used
        assert set(used) <= names
        assert len(used) == len(set(used))


def test_symbols_are_those_of_both_sides() -> None:
    """A row names two symbols among the chess symbols of Unicode, White's and Black's."""
    for row in ROWS.values():
        white, black = (int(symbol, 16) for symbol in row["symbols"])
        assert white < black
        assert all(0x2654 <= one <= 0x265F or 0x1FA00 <= one <= 0x1FA6F for one in (white, black))


@pytest.mark.parametrize("name", ROWS)
def test_outlines_stay_in_their_square(name: str) -> None:
    """With the line around them, figurines are inside a square, and fill most of it."""
    for path in OUTLINES[name].values():
        corners = [*ends(path)]
        furthest = max(abs(value) for corner in corners for value in corner) * OUTLINE_UNIT
        assert furthest + 0.7 <= CELL / 2
    height = max(y for _, y in ends(OUTLINES[name]["body"])) * 2 * OUTLINE_UNIT
    assert height > CELL / 2


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_sides_differ_by_lightness_and_by_lines(theme: Theme) -> None:
    """White's pieces are light with dark lines, and Black's dark with light ones around and in
    them.
    """
    colours = theme.colours
    white, black = (figurines.shape("king", white=white).svg(colours) for white in (True, False))

    assert re.findall('fill="(#[^"]*)"', white) == [colours["on white"], colours["white"]]
    assert re.findall('fill="(#[^"]*)"', black) == [colours["black"], colours["on black"]]
    assert re.findall('stroke="(#[^"]*)"', black) == [colours["on black"]]
    for light, dark in (("white", "on white"), ("on black", "black")):
        assert contrast(colours[light], colours[dark]) >= CONTRAST
        for square in ("square", "other square"):
            seen = (contrast(colours[role], colours[square]) for role in (light, dark))
            assert max(seen) >= CONTRAST


def test_a_figurine_is_defined_once_for_each_side() -> None:
    """The pieces of a position use one definition, also if they are many."""
    men = {(file, rank): Man("P", rank == 1, "pawn") for file in range(8) for rank in (1, 6)}
    picture = svg.of_diagram(of_men(parse_board("8x8"), men), title="", description="")

    assert picture.count('id="white-pawn"') == picture.count('id="black-pawn"') == 1
    assert picture.count('href="#white-pawn"') == picture.count('href="#black-pawn"') == 8


def test_letters_are_drawn_instead_of_figurines_if_wanted() -> None:
    """A man with a figurine keeps its letter for those who want letters."""
    diagram = of_men(parse_board("8x8"), {(0, 0): Man("P", True, "pawn")})
    with_figurine, with_letter = (
        svg.of_diagram(diagram, title="", description="", letters=letters)
        for letters in (False, True)
    )

    assert ("white-pawn" in with_figurine, ">P<" in with_figurine) == (True, False)
    assert ("white-pawn" in with_letter, ">P<" in with_letter) == (False, True)
    assert with_letter == svg.of_diagram(
        of_men(parse_board("8x8"), {(0, 0): Man("P", True)}), title="", description=""
    )
