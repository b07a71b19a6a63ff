"""The position of a variant to play with: the moves of each of its pieces among the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from wazir.document import Document, Placed
from wazir.features.requests import RequestError, read_square
from wazir.notations.results import Definition, HoverText
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.drawing.diagram import Diagram, Man
from wazir.piece.model import Square
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class RulesView:
    """A part of the rules of a variant in words."""

    title: str
    """Empty for the first sentences and the last one."""
    sentences: tuple[str, ...]
    pieces: tuple[str, ...]
    """The pieces that it describes, each with its name, letter and moves."""


def rules(document: Document, placed: Placed) -> tuple[RulesView, ...]:
    """The rules of the variant of a section in words."""
    told = document.notation.variant_rules(document.analysis(placed))
    return tuple(
        RulesView(part.title, part.sentences, tuple(f"{p.name} ({p.letter}): {p.sentence}" for p in part.pieces))
        for part in (told.parts if told else ())
    )


def placed_at(document: Document, offset: int) -> tuple[Placed, HoverText, Diagram] | None:
    """The text at an offset that describes the position of a variant, with its diagram."""
    placed = document.chunk_at(offset)
    text = document.notation.hover(document.analysis(placed), offset - placed.start)
    return (placed, text, text.position) if text and text.position and text.position.men else None


def after(position: Diagram, board: PlayingBoard, moves: tuple[str, ...]) -> Diagram:
    """A position after some of its pieces were put elsewhere, as `e2-e4`.

    Raises:
        RequestError: A square does not exist.
    """
    men, lit = dict(position.men), position.lit
    for move in moves:
        start, end = (read_square(name, board) for name in (move.split("-") if move.count("-") == 1 else (move, move)))
        if start in men and start != end:
            men[end] = men.pop(start)
            lit = end
    return replace(position, men=men, lit=lit)


def chosen(position: Diagram, square: Square | None) -> Square:
    """The square of the piece whose moves are shown: the chosen one, the one pointed at, or else White's first."""
    for at in (square, position.lit):
        if at is not None and at in position.men:
            return at
    return min(position.men, key=lambda at: (not position.men[at].white, -at[1], at[0]))


def definition_of(document: Document, placed: Placed, text: HoverText, man: Man, board: PlayingBoard) -> Definition:
    """The definition of a piece in a position of a chunk. Its span is that of the described text.

    Raises:
        RequestError: It has no moves.
    """
    found = document.notation.piece_of_letter(document.analysis(placed), man.letter[-1])
    if found is None:
        raise RequestError(f"The moves of `{man.letter}` are not known.")
    return replace(found, name_span=None, span=text.span, moves=text.span, board=str(board))


def names(position: Diagram, board: PlayingBoard) -> Mapping[str, str]:
    """The pieces by the names of their squares."""
    return {
        square_name(at, board): f"{'White' if man.white else 'Black'} {man.letter}" for at, man in position.men.items()
    }


def letters(text: HoverText, board: PlayingBoard, moves: tuple[str, ...]) -> dict[str, Span]:
    """The letters of the pieces by the names of their squares, after some pieces were put elsewhere."""
    spans = {square_name(at, board): span for at, span in text.letters.items()}
    for start, _, end in (move.partition("-") for move in moves):
        if start in spans:
            spans[end] = spans.pop(start)
        else:
            spans.pop(end, None)
    return spans
