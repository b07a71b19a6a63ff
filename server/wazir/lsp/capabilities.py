"""What a client announces in `initialize`: its capabilities, as a frozen dataclass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from wazir.text import Encoding

_COMPLETION_ITEM = "textDocument.completion.completionItem"
_PULL = "textDocument.diagnostic"
_PUBLISH = "textDocument.publishDiagnostics"
_OPTIONS = "initializationOptions"
_MAX_GAMES = 64


def _at(announced: Any, path: str) -> Any:
    """What a client announces at a path, or None."""
    for name in path.split("."):
        announced = announced.get(name) if isinstance(announced, Mapping) else None
    return announced


def _count(value: object) -> int:
    """A number from 0 to 64; 0 for any other value."""
    return value if isinstance(value, int) and 0 <= value <= _MAX_GAMES else 0


def _members(announced: Any, *paths: str) -> list[Any]:
    """The strings and numbers of the lists at some paths."""
    values = (_at(announced, path) for path in paths)
    lists = [value for value in values if isinstance(value, list)]
    return [member for value in lists for member in value if isinstance(member, str | int)]


def _encoding(announced: Any) -> Encoding:
    """The first known encoding of positions that a client lists."""
    known = {encoding.value: encoding for encoding in Encoding}
    names = [name for name in _members(announced, "general.positionEncodings") if name in known]
    return known[names[0]] if names else Encoding.UTF16


def _tags(announced: Any) -> frozenset[int]:
    """The tags of diagnostics that a client knows."""
    return frozenset(
        _members(announced, f"{_PULL}.tagSupport.valueSet", f"{_PUBLISH}.tagSupport.valueSet")
    )


def _announced(read: Callable[[Any], Any], default: Any = False) -> Any:
    return field(default=default, metadata={"read": read})


def _true(*paths: str) -> Any:
    return _announced(lambda announced: any(_at(announced, path) is True for path in paths))


def _object(path: str) -> Any:
    return _announced(lambda announced: isinstance(_at(announced, path), Mapping))


def _listed(path: str, name: str) -> Any:
    return _announced(lambda announced: name in _members(announced, path))


def _diagnostic(name: str) -> Any:
    return _true(f"{_PULL}.{name}", f"{_PUBLISH}.{name}")


def _option(name: str) -> Any:
    return _true(f"{_OPTIONS}.{name}")


@dataclass(frozen=True, slots=True)
class Client:
    """The capabilities of a client. All are False if nothing is announced."""

    encoding: Encoding = field(default=Encoding.UTF16, metadata={"read": _encoding})
    """The unit of columns."""
    markdown_hover: bool = _listed("textDocument.hover.contentFormat", "markdown")
    markdown_completion: bool = _listed(f"{_COMPLETION_ITEM}.documentationFormat", "markdown")
    plain_completion: bool = _listed(f"{_COMPLETION_ITEM}.documentationFormat", "plaintext")
    snippets: bool = _true(f"{_COMPLETION_ITEM}.snippetSupport")
    label_details: bool = _true(f"{_COMPLETION_ITEM}.labelDetailsSupport")
    item_defaults: bool = _listed(
        "textDocument.completion.completionList.itemDefaults", "editRange"
    )
    """Completions of a list may share their range."""
    hierarchical_symbols: bool = _true(
        "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"
    )
    action_literals: bool = _object("textDocument.codeAction.codeActionLiteralSupport")
    """Code actions may be more than commands."""
    resolves_edits: bool = _listed("textDocument.codeAction.resolveSupport.properties", "edit")
    """The edit of a code action may be computed when it is chosen."""
    definition_links: bool = _true("textDocument.definition.linkSupport")
    label_offsets: bool = _true(
        "textDocument.signatureHelp.signatureInformation.parameterInformation.labelOffsetSupport"
    )
    prepares_rename: bool = _true("textDocument.rename.prepareSupport")
    document_changes: bool = _true("workspace.workspaceEdit.documentChanges")
    """Edits may name the version of the document."""
    creates_files: bool = _listed("workspace.workspaceEdit.resourceOperations", "create")
    """Edits may create files."""
    confirms_edits: bool = _object("workspace.workspaceEdit.changeAnnotationSupport")
    """It shows edits that need a confirmation before they are applied."""
    pull: bool = _object(_PULL)
    """It requests diagnostics; otherwise they are published."""
    diagnostic_refresh: bool = _true("workspace.diagnostics.refreshSupport")
    diagnostic_related: bool = _diagnostic("relatedInformation")
    diagnostic_tags: frozenset[int] = _announced(_tags, frozenset())
    diagnostic_pages: bool = _diagnostic("codeDescriptionSupport")
    """Codes of diagnostics may link to their pages."""
    configuration: bool = _true("workspace.configuration")
    registers_configuration: bool = _true("workspace.didChangeConfiguration.dynamicRegistration")
    registers_watchers: bool = _true("workspace.didChangeWatchedFiles.dynamicRegistration")
    inlay_refresh: bool = _true("workspace.inlayHint.refreshSupport")
    lens_refresh: bool = _true("workspace.codeLens.refreshSupport")
    progress: bool = _true("window.workDoneProgress")
    pictures: bool = _option("pictures")
    """It shows pictures in Markdown."""
    html: bool = _option("html")
    """It shows HTML in Markdown, and diagnostics beside a hover, as VS Code does."""
    shows_readings: bool = _option("readings")
    """It has a command that shows all readings of a piece."""
    provides_files: bool = _option("files")
    """It reads files of the workspace for the server."""
    has_engine: bool = _option("variants")
    """It knows the legal moves of variants."""
    has_opponent: bool = _option("opponent")
    """Its engine searches for moves in variants."""
    games: int = _announced(lambda announced: _count(_at(announced, f"{_OPTIONS}.games")), 0)
    """How many games it plays by itself at the same time; 0 if it plays none."""
    playtests: bool = _option("playtests")
    """It has a command that plays a variant by itself."""
    theme: str = _announced(lambda announced: theme(_at(announced, f"{_OPTIONS}.theme")), "auto")
    """The background of pictures: `light`, `dark` or `auto`."""


def client_of(capabilities: Mapping[str, Any], options: object) -> Client:
    """The client with these capabilities and initialization options. Invalid values count as
    absent.
    """
    announced = {**capabilities, _OPTIONS: options}
    return Client(**{entry.name: entry.metadata["read"](announced) for entry in fields(Client)})


def theme(name: object) -> str:
    """A theme: `light`, `dark`, or `auto` for any other value."""
    return name if name in ("light", "dark") else "auto"


def essentials(params: Mapping[str, Any], announced: Client) -> dict[str, Any]:
    """The parameters of `initialize` that the server needs, of the right types. Invalid ones count
    as absent.
    """
    process, root, folders = (
        params.get(name) for name in ("processId", "rootUri", "workspaceFolders")
    )
    entries = filter(
        lambda entry: isinstance(entry, Mapping), folders if isinstance(folders, list) else ()
    )
    uris = [entry.get("uri") for entry in entries]
    return {
        "processId": process if isinstance(process, int) else None,
        "rootUri": root if isinstance(root, str) else None,
        "workspaceFolders": [{"uri": uri, "name": ""} for uri in uris if isinstance(uri, str)],
        "capabilities": {
            "general": {"positionEncodings": [announced.encoding.value]},
            "textDocument": {"rename": {"prepareSupport": announced.prepares_rename}},
        },
    }
