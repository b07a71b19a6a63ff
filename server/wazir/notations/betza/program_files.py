"""Files of programs, each with pieces and variants as the program reads them (F2, F6, F20, F25)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape

from wazir.notations.betza.engines import (
    FAIRY_STOCKFISH,
    READERS,
    XBOARD,
    in_region,
    intended,
    sparing,
    spellings,
)
from wazir.notations.betza.vocabulary import XBETZA
from wazir.notations.limits import refuse_more_than_moves
from wazir.notations.results import (
    EngineFile,
    ListedPiece,
    ListedVariant,
    Reader,
    StandingPiece,
    WrittenVariant,
)
from wazir.piece.board import PlayingBoard, Square, SquareBoard, square_name
from wazir.piece.equivalence import compared
from wazir.piece.model import Piece
from wazir.piece.patterns import CannotExpress

SPELLINGS_KEPT = 256
"""The texts of pieces that are kept for each engine."""
_ROYAL = "k"
_BEYOND_DIAGRAM = re.compile(r"[][-]|\((?![b-z]*+a[a-z]*+\))")
"""Features that the Interactive Diagram reads only in simple cases, or not at all (D1, D2). Groups
of modifiers it reads (D5).
"""


def _read_in_diagram(text: str) -> Piece:
    """The piece of a text in the Interactive Diagram, which reads XBetza (D1)."""
    piece = None if _BEYOND_DIAGRAM.search(text) else intended(text, XBETZA)
    if piece is None:
        raise ValueError("The Interactive Diagram reads no such text.")
    return piece


_DIAGRAM = Reader("the Interactive Diagram", _read_in_diagram)


def _spelling(
    engine: Reader, adapted: Callable[[Piece], Piece]
) -> Callable[[Piece, str, PlayingBoard], str]:
    """The function that writes pieces for an engine; *adapted* gives a piece in the terms of the
    engine.
    """

    # Most variants have the pieces of chess. A refusal is not kept.
    @lru_cache(maxsize=SPELLINGS_KEPT)
    def spelled(piece: Piece, own: str, board: PlayingBoard) -> str:
        engine.check_board(board)
        refuse_more_than_moves(piece, "Betza notation")
        meant = adapted(piece)
        for text in dict.fromkeys((*filter(None, [own]), *spellings(piece, board))):
            try:
                played = engine.read(text)
            except ValueError:
                continue
            if played.moves and compared(meant, played, board, is_fewest=False).same:
                return text
        raise CannotExpress(f"No text was found that {engine.title} plays as this piece.")

    return spelled


def _variants_ini(pieces: Sequence[ListedPiece], board: SquareBoard) -> str:
    """A section without a parent (F2), with the pieces beside the king on the first rank of each
    side.
    """
    lines = ["[pieces]", f"maxFile = {board.files}", f"maxRank = {board.ranks}"]
    lines += ["castling = false", f"king = {_ROYAL}"]
    for number, piece in enumerate(pieces, 1):
        lines += (f"# {piece.name}", f"customPiece{number} = {piece.letter}:{piece.moves}")
    letters = [piece.letter for piece in pieces[: board.files - 1]]
    letters.insert(min(board.files // 2, len(letters)), _ROYAL)
    first = "".join(letters) + (
        str(board.files - len(letters)) if len(letters) < board.files else ""
    )
    ranks = [first, *[str(board.files)] * (board.ranks - 2), first.upper()]
    return "\n".join((*lines, f"startFen = {'/'.join(ranks)} w - - 0 1")) + "\n"


_OF_CHESS = {
    "fmWfceFifmnD": "pawn",
    "fmWfceF": "pawn",
    "N": "knight",
    "B": "bishop",
    "R": "rook",
    "Q": "queen",
}
"""The keys of the pieces of chess by their moves; the royal piece is the king."""
_USUAL = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": _ROYAL}
"""The letters of the pieces of chess."""
_DOUBLE_STEP = "ifmnD"


def _ini_variant(variant: ListedVariant) -> WrittenVariant:
    """A section with what differs from chess (F2)."""
    keys = _keys_of_chess(variant.pieces)
    castling = _castling_lines(variant, keys)
    lines = [
        f"[{variant.name}:chess]",
        f"maxFile = {variant.board.files}",
        f"maxRank = {variant.board.ranks}",
        *(f"{key} = -" for key in _USUAL if key not in keys.values()),
        *_piece_lines(variant.pieces, keys),
        *_double_step_lines(variant.pieces, keys),
        *_promotion_lines(variant, keys),
        *(castling or ["castling = false"]),
    ]
    if any(each.hands[0] for each in variant.pieces):
        lines.append("pieceDrops = true")
    text = "\n".join((*lines, f"startFen = {variant.fen}")) + "\n"
    return WrittenVariant(text, ("castling",) if variant.castling_step and not castling else ())


def _keys_of_chess(pieces: Iterable[StandingPiece]) -> dict[str, str]:
    """The letters of pieces that are those of chess, with their keys."""
    keys = dict[str, str]()
    for each in pieces:
        key = "king" if each.is_royal else _OF_CHESS.get(each.listed.moves, "")
        if key and key not in keys.values():
            keys[each.listed.letter] = key
    return keys


def _piece_lines(pieces: Iterable[StandingPiece], keys: Mapping[str, str]) -> Iterator[str]:
    """The lines of pieces that differ from those of chess, each below its name."""
    number = 0
    for each in pieces:
        name, letter, moves = each.listed
        key = keys.get(letter)
        has_own_moves = key is None or (key == "king" and moves != "K")
        if key and _USUAL[key] == letter and name.lower() == key and not has_own_moves:
            continue
        if key is None:
            number += 1
            key = f"customPiece{number}"
        yield f"# {name}"
        yield f"{key} = {letter}:{moves}" if has_own_moves else f"{key} = {letter}"


def _double_step_lines(pieces: Iterable[StandingPiece], keys: Mapping[str, str]) -> Iterator[str]:
    """The ranks from which pawns make a double step."""
    for each in pieces:
        if keys.get(each.listed.letter) != "pawn":
            continue
        if not each.listed.moves.endswith(_DOUBLE_STEP):
            yield "doubleStep = false"
            continue
        for side, men in (("White", each.white), ("Black", each.black)):
            ranks = sorted({rank + 1 for _, rank in men})
            yield f"doubleStepRegion{side} = {' '.join(f'*{rank}' for rank in ranks) or '-'}"


def _promotion_lines(variant: ListedVariant, keys: Mapping[str, str]) -> Iterator[str]:
    """The regions and the choices of a promotion of the first piece."""
    count, ranks = variant.promotion_ranks, variant.board.ranks
    if count is None:
        return
    if not count or not variant.promotes_to:
        yield "promotionPieceTypes = -"
        return
    first = variant.pieces[0].listed.letter
    if keys.get(first) != "pawn":
        yield f"promotionPawnTypes = {first}"
    yield f"promotionRegionWhite = {' '.join(f'*{ranks - rank}' for rank in range(count))}"
    yield f"promotionRegionBlack = {' '.join(f'*{rank + 1}' for rank in range(count))}"
    yield f"promotionPieceTypes = {''.join(variant.promotes_to)}"


def _castling_lines(variant: ListedVariant, keys: Mapping[str, str]) -> list[str]:
    """The files of castling; empty without castling, or if it is not with pieces in the corners
    of the king's rank.
    """
    step, files = variant.castling_step, variant.board.files
    kings = [each for each in variant.pieces if each.is_royal and len(each.white) == 1]
    if not step or len(kings) != 1:
        return []
    (file, rank), *_ = kings[0].white
    corners = {(0, rank), (files - 1, rank)}
    rooks = [each.listed.letter for each in variant.pieces if corners <= each.white]
    if len(rooks) != 1 or not step <= file < files - step:
        return []
    names = [chr(ord("a") + each) for each in (file, file + step, file - step)]
    lines = [
        f"castlingKingFile = {names[0]}",
        f"castlingKingsideFile = {names[1]}",
        f"castlingQueensideFile = {names[2]}",
        f"castlingRank = {rank + 1}",
    ]
    if keys.get(rooks[0]) != "rook":
        lines.append(f"castlingRookPieces = {rooks[0]}")
    return lines


def _xboard(pieces: Sequence[ListedPiece], _board: SquareBoard) -> str:
    """Lines that an engine sends, for both colours; comments begin with `#`."""
    return "".join(
        f"# {piece.name}\npiece {piece.letter.upper()}& {piece.moves}\n" for piece in pieces
    )


def _diagram(pieces: Sequence[ListedPiece], board: SquareBoard) -> str:
    """The element of a page, with the pieces on the first ranks of White, mirrored for Black."""
    lines = [f"files={board.files}", f"ranks={board.ranks}", "symmetry=mirror"]
    for number, piece in enumerate(pieces):
        rank, file = divmod(number, board.files)
        squares = [(file, rank)] if rank < board.ranks // 2 else []
        lines.append(_diagram_piece(piece, squares, board))
    return _diagram_element(lines)


def _diagram_piece(
    piece: ListedPiece, squares: Iterable[Square], board: SquareBoard, *, hand: int = 0
) -> str:
    """The line of a piece with White's squares and the number in its hand (F25)."""
    name = escape(re.sub(r"[\s:]+", "_", piece.name), quote=False)
    moves = escape(piece.moves, quote=False)
    in_hand = f":{hand}" if hand else ""
    places = ",".join(square_name(square, board) for square in squares)
    return f"{name}:{piece.letter.upper()}:{moves}::{places}{in_hand}"


