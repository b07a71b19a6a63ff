"""`wazir.toml` as a document: diagnostics, colours, hover and completion, from the schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass
from functools import cached_property
from typing import Any

from wazir.diagnostics import Diagnostic
from wazir.notations.files import NotationFiles
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope
from wazir.notations.results import CompletionItem, Completions, HoverText, TokenType
from wazir.settings import FileSettings, ProjectSettings, ValueShape, fields_in, fields_of, spec_of
from wazir.settings.files import BAD_SETTING, CODES, OWN, read
from wazir.settings.toml import TomlEntry, entries, tokens
from wazir.syntax import Node, Token, Tree
from wazir.text import Span, line_start

MAX_CHARACTERS = 50_000
"""The maximum number of characters of a text that is examined in an editor."""
_COLOURS = {
    "comment": TokenType.COMMENT,
    "string": TokenType.STRING,
    "bare": TokenType.ARGUMENT,
    "sign": TokenType.OPERATOR,
}


@dataclass(frozen=True, eq=False)
class SettingsAnalysis(Analysis):
    """An analysed file of settings."""

    @property
    def examined(self) -> str:
        """Its text; nothing if that is too long."""
        return self.text if len(self.text) <= MAX_CHARACTERS else ""

    @cached_property
    def tree(self) -> Tree:
        """Its tokens."""
        return Tree(
            self.text,
            Node("start", children=(), start=0, end=0),
            tokens(self.examined),
            problems=(),
        )

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        return tuple(read(self.examined).diagnostics)

    @cached_property
    def entries(self) -> tuple[TomlEntry, ...]:
        """Its values and headings."""
        return tuple(entries(self.examined))

    def hover(self, offset: int, /) -> HoverText | None:
        """What a setting means, and what a value or a code in it does."""
        return _hover(self, offset)

    def complete(self, offset: int, /) -> Completions:
        """The settings or codes at the start of a line and after a dot, the values after a `=`."""
        return _complete(self, offset)


def _setting(names: tuple[str, ...]) -> Field[Any] | None:
    """The setting with a key; None for an unknown key."""
    of_files = names[:1] == ("files",) and len(names) > 2
    known = fields_of(FileSettings if of_files else ProjectSettings)
    setting = None
    for name in names[2:] if of_files else names:
        if name not in known:
            return None
        setting = known[name]
        known = fields_in(setting)
        if not known:  # the other names are those of a table, such as codes
            break
    return setting


def _hover(settings: SettingsAnalysis, offset: int) -> HoverText | None:
    """What a setting means, and what a value or a code in it does."""
    for entry in settings.entries:
        names = tuple(name.text for name in entry.path)
        for number, name in enumerate(entry.path, 1):
            if name.span.contains(offset) and (setting := _setting(names[:number])):
                spec = spec_of(setting)
                about = spec.keys_of().get(name.text) or spec.description
                return HoverText(name.span, f"`{name.text}`", about)
        setting = _setting(names)
        for span in entry.items or ([entry.value] if entry.value else []):
            word = settings.text[slice(*span)].strip("\"'")
            if setting and span.contains(offset) and (line := _values(setting).get(word)):
                return HoverText(span, f"`{word}`", line)
    return None


def _values(setting: Field[Any]) -> Mapping[str, str]:
    """The values that a setting accepts, each with a line about it; empty if they are not few."""
    spec = spec_of(setting)
    lines = {**spec.keys_of(), **spec.choices_of()}
    return {value: lines.get(value, "") for value in spec.type_of().known if value}


def _complete(settings: SettingsAnalysis, offset: int) -> Completions:
    """The settings or codes at the start of a line and after a dot, the values after a `=`."""
    text = settings.text
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
        start -= 1
    before = text[line_start(text, offset) : start]
    table, key = _table(settings, offset), before.partition("=")[0].strip()
    open_values = (
        entry.path for entry in settings.entries if entry.value and entry.value.contains(offset)
    )
    open_value, items = next(open_values, ()), list[CompletionItem]()
    if "=" in before or open_value:
        setting = _setting(
            (*table, *_names(key)) if "=" in before else tuple(name.text for name in open_value)
        )
        quote = "" if before.endswith(('"', "'")) else '"'
        for value, line in _values(setting).items() if setting else ():
            quoted = f"{quote}{value}{quote}"
            label = value if start < offset else quoted
            items.append(CompletionItem(label, line, TokenType.STRING, text=quoted))
    elif not key or (key.endswith(".") and not key.startswith("[")):
        items += _key_items((*table, *_names(key)))
    end = offset
    while end < len(text) and (text[end].isalnum() or text[end] in "-_"):
        end += 1
    return Span(start, end), tuple(items)


def _names(key: str) -> list[str]:
    """The names of a dotted key."""
    return [token.text.strip("\"'") for token in tokens(key) if token.kind != "sign"]


def _table(settings: SettingsAnalysis, offset: int) -> tuple[str, ...]:
    """The key of the table that an offset is in."""
    for entry in reversed(settings.entries):
        start = entry.path[0].span.start if entry.path else offset
        before = settings.text[line_start(settings.text, start) : start]
        if entry.value is None and start < offset and before.strip().startswith("["):
            return tuple(name.text for name in entry.path)
    return ()


def _key_items(table: tuple[str, ...]) -> Iterator[CompletionItem]:
    """The settings of a project or of files, or the keys of a setting."""
    of_files = table[:1] == ("files",)
    depth = len(table) - 2 * of_files
    if depth == 1 and (parent := _setting(table)):
        for key, line in spec_of(parent).keys_of().items():
            yield CompletionItem(key, line, TokenType.ARGUMENT)
        known = fields_in(parent)
    elif depth == 0:
        known = fields_of(FileSettings if of_files else ProjectSettings)
    else:
        known = {}
    for name, setting in known.items():
        is_value = spec_of(setting).shape is ValueShape.VALUE
        description = spec_of(setting).description
        first, _, _ = description.partition(". ")
        yield CompletionItem(
            name, first, TokenType.ARGUMENT, documentation=description, rank=not is_value
        )


class SettingsNotation(Notation):
    """The notation of `wazir.toml`. It defines no pieces, so it is not in the registry."""

    files = NotationFiles(name="wazir-settings", extensions=(OWN,), triggers='"[=')
    title = "Settings of Wazir"
    line_comments = ("#",)
    codes = CODES
    package = __name__.rpartition(".")[0]
    has_lines = True

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> SettingsAnalysis:
        """The analysis of the file."""
        return SettingsAnalysis(text, context, scope)

    def starts_chunk(self, _line: str, /) -> bool:
        """False: the file is one chunk."""
        return False

    def token_type(self, token: Token, /) -> TokenType | None:
        """The type of a token; None for plain text."""
        return _COLOURS.get(token.kind)

    def evidence(self, _text: str, /) -> int:
        """0: the file is known by its name."""
        return 0

    def duplicate_name(self, name: str, span: Span, _first: Span, _another: str, /) -> Diagnostic:
        """Not used, because settings have no names."""
        return Diagnostic(BAD_SETTING, span, name)


SETTINGS = SettingsNotation()
