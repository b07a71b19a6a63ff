"""Semantic tokens of a document: all, those of a range, or the changes since the last request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from lsprotocol import types

from wazir.document import Document
from wazir.features import structure
from wazir.lsp import convert
from wazir.lsp.documents import OpenFile
from wazir.lsp.session import Session
from wazir.notations.results import TokenType
from wazir.text import Encoding

_TYPES = {kind: number for number, kind in enumerate(TokenType)}
_results = count(1)
"""The ids of results."""


def full(session: Session, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """All tokens of a document."""
    file = session.opened(params.text_document)
    data = _encoded(file.documents(), session.client.encoding)
    return types.SemanticTokens(data, _keep(session, file, data))


def delta(
    session: Session, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """The changes since a previous result; all tokens if that is unknown."""
    file = session.opened(params.text_document)
    data = _encoded(file.documents(), session.client.encoding)
    before = session.semantic_tokens.get(file.uri)
    result = _keep(session, file, data)
    if before is None or before[0] != params.previous_result_id:
        return types.SemanticTokens(data, result)
    start = _common(before[1], data)
    most = min(len(before[1]), len(data)) - start
    end = min(_common(before[1][::-1], data[::-1]), most)
    removed, added = len(before[1]) - start - end, data[start : len(data) - end]
    edits = [types.SemanticTokensEdit(start, removed, added)] if removed or added else []
    return types.SemanticTokensDelta(edits, result)


def in_range(session: Session, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
    """The tokens of the chunks that a range touches."""
    file = session.opened(params.text_document)
    documents = file.documents(params.range.start.line, params.range.end.line)
    return types.SemanticTokens(_encoded(documents, session.client.encoding, params.range))


def _encoded(documents: Iterable[Document], encoding: Encoding, where: types.Range | None = None) -> list[int]:
    """The tokens of documents, five numbers each, as in the protocol."""
    data = list[int]()
    last_line = last_column = 0
    for document in documents:
        columns = convert.Columns(document, encoding)
        for token in structure.tokens(document, columns.span(where) if where else None):
            line, column = columns.at(token.start)
            _, end = columns.at(token.start + token.length)
            further = column - last_column if line == last_line else column
            data += (line - last_line, further, end - column, _TYPES[token.type], 0)
            last_line, last_column = line, column
    return data


def _common(before: Sequence[int], after: Sequence[int]) -> int:
    """The number of equal numbers from the beginning."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))


def _keep(session: Session, file: OpenFile[Any], data: list[int]) -> str:
    """Keeps a result for the next request, and returns its id."""
    result = str(next(_results))
    session.semantic_tokens[file.uri] = result, data
    return result
