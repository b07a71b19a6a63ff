"""The squares of a position that something may enter from beside the board: pieces in hand, by a
drop or behind a piece at a gate, and walls.

What depends on check, or on the choices of a player, is not considered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, product, takewhile

from wazir.budget import MAX_SQUARES_OF_VIEW, check
from wazir.notations.engine_files.embedding import EmbeddedLanguage
from wazir.notations.engine_files.variants_ini.board_moves import piece_of, piece_on_board
from wazir.notations.engine_files.variants_ini.meaning import Options, Variant, VariantPiece
from wazir.notations.engine_files.variants_ini.reading import Squares
from wazir.notations.engine_files.variants_ini.resolve import played
from wazir.notations.engine_files.variants_ini.syntax import Fen, is_letter
from wazir.notations.wording import capitalized
from wazir.piece.board import parse_board
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.model import Square
from wazir.piece.motion.results import Position, results

MAX_MOVES = 300
"""The maximum number of moves of a side that are tried for walls."""
_ASIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
_AROUND = (*_ASIDE, (1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class _Side:
    """A side in a position of a variant."""

    variant: Variant
    position: Diagram
    is_white: bool

    @property
    def options(self) -> Options:
        """The rules of the variant."""
        return self.variant.options

    @property
    def suffix(self) -> str:
        """The end of the keys of the side."""
        return "White" if self.is_white else "Black"

    @property
    def board(self) -> Squares:
        """All squares without a wall."""
        files, ranks = range(self.variant.files), range(self.variant.ranks)
        return frozenset(product(files, ranks)) - self.position.walls

    @property
    def empty(self) -> Squares:
        """The empty squares."""
        return self.board - self.position.men.keys()

    def rank(self, number: int) -> int:
        """The rank of the board, from 0, that is a rank as the side counts it, from 0."""
        return number if self.is_white else self.variant.ranks - 1 - number

    def men(self, *, own: bool) -> Squares:
        """The squares of its own pieces, or of those of the other side."""
        men = self.position.men.items()
        return frozenset(at for at, man in men if (man.white == self.is_white) == own)

    def count_on_file(self, file: int, key: str) -> int:
        """The number of its own pieces of a key on a file."""
        men = (self.position.men[at] for at in self.men(own=True) if at[0] == file)
        pieces = (piece_of(self.variant, man.letter) for man in men)
        return sum(piece is not None and piece.key == key for piece in pieces)


def drop_squares(
    variant: Variant,
    language: EmbeddedLanguage,
    position: Diagram,
    piece: VariantPiece,
    *,
    white: bool,
) -> Squares:
    """The squares where a side may drop a piece that it has in hand."""
    if not variant.options["pieceDrops"]:
        return frozenset()
    side = _Side(variant, position, white)
    squares = _enclosing(side, side.empty & _allowed(side, piece))
    if not variant.options["immobilityIllegal"]:
        return squares
    forms = [piece, *_promoted_forms(variant, piece)]
    return frozenset(
        at for at in squares if any(_moves_from(side, language, form, square=at) for form in forms)
    )


def gate_squares(
    variant: Variant, fen: Fen, text: str, position: Diagram, piece: VariantPiece, *, white: bool
) -> Squares:
    """The squares where a piece in hand may enter behind a piece of its side that has not moved.

    Args:
        variant: The variant.
        fen: The position.
        text: The text of the position.
        position: The same position, drawn.
        piece: The piece in hand.
        white: Whether it is White's.
    """
    if not (variant.options["seirawanGating"] and variant.options["gating"]):
        return frozenset()
    side = _Side(variant, position, white)
    field = text[slice(*fen.words[2])] if len(fen.words) > 2 else ""
    return frozenset(_gates(side, field)) & side.men(own=True) & _allowed(side, piece)


def wall_squares(
    variant: Variant, language: EmbeddedLanguage, position: Diagram, *, white: bool
) -> Squares:
    """The squares where a side may put a wall after one of its moves; empty for no walls, and for
    arrows after more than *MAX_MOVES* moves.
    """
    side = _Side(variant, position, white)
    region: Squares = side.board & side.options[f"wallingRegion{side.suffix}"]
    rule = side.options["wallingRule"]
    moves = () if rule == "none" else tuple(islice(_moves_of(side, language), MAX_MOVES + 1))
    origins = frozenset(origin for origin, _ in moves)
    free = side.empty | origins
    match rule:
        case "static" | "duck":
            return region & free
        case "edge":
            return region & free & (_edge(variant) | _beside(position.walls, _ASIDE))
        case "past":
            return region & origins
        case "arrow" if len(moves) <= MAX_MOVES:
            return region & {at for move in moves for at in _arrows(side, language, *move)}
    return frozenset()


def _moves_of(side: _Side, language: EmbeddedLanguage) -> Iterator[tuple[Square, Square]]:
    """The moves of the pieces of a side, each from a square to another one."""
    for origin in sorted(side.men(own=True)):
        check()
        model = piece_on_board(
            side.variant, language, side.position, square=origin, has_moved=False
        )
        outcome = results(model, _around(side, origin), origin) if model else None
        ends = {result.to for result in outcome.all} if outcome else set()
        yield from ((origin, end) for end in sorted(filter(None, ends)) if end != origin)


def _arrows(
    side: _Side, language: EmbeddedLanguage, origin: Square, end: Square
) -> Iterator[Square]:
    """The squares that a piece reaches without a capture from the end of a move."""
    piece = piece_of(side.variant, side.position.men[origin].letter)
    own = played(language, piece.moves, piece.comment, side.variant.board) if piece else None
    if own is None:
        return
    check()
    outcome = results(own.piece, _around(side, origin, end), end)
    yield from (result.to for result in outcome.all if result.to and not result.takes)


def _around(side: _Side, *without: Square) -> Position:
    """The position as a piece of the side sees it, without the pieces on some squares."""
    walls = side.position.walls
    return Position(
        parse_board(side.variant.board or ""),
        friends=(side.men(own=True) | walls) - {*without},
        foes=side.men(own=False) - {*without},
        white=side.is_white,
        virgin=False,
        walls=walls,
    )


def _edge(variant: Variant) -> Squares:
    """The squares on the edge of the board."""
    files, ranks = range(variant.files), range(variant.ranks)
    return frozenset(product(files, ranks)) - frozenset(product(files[1:-1], ranks[1:-1]))


# Where the rules allow a piece


def _allowed(side: _Side, piece: VariantPiece) -> Squares:
    """The squares that the rules of drops allow to a piece, empty or not."""
    options, key, suffix = side.options, piece.key, side.suffix
    first = side.rank(0)
    squares: Squares = side.board & options[f"dropRegion{suffix}"]
    mobility = options.get(f"mobilityRegion{suffix}{capitalized(key)}")
    if mobility is not None:
        squares &= mobility
    if key == "pawn" and not options["promotionZonePawnDrops"]:
        squares -= options[f"promotionRegion{suffix}"]
    if key == "pawn" and not options["firstRankPawnDrops"]:
        squares = frozenset(at for at in squares if at[1] != first)
    if key == "rook" and options["sittuyinRookDrop"]:
        squares = frozenset(at for at in squares if at[1] == first)
    if key in options["dropNoDoubled"]:
        most = options["dropNoDoubledCount"]
        squares = frozenset(at for at in squares if side.count_on_file(at[0], key) < most)
    return squares


def _promoted_forms(variant: Variant, piece: VariantPiece) -> Iterator[VariantPiece]:
    """The promoted form of a piece, if the piece may also be dropped as this one."""
    if variant.options["dropPromoted"]:
        promoted = dict(variant.options["promotedPieceType"]).get(piece.key)
        yield from (other for other in variant.pieces if other.key == promoted)


def _moves_from(
    side: _Side, language: EmbeddedLanguage, piece: VariantPiece, square: Square
) -> bool:
    """Whether a piece could move from a square of the empty board."""
    definition = played(language, piece.moves, piece.comment, side.variant.board)
    if definition is None or side.variant.board is None:
        return False
    empty = Position(parse_board(side.variant.board), white=side.is_white, virgin=False)
    outcome = results(definition.piece, empty, square, limit=MAX_SQUARES_OF_VIEW)
    return outcome.incomplete or any(result.to is not None for result in outcome.all)


def _gates(side: _Side, field: str) -> Iterator[Square]:
    """The squares of the gates of a side, by the field for castling of a position."""
    rank = side.rank(side.options["castlingRank"] - 1)
    for letter in field:
        if is_letter(letter) and letter.isupper() == side.is_white:
            for file in _gate_files(side, letter.upper()):
                yield file, rank


def _gate_files(side: _Side, letter: str) -> tuple[int, ...]:
    """The files of the gates that a letter stands for: of the king and a rook, or the file that it
    names.
    """
    if letter not in "KQ":
        return (ord(letter) - ord("A"),)
    wing = "Kingside" if letter == "K" else "Queenside"
    rook_file = min(side.options[f"castlingRook{wing}File"], side.variant.files)
    return side.options["castlingKingFile"] - 1, rook_file - 1


# Drops that have to enclose or to touch something


def _enclosing(side: _Side, squares: Squares) -> Squares:
    """Those of some squares where a drop encloses or touches what it has to."""
    rule: str = side.options["enclosingDrop"]
    start: Squares = side.options["enclosingDropStart"]
    if rule == "none":
        return squares
    if start & side.empty:
        return squares & start
    match rule:
        case "reversi":
            return frozenset(at for at in squares if _encloses(side, at))
        case "ataxx" | "quadwrangle":
            return squares & _beside(side.men(own=True), _AROUND)
        case "snort":
            return squares - _beside(side.men(own=False), _ASIDE)
        case "top":
            filled = side.position.men.keys() | side.position.walls
            return frozenset(at for at in squares if at[1] == 0 or (at[0], at[1] - 1) in filled)
        case "anyside":
            return frozenset(_pushed_in(side))
    return squares


def _beside(squares: Squares, steps: tuple[tuple[int, int], ...]) -> Squares:
    """The squares one of some steps away from others."""
    return frozenset((file + x, rank + y) for file, rank in squares for x, y in steps)


def _encloses(side: _Side, square: Square) -> bool:
    """Whether there are enemy pieces in a line between a square and a piece of the side."""
    foes, own = side.men(own=False), side.men(own=True)
    for x, y in _AROUND:
        file, rank = square[0] + x, square[1] + y
        has_foes = (file, rank) in foes
        while (file, rank) in foes:
            file, rank = file + x, rank + y
        if has_foes and (file, rank) in own:
            return True
    return False


def _pushed_in(side: _Side) -> Iterator[Square]:
    """The squares where pieces stop that are pushed in from the edges."""
    files, ranks = range(side.variant.files), range(side.variant.ranks)
    lines = [[(file, rank) for file in files] for rank in ranks]
    lines += [[(file, rank) for rank in ranks] for file in files]
    for line in chain.from_iterable((line, line[::-1]) for line in lines):
        passed = list(takewhile(side.empty.__contains__, line))
        yield from passed[-1:]
