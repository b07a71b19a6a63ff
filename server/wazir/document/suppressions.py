"""Comments that ignore diagnostics: `wazir: ignore CODE` in a line or above it, `wazir: ignore-file CODE` anywhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from wazir.diagnostics import UNUSED_IGNORE, Diagnostic
from wazir.notations.base import Context, Notation
from wazir.notations.results import TokenType
from wazir.syntax import Token
from wazir.text import Span, line_at, line_breaks, line_end

MARK = "wazir:"
"""A text without it has no such comment."""
COMMENT = re.compile(
    r"\bwazir:[ \t]*ignore(?P<in_file>-file)?(?![\w-])(?:[ \t]+(?P<codes>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*))?"
)
"""A comment, or a part of one, with its `codes`, and `in_file` if it holds for the file."""
_CODE = re.compile(r"[\w-]+")
_BY_OTHERS = ("duplicate-piece", UNUSED_IGNORE.id)
"""Codes that a chunk does not report itself."""


class Ignored(NamedTuple):
    """A code that a comment ignores."""

    code: str
    """Empty if the comment names none."""
    span: Span
    """The code in the text of the chunk."""
    line: int | None
    """The line of the chunk that it holds for, which may be the first line of the next chunk; None for the file."""


def ignores_some(text: str, start: int = 0) -> bool:
    """Whether a text may have a comment that ignores diagnostics, from an offset on."""
    first = text.find(MARK, start)
    return first >= 0 and COMMENT.search(text, first) is not None


def ignored(notation: Notation, text: str) -> tuple[Ignored, ...]:
    """The codes that the comments of a chunk ignore."""
    return tuple(_ignored(notation, text))


def _ignored(notation: Notation, text: str) -> Iterator[Ignored]:
    for token in _comments(notation, text):
        for found in COMMENT.finditer(token.text):
            at = token.start + found.start()
            line, start = line_at(text, at)
            is_alone = not text[start : token.start].strip() and not text[token.end : line_end(text, at)].strip()
            held = None if found["in_file"] else line + is_alone
            codes = [*_CODE.finditer(token.text, *found.span("codes"))] if found["codes"] else [found]
            for code in codes:
                span = Span(*code.span()).moved(token.start)
                yield Ignored(code[0] if found["codes"] else "", span, held)


def _comments(notation: Notation, text: str) -> Iterable[Token]:
    """The comments of a chunk. They count in any dialect, because the one of a lone comment is not known."""
    analyser, text = notation.analyser, text[: line_end(text, text.rfind(MARK))]
    tokens = [token for one in notation.dialects or (None,) for token in analyser.tokens(text, Context(dialect=one))]
    comments = [token for token in tokens if analyser.token_type(token) is TokenType.COMMENT]
    return {(token.start, token.end): token for token in comments if MARK in token.text}.values()


def above_next(text: str, ignores: Iterable[Ignored]) -> tuple[tuple[str, Span], ...]:
    """What the comments of a chunk ignore in the first line of the next one, with spans before that."""
    breaks = line_breaks(text)
    is_ended = text.endswith(("\n", "\r"))
    return tuple([(one.code, one.span.moved(-len(text))) for one in ignores if is_ended and one.line == breaks])


def judged(found: Diagnostic, text: str, ignores: Sequence[Ignored], context: Context) -> Diagnostic | None:
    """A diagnostic of a chunk with its severity; None if it is not reported."""
    if ignores or context.ignored_above:
        line = line_at(text, found.span.start)[0]
        if any(one.code == found.code.id and one.line == line for one in ignores):
            return None
        if not line and any(code == found.code.id for code, _ in context.ignored_above):
            return None
    if context.rules is None:
        return found
    return None if found.code.id in context.rules.ignored_in_file else context.rules(found)


def reported(
    found: Iterable[Diagnostic], notation: Notation, text: str, ignores: Sequence[Ignored], context: Context
) -> tuple[list[Diagnostic], frozenset[str]]:
    """The diagnostics of a chunk that are reported, with hints about useless comments; and the other codes."""
    kept, hidden = [], set[tuple[str, int]]()
    for one in found:
        if left := judged(one, text, ignores, context):
            kept.append(left)
        else:
            hidden.add((one.code.id, line_at(text, one.span.start)[0]))
    last = line_breaks(text) if text.endswith(("\n", "\r")) else None
    here = [(one.code, one.line, one.span) for one in ignores if one.line is not None and one.line != last]
    here += [(code, 0, span) for code, span in context.ignored_above]
    for code, line, span in here:
        if (code, line) not in hidden and code not in _reported_by_others(notation):
            kept += filter(None, [judged(useless(notation, code, span, "here"), "", (), context)])
    return kept, frozenset(code for code, _ in hidden)


def unused_in_file(
    notation: Notation, ignores: Iterable[Ignored], hidden: Collection[str], context: Context
) -> Iterator[Diagnostic]:
    """Hints about the comments of a chunk that ignore codes in the file, of which the *hidden* ones are reported."""
    for one in ignores:
        if one.line is None and one.code not in hidden and one.code not in _reported_by_others(notation):
            yield from filter(None, [judged(useless(notation, one.code, one.span, "in this file"), "", (), context)])


def useless(notation: Notation, code: str, span: Span, where: str) -> Diagnostic:
    """The hint about a comment that ignores a code in vain."""
    if not code:
        return Diagnostic(UNUSED_IGNORE, span, "Missing codes to ignore.")
    if code in _codes(notation):
        return Diagnostic(UNUSED_IGNORE, span, f"`{code}` is not reported {where}.")
    advice = "".join(f" Did you mean `{one}`?" for one in similar(notation, code))
    return Diagnostic(UNUSED_IGNORE, span, f"Unknown code `{code}`.{advice}")


def similar(notation: Notation, code: str) -> list[str]:
    """The code of a notation that a misspelled one means, if there is one."""
    return get_close_matches(code, _codes(notation), n=1)


def _codes(notation: Notation) -> tuple[str, ...]:
    """The codes that texts in a notation may have."""
    return tuple([code.id for code in notation.codes]) + (_codes(notation.embedded) if notation.embedded else ())


def _reported_by_others(notation: Notation) -> frozenset[str]:
    """The codes of a notation that depend on several chunks. Comments that ignore them are always in use."""
    nowhere = Span(0, 0)
    return frozenset({notation.analyser.duplicate_name("", nowhere, nowhere, "").code.id, *_BY_OTHERS})
