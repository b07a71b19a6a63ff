"""The position of an offset in a text: its open brackets, and its value in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wazir.notations.bensahas.syntax import parse
from wazir.syntax import Token
from wazir.text import Span


@dataclass(slots=True)
class Frame:
    """An open bracket, and the position in it."""

    opening: str
    """`(`, `[` or `{`; `+` is the bracket of the statement before."""
    path: tuple[str, ...] = ()
    """The names before it."""
    group: int = 0
    index: int = 0
    """The number of the value in its group, from 0."""
    in_settings: bool = False
    key: str = ""
    """The parameter or the key before the last `=`."""
    values: int = 0
    """The number of commas after that `=`."""
    used: tuple[str, ...] = ()
    """The parameters already written."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position in a text."""

    frames: tuple[Frame, ...]
    """The open brackets, outermost first. The first is the text itself."""
    word: Span
    """The beginning of the word right before the position."""
    before: Token | None
    """The last whole word before it."""
    has_leg: bool
    """A leg precedes it in the statement."""
    follows_name: bool = False
    """A name precedes it on the line: the beginning of a header or an action."""

    @property
    def frame(self) -> Frame:
        """The innermost bracket."""
        return self.frames[-1]


_CLOSING = {"RPAR": "(+", "RSQB": "[", "RBRACE": "{"}
_PARTS = ("NAME", "FIRST", "PARAMETER", "NUMBER", "TURN")
_PATH = ("NAME", "FIRST", "FLIP", "SLASH")
_HEADER = ("NAME", "FIRST", "FLIP", "COLON", "HEADER")
_NEW_LINE = re.compile(r"[\r\n]")


def cursor_at(text: str, offset: int) -> Cursor:
    """The position of an offset; the text after it is ignored."""
    before = text[:offset]
    tokens = [token for token in parse(before).tokens if token.kind != "COMMENT"]
    word, follows_name = Span(offset, offset), False
    if tokens and tokens[-1].end == offset and tokens[-1].kind in _PARTS:
        name = tokens.pop()
        word = _last_word(name)
        follows_name = name.start < word.start
    if tokens and tokens[-1].kind in _HEADER:
        follows_name = follows_name or not _NEW_LINE.search(before, tokens[-1].end, word.start)
    frames, has_leg = _opened(tokens)
    return Cursor(frames, word, tokens[-1] if tokens else None, has_leg, follows_name)


def _opened(tokens: Iterable[Token]) -> tuple[tuple[Frame, ...], bool]:
    """The brackets that are open after some tokens, and whether a leg precedes in the statement."""
    frames, has_leg = [Frame("")], False
    path: list[str] = []
    last_action: tuple[str, ...] = ()
    for token in tokens:
        frame = frames[-1]
        if token.kind in _PATH:
            path = [*path, token.text] if token.kind != "SLASH" else path
        elif token.kind in ("LPAR", "START", "LSQB", "LBRACE", "PLUS"):
            names = last_action if token.kind == "PLUS" else tuple(path)
            if len(frames) < 2 or frames[-1].opening == "{":
                last_action = names if token.kind != "LBRACE" else ()
            frames.append(Frame(token.text, names))
        elif token.kind in _CLOSING:
            if len(frames) > 1 and frame.opening in _CLOSING[token.kind]:
                frames.pop()
            has_leg = has_leg or len(frames) < 2 or frames[-1].opening == "{"
        else:
            _advance(frame, token, path)
            has_leg = has_leg and token.kind != "BANG"
        if token.kind not in _PATH:
            path = []
    return tuple(frames), has_leg


def _last_word(token: Token) -> Span:
    """The last word of a name of several."""
    start = max(token.text.rfind(" "), token.text.rfind("\t")) + 1
    return Span(token.start + start, token.end)


def _advance(frame: Frame, token: Token, path: list[str]) -> None:
    """Update the position in a bracket by a token between values."""
    if token.kind == "COMMA":
        frame.index += 1
        frame.values += 1
    elif token.kind == "SEMICOLON":
        frame.group, frame.index = frame.group + 1, 0
    elif token.kind == "COLON":
        frame.in_settings, frame.key = True, ""
    elif token.kind == "PARAMETER":
        frame.used = (*frame.used, token.text)
        frame.values = 0
    elif token.kind == "EQUALS":
        frame.key, frame.values = (frame.used[-1] if frame.used and not path else "".join(path[-1:])), 0
        frame.in_settings = True