def _diagram_element(lines: Iterable[str]) -> str:
    return '<div class="idiagram">\n' + "\n".join(lines) + "\n</div>\n"


def _diagram_variant(variant: ListedVariant) -> WrittenVariant:
    """The element of a page with a variant, after a comment with its name (F24, F25)."""
    board, left = variant.board, list[str]()
    symmetries: Mapping[str, Callable[[Square], Square]] = {
        "mirror": lambda square: (square[0], board.ranks - 1 - square[1]),
        "rotate": lambda square: (board.files - 1 - square[0], board.ranks - 1 - square[1]),
    }
    fitting = [
        name
        for name, of_black in symmetries.items()
        if all({*map(of_black, each.white)} == each.black for each in variant.pieces)
    ]
    symmetry = fitting[0] if fitting else "mirror"
    lines = [f"files={board.files}", f"ranks={board.ranks}", f"symmetry={symmetry}"]
    placement = variant.fen.split(" ")[0]
    if not fitting or "*" in placement or "+" in placement:
        left.append("startFen")
    # Black's squares follow from White's, so a piece that only Black has cannot be said.
    pieces = [
        each
        for each in variant.pieces
        if each.white or each.hands[0] or each.listed.letter in variant.promotes_to
    ]
    letters = [each.listed.letter for each in pieces]
    if variant.promotion_ranks and variant.promotes_to:
        choice = "".join(letter.upper() for letter in variant.promotes_to if letter in letters)
        lines += [f"promoZone={variant.promotion_ranks}", f"promoChoice={choice}"]
    royal = [number for number, each in enumerate(pieces, 1) if each.is_royal]
    if royal:
        lines.append(f"royal={royal[0]}")
    if len(royal) != 1:
        left.append("king")
    for each in pieces:
        lines.append(_diagram_piece(each.listed, sorted(each.white), board, hand=each.hands[0]))
    if any(each.hands[0] != each.hands[1] for each in variant.pieces):
        left.append("startFen")
    if variant.drops:
        left.append("capturesToHand")
    name = escape(variant.name, quote=False).replace("--", "")
    return WrittenVariant(f"<!-- {name} -->\n{_diagram_element(lines)}", tuple(left))


