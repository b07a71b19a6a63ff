"""What clients send as JSON, as frozen dataclasses: settings, capabilities, and the fields of which schemas consist.

A field has a type, which knows the values that it accepts, and a description for the documentation. The parameters of
custom requests are in `custom_requests`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, NamedTuple

from wazir.settings.schema import BOOLEAN, STRING, ReadingSettings, ValueType, setting
from wazir.text import Encoding, Span


def read(schema: type, data: object, path: str = "") -> tuple[dict[str, Any], list[str]]:
    """The valid fields of an object, by their names in Python, and a sentence about each invalid or missing one.

    Null counts as missing. Unknown fields are ignored. *path* stands before the names in the sentences.
    """
    if data is not None and not isinstance(data, Mapping):
        return {}, [f"Invalid `{path}`. Expected an object."]
    values, problems = dict[str, Any](), list[str]()
    for entry in dataclasses.fields(schema):
        name = in_json(entry.name)
        value, full = (data or {}).get(name), f"{path}.{name}" if path else name
        if isinstance(inner := entry.default_factory, type):
            nested, more = read(inner, value, full)
            values[entry.name] = inner(**nested)
            problems += more
        elif value is not None or (entry.default is MISSING):
            kind: ValueType = entry.metadata["kind"]
            try:
                if value is None or not kind.accepts(value):
                    wrong = "Missing" if value is None else "Invalid"
                    problems.append(f"{wrong} `{full}`. Expected {kind.words}.")
                else:
                    values[entry.name] = kind.convert(value)
            except ValueError as problem:
                problems.append(f"Invalid `{full}`. {problem}")
    return values, problems


# Settings

SECTION = "wazir"


@dataclass(frozen=True, slots=True)
class Diagram:
    """How pieces are drawn."""

    style: str = setting(
        "auto",
        "How hovers draw a piece. Pictures need an editor that supports them.",
        {
            "auto": "A picture if the editor can show one, otherwise a text diagram.",
            "text": "Always a text diagram.",
            "none": "No diagram.",
        },
    )


@dataclass(frozen=True, slots=True)
class Hover:
    """What hovers contain besides the meaning."""

    figures: bool = setting(
        False, "Shows the estimated value of a piece in hovers, with its moves, attacks and mobility.", BOOLEAN
    )


@dataclass(frozen=True, slots=True)
class InlayHints:
    """Which inlay hints are shown."""

    enabled: bool = setting(False, "Enables inlay hints in definitions and positions.", BOOLEAN)
    shorthand: bool = setting(True, "Shows what abbreviations such as `K`, `R4`, and `WW` stand for.", BOOLEAN)
    implied: bool = setting(True, "Shows what is implied, such as the modes of a leg that has none.", BOOLEAN)
    marks: bool = setting(
        True,
        "Shows `?!`, `?` and `??` after the actions of a game that was analysed, even if other inlay hints are off.",
        BOOLEAN,
    )


@dataclass(frozen=True, slots=True)
class Settings(ReadingSettings):
    """All settings."""

    engine_program: str = setting(
        "",
        "Path of a Fairy-Stockfish program, which then plays variants in the board view and checks their files. It is "
        "never searched for, and the settings of a folder or of a project cannot name it.",
        STRING,
        scope="machine",
    )
    diagram: Diagram = field(default_factory=Diagram)
    hover: Hover = field(default_factory=Hover)
    inlay_hints: InlayHints = field(default_factory=InlayHints)


class Row(NamedTuple):
    """A setting, for documentation and for the manifests of editors."""

    name: str
    """The full name: `wazir.diagram.style`."""
    type: str
    """`string` or `boolean`."""
    default: str | bool
    description: str
    choices: Mapping[str, str]
    """The accepted values, each with a line about it; empty if there is no list of them."""
    scope: str
    """Where VS Code lets it be set: `resource`, or `machine` for one that no folder can set."""


def table() -> tuple[Row, ...]:
    """All settings."""
    return tuple(_rows(Settings, SECTION))


def _rows(schema: type, prefix: str) -> Iterator[Row]:
    for entry in dataclasses.fields(schema):
        name = f"{prefix}.{in_json(entry.name)}"
        if isinstance(inner := entry.default_factory, type):
            yield from _rows(inner, name)
        else:
            kind = "boolean" if entry.metadata["kind"] is BOOLEAN else "string"
            about = entry.metadata
            yield Row(
                name,
                kind,
                getattr(schema(), entry.name),
                about["description"],
                about["choices"],
                about.get("scope", "resource"),
            )


def read_settings(data: object) -> tuple[Settings, list[str]]:
    """The settings of the section `wazir`, or of an object that contains it, and a sentence about each invalid one.

    Whatever is missing, unknown or invalid has its default.
    """
    if isinstance(data, Mapping) and isinstance(data.get(SECTION), Mapping):
        data = data[SECTION]
    values, problems = read(Settings, data, SECTION)
    return Settings(**values), problems


UNKNOWN_VERSION = -1
"""The version of a document whose client sends none that is valid."""


# Capabilities

_ENCODINGS = {encoding.value: encoding for encoding in Encoding}
_COMPLETION_ITEM = "textDocument.completion.completionItem"
_PUBLISH = "textDocument.publishDiagnostics"
_PULL = "textDocument.diagnostic"


class _Announced:
    """The capabilities and initialization options of a client, as they came. Invalid values count as absent."""

    def __init__(self, capabilities: object, options: object) -> None:
        self._capabilities = capabilities
        self._options = options if isinstance(options, Mapping) else {}

    def at(self, path: str) -> Any:
        """The capability at a path, or None."""
        value: Any = self._capabilities
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def members(self, path: str) -> list[Any]:
        """The strings and numbers of the list at a path."""
        value = self.at(path)
        return [member for member in value if isinstance(member, str | int)] if isinstance(value, list) else []

    def option(self, name: str) -> Any:
        """An initialization option, or None."""
        return self._options.get(name)

    def encoding(self) -> Encoding:
        """The first known encoding of positions that the client lists."""
        listed = self.members("general.positionEncodings")
        return next((_ENCODINGS[name] for name in listed if name in _ENCODINGS), Encoding.UTF16)

    def diagnostic_places(self) -> tuple[str, ...]:
        """Where the client announces what diagnostics may contain."""
        return (_PULL, _PUBLISH) if isinstance(self.at(_PULL), Mapping) else (_PUBLISH,)

    def diagnostic_tags(self) -> frozenset[int]:
        """The tags of diagnostics that the client knows."""
        places = self.diagnostic_places()
        return frozenset(tag for place in places for tag in self.members(f"{place}.tagSupport.valueSet"))


def _announced(reader: Callable[[_Announced], Any], default: Any = False) -> Any:
    return field(default=default, metadata={"read": reader})


def _true(path: str) -> Any:
    return _announced(lambda announced: announced.at(path) is True)


def _object(path: str) -> Any:
    return _announced(lambda announced: isinstance(announced.at(path), Mapping))


def _listed(path: str, name: str) -> Any:
    return _announced(lambda announced: name in announced.members(path))


def _diagnostic(name: str) -> Any:
    return _announced(
        lambda announced: any(announced.at(f"{place}.{name}") is True for place in announced.diagnostic_places())
    )


def _option(name: str) -> Any:
    return _announced(lambda announced: announced.option(name) is True)


@dataclass(frozen=True, slots=True)
class Client:
    """The capabilities of a client. All are False if nothing is announced."""

    encoding: Encoding = field(default=Encoding.UTF16, metadata={"read": _Announced.encoding})
    """The unit of columns."""
    markdown_hover: bool = _listed("textDocument.hover.contentFormat", "markdown")
    markdown_completion: bool = _listed(f"{_COMPLETION_ITEM}.documentationFormat", "markdown")
    plain_completion: bool = _listed(f"{_COMPLETION_ITEM}.documentationFormat", "plaintext")
    snippets: bool = _true(f"{_COMPLETION_ITEM}.snippetSupport")
    label_details: bool = _true(f"{_COMPLETION_ITEM}.labelDetailsSupport")
    item_defaults: bool = _listed("textDocument.completion.completionList.itemDefaults", "editRange")
    """Completions of a list may share their range."""
    hierarchical_symbols: bool = _true("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport")
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
    diagnostic_tags: frozenset[int] = _announced(_Announced.diagnostic_tags, frozenset())
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
    """It plays variants for the server, which has no processes in a browser."""
    theme: str = _announced(lambda announced: theme(announced.option("theme")), "auto")
    """The background of pictures: `light`, `dark` or `auto`."""


def client(capabilities: object, options: object) -> Client:
    """The client with these capabilities and initialization options, as they came."""
    announced = _Announced(capabilities, options)
    return Client(**{known.name: known.metadata["read"](announced) for known in dataclasses.fields(Client)})


def theme(name: object) -> str:
    """A theme: `light`, `dark`, or `auto` for any other value."""
    return name if name in ("light", "dark") else "auto"


def essentials(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of `initialize` that the server needs, of the right types."""
    announced = client(params["capabilities"], None)
    process, root = params.get("processId"), params.get("rootUri")
    return {
        "processId": process if isinstance(process, int) else None,
        "rootUri": root if isinstance(root, str) else None,
        "workspaceFolders": [{"uri": uri, "name": ""} for uri in folder_uris(params.get("workspaceFolders"))],
        "capabilities": {
            "general": {"positionEncodings": [announced.encoding.value]},
            "textDocument": {"rename": {"prepareSupport": announced.prepares_rename}},
        },
    }


