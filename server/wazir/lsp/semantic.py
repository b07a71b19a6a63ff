"""The colours of a document: all of them, those of a range, or what changed since they were asked for last."""

from __future__ import annotations

from array import array

from lsprotocol import types

from wazir.document import Placed
from wazir.document.origin import Origin
from wazir.features import tokens
from wazir.lsp import from_lsp
from wazir.lsp.opened import Opened
from wazir.lsp.ready import Json, Written
from wazir.lsp.server import WazirServer
from wazir.notations.base import Notation, Source, TokenType
from wazir.steps import Steps
from wazir.text import Encoding, line_starts

_NUMBERS = {kind: number for number, kind in enumerate(TokenType)}
_HEAD = 2
_NUMBERS_A_WORD = 5
_AT_A_TIME = 16_384
"""Numbers that are written at once."""
_FORGOTTEN = 1_000
"""Chunks that are no longer there and whose colours are kept, for they may come back."""


def full(server: WazirServer, params: types.SemanticTokensParams) -> Steps[Json | None]:
    """All colours of a document."""
    if not (file := server.opened(params.text_document)):
        return None
    data = yield from _encoded(server, file)
    return (yield from _whole(_keep(file, data), data))


def delta(server: WazirServer, params: types.SemanticTokensDeltaParams) -> Steps[Json | None]:
    """What changed in the colours of a document since an answer that it still knows; else all of them."""
    if not (file := server.opened(params.text_document)):
        return None
    data = yield from _encoded(server, file)
    before = file.colours
    result = _keep(file, data)
    if before is None or before[0] != params.previous_result_id:
        return (yield from _whole(result, data))
    start, end = yield from _difference(before[1], data)
    count = len(before[1]) - (len(data) - end) - start
    if not count and start == end:
        return Json.of(f'{{"resultId":"{result}","edits":[]}}')
    head = f'{{"resultId":"{result}","edits":[{{"start":{start},"deleteCount":{count},"data":['
    return (yield from _written(head, data[start:end], "]}]}"))


def part(server: WazirServer, params: types.SemanticTokensRangeParams) -> Steps[Json | None]:
    """The colours of the chunks that a range touches."""
    if not (file := server.opened(params.text_document)):
        return None
    joined, encoding = _Joined(), server.client.encoding
    for document in file.documents(params.range.start.line, params.range.end.line):
        for placed in document.chunks(from_lsp.span(document, params.range, encoding)):
            joined.add(placed.line, coloured(document.notation, _source(placed), encoding), document.origin)
            yield
    return (yield from _written('{"data":[', joined.data, "]}"))


def _encoded(server: WazirServer, file: Opened) -> Steps[array[int]]:
    """The colours of a file."""
    joined, count = _Joined(), 0
    for document in file.documents():
        known = file.chunk_colours.setdefault(document.notation.name, {})
        for placed in document.chunks():
            source = _source(placed)
            if source not in known:
                known[source] = coloured(document.notation, source, server.client.encoding)
            joined.add(placed.line, known[source], document.origin)
            count += 1
            yield
    if sum(map(len, file.chunk_colours.values())) > 2 * count + _FORGOTTEN:
        yield from _forget(file)
    return joined.data


def _forget(file: Opened) -> Steps[None]:
    """Keeps the colours of the chunks that are there."""
    before, file.chunk_colours = file.chunk_colours, {}
    for document in file.documents():
        known = before.get(document.notation.name, {})
        kept = file.chunk_colours.setdefault(document.notation.name, {})
        for placed in document.chunks():
            if (source := _source(placed)) in known:
                kept[source] = known[source]
            yield


def _source(placed: Placed) -> Source:
    return Source(placed.chunk.text, placed.context)


def coloured(notation: Notation, source: Source, encoding: Encoding) -> bytes:
    """
    The colours of a chunk, wherever it stands.

    Two numbers, the lines of the first and the last word counted from the start of the chunk, and then those of the
    protocol: five a word, its place told from the word before.
    """
    text = source.text
    starts, data = (*line_starts(text), len(text)), array("I", (0, 0))
    line = last_line = last_column = 0
    for colour in tokens.of_chunk(notation, text, source.context):
        while colour.start >= starts[line + 1]:
            line += 1
        column = encoding.units(text[starts[line] : colour.start])
        length = encoding.units(text[colour.start : colour.start + colour.length])
        if len(data) == _HEAD:
            data[0] = last_line = line
        further = column - last_column if line == last_line else column
        data.extend((line - last_line, further, length, _NUMBERS[colour.type], 0))
        last_line, last_column = line, column
    data[1] = last_line
    return data.tobytes() if len(data) > _HEAD else b""


class _Joined:
    """The colours of chunks, one behind the other."""

    def __init__(self) -> None:
        self.data = array("I")
        self._last = 0

    def add(self, line: int, chunk: bytes, origin: Origin) -> None:
        """Adds the colours of a chunk that stands at a line of a document."""
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
        """Moves the first word on each line, from a place in the data on, behind what stands before the line."""
        for number in range(at, len(self.data), _NUMBERS_A_WORD):
            further = self.data[number]
            line += further if number > at else 0
            if further or number == at:
                self.data[number + 1] += len(origin.margin(line))


def _keep(file: Opened, data: array[int]) -> str:
    number = int(file.colours[0]) + 1 if file.colours else 1
    file.colours = (str(number), data)
    return str(number)


def _whole(result: str, data: array[int]) -> Steps[Json]:
    return _written(f'{{"resultId":"{result}","data":[', data, "]}")


def _written(head: str, data: array[int], end: str) -> Steps[Json]:
    """JSON that has numbers in an array."""
    written = Written(head)
    for at in range(0, len(data), _AT_A_TIME):
        written.add("," * (at > 0) + str(data[at : at + _AT_A_TIME].tolist())[1:-1].replace(" ", ""))
        yield
    return written.json(end)


def _difference(before: array[int], after: array[int]) -> Steps[tuple[int, int]]:
    """The part of *after*, from start to end, that is not the same at the beginning or at the end of *before*."""
    shorter = min(len(before), len(after))
    start = yield from _common(before, after, shorter)
    same = yield from _common(before[::-1], after[::-1], shorter - start)
    return start, len(after) - same


def _common(before: array[int], after: array[int], most: int) -> Steps[int]:
    """How many numbers, of so many at most, are the same from the beginning."""
    for at in range(0, most, _AT_A_TIME):
        some, others = before[at : min(at + _AT_A_TIME, most)], after[at : min(at + _AT_A_TIME, most)]
        if some != others:
            return at + next(number for number, (a, b) in enumerate(zip(some, others, strict=True)) if a != b)
        yield
    return most
