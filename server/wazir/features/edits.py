"""Edits of a text: applying them, and computing few and small ones."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from wazir.document import Document
from wazir.text import Edit, Span, lines, without_end

MOST_LINES = 1000
"""The maximum number of lines of a text that is compared line by line."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after some edits, which must not overlap."""
    parts, at = [], 0
    for edit in sorted(edits):
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join((*parts, text[at:]))


def first_end(document: Document) -> str:
    """The first line end of a document, which is used for new ones."""
    line = document.line_text(0)
    return line[len(without_end(line)) :] or "\n"


def difference(before: str, after: str) -> tuple[Edit, ...]:
    """The smallest single edit from one text to another; none if they are equal."""
    if before == after:
        return ()
    longest = min(len(before), len(after))
    start = bisect_left(range(longest), True, key=lambda n: before[: n + 1] != after[: n + 1])
    end = bisect_left(range(longest - start), True, key=lambda n: before[-1 - n :] != after[-1 - n :])
    start -= _parts_line_end(before, start) or _parts_line_end(after, start)
    end -= _parts_line_end(before, len(before) - end) or _parts_line_end(after, len(after) - end)
    return (Edit(Span(start, len(before) - end), after[start : len(after) - end]),)


def _parts_line_end(text: str, offset: int) -> bool:
    """Whether an offset is between a CR and its LF, where editors have no position."""
    return 0 < offset < len(text) and text[offset - 1] == "\r" and text[offset] == "\n"


def by_lines(before: str, after: str) -> tuple[Edit, ...]:
    """Edits from one text to another: none in equal lines, and small ones in changed lines."""
    old, new = lines(before), lines(after)
    if before == after or len(old) > MOST_LINES or len(new) > MOST_LINES:
        return difference(before, after)
    return tuple(_of_lines(old, new))


def _of_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Edit]:
    offsets = [0]
    for line in old:
        offsets.append(offsets[-1] + len(line))
    for word, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if word == "equal":
            continue
        # Line by line if their numbers are equal; else all at once.
        single = j - i == m - k
        parts = [(i + n, i + n + 1, k + n, k + n + 1) for n in range(j - i)] if single else [(i, j, k, m)]
        for a, b, c, d in parts:
            for edit in difference("".join(old[a:b]), "".join(new[c:d])):
                yield edit.moved(offsets[a])
