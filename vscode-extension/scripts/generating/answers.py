"""The results of requests that the views show, as types for TypeScript: the server's dataclasses as
JSON.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from wazir.features.gallery import Card, RenderedFence
from wazir.features.game.view import PositionView
from wazir.features.questions import LookupBoard
from wazir.features.views.copying import Copied
from wazir.features.views.piece import PieceView
from wazir.features.views.readings import ReadingsView
from wazir.lsp.schema import in_json
from wazir.text import Span

ROOTS = (PieceView, ReadingsView, LookupBoard, PositionView, Card, Copied, RenderedFence)
HEAD = """/**
 * Made from the dataclasses of the server by `make generate`. docs/protocol.md describes them.
 */

export type Side = "white" | "black";
export interface Place { readonly line: number; readonly character: number }
export interface Span { readonly start: Place; readonly end: Place }
"""
PLAIN = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
    Any: "unknown",
}
SIDES = ("side", "turn", "fallen")
"""Fields with the name of a side."""


def module() -> str:
    """The text of the module."""
    declarations: dict[str, str] = {}
    for root in ROOTS:
        _add(root, declarations)
    return HEAD + "".join(f"\n{declaration}" for declaration in declarations.values())


def _add(kind: type, declarations: dict[str, str]) -> None:
    """Adds the declarations of a dataclass and of those in its fields."""
    if kind.__name__ in declarations:
        return
    declarations[kind.__name__] = ""  # it stands before those in its fields
    hints = typing.get_type_hints(kind)
    lines = []
    for entry in fields(kind):
        hint = hints[entry.name]
        for inner in _inner(hint):
            _add(inner, declarations)
        text = _type(hint)
        side = text.replace("string", "Side") if entry.name in SIDES else text
        lines.append(f"  readonly {in_json(entry.name)}: {side};\n")
    declarations[kind.__name__] = f"export interface {kind.__name__} {{\n{''.join(lines)}}}\n"


def _inner(hint: Any) -> Iterator[type]:
    if is_dataclass(hint) and hint is not Span:
        yield typing.cast(type, hint)
    for argument in typing.get_args(hint):
        yield from _inner(argument)


def _type(hint: Any) -> str:
    """The type of a value in JSON."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if plain := next(
        (PLAIN[base] for base in getattr(hint, "__mro__", (hint,)) if base in PLAIN), None
    ):
        return plain
    if origin is types.UnionType:
        return " | ".join(map(_type, arguments))
    if origin is tuple:
        return f"readonly {_type(arguments[0])}[]"
    if origin is Mapping:
        return f"Readonly<Record<string, {_type(arguments[1])}>>"
    return str(hint.__name__)
