"""The Python API: its documentation, what it refuses, and the notebook of the samples."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
from nbclient import NotebookClient

import wazir
from cli.running import wazir as command
from harness import rows
from wazir.api import piece, position

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("module", [wazir, piece, position], ids=lambda module: module.__name__)
def test_the_examples_of_the_documentation_are_true(module: ModuleType) -> None:
    """Every `>>>` of a docstring."""
    tried = doctest.testmod(module)

    assert tried.attempted > 0
    assert tried.failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_examples_of_the_pages_are_true(page: str) -> None:
    """The README and the page about Python show the package at work."""
    text = (ROOT / page).read_text("utf-8")
    examples = "\n".join(
        re.findall(r"^```python\n((?:>>> .*\n(?:.*\n)*?)+?)^```$", text, flags=re.MULTILINE)
    )
    case = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)

    assert len(case.examples) >= 3
    assert doctest.DocTestRunner().run(case).failed == 0


def test_every_public_name_exists_and_is_documented() -> None:
    """`__all__` has the stable names."""
    assert dir(wazir) == wazir.__all__
    assert all(getattr(wazir, name).__doc__ for name in wazir.__all__)
    missing = "Pice"
    with pytest.raises(AttributeError, match=f"no attribute '{missing}'"):
        getattr(wazir, missing)


@pytest.mark.parametrize(
    ("text", "settings", "message"),
    [
        ("", {}, "The text defines no piece."),
        ("W", {"notation": "klingon"}, "There is no notation `klingon`."),
        ("W", {"dialect": "lisp"}, "There is no dialect `lisp`; there are original"),
        ("W", {"board": "0x0"}, "0x0"),
    ],
)
def test_what_is_no_piece_is_refused(text: str, settings: dict[str, str], message: str) -> None:
    """The error says what is wrong."""
    with pytest.raises(ValueError, match=re.escape(message)):
        wazir.Piece(text, **settings)


def test_a_text_with_an_error_raises_it() -> None:
    """With its place and its fix, at construction."""
    with pytest.raises(
        wazir.PieceError, match=re.escape("1:2: error: Unmatched `]`. Fix: Remove `]`.")
    ) as raised:
        wazir.Piece("W]")
    assert [problem.code for problem in raised.value.problems] == ["bracket"]
    with pytest.raises(wazir.PieceError, match="too long"):
        wazir.Piece("K" * 100_000)
    assert wazir.Piece.parse("W") == wazir.Piece("W")


def test_equal_pieces_have_one_hash() -> None:
    """Whatever their texts, so that a set has each piece once."""
    assert (
        len(
            {
                wazir.Piece("R"),
                wazir.Piece("R7"),
                wazir.Piece("rook"),
                wazir.Piece("R", board="10x10"),
            }
        )
        == 2
    )
    assert hash(wazir.Piece.parse("W]", strict=False)) != hash(
        wazir.Piece.parse("W]", strict=False)
    )


def test_the_sum_of_two_pieces_is_their_compound() -> None:
    """In the notation of the first; on one board."""
    assert wazir.Piece("R") + wazir.Piece("N") == wazir.Piece("RN")
    assert (wazir.Piece("rook") + wazir.Piece("N")).notation == "lcpn"
    with pytest.raises(ValueError, match="different boards, 8x8 and 10x10"):
        wazir.Piece("R") + wazir.Piece("N", board="10x10")
    with pytest.raises(TypeError):
        wazir.Piece("R") + "N"  # type: ignore[operator]


def test_a_text_is_a_list_of_squares() -> None:
    """Separated by blanks or commas."""
    pawn = wazir.Piece("fmWfcF")

    assert pawn.moves("e4", foes="d5, f5", friends="e5") == pawn.moves(
        "e4", foes=["d5", "f5"], friends=("e5",)
    )
    assert list(map(str, pawn.moves("e4", foes="d5 e5"))) == ["e4xd5"]


def test_a_piece_with_an_error_has_problems_and_no_moves() -> None:
    """Its text can be looked at; its moves raise the error."""
    piece = wazir.Piece.parse("W]", strict=False)

    assert [
        (problem.code, problem.severity, problem.line, problem.column) for problem in piece.problems
    ] == [("bracket", "error", 1, 2)]
    assert "1:2: error: " in piece._repr_html_()
    assert piece._repr_svg_() is None
    with pytest.raises(ValueError, match="Unmatched"):
        piece.moves()
    user = wazir.Piece.parse("(def rook rook)\n(def x (cannon rook))", strict=False)
    assert user.problems == ()
    with pytest.raises(wazir.PieceError, match=r"The text has an error\."):
        user.moves()


def test_a_piece_is_shown_with_its_name() -> None:
    """As a text, as a picture, and in a notebook; around it or on its board."""
    duke, other = wazir.Piece("Duke = W", board="5x5"), wazir.Piece("(1, 15)!")

    assert (repr(duke), repr(other)) == ("<Piece Duke = W (xbetza)>", "<Piece (1, 15)! (bensahas)>")
    assert "<title>Duke</title>" in duke.svg()
    assert "<title>(1, 15)!</title>" in other.svg()
    assert duke._repr_svg_() == duke.svg() != duke.svg("a1")
    assert duke._repr_html_().startswith("<figure><svg ")
    assert duke.diagram() == str(duke) != duke.diagram("c3")
    assert duke.diagram("a1").splitlines()[3:5] == ["2 X . . . .", "1 ! X . . ."]
    assert wazir.Piece("%dialect original\nW").dialect == "original"
    assert wazir.Piece("bWF").names == ("Old Monkey", "Humpback")


def test_moves_depend_on_the_position() -> None:
    """Friends, foes, side, board, and what has moved."""
    pawn = wazir.Piece("fmWfceFifmnD", board="10x8")

    assert [move.to for move in pawn.moves("a2") if not move.when] == ["a3", "a4"]
    assert [move.to for move in pawn.moves("a2", moved=["a2"]) if not move.when] == ["a3"]
    assert [
        move.to
        for move in pawn.moves("j7", side="black", friends=["j6"], foes={"i6": "rook"})
        if not move.when
    ] == ["i6"]
    assert pawn.moves("a2").is_complete
    assert [move.to for move in pawn.moves("a9", board="9x10") if not move.when] == ["a10"]
    with pytest.raises(ValueError, match="`a2` is among the friends and the foes"):
        pawn.moves("a1", friends=["a2"], foes=["a2"])


def test_a_move_is_written_with_what_it_takes() -> None:
    """As `e4xd5`; each square that is captured elsewhere follows, also if the piece is removed
    itself (B17).
    """
    vectors = {row["id"]: row for row in rows("betza_dev")}
    for row in (vectors["bz0055"], vectors["bz0310"]):
        piece = wazir.Piece(row["source"], dialect=row["dialect"], board=row["board"])
        moves = piece.moves(
            row["square"], side=row["side"], friends=row["friends"], foes=row["foes"]
        )
        expected = row["expect"]["results"]
        assert any(result["to"] is None for result in expected)
        ends = {(move.to, move.takes, str(move)) for move in moves}
        assert {(end, takes) for end, takes, _ in ends} == {
            (move["to"], tuple(move["takes"])) for move in expected
        }
        gone = [(takes, text) for end, takes, text in ends if end is None]
        assert gone
        assert all(
            text == f"{row['square']}-(gone)" + "".join(f"x{square}" for square in takes)
            for takes, text in gone
        )


def test_equality_is_about_moves_on_a_board() -> None:
    """Q1: a text does not matter, the board does."""
    assert wazir.Piece("R") == wazir.Piece("R7")
    assert wazir.Piece("R", board="10x10") != wazir.Piece("R7", board="10x10")
    assert wazir.Piece("R") != wazir.Piece("R", board="10x10")
    assert wazir.Piece("R") != "R"
    assert wazir.Piece.parse("R]", strict=False) != wazir.Piece.parse("R]", strict=False)
    assert wazir.Piece.parse("R]", strict=False) != wazir.Piece("R")
    assert wazir.Piece("R") != wazir.Piece.parse("R]", strict=False)


def test_a_piece_is_written_in_other_notations_or_refused() -> None:
    """Q14: what cannot be said is refused with the reason."""
    assert wazir.Piece("mRcpR").to("lcpn", style="c") == "move(rook) / capture & cannon(rook)"
    assert wazir.Piece("KisO2").to("betza") == "KisO2"
    with pytest.raises(ValueError, match="no way to say castling"):
        wazir.Piece("KisO2").to("bensahas")
    with pytest.raises(ValueError, match="There is no dialect `lisp`"):
        wazir.Piece("R").to("bensahas", "lisp")
    with pytest.raises(ValueError, match="not a notation"):
        wazir.Piece("R").to("ben39")


def test_a_file_has_pieces_positions_and_problems(tmp_path: Path) -> None:
    """Also the fenced blocks of a Markdown file, each with its own lines."""
    page = tmp_path / "rules.md"
    (tmp_path / "rules.txt").touch()
    page.write_text(
        "# Rules\n```betza\nDuke = W\nEarl = W]\n```\n```ben39\nposition start\n```\n", "utf-8"
    )

    file = wazir.read(page)

    assert list(file) == ["Duke", "Earl"]
    assert file["Duke"] == file[0] == wazir.Piece("W")
    assert file[-1] is file["Earl"]
    assert [position.name for position in file.positions] == ["start"]
    assert [(problem.code, problem.line) for problem in file.problems] == [("bracket", 4)]
    assert file["Duke"].problems == ()
    with pytest.raises(KeyError, match="No piece `Baron`; there are Duke, Earl"):
        file["Baron"]
    with pytest.raises(KeyError, match="No piece `2`"):
        file[2]
    (tmp_path / "variants.ini").write_text("[a:chess]\ncustomPiece1 = a:NA\n", "utf-8")
    (tmp_path / "two.betza").write_text("W\nDuke = F\n", "utf-8")
    assert list(wazir.read(tmp_path / "two.betza")) == [0, "Duke"]
    assert wazir.read(tmp_path / "variants.ini")[0] + wazir.Piece("W") == wazir.Piece("WNA")
    with pytest.raises(ValueError, match="unknown"):
        wazir.read(tmp_path / "rules.txt")


def test_a_position_has_the_names_of_python_chess() -> None:
    """And prints as a board; a text that is no position is refused, an empty one too."""
    board = wazir.Position()
    board.push("I@k7")

    assert (board.move_stack, board.is_check(), board.is_game_over(), board.result()) == (
        ("I@k7",),
        False,
        False,
        "*",
    )
    assert board.legal_moves == board.actions
    assert str(board) == board.diagram()
    ended = wazir.Position("2k1/2R2/7/7/7/5/K3 5/6/8/8/8/8/6/5 d14,l2 w - -")
    ended.push(next(action for action in ended.legal_moves if action.endswith("xh14")))
    assert (ended.is_game_over(), ended.result()) == (True, "1-0")
    with pytest.raises(ValueError, match="six parts"):
        wazir.Position("")


def test_a_position_plays_and_takes_back() -> None:
    """*pop* undoes *push*; a search leaves the position as it is."""
    position, start = wazir.Position(), wazir.Position()
    position.push("I@k7")

    assert position != start
    assert position.played == ("I@k7",)
    assert position.copy() == position
    assert wazir.Position(position.fen) == position
    assert position.evaluate(nodes=50)[0].actions[0] in position.actions
    assert position.pop() == "I@k7"
    assert position == start
    with pytest.raises(IndexError):
        position.pop()
    with pytest.raises(ValueError, match="There is no place e2"):
        position.push("Ke2-e4")
    with pytest.raises(ValueError, match="six parts"):
        wazir.Position("x")


BEN39 = """\
position first
fen: 4/2q2/7/2R2k1/7/5/1K2 5/6/8/8/8/8/6/5 d14,l2 w - -

