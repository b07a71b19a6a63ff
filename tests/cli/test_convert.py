"""`wazir convert`: a text in another style, printed or written to a file (L18)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import wazir

LISP = "; My pieces\n(def lance (rook :forward)) ; runs\n\n(def Big-General (/ lance ferz))\n"
C = "// My pieces\nlance := rook:forward // runs\n\nbig_general := lance / ferz\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "pieces.lcpn"
    path.write_text(LISP, "utf-8")
    return path


def test_l18_a_file_in_another_style(path: Path) -> None:
    """L18: definitions and comments in the other style, on standard output; the file stays."""
    ran = wazir("convert", path, "--to", "c")

    assert (ran.status, ran.out, ran.err) == (0, C, "")
    assert path.read_text("utf-8") == LISP


def test_in_place_and_back(path: Path) -> None:
    """The file changes; what was said before is said again in the style that it had."""
    ran = wazir("convert", path, "--to", "c", "--in-place")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == f"Converted {path} to style c.\n"
    assert path.read_text("utf-8") == C

    assert (
        wazir("convert", path, "--to", "c", "--in-place").err == f"{path} is already in style c.\n"
    )
    assert wazir("convert", path, "--to", "lisp", "--in-place").status == 0
    assert "(def lance (rook :forward))" in path.read_text("utf-8")


def test_to_another_file(path: Path, tmp_path: Path) -> None:
    """The new text is written there; the first file stays."""
    there = tmp_path / "new.lcpn"

    ran = wazir("convert", path, "--to", "c", "--output", there)
    engine = wazir("convert", path, "--to", "xboard", "--output", tmp_path / "new.log")

    assert (ran.status, ran.err) == (0, f"Wrote {path} to {there} in style c.\n")
    assert engine.err == f"Wrote {path} to {tmp_path / 'new.log'} in Piece lines of XBoard.\n"
    assert there.read_text("utf-8") == C
    assert path.read_text("utf-8") == LISP


@pytest.mark.parametrize(
    "more", [[], ["--stdin-filename", "x.lcpn"], ["--notation", "lcpn"], ["--from", "lisp"]]
)
def test_standard_input(more: list[str]) -> None:
    """The style that is asked for tells the notation, where nothing else does."""
    assert wazir("convert", "-", "--to", "c", *more, stdin=LISP).out == C
    assert wazir("convert", "--to", "c", *more, stdin=LISP).out == C


def test_bytes_and_line_ends_are_kept() -> None:
    """A byte order mark stays, and so does what is no UTF-8 in a comment."""
    ran = wazir("convert", "-", "--to", "c", stdin=b"\xef\xbb\xbf; \xff\n(def a-b rook)\n")

    assert ran.raw == b"\xef\xbb\xbf// \xff\na_b := rook\n"


def test_what_cannot_be_converted() -> None:
    """Status 1, nothing on standard output, and the reason."""
    ran = wazir(
        "convert", "-", "--to", "c", "--stdin-filename", "x.lcpn", stdin="(def a (((\n(def b"
    )

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("wazir: x.lcpn: ")
    assert ran.err.endswith(".\n")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nowhere.lcpn", "--to", "c"], "No such file or folder"),
        (["-", "--to", "c", "--in-place"], "--in-place needs a file"),
        (["fmWfcF", "--to", "c", "--in-place"], "--in-place needs a file"),
        (["-", "--to", "c", "--notation", "ben39"], "Ben39 cannot be converted"),
        ([".", "--to", "c"], "is a folder"),
        (["-", "--to", "basic"], "invalid choice"),
        (["-"], "--to"),
    ],
)
def test_wrong_use(arguments: list[str], expected: str) -> None:
    """Status 2, and a sentence."""
    ran = wazir("convert", *arguments, stdin=LISP)

    assert ran.status == 2
    assert expected in ran.err


def test_the_style_of_other_commands() -> None:
    """`--style` is the same as `--dialect`, and tells the notation of a text that has no file
    name.
    """
    for option in ("--style", "--dialect"):
        assert "(c)" in wazir("show", "capture(rook)", option, "c").out
        assert wazir("moves", "wazir:forward", option, "c", "--square", "d4").out == "to\nd5\n"
    assert (
        wazir("check", "--style", "c", "--stdin-filename", "x.betza", "-", stdin="a = W\n").status
        == 2
    )


def test_a_name_in_any_spelling(path: Path) -> None:
    """L3: `--name` finds a piece however it is written."""
    ran = wazir("moves", path, "--name", "big_general", "--square", "a1")

    assert ran.status == 0
    assert "b2" in ran.out


def test_a_code_of_several_notations() -> None:
    """Each says what it is there; one alone if that is asked for."""
    both = wazir("explain", "too-long").out

    assert "too-long (Betza notation)" in both
    assert "too-long (Lispy Chess Piece Notation)" in both
    assert wazir("explain", "too-long", "--notation", "lcpn").out.startswith("too-long\n")
    assert wazir("explain", "unknown-letter", "--notation", "lcpn").status == 2


def test_a_file_becomes_another_notation() -> None:
    """Q16: names are fitted, comments and blank lines stay; what cannot be said stays as a comment,
    with status 1.
    """
    text = "# Leapers\nFar away 2 = N # a horse\n\nCrooked bishop = zB\n"

    ran = wazir("convert", "-", "--to", "lcpn", "--notation", "betza", stdin=text)

    assert ran.status == 1
    assert ran.out == (
        ";; style: lisp\n;; Leapers\n(def far-away-ii knight)  ;; a horse\n\n;; Crooked bishop is "
        "left out: LCPN has no way to say a ride that bends.\n;; Crooked bishop = zB\n"
    )
    assert "Crooked bishop is left out" in ran.err


def test_q16_a_file_in_another_dialect() -> None:
    """Q16: each piece is written anew in the other dialect of its notation."""
    ran = wazir(
        "convert",
        "-",
        "--to",
        "extended",
        "--notation",
        "betza",
        stdin="%dialect xbetza\nHorse = mafsW\n",
    )

    assert (ran.status, ran.out) == (0, "%dialect extended\nHorse = W-F\n")


def test_a_name_of_the_file_is_not_used_for_another_piece() -> None:
    """Q16: `knight` would need itself."""
    ran = wazir(
        "convert",
        "-",
        "--to",
        "c",
        "--notation",
        "betza",
        stdin="Knight = NN\nRook = N\nKing = WN\n",
    )

    assert ran.status == 0
    assert ran.out == "// style: c\nknight := nightrider\nrook := [1, 2]\nking := wazir / [1, 2]\n"


def test_f6_a_file_for_an_engine() -> None:
    """F2, F6: a section of variants.ini; what the engine cannot play is left out, and the status
    says so.
    """
    reason = "No text was found that Fairy-Stockfish plays as this piece."
    pieces = "# Pieces\nKnave = fsK\nGiraffe = (1,4)\n"
    ran = wazir("convert", "-", "--notation", "betza", "--to", "variants.ini", stdin=pieces)

    assert ran.status == 1
    assert ran.err == f"wazir: -:3: Giraffe is left out. {reason}\n"
    assert ran.out.splitlines() == [
        "[pieces]",
        "maxFile = 8",
        "maxRank = 8",
        "castling = false",
        "king = k",
        "# Knave",
        "customPiece1 = n:fF",
        "startFen = nk6/8/8/8/8/8/8/NK6 w - - 0 1",
    ]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("xboard", "# Lance\npiece L& fR\n"),
        (
            "interactive-diagram",
            '<div class="idiagram">\nfiles=8\nranks=8\nsymmetry=mirror\nLance:L:fR::a1\n</div>\n',
        ),
    ],
)
def test_f20_f25_other_files_for_engines(form: str, text: str) -> None:
    """F20, F25: lines of XBoard, and the element of a page."""
    ran = wazir(
        "convert", "-", "--to", form, "--notation", "lcpn", stdin="(def Lance (rook :forward))\n"
    )

    assert (ran.status, ran.out) == (0, text)


def test_x10_bent_riders_are_written_with_y() -> None:
    """X10: XBoard and the Interactive Diagram read a step with a ride behind it, but no
    brackets.
    """
    pieces = "Griffon = [F?R]\nManticore = [W?B]\nHalf = B[fF?mR]\n"
    lines = wazir("convert", "-", "--to", "xboard", "--notation", "betza", stdin=pieces)
    block = wazir(
        "convert", "-", "--to", "interactive-diagram", "--notation", "betza", stdin=pieces
    )

    assert (lines.status, block.status) == (0, 0)
    assert [line.split()[2] for line in lines.out.splitlines() if line[0] == "p"] == [
        "FyafsF",
        "WyafsW",
        "BfyafsmF",
    ]
    assert [line.split(":")[2] for line in block.out.splitlines() if ":" in line] == [
        "FyafsF",
        "WyafsW",
        "BfyafsmF",
    ]


def test_q17_a_section_and_back(tmp_path: Path) -> None:
    """Q17, V19: a section of variants.ini becomes Betza notation again, with the pieces that it has
    and their names.
    """
    there = ("convert", "-", "--notation", "betza", "--to", "variants.ini")
    section = wazir(*there, stdin="Duke = fWbF\nHorse = nN\n").out
    path = tmp_path / "variants.ini"
    path.write_text(section, "utf-8")
    back = wazir("convert", path, "--to", "xbetza")

    assert back.status == 0
    pieces = [line for line in back.out.splitlines() if " = " in line and line[0] != "#"]
    assert pieces == ["K of pieces = K", "Duke = fWbF", "Horse = nN"]


BACK = [
    (
        "variants.ini",
        """\
