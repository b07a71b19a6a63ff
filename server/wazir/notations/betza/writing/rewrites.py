"""Changes that an author may want: the canonical form, one step of a shorthand, newer spellings."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.notations.base import NO_NAMES, Context, Rewrite, Scope
from wazir.notations.betza import rules
from wazir.notations.betza.checking.remarks import report_remarks
from wazir.notations.betza.definition import analyse
from wazir.notations.betza.explaining.hints import stands_for
from wazir.notations.betza.explaining.places import Part, find_parts
from wazir.notations.betza.meaning.lower import lower
from wazir.notations.betza.reading.directives import context_after
from wazir.notations.betza.writing.canonical import canonical, do_the_same, moves_of
from wazir.notations.betza.writing.groups import group_of
from wazir.notations.report import Report
from wazir.syntax import Node, Tree
from wazir.text import Edit, Span

LONGEST = 400
"""A longer definition is left alone."""
MOST_MOVES = 500
"""So is one with more moves."""


def rewrites(text: str, context: Context, span: Span, _scope: Scope = NO_NAMES) -> tuple[Rewrite, ...]:
    """What may be rewritten where a span lies; each change keeps the moves of the piece."""
    analysis = analyse(text, context)
    if not analysis.definitions:
        return ()
    definition = analysis.definitions[0]
    moves = moves_of(analysis.tree)
    touches = definition.span.start <= span.end and span.start <= definition.span.end
    is_large = len(definition.piece.moves) > MOST_MOVES if definition.piece else True
    if moves is None or definition.broken or not touches or is_large or moves.end - moves.start > LONGEST:
        return ()
    dialect, pinned = definition.dialect, context_after(text, context).dialect is not None
    found = (
        *_expanded(moves, dialect, span),
        *_modern(analysis.tree, moves, dialect),
        *_canonical(analysis.tree, moves, dialect, pinned),
    )
    kept = (rewrite for rewrite in found if _keeps(text, context, moves, dialect, rewrite))
    different = {changed(text, rewrite.edits): rewrite for rewrite in reversed(list(kept))}
    return tuple(rewrite for rewrite in reversed(different.values()))


def _canonical(tree: Tree, moves: Node, dialect: str, pinned: bool) -> Iterator[Rewrite]:
    """The canonical form of moves on one line, if they are not in it yet."""
    written = tree.text[moves.start : moves.end]
    if "\n" in written or "\r" in written:
        return
    text = canonical(tree, dialect, pinned)
    if text is not None and text != "".join(written.split()):
        yield Rewrite(f"Write it in canonical form: `{text}`", (Edit(moves.span, text),))


def _expanded(moves: Node, dialect: str, span: Span) -> Iterator[Rewrite]:
    """The shorthand at a place, one step longer."""
    by_leg: dict[int, list[Part]] = {}
    for part in find_parts(moves, dialect):
        by_leg.setdefault(part.span.start, []).append(part)
    for parts in by_leg.values():
        part, atom = parts[-1], parts[-1].atom
        longer = stands_for(atom) if atom and part.span.start <= span.start <= part.span.end else None
        if atom is None or longer is None:
            continue
        if len(atom.leaps) == 1 or len(atom.text) > 1:
            yield Rewrite(f"Expand to `{longer}`", (Edit(atom.span, longer),))
        elif len(parts) == 1 and part.first and not part.inner and (group := group_of(part, dialect)):
            halves = "".join(half.spelled() or "" for half in group.halves())
            yield Rewrite(f"Expand to `{halves}`", (Edit(part.span, halves),))


def _modern(tree: Tree, moves: Node, dialect: str) -> Iterator[Rewrite]:
    """All older spellings made new, also where the file says that it is in the original dialect."""
    report = Report()
    lower(moves, dialect, False, report)
    report_remarks(tree, dialect, True, report)
    old = [found for found in report.diagnostics() if found.code is rules.OBSOLETE_SPELLING and found.fixes]
    edits = tuple(edit for found in old for edit in found.fixes[0].edits)
    if edits:
        yield Rewrite("Write it in newer spellings" if len(old) > 1 else old[0].fixes[0].title, edits)


def _keeps(text: str, context: Context, moves: Node, dialect: str, rewrite: Rewrite) -> bool:
    """Whether the piece is the same after a change; two letters that come together may make a doubled one."""
    after = analyse(changed(text, rewrite.edits), context)
    again = moves_of(after.tree)
    return again is not None and do_the_same(moves, again, dialect, after.definitions[0].dialect)


def changed(text: str, edits: tuple[Edit, ...]) -> str:
    """A text after some edits that do not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
