"""What the chunks of a document know of each other: the definitions, uses and facts of names."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.document.chunks import Chunk
from wazir.lazy import lazy
from wazir.notations.notation import Analysis, Context, Notation

MAX_NUMBERS = 100
"""The limit of numbers tried for an unused name."""


class Dependencies(NamedTuple):
    """What the diagnostics of a chunk depend on in the rest of the document. They change only with
    it.
    """

    facts: tuple[Hashable, ...]
    """The facts of the names that it defines and uses."""
    is_defined_above: tuple[bool, ...]
    """Whether each name that it uses is defined above it; empty if that does not matter."""
    is_used: tuple[bool, ...]
    """Whether each name that it defines is used."""
    suggested_names: tuple[str, ...]
    """All names of the document, if messages suggest some."""


class Definitions(NamedTuple):
    """The defined names. Chunks are given by their numbers."""

    first: Mapping[str, int]
    """The chunk with the first definition of each name, in the order of the text."""
    again: Mapping[str, Sequence[int]]
    """The chunks with the other definitions of a name, in order, once for each."""
    names: tuple[str, ...]
    """All names, without repetitions."""

    @staticmethod
    def of(chunks: Iterable[Chunk]) -> Definitions:
        """The names that some chunks define."""
        first: dict[str, int] = {}
        again: dict[str, list[int]] = {}
        for number, chunk in enumerate(chunks):
            for name in chunk.names:
                if name in first:
                    again.setdefault(name, []).append(number)
                else:
                    first[name] = number
        return Definitions(first, again, tuple(first))

    def chunks(self, name: str) -> Iterator[int]:
        """The chunks that define a name, in order."""
        numbers = chain((self.first[name],), self.again.get(name, ())) if name in self.first else ()
        return (number for number, _ in groupby(numbers))


class Uses:
    """The names that some chunks may use."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks

    @lazy
    def names(self) -> frozenset[str]:
        """All of them."""
        return frozenset(chain.from_iterable([chunk.uses for chunk in self._chunks]))

    @lazy
    def users(self) -> Mapping[str, Sequence[str]]:
        """For each of them, the names that the chunks using it define."""
        users: dict[str, list[str]] = {}
        for chunk in self._chunks:
            for name in chunk.uses:
                users.setdefault(name, []).extend(chunk.names)
        return users