; Two variants
[first:chess]
maxRank = 6
customPiece1 = a:fmWfcF # a pawn
customPiece2 = b
customPiece3 = c:[N-
a line

[second]
king = k:R12
archbishop = d
immobile = e
""",
        """\
%dialect xbetza
%board 8x6
# Two variants
# [first:chess]
# maxRank = 6
A of first = fmWfcF  # a pawn
# customPiece2 = b
# C of first is left out: It has an error.
# customPiece3 = c:[N-
# a line

# [second]
%board 8x8
# Fairy-Stockfish plays `R12` as this piece.
K of second = W
D of second = BN
# immobile = e
""",
        "C of first is left out. It has an error.",
    ),
    (
        "xboard.debug",
        """\
# An engine
setup (PNBRQKpnbrqk) 10x8+0_fairy 10/10/10/10/10/10/10/10 w - - 0 1
piece A& BN and more
piece +L
piece Z N-N
-men "b:R12;c:J"
""",
        """\
%dialect xbetza
%board 10x8
# An engine
# setup (PNBRQKpnbrqk) 10x8+0_fairy 10/10/10/10/10/10/10/10 w - - 0 1
A& = BN  # and more
# +L
# Z is left out: It has an error.
# piece Z N-N
b = R12
# XBoard plays `J` as this piece.
c = L
""",
        "Z is left out. It has an error.",
    ),
    (
        "idiagram.html",
        """\
<p>A page</p>
<div class="idiagram">
files=9 royal=1
king:K:K:king:e1
lion::::e2
hawk:H:DAH)::a1
</div>
""",
        """\
