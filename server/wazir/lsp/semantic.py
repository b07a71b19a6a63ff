"""The colours of a document: all of them, those of a range, or what changed since they were asked for last."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any

from lsprotocol import types

from wazir.document import Document
from wazir.features import tokens
from wazir.lsp import from_lsp, to_lsp
from wazir.lsp.conversation import SLICE, Failure, Json
from wazir.lsp.opened import OpenFile
from wazir.lsp.session import Session

_AT_A_TIME = 256
"""Tokens after which the clock is looked at."""


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
    edit = f'{{"start":{start},"deleteCount":{count},"data":{_numbers(data[start:end])}}}'
    return Json(f'{{"resultId":"{result}","edits":[{edit if count or end > start else ""}]}}')


def part(session: Session, params: types.SemanticTokensRangeParams) -> Json | None:
    """The colours of a range."""
    if not (file := session.file(params.text_document)):
        return None
    span = from_lsp.span(file.document, params.range, session.client.encoding)
    data = array("I")
    for token in to_lsp.coloured(file.document, tokens.tokens(file.document, span), session.client.encoding):
        data.extend(token)
    return Json(f'{{"data":{_numbers(data)}}}')


async def _encoded(session: Session, file: OpenFile, document: Document) -> array[int]:
    """The colours of a document that the client may change meanwhile, which makes them worthless."""
    data, until = array("I"), perf_counter() + SLICE
    coloured = to_lsp.coloured(document, tokens.tokens(document), session.client.encoding)
    for count, token in enumerate(coloured):
        data.extend(token)
        if count % _AT_A_TIME == 0 and perf_counter() > until:
            await asyncio.sleep(0)
            if file.document is not document:
                raise Failure(types.LSPErrorCodes.ContentModified, "The text has changed meanwhile.")
            until = perf_counter() + SLICE
    return data


def _keep(file: OpenFile, data: array[int]) -> str:
    number = int(file.colours[0]) + 1 if file.colours else 1
    file.colours = (str(number), data)
    return str(number)


def _whole(result: str, data: array[int]) -> Json:
    return Json(f'{{"resultId":"{result}","data":{_numbers(data)}}}')


def _numbers(data: array[int]) -> str:
    return str(data.tolist()).replace(" ", "")


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
