"""The game that an element defines (Q16)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from wazir.budget import spend
from wazir.notations.engine_files.interactive_diagram.definition import DiagramAnalysis
from wazir.notations.engine_files.interactive_diagram.syntax import (
    OF_BLACK,
    SYMMETRIES,
    DiagramBlock,
    PieceLine,
    squares,
)
from wazir.notations.notation import Analysis
from wazir.notations.results import Definition, ReadGame, ReadPiece
from wazir.piece.board import SquareBoard
from wazir.piece.model import Square
from wazir.text import Span

_APPEARANCE = {
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "squareSize",
    "useMarkers",
    "borders",
    "rimColor",
    "coordColor",
    "lightShade",
    "darkShade",
    "newClick",
    "enableAI",
}
"""Keys that change no rule of the game."""
_OF_GAME = {"files", "ranks", "firstRank", "symmetry", "royal", "promoZone", "promoChoice"}
"""Keys whose values a game has."""
_CASTLING = re.compile(r"isO([2-9])")


class DiagramGames:
    """The games of elements (Q16)."""

    def game(self, chunk: Analysis, /) -> ReadGame | None:
        """The game of an element; None for a text without one."""
        if not isinstance(chunk, DiagramAnalysis) or not chunk.block.pieces:
            return None
        block = chunk.block
        zone = block.value("promoZone")
        files, ranks = block.board
        definitions = {definition.span.start: definition for definition in chunk.definitions}
        return ReadGame(
            board=SquareBoard(files, ranks),
            pieces=tuple(
                _read_piece(chunk, number, piece, definition=definitions.get(piece.span.start))
                for number, piece in enumerate(block.pieces, 1)
            ),
            promotion_ranks=int(zone) if re.fullmatch("[0-9]{1,2}", zone) else None,
            promotes_to=tuple(re.findall("[A-Za-z]'?", block.value("promoChoice"))),
            left=tuple(_left(block)),
        )


def _left(block: DiagramBlock) -> Iterator[tuple[str, Span, str]]:
    """The settings that a game does not have."""
    for key, setting in block.values.items():
        if key not in _OF_GAME | _APPEARANCE:
            yield key, setting.key, "What it changes is not documented."
    symmetry = block.value("symmetry")
    if symmetry and symmetry not in SYMMETRIES:
        yield "symmetry", block.values["symmetry"].key, f"`{symmetry}` is not documented."
    elif not symmetry and not block.has_black_squares:
        yield "symmetry", Span(0, 0), "The file does not say where the pieces of Black stand."


def _read_piece(
    chunk: DiagramAnalysis, number: int, piece: PieceLine, *, definition: Definition | None
) -> ReadPiece:
    block = chunk.block
    text = block.text[slice(*piece.moves)]
    castling = _CASTLING.search(text)
    plain = _CASTLING.sub("", text) if castling else ""
    without = chunk.language.piece(plain, chunk.board)
    hand = block.text[slice(*piece.hand)]
    sign = block.text[slice(*piece.id)]
    of_white, of_black = _parts_of_squares(block, piece)
    white = frozenset(_standing(block, of_white))
    if block.has_black_squares:
        black = frozenset(_standing(block, of_black))
    else:
        black = frozenset(_opposite(block, square) for square in white)
    return ReadPiece(
        name=chunk.named(piece),
        id=sign,
        span=piece.span,
        definition=definition,
        without_castling=(plain, without) if without else None,
        castling_step=int(castling[1]) if castling and without else 0,
        is_royal=block.value("royal") in {str(number), sign} - {""},
        white=white,
        black=black,
        hand=int(hand) if re.fullmatch("[0-9]{1,2}", hand) else 0,
    )


def _parts_of_squares(block: DiagramBlock, piece: PieceLine) -> tuple[Span, Span]:
    """The spans of White's and of Black's squares."""
    start, end = piece.squares
    middle = block.text.find(OF_BLACK, start, end)
    if middle < 0:
        return piece.squares, Span(end, end)
    return Span(start, middle), Span(middle + len(OF_BLACK), end)


def _standing(block: DiagramBlock, span: Span) -> Iterator[Square]:
    """The squares of a span that are on the board."""
    lowest = 0 if block.value("firstRank") == "0" else 1
    width, height = block.board
    for _, files, ranks in squares(block.text, span):
        spend(len(files) * len(ranks))
        for file, rank in product(files, ranks):
            if file < width and 0 <= rank - lowest < height:
                yield file, rank - lowest


def _opposite(block: DiagramBlock, square: Square) -> Square:
    """Black's square that follows from one of White."""
    files, ranks = block.board
    file = files - 1 - square[0] if block.value("symmetry") == "rotate" else square[0]
    return file, ranks - 1 - square[1]
