"""The documented configurations of Helix, Kate, Sublime Text and Zed: whole, and made of what those
editors document.

No editor is started. `documented_keys.json` lists the keys that an editor's own pages or schema
name, and where.
"""

from __future__ import annotations

import json
import os
import plistlib
import re
import runpy
import subprocess
import sys
import tomllib
import types
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from wazir import __version__
from wazir.lsp.workspace import notation_of
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Notation

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text("utf-8")
DOCUMENTED = json.loads((Path(__file__).parent / "documented_keys.json").read_text("utf-8"))
COMMAND = ["wazir", "lsp"]
NAMES = [notation.name for notation in REGISTRY]
ENDINGS = {
    notation.name: [ending.removeprefix(".") for ending in notation.extensions]
    for notation in REGISTRY
}

TREE_SITTER = [
    path.name.removeprefix("tree-sitter-") for path in (ROOT / "grammars").glob("tree-sitter-*")
]


def queries(name: str) -> str:
    """The highlights of a Tree-sitter grammar."""
    return (ROOT / "grammars" / f"tree-sitter-{name}" / "queries" / "highlights.scm").read_text(
        "utf-8"
    )


def shown(editor: str, language: str) -> str:
    """The one block in a language that the page of editors shows for one."""
    section = PAGE.partition(f"\n## {editor}\n")[2]
    section = re.split(r"^#{1,4} ", section, maxsplit=1, flags=re.MULTILINE)[0]
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
    return str(block)


def unheard_of(editor: str, kind: str, used: Iterable[str]) -> set[str]:
    """The keys that the editor does not document."""
    return set(used) - set(DOCUMENTED[editor][kind])


def installed(editor: str, home: Path) -> dict[str, Path]:
    """The files that the commands shown for an editor install, by their names."""
    commands = ["sh", "-e", "-c", shown(editor, "sh")]
    environment = {**os.environ, "HOME": str(home)}
    subprocess.run(commands, cwd=ROOT, env=environment, check=True, timeout=60)
    return {path.name: path for path in home.rglob("*") if path.is_file()}


def grammar(notation: Notation) -> dict[str, Any]:
    """Its grammar of colours."""
    text = (ROOT / "grammars" / f"{notation.name}.tmLanguage.json").read_text("utf-8")
    return dict(json.loads(text))


def test_helix() -> None:
    """A server, and a language for every notation with its endings, its comments and that
    server.
    """
    settings = tomllib.loads(shown("Helix", "toml"))

    assert not unheard_of("helix", "top", settings)
    ((name, server),) = settings["language-server"].items()
    assert not unheard_of("helix", "server", server)
    assert [server["command"], *server["args"]] == COMMAND
    assert [language["name"] for language in settings["language"]] == NAMES
    for language, notation in zip(settings["language"], REGISTRY, strict=True):
        assert not unheard_of("helix", "language", language)
        assert language["scope"] == grammar(notation)["scopeName"]
        globs = [ending["glob"] for ending in language["file-types"] if isinstance(ending, dict)]
        assert (globs or [f"*.{ending}" for ending in language["file-types"]]) == [
            f"*{extension}" for extension in notation.extensions
        ]
        assert language["comment-tokens"] == list(notation.line_comments)
        assert language["language-servers"] == [name]
        assert language["auto-format"] is True
    assert [grammar["name"] for grammar in settings["grammar"]] == [
        name for name in NAMES if name in TREE_SITTER
    ]
    for parser in settings["grammar"]:
        assert not unheard_of("helix", "grammar", parser)
        assert parser["source"] == {"path": f"/path/to/wazir/grammars/tree-sitter-{parser['name']}"}