class DocumentScope:
    """The names of a document: the scope of its chunks. Immutable except for its cache."""

    def __init__(
        self,
        notation: Notation,
        chunks: Sequence[Chunk],
        *,
        definitions: Definitions | None = None,
        uses: Uses | None = None,
        facts: Mapping[str, Hashable] | None = None,
    ) -> None:
        """*definitions*, *uses* and *facts* are those of the chunks, as far as they are known."""
        self._notation = notation
        self._chunks = chunks
        self._known_definitions = definitions
        self._uses = uses or Uses(chunks)
        self._facts = dict(facts or {})

    @lazy
    def definitions(self) -> Definitions:
        """The names that the document defines."""
        return self._known_definitions or Definitions.of(self._chunks)

    def after(
        self, chunks: Sequence[Chunk], removed: Sequence[Chunk], added: Sequence[Chunk]
    ) -> tuple[DocumentScope, set[str]]:
        """The names after some chunks are replaced, and those whose facts or uses may differ."""
        keeps_names = [chunk.names for chunk in removed] == [chunk.names for chunk in added]
        keeps_uses = [chunk.uses for chunk in removed] == [chunk.uses for chunk in added]
        definitions = self.definitions if keeps_names else None
        uses = self._uses if keeps_names and keeps_uses else Uses(chunks)
        if not self._notation.is_linked:
            return DocumentScope(self._notation, chunks, definitions=definitions, uses=uses), set()
        changed = {name for chunk in chain(removed, added) for name in chunk.names}
        waiting = [name for name in changed if name in uses.names]
        while waiting:  # all whose definitions use them, directly or not
            users = set(uses.users.get(waiting.pop(), ())) - changed
            changed |= users
            waiting.extend(users)
        kept = {name: facts for name, facts in self._facts.items() if name not in changed}
        scope = DocumentScope(
            self._notation, chunks, definitions=definitions, uses=uses, facts=kept
        )
        touched = {name for chunk in chain(removed, added) for name in chunk.uses}
        newly_or_no_longer_used = {
            name for name in touched if scope.is_used(name) != self.is_used(name)
        }
        return scope, changed | newly_or_no_longer_used

    # Scope

    def facts(self, name: str) -> Hashable | None:
        """The facts of a definition; None if the document does not define the name."""
        if not (self._notation.is_linked and self.defines(name)):
            return None
        if name not in self._facts:
            for component in self._components(name):
                self._find_facts(component)
        return self._facts[name]

    def analysis(self, name: str) -> Analysis | None:
        """The analysis, without a scope, of the chunk with the first definition of a name; None
        without one.
        """
        chunk = self.defining(name)
        return chunk.analysis if chunk else None

    def is_used(self, name: str) -> bool:
        """Whether the document may use a name."""
        return name in self._uses.names

    def defined_names(self) -> tuple[str, ...]:
        """All names that the document defines, in the order of the text."""
        return self.definitions.names

    def precedes(self, name: str, other: str) -> bool:
        """Whether the chunk with the first definition of a name is above that of another."""
        first = self.definitions.first
        return name in first and other in first and first[name] < first[other]

    # For documents and features

    def defining(self, name: str) -> Chunk | None:
        """The chunk with the first definition of a name; None without one."""
        number = self.definitions.first.get(name)
        return None if number is None else self._chunks[number]

    def defines(self, name: str) -> bool:
        """Whether the document defines a name."""
        return name in self.definitions.first

    @property
    def used(self) -> frozenset[str]:
        """The names that the document may use."""
        return self._uses.names

    def repeated(self, number: int) -> Iterator[tuple[int, str]]:
        """The definitions of a chunk whose names are defined before: the number in the chunk, and
        the name.
        """
        seen = set[str]()
        for ordinal, name in enumerate(self._chunks[number].names):
            if name in seen or self.definitions.first[name] < number:
                yield ordinal, name
            seen.add(name)

    def another_name(self, name: str, context: Context) -> str:
        """The spelling of a numbered name that nothing defines; empty if many numbers are taken."""
        for number in range(2, MAX_NUMBERS):
            key, spelling = self._notation.another_name(name, number, context)
            if not self.defines(key) and self._notation.library(key) is None:
                return spelling
        return ""

    def dependencies(self, chunk: Chunk, diagnostics: Iterable[Diagnostic]) -> Dependencies:
        """What the diagnostics of a chunk depend on, if it has these diagnostics."""
        is_defined_above = tuple[bool, ...]()
        if self._notation.is_ordered and chunk.names:
            first = chunk.names[0]
            is_defined_above = tuple([self.precedes(name, first) for name in chunk.required])
        suggests = any(diagnostic.code.suggests for diagnostic in diagnostics)
        return Dependencies(
            facts=tuple([self.facts(name) for name in (*chunk.names, *chunk.required)]),
            is_defined_above=is_defined_above,
            is_used=tuple([self.is_used(name) for name in chunk.names]),
            suggested_names=self.definitions.names if suggests else (),
        )

    # Facts

    def _needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name requires."""
        return self._chunks[self.definitions.first[name]].analysis.needs(name)

    def _find_facts(self, component: Sequence[str]) -> None:
        """Compute the facts of the names of a component. If it is a cycle, they do not see each
        other.
        """
        facts, others = dict[str, Hashable](), frozenset(component)
        is_cyclic = len(component) > 1 or component[0] in self._needs(component[0])
        for name in component:
            known = {
                need: self._facts.get(need) for need in self._needs(name) if need not in others
            }
            chunk = self._chunks[self.definitions.first[name]]
            facts[name] = chunk.facts(name, RequiredNames(self, known), is_cyclic)
        # Another thread that was faster saw the whole cycle; this one perhaps only what the other
        # left of it.
        if component[0] not in self._facts:
            self._facts.update(facts)

    def _components(self, name: str) -> Iterator[list[str]]:
        """The strongly connected components of the unknown names that a name requires, requirements
        first.

        Tarjan's algorithm without recursion.
        """
        order: dict[str, int] = {}
        lowest: dict[str, int] = {}
        path: list[str] = []
        settled = set[str]()
        work: list[tuple[str, Iterator[str]]] = []

        def enter(entered: str) -> None:
            order[entered] = lowest[entered] = len(order)
            path.append(entered)
            work.append((entered, iter(self._needs(entered))))

        enter(name)
        while work:
            current, needs = work[-1]
            for need in needs:
                if need in order:
                    if need not in settled:
                        lowest[current] = min(lowest[current], order[need])
                elif need not in self._facts and need in self.definitions.first:
                    enter(need)
                    break
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[current])
                if lowest[current] == order[current]:
                    component = [path.pop()]
                    while component[-1] != current:
                        component.append(path.pop())
                    settled.update(component)
                    yield component


class RequiredNames:
    """The scope for computing the facts of a definition. It has only facts that are known, so
    computation ends.
    """

    def __init__(self, scope: DocumentScope, known: Mapping[str, Hashable]) -> None:
        self.known = known
        """The facts of the required names outside of the cycle."""
        self.analysis = scope.analysis
        self.is_used = scope.is_used
        self.defined_names = scope.defined_names
        self.precedes = scope.precedes

    def facts(self, name: str) -> Hashable | None:
        """The facts of a required name outside of the cycle; None for another name."""
        return self.known.get(name)
