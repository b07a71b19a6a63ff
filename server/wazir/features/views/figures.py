"""The figures of a piece as an editor shows them: numbers, sentences and two maps (Q8 to Q13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wazir.document import Document
from wazir.features.definitions import board_of
from wazir.features.findings import Json
from wazir.features.questions.figures import NO_TABLE, as_json, mate_as_json
from wazir.features.views.piece import Refused, piece_at, title_of
from wazir.piece.board import PlayingBoard, parse_board, square_name
from wazir.piece.drawing.heat import heat_map
from wazir.piece.drawing.shapes import Theme
from wazir.piece.figures.mate import Mate, has_table, mate
from wazir.piece.figures.summary import Figures, figures
from wazir.piece.figures.value import Value, value
from wazir.piece.model import Piece
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Subject:
    """A piece of which figures are wanted."""

    piece: Piece
    board: PlayingBoard
    title: str
    """Its name, else its moves."""
    span: Span
    """The whole definition, in its document."""
    theme: Theme
    mate: bool
    """The table of mates is wanted too."""


def subject_at(document: Document, offset: int, board: str | None, theme: str, mate: bool) -> Subject | None:
    """The piece at an offset; None if no piece there can be read.

    Raises:
        Refused: *board* is not a board, or has no table of mates where that is wanted.
    """
    found = piece_at(document, offset)
    if found is None or found[1].piece is None or found[1].broken:
        return None
    placed, definition = found
    assert definition.piece is not None
    try:
        on = board_of(definition) if board is None else parse_board(board)
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    if mate and not has_table(on):
        raise Refused(NO_TABLE)
    span = Span(placed.start + definition.span.start, placed.start + definition.span.end)
    return Subject(definition.piece, on, title_of(placed, definition), span, Theme(theme), mate)


def numbers(subject: Subject, progress: Callable[[int], object]) -> Json:
    """All about a piece as plain data, but where it is.

    Args:
        subject: The piece.
        progress: Is called with the number of moves in which all mates have been found so far.
    """
    found = figures(subject.piece, subject.board)
    worth = value(subject.piece, found)
    table = None
    if subject.mate and has_table(subject.board):
        table = mate(subject.piece, subject.board, progress)
    return {
        "title": subject.title,
        "board": str(subject.board),
        "figures": as_json(found, worth) | ({} if table is None else {"mate": mate_as_json(table)}),
        "lines": [*_lines(found), *([] if table is None else [_mates(table)]), *_worth(worth)],
        "maps": list(_maps(subject, found)),
        "hasTable": has_table(subject.board),
    }


def _lines(found: Figures) -> Iterator[str]:
    moves, attacks, mobility = found.moves, found.attacks, found.mobility
    yield f"Moves on the empty board: {moves.mean:.2f} on average, from {moves.least} to {moves.most}."
    if attacks != moves:
        yield f"Attacks: {attacks.mean:.2f} on average, from {attacks.least} to {attacks.most}."
    yield f"Mobility among other pieces: {mobility.mean:.3f}" + (f" ± {mobility.error:.3f}." if mobility.error else ".")
    yield f"Reach: {found.reach} of {found.squares} squares."
    yield f"{_RETURNS[found.returns.value]} {_corners(found.corners)}"
    if found.classes:
        yield f"Classes: {', '.join(found.classes)}."
    if found.incomplete:
        yield "There are more moves than are followed."


_RETURNS = {
    "all": "It can always come back.",
    "some": "It can come back to some squares.",
    "none": "It can never come back.",
}


def _corners(corners: int | None) -> str:
    if corners is None:
        return "There is no way from corner to corner."
    return f"From corner to corner it takes {corners} move{'' if corners == 1 else 's'}."


def _mates(table: Mate) -> str:
    if not table.longest:
        return "King and piece do not beat a bare king."
    return f"King and piece beat a bare king from {table.wins:.1%} of positions, in at most {table.longest} moves."


def _worth(worth: Value) -> Iterator[str]:
    if worth.pawns is not None:
        yield f"Value: about {worth.pawns:.1f} pawns, from {worth.least:.1f} to {worth.most:.1f}."
    yield from worth.work
    yield from worth.left_out


def _maps(subject: Subject, found: Figures) -> Iterator[Json]:
    middle = square_name(found.board.middle, found.board)
    reached = sum(distance is not None for distance in found.distances)
    for title, values, description in (
        (
            "Moves from each square",
            found.moves.each,
            f"From {found.moves.least} to {found.moves.most} moves, {found.moves.mean:.2f} on average.",
        ),
        (
            f"Fewest moves from {middle}",
            found.distances,
            f"It reaches {reached} of {found.squares} squares from there.",
        ),
    ):
        svg = heat_map(
            found.board, values, title=f"{subject.title}: {title}", description=description, theme=subject.theme
        )
        yield {"title": title, "svg": svg}
