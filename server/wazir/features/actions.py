"""Code actions: fixes of diagnostics, all safe fixes at once, refactorings, and comments that
ignore diagnostics.

A fix that a notation proposes is tried on the text, and offered only if it removes its diagnostic.
A comment must hide its diagnostic, and change nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from wazir.budget import (
    CHARACTERS_OF_DIAGNOSTIC,
    MAX_CHARACTERS_FIXED,
    if_affordable,
    in_time,
    is_cut,
    spend,
)
from wazir.diagnostics import UNUSED_IGNORE, Diagnostic
from wazir.document import Document, Placed
from wazir.document.suppressions import COMMENT, similar
from wazir.features import definitions
from wazir.features.trials import Trial, with_working_fixes
from wazir.features.written import CannotConvert, convert, keeps_meaning, touched
from wazir.notations.results import Definition
from wazir.text import (
    Edit,
    Position,
    Span,
    apply,
    by_lines,
    difference,
    newline,
    without_end,
)

FILE_ROUNDS = 4
"""The maximum number of passes over a file in which fixes of one definition may enable fixes of
others.
"""


class ActionKind(StrEnum):
    """The kinds of actions; the values are those of the Language Server Protocol."""

    FIX = "quickfix"
    IGNORE = "quickfix.ignore"
    REWRITE = "refactor.rewrite"
    CONVERT = "refactor.rewrite.convert"
    FIX_ALL = "source.fixAll"


@dataclass(frozen=True, slots=True)
class Action:
    """A change of text that an author may choose."""

    title: str
    edits: tuple[Edit, ...]
    kind: ActionKind
    diagnostic: Diagnostic | None = None
    """The diagnostic that it fixes."""
    preferred: bool = False
    """The most likely choice."""


def fixes(document: Document, span: Span) -> list[Action]:
    """The fixes of the diagnostics in a span, and the refactorings there."""
    offered = list[Action]()
    for diagnostic in with_working_fixes(document, in_time(document.diagnostics(span))):
        for number, fix in enumerate(diagnostic.fixes):
            preferred = fix.safe and number == 0
            offered.append(
                Action(
                    fix.title, fix.edits, ActionKind.FIX, diagnostic=diagnostic, preferred=preferred
                )
            )
        if diagnostic.code.id == document.notation.dialect_code:
            offered += _dialects(document, diagnostic)
    for placed in in_time(document.chunks(span)):
        with if_affordable():
            offered += _rewrites(document, placed, span)
    return offered


def _rewrites(document: Document, placed: Placed, span: Span) -> Iterator[Action]:
    """The refactorings of a chunk in a span that keep its meaning, or are meant to change it."""
    for refactoring in document.analysis(placed).refactorings(span.moved(-placed.start)):
        edits = tuple(edit.moved(placed.start) for edit in refactoring.edits)
        is_meant = refactoring.changes_meaning or Trial(document, placed).keeps(refactoring.edits)
        if is_meant and any(document.slice(edit.span) != edit.text for edit in edits):
            yield Action(refactoring.title, edits, ActionKind.REWRITE)


def _dialects(document: Document, diagnostic: Diagnostic) -> Iterator[Action]:
    """The actions that set, at the top of the file, each dialect in which the definition has no
    error.
    """
    notation = document.notation
    placed = document.chunk_at(diagnostic.span.start)
    if (writer := notation.writer) is None:
        return
    for dialect in notation.dialects:
        read = notation.read(
            placed.chunk.text, replace(placed.context, dialect=dialect), document.scope
        )
        if not any(definition.broken for definition in read.definitions):
            line = writer.heading(dialect, None)
            edit = Edit(Span(0, 0), line)
            yield Action(
                f"Write `{line.strip()}` at the top", (edit,), ActionKind.FIX, diagnostic=diagnostic
            )


def unrepeated(offered: Iterable[Action]) -> list[Action]:
    """The actions without refactorings that make the same edits as an earlier action."""
    distinct, seen = list[Action](), set[tuple[Edit, ...]]()
    for action in offered:
        if action.kind not in (ActionKind.REWRITE, ActionKind.CONVERT) or action.edits not in seen:
            distinct.append(action)
            seen.add(action.edits)
    return distinct


def fix_all(document: Document) -> tuple[Edit, ...]:
    """The edits that apply every safe fix of a document, until none is left; of a chunk with many,
    or a document with many chunks, those that there is time for.
    """
    edits, left = _fixed(document, [MAX_CHARACTERS_FIXED for _ in document.chunks()])
    if not edits or not document.notation.is_linked:
        return edits
    before = after = document.text
    for _ in range(FILE_ROUNDS):
        after = apply(after, edits)
        if is_cut():
            break
        edits, left = _fixed(document.with_text(after), left)
        if not edits:
            break
    return by_lines(before, after)


def _fixed(document: Document, left: Sequence[int]) -> tuple[tuple[Edit, ...], list[int]]:
    """The edits that apply the safe fixes of each chunk independently of the others, and the number
    of characters that may still be read for each; *left* is that number before.
    """
    edits, left_after = list[Edit](), list[int]()
    for placed, allowed in in_time(zip(document.chunks(), left, strict=True)):
        after: Trial | None = Trial(document, placed)
        while after:
            trial = after
            after, allowed = _after_safe_fix(trial, allowed)
        edits += [edit.moved(placed.start) for edit in difference(placed.chunk.text, trial.text)]
        left_after.append(allowed)
    return tuple(edits), left_after


def _after_safe_fix(trial: Trial, left: int) -> tuple[Trial | None, int]:
    """The chunk after the first safe fix, or None; and the number of characters that may still be
    read.
    """
    diagnostics = trial.document.own_diagnostics(trial.placed)
    cost = len(trial.text) + CHARACTERS_OF_DIAGNOSTIC * len(diagnostics) + 1
    for diagnostic in diagnostics:
        for fix in diagnostic.fixes:
            if not fix.safe or left <= 0:
                continue
            left -= cost
            tried = trial.tried(diagnostic, fix)
            if tried and tried[0].safe:
                return tried[1], left
    return None, left


# Other dialects

MAX_DEFINITIONS = 20
"""The number of definitions of a selection that are written in other dialects."""


def in_dialects(document: Document, span: Span) -> list[Action]:
    """The actions that convert the definitions that a span touches to each other dialect that can
    express them.
    """
    notation, offered = document.notation, list[Action]()
    if notation.converter:
        pairs = []
    else:
        pairs = list(islice(definitions.every(document, span), MAX_DEFINITIONS + 1))
    count = len(pairs) or len(touched(document, span))
    noun = "position" if notation.games else "definition"
    what = f"these {noun}s" if count > 1 else f"this {noun}"
    for dialect in notation.dialects if len(pairs) <= MAX_DEFINITIONS else ():
        edits: tuple[Edit, ...] = ()
        try:
            rewritten = (edit for pair in pairs for edit in _rewritten(document, *pair, dialect))
            with if_affordable():
                edits = convert(document, dialect, span) if notation.converter else tuple(rewritten)
        except CannotConvert:
            continue
        if edits:
            title = notation.dialect_titles.get(dialect, dialect)
            offered.append(Action(f"Convert {what} to {title}", edits, ActionKind.CONVERT))
    return offered


def _rewritten(
    document: Document, placed: Placed, definition: Definition, dialect: str
) -> tuple[Edit, ...]:
    """The edit that writes a definition in another dialect; none if the file would not read it so,
    with its meaning.
    """
    if definition.dialect == dialect:
        return ()
    writer = document.notation.writer
    piece = None if definition.broken else definition.piece
    try:
        text = writer.moves(piece, dialect, frozenset()) if writer and piece else ""
    except ValueError:
        return ()
    edit = Edit(definition.moves.moved(placed.start), text)
    after = document.apply(edit)
    rewritten = after.analysis(after.chunk_at(placed.start)).definitions
    again = [
        other for other in rewritten if (other.name, other.dialect) == (definition.name, dialect)
    ]
    is_kept = len(again) == 1 and keeps_meaning(definition, again[0])
    return (edit,) if piece and is_kept and document.slice(edit.span) != text else ()


# Comments that ignore diagnostics: each is tried before it is offered


MAX_IGNORED = 10
"""The maximum number of diagnostics for which comments are offered."""
STEPS_OF_CHARACTER = 2
"""The steps that reading a character of a chunk with errors takes."""


def ignoring(document: Document, span: Span) -> Iterator[Action]:
    """The actions that ignore the diagnostics in a span, in their lines and in the file."""
    distinct = dict[tuple[str, int], Diagnostic]()
    for diagnostic in islice(document.diagnostics(span), MAX_IGNORED):
        distinct.setdefault(
            (diagnostic.code.id, document.line_of(diagnostic.span.start)), diagnostic
        )
    for (code, line), diagnostic in distinct.items():
        if code == UNUSED_IGNORE.id:
            yield from _corrected(document, diagnostic, line)
            continue
        for title, edits in (
            (f"Ignore `{code}` on this line", _on_line(document, code, line)),
            (f"Ignore `{code}` in this file", _in_file(document, code)),
        ):
            if edit := next((edit for edit in edits if _hides(document, edit, diagnostic)), None):
                yield Action(title, (edit,), ActionKind.IGNORE, diagnostic=diagnostic)


def _on_line(document: Document, code: str, line: int) -> Iterator[Edit]:
    """The comments that may ignore a code in a line: in the comment there, after the line, and
    above it.
    """
    text = document.line_text(line)
    start = document.offset(Position(line, 0))
    end = start + len(without_end(text))
    for comment in COMMENT.finditer(text):
        if not comment["in_file"]:
            yield Edit(Span(start + comment.end(), start + comment.end()), f", {code}")
    marks = document.notation.line_comments
    for mark in marks:
        yield Edit(Span(end, end), f"  {mark} wazir: ignore {code}")
    indent = text[: len(text) - len(text.lstrip(" \t"))]
    for mark in marks:
        yield Edit(
            Span(start, start), f"{indent}{mark} wazir: ignore {code}{newline(document.text)}"
        )


def _in_file(document: Document, code: str) -> Iterator[Edit]:
    """The comments that may ignore a code in the file: in a comment that there is, and at the
    top.
    """
    for placed in document.chunks():
        ends = [
            ignore.span.end
            for ignore in placed.chunk.ignored_codes
            if ignore.line is None and ignore.code
        ]
        if ends:
            yield Edit(Span(placed.start + ends[-1], placed.start + ends[-1]), f", {code}")
            return
    for mark in document.notation.line_comments:
        yield Edit(Span(0, 0), f"{mark} wazir: ignore-file {code}{newline(document.text)}")


def _hides(document: Document, edit: Edit, diagnostic: Diagnostic) -> bool:
    """Whether an edit hides a diagnostic, changes the context of its chunk in no other way, and
    adds no diagnostic.
    """
    spend(STEPS_OF_CHARACTER * len(document.chunk_at(edit.span.start).chunk.text))
    after = document.apply(edit)
    by = len(edit.text) if edit.span.start <= diagnostic.span.start else 0
    before = document.chunk_at(diagnostic.span.start)
    now = after.chunk_at(diagnostic.span.start + by)
    if after.with_severity(diagnostic.moved(by)) or before.context != now.context:
        return False
    return _counts(after, now.start, edit.span.start) <= _counts(
        document, before.start, edit.span.start
    )


def _counts(document: Document, *offsets: int) -> Counter[str]:
    """The number of diagnostics of each code in the chunks at some offsets."""
    chunks = map(document.chunk_at, offsets)
    return Counter(
        diagnostic.code.id for placed in chunks for diagnostic in document.own_diagnostics(placed)
    )


def _corrected(document: Document, diagnostic: Diagnostic, line: int) -> Iterator[Action]:
    """The actions that write the known code that a comment means, and that remove what is useless
    in it.
    """
    for known in similar(document.notation, document.slice(diagnostic.span)):
        if known != document.slice(diagnostic.span):
            yield Action(
                f"Write `{known}`",
                (Edit(diagnostic.span, known),),
                ActionKind.FIX,
                diagnostic=diagnostic,
            )
    edit = Edit(_useless(document, diagnostic.span, line), "")
    yield Action(
        "Remove the useless comment", (edit,), ActionKind.FIX, diagnostic=diagnostic, preferred=True
    )


def _useless(document: Document, span: Span, line: int) -> Span:
    """A code with its comma; the comment, if it names no other; the line, if it has nothing
    else.
    """
    text = document.line_text(line)
    start = document.offset(Position(line, 0))
    local = span.moved(-start)
    comment = next(
        match for match in COMMENT.finditer(text) if match.start() <= local.start < match.end()
    )
    if comment["codes"]:
        codes = [Span(*match.span()) for match in _CODE.finditer(text, *comment.span("codes"))]
    else:
        codes = []
    if len(codes) > 1:
        at = codes.index(local)
        if at == 0:
            within = Span(codes[at].start, codes[at + 1].start)
        else:
            within = Span(codes[at - 1].end, codes[at].end)
        return within.moved(start)
    marks = "|".join(map(re.escape, document.notation.line_comments))
    mark = re.search(rf"[ \t]*(?:{marks})+[ \t]*$", text[: comment.start()])
    if mark is None or text[comment.end() :].strip():
        return Span(*comment.span()).moved(start)
    return Span(mark.start(), comment.end() if mark.start() else len(text)).moved(start)


_CODE = re.compile(r"[\w-]+")
