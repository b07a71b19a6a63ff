"""Code actions about comments that ignore diagnostics: write one, and remove one that ignores nothing.

A comment is tried before it is offered: it must hide its diagnostic, and change nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from wazir.diagnostics import UNUSED_IGNORE, Diagnostic
from wazir.document import Document
from wazir.document.suppressions import COMMENT, similar
from wazir.features.actions import Action, ActionKind
from wazir.text import Edit, Position, Span, without_end

MOST = 10
"""The maximum number of diagnostics for which comments are offered."""


def ignoring(document: Document, span: Span) -> list[Action]:
    """The actions that ignore the diagnostics in a span, in their lines and in the file."""
    offered, seen = list[Action](), set[tuple[str, int]]()
    for diagnostic in islice(document.diagnostics(span), MOST):
        line = document.position(diagnostic.span.start).line
        code = diagnostic.code.id
        if (code, line) in seen:
            continue
        seen.add((code, line))
        if code == UNUSED_IGNORE.id:
            offered += _corrected(document, diagnostic, line)
            continue
        for title, edits in (
            (f"Ignore `{code}` on this line", _on_line(document, code, line)),
            (f"Ignore `{code}` in this file", _in_file(document, code)),
        ):
            for edit in edits:
                if _hides(document, edit, diagnostic):
                    offered.append(Action(title, (edit,), ActionKind.FIX, diagnostic))
                    break
    return offered


def _on_line(document: Document, code: str, line: int) -> Iterator[Edit]:
    """The comments that may ignore a code in a line: in the comment there, after the line, and above it."""
    text = document.line_text(line)
    start = document.offset(Position(line, 0))
    end = start + len(without_end(text))
    for comment in COMMENT.finditer(text):
        if comment["codes"] and not comment["in_file"]:
            yield Edit(Span(start + comment.end(), start + comment.end()), f", {code}")
    marks = document.notation.line_comments
    for mark in marks:
        yield Edit(Span(end, end), f"  {mark} wazir: ignore {code}")
    indent = text[: len(text) - len(text.lstrip(" \t"))]
    for mark in marks:
        yield Edit(Span(start, start), f"{indent}{mark} wazir: ignore {code}{_line_end(document)}")


def _in_file(document: Document, code: str) -> Iterator[Edit]:
    """The comments that may ignore a code in the file: in a comment that there is, and at the top."""
    for placed in document.chunks():
        ends = [ignore.span.end for ignore in placed.chunk.ignores if ignore.line is None and ignore.code]
        if ends:
            yield Edit(Span(placed.start + ends[-1], placed.start + ends[-1]), f", {code}")
            return
    for mark in document.notation.line_comments:
        yield Edit(Span(0, 0), f"{mark} wazir: ignore-file {code}{_line_end(document)}")


def _line_end(document: Document) -> str:
    first = document.line_text(0)
    return first[len(without_end(first)) :] or "\n"


def _hides(document: Document, edit: Edit, diagnostic: Diagnostic) -> bool:
    """Whether an edit hides a diagnostic, changes the context of its chunk in no other way, and adds no diagnostic."""
    after = document.apply(edit)
    by = len(edit.text) if edit.span.start <= diagnostic.span.start else 0
    before, now = document.chunk_at(diagnostic.span.start), after.chunk_at(diagnostic.span.start + by)
    if after.judged(diagnostic.moved(by)) or before.context != now.context:
        return False
    new = _counts(after, now.start, edit.span.start)
    old = _counts(document, before.start, edit.span.start)
    return all(count <= old[code] for code, count in new.items())


def _counts(document: Document, *offsets: int) -> Counter[str]:
    """The number of diagnostics of each code in the chunks at some offsets."""
    counts = Counter[str]()
    for placed in map(document.chunk_at, offsets):
        diagnostics = document.own_diagnostics(placed)
        counts.update(diagnostic.code.id for diagnostic in diagnostics)
    return counts


def _corrected(document: Document, diagnostic: Diagnostic, line: int) -> Iterator[Action]:
    """The actions that write the known code that a comment means, and that remove what is useless in it."""
    code = document.slice(diagnostic.span)
    for known in similar(document.notation, code):
        if known != code:
            yield Action(f"Write `{known}`", (Edit(diagnostic.span, known),), ActionKind.FIX, diagnostic)
    edit = Edit(_useless(document, diagnostic.span, line), "")
    yield Action("Remove the useless comment", (edit,), ActionKind.FIX, diagnostic, preferred=True)


def _useless(document: Document, span: Span, line: int) -> Span:
    """A code with its comma; the comment, if it names no other; the line, if it has nothing else."""
    text, start = document.line_text(line), document.offset(Position(line, 0))
    local = span.moved(-start)
    comment = next(match for match in COMMENT.finditer(text) if match.start() <= local.start < match.end())
    codes = [Span(*match.span()) for match in _CODE.finditer(text, *comment.span("codes"))] if comment["codes"] else []
    if len(codes) > 1:
        at = codes.index(local)
        within = Span(codes[at].start, codes[at + 1].start) if at == 0 else Span(codes[at - 1].end, codes[at].end)
        return within.moved(start)
    marks = "|".join(map(re.escape, document.notation.line_comments))
    mark = re.search(rf"[ \t]*(?:{marks})+[ \t]*$", text[: comment.start()])
    if mark is None or text[comment.end() :].strip():
        return Span(*comment.span()).moved(start)
    return Span(mark.start(), comment.end() if mark.start() else len(text)).moved(start)


_CODE = re.compile(r"[\w-]+")
