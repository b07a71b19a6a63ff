"""A file, a part of it or a definition in another style (L18), with its comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from wazir.notations.lcpn.expressions import Either, Expression, Name, Together
from wazir.notations.lcpn.names import library
from wazir.notations.lcpn.reading import Known, read, styles
from wazir.notations.lcpn.writing.layout import rewritten
from wazir.text import line_breaks

MOST_LINKS = 50
"""So many definitions may go through each other to a function."""

_COMMENT_LINE = re.compile(r"[\s\ufeff]*+(?:;|#|//|--|/\*)[^\r\n]*+")
_COMMENTS = {"lisp": ";;", "elisp": ";;", "c": "//", "sql": "--"}
_SETTING = re.compile(r"((?:;+|\#+|//+|--+|/\*+)[ \t]*style[ \t]*:[ \t]*)[^\s*]+")


def convert(text: str, source: str, target: str, known: Known | None = None) -> str:
    """A whole file, or some of its definitions, in another style; a comment that sets the style sets the new one.

    A definition in another style than that of its file is converted too.

    Args:
        text: Definitions and bare expressions with their comments.
        source: The style of the file.
        target: The style to have.
        known: What names mean in the file; if it is not given, the text is the whole file.

    Raises:
        ValueError: A part of it cannot be read safely. The message says where, as a sentence.
    """
    names = known or FileNames(text, source)
    parts: list[str] = []
    for start, end in pairwise(sorted({0, *styles.starts(text), len(text)})):
        chunk = text[start:end]
        here = _style_of(chunk, source, target)
        found = rewritten(chunk, here, target, names)
        if found is None:
            line = line_breaks(text[:start]) + 1
            raise ValueError(f"What begins in line {line} has an error, so it cannot be converted. Mend that first.")
        parts.append(found)
    return _with_setting("".join(parts), target)


def convert_definition(text: str, source: str, target: str, known: Known | None = None) -> str | None:
    """A definition in another style; None where it cannot be read safely."""
    return rewritten(text, source, target, known or FileNames(text, source))


def _style_of(chunk: str, source: str, target: str) -> str:
    """The style of a chunk: that of its file, unless its first line is in another."""
    family = styles.family(chunk)
    if not family or family == styles.family_of_style(source):
        return source
    return target if family == styles.family_of_style(target) else family


def _with_setting(text: str, target: str) -> str:
    """A text whose leading comments set the style that it has, if they set one or nothing else tells it."""
    end = 0
    while line := _COMMENT_LINE.match(text, end):
        end = line.end()
    found = _SETTING.sub(lambda setting: setting[1] + target, text[:end], count=1) + text[end:]
    if styles.starts(found) or not text.strip():
        return found
    style = styles.style_of(found, styles.clue(found))
    if styles.family_of_style(style) == styles.family_of_style(target):
        return found
    newline = next((sign for sign in ("\r\n", "\n", "\r") if sign in text), "\n")
    return f"{_COMMENTS[target]} style: {target}{newline}{found}"


class FileNames:
    """What the names mean that a file defines; all others mean what everybody knows."""

    def __init__(self, text: str, style: str) -> None:
        self.others: Known = library().names
        self.bodies = dict(_bodies(text, style, self.others))
        self.functions = {key for key, body in self.bodies.items() if isinstance(body, Together)}
        choices = {key: body for key, body in self.bodies.items() if isinstance(body, Either)}
        for _ in range(MOST_LINKS):
            found = {key for key, body in choices.items() if all(map(self._is_made_of_functions, body.parts))}
            if found <= self.functions:
                break
            self.functions |= found

    def is_piece(self, key: str) -> bool:
        """Whether a piece has the name."""
        return key not in self.functions if key in self.bodies else self.others.is_piece(key)

    def is_function(self, key: str) -> bool:
        """Whether a function has the name."""
        return key in self.functions or self.others.is_function(key)

    def _is_made_of_functions(self, part: Expression) -> bool:
        if isinstance(part, Either):
            return all(map(self._is_made_of_functions, part.parts))
        if isinstance(part, Name):
            return self.is_function(part.key) and not self.is_piece(part.key)
        return isinstance(part, Together)


def _bodies(text: str, style: str, known: Known) -> Iterator[tuple[str, Expression]]:
    """The definitions of a file, however they are written."""
    for start, end in pairwise(sorted({0, *styles.starts(text), len(text)})):
        chunk = text[start:end]
        for item in read(chunk, styles.family(chunk) or style, known).defined:
            if item.name is not None:
                yield item.name.key, item.body
