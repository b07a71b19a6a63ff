"""What makes a package for npm, PyPI and crates of each Tree-sitter grammar; `grammars/bindings`
has the templates.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generating.treesitter import GRAMMARS
from wazir import __version__
from wazir.notations import by_name

_ROOT = Path(__file__).parents[3]
_GRAMMARS = _ROOT / "grammars"
_TEMPLATES = _GRAMMARS / "bindings"


def files(project: Mapping[str, Any]) -> dict[Path, str]:
    """The texts of the files, by their paths; *project* is the table of `pyproject.toml`."""
    texts: dict[Path, str] = {}
    for name in GRAMMARS:
        folder = _GRAMMARS / f"tree-sitter-{name}"
        texts |= _from_templates(name, folder, project)
        texts[folder / "package.json"] = _json(_package(name, project))
        texts[folder / "binding.gyp"] = _json(_node_build(name, folder))
        texts[folder / "LICENSE"] = (_ROOT / "LICENSE").read_text("utf-8")
    return texts


def _from_templates(name: str, folder: Path, project: Mapping[str, Any]) -> dict[Path, str]:
    """The files that are the same for all grammars but for names."""
    values = {
        "GRAMMAR_NAME": name,
        "GRAMMAR_TITLE": by_name(name).title,
        "GRAMMAR_VERSION": __version__,
        "PROJECT_AUTHOR": project["authors"][0]["name"],
        "PROJECT_REPOSITORY": project["urls"]["Repository"],
    }
    templates = [path for path in sorted(_TEMPLATES.rglob("*")) if path.is_file()]
    texts = {}
    for template in templates:
        path = _filled(template.relative_to(_TEMPLATES).as_posix(), values)
        texts[folder / path] = _filled(template.read_text("utf-8"), values)
    return texts


def _filled(template: str, values: Mapping[str, str]) -> str:
    for placeholder, value in values.items():
        template = template.replace(placeholder, value)
    return template


def _package(name: str, project: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest of npm. Without a script, `npm install` compiles what `binding.gyp` names."""
    return {
        "name": f"tree-sitter-{name}",
        "version": __version__,
        "description": f"{by_name(name).title} for Tree-sitter",
        "license": project["license"],
        "author": project["authors"][0],
        "repository": {
            "type": "git",
            "url": project["urls"]["Repository"],
            "directory": f"grammars/tree-sitter-{name}",
        },
        "keywords": ["incremental", "parsing", "tree-sitter", "chess", name],
        "main": "bindings/node",
        "types": "bindings/node",
        "files": [
            "binding.gyp",
            "bindings/node",
            "grammar.js",
            "queries",
            "src",
            "tokens.json",
            "tree-sitter.json",
        ],
        "peerDependencies": {"tree-sitter": ">=0.25 <0.27"},
        "peerDependenciesMeta": {"tree-sitter": {"optional": True}},
    }


def _node_build(name: str, folder: Path) -> dict[str, Any]:
    """What node-gyp compiles."""
    parser = [f"src/{path.name}" for path in sorted(folder.glob("src/*.c"))]
    return {
        "targets": [
            {
                "target_name": f"tree_sitter_{name}_binding",
                "include_dirs": ["src"],
                "sources": ["bindings/node/binding.c", *parser],
                "conditions": [
                    [
                        "OS=='win'",
                        {"cflags_c": ["/std:c11", "/utf-8"]},
                        {"cflags_c": ["-std=c11"]},
                    ]
                ],
            }
        ]
    }


def _json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
