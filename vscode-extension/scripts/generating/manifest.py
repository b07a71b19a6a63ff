"""The parts of the extension's manifest that follow from the notations and the settings, and their
texts.
"""

from __future__ import annotations

from typing import Any

from generating import markdown
from generating.languages import EMBEDDED
from generating.settings import Row, table
from generating.textmate import SCOPES
from wazir.lsp.schema import SECTION
from wazir.notations import REGISTRY
from wazir.notations.notation import Notation

_GENERATED = "./dist/grammars"
_DEFAULTS = {
    "editor.formatOnSave": True,
    "editor.formatOnType": True,
    "editor.wordBasedSuggestions": "off",
    "editor.acceptSuggestionOnEnter": "off",
}
"""What is so in our languages unless a user says otherwise."""
_NOTATIONS = "**/bundled/libs/wazir/notations/**"
_OF_PACKAGE = {
    "files.readonlyInclude": {f"{_NOTATIONS}/*.lcpn": True, f"{_NOTATIONS}/*.ini": True},
    "workbench.editorAssociations": {f"{_NOTATIONS}/docs/*.md": "vscode.markdown.preview.editor"},
}
"""Files of the package: a library is not written to, and the page of a code is shown as a
preview.
"""
_OF_BOARD = {"workbench.editor.autoLockGroups": {"mainThreadWebview-wazir.board": True}}
"""The group of the board view is locked while it is alone there: files that are opened do not cover
it.
"""


def parts() -> dict[str, Any]:
    """The parts of `contributes` that are made, by their names; *own* settings stay as they are."""
    return {
        "languages": [*(_language(notation) for notation in REGISTRY), *_embedded()],
        "grammars": [*(_grammar(notation) for notation in REGISTRY), _fences()],
        "semanticTokenScopes": [_scopes(notation) for notation in REGISTRY],
        "configurationDefaults": {f"[{notation.name}]": _DEFAULTS for notation in REGISTRY}
        | _OF_PACKAGE
        | _OF_BOARD,
    }


def settings() -> dict[str, Any]:
    """The settings of the server's table."""
    return {row.name: _setting(row) for row in table()}


def texts() -> dict[str, str]:
    """The texts of all that, by their keys."""
    made = {f"language.{notation.name}": notation.title for notation in REGISTRY}
    for row in table():
        made[_key(row)] = row.description
        for value, line in row.choices.items():
            made[_choice_key(row, value)] = line
    return made


def is_ours(key: str) -> bool:
    """Whether a text is one of those that are made."""
    return key.startswith(("language.", "setting."))


def _language(notation: Notation) -> dict[str, Any]:
    icon = f"./media/icons/{notation.name}.svg"
    return {
        "id": notation.name,
        "aliases": [f"%language.{notation.name}%", notation.name],
        "extensions": list(notation.extensions),
        "configuration": f"{_GENERATED}/{notation.name}.language-configuration.json",
        "icon": {"light": icon, "dark": icon},
    }


def _embedded() -> list[dict[str, Any]]:
    """Languages that no file is in: parts of others, with comments of their own."""
    names = sorted(name for scopes in EMBEDDED.values() for name in scopes.values())
    return [
        {"id": name, "configuration": f"{_GENERATED}/{name}.language-configuration.json"}
        for name in names
    ]


def _grammar(notation: Notation) -> dict[str, Any]:
    made: dict[str, Any] = {
        "language": notation.name,
        "scopeName": f"source.{notation.name}",
        "path": f"{_GENERATED}/{notation.name}.tmLanguage.json",
    }
    if notation.name in EMBEDDED:
        made["embeddedLanguages"] = dict(EMBEDDED[notation.name])
    return made


def _fences() -> dict[str, Any]:
    return {
        "scopeName": markdown.SCOPE,
        "path": f"{_GENERATED}/{markdown.NAME}.tmLanguage.json",
        "injectTo": ["text.html.markdown"],
        "embeddedLanguages": {markdown.block(notation): notation.name for notation in REGISTRY},
    }


def _scopes(notation: Notation) -> dict[str, Any]:
    return {
        "language": notation.name,
        "scopes": {colour.value: [f"{scope}.{notation.name}"] for colour, scope in SCOPES.items()},
    }


def _key(row: Row) -> str:
    return f"setting.{row.name.removeprefix(f'{SECTION}.')}"


def _choice_key(row: Row, value: str) -> str:
    return f"{_key(row)}.{value or '-'}"


def _setting(row: Row) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": row.type,
        **row.limits,
        "default": row.default,
        "scope": row.scope,
        "markdownDescription": f"%{_key(row)}%",
    }
    if row.choices:
        made["enum"] = list(row.choices)
        made["markdownEnumDescriptions"] = [f"%{_choice_key(row, value)}%" for value in row.choices]
    return made
