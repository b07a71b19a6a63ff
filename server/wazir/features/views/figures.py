"""The figures of a piece for an editor: numbers, sentences and two maps (Q8 to Q13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wazir.document import Document
from wazir.features.definitions import Json, board_of
from wazir.features.questions import NO_TABLE, Measured, measured
from wazir.features.requests import RequestError, named_board
from wazir.features.views.piece import piece_at, title_of
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.drawing.heat_map import heat_map
from wazir.piece.drawing.shapes import Theme
from wazir.piece.figures import Figures
from wazir.piece.mate import has_table
from wazir.piece.model import Piece
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class FigureRequest:
    """A piece whose figures are requested."""

    piece: Piece
    board: PlayingBoard
    title: str
    """Its name, or its moves."""
    span: Span
    """The whole definition, in its document."""
    theme: Theme
    mate: bool
    """Include the table of mates."""


def subject_at(
    document: Document, offset: int, board: str | None, theme: str, mate: bool
) -> FigureRequest | None:
    """The piece at an offset; None if there is no valid piece.

    Raises:
        RequestError: *board* is not a board, or has no table of mates although it is wanted.
    """
    pair = piece_at(document, offset)
    if pair is None or (piece := pair[1].piece) is None or pair[1].broken:
        return None
    placed, definition = pair
    on = board_of(definition) if board is None else named_board(board)
    if mate and not has_table(on):
        raise RequestError(NO_TABLE)
    span = definition.span.moved(placed.start)
    return FigureRequest(
        piece=piece,
        board=on,
        title=title_of(document, placed, definition),
        span=span,
        theme=Theme(theme),
        mate=mate,
    )


def numbers(subject: FigureRequest, progress: Callable[[int], object]) -> Json:
    """The figures of a piece as plain data, without its place.

    Args:
        subject: The piece.
        progress: Called with the number of moves within which all mates are known so far.
    """
    numbers = measured(subject.piece, subject.board, mates=subject.mate, progress=progress)
    return {
        "title": subject.title,
        "board": str(subject.board),
        "figures": numbers.as_json(),
        "lines": list(_lines(numbers)),
        "maps": list(_maps(subject, numbers.figures)),
        "hasTable": has_table(subject.board),
    }


def _lines(measured: Measured) -> Iterator[str]:
    figures, table, worth = measured.figures, measured.mate, measured.value
    moves = figures.moves
    attacks = figures.attacks
    mobility = figures.mobility
    corners = figures.corners
    yield (
        f"Moves on the empty board: {moves.mean:.2f} on average, from {moves.least} to "
        f"{moves.most}."
    )
    if attacks != moves:
        yield f"Attacks: {attacks.mean:.2f} on average, from {attacks.least} to {attacks.most}."
    yield f"Mobility among other pieces: {mobility.mean:.3f}" + (
        f" ± {mobility.error:.3f}." if mobility.error else "."
    )
    yield f"Reach: {figures.reach} of {figures.squares} squares."
    takes = f"From corner to corner it takes {corners} move{'' if corners == 1 else 's'}."
    way = "There is no way from corner to corner." if corners is None else takes
    yield f"{_RETURNS[figures.returns.value]} {way}"
    if figures.classes:
        yield f"Classes: {', '.join(figures.classes)}."
    if figures.incomplete:
        yield "It has too many moves; some are left out."
    if table and table.longest:
        yield (
            f"King and piece beat a bare king from {table.wins:.1%} of positions, in at most "
            f"{table.longest} moves."
        )
    elif table:
        yield "King and piece do not beat a bare king."
    if worth.pawns is not None:
        yield f"Value: about {worth.pawns:.1f} pawns, from {worth.least:.1f} to {worth.most:.1f}."
    yield from (*worth.work, *worth.left_out)


_RETURNS = {
    "all": "It can always come back.",
    "some": "It can come back to some squares.",
    "none": "It can never come back.",
}


def _maps(subject: FigureRequest, figures: Figures) -> Iterator[Json]:
    board, moves = figures.board, figures.moves
    counted = f"From {moves.least} to {moves.most} moves, {moves.mean:.2f} on average."
    reached = sum(distance is not None for distance in figures.distances)
    from_there = f"It reaches {reached} of {figures.squares} squares from there."
    for title, values, words in (
        ("Moves from each square", moves.each, counted),
        (f"Fewest moves from {square_name(board.middle, board)}", figures.distances, from_there),
    ):
        svg = heat_map(
            board, values, title=f"{subject.title}: {title}", description=words, theme=subject.theme
        )
        yield {"title": title, "svg": svg}
