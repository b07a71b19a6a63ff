"""The settings of the server as a table, for the manifest of the extension, its documentation, and
tests of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import NamedTuple

from wazir.lsp.schema import SECTION, in_json
from wazir.settings import EditorSettings, spec_of


class Row(NamedTuple):
    """A setting, for documentation and for the manifests of editors."""

    name: str
    """The full name: `wazir.diagram.style`."""
    type: str
    """`string`, `boolean` or `integer`."""
    limits: Mapping[str, int]
    """`minimum` and `maximum` of a number; empty for others."""
    default: str | bool | int
    description: str
    choices: Mapping[str, str]
    """The accepted values, each with a line about it; empty if there is no list of them."""
    scope: str
    """Where VS Code lets it be set: `resource`, or `machine` for one that no folder can set."""


def table() -> tuple[Row, ...]:
    """All settings."""
    return tuple(_rows(EditorSettings, SECTION))


def _rows(schema: type, prefix: str) -> Iterator[Row]:
    for entry in fields(schema):
        name = f"{prefix}.{in_json(entry.name)}"
        if isinstance(inner := entry.default_factory, type):
            yield from _rows(inner, name)
        else:
            about = spec_of(entry)
            json = about.type_of().json
            yield Row(
                name=name,
                type=json["type"],
                limits={key: json[key] for key in ("minimum", "maximum") if key in json},
                default=getattr(schema(), entry.name),
                description=about.description,
                choices=about.choices_of(),
                scope="resource",
            )
