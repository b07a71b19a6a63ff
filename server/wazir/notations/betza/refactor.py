"""Refactorings: the canonical form, one step of a shorthand, newer spellings; and inlay hints of
shorthands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from wazir.budget import (
    MAX_GROUPS_MERGED,
    MAX_MOVES_REWRITTEN,
    MAX_PARTS_COMPARED,
    MAX_PATHS_REWRITTEN,
    MAX_SQUARES_REWRITTEN,
)
from wazir.notations.betza import codes
from wazir.notations.betza.checks import report_remarks
from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.engines import intended
from wazir.notations.betza.legs import Atom, paths, spell_atom, unspaced
from wazir.notations.betza.meaning import ReadLeg, lower
from wazir.notations.betza.spelling import (
    Group,
    base_of,
    find_parts,
    group_of,
    merged,
    modes_are_own,
    order,
    spell_leg,
    spell_modifiers,
)
from wazir.notations.notation import Context
from wazir.notations.reports import Report
from wazir.notations.results import HintKind, InlayHint, Refactoring
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Kind, Piece, Square, freest
from wazir.piece.motion.reach import reach
from wazir.syntax import Node, Tree
from wazir.text import Edit, Span, apply

MAX_LETTERS_REWRITTEN = 400
"""The longest definition that is rewritten."""


def refactorings(chunk: BetzaDefinition, span: Span) -> tuple[Refactoring, ...]:
    """The refactorings at a span."""
    definition = next(iter(chunk.definitions), None)
    if definition is None or definition.broken or not definition.span.touches(span):
        return ()
    moves, piece = chunk.moves, definition.piece
    if moves is None or piece is None:
        return ()
    if len(piece.moves) > MAX_MOVES_REWRITTEN or moves.end - moves.start > MAX_LETTERS_REWRITTEN:
        return ()
    possible = [*_expanded(chunk, span), *_modern(chunk, moves)]
    written = chunk.text[moves.start : moves.end]
    if "\n" in written or "\r" in written:
        text = None
    else:
        text = canonical(chunk.tree, chunk.dialect, chunk.pinned)
    if text is not None and text != "".join(written.split()):
        possible.append(
            Refactoring(f"Write it in canonical form: `{text}`", (Edit(moves.span, text),))
        )
    different = {
        apply(chunk.text, refactoring.edits): refactoring for refactoring in reversed(possible)
    }
    return tuple(reversed(different.values()))


def _expanded(chunk: BetzaDefinition, span: Span) -> Iterator[Refactoring]:
    """Expand the shorthand at a place by one step."""
    for parts in _by_leg(chunk.parts).values():
        part, atom = parts[-1], parts[-1].atom
        longer = stands_for(atom)
        if longer is None or not part.span.contains_inclusive(span.start):
            continue
        if len(atom.leaps) == 1 or len(atom.text) > 1:
            yield Refactoring(f"Expand to `{longer}`", (Edit(atom.span, longer),))
        elif (
            len(parts) == 1
            and part.is_first
            and not part.goes_on
            and (group := group_of(part, chunk.dialect))
        ):
            halves = "".join(half.spelled() or "" for half in group.halves())
            yield Refactoring(f"Expand to `{halves}`", (Edit(part.span, halves),))


def _modern(chunk: BetzaDefinition, moves: Node) -> Iterator[Refactoring]:
    """Replace all older spellings, even if the file sets the original dialect."""
    report = Report()
    lower(moves, chunk.dialect, pinned=False, report=report)
    report_remarks(chunk.tree, chunk.dialect, pinned=True, report=report)
    fixes = [old.fixes[0] for old in report.diagnostics() if old.code is codes.OBSOLETE_SPELLING]
    if fixes:
        title = "Write it in newer spellings" if len(fixes) > 1 else fixes[0].title
        yield Refactoring(title, tuple(edit for fix in fixes for edit in fix.edits))


def _by_leg(parts: Iterable[ReadLeg]) -> dict[int, tuple[ReadLeg, ...]]:
    """The parts of each leg, by its start."""
    return {start: tuple(run) for start, run in groupby(parts, key=lambda part: part.span.start)}


# The canonical form (B25): the same moves, always written in the same way.
#
# Legs that are moves by themselves are merged and put in order; chains keep theirs. What comes out
# is read again and
# kept only if it can do the same.


def canonical(tree: Tree, dialect: str, pinned: bool = True) -> str | None:
    """The moves of a definition in their canonical form; None if they cannot be read, or are too
    many.

    Args:
        tree: The definition. It is not checked that it has no signs of other dialects.
        dialect: The dialect that it is read in.
        pinned: Whether the file says so. If not, what comes out is written so that it is judged to
            be in that dialect.
    """
    moves = next((node for node in tree.nodes() if node.kind == "moves"), None)
    if moves is None or tree.problems or len(paths(moves, dialect)) > MAX_PATHS_REWRITTEN:
        return None
    groups, chains = _Writer(dialect, find_parts(moves, dialect)).written(moves)
    text = _joined(*_needed(groups, chains, dialect))
    meant = intended(unspaced(moves), dialect)
    again = intended(text, dialect)
    if meant is None or again is None:
        return None
    # They do the same by proof, or else by what they can do on an open board.
    if not equal_normal_forms(meant, again) and (
        (can := _can(meant)) is None or can != _can(again)
    ):
        return None
    own = dialect if pinned else BetzaDefinition(text, Context()).dialect
    judged = again if own == dialect else intended(text, own)
    return text if judged and equal_normal_forms(judged, again) else f"({text})"


def _needed(groups: list[str], chains: list[str], dialect: str) -> tuple[list[str], list[str]]:
    """The parts without the redundant ones."""
    if not 1 < len(groups) + len(chains) <= MAX_PARTS_COMPARED:
        return groups, chains
    whole = intended(_joined(groups, chains), dialect)
    for part in reversed((*groups, *chains)):
        fewer = [text for text in groups if text != part], [text for text in chains if text != part]
        left = intended(_joined(*fewer), dialect)
        if whole and left and equal_normal_forms(whole, left):
            groups, chains = fewer
    return groups, chains


def _can(piece: Piece) -> tuple[object, ...] | None:
    """The moves of a piece on an open board; None if there are too many to compare."""
    reached = reach(piece, limit=MAX_SQUARES_REWRITTEN)
    if reached.incomplete:
        return None
    kinds: dict[Square, set[Kind]] = {}
    for arrival in reached.arrivals:
        kinds.setdefault(arrival.square, set()).add(arrival.kind)
    return (
        reached.crosses_edge,
        reached.labels,
        {square: freest(each) for square, each in kinds.items()},
    )


class _Writer:
    """Writes the parts of one definition."""

    def __init__(self, dialect: str, parts: Iterable[ReadLeg]) -> None:
        self.dialect = dialect
        self.parts = _by_leg(parts)

    def written(self, moves: Node) -> tuple[list[str], list[str]]:
        """Groups of one leg, merged and in order; and everything else in its order."""
        groups: list[Group] = []
        others: dict[str, None] = {}
        for chain in self._chains(moves):
            leg = chain.first("leg") if len(chain.children) == 1 else None
            parts = self.parts.get(leg.start, ()) if leg else ()
            if len(parts) == 1 and (group := group_of(parts[0], self.dialect)):
                groups.append(group)
            else:
                others[self._chain(chain)] = None
        if len(groups) <= MAX_GROUPS_MERGED:
            groups = merged(groups)
        spellings = [(group.spelled(), group) for group in groups]
        orders = {text: order(group, text) for text, group in spellings if text}
        return sorted(orders, key=orders.__getitem__), list(others)

    def _chains(self, moves: Node) -> Iterator[Node]:
        """The chains, with groups that stand alone opened: they mean nothing (B10)."""
        for chain in moves.inner():
            if len(chain.children) == 1 and (group := chain.first("group")):
                yield from self._chains(group.inner()[0])
            else:
                yield chain

    def _chain(self, chain: Node) -> str:
        return "-".join(self._unit(child) for child in chain.inner())

    def _unit(self, unit: Node) -> str:
        """A leg, brackets or a group in canonical form."""
        if unit.kind == "leg":
            return self._leg(unit)
        if unit.kind == "bracket":
            between = unit.children[1:-1]
            inside = (
                self._leg(child) if isinstance(child, Node) else child.text for child in between
            )
            return f"[{''.join(inside)}]"
        chains = list(self._chains(unit.inner()[0]))
        if len(chains) == 1 and len(chains[0].children) == 1:
            return self._chain(chains[0])
        return f"({_joined([], [self._chain(chain) for chain in chains])})"

    def _leg(self, leg: Node) -> str:
        parts = self.parts.get(leg.start, ())
        spelled = spell_leg(parts[-1]) if parts else None
        before = [spell_modifiers(part) for part in parts[:-1]]
        if spelled is None:
            return unspaced(leg)
        return "".join(f"{text}a" for text in before) + spelled


def _joined(groups: list[str], chains: list[str]) -> str:
    """Parts one after the other, with default modes where two letters would make a doubled one."""
    text = ""
    for part in (*groups, *chains):
        if text and part[0].isupper() and part[0] == text[-1]:
            part = ("m" if part in chains else "mc") + part
        text += part
    return text


# Inlay hints: expanded shorthands and default modes

_BEFORE_ANOTHER = "The square must be empty: what a leg asks before another one."
_LAST = "Moves or captures: what a last leg does."


def inlay_hints(chunk: BetzaDefinition) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk, in order."""
    hints: dict[int, InlayHint] = {}
    for part in chunk.parts:
        alone, end = part.is_first and not part.goes_on, part.atom.span.end
        meant = stands_for(part.atom)
        if meant and len(part.atom.leaps) > 1 and part.modifiers.runs:
            group = group_of(part, chunk.dialect) if alone else None
            meant = "".join(half.spelled() or "" for half in group.halves()) if group else None
        if meant:
            hints[end] = InlayHint(
                end, f"= {meant}", f"Short for {meant}.", kind=HintKind.SHORTHAND
            )
        if alone or part.goes_on == part.is_last or part.modifiers.modes("mcd"):
            continue  # no modes are implied
        end = _end(part)
        if part.goes_on and not part.modifiers.modes("ptuog"):
            hints[end] = InlayHint(end, "m", _BEFORE_ANOTHER, kind=HintKind.IMPLIED)
        elif part.is_last and not modes_are_own(part):
            hints[end] = InlayHint(end, "mc", _LAST, kind=HintKind.IMPLIED)
    return tuple(hints[offset] for offset in sorted(hints))


def stands_for(atom: Atom) -> str | None:
    """The expansion of an atom with its range by one step, such as `RB` for `Q`; None if it is no
    shorthand.
    """
    base = base_of(atom)
    if base == "K":
        if len(atom.text) > 1:
            return "Q"
        return spell_atom("W", atom.least, atom.most) + spell_atom("F", atom.least, atom.most)
    if atom.text == base:
        near_far = "({},{})".format(*atom.leaps[0]) if atom.leaps else None
        return near_far if base[1:2] in ("X", "Y") else None
    spelled = spell_atom(base, atom.least, atom.most)
    return f"{base}0" if spelled == atom.text else spelled


def _end(part: ReadLeg) -> int:
    """After the modifiers of a leg: at its atom, or at the `a` that ends it."""
    leg, own = part.syntax.node, part.syntax.modifiers
    atom = leg.inner()[0].start
    if part.is_last or part.is_chained:
        return atom
    after = own[-1].end if own else leg.start
    return next(
        (token.start for token in leg.leaves() if token.text == "a" and token.start >= after), atom
    )
