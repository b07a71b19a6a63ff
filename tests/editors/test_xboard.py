"""XBoard on a virtual screen, with legality testing on: it accepts the moves of its reader alone
(X1 to X15).

Without XBoard or Xvfb the tests are skipped and say how to get it.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from editors.screens import command, screen
from harness import none_wrong, rows
from wazir.notations.betza import BETZA
from wazir.piece.board import SquareBoard, square_name
from wazir.piece.model import Square
from wazir.piece.motion.results import Position, results

ENGINE = Path(__file__).parent / "xboard_engine.py"
PATIENCE = 120
BOARD = SquareBoard()
MEN = "setup (PNBRQ.......A....Kpnbrq.......a....k) 8x8+0_fairy {} w - - 0 1"
GAMES = 50
"""So many strings are tried, each with a move that is accepted and one that is refused."""


@dataclass(frozen=True)
class Game:
    """One move of White's."""

    lines: tuple[str, ...]
    move: str
    is_legal: bool
    variant: str = "fairy"


def accepted(games: list[Game], folder: Path) -> list[bool]:
    """Whether XBoard accepts the move of each game, in a match of two engines."""
    (folder / "none").touch()
    data = [json.dumps({"lines": game.lines, "move": game.move}) for game in games]
    (folder / "games").write_text("\n".join(data), "utf-8")
    engines = [f'"{sys.executable}" "{ENGINE}" {name} results' for name in ("games", "none")]
    count = str(len(games))
    options = [
        "-noGUI",
        "-fcp",
        engines[0],
        "-scp",
        engines[1],
        "-variant",
        games[0].variant,
        "-testLegality",
        "true",
    ]
    options += ["-mg", count, "-sameColorGames", count, "-matchPause", "10"]
    for kind in ("font", "clockFont", "coordFont"):
        options += [f"-{kind}", "fixed"]  # the one font that each X server has
    # XBoard takes the home from the system, not from HOME.
    options += [
        "-saveSettingsOnExit",
        "false",
    ]
    options += ["-popupMoveErrors", "false", "-popupExitMessage", "false"]
    with screen() as display:
        subprocess.run(
            [command("xboard"), *options],
            cwd=folder,
            env={**os.environ, "DISPLAY": display, "HOME": str(folder)},
            capture_output=True,
            timeout=PATIENCE,
            check=True,
        )
    lines = (folder / "results").read_text("utf-8").splitlines()[: len(games)]
    assert len(lines) == len(games)
    return ["invalid move" not in result for result in lines]


def asked(row: dict[str, Any]) -> bool:
    """Whether a vector is about moves to a square alone, and has kings that no move exposes."""
    if (
        row["side"] != "white"
        or row["board"] != "8x8"
        or set(row["source"]) & set("ieO ")
        or not expected(row)
    ):
        return False
    return all(
        result["to"] and {*result["takes"]} <= {result["to"]} for result in row["expect"]["results"]
    ) and bool(kings(row))


def expected(row: dict[str, Any]) -> set[str]:
    """Where the piece of a vector goes."""
    return {result["to"] for result in row["expect"].get("results", ()) if result["to"]}


def kings(row: dict[str, Any]) -> tuple[str, str] | None:
    """A friend and a foe that can be kings: they do not touch, and the foe is not captured."""
    pairs = (
        (friend, foe)
        for friend in row["friends"]
        for foe in row["foes"]
        if foe not in expected(row)
    )
    return next(
        (
            pair
            for pair in pairs
            if max(abs(ord(a) - ord(b)) for a, b in zip(*pair, strict=True)) > 1
        ),
        None,
    )


def played(row: dict[str, Any]) -> set[str]:
    """Where the piece of a vector goes as our reader of XBoard says."""
    square, position = (
        placed(row["square"]),
        Position(
            BOARD, frozenset(map(placed, row["friends"])), frozenset(map(placed, row["foes"]))
        ),
    )
    moves = results(BETZA.readers["xboard"].read(row["source"]), position, square).all
    return {square_name(result.to, BOARD) for result in moves if result.to}


def placed(name: str) -> Square:
    """The square of a name."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def games_of(row: dict[str, Any]) -> Iterator[Game]:
    """A move that is accepted and one that is refused. All but the kings and the piece are men that
    cannot move.
    """
    rng, squares = random.Random(row["id"]), [square_name(at, BOARD) for at in BOARD.squares()]
    signs = (
        dict.fromkeys(row["friends"], "B") | dict.fromkeys(row["foes"], "b") | {row["square"]: "A"}
    )
    signs |= dict(zip(kings(row) or (), "Kk", strict=True))
    ranks = (
        "".join(signs.get(f"{file}{rank}", "1") for file in "abcdefgh") for rank in range(8, 0, -1)
    )
    fen = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(ranks))
    goes, own = played(row), {*row["friends"], row["square"]}
    refused = [
        square for square in squares if square not in goes | own and signs.get(square) != "k"
    ]
    for to, is_legal in ((rng.choice(sorted(goes)), True), (rng.choice(refused), False)):
        lines = (MEN.format(fen), "piece B& nW", f"piece A& {row['source']}")
        yield Game(lines, row["square"] + to, is_legal)


def test_x1_to_x15_xboard_accepts_the_moves_of_its_reader(tmp_path: Path) -> None:
    """X1 to X15, F20: a sample of the strings whose moves are known, each as a `piece` line."""
    sample = random.Random(20).sample(
        [row for row in rows("engines_xboard_dev") if asked(row)], GAMES
    )
    games = [game for row in sample for game in games_of(row)]

    answers = accepted(games, tmp_path)

    none_wrong(
        game for game, is_legal in zip(games, answers, strict=True) if game.is_legal != is_legal
    )


@pytest.mark.parametrize(
    ("variant", "is_taken"), [("fairy", True), ("normal", False), ("great", True)]
)
def test_f21_a_piece_line_is_taken_where_xboard_does_not_know_the_rules(
    variant: str, is_taken: bool, tmp_path: Path
) -> None:
    """F21: a knight that moves as a rook, while legality is tested."""
    lines = ("piece N& R",)

    assert accepted([Game(lines, "b1c3", not is_taken, variant)], tmp_path) == [not is_taken]
