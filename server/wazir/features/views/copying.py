"""A piece or a position as text for the clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from wazir.budget import STEPS_OF_EXTRA, if_affordable
from wazir.document import Document, Placed
from wazir.features.conversion import every_target, for_engine, targets
from wazir.features.game.page import COPIES
from wazir.features.game.position import LineOfPlay, PositionSubject, reached
from wazir.features.game.view import HEIGHT, clock_view
from wazir.features.markup import Block, CodeBlock, Heading, Paragraph, Picture, markdown
from wazir.features.views.piece import Choices, PieceView, piece, piece_at
from wazir.features.written import CannotConvert, in_file, written_alone
from wazir.notations import REGISTRY, by_name, writable_files
from wazir.notations.results import Definition
from wazir.piece.drawing.svg import Theme


@cache
def titles() -> Mapping[str, str]:
    """The titles of the notations of pieces, by name."""
    return {notation.name: notation.title for notation in REGISTRY if not notation.games}


def forms() -> tuple[str, ...]:
    """All forms. The name of a notation is the form of the moves alone in that notation."""
    return tuple(dict.fromkeys((*titles(), *COPIES, *writable_files())))


_LABELS = {
    "fen": "One-line position",
    "board": "Position as a record",
    "sheet": "Score sheet",
    "svg": "SVG image",
    "markdown": "Markdown with image, description, and definition",
    "text": "Text diagram",
}
_SHORT = re.compile(r"\s*(.{1,60}?)\s*")


@dataclass(frozen=True, slots=True)
class Copied:
    """A copied text, or the reason why it is missing."""

    text: str | None
    reason: str | None = None
    """A sentence."""


def every_copy(
    document: Document, offset: int, choices: Choices, line: LineOfPlay
) -> dict[str, Any]:
    """The `copies` of the piece or the position at an offset in every form, a piece in its own
    notation first.

    Raises:
        RequestError: A board or a square does not exist, or too many moves are played.
    """
    labels = dict(_LABELS)
    if not document.notation.games:
        known = targets(document).items()
        names = (
            document.notation.name,
            *(target.language for _, target in known if not target.file),
        )
        files = {name: target.title for name, target in known if target.file}
        labels = {name: by_name(name).title for name in names} | labels | files
    made = dict[str, str | None]()
    for form, label in labels.items():
        with if_affordable(STEPS_OF_EXTRA):
            made[label] = copied(document, offset, choices, line=line, form=form).text
    short = ((label, text, _SHORT.fullmatch(text)) for label, text in made.items() if text)
    rows = [
        {"label": label, "text": text, "description": found[1] if found else ""}
        for label, text, found in short
    ]
    return {"copies": rows}


def copied(
    document: Document, offset: int, choices: Choices, line: LineOfPlay, form: str
) -> Copied:
    """The piece or the position at an offset in a form.

    Raises:
        RequestError: A board or a square does not exist, or too many moves are played.
    """
    if document.notation.games:
        return _position(document, offset, form, choices=choices, line=line)
    if not (at := piece_at(document, offset)):
        return Copied(None, "No piece here.")
    try:
        if form in writable_files() and form != document.notation.name:
            return Copied(for_engine(document, *at, every_target()[form]))
        if form in titles():
            return Copied(_moves(document, *at, form))
    except CannotConvert as refusal:
        return Copied(None, str(refusal))
    if form not in _OF_PIECES:
        return Copied(None, "This form is for positions.")
    view = piece(document, offset, replace(choices, picture=form != "text"))
    if view is None or not (view.svg or view.text):
        return Copied(None, "It has an error that leaves nothing to show.")
    return Copied(_OF_PIECES[form](document, *at, view))


def _position(
    document: Document, offset: int, form: str, choices: Choices, line: LineOfPlay
) -> Copied:
    if (position := reached(document, offset, line)) is None:
        return Copied(None, "There is no position here.")
    if form not in COPIES:
        title = titles().get(form) or writable_files()[form].title
        return Copied(None, f"A position cannot be converted to {title}.")
    clock = clock_view(line, position)
    subject = PositionSubject(position.game, HEIGHT, clock.result if clock else "")
    return Copied(COPIES[form](document, position.definition.name, subject, Theme(choices.theme)))


def _moves(document: Document, placed: Placed, definition: Definition, form: str) -> str:
    """The moves, converted if they are written in another notation."""
    embedded = document.notation.embedded
    meant = in_file(document, definition)
    text = placed.chunk.text[definition.moves.start : definition.moves.end].strip()
    own = {document.notation.name}
    if embedded and meant is definition:
        own.add(embedded.name)
    return text if text and form in own else written_alone(meant, by_name(form))


def _markdown(document: Document, placed: Placed, definition: Definition, view: PieceView) -> str:
    """The picture, the sentence, and the definition in a fenced block."""
    written = placed.chunk.text[definition.span.start : definition.span.end]
    notation = document.notation
    picture = Picture(view.svg, f"{view.title}: {view.sentence}")
    blocks: list[Block] = [picture, Heading(view.title), Paragraph(view.sentence)]
    if notation.dialects and definition.dialect:
        blocks.append(
            Paragraph(f"In the {notation.dialect_word} {definition.dialect} of {notation.title}.")
        )
    return markdown([*blocks, CodeBlock(written, notation.name)]) + "\n"


_OF_PIECES: Mapping[str, Callable[[Document, Placed, Definition, PieceView], str]] = {
    "svg": lambda _document, _placed, _definition, view: view.svg,
    "markdown": _markdown,
    "text": lambda _document, _placed, _definition, view: view.text + "\n",
}
