"""Refactorings: the canonical form, one step of a shorthand, newer spellings; and inlay hints of shorthands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wazir.notations.betza import rules
from wazir.notations.betza.checks import report_remarks
from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.engines import intended
from wazir.notations.betza.legs import Atom, paths, unspaced, with_range
from wazir.notations.betza.meaning import Part, lower
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
from wazir.notations.kit import Report
from wazir.notations.notation import Context
from wazir.notations.results import HintKind, InlayHint, Refactoring
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Kind, Piece, Square, freest
from wazir.piece.motion.reach import reach
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span, apply

LONGEST = 400
"""The longest definition that is rewritten."""
MOST_MOVES = 500
"""The most moves of a definition that is rewritten."""


def refactorings(chunk: BetzaAnalysis, span: Span) -> tuple[Refactoring, ...]:
    """The refactorings at a span."""
    definition = next(iter(chunk.definitions), None)
    if definition is None or definition.broken or definition.piece is None or not definition.span.touches(span):
        return ()
    moves = chunk.moves
    if moves is None or len(definition.piece.moves) > MOST_MOVES or moves.end - moves.start > LONGEST:
        return ()
    possible = (*_expanded(chunk, span), *_modern(chunk, moves), *_canonical(chunk, moves))
    different = {apply(chunk.text, refactoring.edits): refactoring for refactoring in reversed(possible)}
    return tuple(refactoring for refactoring in reversed(different.values()))


def _canonical(chunk: BetzaAnalysis, moves: Node) -> Iterator[Refactoring]:
    """Write moves on one line in canonical form, if they are not in it yet."""
    written = chunk.tree.text[moves.start : moves.end]
    if "\n" in written or "\r" in written:
        return
    text = canonical(chunk.tree, chunk.dialect, chunk.pinned)
    if text is not None and text != "".join(written.split()):
        yield Refactoring(f"Write it in canonical form: `{text}`", (Edit(moves.span, text),))


def _expanded(chunk: BetzaAnalysis, span: Span) -> Iterator[Refactoring]:
    """Expand the shorthand at a place by one step."""
    by_leg: dict[int, list[Part]] = {}
    for part in chunk.parts:
        by_leg.setdefault(part.span.start, []).append(part)
    for parts in by_leg.values():
        part, atom = parts[-1], parts[-1].atom
        longer = stands_for(atom)
        if longer is None or not part.span.contains_inclusive(span.start):
            continue
        if len(atom.leaps) == 1 or len(atom.text) > 1:
            yield Refactoring(f"Expand to `{longer}`", (Edit(atom.span, longer),))
        elif len(parts) == 1 and part.first and not part.inner and (group := group_of(part, chunk.dialect)):
            halves = "".join(half.spelled() or "" for half in group.halves())
            yield Refactoring(f"Expand to `{halves}`", (Edit(part.span, halves),))


def _modern(chunk: BetzaAnalysis, moves: Node) -> Iterator[Refactoring]:
    """Replace all older spellings, even if the file sets the original dialect."""
    report = Report()
    lower(moves, chunk.dialect, False, report)
    report_remarks(chunk.tree, chunk.dialect, True, report)
    old = [
        diagnostic
        for diagnostic in report.diagnostics()
        if diagnostic.code is rules.OBSOLETE_SPELLING and diagnostic.fixes
    ]
    edits = tuple(edit for diagnostic in old for edit in diagnostic.fixes[0].edits)
    if edits:
        yield Refactoring("Write it in newer spellings" if len(old) > 1 else old[0].fixes[0].title, edits)


# The canonical form (B25): the same moves, always written in the same way.
#
# Legs that are moves by themselves are merged and put in order; chains keep theirs. What comes out is read again and
# kept only if it can do the same.

MOST_GROUPS = 40
"""The number of groups that are merged at most."""
MOST_PATHS = 200
"""The most paths of a definition that is rewritten."""
MOST_PARTS = 12
"""The most parts among which redundant ones are searched."""
MOST_STATES = 3_000
"""The most states on an open board by which definitions are compared."""


def canonical(tree: Tree, dialect: str, pinned: bool = True) -> str | None:
    """The moves of a definition in their canonical form; None if they cannot be read, or are too many.

    Args:
        tree: The definition. It is not checked that it has no signs of other dialects.
        dialect: The dialect that it is read in.
        pinned: Whether the file says so. If not, what comes out is written so that it is judged to be in that dialect.
    """
    moves = tree.find("moves")
    if moves is None or tree.problems or len(paths(moves, dialect)) > MOST_PATHS:
        return None
    groups, chains = _Writer(dialect, find_parts(moves, dialect)).written(moves)
    text = _joined(*_needed(groups, chains, dialect))
    meant, again = intended(unspaced(moves), dialect), intended(text, dialect)
    if meant is None or again is None or not _do_the_same(meant, again):
        return None
    return text if pinned or _is_judged_the_same(text, again, dialect) else f"({text})"


def _needed(groups: list[str], chains: list[str], dialect: str) -> tuple[list[str], list[str]]:
    """The parts without the redundant ones."""
    if not 1 < len(groups) + len(chains) <= MOST_PARTS:
        return groups, chains
    whole = intended(_joined(groups, chains), dialect)
    for part in reversed((*groups, *chains)):
        fewer = [text for text in groups if text != part], [text for text in chains if text != part]
        left = intended(_joined(*fewer), dialect)
        if whole and left and equal_normal_forms(whole, left):
            groups, chains = fewer
    return groups, chains


def _is_judged_the_same(text: str, piece: Piece, dialect: str) -> bool:
    """Whether a text means a piece also in the dialect that it is judged to be in by itself."""
    own = BetzaAnalysis(text, Context()).dialect
    judged = piece if own == dialect else intended(text, own)
    return judged is not None and equal_normal_forms(judged, piece)


def _do_the_same(a: Piece, b: Piece) -> bool:
    """Whether two pieces do the same: by proof, or else by what they can do on an open board."""
    if equal_normal_forms(a, b):
        return True
    can = _can(a)
    return can is not None and can == _can(b)


def _can(piece: Piece) -> tuple[object, ...] | None:
    """The moves of a piece on an open board; None if there are too many to compare."""
    reached = reach(piece, limit=MOST_STATES)
    if reached.incomplete:
        return None
    kinds: dict[Square, set[Kind]] = {}
    for arrival in reached.arrivals:
        kinds.setdefault(arrival.square, set()).add(arrival.kind)
    return (reached.crosses_edge, reached.labels, {square: freest(each) for square, each in kinds.items()})


class _Writer:
    """Writes the parts of one definition."""

    def __init__(self, dialect: str, parts: Iterable[Part]) -> None:
        self.dialect = dialect
        self.parts: dict[int, list[Part]] = {}
        for part in parts:
            self.parts.setdefault(part.written.node.start, []).append(part)

    def written(self, moves: Node) -> tuple[list[str], list[str]]:
        """Groups of one leg, merged and in order; and everything else in its order."""
        groups: list[Group] = []
        others: dict[str, None] = {}
        for chain in self._chains(moves):
            if group := self._group(chain):
                groups.append(group)
            else:
                others[self._chain(chain)] = None
        if len(groups) <= MOST_GROUPS:
            groups = merged(groups)
        orders = {text: order(group, text) for group in groups if (text := group.spelled())}
        return sorted(orders, key=orders.__getitem__), list(others)

    def _chains(self, moves: Node) -> Iterator[Node]:
        """The chains, with groups that stand alone opened: they mean nothing (B10)."""
        for chain in moves.children:
            if not isinstance(chain, Node):
                continue
            only = chain.children[0]
            if len(chain.children) == 1 and isinstance(only, Node) and only.kind == "group":
                inner = only.inner()[0]
                yield from self._chains(inner)
            else:
                yield chain

    def _group(self, chain: Node) -> Group | None:
        """A chain that is one leg alone, by what it selects."""
        leg = chain.children[0]
        parts = self.parts.get(leg.start, ()) if isinstance(leg, Node) and leg.kind == "leg" else ()
        return group_of(parts[0], self.dialect) if len(chain.children) == len(parts) == 1 else None

    def _chain(self, chain: Node) -> str:
        return "-".join(self._unit(child) for child in chain.inner())

    def _unit(self, unit: Node) -> str:
        """A leg, brackets or a group in canonical form."""
        if unit.kind == "leg":
            return self._leg(unit)
        if unit.kind == "bracket":
            signs = {"HYPHEN": "-", "QUESTION": "?"}
            inside = (
                self._leg(child) if isinstance(child, Node) else signs.get(child.kind, "") for child in unit.children
            )
            return f"[{''.join(inside)}]"
        inner = unit.inner()[0]
        chains = list(self._chains(inner))
        if len(chains) == 1 and len(chains[0].children) == 1:
            return self._chain(chains[0])
        return f"({_joined([], [self._chain(chain) for chain in chains])})"

    def _leg(self, leg: Node) -> str:
        parts = self.parts.get(leg.start, [])
        spelled = spell_leg(parts[-1]) if parts else None
        before = [spell_modifiers(part) for part in parts[:-1]]
        if spelled is None or None in before:
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


def inlay_hints(chunk: BetzaAnalysis) -> tuple[InlayHint, ...]:
    """The inlay hints of a chunk, in order."""
    hints = {hint.offset: hint for part in chunk.parts for hint in (*_shorthand(part, chunk.dialect), *_implied(part))}
    return tuple(hints[offset] for offset in sorted(hints))


def stands_for(atom: Atom) -> str | None:
    """The expansion of an atom with its range by one step, such as `RB` for `Q`; None if it is no shorthand."""
    base = base_of(atom)
    if base == "K":
        if len(atom.text) > 1:
            return "Q"
        return with_range("W", atom.least, atom.most) + with_range("F", atom.least, atom.most)
    if atom.text == base:
        near_far = "({},{})".format(*atom.leaps[0]) if atom.leaps else None
        return near_far if base[1:2] in ("X", "Y") else None
    spelled = with_range(base, atom.least, atom.most)
    if len(atom.text) == 1 and spelled == atom.text:
        return f"{base}0"
    return spelled


def _shorthand(part: Part, dialect: str) -> Iterator[InlayHint]:
    """The expansion of a shorthand, as a hint."""
    atom = part.atom
    meant = stands_for(atom)
    if meant and len(atom.leaps) > 1 and part.words.runs:
        group = group_of(part, dialect) if part.first and not part.inner else None
        meant = "".join(half.spelled() or "" for half in group.halves()) if group else None
    if meant:
        yield InlayHint(atom.span.end, f"= {meant}", f"Short for {meant}.", HintKind.SHORTHAND)


def _implied(part: Part) -> Iterator[InlayHint]:
    """The default modes of a leg in a chain."""
    alone = part.first and not part.inner
    if alone or part.inner == part.last or part.words.modes("mcd"):
        return
    if part.inner and not part.words.modes("ptuog"):
        yield InlayHint(_end(part), "m", _BEFORE_ANOTHER, HintKind.IMPLIED)
    elif part.last and not modes_are_own(part):
        yield InlayHint(_end(part), "mc", _LAST, HintKind.IMPLIED)


def _end(part: Part) -> int:
    """After the modifiers of a leg: at its atom, or at the `a` that ends it."""
    own = part.written.modifiers
    children = part.written.node.children
    atom = next((child.start for child in children if isinstance(child, Node)), part.span.end)
    if part.last:
        return atom
    after = own[-1].end if own else part.span.start
    separators = (child.start for child in children if isinstance(child, Token) and child.text == "a")
    return next((start for start in separators if start >= after and not part.chained), atom)