def folder_uris(folders: object) -> list[str]:
    """The URIs of workspace folders. What is not a folder is left out."""
    entries = folders if isinstance(folders, list) else []
    return [entry["uri"] for entry in entries if isinstance(entry, Mapping) and isinstance(entry.get("uri"), str)]


# Plain data


Place = Callable[[Span], object]
"""Converts a span to plain data."""


def plain(value: Any, place: Place) -> Any:
    """A value as plain data: dataclasses, mappings, tuples and lists of them, spans, and what JSON has.

    Fields of dataclasses have the names that they have in JSON: `moreWays` for `more_ways`.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    kind = type(value)
    if kind not in _CONVERTERS:
        _CONVERTERS[kind] = _made(kind)
    return _CONVERTERS[kind](value, place)


_CONVERTERS: dict[type, Callable[[Any, Place], Any]] = {}
"""The converters by type."""


def _made(kind: type) -> Callable[[Any, Place], Any]:
    """The converter of a type."""
    if issubclass(kind, Span):
        return lambda value, place: place(value)
    if is_dataclass(kind):
        named = tuple((entry.name, in_json(entry.name)) for entry in fields(kind))
        return lambda value, place: {key: plain(getattr(value, name), place) for name, key in named}
    if issubclass(kind, Mapping):
        return lambda value, place: {str(key): plain(inner, place) for key, inner in value.items()}
    return lambda value, place: [plain(inner, place) for inner in value]


def in_json(name: str) -> str:
    """The name of a field in JSON."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
