"""Chunks: one definition or directive each, with what was computed of it."""

from __future__ import annotations

import re
from collections.abc import Hashable
from itertools import pairwise
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.document.suppressions import IgnoredCode, ignored_codes
from wazir.lazy import lazy
from wazir.notations.notation import Analysis, Context, Notation, Scope
from wazir.text import line_breaks

if TYPE_CHECKING:
    from wazir.document.names import Dependencies, DocumentScope, RequiredNames

_LINE = re.compile(r"[^\r\n]++")
"""A nonempty line without its line end."""


class Chunk:
    """A definition or a directive with its lines. Immutable except for its cache, whose entries are
    replaced whole.
    """

    def __init__(self, notation: Notation, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.analysis = notation.read(text, context)
        """The analysis of the chunk by itself. What depends on the names of the file is asked of
        the document.
        """
        self._notation = notation
        self._known: tuple[Dependencies, tuple[Diagnostic, ...]] | None = None
        """Its diagnostics, after what they were computed from."""
        self._facts: dict[str, tuple[Hashable, Hashable]] = {}

    @lazy
    def names(self) -> tuple[str, ...]:
        """The names that it defines, in order."""
        return tuple([name for name, _ in self.analysis.names])

    @lazy
    def uses(self) -> tuple[str, ...]:
        """The names that it may use, without repetitions."""
        return tuple(dict.fromkeys([intern(name) for name, _ in self.analysis.uses]))

    @lazy
    def required(self) -> tuple[str, ...]:
        """Those of them whose facts its diagnostics depend on."""
        return tuple(filter(self._notation.is_required, self.uses))

    @lazy
    def ignored_codes(self) -> tuple[IgnoredCode, ...]:
        """The codes that its comments ignore."""
        return ignored_codes(self._notation, self.text)

    def ignores_below(self, ignored: IgnoredCode) -> bool:
        """Whether it ignores a code in the first line of the next chunk, by a comment at its
        end.
        """
        return ignored.line == line_breaks(self.text) and self.text.endswith(("\n", "\r"))

    def in_scope(self, scope: Scope) -> Analysis:
        """Its analysis in a file with some names."""
        return self.analysis.in_scope(scope) if self._notation.is_linked else self.analysis

    def diagnostics(self, scope: DocumentScope) -> tuple[Diagnostic, ...]:
        """Its diagnostics, whether they are reported or not, with offsets from its start."""
        if not (self._notation.is_linked and (self.uses or self.names)):
            return self.analysis.diagnostics  # which depend on no other chunk
        if self._known is not None:
            dependencies, diagnostics = self._known
            if dependencies == scope.dependencies(self, diagnostics):
                return diagnostics
        diagnostics = self.in_scope(scope).diagnostics
        self._known = scope.dependencies(self, diagnostics), diagnostics
        return diagnostics

    def facts(self, name: str, required: RequiredNames, is_cyclic: bool) -> Hashable:
        """The facts of its definition of a name, given those of the names that it requires."""
        reasons = tuple(required.known.values()), is_cyclic
        known = self._facts.get(name)
        if known and known[0] == reasons:
            return known[1]
        facts = self.in_scope(required).facts(name, is_cyclic)
        self._facts[name] = reasons, facts
        return facts


class Placed(NamedTuple):
    """A chunk with its location in a document."""

    chunk: Chunk
    start: int
    """The offset of its first character."""

    @property
    def context(self) -> Context:
        """The context of the chunk."""
        return self.chunk.context


def cut(notation: Notation, text: str) -> list[str]:
    """The texts of the chunks of a text that begins with a whole line; at least one.

    Text before the first line that starts a chunk is a chunk of its own.
    """
    starts = [line.start() for line in _LINE.finditer(text) if notation.starts_chunk(line[0])]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]
