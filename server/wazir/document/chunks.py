"""Chunks: one definition or directive each, with what was computed of it; and the location of a text in its file."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.document.suppressions import Ignored, ignored
from wazir.notations.notation import Context, Notation
from wazir.text import LINE_END, line_breaks

if TYPE_CHECKING:
    from wazir.document.names import Answers, Names, RequiredNames

_LINE = re.compile(r"[^\r\n]++")
"""A nonempty line without its line end."""


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
        return LINE_END.sub(lambda end: end[0] + margin, text) if margin else text


TOP = Origin()
"""The origin of a text that is a whole file."""


class _Known(NamedTuple):
    """The diagnostics of a chunk, and what they were computed from."""

    context: Context
    answers: Answers | None
    diagnostics: tuple[Diagnostic, ...]


class Chunk:
    """A definition or a directive with its lines. Immutable except for its cache, whose entries are replaced whole."""

    __slots__ = ("_facts", "_known", "_needs", "breaks", "ignores", "names", "required", "summary", "text", "uses")

    def __init__(self, notation: Notation, text: str) -> None:
        self.text = text
        self.breaks = line_breaks(text)
        """The number of line ends."""
        self.names = tuple([name for name, _ in notation.analyser.names(text)])
        """The names that it defines, in order."""
        resolver = notation.resolver
        self.uses = tuple(dict.fromkeys([intern(name) for name, _ in resolver.references(text)])) if resolver else ()
        """The names that it may use, without repetitions."""
        matters = resolver.ordered if resolver else None
        self.required = tuple(filter(matters, self.uses)) if matters else self.uses
        """Those of them whose facts its diagnostics depend on."""
        self.summary = notation.analyser.summarize(text)
        """Its contribution to the settings of the file."""
        self.ignores = ignored(notation, text)
        """The codes that its comments ignore."""
        self._known: _Known | None = None
        self._needs: dict[str, tuple[Context, tuple[str, ...]]] = {}
        self._facts: dict[str, tuple[Hashable, Hashable]] = {}

    def is_below(self, ignored: Ignored) -> bool:
        """Whether a comment at its end is about the first line of the next chunk."""
        return ignored.line == self.breaks and self.text.endswith(("\n", "\r"))

    @property
    def ignored_below(self) -> frozenset[str]:
        """The codes that are ignored in the first line of the next chunk."""
        return frozenset([ignored.code for ignored in self.ignores if self.is_below(ignored)])

    def diagnostics(self, notation: Notation, context: Context, names: Names) -> tuple[Diagnostic, ...]:
        """Its diagnostics, whether they are reported or not, with offsets from its start."""
        known = self._known
        is_linked = notation.resolver is not None and bool(self.uses or self.names)
        is_read = known is not None and known.context == context
        if known and is_read and (not is_linked or known.answers == names.answers(self, known.diagnostics)):
            return known.diagnostics
        diagnostics = tuple(notation.analyser.diagnose(self.text, context, names))
        self._known = _Known(context, names.answers(self, diagnostics) if is_linked else None, diagnostics)
        return diagnostics

    def needs(self, notation: Notation, context: Context, name: str) -> tuple[str, ...]:
        """The names that its definition of a name requires."""
        known = self._needs.get(name)
        if known and known[0] == context:
            return known[1]
        needs = notation.resolver.needs(self.text, context, name) if notation.resolver else ()
        self._needs[name] = context, needs
        return needs

    def facts(
        self, notation: Notation, context: Context, name: str, required: RequiredNames, is_cyclic: bool
    ) -> Hashable:
        """The facts of its definition of a name, given those of the names that it requires."""
        reasons = context, tuple(required.known.values()), is_cyclic
        known = self._facts.get(name)
        if known and known[0] == reasons:
            return known[1]
        facts = notation.resolver.facts(self.text, context, name, required, is_cyclic) if notation.resolver else None
        self._facts[name] = reasons, facts
        return facts


class Placed(NamedTuple):
    """A chunk with its location in a document."""

    chunk: Chunk
    start: int
    """The offset of its first character."""
    line: int
    """The number of its first line, from zero."""
    context: Context
    """Its context."""


def cut(notation: Notation, text: str) -> list[str]:
    """The texts of the chunks of a text that begins with a whole line; at least one.

    Text before the first line that starts a chunk is a chunk of its own.
    """
    starts_chunk = notation.analyser.starts_chunk
    starts = [line.start() for line in _LINE.finditer(text) if starts_chunk(line[0])]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]
