"""Custom requests for views beside the text: pieces, game positions, figures, galleries, copies and conversion."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams

from wazir import system
from wazir.ben39.actions import Game
from wazir.document import Document
from wazir.features import conversion, definitions, dialects, gallery, questions, sheet
from wazir.features.definitions import Json as Plain
from wazir.features.game import page as game_page
from wazir.features.game import view as positions
from wazir.features.game import writing
from wazir.features.game.position import figure, named_games
from wazir.features.views import piece as pieces
from wazir.features.views.copying import Copied, copied
from wazir.features.views.figures import subject_at
from wazir.features.views.readings import readings_at
from wazir.features.written import CannotConvert
from wazir.lsp import convert as converting
from wazir.lsp import dispatch, processes
from wazir.lsp.custom_requests import (
    CardsParams,
    ConvertParams,
    CopyParams,
    FenceParams,
    FiguresParams,
    FindParams,
    FormsParams,
    GalleryParams,
    PieceParams,
    PositionParams,
    ReadingsParams,
    WriteParams,
)
from wazir.lsp.documents import OpenFile
from wazir.lsp.positions import offset_of
from wazir.lsp.raw_json import Json, JsonWriter
from wazir.lsp.schema import plain
from wazir.lsp.server import WazirServer
from wazir.lsp.workspace import notation_of, path_in
from wazir.piece.drawing.shapes import Theme
from wazir.steps import Steps, collected
from wazir.text import Span

NO_PROCESS = "Whether it mates is worked out where Python runs on your machine, not in the browser."


def _place(
    server: WazirServer, identifier: types.TextDocumentIdentifier, position: types.Position
) -> tuple[OpenFile[Document], int] | None:
    """The document at a position, and the offset of the position."""
    file = server.file(identifier, position)
    return (file, offset_of(file.document, position, server.client.encoding)) if file else None


def _ranges(document: Document, server: WazirServer) -> Callable[[Span], object]:
    """A function that converts spans to ranges, each once."""
    known: dict[Span, object] = {}

    def range_of(span: Span) -> object:
        if span not in known:
            start, end = (document.units_at(offset, server.client.encoding) for offset in span)
            known[span] = {
                "start": {"line": start[0], "character": start[1]},
                "end": {"line": end[0], "character": end[1]},
            }
        return known[span]

    return range_of


def _answer(server: WazirServer, file: OpenFile[Document], value: object) -> Json:
    """A view as JSON, with the URI and the version of its document."""
    data = {"uri": file.uri, "version": file.version, **plain(value, _ranges(file.document, server))}
    return Json.of(json.dumps(data, separators=(",", ":")))


def piece(server: WazirServer, params: PieceParams) -> Steps[Json | None]:
    """The piece at a position on a board, as a *features.views.piece.PieceView*, or null."""
    if not (found := _place(server, params.text_document, params.position)):
        return None
    file, offset = found
    view = yield from pieces.piece.steps(file.document, offset, params.choices(server.client.theme, params.picture))
    return _answer(server, file, view) if view else None


def position(server: WazirServer, params: PositionParams) -> Json | None:
    """The game position at a position, as a *features.game.view.PositionView*, or null."""
    if not (found := _place(server, params.text_document, params.position)):
        return None
    file, offset = found
    view = positions.position(
        file.document,
        offset,
        params.line,
        theme=params.theme or server.client.theme,
        has_picture=params.picture,
        known=server.evaluations.report,
        judged=server.verdicts.of,
    )
    return _answer(server, file, view) if view else None


def write(server: WazirServer, params: WriteParams) -> Steps[dict[str, Any] | None]:
    """Edits that write what was played or set up into the record, or null."""
    if not (found := _place(server, params.text_document, params.position)):
        return None
    file, offset = found
    made = writing.write(file.document, offset, params.line)
    if made is None:
        return None
    edits = yield from converting.edits(file.document, made.edits, server.client.encoding)
    changes = [{"range": one.range, "newText": one.new_text} for one in edits]
    return {"uri": file.uri, "version": file.version, "edits": changes, "lost": made.lost}


def copy(server: WazirServer, params: CopyParams) -> Steps[Json | None]:
    """The piece or game position at a position as a text; null if the document is not open."""
    if not (found := _place(server, params.text_document, params.position)):
        return None
    file, offset = found
    choices = params.choices(server.client.theme)
    made = yield from copied.steps(file.document, offset, params.form, choices, params.line)
    return _answer(server, file, made)


async def figures(server: WazirServer, params: FiguresParams) -> dict[str, Any] | None:
    """The figures of the piece at a position; null if there is no valid piece."""
    if not (found := _place(server, params.text_document, params.position)):
        return None
    file, offset = found
    if params.mate and not system.HAS_PROCESSES:
        raise JsonRpcInvalidParams(NO_PROCESS)
    subject = subject_at(file.document, offset, params.board, params.theme or server.client.theme, params.mate)
    if subject is None:
        return None
    head = {"uri": file.uri, "version": file.version, "span": _ranges(file.document, server)(subject.span)}

    def tell(moves: int) -> None:
        if params.partial_result_token is not None:
            server.endpoint.partial_result(params.partial_result_token, {"moves": moves})

    answer = await processes.figures(subject, tell)
    if answer is None:
        raise JsonRpcInternalError("The figures could not be computed.")
    return head | answer


def readings(server: WazirServer, params: ReadingsParams) -> Steps[Json | None]:
    """All readings of the piece at a position; null without a piece, or with a single reading."""
    if not (found := _place(server, params.text_document, params.position)):
        return None
    file, offset = found
    theme = Theme(params.theme or server.client.theme)
    view = yield from readings_at.steps(file.document, offset, params.board, theme)
    return _answer(server, file, view) if view else None


def find(_server: WazirServer, params: FindParams) -> Steps[Plain]:
    """The texts that reach exactly some squares."""
    squares = {name: kind for kind in ("quiet", "capture", "both") for name in getattr(params, kind)}
    asked = {"square": params.square, "board": params.board, "on": params.on and list(params.on), "squares": squares}
    wanted = questions.read_wanted({name: value for name, value in asked.items() if value is not None})
    found = []
    for one in questions.find(wanted):
        found.append(questions.found_as_json(one))
        yield
    return {"found": found}


# Galleries


def gallery_page(server: WazirServer, params: GalleryParams) -> Steps[Any]:
    """The gallery of a document; null if it is not open."""
    if not (opened := server.opened(params.text_document)):
        return None
    documents = list[Document]()
    for document in opened.documents():
        documents.append(document)
        yield
    if params.form == "list":
        return (yield from _list(server, opened, documents))
    return (yield from _page(opened, documents, params.form))


def _head(opened: OpenFile[Any]) -> dict[str, Any]:
    """The document of an answer, and its title."""
    title = path_in(opened.uri).rpartition("/")[2] or opened.uri
    return {"uri": opened.uri, "version": opened.version, "title": title}


def _list(server: WazirServer, opened: OpenFile[Any], documents: list[Document]) -> Steps[Any]:
    """The pieces of documents, without their pictures, which are requested as they are needed."""
    sections = []
    for document in documents:
        if document.notation.has_games:
            continue
        listed = []
        for one in (yield from gallery.listed.steps(document)):
            line, character = document.units_at(one.offset, server.client.encoding)
            listed.append({"name": one.name, "text": one.text, "position": {"line": line, "character": character}})
            yield
        sections.append({"title": document.notation.title, "pieces": listed})
    kind = "pieces" if sections or not documents else "games"
    return {**_head(opened), "kind": kind, "note": _note(documents), "sections": sections}


def cards(server: WazirServer, params: CardsParams) -> Steps[Any]:
    """Some pieces of a gallery; null if the document is not open."""
    if not (opened := server.opened(params.text_document)):
        return None
    theme, found = Theme(params.theme or server.client.theme), []
    for one in params.positions:
        place = _place(server, params.text_document, one)
        card = (yield from gallery.card_at.steps(place[0].document, place[1], theme)) if place else None
        found.append(plain(card, lambda span: span))
        yield
    return {**_head(opened), "cards": found}


def _note(documents: list[Document]) -> str | None:
    """A note about what is left out."""
    both = len({document.notation.has_games for document in documents}) == 2
    return "Its games are left out: pieces and games are never shown together." if both else None


def _page(opened: OpenFile[Any], documents: list[Document], form: str) -> Steps[Json]:
    """A page or a sheet of pieces, or of games if there are none."""
    answer = _head(opened) | {"note": _note(documents)}
    of_pieces = [document for document in documents if not document.notation.has_games]
    of_games = [document for document in documents if document.notation.has_games]
    writer = JsonWriter(f'{json.dumps(answer, separators=(",", ":"))[:-1]},"{form}":"')
    for part in (_sheet if form == "svg" else _html)(of_pieces or of_games, answer["title"]):
        writer.add(json.dumps(part)[1:-1] if part else "")
        yield
    return writer.json('"}')


def _html(documents: list[Document], title: str) -> Iterator[str | None]:
    if documents and documents[0].notation.has_games:
        games = yield from collected(_games(documents))
        yield from game_page.parts(games, title)
    else:
        yield from gallery.parts(((document.notation.title, document) for document in documents), title)


def _sheet(documents: list[Document], title: str) -> Iterator[str]:
    if documents and documents[0].notation.has_games:
        return sheet.parts((one and figure(*one) for one in _games(documents)), title)
    return sheet.parts((one for document in documents for one in gallery.figures_of(document)), title)


def _games(documents: list[Document]) -> Iterator[tuple[str, Game] | None]:
    """The games of some documents with their names; None is a pause."""
    for document in documents:
        for found in definitions.each(document):
            yield None
            yield from named_games([found[1]] if found else [])


# Conversion


def forms(server: WazirServer, params: FormsParams) -> Steps[dict[str, Any] | None]:
    """The forms that a document or a block of Markdown can be converted to, or null."""
    file = server.file(params.text_document, params.position)
    if not file:
        return None
    yield from dispatch.loading_notations()
    own = (yield from dialects.dialect_of.steps(file.document)) or ""
    notation = file.document.notation
    return {
        "uri": file.uri,
        "version": file.version,
        "word": notation.dialect_word,
        "hasGames": notation.has_games,
        "forms": [
            {
                "name": name,
                "title": target.title,
                "language": target.language,
                "isOfEngine": target.file is not None,
                "isOwn": target.notation is notation and target.dialect == own,
            }
            for name, target in conversion.targets(file.document).items()
        ],
    }


def convert(server: WazirServer, params: ConvertParams) -> Steps[Json | None]:
    """A document in another form; null if it is not open, or if it is Markdown."""
    file = server.file(params.text_document)
    if not file:
        return None
    yield from dispatch.loading_notations()
    known = conversion.targets(file.document)
    if params.form not in known:
        raise JsonRpcInvalidParams(f"There is no form `{params.form[:40]}`; there are {', '.join(known)}.")
    try:
        translation = yield from conversion.converted.steps(file.document, known[params.form])
        left = ", ".join(one.name for one in translation.left)
        made = Copied(translation.text, f"Left out: {left}. Comments tell why." if left else None)
    except CannotConvert as wrong:
        made = Copied(None, str(wrong))
    return _answer(server, file, made)


def fence(server: WazirServer, params: FenceParams) -> Steps[dict[str, str] | None]:
    """A fenced block as HTML; null if it is not in a notation."""
    notation = notation_of("", params.language.lower())
    if not notation:
        return None
    context = server.configuration.context(params.uri, notation)
    document = yield from Document.opening(notation, params.text, context)
    made = yield from gallery.fence.steps(document, params.theme or server.client.theme)
    return {"code": made.code, "pictures": made.pictures}
