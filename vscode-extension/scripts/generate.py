"""Writes what follows from the server: `grammars/*.json`, the colours, parts of the extension's
manifest, the types of answers, the fingerprints and texts of well-known pieces, and the schema of
`wazir.toml`.

`python generate.py` writes, `python generate.py --check` only says what is stale, and fails if
anything is.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"
sys.path[:0] = [str(ROOT / "server"), str(Path(__file__).parent)]

from generating import (  # noqa: E402
    addresses,
    answers,
    editor_packages,
    grammar_packages,
    known,
    manifest,
    schema,
    treesitter,
    zed,
)
from generating.languages import grammar_files  # noqa: E402
from wazir import __version__  # noqa: E402
from wazir.piece.drawing.shapes import style_sheet  # noqa: E402

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
URLS = PROJECT["urls"]
PUBLISHED = (
    f"vsce package --no-dependencies --baseContentUrl {URLS['Documentation']} --baseImagesUrl "
    f"{URLS['Documentation']} --out ../out/wazir.vsix"
)
"""Packages the extension with pictures in its README that a marketplace shows, which are those of
the site.
"""


def made() -> dict[Path, str]:
    """All files that are made, wholly or in part, with their texts."""
    files = {**grammar_files(), **treesitter.grammar_files(PROJECT)}
    grammars = {ROOT / "grammars" / name: content for name, content in files.items()}
    own = EXTENSION / "package.json"
    lock = EXTENSION / "package-lock.json"
    wording = EXTENSION / "package.nls.json"
    contents = {
        **grammars,
        own: _manifest(_read(own)),
        lock: _lock(_read(lock)),
        wording: _texts(_read(wording)),
    }
    texts = {
        path: json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        for path, content in contents.items()
    }
    texts[ROOT / "docs" / "wazir.schema.json"] = (
        json.dumps(schema.json_schema(), indent=1, ensure_ascii=False) + "\n"
    )
    texts[EXTENSION / "generated" / "answers.ts"] = answers.module()
    texts[EXTENSION / "generated" / "game.css"] = _colours_of_games()
    editor = {ROOT / "zed-extension" / name: text for name, text in zed.files(PROJECT).items()}
    packages = grammar_packages.files(PROJECT) | editor_packages.files(PROJECT)
    return texts | known.files() | editor | packages | addresses.files(PROJECT)


def _colours_of_games() -> str:
    """The style of views that show games of a page: the colours of pictures."""
    scoped = re.sub(r"body[\w.:()-]*", r"\g<0> .game", style_sheet())
    return f"/* The colours of pictures, from shapes.toml. Made by `make generate`. */\n{scoped}"


def _manifest(own: dict[str, Any]) -> dict[str, Any]:
    """The manifest with its made parts; the settings that only the extension has come after the
    server's.
    """
    contributes = {**own["contributes"], **manifest.parts()}
    ours = manifest.settings()
    properties = contributes["configuration"]["properties"]
    theirs = {
        name: value
        for name, value in properties.items()
        if not _is_made(value) and name not in ours
    }
    contributes["configuration"] = {
        **contributes["configuration"],
        "properties": {**ours, **theirs},
    }
    about = {
        "version": __version__,
        "publisher": addresses.publisher(PROJECT),
        "author": PROJECT["authors"][0],
        "homepage": URLS["Documentation"],
        "repository": {"type": "git", "url": URLS["Repository"], "directory": "vscode-extension"},
        "bugs": {"url": URLS["Issues"]},
        "scripts": {**own["scripts"], "package:published": PUBLISHED},
    }
    return {**own, **about, "contributes": contributes}


def _lock(own: dict[str, Any]) -> dict[str, Any]:
    """The lock of npm packages with the version of the extension."""
    root = {**own["packages"][""], "version": __version__}
    packages = {**own["packages"], "": root}
    return {**own, "version": __version__, "packages": packages}


def _is_made(setting: dict[str, Any]) -> bool:
    return str(setting.get("markdownDescription", "")).startswith("%setting.")


def _texts(own: dict[str, str]) -> dict[str, str]:
    return {key: text for key, text in own.items() if not manifest.is_ours(key)} | manifest.texts()


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


def stale() -> list[Path]:
    """The files that are not what they would be if they were made now; and grammars that nothing
    makes any more.
    """
    return _stale(made())


def _stale(now: dict[Path, str]) -> list[Path]:
    left = [path for path in (ROOT / "grammars").glob("*.json") if path not in now]
    return left + [
        path for path, text in now.items() if not path.exists() or path.read_text("utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Writes the files, or checks them."""
    now = made()
    wrong = _stale(now)
    for path in wrong:
        name = path.relative_to(ROOT).as_posix()
        sys.stdout.write(
            f"{name} is stale: run `make generate`.\n"
            if "--check" in arguments
            else f"wrote {name}\n"
        )
    if "--check" in arguments:
        return 1 if wrong else 0
    for path in wrong:
        if path in now:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(now[path], "utf-8")
        else:
            path.unlink()
    _make_parsers()
    return 0


def _make_parsers() -> None:
    """Makes the parsers of the Tree-sitter grammars, if the command line of Tree-sitter is
    installed.
    """
    if program := shutil.which("tree-sitter"):
        for grammar in sorted((ROOT / "grammars").glob("tree-sitter-*")):
            subprocess.run([program, "generate", "--abi", "14"], cwd=grammar, check=True)
    else:
        sys.stdout.write(
            "Parsers stay as they are. After a change of a Tree-sitter grammar, install "
            "tree-sitter-cli.\n"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
