"""`wazir show`: pieces as text, as a picture, as a page (M11 to M13)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageSequence

from cli.running import wazir

SAMPLES = Path(__file__).parents[2] / "samples"
TWO = "%board 5x7\nFerz = F\nCannon = mRcpR\n"


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.betza"
    path.write_text(TWO, "utf-8")
    return path


def test_m11_a_piece_is_drawn_as_text() -> None:
    """M11: the text with its dialect, a sentence, the rows, and a legend of the marks that
    occur.
    """
    ran = wazir("show", "fmWfcF")
    lines = ran.out.splitlines()

    assert ran.status == 0
    assert lines[0] == "fmWfcF  (xbetza)"
    assert lines[1].endswith(".")
    assert any(line.startswith("  . c m c .    m ") for line in lines)
    assert any(line.startswith("  . . ! . .    c ") for line in lines)


@pytest.mark.parametrize("command", ["show", "moves", "figures", "name", "compare N"])
@pytest.mark.parametrize(
    ("text", "message", "fix"),
    [
        (
            "fwN",
            "`w` is not part of the xbetza dialect. Did you mean the atom `W`? [unknown-letter]",
            "Write `W`",
        ),
        (
            "knigth",
            "`knigth` is a name, not a move. Did you mean `N`, the knight? [piece-name]",
            "Write `N`",
        ),
    ],
)
def test_an_error_is_printed_with_its_fix(command: str, text: str, message: str, fix: str) -> None:
    """Nothing is shown of the piece, and the status says that there is an error."""
    ran = wazir(*command.split(), text)
    lines = ran.err.splitlines()

    assert (ran.status, ran.out) == (1, "")
    assert (lines[0], lines[1], lines[3]) == (
        f"error: {message}",
        f"    1 | {text}",
        f"  fix: {fix}",
    )


def test_many_errors_are_counted(tmp_path: Path) -> None:
    """The first are printed with their places; pieces without an error are shown."""
    path = tmp_path / "wrong.betza"
    path.write_text("fwN\n" * 7 + "A = N\n", "utf-8")
    ran = wazir("show", path)

    assert (ran.status, ran.out.splitlines()[0]) == (1, "A = N  (xbetza)")
    assert ran.err.count("error: ") == 5
    assert ran.err.endswith("\n\n2 more errors; `wazir check` lists all.\n\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("show N e4", "`e4` is a square, not a piece. Did you mean --square e4?"),
        ("show pieces.txt", "No such file or folder: `pieces.txt`."),
        ("moves folder/pieces.bet", "No such file or folder: `folder/pieces.bet`."),
        ("moves {two}:Ferz", "Choose a piece of a file by its name: {two} --name Ferz"),
        (
            "page {two}",
            "`{two}` is not Markdown. `wazir show {two} --format html` makes a page of its pieces.",
        ),
    ],
)
def test_what_is_no_text_of_a_piece_is_not_read_as_one(
    two: Path, command: str, message: str
) -> None:
    """The message leads to what was meant."""
    ran = wazir(*command.format(two=two).split())

    assert (ran.status, ran.out, ran.err) == (2, "", f"wazir: {message.format(two=two)}\n")


@pytest.mark.parametrize(
    ("name", "advice"),
    [("Fers", "Did you mean `Ferz`?"), ("Knight", "The names are Ferz, Cannon.")],
)
def test_an_unknown_name_leads_to_the_known_ones(two: Path, name: str, advice: str) -> None:
    """A similar name, or the first names."""
    assert wazir("show", two, "--name", name).err == f"wazir: No piece named `{name}`. {advice}\n"


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("show N --format svg", "svg"),
        ("show N --format html", "html"),
        ("page {page}", "html"),
        ("compare R R3 --format svg", "svg"),
    ],
)
def test_a_terminal_gets_no_markup(tmp_path: Path, command: str, kind: str) -> None:
    """The message names the option for a file."""
    page = tmp_path / "rules.md"
    page.write_text("```betza\nW\n```\n", "utf-8")
    ran = wazir(*command.format(page=page).split(), terminal=True)

    assert (ran.status, ran.out) == (2, "")
    assert f"--output FILE.{kind}" in ran.err


def test_all_pieces_of_a_file_are_drawn(two: Path) -> None:
    """In the order of the file, each by itself."""
    out = wazir("show", two).out

    assert out.index("Ferz = F") < out.index("Cannon = mRcpR")
    assert "  M M m ! m M M" in out


def test_what_cannot_be_read_in_a_folder_is_left_out(two: Path) -> None:
    """A link to nothing is told of, and all else is shown; it is an error where the user names
    it.
    """
    link = two.with_name("gone.betza")
    link.symlink_to(two.with_name("nothing"))
    ran = wazir("show", two.parent)

    assert (ran.status, ran.out) == (0, wazir("show", two).out)
    assert ran.err == f"wazir: {link}: No such file or directory\n"
    assert wazir("show", link).status == 2


def test_a_definition_over_several_lines_is_shown_on_one() -> None:
    """The lines of a definition stand behind each other, without their comments."""
    assert wazir("show", "-", stdin="Lion = K # king\n  NAD # leaps\n").out.startswith(
        "Lion = K NAD  (xbetza)\n"
    )


def test_a_file_without_extension_does_not_hide_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it has the name of the text; `N` is the knight."""
    (tmp_path / "N").write_text("W", "utf-8")
    monkeypatch.chdir(tmp_path)

    assert wazir("show", "N").out.startswith("N  (")