_PLACES = ("fmWfceF", "N", "B", "R", "Q")
"""The moves of the first places in XBoard's table of characters: pawn to queen (F23)."""
_MIN_PLACES = 6
"""The fewest places of a side that XBoard reads (F23)."""


def _xboard_variant(variant: ListedVariant) -> WrittenVariant:
    """The lines that an engine sends for a variant: its table, board and position, then the
    pieces.
    """
    kings = [each.listed for each in variant.pieces if each.is_royal]
    others = [each.listed for each in variant.pieces if not each.is_royal]
    places = ["."] * len(_PLACES)
    for piece in others:
        plain = piece.moves.removesuffix("ifmnD")
        if plain in _PLACES and places[_PLACES.index(plain)] == ".":
            places[_PLACES.index(plain)] = piece.letter
        else:
            places.append(piece.letter)
    king = "".join(each.letter for each in kings[:1])
    half = "".join(places).ljust(_MIN_PLACES - len(king), ".") + king
    hand = len(others) if variant.drops else 0
    parent = "crazyhouse" if variant.drops else "fairy"
    size = f"{variant.board.files}x{variant.board.ranks}+{hand}_{parent}"
    setup = f"setup ({half.upper()}{half}) {size} {variant.fen}\n"
    left = ["king"] if len(kings) != 1 else []
    if variant.promotion_ranks != 1:
        left.append("promotionRegion")
    lines = _xboard([each.listed for each in variant.pieces], variant.board)
    return WrittenVariant(f"# {variant.name}\n{setup}{lines}", tuple(left))


ENGINE_FILES: Mapping[str, EngineFile] = {
    "variants.ini": EngineFile(
        "Section of variants.ini for Fairy-Stockfish",
        "fairy-variants",
        _spelling(READERS[FAIRY_STOCKFISH], in_region),
        write=_variants_ini,
        write_variant=_ini_variant,
        moves_castle=False,
    ),
    "xboard": EngineFile(
        "Piece lines of XBoard",
        "xboard",
        _spelling(READERS[XBOARD], sparing),
        write=_xboard,
        write_variant=_xboard_variant,
    ),
    "interactive-diagram": EngineFile(
        "Interactive Diagram",
        "html",
        _spelling(_DIAGRAM, lambda piece: piece),
        _diagram,
        _diagram_variant,
    ),
}
