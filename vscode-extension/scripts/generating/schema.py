"""The settings as a JSON schema, for editors that check TOML by one."""

from __future__ import annotations

from dataclasses import Field
from typing import Any

from wazir.settings import FileSettings, ProjectSettings, ValueShape, fields_in, fields_of, spec_of

Json = dict[str, Any]


def json_schema() -> Json:
    """The schema of `wazir.toml`."""
    files = {name: _property(setting) for name, setting in fields_of(FileSettings).items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of Wazir",
        **_object(
            {name: _property(setting) for name, setting in fields_of(ProjectSettings).items()}
        ),
        "definitions": {"files": _object(files)},
    }


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _property(setting: Field[Any]) -> Json:
    spec = spec_of(setting)
    if spec.shape is ValueShape.GROUP:
        inner = {name: _property(each) for name, each in fields_in(setting).items()}
        return {"description": spec.description, **_object(inner)}
    value = dict(spec.type_of().json)
    shapes: dict[ValueShape, Json] = {
        ValueShape.VALUE: value,
        ValueShape.LIST: {"type": "array", "items": value},
        ValueShape.TABLE: {
            "type": "object",
            "propertyNames": {"enum": list(spec.keys_of())},
            "additionalProperties": value,
        },
        ValueShape.TABLES: {
            "type": "object",
            "additionalProperties": {"$ref": "#/definitions/files"},
        },
    }
    return {"description": spec.description, **shapes[spec.shape]}
