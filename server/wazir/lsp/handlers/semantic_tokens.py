"""Semantic tokens of a document: all, those of a range, or the changes since the last request."""

from __future__ import annotations

from array import array
from typing import Any

from lsprotocol import types

from wazir.document import Placed
from wazir.document.chunks import Origin
from wazir.features import tokens
from wazir.lsp.documents import OpenFile
from wazir.lsp.positions import span_of
from wazir.lsp.raw_json import Json, JsonWriter
from wazir.lsp.server import WazirServer
from wazir.notations.notation import Notation, Source
from wazir.notations.results import TokenType
from wazir.steps import Steps
from wazir.text import Encoding, line_bounds

_TYPES = {kind: number for number, kind in enumerate(TokenType)}
_HEAD = 2
_NUMBERS_PER_TOKEN = 5
_AT_A_TIME = 16_384
"""Numbers per step."""
_MOST_REMOVED = 1_000
"""Removed chunks whose tokens are kept, because they may come back."""


def full(server: WazirServer, params: types.SemanticTokensParams) -> Steps[Json | None]:
    """All tokens of a document."""
    if not (file := server.opened(params.text_document)):
        return None
    data = yield from _all_tokens(server, file)
    return (yield from _whole(_keep(file, data), data))


def delta(server: WazirServer, params: types.SemanticTokensDeltaParams) -> Steps[Json | None]:
    """The changes since a previous result; all tokens if that is unknown."""
    if not (file := server.opened(params.text_document)):
        return None
    data = yield from _all_tokens(server, file)
    before = file.semantic_tokens
    result = _keep(file, data)
    if before is None or before[0] != params.previous_result_id:
        return (yield from _whole(result, data))
    start, end = yield from _difference(before[1], data)
    count = len(before[1]) - (len(data) - end) - start
    if not count and start == end:
        return Json.of(f'{{"resultId":"{result}","edits":[]}}')
    head = f'{{"resultId":"{result}","edits":[{{"start":{start},"deleteCount":{count},"data":['
    return (yield from _written(head, data[start:end], "]}]}"))


def in_range(server: WazirServer, params: types.SemanticTokensRangeParams) -> Steps[Json | None]:
    """The tokens of the chunks that a range touches."""
    if not (file := server.opened(params.text_document)):
        return None
    joined, encoding = _Joined(), server.client.encoding
    for document in file.documents(params.range.start.line, params.range.end.line):
        known = file.tokens_by_chunk.get(document.notation.name, {})
        for placed in document.chunks(span_of(document, params.range, encoding)):
            source = _source(placed)
            found = known[source] if source in known else encoded_tokens(document.notation, source, encoding)
            joined.add(placed.line, found, document.origin)
            yield
    return (yield from _written('{"data":[', joined.data, "]}"))


def _all_tokens(server: WazirServer, file: OpenFile[Any]) -> Steps[array[int]]:
    """The tokens of a file."""
    joined, count = _Joined(), 0
    shapes: dict[bytes, bytes] = {}  # many chunks have equal tokens
    for document in file.documents():
        known = file.tokens_by_chunk.setdefault(document.notation.name, {})
        for placed in document.chunks():
            source = _source(placed)
            if source not in known:
                found = encoded_tokens(document.notation, source, server.client.encoding)
                known[source] = shapes.setdefault(found, found)
            joined.add(placed.line, known[source], document.origin)
            count += 1
            yield
    if sum(map(len, file.tokens_by_chunk.values())) > 2 * count + _MOST_REMOVED:
        yield from _forget(file)
    return joined.data


def _forget(file: OpenFile[Any]) -> Steps[None]:
    """Forgets the tokens of removed chunks."""
    before, file.tokens_by_chunk = file.tokens_by_chunk, {}
    for document in file.documents():
        known = before.get(document.notation.name, {})
        kept = file.tokens_by_chunk.setdefault(document.notation.name, {})
        for placed in document.chunks():
            if (source := _source(placed)) in known:
                kept[source] = known[source]
            yield


def _source(placed: Placed) -> Source:
    return Source(placed.chunk.text, placed.context)


def encoded_tokens(notation: Notation, source: Source, encoding: Encoding) -> bytes:
    """
    The tokens of a chunk, relative to its start.

    Two numbers, the lines of the first and the last token from the start of the chunk, and then five numbers per token
    as in the protocol, relative to the token before.
    """
    text = source.text
    bounds, data = line_bounds(text), array("I", (0, 0))
    start, end = next(bounds)
    line = last_line = last_column = 0
    units = len if text.isascii() else encoding.units
    for token in tokens.of_chunk(notation, text, source.context):
        while token.start >= end:
            start, end = next(bounds)
            line += 1
        column = units(text[start : token.start])
        length = units(text[token.start : token.start + token.length])
        if len(data) == _HEAD:
            data[0] = last_line = line
        further = column - last_column if line == last_line else column
        data.extend((line - last_line, further, length, _TYPES[token.type], 0))
        last_line, last_column = line, column
    data[1] = last_line
    return data.tobytes() if len(data) > _HEAD else b""


class _Joined:
    """Joins the tokens of chunks."""

    def __init__(self) -> None:
        self.data = array("I")
        self._last = 0

    def add(self, line: int, chunk: bytes, origin: Origin) -> None:
        """Adds the tokens of a chunk at a line of a document."""
        if not chunk:
            return
        at = len(self.data)
        self.data.frombytes(chunk)
        first, last = self.data[at : at + _HEAD]
        del self.data[at : at + _HEAD]
        if origin.margins:
            self._indent(at, line + first, origin)
        line += origin.line
        self.data[at] = line + first - self._last
        self._last = line + last

    def _indent(self, at: int, line: int, origin: Origin) -> None:
        """Moves the first token on each line, from an index on, past the margin of the line."""
        for number in range(at, len(self.data), _NUMBERS_PER_TOKEN):
            further = self.data[number]
            line += further if number > at else 0
            if further or number == at:
                self.data[number + 1] += len(origin.margin(line))


def _keep(file: OpenFile[Any], data: array[int]) -> str:
    number = int(file.semantic_tokens[0]) + 1 if file.semantic_tokens else 1
    file.semantic_tokens = (str(number), data)
    return str(number)


def _whole(result: str, data: array[int]) -> Steps[Json]:
    return _written(f'{{"resultId":"{result}","data":[', data, "]}")


def _written(head: str, data: array[int], end: str) -> Steps[Json]:
    """JSON with an array of numbers."""
    written = JsonWriter(head)
    for at in range(0, len(data), _AT_A_TIME):
        written.add("," * (at > 0) + str(data[at : at + _AT_A_TIME].tolist())[1:-1].replace(" ", ""))
        yield
    return written.json(end)


def _difference(before: array[int], after: array[int]) -> Steps[tuple[int, int]]:
    """The start and end of *after* without what it shares with the beginning and the end of *before*."""
    shorter = min(len(before), len(after))
    start = yield from _common(before, after, shorter)
    same = yield from _common(before[::-1], after[::-1], shorter - start)
    return start, len(after) - same


def _common(before: array[int], after: array[int], most: int) -> Steps[int]:
    """The number of equal numbers from the beginning, at most *most*."""
    for at in range(0, most, _AT_A_TIME):
        some, others = before[at : min(at + _AT_A_TIME, most)], after[at : min(at + _AT_A_TIME, most)]
        if some != others:
            return at + next(number for number, (a, b) in enumerate(zip(some, others, strict=True)) if a != b)
        yield
    return most
