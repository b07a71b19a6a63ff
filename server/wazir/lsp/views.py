"""The answers to requests of ours, which `ours` lists: what a picture beside the text needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from wazir.ben39.actions import Game
from wazir.document import Document
from wazir.features import conversion, definitions, gallery, sheet, writing
from wazir.features import fence as fences
from wazir.features.game import page as game_page
from wazir.features.game import view as positions
from wazir.features.game.position import figure, named_games
from wazir.features.game.view import NotSoMany
from wazir.features.views import piece as pieces
from wazir.features.views.copying import Copied, copied
from wazir.features.views.piece import Choices, Refused
from wazir.features.views.plain import plain
from wazir.lsp import from_lsp
from wazir.lsp.opened import Opened, OpenFile
from wazir.lsp.ours import asked, line_of
from wazir.lsp.ready import Json, Written
from wazir.lsp.server import WazirServer
from wazir.lsp.uris import notation_of, path_in
from wazir.piece.drawing.shapes import Theme
from wazir.steps import Steps
from wazir.text import Span


def at_place(server: WazirServer, said: Mapping[str, Any]) -> tuple[OpenFile, int] | None:
    """The document at a place, and the offset there."""
    place = types.Position(said["position"].line, said["position"].character)
    file = server.file(types.TextDocumentIdentifier(said["textDocument"].uri), place)
    return (file, from_lsp.offset(file.document, place, server.client.encoding)) if file else None


def _choices(server: WazirServer, said: Mapping[str, Any]) -> Choices:
    return Choices(
        board=said.get("board"),
        square=said.get("square"),
        friends=tuple(said.get("friends", ())),
        foes=tuple(said.get("foes", ())),
        side=said.get("side", "white"),
        moved=said.get("moved", False),
        theme=said.get("theme", server.client.theme),
        picture=said.get("picture", True),
    )


def _answer(server: WazirServer, file: OpenFile, value: object) -> Json:
    """A view as JSON, with the address and the version of the document that it is of."""
    data = {"uri": file.uri, "version": file.version, **plain(value, places(file.document, server))}
    return Json.of(json.dumps(data, separators=(",", ":")))


def places(document: Document, server: WazirServer) -> Callable[[Span], object]:
    """Where spans are, each worked out once."""
    known: dict[Span, object] = {}

    def place(span: Span) -> object:
        if span not in known:
            start, end = (document.units_at(offset, server.client.encoding) for offset in span)
            known[span] = {
                "start": {"line": start[0], "character": start[1]},
                "end": {"line": end[0], "character": end[1]},
            }
        return known[span]

    return place


# The answers


def piece(server: WazirServer, params: Any) -> Json | None:
    """The piece at a place on a board, as *features.views.piece.PieceView* describes it; null where there is none."""
    said = asked("wazir/piece", params)
    if not (found := at_place(server, said)):
        return None
    file, offset = found
    try:
        view = pieces.piece(file.document, offset, _choices(server, said))
    except Refused as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    return _answer(server, file, view) if view else None


def position(server: WazirServer, params: Any) -> Json | None:
    """The position at a place, as *features.game.view.PositionView* describes it; null where there is none."""
    said = asked("wazir/position", params)
    if not (found := at_place(server, said)):
        return None
    file, offset = found
    choices = _choices(server, said)
    try:
        view = positions.position(
            file.document,
            offset,
            line_of(said),
            theme=choices.theme,
            has_picture=choices.picture,
            known=server.evaluations.report,
        )
    except NotSoMany as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    return _answer(server, file, view) if view else None


def copy(server: WazirServer, params: Any) -> Json | None:
    """The piece or position at a place as a text; null where no document is open."""
    said = asked("wazir/copy", params)
    if not (found := at_place(server, said)):
        return None
    file, offset = found
    try:
        made = copied(file.document, offset, said["form"], _choices(server, said), line_of(said))
    except (Refused, NotSoMany) as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    return _answer(server, file, made)


def page(server: WazirServer, params: Any) -> Steps[Json | None]:
    """The page of a document; null where none is open."""
    said = asked("wazir/gallery", params)
    opened = server.opened(types.TextDocumentIdentifier(said["textDocument"].uri))
    if not opened:
        return None
    documents, form = list(opened.documents()), said.get("form", "html")
    return (yield from _list(server, opened, documents) if form == "list" else _page(opened, documents, form))


def _head(opened: Opened) -> dict[str, Any]:
    """Of which text an answer is, and what that is called."""
    title = path_in(opened.uri).rpartition("/")[2] or opened.uri
    return {"uri": opened.uri, "version": opened.version, "title": title}


def _list(server: WazirServer, opened: Opened, documents: list[Document]) -> Steps[Any]:
    """The pieces of the documents, whose pictures are asked for as they are needed."""
    sections = []
    for document in documents:
        if document.notation.has_games:
            continue
        pieces = []
        for one in (yield from gallery.listed.steps(document)):
            line, character = document.units_at(one.offset, server.client.encoding)
            pieces.append({"name": one.name, "text": one.text, "position": {"line": line, "character": character}})
            yield
        sections.append({"title": document.notation.title, "pieces": pieces})
    kind = "pieces" if sections or not documents else "games"
    return {**_head(opened), "kind": kind, "note": _note(documents), "sections": sections}


def cards(server: WazirServer, params: Any) -> Steps[Any]:
    """What is shown of some pieces; null where no document is open."""
    said = asked("wazir/cards", params)
    opened = server.opened(types.TextDocumentIdentifier(said["textDocument"].uri))
    theme, told = Theme(said.get("theme", server.client.theme)), []
    for position in said["positions"] if opened else ():
        place = at_place(server, {"textDocument": said["textDocument"], "position": position})
        card = gallery.card_at(place[0].document, place[1], theme) if place else None
        told.append(plain(card, lambda span: span))
        yield
    return opened and {**_head(opened), "cards": told}


def _note(documents: list[Document]) -> str | None:
    """What is left out."""
    both = len({document.notation.has_games for document in documents}) == 2
    return "Its games are left out: pieces and games are never shown together." if both else None


def _page(opened: Opened, documents: list[Document], form: str) -> Steps[Json]:
    """Pieces where there are any, else games."""
    answer = _head(opened) | {"note": _note(documents)}
    title = answer["title"]
    of_pieces = [document for document in documents if not document.notation.has_games]
    of_games = [document for document in documents if document.notation.has_games]
    chosen = of_pieces or of_games
    written = Written(f'{json.dumps(answer, separators=(",", ":"))[:-1]},"{form}":"')
    for part in (_sheet if form == "svg" else _html)(chosen, title):
        written.add(json.dumps(part)[1:-1])
        yield
    return written.json('"}')


def _html(documents: list[Document], title: str) -> Iterator[str]:
    if documents and documents[0].notation.has_games:
        return game_page.parts(_games(documents), title)
    return gallery.parts(((document.notation.title, document) for document in documents), title)


def _sheet(documents: list[Document], title: str) -> Iterator[str]:
    if documents and documents[0].notation.has_games:
        return sheet.parts((figure(name, game) for name, game in _games(documents)), title)
    exhibits = (exhibit for document in documents for exhibit in gallery.exhibits_of(document))
    return sheet.parts((gallery.figure(exhibit) if exhibit else None for exhibit in exhibits), title)


def _games(documents: list[Document]) -> Iterator[tuple[str, Game]]:
    return named_games(one for document in documents for _, one in definitions.every(document))


def forms(server: WazirServer, params: Any) -> Steps[dict[str, Any] | None]:
    """What a document or a block of Markdown can be converted to; null where there is none."""
    said = asked("wazir/forms", params)
    place = said.get("position")
    position = types.Position(place.line, place.character) if place else None
    file = server.file(types.TextDocumentIdentifier(said["textDocument"].uri), position)
    if not file:
        return None
    own = (yield from conversion.dialect_of.steps(file.document)) or ""
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
                "language": target.notation.name,
                "isOwn": target.notation is notation and target.dialect == own,
            }
            for name, target in writing.targets(file.document).items()
        ],
    }


def convert(server: WazirServer, params: Any) -> Steps[Json | None]:
    """A document in another form; null where none is open that is in a notation as a whole."""
    said = asked("wazir/convert", params)
    file = server.file(types.TextDocumentIdentifier(said["textDocument"].uri))
    if not file:
        return None
    known = writing.targets(file.document)
    if said["form"] not in known:
        raise JsonRpcInvalidParams(f"There is no form `{said['form'][:40]}`; there are {', '.join(known)}.")
    try:
        translation = yield from writing.converted.steps(file.document, known[said["form"]])
        left = ", ".join(one.name for one in translation.left)
        made = Copied(translation.text, f"Left out: {left}. Comments tell why." if left else None)
    except (conversion.CannotConvert, writing.CannotWrite) as wrong:
        made = Copied(None, str(wrong))
    return _answer(server, file, made)


def fence(server: WazirServer, params: Any) -> Steps[dict[str, str] | None]:
    """A block of a page as HTML; null if it is in no notation."""
    said = asked("wazir/fence", params)
    notation = notation_of("", said["language"].lower())
    if not notation:
        return None
    context = server.configuration.context(said.get("uri", ""), notation)
    document = yield from Document.opening(notation, said["text"], context)
    made = yield from fences.fence.steps(document, said.get("theme", server.client.theme))
    return {"code": made.code, "pictures": made.pictures}
