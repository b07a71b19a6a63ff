"""What a user can set: a tree of dataclasses whose fields are the table of settings, and how values are read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, get_type_hints

from wazir import notations
from wazir.piece.board import parse_board

SECTION = "wazir"

Choices = Callable[[], Mapping[str, str]]


def _no_choices() -> Mapping[str, str]:
    return {}


def _setting(
    default: Any, description: str, choices: Choices = _no_choices, check: Callable[[str], object] = str
) -> Any:
    """A row of the table: the default, a paragraph, what else may stand there with a line about each, and a check."""
    return field(default=default, metadata={"description": description, "choices": choices, "check": check})


def _dialects(word: str, empty: str) -> Choices:
    """The dialects of all notations that call them so."""

    def choices() -> Mapping[str, str]:
        named = (notation for notation in notations.REGISTRY if notation.dialect_word == word)
        return {"": empty} | {k: v for notation in named for k, v in notation.dialects.items()}

    return choices


def _profiles() -> Mapping[str, str]:
    return {"": "No such warnings."} | {k: v for one in notations.REGISTRY for k, v in one.profiles.items()}


def _styles() -> Mapping[str, str]:
    return {
        "auto": "A picture if the editor can show one, otherwise a text diagram.",
        "text": "Always a text diagram.",
        "none": "No diagram.",
    }


def _board_or_nothing(text: str) -> object:
    return parse_board(text) if text else None


@dataclass(frozen=True, slots=True)
class Diagram:
    """How pieces are drawn."""

    style: str = _setting(
        "auto",
        "How hovers draw a piece. Pictures need an editor that supports them.",
        _styles,
    )


@dataclass(frozen=True, slots=True)
class InlayHints:
    """Remarks between the signs."""

    enabled: bool = _setting(False, "Enables inlay hints in definitions and positions.")
    shorthand: bool = _setting(True, "Shows what abbreviations such as `K`, `R4`, and `WW` stand for.")
    implied: bool = _setting(True, "Shows what is implied, such as the modes of a leg that has none.")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set."""

    board: str = _setting(
        "",
        "The board on which moves are counted: files and ranks such as `8x8` or `10x8`, `cylinder 8x8`, or `hex5`, "
        "a hexagon with sides of five. A board named in the file takes precedence. If empty, the default board of the "
        "notation is used.",
        check=_board_or_nothing,
    )
    dialect: str = _setting(
        "",
        "The dialect in which pieces are read. A dialect named in the file takes precedence.",
        _dialects("dialect", "Inferred for each piece from the letters it uses."),
    )
    style: str = _setting(
        "",
        "The style in which a file is read, in notations with several styles. A style named in the file takes "
        "precedence.",
        _dialects("style", "Inferred for each file from its contents."),
    )
    profile: str = _setting(
        "",
        "Warns where another program reads the same text differently or rejects it.",
        _profiles,
    )
    diagram: Diagram = field(default_factory=Diagram)
    inlay_hints: InlayHints = field(default_factory=InlayHints)


class Row(NamedTuple):
    """One setting, for documentation and for the manifests of editors."""

    name: str
    """The full name, `wazir.diagram.style`."""
    type: str
    """`string` or `boolean`."""
    default: str | bool
    description: str
    choices: Mapping[str, str]
    """The values that are allowed, each with a line about it; empty if that is not a list."""


def table() -> tuple[Row, ...]:
    """All settings."""
    return tuple(_rows(Settings, SECTION))


def _rows(tree: type, prefix: str) -> Iterator[Row]:
    types = get_type_hints(tree)
    for one in dataclasses.fields(tree):
        name, kind = f"{prefix}.{_written(one.name)}", types[one.name]
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            yield from _rows(kind, name)
        else:
            word, default = "boolean" if kind is bool else "string", getattr(tree(), one.name)
            yield Row(name, word, default, one.metadata["description"], one.metadata["choices"]())


def read(given: object) -> tuple[Settings, tuple[str, ...]]:
    """
    The settings that a client sent, and a sentence about each value that is of no use.

    Values are taken from the section itself or from an object that holds it; whatever is missing, unknown or wrong
    is left at its default.
    """
    if isinstance(given, Mapping) and isinstance(given.get(SECTION), Mapping):
        given = given[SECTION]
    complaints: list[str] = []
    return _read(Settings, given, SECTION, complaints), tuple(complaints)


_Tree = TypeVar("_Tree")


def _read(tree: type[_Tree], given: object, prefix: str, complaints: list[str]) -> _Tree:
    if given is None:
        return tree()
    if not isinstance(given, Mapping):
        complaints.append(f"The setting `{prefix}` is not used: it should be an object.")
        return tree()
    types, values = get_type_hints(tree), {}
    for one in dataclasses.fields(tree):  # type: ignore[arg-type]
        value, name = given.get(_written(one.name)), f"{prefix}.{_written(one.name)}"
        if dataclasses.is_dataclass(types[one.name]):
            values[one.name] = _read(types[one.name], value, name, complaints)
        elif value is not None:
            if complaint := _complaint(one, types[one.name], value):
                complaints.append(f"The setting `{name}` is not used: {complaint}")
            else:
                values[one.name] = value
    return tree(**values)


def _complaint(one: dataclasses.Field[Any], kind: type, value: object) -> str:
    if type(value) is not kind:
        return f"it should be {'true or false' if kind is bool else 'a text'}."
    choices = one.metadata["choices"]()
    if choices and value not in choices:
        return f"it should be one of {', '.join(f'`{choice}`' for choice in choices if choice)}."
    try:
        one.metadata["check"](value)
    except ValueError as problem:
        return str(problem)
    return ""


def _written(name: str) -> str:
    """A field's name as users write it: `inlay_hints` is `inlayHints`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)
