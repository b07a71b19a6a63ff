"""No control character and no change of direction of a file name or a text reaches a terminal, by
any command.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cli.running import wazir
from wazir.cli import COMMANDS

SIGNS = "\x1b[2J\x07\u202e"
"""It clears a screen, rings, and reverses what follows."""
SIGNS_OF_NAMES = "" if os.name == "nt" else SIGNS
"""Windows has no files with such names."""
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys, except for line ends and tabs."""
PROGRESS = re.compile(r"\r(?!\n)|\x1b\[K")
FILES = {
    "betza": "Na@me = fwN # @\n@ = W\nA = N@\n# board: 8x@\nNa@me = W\n",
    "lcpn": '; @\n(def a@ wazir)\n(def b (c@ ferz))\n(def |@| wazir)\n(def d "@")\n',
    "bensahas": "# @\na@b: {(1, 0)}\nc: {(1, @0)}\nd: {x@(1, 0)}\n",
    "ben39": "position a@b\nfen: @\nturn: @\n; @\nX@e5 @\n\ngame z@\nwhite: @\nX@e5\n",
    "variants.ini": "# @\n[v@:chess]\nmaxRank = @\nk@ = 1\ncustomPiece1 = a:W@\nstartFen = @\n"
    "[w:x@]\n[ok:chess]\n# @\ncustomPiece1 = a:N\nflagRegionWhite = @\n",
    "xboard.debug": "# @\npiece A& W@\npiece @& W\nsetup (@) 8x8+0_fairy @ w\n",
    "idiagram.html": '<div class="idiagram">\nfiles=8\nN@::WF::a1\nA:@:W@:@:a1\nk@=1\n</div>\n',
    "md": "# @\n```betza\nNa@me = fwN@\n```\n```fen variant=x@\n8/8@\n```\n```@\nx\n```\n",
}
"""A text of each kind of file; signs stand for `@`."""
GOOD = {
    "betza": "N@m = fW # @\n",
    "variants.ini": "[v@:chess]\n# @\ncustomPiece1 = a:N # @\n[ok:chess]\n",
    "ben39": "game a@b\nX@e5\n",
}
FORMATS = ("text", "concise", "grouped", "statistics", "json", "github", "gitlab", "junit", "sarif")
EVERYWHERE = (
    *(f"check --format {form} FILE" for form in FORMATS),
    "format --check FILE",
    "show FILE",
    "figures FILE",
    "readings FILE",
    "moves FILE",
    "config FILE",
)
"""Commands for each file; some refuse it, and name it."""
COMMAND_LINES = (
    "check --diff good.betza",
    "format --check no.betza",
    "show good.betza:N@m",
    "show good.betza:n@",
    "show K@",
    "moves K@",
    "figures K@",
    "readings K@",
    "compare good.variants.ini bad.variants.ini",
    "compare --format json good.variants.ini bad.variants.ini",
    "compare good.betza bad.betza",
    "name K@",
    "name good.betza",
    "find e@",
    "variant good.variants.ini:v@",
    "variant good.variants.ini:n@",
    "variant bad.variants.ini",
    "variant --format json good.variants.ini",
    "perft good.variants.ini:v@ 1",
    "perft v@ 1",
    "playtest v@ --games 1",
    "playtest good.variants.ini:n@ --games 1",
    "convert --to v@ good.betza",
    "convert --to xbetza K@ --output good.betza",
    "page v@",
    "explain v@",
    "config --json folder",
    "config folder",
    "ask v@",
    "complete v@",
    "man v@",
    "lsp v@",
    "check --v@",
    "format --v@ K",
    "nosuch@",
    "ben39 nosuch@",
    "ben39 eval good.ben39",
    "ben39 actions good.ben39",
    "ben39 perft good.ben39 --depth 1",
    "ben39 analyse bad.ben39",
    "ben39 engine v@",
    "ben39 play v@",
    "ben39 play --v@",
)
ONLY_TO_TERMINALS = (
    "convert --to xbetza FILE",
    "convert --to lisp FILE",
    "format --diff FILE",
    "format -",
    "page FILE",
)
"""Their output is the text of a file, and to anything but a terminal its bytes."""


def _written(text: str) -> str:
    return text.replace("@", SIGNS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files whose names and texts have signs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for kind, texts in (("bad", FILES), ("good", GOOD)):
        for ending, text in texts.items():
            Path(f"{kind}{SIGNS_OF_NAMES}.{ending}").write_text(_written(text), "utf-8")
    settings = _written('"k@" = 1\nengine = "x@"\n[severity]\n"x@" = "e@"\n')
    escaped = re.sub(OBEYED, lambda sign: f"\\u{ord(sign[0]):04x}", settings)
    settings_folder = Path(f"folder{SIGNS_OF_NAMES}")
    settings_folder.mkdir()
    (settings_folder / "wazir.toml").write_text(escaped, "utf-8")
    return tmp_path


def _obeyed(line: str, *, terminal: bool) -> str:
    """The signs that a command prints, with what surrounds them."""
    names = re.compile(r"\b(good|bad|no)(?=\.)|\b(folder)\b")
    arguments = names.sub(lambda name: name[0] + SIGNS_OF_NAMES, _written(line)).split(" ")
    ran = wazir(*arguments, stdin=_written(FILES["betza"]), terminal=terminal)
    shown = PROGRESS.sub("", ran.out + ran.err)
    sign = OBEYED.search(shown)
    return repr(shown[max(0, sign.start() - 40) : sign.end() + 20]) if sign else ""


@pytest.mark.parametrize("terminal", [False, True], ids=["to a file", "to a terminal"])
def test_no_sign_of_a_name_or_a_text_is_printed(folder: Path, *, terminal: bool) -> None:
    """Neither in output nor in messages, whether a command can do its work or not."""
    templates = EVERYWHERE + (ONLY_TO_TERMINALS if terminal else ())
    lines = [
        template.replace("FILE", f"{kind}.{ending}")
        for kind, texts in (("bad", FILES), ("good", GOOD))
        for ending in texts
        for template in templates
    ]
    found = {
        line: signs
        for line in (*lines, *COMMAND_LINES)
        if (signs := _obeyed(line, terminal=terminal))
    }
    assert not found


def test_all_commands_are_tried() -> None:
    """A new command has a line."""
    tried = " ".join((*EVERYWHERE, *COMMAND_LINES, *ONLY_TO_TERMINALS))
    assert [name for name in COMMANDS if name not in tried] == []
