"""A place in a definition, and what a word that is inserted there does to the piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from wazir.lazy import lazy
from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.dialects import XBETZA
from wazir.notations.betza.effects import Reading, Role, errors, role
from wazir.notations.betza.engines import READERS
from wazir.notations.betza.engines.comparison import is_misread
from wazir.notations.betza.legs import LEAPS, Path, Written, paths
from wazir.notations.betza.meaning import Lowering, lower
from wazir.notations.betza.parts import Part
from wazir.notations.betza.syntax import GRAMMAR, provably_clean
from wazir.notations.kit import Report
from wazir.notations.notation import Context
from wazir.notations.results import CompletionItem
from wazir.piece.equivalence.normal import are_made_alike
from wazir.piece.model import Piece
from wazir.syntax import Node, Token
from wazir.text import Span

LONGEST_TRIED = 200
"""The longest definition in which items are tried."""
MOST_LEGS_TRIED = 30
"""The most legs of a definition in which items are tried."""


@dataclass(frozen=True)
class Place:
    """A place in a definition."""

    chunk: BetzaAnalysis
    """The definition before the insertion. It has no profile: to compare each item with the engine takes too long."""
    offset: int
    profile: str | None = None

    @property
    def before(self) -> str:
        """The text before it."""
        return self.chunk.text[: self.offset]

    @property
    def after(self) -> str:
        """The text after it."""
        return self.chunk.text[self.offset :]

    @property
    def dialect(self) -> str:
        """The dialect of the definition before the insertion."""
        return self.chunk.dialect

    @property
    def pinned(self) -> str | None:
        """The dialect that is set here."""
        return self.chunk.next_context.dialect

    @lazy
    def part(self) -> Part | None:
        """The leg among whose modifiers the place is, if it has an atom."""
        after = len(self.chunk.text) - len(self.after.lstrip())
        held = (part for part in self.chunk.parts if part.span.start == after or _holds(part, self.offset))
        return next((part for part in held if part.atom), None)

    @lazy
    def expected(self) -> frozenset[str]:
        """The kinds of words that the grammar allows here."""
        return GRAMMAR.expected(self.before, self.offset)

    @lazy
    def own(self) -> str:
        """The modifiers that the leg has already, to the left."""
        before = takewhile(lambda token: token.kind == "MODIFIER", reversed(GRAMMAR.parse(self.before).tokens))
        letters = "".join(token.text for token in before)[::-1]
        return letters.rpartition("a")[2] if self.dialect == XBETZA else letters

    @lazy
    def is_small(self) -> bool:
        """Whether items are tried."""
        if len(self.chunk.text) > LONGEST_TRIED:
            return False
        pieces = [definition.piece for definition in self.chunk.definitions if definition.piece]
        return sum(len(move.legs) for piece in pieces for move in piece.moves) <= MOST_LEGS_TRIED

    def useful(self, completions: Iterable[CompletionItem]) -> Iterator[CompletionItem]:
        """The items that cause no new error and change the piece."""
        if not self.is_small:
            yield from completions
            return
        is_read_well = self.profile in READERS and not _is_misread(self.chunk, self.profile)
        for item in completions:
            if self._is_changed(item.label) and not (is_read_well and _is_misread(self._with(item), self.profile)):
                yield item

    def _with(self, item: CompletionItem) -> BetzaAnalysis:
        return replace(self.chunk, text=self.before + item.label + self.after)

    def _is_changed(self, sign: str) -> bool:
        """Whether a sign at the place causes no new error and changes the piece."""
        leg = self._leg_with(sign) if sign.islower() else None
        is_changed = self.role.is_changed(leg, sign) if self.role and leg else None
        if is_changed is not None:
            return is_changed
        text, here, span = self.chunk.text, self.offset, self._read_with(sign)
        before, kept, piece = self._beside_of(span)
        after = (self._with_leg(leg) if leg else self._with_atom(sign)) if span.start < span.end else None
        after = after or self._read(text[span.start : here] + sign + text[here : span.end])
        return after.errors <= before.errors and not are_made_alike(_together(after, *kept), piece)

    def _beside_of(self, span: Span) -> _Beside:
        if span not in self._known:
            text = self.chunk.text
            before = self._read(text[span.start : span.end])
            kept = (self._read(text[self._moves.start : span.start]), self._read(text[span.end : self._moves.end]))
            self._known[span] = _Beside(before, kept, _together(before, *kept))
        return self._known[span]

    @lazy
    def _known(self) -> dict[Span, _Beside]:
        return {}

    def _read(self, moves: str) -> Reading:
        return _reading(moves, self.chunk.next_context if self._is_apart else self.chunk.context)

    def _leg_with(self, sign: str) -> Written | None:
        """The modifiers of the leg at the place with some more; None if other legs may change."""
        if self.part is None or not self._paths or (sign == "a" and self._splits):
            return None
        before, after = self._around
        more = [Token("MODIFIER", letter, self.offset) for letter in sign]
        return self.part.written._replace(modifiers=(*before, *more, *after))

    @lazy
    def _around(self) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
        """The modifiers of the leg at the place, before it and after it."""
        own = self.part.written.modifiers if self.part else ()
        count = sum(token.start < self.offset for token in own)
        return own[:count], own[count:]

    def _with_leg(self, changed: Written) -> Reading:
        """The chains at the place with the modifiers of their leg changed."""
        node, others = changed.node, [child for child in changed.node.children if child.kind != "MODIFIER"]
        written = changed._replace(node=node._replace(children=(*changed.modifiers, *others)))
        return self._lowered([_with(path, node, written, is_last=False) for path in self._paths])

    def _with_atom(self, atom: str) -> Reading | None:
        """The chains at the place with an atom more, for which one leg is read; None if other legs may change."""
        if self.part is None or not self._paths or atom not in LEAPS or not self._parts_with(atom):
            return None
        leg, (before, _) = self.part.written.node, self._around
        node = Node("atom", (Token("ATOM", atom, self.offset),), self.offset, self.offset + 1)
        changed = Written(Node("leg", (*before, node), leg.start, node.end), before)
        found = self._lowered([_with(path, leg, changed, is_last=True) for path in self._paths])
        rest = self._read(self.chunk.text[self.offset : self._beside[-1].end])
        return Reading(found.errors + rest.errors, _together(found, rest))

    @lazy
    def role(self) -> Role | None:
        """The role of the leg at the place, if it has only one."""
        node = self.part.written.node if self.part else None
        followed = [path for path in self._paths if any(leg.node is node for leg in path.legs)]
        if node is None or len(followed) != 1:
            return None
        own = next(chain for chain in self._beside if chain.start <= node.start < chain.end)
        reading, kept, _ = self._beside_of(own.span)
        others = tuple([move for one in kept for move in one.piece.moves])
        return role(self._lowering, followed[0], node, reading, others)

    def _parts_with(self, atom: str) -> bool:
        """Whether an atom at the place ends a chain, and what follows begins one."""
        is_plain = all(unit.kind == "leg" for chain in self._beside for unit in chain.inner())
        follows = self.after.lstrip()[:1]
        return is_plain and follows.isalpha() and follows not in (atom, "X", "Y") and self.before.rstrip()[-1:] != atom

    @lazy
    def _lowering(self) -> Lowering:
        return Lowering(self.dialect, self.chunk.pinned, Report())

    def _lowered(self, found: Iterable[Path]) -> Reading:
        self._lowering.report = report = Report()
        piece = self._lowering.piece(found)
        return Reading(errors(report.diagnostics()), piece)

    @lazy
    def _paths(self) -> tuple[Path, ...]:
        """The paths of the chains at the place; none if a sign more may change other legs, or if not only legs err."""
        leg, beside = self.part.written.node if self.part else None, self._beside
        splits = self._splits and leg is not None and any(sign.text == "a" for sign in leg.leaves("MODIFIER"))
        if leg is None or not beside or splits:
            return ()
        start, end = beside[0].start, beside[-1].end
        found = tuple(paths(Node("moves", beside, start, end), self.dialect))
        return found if self._lowered(found).errors == self._read(self.chunk.text[start:end]).errors else ()

    @property
    def _splits(self) -> bool:
        """Whether an `a` makes several legs of the leg at the place (B20)."""
        return self.dialect == XBETZA and not (self.part and self.part.chained)

    @lazy
    def _beside(self) -> tuple[Node, ...]:
        """The chain at the place, or the two beside it, if each chain means the same without the others."""
        chains = self.chunk.moves.inner() if self._is_apart and self.chunk.moves else ()
        before = [chain for chain in chains if chain.start < self.offset]
        after = [chain for chain in chains if chain.end > self.offset]
        return tuple(dict.fromkeys((*before[-1:], *after[:1])))

    @lazy
    def _is_apart(self) -> bool:
        """Whether each chain means the same without the others."""
        chunk = self.chunk
        return chunk.moves is not None and not chunk.tree.problems and (chunk.pinned or chunk.dialect == XBETZA)

    @property
    def _moves(self) -> Span:
        """What is read: the moves, or all of a text that cannot be taken apart."""
        return self.chunk.moves.span if self._is_apart and self.chunk.moves else Span(0, len(self.chunk.text))

    def _read_with(self, sign: str) -> Span:
        """The chains whose meaning a sign may change: that at the place, or those beside it if it may join them."""
        beside, text = self._beside, self.chunk.text
        is_within = any(chain.start < self.offset < chain.end for chain in beside)
        signs = [text[chain.end - 1 if chain.start < self.offset else chain.start] for chain in beside]
        if sign in LEAPS and beside and not is_within and sign not in signs:
            return Span(self.offset, self.offset)
        return Span(beside[0].start, beside[-1].end) if beside else self._moves


def _holds(part: Part, offset: int) -> bool:
    """Whether a place is among the modifiers of a leg, or right before its atom."""
    own = part.written.modifiers
    atom = next((child.start for child in part.written.node.inner()), part.span.start)
    if own and own[0].start <= offset <= own[-1].end:
        return True
    return (part.last or part.chained) and (own[-1].end if own else part.span.start) <= offset <= atom


class _Beside(NamedTuple):
    """A span of the moves, the moves before and after it, and the piece of all."""

    within: Reading
    kept: tuple[Reading, Reading]
    piece: Piece


@lru_cache(512)
def _reading(text: str, context: Context) -> Reading:
    """Some chains by themselves, or a whole definition."""
    chunk = BetzaAnalysis(text, context)
    if provably_clean(text, context):
        piece = lower(chunk.moves, chunk.dialect, chunk.pinned, Report()) if chunk.moves else Piece(())
        return Reading(Counter(), piece)
    return Reading(errors(chunk.diagnostics), chunk.piece or Piece(()))


def _with(path: Path, leg: Node, changed: Written, is_last: bool) -> Path:
    """A path with a leg changed, if it has the leg, which may then be its last."""
    number = next((number for number, one in enumerate(path.legs) if one.node is leg), None)
    if number is None:
        return path
    return path._replace(legs=(*path.legs[:number], changed, *(() if is_last else path.legs[number + 1 :])))


def _together(*readings: Reading) -> Piece:
    """The piece of chains, with a move for each that has it."""
    moves = tuple([move for one in readings for move in one.piece.moves])
    return Piece(moves, tuple(dict.fromkeys([word for one in readings for word in one.piece.properties])))


def _is_misread(chunk: BetzaAnalysis, profile: str | None) -> bool:
    """Whether the engine of a profile plays other moves than those of a definition, as far as that is seen quickly."""
    if profile not in READERS or chunk.moves is None or chunk.piece is None:
        return False
    text = "".join(chunk.text[chunk.moves.start : chunk.moves.end].split())
    return is_misread(text, chunk.piece, chunk.dialect, profile, chunk.next_context.board)
