"""`write`: a piece as text of another notation, dialect or style (Q14, Q15)."""

from __future__ import annotations

from wazir.features.findings import Json
from wazir.features.requests import Request, RequestError, optional, read_board, read_piece, text
from wazir.features.writing import CannotWrite, written
from wazir.notations import by_name


def answer(request: Request) -> Json:
    """The text of a piece in the notation `to` and the dialect or style `to_style`, or a refusal with the reason."""
    if request.get("notation") == request.get("to") and _style(request) == (optional(request, "to_style") or ""):
        return {"source": text(request, "source")}
    piece, definition = read_piece(request)
    notation = by_name(text(request, "to"))
    if notation is None or notation.editor.writer is None:
        raise RequestError(f"`to` is a notation of pieces, not `{text(request, 'to')}`.")
    style = optional(request, "to_style")
    if style is None:
        style = notation.editor.writer.default_dialect
    elif style not in notation.dialects:
        raise RequestError(f"{notation.title} has no {notation.dialect_word} `{style}`.")
    if request["notation"] == notation.name and definition.dialect == style:
        return {"source": text(request, "source")}
    try:
        return {"source": written(piece, notation, style, read_board(request, definition))}
    except CannotWrite as refusal:
        return {"refused": str(refusal)}


def _style(request: Request) -> str | None:
    """The dialect or style that a request sets; empty for a notation that has none."""
    notation = by_name(text(request, "notation"))
    usual = "" if notation and not notation.dialects else None
    return optional(request, "dialect") or optional(request, "style") or usual
