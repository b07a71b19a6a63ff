"""The settings of a project: `wazir.toml`, or the table `tool.wazir` of `pyproject.toml`, as frozen
dataclasses.

Every field has a type, which knows the values that it accepts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from wazir.diagnostics import UNUSED_IGNORE, DiagnosticFilter, Severity
from wazir.gitignore import pattern
from wazir.notations import REGISTRY
from wazir.notations.notation import Context, Notation
from wazir.piece.board import parse_board

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class ValueType(NamedTuple):
    """The values that a field accepts."""

    words: str
    """For messages and documentation: `a string`."""
    accepts: Callable[[Any], bool]
    convert: Callable[[Any], Any] = lambda value: value
    """Converts an accepted value. It may raise ValueError with a sentence for the user."""
    known: Collection[str] = ()
    """The accepted strings, if they are few."""
    json: Mapping[str, Any] = MappingProxyType({"type": "string"})
    """Its type, and the limits of its values, as a JSON schema."""


MAX_CHARACTERS_OF_VALUE = 10_000
"""Characters of a string."""
STRING = ValueType(
    "a string", lambda value: isinstance(value, str) and len(value) <= MAX_CHARACTERS_OF_VALUE
)
BOOLEAN = ValueType(
    "true or false", lambda value: isinstance(value, bool), json={"type": "boolean"}
)


def integer(least: int, most: int) -> ValueType:
    """A type that accepts whole numbers between two, which it includes."""
    return ValueType(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
        json={"type": "integer", "minimum": least, "maximum": most},
    )


def one_of(*choices: str) -> ValueType:
    """A type that accepts some strings. The empty string is not mentioned."""
    words = ", ".join(f"`{choice}`" for choice in choices if choice)
    json = {"type": "string", "enum": list(choices)}
    return ValueType(f"one of {words}", lambda value: value in choices, known=choices, json=json)


class ValueShape(Enum):
    """How values are written in TOML."""

    VALUE = "value"
    LIST = "list"
    TABLE = "table"
    """A table of values."""
    TABLES = "tables"
    """A table of tables, each with the settings of some files."""
    GROUP = "group"
    """A table of settings."""


def _no_lines() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Spec:
    """What is known of a field of a schema.

    Types and choices that name the notations are functions, because these import all notations.
    """

    description: str
    type_of: Callable[[], ValueType]
    choices_of: Callable[[], Mapping[str, str]] = _no_lines
    """The accepted values, each with a line about it."""
    keys_of: Callable[[], Mapping[str, str]] = _no_lines
    """The keys of a table or the values of a list, each with a line about it."""
    shape: ValueShape = ValueShape.VALUE


def spec_of(entry: Field[Any]) -> Spec:
    """What is known of a field of a schema."""
    spec: Spec = entry.metadata["spec"]
    return spec


def _field(default: Any, spec: Spec) -> Any:
    return field(default=default, metadata={"spec": spec})


def spec(
    kind: ValueType | Callable[[], ValueType], description: str, default: Any = MISSING
) -> Any:
    """A field of a request. Without a default it is required."""
    return setting(default, description, kind)


def setting(
    default: Any,
    description: str,
    kind: ValueType | Callable[[], ValueType],
    *,
    keys: Callable[[], Mapping[str, str]] = _no_lines,
    shape: ValueShape = ValueShape.VALUE,
) -> Any:
    """A setting. Its type is a function if it names the notations."""
    spec = Spec(
        description=description,
        type_of=(lambda: kind) if isinstance(kind, ValueType) else kind,
        keys_of=keys,
        shape=shape,
    )
    return _field(default, spec)


def choice(default: str, description: str, choices_of: Callable[[], Mapping[str, str]]) -> Any:
    """A setting with one of some values, each with a line about it."""
    spec = Spec(
        description=description,
        type_of=cache(lambda: one_of(*choices_of())),
        choices_of=choices_of,
    )
    return _field(default, spec)


def group(description: str) -> Mapping[str, Spec]:
    """The metadata of a field whose type is a schema of settings."""
    spec = Spec(description=description, type_of=lambda: _GROUP, shape=ValueShape.GROUP)
    return {"spec": spec}


_GROUP = ValueType("a table of settings", lambda value: isinstance(value, Mapping))


def _dialects(word: str) -> dict[str, str]:
    """The dialects of all notations that call them so."""
    return {
        name: line
        for notation in REGISTRY
        if notation.dialect_word == word
        for name, line in notation.dialects.items()
    }


def _dialect_choices() -> Mapping[str, str]:
    return {"": "Inferred for each piece from the letters it uses."} | _dialects("dialect")


def _style_choices() -> Mapping[str, str]:
    return {"": "Inferred for each file from its contents."} | _dialects("style")


def _profile_choices() -> Mapping[str, str]:
    profiles = {name: line for notation in REGISTRY for name, line in notation.profiles.items()}
    return {"": "No such warnings."} | profiles


def _engine_choices() -> Mapping[str, str]:
    engines = {name: line for notation in REGISTRY for name, line in notation.engines.items()}
    return {"": "The newest Fairy-Stockfish, for boards of up to 12x10."} | engines


@cache
def code_lines() -> Mapping[str, str]:
    """All codes, each with a line about it."""
    codes = {
        code.id: code.summary
        for notation in reversed(REGISTRY)
        for code in reversed(notation.codes)
    }
    return codes | {UNUSED_IGNORE.id: UNUSED_IGNORE.summary}


@cache
def _code() -> ValueType:
    codes = code_lines()
    return ValueType(
        "a code, which `wazir explain` lists",
        lambda value: isinstance(value, str) and value in codes,
        known=codes,
        json={"type": "string", "enum": list(codes)},
    )


SEVERITIES = {severity.name.lower(): severity for severity in Severity}


_SEVERITY = one_of(*SEVERITIES)._replace(convert=SEVERITIES.__getitem__)


def _pattern(text: str) -> str:
    pattern(text)
    return text


_PATTERN = STRING._replace(convert=_pattern)


def _board(text: str) -> str:
    if text:
        parse_board(text)
    return text


_BOARD = STRING._replace(convert=_board)


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """How texts are read, in a project and in an editor."""

    board: str = setting(
        "",
        "The board on which moves are counted: files and ranks such as `8x8` or `10x8`, "
        "`cylinder 8x8`, or `hex5`, a hexagon with sides of five. A board named in the file "
        "takes precedence. If empty, the default board of the notation is used.",
        _BOARD,
    )
    dialect: str = choice(
        "",
        "The dialect of the pieces. A dialect named in the file takes precedence.",
        _dialect_choices,
    )
    style: str = choice(
        "",
        "The style of a file, in notations with several styles. A style named in "
        "the file takes precedence.",
        _style_choices,
    )
    profile: str = choice(
        "",
        "Warns where another program reads the same text differently or rejects it.",
        _profile_choices,
    )

    engine: str = choice(
        "",
        "The engine that reads a file of variants, such as `fairy-stockfish 14` or "
        "`fairy-stockfish 8x8`. Keys that this engine does not know yet, and boards too large for "
        "it, are reported. An engine named in the file takes precedence.",
        _engine_choices,
    )

    def context(self, notation: Notation) -> Context:
        """The context at the top of a document, from the settings that apply to its notation."""
        dialect = getattr(self, notation.dialect_word, self.dialect)
        return Context(
            dialect=dialect if dialect in notation.dialects else None,
            board=self.board or None,
            profile=self.profile if self.profile in notation.profiles else None,
            engine=self.engine if self.engine in notation.engines else None,
        )


@dataclass(frozen=True, slots=True)
class DiagramSettings:
    """How pieces are drawn."""

    style: str = choice(
        "auto",
        "How hovers draw a piece. Pictures need an editor that supports them.",
        lambda: {
            "auto": "A picture if the editor can show one, otherwise a text diagram.",
            "text": "Always a text diagram.",
            "none": "No diagram.",
        },
    )
    pieces: str = choice(
        "figures",
        "How pictures show pieces on their squares, in editors, on pages and in images.",
        lambda: {
            "figures": "As figures of chess and xiangqi; a piece without one as its letter.",
            "letters": "As letters on discs.",
        },
    )


@dataclass(frozen=True, slots=True)
class HoverSettings:
    """What hovers contain besides the meaning."""

    figures: bool = setting(
        default=False,
        description=(
            "Shows the estimated value of a piece in hovers, with its moves, attacks and mobility."
        ),
        kind=BOOLEAN,
    )


@dataclass(frozen=True, slots=True)
class InlayHintSettings:
    """Which inlay hints are shown."""

    enabled: bool = setting(
        default=False, description="Enables inlay hints in definitions and positions.", kind=BOOLEAN
    )
    shorthand: bool = setting(
        default=True,
        description="Shows what abbreviations such as `K`, `R4`, and `WW` stand for.",
        kind=BOOLEAN,
    )
    implied: bool = setting(
        default=True,
        description="Shows what is implied, such as the modes of a leg that has none.",
        kind=BOOLEAN,
    )
    marks: bool = setting(
        default=True,
        description=(
            "Shows `?!`, `?` and `??` after the actions of a game that was analysed, even if other "
            "inlay hints are off."
        ),
        kind=BOOLEAN,
    )


@dataclass(frozen=True, slots=True)
class EditorSettings(ReadingSettings):
    """The settings that an editor may have: how texts are read, and what is shown of them."""

    diagram: DiagramSettings = field(
        default_factory=DiagramSettings, metadata=group("How pieces are drawn.")
    )
    hover: HoverSettings = field(
        default_factory=HoverSettings, metadata=group("What hovers contain besides the meaning.")
    )
    inlay_hints: InlayHintSettings = field(
        default_factory=InlayHintSettings, metadata=group("The inlay hints that are shown.")
    )


PROGRAMS: Mapping[str, str] = {
    "engine-program": (
        "Name the program where the server starts: `wazir lsp --engine PATH`, or `WAZIR_ENGINE`."
    ),
}
"""Names of what no settings can name, because a folder may come with them: a program to run. Each
has the way out.
"""


@dataclass(frozen=True, slots=True)
class FileSettings(EditorSettings):
    """The settings of some files."""

    select: tuple[str, ...] | None = setting(
        None,
        "The codes that are reported, instead of all.",
        _code,
        shape=ValueShape.LIST,
        keys=code_lines,
    )
    ignore: tuple[str, ...] = setting(
        (),
        "The codes that are not reported. Tables of files add to it.",
        _code,
        shape=ValueShape.LIST,
        keys=code_lines,
    )
    severity: tuple[tuple[str, Severity], ...] = setting(
        (),
        "Severities of codes, which replace the default ones.",
        _SEVERITY,
        shape=ValueShape.TABLE,
        keys=code_lines,
    )

    extra_keys: tuple[str, ...] = setting(
        (),
        "Keys of `variants.ini` that another program reads, so that they are not reported.",
        STRING,
        shape=ValueShape.LIST,
    )

    def context(self, notation: Notation) -> Context:
        """The context at the top of a document, with the diagnostics to report."""
        return replace(
            ReadingSettings.context(self, notation),
            reported=self.reported,
            extra_keys=self.extra_keys,
            letters=self.letters,
        )

    @property
    def letters(self) -> bool:
        """Whether pictures show letters in the place of figurines."""
        return self.diagram.pieces == "letters"

    @property
    def reported(self) -> DiagnosticFilter:
        """The diagnostics to report."""
        select = None if self.select is None else frozenset(self.select)
        return DiagnosticFilter(select, frozenset(self.ignore), self.severity)


@dataclass(frozen=True, slots=True)
class ProjectSettings(FileSettings):
    """All settings of a project."""

    exclude: tuple[str, ...] = setting(
        (),
        "Patterns of files and folders that are not searched, as in `.gitignore`. Wazir still "
        "reads a file that is named on the command line or opened in an editor.",
        _PATTERN,
        shape=ValueShape.LIST,
    )
    files: tuple[tuple[str, Mapping[str, Any]], ...] = setting(
        (),
        (
            "The settings of files that match a pattern, as in `.gitignore`. The last table that "
            "sets a value applies."
        ),
        _PATTERN,
        shape=ValueShape.TABLES,
    )


def fields_of(schema: type) -> dict[str, Field[Any]]:
    """The settings of a schema by the names that users write."""
    return {entry.name.replace("_", "-"): entry for entry in dataclasses.fields(schema)}


def fields_in(group: Field[Any]) -> dict[str, Field[Any]]:
    """The settings in a group by the names that users write; none in another setting."""
    schema = group.default_factory
    return fields_of(schema) if isinstance(schema, type) else {}


Values = Mapping[str, Any]
"""The values that somebody has set, by the names of fields. Those of groups and tables are mappings
too.
"""


def merged(*layers: Values) -> dict[str, Any]:
    """The values of several layers, each over those before it. Ignored codes are added up."""
    result = dict[str, Any]()
    for layer in layers:
        for name, value in layer.items():
            if isinstance(value, Mapping):
                result[name] = merged(result.get(name, {}), value)
            elif name == "ignore":
                result[name] = (*result.get(name, ()), *value)
            else:
                result[name] = value
    return result


_Settings = TypeVar("_Settings", bound="DataclassInstance")


def with_values(settings: _Settings, values: Values) -> _Settings:
    """Settings with some values over their own. An empty string counts as not set."""
    changed = dict[str, Any]()
    for name, value in values.items():
        own = getattr(settings, name)
        if dataclasses.is_dataclass(own) and not isinstance(own, type):
            changed[name] = with_values(own, value)
        elif isinstance(value, Mapping):
            changed[name] = tuple(value.items())
        elif value != "":
            changed[name] = value
    return replace(settings, **changed)
