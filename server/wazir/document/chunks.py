"""The pieces of a file, one definition or directive each: where they start, and what is kept of each."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from sys import intern
from typing import Protocol

from wazir.diagnostics import Diagnostic, merged
from wazir.notations.base import Context, Notation, Scope
from wazir.text import Span, line_breaks

_LINE = re.compile(r"[^\r\n]++")
"""A line that is not empty, without its line end."""
_LINES = 64
"""As many lines are cut in a step."""
_ANY = Context(dialect="?", board="?", profile="?")
"""A context that no directive leaves as it is."""


class Names(Scope, Protocol):
    """The scope of a file, which has a version of its set of names."""

    @property
    def version(self) -> int:
        """Another one whenever another set of names is defined."""

    def order(self, uses: Sequence[str], names: Sequence[str]) -> tuple[bool, ...]:
        """Whether each of some names stands above the first of others, if that matters to the notation."""


_Seen = tuple[tuple[Hashable, ...], tuple[bool, ...], tuple[bool, ...], int | None]
"""What a chunk saw of others: the facts of the names that it uses, whether they stand above it if that matters, whether
those that it defines are used, and the version of all names if it says something that depends on them.
"""


class Chunk:
    """A definition or a directive, with the lines that belong to it. Only what it remembers ever changes."""

    __slots__ = (
        *("asks", "breaks", "found", "names", "suggests", "summary", "text", "turns", "uses"),
        *("_after", "_before", "_context", "_needs", "_seen", "_spans", "_stamp"),
    )

    def __init__(self, notation: Notation, text: str) -> None:
        self.text = text
        self.breaks = line_breaks(text)
        """How many line ends it has."""
        analyser = notation.analyser
        self.names = tuple(name for name, _ in analyser.names(text))
        """The names that it defines, in order."""
        resolver = notation.resolver
        self.uses = tuple(dict.fromkeys([intern(name) for name, _ in resolver.references(text)])) if resolver else ()
        """The names that it may use, each once."""
        self.asks = resolver is not None and bool(self.uses or self.names)
        """Whether what there is to say about it depends on others."""
        self.summary = analyser.summarize(text)
        """What it tells of its file."""
        self.turns = analyser.context_after(text, _ANY) != _ANY
        """Whether the context behind it may differ from the one before it."""
        self._spans: tuple[Span, ...] | None = None
        self._before: Context | None = None
        self._after = _ANY
        self._context: Context | None = None
        self.found: tuple[Diagnostic, ...] = ()
        """What there was to say about it when it was last asked; by places, with offsets from its start."""
        self.suggests = False
        """Whether some of that depends on all names of the file."""
        self._seen: _Seen | None = None
        self._stamp: int | None = None
        """The state of other definitions in which that was last found to hold."""
        self._needs: tuple[Context, dict[str, tuple[str, ...]]] | None = None

    def name_span(self, notation: Notation, ordinal: int) -> Span:
        """Where one of its names stands, from its start."""
        if self._spans is None:
            self._spans = tuple(span for _, span in notation.analyser.names(self.text))
        return self._spans[ordinal]

    def context_after(self, notation: Notation, context: Context) -> Context:
        """What holds behind it, if a context holds before it."""
        if not self.turns:
            return context
        if self._before is not context and self._before != context:
            self._before, self._after = context, notation.analyser.context_after(self.text, context)
        return self._after

    def needs(self, notation: Notation, context: Context, name: str) -> tuple[str, ...]:
        """The names that its definition of a name needs."""
        if self._needs is None or self._needs[0] != context:
            self._needs = context, {}
        known = self._needs[1]
        if name not in known:
            known[name] = notation.resolver.needs(self.text, context, name) if notation.resolver else ()
        return known[name]

    def is_settled(self, context: Context, stamp: int) -> bool:
        """Whether its diagnostics are known without a look at other definitions."""
        return (self._context is context or self._context == context) and (not self.asks or self._stamp == stamp)

    def is_diagnosed(self, context: Context, scope: Names, stamp: int | None = None) -> bool:
        """Whether it remembers what there is to say about it in a context, other definitions being as they are."""
        is_held = self._context is context or self._context == context
        if not is_held or not self.asks or (stamp is not None and self._stamp == stamp):
            return is_held
        is_same = self._seen == self._sees(scope)
        self._stamp = stamp if is_same else None
        return is_same

    def _sees(self, scope: Names) -> _Seen:
        facts = tuple([scope.facts(name) for name in self.uses])
        used, above = tuple(map(scope.is_used, self.names)), scope.order(self.uses, self.names)
        return facts, above, used, scope.version if self.suggests else None

    def diagnostics(
        self, notation: Notation, context: Context, scope: Names, stamp: int | None = None
    ) -> tuple[Diagnostic, ...]:
        """What there is to say about it, in the order of places, with offsets from its start."""
        if not self.is_diagnosed(context, scope, stamp):
            self.found = merged(notation.analyser.diagnose(self.text, context, scope))
            if self.asks:
                self._stamp = stamp
                self.suggests = any(found.code.suggests for found in self.found)
                self._seen = self._sees(scope)
        self._context = context
        return self.found


def starts(notation: Notation, text: str) -> Iterator[int | None]:
    """The offsets of the lines that start a chunk, in a text that begins with the start of a line.

    None comes between as a pause.
    """
    for count, line in enumerate(_LINE.finditer(text)):
        if notation.analyser.starts_chunk(line[0]):
            yield line.start()
        if not count % _LINES:
            yield None


def cutting(notation: Notation, text: str) -> Iterator[Chunk | None]:
    """The chunks of a text. What stands before the first start belongs to the first chunk that there is.

    None comes between as a pause.
    """
    before = 0
    for start in starts(notation, text):
        if start is None:
            yield None
        elif start > before:
            yield Chunk(notation, text[before:start])
            before = start
    yield Chunk(notation, text[before:])
