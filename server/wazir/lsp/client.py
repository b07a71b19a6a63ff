"""What a client says that it can do, read once from `initialize`, with the protocol's defaults where it is silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wazir.text import Encoding

_ENCODINGS = {encoding.value: encoding for encoding in Encoding}


@dataclass(frozen=True, slots=True)
class Client:
    """A client's abilities; all of them are False for one that announces nothing."""

    encoding: Encoding = Encoding.UTF16
    """In what its columns count."""
    markdown_hover: bool = False
    markdown_completion: bool = False
    plain_completion: bool = False
    """It knows of formats of documentation, be it only of plain text."""
    snippets: bool = False
    label_details: bool = False
    item_defaults: bool = False
    """The range of completions may be said once for all of them."""
    hierarchical_symbols: bool = False
    action_literals: bool = False
    """Code actions may be given as they are, not only as commands."""
    resolves_edits: bool = False
    """The edit of a code action may be asked for when it is chosen."""
    definition_links: bool = False
    """Where a name is defined may be said together with the place that leads there."""
    label_offsets: bool = False
    """The arguments of a function may be given by their places in its label."""
    prepares_rename: bool = False
    """It asks what can be renamed before it asks for a new name."""
    document_changes: bool = False
    """Edits may name the version of the document that they are for."""
    pull: bool = False
    """It asks for diagnostics; otherwise they are sent."""
    diagnostic_refresh: bool = False
    diagnostic_related: bool = False
    diagnostic_tags: frozenset[int] = frozenset()
    diagnostic_pages: bool = False
    """Codes of diagnostics may carry the address of their page."""
    configuration: bool = False
    """It can be asked for settings."""
    registers_configuration: bool = False
    """It wants to be told that we follow its settings."""
    registers_watchers: bool = False
    inlay_refresh: bool = False
    lens_refresh: bool = False
    progress: bool = False
    """It can show how far something is that nobody asked for by a request."""
    pictures: bool = False
    """It can show pictures in Markdown, and asks for them."""
    html: bool = False
    """It shows HTML in Markdown, as VS Code does with `supportHtml`, and the findings of a place beside a hover."""
    hands_files: bool = False
    """It reads the files of the workspace for us where we cannot."""
    theme: str = "auto"
    """For what background pictures are: `light`, `dark` or `auto`."""


def client(capabilities: object, options: object) -> Client:
    """
    The client with these capabilities and initialization options, as they came.

    Nothing in them can be wrong: what is not understood counts as not said.
    """
    say = _Said(capabilities)
    text, workspace = "textDocument", "workspace"
    pushed = "diagnostic" if say.has(text, "diagnostic") else "publishDiagnostics"
    item = (text, "completion", "completionItem")
    wishes = options if isinstance(options, dict) else {}
    return Client(
        encoding=next(
            (_ENCODINGS[name] for name in say.many("general", "positionEncodings") if name in _ENCODINGS),
            Encoding.UTF16,
        ),
        markdown_hover="markdown" in say.many(text, "hover", "contentFormat"),
        markdown_completion="markdown" in say.many(*item, "documentationFormat"),
        plain_completion="plaintext" in say.many(*item, "documentationFormat"),
        snippets=say.yes(*item, "snippetSupport"),
        label_details=say.yes(*item, "labelDetailsSupport"),
        item_defaults="editRange" in say.many(text, "completion", "completionList", "itemDefaults"),
        hierarchical_symbols=say.yes(text, "documentSymbol", "hierarchicalDocumentSymbolSupport"),
        action_literals=say.has(text, "codeAction", "codeActionLiteralSupport"),
        resolves_edits="edit" in say.many(text, "codeAction", "resolveSupport", "properties"),
        definition_links=say.yes(text, "definition", "linkSupport"),
        label_offsets=say.yes(
            text, "signatureHelp", "signatureInformation", "parameterInformation", "labelOffsetSupport"
        ),
        prepares_rename=say.yes(text, "rename", "prepareSupport"),
        document_changes=say.yes(workspace, "workspaceEdit", "documentChanges"),
        pull=say.has(text, "diagnostic"),
        diagnostic_refresh=say.yes(workspace, "diagnostics", "refreshSupport"),
        diagnostic_related=say.either("relatedInformation", (text, pushed), (text, "publishDiagnostics")),
        diagnostic_tags=frozenset(
            tag
            for place in dict.fromkeys((pushed, "publishDiagnostics"))
            for tag in say.many(text, place, "tagSupport", "valueSet")
        ),
        diagnostic_pages=say.either("codeDescriptionSupport", (text, pushed), (text, "publishDiagnostics")),
        configuration=say.yes(workspace, "configuration"),
        registers_configuration=say.yes(workspace, "didChangeConfiguration", "dynamicRegistration"),
        registers_watchers=say.yes(workspace, "didChangeWatchedFiles", "dynamicRegistration"),
        inlay_refresh=say.yes(workspace, "inlayHint", "refreshSupport"),
        lens_refresh=say.yes(workspace, "codeLens", "refreshSupport"),
        progress=say.yes("window", "workDoneProgress"),
        pictures=wishes.get("pictures") is True,
        html=wishes.get("html") is True,
        hands_files=wishes.get("files") is True,
        theme=theme(wishes.get("theme")),
    )


def theme(said: object) -> str:
    """A theme that a client names: `light`, `dark`, and `auto` for any other."""
    return said if said in ("light", "dark") else "auto"


def essentials(params: Mapping[str, Any]) -> dict[str, Any]:
    """What the server cannot do without of the parameters of `initialize`, of the right types whatever came."""
    announced = client(params["capabilities"], None)
    process, root, folders = params.get("processId"), params.get("rootUri"), params.get("workspaceFolders")
    told = folders if isinstance(folders, list) else []
    return {
        "processId": process if isinstance(process, int) else None,
        "rootUri": root if isinstance(root, str) else None,
        "workspaceFolders": [
            {"uri": folder["uri"], "name": ""}
            for folder in told
            if isinstance(folder, Mapping) and isinstance(folder.get("uri"), str)
        ],
        "capabilities": {
            "general": {"positionEncodings": [announced.encoding.value]},
            "textDocument": {"rename": {"prepareSupport": announced.prepares_rename}},
        },
    }


class _Said:
    """Capabilities of any shape, asked by path."""

    def __init__(self, capabilities: object) -> None:
        self._top = capabilities

    def at(self, *path: str) -> Any:
        """What is said there; None for nothing."""
        here: Any = self._top
        for name in path:
            here = here.get(name) if isinstance(here, Mapping) else None
        return here

    def yes(self, *path: str) -> bool:
        """True is said there."""
        return self.at(*path) is True

    def has(self, *path: str) -> bool:
        """An object is said there, be it empty."""
        return isinstance(self.at(*path), Mapping)

    def many(self, *path: str) -> list[Any]:
        """The words and numbers of a list that is said there."""
        said = self.at(*path)
        return [one for one in said if isinstance(one, str | int)] if isinstance(said, list) else []

    def either(self, name: str, *places: tuple[str, ...]) -> bool:
        """True is said under this name at one of the places."""
        return any(self.yes(*place, name) for place in places)