def test_helix_has_the_queries(tmp_path: Path) -> None:
    """The commands install them with captures that its themes have, and build the grammars."""
    commands = tmp_path / "commands"
    commands.mkdir()
    helix = commands / "hx"
    helix.write_text('#!/bin/sh\necho "$@" >"$HOME/built"\n')
    helix.chmod(0o755)
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "PATH": os.pathsep.join([str(commands), os.environ["PATH"]]),
    }
    subprocess.run(
        ["sh", "-e", "-c", shown("Helix", "sh")], cwd=ROOT, env=environment, check=True, timeout=60
    )

    assert (tmp_path / "built").read_text() == "--grammar build\n"
    for name in TREE_SITTER:
        installed = tmp_path / ".config/helix/runtime/queries" / name
        highlights = (installed / "highlights.scm").read_text("utf-8")
        assert {path.name for path in installed.iterdir()} == {"highlights.scm", "injections.scm"}
        assert highlights.count("@") == queries(name).count("@")
        assert not unheard_of("helix", "captures", re.findall(r"@(\w+)", highlights))


def test_the_extension_of_zed() -> None:
    """It has a language for every grammar, with its endings, its comments, its server and captures
    of the themes.
    """
    extension = ROOT / "zed-extension"
    manifest = tomllib.loads((extension / "extension.toml").read_text("utf-8"))
    languages = {
        path.parent.name: tomllib.loads(path.read_text("utf-8"))
        for path in extension.glob("*/*/config.toml")
    }

    assert not unheard_of("zed", "extension", manifest)
    assert set(manifest["grammars"]) == set(languages) == set(TREE_SITTER)
    assert manifest["language_servers"]["wazir"]["language_ids"] == {
        language["name"]: name for name, language in languages.items()
    }
    assert set(manifest["language_servers"]["wazir"]["languages"]) == {
        language["name"] for language in languages.values()
    }
    for name, language in languages.items():
        notation = by_name(name)
        assert not unheard_of("zed", "language of an extension", language)
        assert not unheard_of("zed", "grammar", manifest["grammars"][name])
        assert (ROOT / manifest["grammars"][name]["path"] / "src" / "parser.c").is_file()
        assert language["path_suffixes"] == ENDINGS[name]
        assert [sign.strip() for sign in language["line_comments"]] == list(notation.line_comments)
        assert not unheard_of("zed", "captures", re.findall(r"@(\w+)", queries(name)))


def test_kate() -> None:
    """A server that the languages share, each known by its own name."""
    settings = json.loads(shown("Kate", "json"))

    assert not unheard_of("kate", "top", settings)
    servers = settings["servers"]
    assert list(servers) == NAMES
    for name, server in servers.items():
        assert not unheard_of("kate", "server", server)
        assert servers[server.get("use", name)]["command"] == COMMAND
        assert [
            language for language in NAMES if re.search(server["highlightingModeRegex"], language)
        ] == [name]


def test_kate_knows_the_languages(tmp_path: Path) -> None:
    """The commands install a definition for every notation, with all that its schema asks for."""
    files = installed("Kate", tmp_path)

    assert set(files) == {f"{name}.xml" for name in NAMES}
    for notation in REGISTRY:
        path = files[f"{notation.name}.xml"]
        language = ElementTree.parse(path).getroot()
        assert path.parent == tmp_path / ".local/share/org.kde.syntax-highlighting/syntax"
        assert set(language.keys()) == set(DOCUMENTED["kate syntax"]["needed"])
        assert language.get("name") == notation.name
        assert language.get("extensions", "").split(";") == [
            f"*{ending}" for ending in notation.extensions
        ]
        named = {data.get("name") for data in language.iterfind("highlighting/itemDatas/itemData")}
        assert {
            context.get("attribute")
            for context in language.iterfind("highlighting/contexts/context")
        } <= named


def test_sublime_text(tmp_path: Path) -> None:
    """The package has what LSP asks for, and a server for the scopes of every notation."""
    files = installed("Sublime Text", tmp_path)
    server = json.loads(files["LSP-wazir.sublime-settings"].read_text("utf-8"))

    assert files["plugin.py"].parent == tmp_path / ".config/sublime-text/Packages/LSP-wazir"
    assert not unheard_of("sublime", "server", server)
    assert not unheard_of("sublime", "server", json.loads(shown("Sublime Text", "json")))
    assert server["command"] == COMMAND
    assert server["selector"].split(" | ") == [
        grammar(notation)["scopeName"] for notation in REGISTRY
    ]
    for path in json.loads(files["LSP-wazir.sublime-commands"].read_text("utf-8")):
        assert path["args"]["base_file"] == "${packages}/LSP-wazir/LSP-wazir.sublime-settings"


