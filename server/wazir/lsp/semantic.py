"""The colours of a document: all of them, those of a range, or what changed since they were asked for last."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from lsprotocol import types

from wazir.document import Document
from wazir.features import tokens
from wazir.lsp import from_lsp
from wazir.lsp.codes import ErrorCode
from wazir.lsp.conversation import Failure
from wazir.lsp.opened import Coloured, OpenFile
from wazir.lsp.ready import Json
from wazir.lsp.session import Session
from wazir.lsp.slices import Slices
from wazir.notations.base import Notation, TokenType
from wazir.text import Encoding, line_starts

_NUMBERS = {kind: number for number, kind in enumerate(TokenType)}
_AT_A_TIME = 16_384
"""Numbers that are written at once."""


def full(session: Session, params: types.SemanticTokensParams) -> Coroutine[Any, Any, Json] | None:
    """All colours of a document."""
    file = session.file(params.text_document)
    return _full(session, file, file.document) if file else None


async def _full(session: Session, file: OpenFile, document: Document) -> Json:
    data = await _encoded(session, file, document)
    return _whole(_keep(file, data), data)


def delta(session: Session, params: types.SemanticTokensDeltaParams) -> Coroutine[Any, Any, Json] | None:
    """What changed in the colours of a document since an answer that it still knows; else all of them."""
    file = session.file(params.text_document)
    return _delta(session, file, file.document, params.previous_result_id) if file else None


async def _delta(session: Session, file: OpenFile, document: Document, known: str) -> Json:
    data = await _encoded(session, file, document)
    before = file.colours
    result = _keep(file, data)
    if before is None or before[0] != known:
        return _whole(result, data)
    start, end = _difference(before[1], data)
    count = len(before[1]) - (len(data) - end) - start
    if not count and start == end:
        return Json.of(f'{{"resultId":"{result}","edits":[]}}')
    head = f'{{"resultId":"{result}","edits":[{{"start":{start},"deleteCount":{count},"data":['
    return Json((head, *_written(data[start:end]), "]}]}"))


def part(session: Session, params: types.SemanticTokensRangeParams) -> Json | None:
    """The colours of the chunks that a range touches."""
    if not (file := session.file(params.text_document)):
        return None
    span = from_lsp.span(file.document, params.range, session.client.encoding)
    chunks = [
        (placed.line, coloured(file.document.notation, placed.chunk.text, session.client.encoding))
        for placed in file.document.chunks(span)
    ]
    return Json(('{"data":[', *_written(_joined(chunks)), "]}"))


async def _encoded(session: Session, file: OpenFile, document: Document) -> array[int]:
    """The colours of a document that the client may change meanwhile, which makes them worthless."""
    before, after = file.chunk_colours, {}
    chunks: list[tuple[int, Coloured]] = []
    slices = Slices()
    for placed in document.chunks():
        text = placed.chunk.text
        if text not in before:
            before[text] = coloured(document.notation, text, session.client.encoding)
        after[text] = before[text]
        chunks.append((placed.line, after[text]))
        if slices.is_over():
            await slices.others()
            if file.document is not document:
                raise Failure(ErrorCode.CONTENT_MODIFIED, "The text has changed meanwhile.")
    file.chunk_colours = after
    return _joined(chunks)


def coloured(notation: Notation, text: str, encoding: Encoding) -> Coloured:
    """The colours of a chunk, wherever it stands."""
    starts, data = (*line_starts(text), len(text)), array("I")
    line = last_line = last_column = first = 0
    for colour in tokens.of_chunk(notation, text):
        while colour.start >= starts[line + 1]:
            line += 1
        column = encoding.units(text[starts[line] : colour.start])
        length = encoding.units(text[colour.start : colour.start + colour.length])
        first = first if data else line
        further = column - last_column if line == last_line and data else column
        data.extend((line - last_line, further, length, _NUMBERS[colour.type], 0))
        last_line, last_column = line, column
    return Coloured(data.tobytes(), first, last_line)


def _joined(chunks: Iterable[tuple[int, Coloured]]) -> array[int]:
    """The colours of chunks that stand at some lines, one behind the other."""
    data, last = array("I"), 0
    for line, chunk in chunks:
        if chunk.data:
            at = len(data)
            data.frombytes(chunk.data)
            data[at] = line + chunk.first - last
            last = line + chunk.last
    return data


def _keep(file: OpenFile, data: array[int]) -> str:
    number = int(file.colours[0]) + 1 if file.colours else 1
    file.colours = (str(number), data)
    return str(number)


def _whole(result: str, data: array[int]) -> Json:
    return Json((f'{{"resultId":"{result}","data":[', *_written(data), "]}"))


def _written(data: array[int]) -> Iterator[str]:
    """Numbers as the inside of a JSON array, in parts."""
    for at in range(0, len(data), _AT_A_TIME):
        text = str(data[at : at + _AT_A_TIME].tolist())[1:-1].replace(" ", "")
        yield f",{text}" if at else text


def _difference(before: array[int], after: array[int]) -> tuple[int, int]:
    """The part of *after*, from start to end, that is not the same at the beginning or at the end of *before*."""
    shorter = min(len(before), len(after))
    start = _common(shorter, lambda size: before[:size] == after[:size])
    rest = shorter - start
    same = _common(rest, lambda size: before[len(before) - size :] == after[len(after) - size :])
    return start, len(after) - same


def _common(most: int, same: Callable[[int], bool]) -> int:
    """The largest size up to *most* for which *same* holds, as it does for all below that."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if same(middle) else (least, middle - 1)
    return least
