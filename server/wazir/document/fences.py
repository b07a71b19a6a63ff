"""Where the fenced blocks of a Markdown text stand: the rules of CommonMark, as far as fences depend on them.

A text is cut into stretches, each of which is read without a look at what stands before it: nothing is open where
one begins, neither a paragraph nor a list item. So an edit leaves all stretches alone that it does not touch.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from wazir.document.containers import Containers, Fence, opener
from wazir.steps import Steps
from wazir.text import line_end

SMALLEST = 2_000
"""Characters of a stretch without a fence, if there are so many; less than twice as many if paragraphs are short."""

_LINES, _MANY = 32, 1_000
"""As many lines are read in a step, and as many places are found where nothing goes on."""
_END = r"(?:\r\n?+|\n)"
_FRESH = re.compile(rf"{_END}[ \t]*{_END}(?=[^ \t\r\n])")
"""Behind a blank line nothing goes on in a line without indentation, but for what says itself where it ends."""
_BLANK_AT_END = re.compile(rf"(?<![^\r\n])[ \t]*{_END}\Z")
_SIGN = re.compile(r"```|~~~|<[a-zA-Z/!?]")
"""Whatever can open something that holds or hides fences."""


class Stretch(NamedTuple):
    """A part of a text, of whole lines."""

    text: str
    fences: tuple[Fence, ...]
    is_whole: bool
    """It is one fence from its first line to its last, which stands in nothing and is not indented."""
    is_open: bool
    """What it ends with goes on behind it, if there is anything."""


def stretches(text: str) -> Iterator[Stretch]:
    """The stretches of a text, which begins where nothing is open."""
    return (stretch for stretch in cutting(text) if stretch)


def cutting(text: str) -> Iterator[Stretch | None]:
    """The same; None comes between as a pause."""
    bounds = []
    for found in _FRESH.finditer(text):
        bounds.append(found.end())
        if not len(bounds) % _MANY:
            yield None
    bounds.append(len(text))
    at = 0
    while at < len(text):
        if fence := opener(text, at):
            stretch = _whole(text, at, *fence)
        else:
            bound = min(bisect_left(bounds, at + SMALLEST), len(bounds) - 1)
            if _SIGN.search(text, at, bounds[bound]):
                stretch = yield from _reading(text, at, bounds, bound)
            else:
                stretch = Stretch(text[at : bounds[bound]], (), False, False)
        yield stretch
        yield None
        at += len(stretch.text)


def parts(before: Stretch, after: str) -> bool:
    """Whether the text behind a stretch begins where nothing is open, so that it can be read by itself."""
    if not after:
        return True
    if before.is_open or before.text[-1:] not in "\r\n" or (before.text[-1:] == "\r" and after[0] == "\n"):
        return False
    is_fresh = after[0] not in " \t\r\n" and _BLANK_AT_END.search(before.text[-200:])
    return before.is_whole or bool(is_fresh or opener(after, 0))


def _whole(text: str, at: int, sign: str, info: str) -> Stretch:
    """The fence that an unindented line opens."""
    start = line_end(text, at)
    closing = re.compile(rf"(?<![^\r\n]) {{0,3}}{sign[0]}{{{len(sign)},}}[ \t]*(?![^\r\n])").search(text, start)
    end = closing.start() if closing else len(text)
    stop = line_end(text, closing.end()) if closing else len(text)
    fence = Fence(info, 1, (), text[start:end])
    return Stretch(text[at:stop], (fence,), is_whole=True, is_open=closing is None)


def _reading(text: str, at: int, bounds: list[int], bound: int) -> Steps[Stretch]:
    """A stretch that is read line by line, up to a bound where nothing is open or to a fence that is one itself."""
    containers, here, lines = Containers(), at, 0
    while here < len(text) and not (here > at and containers.is_left and opener(text, here)):
        while bounds[bound] < here:
            bound += 1
        if here == bounds[bound] and not containers.is_open:
            break
        stop = line_end(text, here)
        containers.read(text[here:stop])
        here = stop
        lines += 1
        if not lines % _LINES:
            yield
    is_open = containers.is_open and here == len(text)
    return Stretch(text[at:here], containers.found(), is_whole=False, is_open=is_open)