def test_the_plugin_of_sublime_text_registers_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is the one that LSP looks for in the settings: `LSP-NAME.sublime-settings`."""
    registered: list[type] = []
    interface = types.ModuleType("LSP.plugin")
    interface.__dict__.update(
        AbstractPlugin=object,
        register_plugin=registered.append,
        unregister_plugin=registered.remove,
    )
    monkeypatch.setitem(sys.modules, "LSP.plugin", interface)
    plugin = runpy.run_path(str(ROOT / "editors" / "sublime" / "LSP-wazir" / "plugin.py"))

    plugin["plugin_loaded"]()
    assert [server.__dict__["name"].__func__(server) for server in registered] == ["wazir"]
    plugin["plugin_unloaded"]()
    assert registered == []


def test_sublime_text_knows_the_languages(tmp_path: Path) -> None:
    """The package has every grammar as a property list, with its endings; the scope names the
    language.
    """
    files = installed("Sublime Text", tmp_path)

    assert {name for name in files if name.endswith(".tmLanguage")} == {
        f"{name}.tmLanguage" for name in NAMES
    }
    for notation in REGISTRY:
        syntax = plistlib.loads(files[f"{notation.name}.tmLanguage"].read_bytes())
        assert syntax == grammar(notation)
        assert syntax["fileTypes"] == ENDINGS[notation.name]
        assert syntax["scopeName"] == f"source.{notation.name}"


@pytest.mark.parametrize(
    ("editor", "language", "file"),
    [
        ("Helix", "toml", "helix/languages.toml"),
        ("Kate", "json", "kate/settings.json"),
    ],
)
def test_the_page_shows_the_files_of_editors(editor: str, language: str, file: str) -> None:
    """What a reader copies is what is sent to a registry."""
    assert shown(editor, language) == (ROOT / "editors" / file).read_text("utf-8")


def test_mason() -> None:
    """The package is the one on PyPI, with its version, and has the command of the project."""
    path = ROOT / "editors" / "mason-registry" / "packages" / "wazir" / "package.yaml"
    package = yaml.safe_load(path.read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert not unheard_of("mason", "package", package)
    assert not unheard_of("mason", "categories", package["categories"])
    assert package["name"] == path.parent.name == project["name"]
    assert package["source"] == {"id": f"pkg:pypi/{project['name']}@{__version__}"}
    assert package["bin"] == {name: f"pypi:{name}" for name in project["scripts"]}
    assert package["languages"] == [notation.title for notation in REGISTRY]
    assert package["licenses"] == [project["license"]]
    assert package["homepage"] == project["urls"]["Documentation"]


def test_zed() -> None:
    """The endings of every notation belong to one language, whose server is ours and lays out its
    files.
    """
    configuration = json.loads(shown("Zed", "json"))

    assert not unheard_of("zed", "top", configuration)
    ((language, endings),) = configuration["file_types"].items()
    assert endings == [ending for name in NAMES for ending in ENDINGS[name]]
    ((name, server),) = configuration["lsp"].items()
    assert name == DOCUMENTED["zed"][f"server of {language}"]
    assert not unheard_of("zed", "server", server)
    assert not unheard_of("zed", "binary", server["binary"])
    assert [server["binary"]["path"], *server["binary"]["arguments"]] == COMMAND
    assert list(configuration["languages"]) == [language]
    settings = configuration["languages"][language]
    assert not unheard_of("zed", "language", settings)
    assert settings["language_servers"] == [name]


@pytest.mark.parametrize("notation", REGISTRY, ids=NAMES)
def test_a_borrowed_language_does_not_mislead_the_server(notation: Notation) -> None:
    """A file that the client takes for YAML is known by its ending."""
    for ending in notation.extensions:
        assert notation_of(f"file:///pieces{ending}", "yaml") is notation
