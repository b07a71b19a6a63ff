"""What other editors and their registries take, in `editors`: each in the form that its registry
asks for.
"""

from __future__ import annotations

import json
import plistlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from generating.languages import grammar_files
from generating.treesitter import GRAMMARS
from wazir import __version__
from wazir.notations import REGISTRY

_ROOT = Path(__file__).parents[3]
_EDITORS = _ROOT / "editors"
_COMMAND = ["wazir", "lsp"]
_NAMES = [notation.name for notation in REGISTRY]


def files(project: Mapping[str, Any]) -> dict[Path, str]:
    """The texts of the files, by their paths; *project* is the table of `pyproject.toml`."""
    texts = {
        "nvim-lspconfig/lsp/wazir.lua": _neovim(project),
        "mason-registry/packages/wazir/package.yaml": _mason(project),
        "helix/languages.toml": _helix(),
        "kate/settings.json": _kate(),
        **_kate_syntax(),
        **_sublime(),
    }
    return {_EDITORS / name: text for name, text in texts.items()}


def _neovim(project: Mapping[str, Any]) -> str:
    """The server of nvim-lspconfig. Its first comment is its documentation, which has the types of
    files.
    """
    patterns = "\n".join(
        f"---     ['.*{ending.replace('.', '%.').replace('-', '%-')}'] = '{notation.name}',"
        for notation in REGISTRY
        for ending in notation.extensions
    )
    filetypes = "\n".join(f"    '{name}'," for name in _NAMES)
    return f"""\
---@brief
---
--- {project["urls"]["Repository"]}
---
--- {project["description"]}.
---
--- `wazir` can be installed via `pipx`:
--- ```sh
--- pipx install wazir
--- ```
---
--- Neovim does not know the types of these files:
--- ```lua
--- vim.filetype.add({{
---   pattern = {{
{patterns}
---   }},
--- }})
--- ```

---@type vim.lsp.Config
return {{
  cmd = {{ 'wazir', 'lsp' }},
  filetypes = {{
{filetypes}
  }},
  root_markers = {{ 'wazir.toml', 'pyproject.toml', '.git' }},
}}
"""


def _mason(project: Mapping[str, Any]) -> str:
    languages = "\n".join(
        f"  - {json.dumps(notation.title, ensure_ascii=False)}" for notation in REGISTRY
    )
    return f"""\
---
name: wazir
description: {json.dumps(project["description"] + ".")}
homepage: {project["urls"]["Documentation"]}
licenses:
  - {project["license"]}
languages:
{languages}
categories:
  - LSP
  - Linter
  - Formatter

source:
  id: pkg:pypi/wazir@{__version__}

bin:
  wazir: pypi:wazir
"""


def _helix() -> str:
    parts = [
        (
            f"[language-server.wazir]\ncommand = {_quoted(_COMMAND[0])}\nargs = "
            f"{_quoted(_COMMAND[1:])}\n"
        )
    ]
    for notation in REGISTRY:
        has_grammar = notation.name in GRAMMARS
        endings: list[str] = [_quoted(ending.removeprefix(".")) for ending in notation.extensions]
        globs = [f'{{ glob = "*{ending}" }}' for ending in notation.extensions]
        lines = [
            "[[language]]",
            f"name = {_quoted(notation.name)}",
            f"scope = {_quoted(f'source.{notation.name}')}",
            rf"injection-regex = '^\.?{notation.name}$'" if has_grammar else "",
            f"file-types = [{', '.join(endings if has_grammar else globs)}]",
            f"comment-tokens = {_quoted(list(notation.line_comments))}",
            'language-servers = ["wazir"]',
            "auto-format = true",
        ]
        parts.append("".join(f"{line}\n" for line in lines if line))
    parts += [
        f"[[grammar]]\nname = {_quoted(name)}\n"
        f'source = {{ path = "/path/to/wazir/grammars/tree-sitter-{name}" }}\n'
        for name in _NAMES
        if name in GRAMMARS
    ]
    return "\n".join(parts)


def _kate() -> str:
    """The settings of the plugin LSP Client. The first language has the command, and the others use
    it.
    """
    first = _NAMES[0]
    servers: dict[str, dict[str, Any]] = {}
    for name in _NAMES:
        command = {"command": _COMMAND, "root": ""} if name == first else {"use": first}
        servers[name] = {**command, "highlightingModeRegex": f"^{name}$"}
    lines = ",\n".join(
        f"    {_quoted(name)}: {{ {_quoted(server)[1:-1]} }}" for name, server in servers.items()
    )
    return f'{{\n  "servers": {{\n{lines}\n  }}\n}}\n'


def _kate_syntax() -> dict[str, str]:
    """A language for each notation, without colours, which come from the server."""
    texts = {}
    for notation in REGISTRY:
        name = quoteattr(notation.name)
        extensions = quoteattr(";".join(f"*{ending}" for ending in notation.extensions))
        texts[f"kate/syntax/{notation.name}.xml"] = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<language name={name} section="Sources" version="1" kateversion="5.0" extensions={extensions}>
  <highlighting>
    <contexts><context name="Text" attribute="Text" lineEndContext="#stay"/></contexts>
    <itemDatas><itemData name="Text" defStyleNum="dsNormal"/></itemDatas>
  </highlighting>
</language>
"""
    return texts


def _sublime() -> dict[str, str]:
    """The package for the package LSP: settings, the command that opens them, and the languages
    with their colours.
    """
    folder = "sublime/LSP-wazir"
    settings = {
        "command": _COMMAND,
        "selector": " | ".join(f"source.{name}" for name in _NAMES),
    }
    open_settings = {
        "caption": "Preferences: LSP-wazir Settings",
        "command": "edit_settings",
        "args": {
            "base_file": "${packages}/LSP-wazir/LSP-wazir.sublime-settings",
            "default": "{\n\t$0\n}\n",
        },
    }
    grammars = grammar_files()
    return {
        f"{folder}/LICENSE": (_ROOT / "LICENSE").read_text("utf-8"),
        f"{folder}/LSP-wazir.sublime-settings": _json(settings),
        f"{folder}/LSP-wazir.sublime-commands": _json([open_settings]),
    } | {
        f"{folder}/{name}.tmLanguage": plistlib.dumps(grammars[f"{name}.tmLanguage.json"]).decode()
        for name in _NAMES
    }


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
