"""Custom requests for views beside the text: pieces, game positions, figures, galleries, copies and
conversion.
"""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams

from wazir import system
from wazir.budget import if_affordable, in_time
from wazir.document import Document
from wazir.document.markdown import of_fence
from wazir.features import conversion, gallery, questions, written
from wazir.features.fen_blocks import FEN
from wazir.features.game import page as game_page
from wazir.features.game import position as game_position
from wazir.features.game import view as positions
from wazir.features.views import piece as pieces
from wazir.features.views.copying import Copied, copied, every_copy
from wazir.features.views.figures import subject_at
from wazir.features.views.readings import readings_at
from wazir.features.written import CannotConvert
from wazir.lsp import convert as converting
from wazir.lsp import custom_requests, processes
from wazir.lsp.documents import AnyFile, OpenFile
from wazir.lsp.schema import plain
from wazir.lsp.snapshot import Snapshot
from wazir.lsp.workspace import path_in
from wazir.notations import REGISTRY, by_name
from wazir.piece.board import DEFAULT
from wazir.piece.drawing.shapes import Theme

NO_PROCESS = "Whether it mates is worked out where Python runs on your machine, not in the browser."


def as_answer(snapshot: Snapshot, file: OpenFile[Document], value: object) -> dict[str, Any]:
    """A view as plain data, with the URI and the version of its document."""
    return {
        "uri": file.uri,
        "version": file.version,
        **plain(value, snapshot.columns(file.document).range),
    }


def piece(snapshot: Snapshot, params: custom_requests.PieceParams) -> dict[str, Any] | None:
    """The piece at a position on a board, as a *features.views.piece.PieceView*, or null."""
    file, offset = snapshot.place(params)
    view = pieces.piece(
        file.document, offset, params.choices(snapshot.client.theme, params.picture, params.whole)
    )
    return as_answer(snapshot, file, view) if view else None


def position(snapshot: Snapshot, params: custom_requests.PositionParams) -> dict[str, Any] | None:
    """The game position at a position, as a *features.game.view.PositionView*, or null."""
    file, offset = snapshot.place(params)
    view = positions.position(
        file.document,
        offset,
        params.line,
        theme=params.theme or snapshot.client.theme,
        has_picture=params.picture,
        whole=params.whole,
        known=snapshot.session.evaluations.report,
        judged=snapshot.session.verdicts.of,
    )
    return as_answer(snapshot, file, view) if view else None


def view(snapshot: Snapshot, params: custom_requests.ViewParams) -> dict[str, Any] | None:
    """The piece at a position, or else the game position, or null."""
    return piece(snapshot, params) or position(snapshot, params)


def write(snapshot: Snapshot, params: custom_requests.WriteParams) -> dict[str, Any] | None:
    """Edits that write what was played or set up into the record, or null."""
    file, offset = snapshot.place(params)
    if (made := game_position.write(file.document, offset, params.line)) is None:
        return None
    edits = converting.edits(snapshot.columns(file.document), made.edits)
    return {"uri": file.uri, "version": file.version, "edits": edits, "lost": made.lost}


def copy(snapshot: Snapshot, params: custom_requests.CopyParams) -> dict[str, Any] | None:
    """The piece or game position at a position as a text, or as every text; null if the document is
    not open.
    """
    file, offset = snapshot.place(params)
    subject = file.document, offset, params.choices(snapshot.client.theme), params.line
    if params.form:
        return as_answer(snapshot, file, copied(*subject, params.form))
    return every_copy(*subject)


async def figures(
    snapshot: Snapshot, params: custom_requests.FiguresParams
) -> dict[str, Any] | None:
    """The figures of the piece at a position; null if there is no valid piece."""
    file, offset = snapshot.place(params)
    if params.mate and not system.HAS_PROCESSES:
        raise JsonRpcInvalidParams(NO_PROCESS)
    subject = subject_at(
        file.document,
        offset,
        params.board,
        theme=params.theme or snapshot.client.theme,
        mate=params.mate,
    )
    if subject is None:
        return None

    def tell(moves: int) -> None:
        snapshot.session.server.partial_result(params.partial_result_token, {"moves": moves})

    if (computed := await processes.figures(subject, tell)) is None:
        raise JsonRpcInternalError("The figures could not be computed.")
    has_table = computed["hasTable"] and system.HAS_PROCESSES
    return as_answer(snapshot, file, {"span": subject.span, **computed, "hasTable": has_table})


def readings(snapshot: Snapshot, params: custom_requests.ReadingsParams) -> dict[str, Any] | None:
    """All readings of the piece at a position; null without a piece, or with a single reading."""
    file, offset = snapshot.place(params)
    view = readings_at(
        file.document, offset, params.board, theme=Theme(params.theme or snapshot.client.theme)
    )
    return as_answer(snapshot, file, view) if view else None


