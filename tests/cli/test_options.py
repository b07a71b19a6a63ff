"""Options against what a notation has, and the notation of texts without a name (B1, L1)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.running import ROOT, ben39, wazir
from wazir.notations import REGISTRY, by_name, for_file, recognized

TEXTS = {
    "betza": "Knight = N\n",
    "lcpn": "(def a-b rook)\n",
    "bensahas": ":Rook {\n    (n, 15)!\n}\n",
    "ben39": "position a\nmoves: X@e5\n",
    "xboard": "piece A& BN\n",
    "interactive-diagram": '<div class="idiagram">\nknight:N:N:knight:b1\n</div>\n',
    "fairy-variants": "[mine:chess]\nnMoveRule = 40\n",
}
SAMPLES = sorted(
    path for path in (ROOT / "samples").rglob("*") if path.is_file() and for_file(path)
)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A file in each notation."""
    paths = {}
    for name, text in TEXTS.items():
        paths[name] = tmp_path / f"x{by_name(name).extensions[0]}"
        paths[name].write_text(text, "utf-8")
    return paths


MISSING = [
    *((("--style", "sql"), name) for name in ("betza", "bensahas", "ben39")),
    *((("--dialect", "extended"), name) for name in ("lcpn", "bensahas", "ben39")),
    (("--board", "8x8"), "ben39"),
]
"""Options, and a notation that has no such thing."""


@pytest.mark.parametrize(
    "source", ["file", "named standard input", "chosen standard input", "folder"]
)
@pytest.mark.parametrize("command", ["check", "format", "show", "moves"])
@pytest.mark.parametrize(("option", "name"), MISSING)
def test_what_a_notation_lacks_is_wrong_use(
    files: dict[str, Path], option: tuple[str, str], name: str, command: str, source: str
) -> None:
    """An option that no text can follow is an error that names the notation, and nothing is
    done.
    """
    if source == "folder":
        for other in files.keys() - {name}:
            files[other].unlink()
    arguments: tuple[str | Path, ...] = {
        "file": (files[name],),
        "folder": (files[name].parent,),
        "chosen standard input": ("-", "--notation", name),
        "named standard input": ("-", "--stdin-filename", f"x{by_name(name).extensions[0]}"),
    }[source]
    if source == "named standard input" and command in ("show", "moves"):
        arguments = (files[name],)
    ran = wazir(command, *option, *arguments, stdin=TEXTS[name])

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"wazir: {by_name(name).title} has no ")
    assert f"`{option[1]}`" in ran.err
    assert files[name].read_text("utf-8") == TEXTS[name]


@pytest.mark.parametrize("name", ["lcpn", "bensahas", "ben39"])
def test_b23_a_profile_is_of_a_notation(files: dict[str, Path], name: str) -> None:
    """B23: only Betza's notation has engines to compare with."""
    ran = wazir("check", "--profile", "fairy-stockfish", files[name])

    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"wazir: {by_name(name).title} has no profile `fairy-stockfish`.\n"


def test_in_a_folder_an_option_is_for_those_that_have_it(files: dict[str, Path]) -> None:
    """An option that some of the files can follow holds for those alone."""
    files["lcpn"].write_text("a IS rook\n", "utf-8")

    assert wazir("check", "--style", "sql", *files.values()).status == 0
    assert wazir("check", "--style", "lisp", *files.values()).status == 1
    assert wazir("check", "--profile", "fairy-stockfish", files["lcpn"].parent).status == 0


def test_an_option_must_fit_a_block_of_markdown(tmp_path: Path) -> None:
    """Of Markdown the blocks count."""
    path = tmp_path / "x.md"
    path.write_text("# A\n\n```betza\nKnight = N\n```\n", "utf-8")

    assert wazir("check", "--dialect", "extended", path).status == 0
    assert wazir("check", "--style", "sql", path).err.startswith(
        "wazir: Betza notation has no dialect `sql` ("
    )


def test_options_that_no_notation_takes_together() -> None:
    """Standard input is read in some notation, and the option that it lacks is named."""
    ran = wazir("check", "--style", "sql", "--profile", "xboard", "-", stdin=TEXTS["betza"])

    assert ran.status == 2
    assert ran.err.startswith("wazir: Betza notation has no dialect `sql` (")


