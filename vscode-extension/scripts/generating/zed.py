"""What the extension of Zed has of the notations: its manifest, their languages, and the queries of
their grammars.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from generating.treesitter import GRAMMARS
from wazir import __version__
from wazir.notations import by_name
from wazir.notations.notation import Notation

_ROOT = Path(__file__).parents[3]
_QUERIES = ("highlights", "injections")


def files(project: Mapping[str, Any]) -> dict[str, str]:
    """The texts of the files, by their paths in the extension; *project* is the table of
    `pyproject.toml`.
    """
    notations = [by_name(name) for name in GRAMMARS]
    made = {"extension.toml": _manifest(notations, project)}
    for notation in notations:
        made[f"languages/{notation.name}/config.toml"] = _language(notation)
        for query in _QUERIES:
            path = _ROOT / "grammars" / f"tree-sitter-{notation.name}" / "queries" / f"{query}.scm"
            made[f"languages/{notation.name}/{query}.scm"] = path.read_text("utf-8")
    return made


def _manifest(notations: Iterable[Notation], project: Mapping[str, Any]) -> str:
    repository = json.dumps(project["urls"]["Repository"])
    lines = [
        'id = "wazir"',
        'name = "Wazir"',
        f'version = "{__version__}"',
        "schema_version = 1",
        f"authors = {json.dumps([author['name'] for author in project['authors']])}",
        f"description = {json.dumps(project['description'])}",
        f"repository = {repository}",
        "\n[language_servers.wazir]",
        'name = "Wazir"',
        f"languages = {json.dumps([notation.title for notation in notations], ensure_ascii=False)}",
        "\n[language_servers.wazir.language_ids]",
        *(f'"{notation.title}" = "{notation.name}"' for notation in notations),
    ]
    for notation in notations:
        lines += [
            f"\n[grammars.{notation.name}]",
            f"repository = {repository}",
            f"rev = {json.dumps(_revision(notation.name))}",
            f'path = "grammars/tree-sitter-{notation.name}"',
        ]
    return "\n".join(lines) + "\n"


def _revision(grammar: str) -> str:
    """The commit of the last release, which `website/pin_grammars.py` writes."""
    manifest = tomllib.loads((_ROOT / "zed-extension" / "extension.toml").read_text("utf-8"))
    revision: str = manifest["grammars"][grammar]["rev"]
    return revision


def _language(notation: Notation) -> str:
    lines = {
        "name": notation.title,
        "grammar": notation.name,
        "path_suffixes": [ending.removeprefix(".") for ending in notation.extensions],
        "line_comments": [f"{sign} " for sign in notation.line_comments],
        "tab_size": 2,
    }
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in lines.items()
    )