position over
fen: 4/2q2/7/2R2k1/7/5/1K2 5/6/8/8/8/8/6/5 d14,l2 w - -
moves: 1. Rf8xl8
"""


def test_ben39_is_played_from_a_position_as_by_the_command(tmp_path: Path) -> None:
    """The reports are equal. A game that has ended is refused, and so is a file or a program."""
    file = tmp_path / "games.ben39"
    file.write_text(BEN39)
    first, over = wazir.read(file).positions
    report = wazir.playtest(first, games=3, players=("greedy", "engine"), nodes=20, seed=7)
    options = ["--player", "greedy", "--against", "engine", "--nodes", "20", "--seed", "7"]
    ran = command("playtest", f"{file}:first", "--games", "3", *options, "--format", "json")

    assert report.as_json() == json.loads(ran.out)
    assert wazir.playtest(wazir.Position(), games=1, plies=5, jobs=1).name == "Ben39"
    with pytest.raises(ValueError, match="has ended"):
        wazir.playtest(over)
    with pytest.raises(ValueError, match="no program"):
        wazir.playtest(first, program="/usr/games/fairy-stockfish")
    with pytest.raises(ValueError, match="no file"):
        wazir.playtest(first, file)


def test_the_notebook_of_the_samples_shows_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cell runs, its outputs as text are those that are kept, and the home of the user stays
    as it is.
    """
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    for kind in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{kind}_DIR", str(tmp_path / "jupyter"))
    path = ROOT / "samples" / "notebooks" / "pieces.ipynb"
    kept, fresh = (nbformat.reads(path.read_text("utf-8"), 4) for _ in range(2))

    NotebookClient(
        fresh,
        timeout=120,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()

    assert [outputs(cell) for cell in fresh.cells] == [outputs(cell) for cell in kept.cells]
    assert list(home.iterdir()) == []


def outputs(cell: nbformat.NotebookNode) -> list[str]:
    return [
        output.get("text") or output["data"]["text/plain"] for output in cell.get("outputs", [])
    ]