@pytest.mark.parametrize("form", ["fen", "board"])
@pytest.mark.parametrize("command", ["check", "format", "show", "moves"])
def test_g24_no_text_is_read_in_a_form(command: str, form: str) -> None:
    """G24: the forms of a position are written, and told by the text where it is read."""
    ran = wazir(command, "--dialect", form, "-", stdin=TEXTS["ben39"])

    assert ran.status == 2
    assert "invalid choice" in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("convert", "{ben39}", "--to", "fen", "--from", "board"), "invalid choice"),
        (("convert", "{ben39}", "--to", "fen", "--from", "c"), "has no such form to read"),
        (
            ("convert", "{lcpn}", "--to", "fen"),
            "Lispy Chess Piece Notation cannot be converted to Ben39",
        ),
        (
            ("convert", "{ben39}", "--to", "sql"),
            "Ben39 cannot be converted to Lispy Chess Piece Notation",
        ),
        (("moves", "{ben39}"), "This is a game. Use `wazir ben39 actions`"),
        (("show", "{ben39}", "--square", "d4"), "Ben39 has no square `d4`"),
        (
            ("show", "{betza}", "--format", "html", "--board", "8x8"),
            "--board cannot be combined with --format html",
        ),
        (
            ("show", "{betza}", "--format", "html", "--square", "d4"),
            "--square cannot be combined with --format html",
        ),
        (("ben39", "eval", "{betza}"), "is not a .ben39 file"),
        (("explain", "bad-turn", "--notation", "betza"), "Betza notation has no code `bad-turn`; "),
        (("explain", "unknown-leter", "--notation", "betza"), "Did you mean `unknown-letter`?"),
        (("show", "{md}"), "has no fenced block in a known notation."),
        (("show", "{md}", "--notation", "betza"), "has no fenced block in Betza notation."),
        (("convert", "{md}", "--to", "lcpn"), "has no fenced block with pieces."),
        (("convert", "{md}", "--to", "fen"), "has no fenced block with games."),
        (("ben39", "eval", "{md}"), "has no fenced block in Ben39."),
        (("show", "{txt}"), "Unknown notation of"),
    ],
)
def test_wrong_use_is_said(
    files: dict[str, Path], arguments: tuple[str, ...], message: str
) -> None:
    """What a command cannot do with a text is said before anything is done."""
    for ending in ("md", "txt"):
        files[ending] = files["betza"].with_suffix(f".{ending}")
        files[ending].write_text("text\n", "utf-8")
    ran = wazir(*(argument.format(**files) for argument in arguments))

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_the_codes_of_one_notation_are_listed() -> None:
    """`explain --list --notation` leaves the others out."""
    out = wazir("explain", "--list", "--notation", "ben39").out

    assert "bad-turn" in out
    assert "Betza" not in out


