"""Completion of the names of well-known pieces (Q5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from wazir.notations.results import CompletionItem, TokenType
from wazir.notations.wording import join_words, shortened
from wazir.text import Span, line_start

if TYPE_CHECKING:
    from wazir.piece.known import Known


MAX_KNOWN_NAMES = 20
"""The maximum number of pieces that are offered."""

BEGUN_NAME = re.compile(r"(?<![^\W_])[A-Za-z][a-z']{2,}(?:[ _-][A-Za-z][a-z']*)*$")
"""The beginning of a name: three letters, or words."""


def begun_name(named: Iterable[str], text: str, offset: int) -> Span:
    """The span of the words around an offset that some of the names begin with; empty without one.

    If no name begins with all of the words before the offset, some may begin with the last ones.
    """
    start = line_start(text, offset)
    while begun := BEGUN_NAME.search(text, start, offset):
        span = Span(begun.start(), word_end(LETTERS, text, offset))
        key = _name_key(text[span.start : span.end])
        if any(name.startswith(key) for name in named):
            return span
        start = begun.start() + len(_SEPARATORS.split(begun[0])[0])
    return Span(offset, offset)


def word_end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """The end of the rest of a word from an offset on; the offset itself if no word goes on
    there.
    """
    rest = pattern.match(text, offset)
    return rest.end() if rest else offset


LETTERS = re.compile(r"[^\W\d_]*")
"""The rest of a word of letters."""


def known_pieces(named: Mapping[str, Known], typed: str) -> Iterator[CompletionItem]:
    """The well-known pieces whose names begin with what is typed, an equal name first.

    Each is labelled with its name, spelled as it is typed, and inserts its moves.
    """
    key = _name_key(typed)
    begun = sorted((name for name in named if name.startswith(key)), key=lambda name: name != key)
    by_moves = {named[name].text: name for name in reversed(begun)}
    names = [name for name in begun if by_moves[named[name].text] == name]
    for name in names[:MAX_KNOWN_NAMES]:
        known = named[name]
        about = f"{join_words(known.names, 'or')} ({known.known_from})."
        label, detail = typed + name[len(typed) :], shortened(known.text)
        yield CompletionItem(label, detail, TokenType.ATOM, documentation=about, text=known.text)


_SEPARATORS = re.compile("[ _-]")


def _name_key(typed: str) -> str:
    """A name as the table of pieces spells it."""
    return _SEPARATORS.sub(" ", typed.lower())
