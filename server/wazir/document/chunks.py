"""Chunks: one definition or directive each, with cached diagnostics; and the location of a text in its file."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from sys import intern
from typing import NamedTuple, Protocol

from wazir.diagnostics import Diagnostic, merged
from wazir.document.suppressions import above_next, ignored, ignores_some, reported
from wazir.notations.base import LONGEST_SCANNED, Context, Notation, Scope
from wazir.text import Span, line_breaks

_LINE_END = re.compile(r"\r\n?+|\n")


@dataclass(frozen=True, slots=True)
class Origin:
    """The location of a text that is part of a file."""

    line: int = 0
    """The number of its first line."""
    margins: tuple[str, ...] = ()
    """The text before each of its lines in the file, or an empty string."""

    def margin(self, line: int) -> str:
        """The text before a line."""
        return self.margins[line] if 0 <= line < len(self.margins) else ""

    def written(self, text: str) -> str:
        """A new part of the text as it must be written in the file, with the margin after line ends."""
        margin = max(self.margins, key=len, default="")
        return _LINE_END.sub(lambda end: end[0] + margin, text) if margin else text


TOP = Origin()
"""The origin of a text that is a whole file."""


_LINE = re.compile(r"[^\r\n]++")
"""A nonempty line without its line end."""
_LINES = 64
"""The number of lines cut in a step."""
_ANY = Context(dialect="?", board="?", profile="?")
"""A context that every directive changes."""
_NO_CODES = frozenset[str]()
"""One for all chunks: every empty set is an object of its own, of 216 bytes."""


def below(context: Context) -> Context:
    """The context without what holds for the first line of a chunk only."""
    return replace(context, ignored_above=()) if context.ignored_above else context


class Names(Scope, Protocol):
    """The scope of a file, which has a version of its set of names."""

    @property
    def version(self) -> int:
        """A new number for each new set of names."""

    def order(self, uses: Sequence[str], names: Sequence[str]) -> tuple[bool, ...]:
        """Whether each of some names is defined above the first of others, if the order matters to the notation."""


_Seen = tuple[tuple[Hashable, ...], tuple[bool, ...], tuple[bool, ...], int | None]
"""What the diagnostics of a chunk depended on: the facts of the names that it uses, whether they are above it if that
matters, whether the names that it defines are used, and the version of all names if messages suggest names.
"""


class Chunk:
    """A definition or a directive with its lines. Immutable except for its cache."""

    __slots__ = (
        *("above_next", "breaks", "changes_context", "depends_on_names", "found", "hidden", "ignores", "names"),
        *("required", "suggests", "summary", "text", "uses"),
        *("context", "revision", "_after", "_before", "_needs", "_seen", "_spans"),
    )

    def __init__(self, notation: Notation, text: str) -> None:
        self.text = text
        self.breaks = line_breaks(text)
        """The number of line ends."""
        analyser = notation.analyser
        self.names = tuple(name for name, _ in analyser.names(text))
        """The names that it defines, in order."""
        resolver = notation.resolver
        self.uses = tuple(dict.fromkeys([intern(name) for name, _ in resolver.references(text)])) if resolver else ()
        """The names that it may use, without repetitions."""
        matters = resolver.ordered if resolver else None
        self.required = tuple(filter(matters, self.uses)) if matters else self.uses
        """Those of them whose facts its diagnostics depend on."""
        self.depends_on_names = resolver is not None and bool(self.uses or self.names)
        """Whether its diagnostics depend on other chunks."""
        self.summary = analyser.summarize(text)
        """Its contribution to the settings of the file."""
        self.ignores = ignored(notation, text) if ignores_some(text[:LONGEST_SCANNED]) else ()
        """The codes that its comments ignore."""
        self.above_next = above_next(text, self.ignores) if self.ignores else ()
        """The codes that its last line ignores in the first line of the next chunk."""
        after = analyser.context_after(text, _ANY)
        self.changes_context = bool(self.above_next) or (after is not _ANY and after != _ANY)
        """Whether it may change the context."""
        self._spans: tuple[Span, ...] | None = None
        self._before: Context | None = None
        self._after = _ANY
        self.context: Context | None = None
        """The context of the cached diagnostics."""
        self.found: tuple[Diagnostic, ...] = ()
        """The cached diagnostics, sorted, with offsets from its start."""
        self.hidden = _NO_CODES
        """The codes of diagnostics that are not reported."""
        self.suggests = False
        """Whether they depend on all names of the file."""
        self._seen: _Seen | None = None
        self.revision: int | None = None
        """The revision of other definitions for which they were last validated."""
        self._needs: tuple[Context, dict[str, tuple[str, ...]]] | None = None

    def name_span(self, notation: Notation, ordinal: int) -> Span:
        """The span of one of its names, from its start."""
        if self._spans is None:
            self._spans = tuple(span for _, span in notation.analyser.names(self.text))
        return self._spans[ordinal]

    def context_after(self, notation: Notation, context: Context) -> Context:
        """The context after it, given the context before it."""
        if not self.changes_context:
            return below(context)
        if self._before is not context and self._before != context:
            after = notation.analyser.context_after(self.text, below(context))
            self._before = context
            self._after = replace(after, ignored_above=self.above_next) if self.above_next else after
        return self._after

    def needs(self, notation: Notation, context: Context, name: str) -> tuple[str, ...]:
        """The names that its definition of a name requires."""
        if self._needs is None or self._needs[0] != context:
            self._needs = context, {}
        known = self._needs[1]
        if name not in known:
            known[name] = notation.resolver.needs(self.text, context, name) if notation.resolver else ()
        return known[name]

    def is_diagnosed(self, context: Context, scope: Names, revision: int | None = None) -> bool:
        """Whether its cached diagnostics are valid for a context and the current definitions."""
        is_held = self.context is context or self.context == context
        if not is_held or not self.depends_on_names or (revision is not None and self.revision == revision):
            return is_held
        is_same = self._seen == self._sees(scope)
        self.revision = revision if is_same else None
        return is_same

    def _sees(self, scope: Names) -> _Seen:
        facts = tuple([scope.facts(name) for name in self.required])
        used, above = tuple(map(scope.is_used, self.names)), scope.order(self.required, self.names)
        return facts, above, used, scope.version if self.suggests else None

    def diagnostics(
        self, notation: Notation, context: Context, scope: Names, revision: int | None = None
    ) -> tuple[Diagnostic, ...]:
        """Its diagnostics, sorted, with offsets from its start."""
        if not self.is_diagnosed(context, scope, revision):
            found: Iterable[Diagnostic] = notation.analyser.diagnose(self.text, context, scope)
            if self.ignores or context.ignored_above or context.rules:
                found, self.hidden = reported(found, notation, self.text, self.ignores, context)
            self.found = merged(found) if found else ()
            if self.depends_on_names:
                self.revision = revision
                self.suggests = any(found.code.suggests for found in self.found)
                self._seen = self._sees(scope)
        self.context = context
        return self.found


class Placed(NamedTuple):
    """A chunk with its location in a document."""

    chunk: Chunk
    start: int
    """The offset of its first character."""
    line: int
    """The number of its first line, from zero."""
    context: Context
    """Its context."""


def starts(notation: Notation, text: str) -> Iterator[int | None]:
    """The offsets of the lines that start a chunk, in a text that starts with a whole line.

    None is a pause.
    """
    for count, line in enumerate(_LINE.finditer(text)):
        if notation.analyser.starts_chunk(line[0]):
            yield line.start()
        if not count % _LINES:
            yield None


def cutting(notation: Notation, text: str) -> Iterator[Chunk | None]:
    """The chunks of a text. Text before the first start belongs to the first chunk.

    None is a pause.
    """
    before = 0
    for start in starts(notation, text):
        if start is None:
            yield None
        elif start > before:
            yield Chunk(notation, text[before:start])
            yield None
            before = start
    yield Chunk(notation, text[before:])