class TestRecognition:
    @pytest.mark.parametrize("name", TEXTS)
    def test_standard_input_is_read_in_its_notation(self, name: str) -> None:
        """`check -` finds nothing wrong in a text of any notation, and says what it took it for."""
        ran = wazir("check", "-", stdin=TEXTS[name])

        assert (ran.status, ran.out) == (0, "All checks passed (1 file).\n")
        message = (
            f"Reading standard input as {by_name(name).title}. Use --notation NAME for another "
            "notation.\n"
        )
        assert ran.err == ("" if name == "betza" else message)

    @pytest.mark.parametrize("name", ["lcpn", "bensahas"])
    def test_pieces_of_each_are_shown(self, name: str) -> None:
        """`show -`, `moves -` and `format -` know it too."""
        assert wazir("show", "-", stdin=TEXTS[name]).status == 0
        assert wazir("moves", "-", stdin=TEXTS[name]).out.count("\n") == 15
        assert wazir("format", "-", stdin=TEXTS[name]).out == TEXTS[name]

    def test_markdown_is_recognized_by_its_blocks(self) -> None:
        """Commands read the fenced blocks of `-`."""
        text = "# Pieces\n\n```betza\nKnight = fwN\n```\n"
        ran = wazir("check", "-", stdin=text)

        assert ran.out.startswith("-:4:11: error:")
        assert (
            ran.err
            == "Reading standard input as Markdown. Use --notation NAME for another notation.\n"
        )
        assert wazir("check", "--fix", "-", stdin=text.replace("fwN", "NN0")).status in (0, 1)
        assert wazir("format", "-", stdin=text).out == text
        right = text.replace("fwN", "fN")
        assert wazir("show", "-", stdin=right).out.startswith("Knight = fN")
        assert wazir("moves", "-", stdin=right).status == 0

    def test_a_fence_of_another_language_is_no_sign(self) -> None:
        """Only a block in a notation makes a text Markdown."""
        assert "unknown" in wazir("check", "-", stdin="```python\nx = 1\n```\n").out

    def test_what_is_said_wins(self) -> None:
        """A name or a notation that is given is not doubted."""
        assert wazir("check", "--notation", "betza", "-", stdin=TEXTS["ben39"]).status == 1
        assert wazir("check", "--stdin-filename", "x.betza", "-", stdin=TEXTS["lcpn"]).status == 1
        assert wazir("check", "--style", "lisp", "-", stdin=TEXTS["lcpn"]).err == ""

    def test_a_text_in_place_of_a_file_is_recognized(self) -> None:
        """`show TEXT` and `moves TEXT` read it in its notation."""
        assert wazir("show", "(move wazir)").out.startswith("(move wazir)  (lisp)\n")
        assert wazir("show", "m(1, 2)!").out.startswith("m(1, 2)!\n")
        assert wazir("show", "igui(1, 1)!").out.startswith("igui(1, 1)!\n"), (
            "it looks like a function of LCPN, too"
        )
        for text, style in (
            ("(rook)", "lisp"),
            ("(1 2)", "lisp"),
            ("[1, 2]", "c"),
            ("knight", "c"),
        ):
            assert wazir("show", text).out.startswith(f"{text}  ({style})\n"), (
                "nothing is typical, but it is no Betza"
            )
        assert "text as Bensaħas" in wazir("moves", "m(1, 2)!").err

    def test_the_commands_of_games_name_another_notation(self) -> None:
        """Where no record is found, the text may be in another notation."""
        ran = ben39("eval", "-", stdin=TEXTS["betza"])

        assert (ran.status, ran.out) == (2, "")
        assert "The text is Betza notation" in ran.err

    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
    def test_every_sample_is_recognized(self, path: Path) -> None:
        """A sample is known by its text, and so are most of its parts."""
        text, notation = path.read_text("utf-8"), for_file(path)
        rng = random.Random(path.name)
        lines = text.splitlines(keepends=True)
        parts = []
        for _ in range(40):
            at = rng.randrange(len(lines))
            parts.append("".join(lines[at : at + 8]))
        right = [part for part in parts if (recognized(part, REGISTRY) or REGISTRY[0]) is notation]

        assert recognized(text, REGISTRY) is notation
        assert len(right) > 0.7 * len(parts)


def test_a_folder_without_files_is_said_to_have_none(tmp_path: Path) -> None:
    """Nothing was checked, which is not wrong, but is said."""
    ran = wazir("check", tmp_path)

    assert (ran.status, ran.out) == (0, "No files were checked.\n")
    assert ran.err.startswith("No files of a known notation (.betza, ")


def test_not_all_checks_pass_where_a_file_cannot_be_read(tmp_path: Path) -> None:
    """Beside the error no summary says that all is well; findings of other files are still
    counted.
    """
    good, broken, other = (
        tmp_path / name for name in ("good.betza", "broken.betza", "other.betza")
    )
    good.write_text("A = W\n")
    broken.write_text("A = W)\n")
    other.write_bytes("A = W\n".encode("utf-16"))

    assert (wazir("check", good, other).status, wazir("check", good, other).out) == (2, "")
    assert "in 1 of 2 files" in wazir("check", good, broken, other).out


def test_a_notation_picks_the_files_of_a_folder(files: dict[str, Path]) -> None:
    """`--notation` with a folder leaves other files out; with a file it says how to read it."""
    assert (
        wazir("check", "--notation", "lcpn", files["betza"].parent).out
        == "All checks passed (1 file).\n"
    )
    assert wazir("check", "--notation", "lcpn", files["betza"]).status == 1


class TestTitle:
    def test_a_notation_without_dialects_shows_none(self) -> None:
        """Nothing in brackets stands behind the title."""
        assert wazir("show", "-", stdin=TEXTS["bensahas"]).out.startswith(":Rook { (n, 15)! }\n")
