"""The keys and values of a TOML text with their spans.

`tomllib` reads the values and reports errors, but gives no spans. A text with errors is read as far
as possible.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

from wazir.syntax import Token
from wazir.text import Span

_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+)|(?P<end>\r?\n)|(?P<comment>\#[^\r\n]*)
    |(?P<string>"{3}(?:[^\\]|\\.)*?"{3}|'{3}.*?'{3}|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*')
    |(?P<bare>[\w+-]+)|(?P<sign>[\[\]{}=,.])|(?P<error>.)""",
    re.DOTALL | re.VERBOSE,
)
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_DEEPEST = 20
"""The depth of arrays and tables in values that are read."""
_MAX_DOTS_OF_KEY = 100
"""The maximum number of dots in a key."""


class KeyPart(NamedTuple):
    """A part of a key."""

    text: str
    span: Span


class TomlEntry(NamedTuple):
    """A value with its whole key, or the heading of a table."""

    path: tuple[KeyPart, ...]
    value: Span | None
    """None for a heading."""
    items: tuple[Span, ...] | None = None
    """The values of an array."""


class Failure(NamedTuple):
    """What is wrong with a text that is not TOML."""

    span: Span
    message: str


def tokens(text: str) -> tuple[Token, ...]:
    """All tokens but blanks and line ends."""
    return tuple(token for token in _tokens(text) if token.kind not in ("blank", "end"))


def _tokens(text: str) -> Iterator[Token]:
    return (Token(str(match.lastgroup), match[0], match.start()) for match in _TOKEN.finditer(text))


def failure(text: str) -> Failure | None:
    """The first error of a text, or None."""
    try:
        _values(text)
    except RecursionError:
        return Failure(Span(0, len(text)), "Nested too deeply.")
    except ValueError as wrong:
        message, place = str(wrong), _PLACE.search(str(wrong))
        start = len(text)
        if place and place[1]:
            lines = text.split("\n")[: int(place[1]) - 1]
            start = min(sum(len(line) + 1 for line in lines) + int(place[2]) - 1, len(text))
        end = min(start + 1, len(text)) if text[start : start + 1].strip() else start
        return Failure(Span(start, end), _PLACE.sub("", message) + ".")
    return None


def _values(text: str) -> dict[str, Any]:
    """The values of a text.

    The time that `tomllib` takes is quadratic in the number of dots of a key.

    Raises:
        RecursionError: A key has too many dots, or values are nested too deeply.
        tomllib.TOMLDecodeError: The text is not TOML.
    """
    if any(dots > _MAX_DOTS_OF_KEY for dots in _dots_of_keys(text)):
        raise RecursionError
    return tomllib.loads(text)


def _dots_of_keys(text: str) -> Iterator[int]:
    """The number of dots so far, at each dot of a key."""
    dots = 0
    for token in _tokens(text):
        if token.text == ".":
            dots += 1
            yield dots
        elif token.kind not in ("bare", "string", "blank"):
            dots = 0


def value_of(text: str, span: Span) -> Any:
    """The value at a span; None if it is invalid."""
    try:
        return _values(f"v = {text[slice(*span)]}")["v"]
    except (ValueError, RecursionError):
        return None


def entries(text: str) -> Iterator[TomlEntry]:
    """The values and headings of a text, in order. The values of inline tables have keys of their
    own.
    """
    reader = _TomlReader(text)
    table: tuple[KeyPart, ...] = ()
    while reader.token.kind:
        if reader.skip("["):
            reader.skip("[")
            table = reader.key()
            yield TomlEntry(table, None)
        elif (key := reader.key()) and reader.skip("="):
            yield from reader.values((*table, *key), 0)
        while reader.token.kind not in ("end", ""):
            reader.at += 1
        reader.at += reader.token.kind == "end"


class _TomlReader:
    """Reads tokens from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        tokens = (token for token in _tokens(text) if token.kind not in ("blank", "comment"))
        self._tokens = [*tokens, Token("", "", len(text))]

    @property
    def token(self) -> Token:
        """The next token; one without a kind at the end."""
        return self._tokens[self.at]

    def skip(self, sign: str) -> bool:
        """Pass the next token if it is a sign, and return whether it is."""
        is_next = self.token.text == sign
        self.at += is_next
        return is_next

    def key(self) -> tuple[KeyPart, ...]:
        """A key with its dots."""
        names: list[KeyPart] = []
        while (token := self.token).kind in ("bare", "string"):
            self.at += 1
            span = Span(token.start, token.end)
            quoted = value_of(self.text, span) if token.kind == "string" else token.text
            names.append(KeyPart(str(quoted), span))
            if not self.skip("."):
                break
        return tuple(names)

    def values(self, path: tuple[KeyPart, ...], depth: int) -> Iterator[TomlEntry]:
        """The value after a `=`, or those of an inline table."""
        first = self.token
        if first.text == "{" and depth < _DEEPEST:
            self.at += 1
            yield TomlEntry(path, None)
            while not self.skip("}") and self.token.kind:
                while self.token.kind == "end":
                    self.at += 1
                key = self.key()
                if key and self.skip("="):
                    yield from self.values((*path, *key), depth + 1)
                elif not self.skip(",") and not key:
                    self.at += self.token.text not in ("}", "")
        elif first.text == "[":
            items = list[Span]()
            end = self._array(items)
            yield TomlEntry(path, Span(first.start, end), tuple(items))
        elif first.kind not in ("end", ""):
            yield TomlEntry(path, self._scalar())

    def _scalar(self) -> Span:
        """A string, or the signs up to the next separator: a number, a date, or a word."""
        first = last = self.token
        self.at += 1
        if first.kind == "string":
            return first.span
        while (token := self.token).text not in (",", "]", "}") and token.kind not in ("end", ""):
            last = token
            self.at += 1
        return Span(first.start, last.end)

    def _array(self, items: list[Span]) -> int:
        """Adds the values of an array, and returns its end. Arrays and tables in it are one value
        each.
        """
        depth, start, end = 0, 0, 0
        while (token := self.token).kind:
            self.at += 1
            end, before = token.end, depth
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token.text, 0)
            if depth == 0:
                break
            if before == 1 and depth == 2:
                start = token.start
            elif depth == 1 and before == 2:
                items.append(Span(start, end))
            elif depth == before == 1 and token.kind in ("bare", "string"):
                items.append(Span(token.start, end))
        return end