def test_a_name_chooses(two: Path) -> None:
    """`--name` shows just that piece."""
    out = wazir("show", two, "--name", "Ferz").out

    assert "Ferz = F" in out
    assert "Cannon" not in out


def test_m11_hexagons_are_drawn_in_shifted_rows() -> None:
    """M11: each row is shifted by half a step against those beside it, and the ends of rows are
    named.
    """
    lines = wazir("show", "W", "--board", "hex2").out.splitlines()

    assert [line[:14].rstrip() for line in lines[3:6]] == [
        "  a3  . X  b3",
        "  a2 X ! X c2",
        "  a1  X .  b1",
    ]


def test_m12_a_whole_board_is_drawn_on_request(two: Path) -> None:
    """M12: with a board or a square there are coordinates; the board is that of the option, else of
    the file.
    """
    of_file = wazir("show", two, "--name", "Ferz", "--square", "a1").out
    of_option = wazir("show", two, "--name", "Ferz", "--board", "3x3").out

    assert "  1 ! . . . ." in of_file
    assert "    a b c d e" in of_file
    assert "  2 . ! ." in of_option


def test_m13_a_picture_is_svg(two: Path, tmp_path: Path) -> None:
    """M13: one piece, well-formed, with its name for a title, to a file or to standard output."""
    target = tmp_path / "ferz.svg"
    ran = wazir("show", two, "--name", "Ferz", "--format", "svg", "--output", target)
    picture = ElementTree.fromstring(target.read_text("utf-8"))

    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert [e.text for e in picture if e.tag.endswith("title")] == ["Ferz"]
    assert "F" in [e.text for e in picture.iter() if e.tag.endswith("text")]
    assert (
        wazir("show", two, "--name", "Ferz", "--format", "svg").out.strip()
        == target.read_text("utf-8").strip()
    )


def test_a_page_shows_all(two: Path, tmp_path: Path) -> None:
    """`--format html` is a page with a picture for each piece, of a file, a folder or standard
    input.
    """
    target = tmp_path / "page.html"
    assert wazir("show", two, "--format", "html", "--output", target).status == 0
    page = target.read_text("utf-8")

    assert page.count("<img ") == 2
    assert wazir("show", tmp_path, "--format", "html").out.count("<img ") == 2
    assert wazir("show", "-", "--format", "html", stdin=TWO).out.count("<img ") == 2


def test_the_title_of_a_page_is_its_only_source(two: Path) -> None:
    """Without the folder, which is not for readers. Of several files, and of standard input, it is
    what they hold.
    """
    titles = {"-": "Pieces", two: two.name}
    for source, title in titles.items():
        assert f"<title>{title}</title>" in wazir("show", source, "--format", "html", stdin=TWO).out
    page = wazir("show", two, "W", "--format", "html").out
    assert "<title>Pieces</title>" in page
    assert f">{two.name}<" in page


