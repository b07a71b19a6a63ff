"""Comments that ignore diagnostics: `wazir: ignore CODE` in a line or above it, `wazir: ignore-file
CODE` anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from wazir.diagnostics import (
    DUPLICATE_PIECE,
    EVERY_DIAGNOSTIC,
    UNUSED_IGNORE,
    Diagnostic,
    DiagnosticFilter,
)
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Context, Notation
from wazir.notations.results import TokenType
from wazir.syntax import Token
from wazir.text import Span, line_at, line_end

MARK = "wazir:"
"""A text without it has no such comment."""
COMMENT = re.compile(
    r"\bwazir:[ \t]*ignore(?P<in_file>-file)?(?![\w-])"
    r"(?:[ \t]+(?P<codes>[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*))?"
)
"""A comment, or a part of one, with its `codes`, and `in_file` if it holds for the file."""
_CODE = re.compile(r"[\w-]+")
_BY_OTHERS = (DUPLICATE_PIECE.id, UNUSED_IGNORE.id)
"""Codes that a chunk does not report itself."""


class IgnoredCode(NamedTuple):
    """A code that a comment ignores."""

    code: str
    """Empty if the comment names none."""
    span: Span
    """The code in the text of the chunk."""
    line: int | None
    """The line of the chunk that it holds for, which may be the first line of the next chunk; None
    for the file.
    """


def ignored_codes(notation: Notation, text: str) -> tuple[IgnoredCode, ...]:
    """The codes that the comments of a chunk ignore."""
    first = text.find(MARK, 0, MAX_LETTERS_OF_CHUNK)
    if first < 0 or not COMMENT.search(text, first):
        return ()
    return tuple(
        [
            code
            for token in _comments(notation, text)
            for match in COMMENT.finditer(token.text)
            for code in _codes_in(match, token, text)
        ]
    )


def _codes_in(match: re.Match[str], comment: Token, text: str) -> Iterator[IgnoredCode]:
    """The codes that a part of a comment ignores."""
    at = comment.start + match.start()
    line, line_start = line_at(text, at)
    before, after = text[line_start : comment.start], text[comment.end : line_end(text, at)]
    is_alone = not before.strip() and not after.strip()
    ignored_line = None if match["in_file"] else line + is_alone
    if not match["codes"]:
        yield IgnoredCode("", Span(*match.span()).moved(comment.start), ignored_line)
        return
    for code in _CODE.finditer(comment.text, *match.span("codes")):
        yield IgnoredCode(code[0], Span(*code.span()).moved(comment.start), ignored_line)


def _comments(notation: Notation, text: str) -> Iterable[Token]:
    """The comments of a chunk. They count in any dialect, because the one of a lone comment is not
    known.
    """
    text = text[: line_end(text, text.rfind(MARK))]
    analyses = [notation.read(text, Context(dialect)) for dialect in notation.dialects or (None,)]
    tokens = [token for analysis in analyses for token in analysis.tokens]
    comments = [token for token in tokens if notation.token_type(token) is TokenType.COMMENT]
    return {(token.start, token.end): token for token in comments if MARK in token.text}.values()


class Suppressions(NamedTuple):
    """What is not reported of a chunk."""

    lines: frozenset[tuple[str, int]] = frozenset()
    """Ignored codes, each with a line of the chunk."""
    codes: frozenset[str] = frozenset()
    """The codes that are ignored in the file."""
    reported: DiagnosticFilter = EVERY_DIAGNOSTIC
    """The settings of the file."""

    def apply(self, diagnostic: Diagnostic, line: int) -> Diagnostic | None:
        """A diagnostic in a line of the chunk, with its severity; None if it is not reported."""
        code = diagnostic.code.id
        if code in self.codes or (code, line) in self.lines:
            return None
        return self.reported(diagnostic)


def useless(notation: Notation, code: str, span: Span, where: str) -> Diagnostic:
    """The hint about a comment that ignores a code in vain."""
    if not code:
        return Diagnostic(UNUSED_IGNORE, span, "Missing codes to ignore.")
    if code in _codes(notation):
        return Diagnostic(UNUSED_IGNORE, span, f"`{code}` is not reported {where}.")
    advice = "".join(f" Did you mean `{known}`?" for known in similar(notation, code))
    return Diagnostic(UNUSED_IGNORE, span, f"Unknown code `{code}`.{advice}")


def similar(notation: Notation, code: str) -> list[str]:
    """The code of a notation that is most similar to a misspelled one; empty if none is similar."""
    return get_close_matches(code, _codes(notation), n=1)


def _codes(notation: Notation) -> tuple[str, ...]:
    """The codes that texts in a notation may have."""
    return tuple([code.id for code in notation.codes]) + (
        _codes(notation.embedded) if notation.embedded else ()
    )


def reported_by_others(notation: Notation) -> frozenset[str]:
    """The codes of a notation that depend on several chunks. Comments that ignore them are always
    in use.
    """
    nowhere = Span(0, 0)
    return frozenset({notation.duplicate_name("", nowhere, nowhere, "").code.id, *_BY_OTHERS})