def find(snapshot: Snapshot, params: custom_requests.FindParams) -> dict[str, Any]:
    """The texts that reach exactly some squares, and on demand the board with these."""
    squares = {
        name: kind for kind in ("quiet", "capture", "both") for name in getattr(params, kind)
    }
    asked = {
        "square": params.square,
        "board": params.board,
        "on": params.on and list(params.on),
        "squares": squares,
    }
    wanted = {name: value for name, value in asked.items() if value is not None}
    made: dict[str, Any] = {
        "found": list(questions.texts_reaching(wanted)) if squares or not params.whole else []
    }
    if params.whole:
        theme = Theme(params.theme or snapshot.client.theme)
        made["board"] = plain(
            questions.ticked(params.board or DEFAULT, params.square, squares, theme=theme),
            lambda _: None,
        )
    return made


# Galleries


def gallery_page(
    snapshot: Snapshot, params: custom_requests.GalleryParams
) -> dict[str, Any] | None:
    """The gallery of a document; null if it is not open."""
    opened = snapshot.opened(params.text_document)
    documents = list(opened.documents())
    page = _head(opened) | {"note": game_page.left_out(documents)}
    if params.form != "list":
        write = game_page.sheet_of if params.form == "svg" else game_page.page_of
        return page | {params.form: write(documents, page["title"])}
    sections = []
    for document in documents:
        if not document.notation.games:
            columns = snapshot.columns(document)
            listed = [  # without their pictures, which are requested as they are needed
                {"name": piece.name, "text": piece.text, "position": columns.position(piece.offset)}
                for piece in gallery.listed(document)
            ]
            sections.append({"title": document.notation.title, "pieces": listed})
    return page | {"kind": "pieces" if sections or not documents else "games", "sections": sections}


def _head(opened: AnyFile) -> dict[str, Any]:
    """The document of an answer, and its title."""
    title = path_in(opened.uri).rpartition("/")[2] or opened.uri
    return {"uri": opened.uri, "version": opened.version, "title": title}


def cards(snapshot: Snapshot, params: custom_requests.CardsParams) -> dict[str, Any] | None:
    """Some pieces of a gallery; null if the document is not open."""
    opened = snapshot.opened(params.text_document)
    theme = Theme(params.theme or snapshot.client.theme)
    places = [(position.line, position.character) for position in params.positions]
    shown: dict[tuple[int, int], Any] = {}
    for place, position in in_time(dict(zip(places, params.positions, strict=True)).items()):
        block = opened.block(position.line)
        with if_affordable():
            card = block and gallery.card_at(
                block.document, snapshot.offset(block.document, position), theme
            )
            shown[place] = plain(card, lambda span: span)
    return {**_head(opened), "cards": [shown.get(place) for place in places]}


# Conversion


def forms(snapshot: Snapshot, params: custom_requests.FormsParams) -> dict[str, Any] | None:
    """The forms that a document or a block of Markdown can be converted to, or null."""
    file = snapshot.file(params.text_document, params.position)
    own = written.dialect_of(file.document) or ""
    notation = file.document.notation
    forms = [
        {
            "name": name,
            "title": target.title,
            "language": target.language,
            "isOfEngine": target.file is not None,
            "isOwn": target.notation is notation and target.dialect == own,
        }
        for name, target in conversion.targets(file.document).items()
    ]
    return as_answer(snapshot, file, {"word": notation.dialect_word, "forms": forms})


def convert(snapshot: Snapshot, params: custom_requests.ConvertParams) -> dict[str, Any] | None:
    """A document in another form; null if it is not open, or if it is Markdown."""
    file = snapshot.file(params.text_document)
    if params.form not in (known := conversion.targets(file.document)):
        raise JsonRpcInvalidParams(
            f"There is no form `{params.form[:40]}`; there are {', '.join(known)}."
        )
    try:
        translation = conversion.converted(file.document, known[params.form])
        left = conversion.reasons(translation)
        has_text = conversion.has_definitions(file.document, translation)
        made = Copied(
            text=translation.text if has_text else None,
            reason=f"Left out: {left}" if left and has_text else left or None,
        )
    except CannotConvert as wrong:
        made = Copied(None, str(wrong))
    return as_answer(snapshot, file, made)


def fence(snapshot: Snapshot, params: custom_requests.FenceParams) -> dict[str, str] | None:
    """A fenced block as HTML; null if it is not in a notation."""
    theme = params.theme or snapshot.client.theme
    name = params.language.lower()
    if found := of_fence({notation.name: notation for notation in REGISTRY}, name, params.text):
        notation = by_name(found)
        context = snapshot.session.configuration.context(params.uri, notation)
        made = gallery.fence(Document.open(notation, params.text, context), theme)
    elif name == FEN:
        page = snapshot.files.get(params.uri)
        made = gallery.fen_fence(
            params.text,
            theme,
            info=params.info,
            documents=page.documents() if page else (),
            letters=snapshot.session.configuration.at(params.uri).letters,
        )
    else:
        return None
    return {"code": made.code, "pictures": made.pictures}