def test_headings_are_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the folder if two files share a name. A page of one file has its title alone."""
    monkeypatch.chdir(tmp_path)
    same = Path("a/one.betza"), Path("b/one.betza")
    for path in (*same, Path("b/two.betza")):
        path.parent.mkdir(exist_ok=True)
        path.write_text("Ferz = F\n", "utf-8")

    def headings(*arguments: str) -> list[str]:
        page = wazir("show", *arguments, "--format", "html", stdin=TWO).out
        return re.findall("<h[12][^>]*>([^<]*)<", page)

    assert headings("a", "b") == ["Pieces", *map(str, same), "two.betza"]
    assert headings("b") == ["b", "one.betza", "two.betza"]
    assert headings("b/two.betza") == ["two.betza"]
    assert headings("-") == ["Pieces", "Standard input"]


def test_a_sheet_of_pictures(two: Path) -> None:
    """As SVG, where there are several: each with its name and how it is written."""
    root = ElementTree.fromstring(wazir("show", two, "--format", "svg", "--theme", "dark").out)
    svg = "{http://www.w3.org/2000/svg}"

    assert [picture.findtext(f"{svg}title") for picture in root.iter(f"{svg}svg")] == [
        two.name,
        "Ferz",
        "Cannon",
    ]
    assert {"Ferz", "Cannon = mRcpR"} <= {text.text for text in root.iter(f"{svg}text")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.betza"], "No such file or folder: `nowhere.betza`."),
        (["{two}", "--name", "King"], "No piece named `King`."),
        (["{two}", "--format", "html", "--name", "Ferz"], "which shows all pieces"),
        ([""], "No piece found."),
        (["W", "--square", "z9"], "There is no square `z9`"),
        (["W", "--output", "{two}/x"], "Not a directory"),
    ],
)
def test_wrong_use_is_status_2(two: Path, arguments: list[str], message: str) -> None:
    """What cannot be shown is said on standard error."""
    ran = wazir("show", *(argument.format(two=two) for argument in arguments))

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_the_dialect_decides() -> None:
    """B5: a King with a direction is three ways in the original dialect and one in the others."""
    assert "  . X X X ." in wazir("show", "fK", "--dialect", "original").out
    assert "  . . X . ." in wazir("show", "fK", "--dialect", "xbetza").out


def test_several_texts_are_shown_together() -> None:
    """One below the other as text, and on a sheet as a picture; a text in a notation of its own,
    and a file.
    """
    shown = wazir("show", "W", "F", "(def crab (ferz :forward))").out
    sheet = wazir("show", "W", "F", "--format", "svg").out

    assert [line for line in shown.splitlines() if "  (" in line] == [
        "W  (xbetza)",
        "F  (xbetza)",
        "(def crab (ferz :forward))  (lisp)",
    ]
    assert sheet.count("<svg ") > 1
    assert wazir("show", "W", "F", "--reader", "xboard").out.count("! the piece") == 2


def test_a_picture_as_png(tmp_path: Path) -> None:
    """The picture of `--format svg` at twice its size, in its colours; also the sheet of several
    pieces.
    """
    target = tmp_path / "n.png"
    svg = ElementTree.fromstring(wazir("show", "N", "--format", "svg", "--theme", "dark").out)
    ran = wazir("show", "N", "--format", "png", "--theme", "dark", "--output", target)
    with Image.open(target) as opened:
        picture = opened.convert("RGB")

    assert ran.status == 0
    assert picture.size == tuple(2 * round(float(svg.attrib[name])) for name in ("width", "height"))
    assert sum(picture.getpixel((picture.width // 2, 4))) < 150  # type: ignore[arg-type]
    assert wazir("show", "N", "B", "--format", "png").raw.startswith(b"\x89PNG")


def test_a_game_as_gif(tmp_path: Path) -> None:
    """A picture for each position; the last one stays longest. Pieces have no actions to show."""
    games = SAMPLES / "ben39" / "games.ben39"
    target = tmp_path / "a.gif"
    ran = wazir("show", games, "--record", "miniature", "--format", "gif", "--output", target)
    with Image.open(target) as picture:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]

    assert ran.status == 0
    assert durations == [1000] * 7 + [3000]
    for refused in ("N", games):
        assert wazir("show", refused, "--format", "gif").err.startswith(
            "wazir: A GIF shows one game."
        )


@pytest.mark.parametrize(("form", "package"), [("png", "resvg_py"), ("gif", "PIL.Image")])
def test_the_extra_for_pictures_may_be_missing(
    form: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    ran = wazir(
        "show", SAMPLES / "ben39" / "games.ben39", "--record", "miniature", "--format", form
    )

    assert (ran.status, ran.raw) == (2, b"")
    assert "pip install 'wazir[png]'" in ran.err