%dialect xbetza
%board 9x8
# files=9
# royal=1
king = K  # K, king, e1
# lion::::e2
# hawk is left out: It has an error.
# hawk:H:DAH)::a1
# H, a1
""",
        "hawk is left out. It has an error.",
    ),
]


@pytest.mark.parametrize(
    ("name", "text", "expected", "reason"), BACK, ids=[name for name, *_ in BACK]
)
def test_q16_from_the_file_of_an_engine(name: str, text: str, expected: str, reason: str) -> None:
    """Q16, E3, X3: pieces as the engine plays them; all other lines are comments, and nothing is
    lost unsaid.
    """
    ran = wazir("convert", "-", "--stdin-filename", name, "--to", "betza", stdin=text)

    assert ran.out == expected
    assert (ran.status, reason in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("board", "form", "expected"),
    [
        ("hex5", "xboard", "there is no board hex5"),
        ("14x8", "variants.ini", "Fairy-Stockfish has boards up to 12x10"),
    ],
)
def test_e15_boards_that_an_engine_does_not_have(board: str, form: str, expected: str) -> None:
    """E15: then no piece can be written, and the reason is said."""
    ran = wazir("convert", "-", "--notation", "betza", "--to", form, stdin=f"%board {board}\nK\n")

    assert (ran.status, ran.out) == (1, "")
    assert expected in ran.err


def test_a_file_for_an_engine_is_not_written_over_the_pieces(path: Path) -> None:
    assert wazir("convert", path, "--to", "variants.ini", "--in-place").status == 2
    assert path.read_text("utf-8") == LISP


def test_a_text_is_converted_as_a_file_is() -> None:
    assert wazir("convert", "BN", "--to", "lisp").out.splitlines() == [
        ";; style: lisp",
        "(/ bishop knight)",
    ]
    assert wazir("convert", "rook", "--to", "betza", "--notation", "lcpn").out.splitlines() == [
        "%dialect xbetza",
        "R",
    ]
    assert wazir("convert", "W(", "--to", "lcpn").status == 1
