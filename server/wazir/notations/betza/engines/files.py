"""Pieces in the files of programs, written as each program reads them (F2, F6, F20, F25)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from wazir.notations.betza.dialects import FAIRY_STOCKFISH, XBETZA, XBOARD
from wazir.notations.betza.engines import READERS
from wazir.notations.betza.engines.comparison import in_region, intended, sparing
from wazir.notations.betza.engines.spelling import spell
from wazir.notations.betza.from_piece import moves
from wazir.notations.limits import refuse_more_than_moves
from wazir.notations.readers import EngineFile, ListedPiece, Reader
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.equivalence.same import compared
from wazir.piece.model import Piece

KING = "k"
_BEYOND_DIAGRAM = re.compile(r"[][()-]")
"""Features that the Interactive Diagram reads only in simple cases, or not at all (D1, D2)."""


_BENT = re.compile(r"\[([fblrsv]*)([WF])-([mc]?)[RB]\]")
"""A step and a ride that goes on outwards, as `[F-R]`; without brackets it is `yafsF` (X10)."""


def _read_in_diagram(text: str) -> Piece:
    """The piece of a text in the Interactive Diagram, which reads XBetza (D1)."""
    piece = None if _BEYOND_DIAGRAM.search(text) else intended(text, XBETZA)
    if piece is None:
        raise ValueError("The Interactive Diagram reads no such text.")
    return piece


_DIAGRAM = Reader("the Interactive Diagram", _read_in_diagram)


def _spelling(engine: Reader, adapted: Callable[[Piece], Piece]) -> Callable[[Piece, str, PlayingBoard], str]:
    """The function that writes pieces for an engine.

    Args:
        engine: The engine.
        adapted: A piece in the terms of the engine.
    """

    def spelled(piece: Piece, own: str, board: PlayingBoard) -> str:
        engine.check_board(board)
        refuse_more_than_moves(piece, "Betza notation")
        meant = adapted(piece)
        for text in _candidates(piece, own, board):
            try:
                played = engine.read(text)
            except ValueError:
                continue
            if played.moves and compared(meant, played, board, is_fewest=False).same:
                return text
        raise ValueError(f"No text was found that {engine.title} plays as this piece.")

    return spelled


def _candidates(piece: Piece, own: str, board: PlayingBoard) -> Iterator[str]:
    """Texts that may be played as a piece: its own, with common letters, in XBetza, and with `y` for bent riders."""
    if own:
        yield own
    if text := spell(piece, board.longest - 1):
        yield text
    try:
        text = moves(piece, XBETZA)
    except ValueError:
        return
    yield text
    yield _BENT.sub(r"\1yafs\3\2", text)


def _variants_ini(pieces: Sequence[ListedPiece], board: SquareBoard) -> str:
    """A section without a parent (F2), with the pieces beside the king on the first rank of each side."""
    lines = ["[pieces]", f"maxFile = {board.files}", f"maxRank = {board.ranks}", "castling = false", f"king = {KING}"]
    for number, piece in enumerate(pieces, 1):
        lines += (f"# {piece.name}", f"customPiece{number} = {piece.letter}:{piece.moves}")
    letters = [piece.letter for piece in pieces[: board.files - 1]]
    letters.insert(min(board.files // 2, len(letters)), KING)
    first = "".join(letters) + (str(board.files - len(letters)) if len(letters) < board.files else "")
    ranks = [first, *[str(board.files)] * (board.ranks - 2), first.upper()]
    return "\n".join((*lines, f"startFen = {'/'.join(ranks)} w - - 0 1")) + "\n"


def _xboard(pieces: Sequence[ListedPiece], _board: SquareBoard) -> str:
    """Lines that an engine sends, for both colours; comments begin with `#`."""
    return "".join(f"# {piece.name}\npiece {piece.letter.upper()}& {piece.moves}\n" for piece in pieces)


def _diagram(pieces: Sequence[ListedPiece], board: SquareBoard) -> str:
    """The element of a page, with the pieces on the first ranks of White, mirrored for Black."""
    lines = [f"files={board.files}", f"ranks={board.ranks}", "symmetry=mirror"]
    for number, piece in enumerate(pieces):
        name = escape(re.sub(r"[\s:]+", "_", piece.name), quote=False)
        rank, file = divmod(number, board.files)
        square = f"{chr(ord('a') + file)}{rank + 1}" if rank < board.ranks // 2 and board.files <= 26 else ""
        lines.append(f"{name}:{piece.letter.upper()}:{escape(piece.moves, quote=False)}::{square}")
    return '<div class="idiagram">\n' + "\n".join(lines) + "\n</div>\n"


ENGINE_FILES: Mapping[str, EngineFile] = {
    "variants.ini": EngineFile(
        "Section of variants.ini for Fairy-Stockfish",
        "fairy-variants",
        _spelling(READERS[FAIRY_STOCKFISH], in_region),
        _variants_ini,
    ),
    "xboard": EngineFile("Piece lines of XBoard", "xboard", _spelling(READERS[XBOARD], sparing), _xboard),
    "interactive-diagram": EngineFile(
        "Interactive Diagram", "html", _spelling(_DIAGRAM, lambda piece: piece), _diagram
    ),
}
