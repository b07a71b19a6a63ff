"""The names that an author gives to pieces, in comments above their lines (V19)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.vocabulary import key_of
from wazir.notations.vocabulary import packaged
from wazir.text import Span, line_start

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.syntax import IniSetting

MAX_WORDS, MAX_LETTERS_OF_NAME = 3, 40
"""The maximum numbers of words and characters of a name."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LINE_END = re.compile(r"[ \t]*(?:\r\n|\r|\n)")


@cache
def _words_of_remarks() -> frozenset[str]:
    """The words that make a comment a remark or a heading."""
    return frozenset(packaged(__package__, "piece_names")["words"])


def name_in(comment: str) -> str:
    """The name of a piece that a comment with its sign consists of; empty for any other comment."""
    text = comment.lstrip("#;")
    name = text.strip(" \t") if text != comment else ""
    words = name.split() if len(name) <= MAX_LETTERS_OF_NAME else []
    return " ".join(words) if len(words) <= MAX_WORDS and all(map(_may_be_named, words)) else ""


def _may_be_named(word: str) -> bool:
    """Whether a word may be part of the name of a piece: `Heron`, but not `RN` or `castling`."""
    if not _WORD.fullmatch(word) or word.lower() in _words_of_remarks():
        return False
    if any(part[1:] != part[1:].lower() for part in re.split("['’-]", word)):
        return False
    known = key_of(word)
    is_setting = known is not None and known.type != "piece"
    return not is_setting and (len(word) > 1 or not word.isascii())


def names_above(
    text: str, comments: Sequence[Span], settings: Sequence[IniSetting]
) -> Mapping[int, str]:
    """The names of pieces, by the offsets of their keys.

    Args:
        text: The section.
        comments: Its comments.
        settings: All its settings, in order.
    """
    above = {comment.end: name_in(text[slice(*comment)]) for comment in comments}
    pieces = [setting for setting in settings if _is_piece(setting)]
    named = {setting.key_span.start: _named_above(text, above, setting) for setting in pieces}
    headings = set(_headings(text, pieces, named))
    return {start: name for start, name in named.items() if name and start not in headings}


def _is_piece(setting: IniSetting) -> bool:
    key = key_of(setting.key)
    return key is not None and key.type == "piece"


def _named_above(text: str, above: Mapping[int, str], setting: IniSetting) -> str:
    """The name in the comment on the line above a setting, given by the ends of comments."""
    start = line_start(text, setting.key_span.start)
    end = start - (2 if text[max(start - 2, 0) : start] == "\r\n" else 1)
    return above.get(end, "")


def _headings(text: str, pieces: Sequence[IniSetting], named: Mapping[int, str]) -> Iterator[int]:
    """The offsets of pieces whose comment is a heading over several: a plural above lines of
    pieces without comments.
    """
    for setting, below in pairwise(pieces):
        start, next_start = setting.key_span.start, below.key_span.start
        between = text[setting.span.end : next_start]
        if named[start].endswith("s") and not named[next_start] and _LINE_END.fullmatch(between):
            yield start
